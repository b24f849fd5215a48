// How trees of any depth are laid out on a stack of fixed size.
//
// A pass calls itself along the tree and counts how deep it is. Ordinary trees never reach the limit, and pay a comparison
// an element with children. Where the limit is reached, the pass lets go: every call returns at once, with sizes that nobody
// keeps. Then an ancestor from near the end of the way down, whose constraint was noted on the way, is laid out from a fresh stack, as a
// task of its own, and its size is remembered. The descent that was let go is begun again, finds that size and gets
// further. Tasks that meet the limit in turn stand on an explicit stack. So at any time one descent is on the thread's
// stack, and what a deep tree costs more is the way down to where it was let go: twice as many computations a level, below the first
// hundred and fifty, of which one is cut short.

/// Added to the depth while a descent is let go.
private let lettingGo = 1 << 40

/// What is left to do where a descent reached its limit.
struct DeepDescent {
  /// How many elements with children lie below each other in one descent.
  ///
  /// A Dispatch worker has a stack of 512 KiB, and some of it is in use already. A level takes 1 to 2.5 KiB of it, and much
  /// more in a debug build, which keeps every value that it copies.
  #if DEBUG
  static let usualLimit = (384 << 10) / (16 << 10)
  #else
  static let usualLimit = (384 << 10) / (5 << 9)
  #endif

  /// How deep a descent may go. Default: `usualLimit`.
  var limit = usualLimit { didSet { farDown = limit * 7 / 8 } }
  /// How far down the element is that a descent is taken up from. Not at the very end: siblings there would each have to be
  /// taken up on their own, and each time the way down begins anew.
  private(set) var farDown = usualLimit * 7 / 8

  /// An element to be laid out, and in what.
  fileprivate struct Task {
    var id = 0
    var range = SizeRange.zero
    var parentSize = Size.zero
    /// Whether the frames below the element are wanted as well as its size.
    var isForFrames = false
    /// Where the answers begin that this task was given.
    var firstAnswer = 0
  }

  /// The element at `farDown` in the current descent.
  fileprivate var resumption = Task()
  /// The explicit stack: each task waits for the one after it.
  fileprivate var tasks: [Task] = []
  /// Sizes that tasks came to. They are kept apart from the caches, where another could take their row before they are used,
  /// so that every attempt gets further than the one before.
  private var answers: [(id: Int, row: CacheRow)] = []
  /// What a descent goes on with where it may not go down.
  fileprivate(set) var answer = Size.zero

  fileprivate mutating func begin(_ task: Task) {
    var task = task
    task.firstAnswer = answers.count
    tasks.append(task)
  }

  /// Ends the innermost task with the size that it came to.
  fileprivate mutating func end(_ task: Task, with size: Size) {
    answers.removeLast(answers.count - task.firstAnswer)
    tasks.removeLast()
    answers.append(
      (task.id, CacheRow(range: task.range, parentSize: task.parentSize, size: size)))
  }

  fileprivate mutating func forgetAnswers() {
    answers.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func forgetAll() {
    tasks.removeAll(keepingCapacity: true)
    forgetAnswers()
  }

  /// The size that the innermost task was given for this question.
  fileprivate func known(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> CacheRow? {
    guard !answers.isEmpty else { return nil }
    let first = tasks.last?.firstAnswer ?? 0
    return answers[first...].last { $0.id == id && $0.row.isSame(range, parentSize) }?.row
  }
}

extension LayoutPass {
  /// Whether the descent is let go, and no size that comes back from it means anything.
  @inline(__always)
  var isSuspended: Bool { scratch.pointee.depth >= lettingGo }

  /// Whether the element may be laid out in this descent. If not, `descent.answer` is what to go on with.
  @inline(__always)
  func mayDescend(to id: Int, _ range: SizeRange, _ parentSize: Size) -> Bool {
    scratch.pointee.depth < scratch.pointee.descent.farDown || mayDescendFar(to: id, range, parentSize)
  }

  @inline(never)
  private func mayDescendFar(to id: Int, _ range: SizeRange, _ parentSize: Size) -> Bool {
    let depth = scratch.pointee.depth
    scratch.pointee.descent.answer = .zero
    if depth == scratch.pointee.descent.farDown {
      if let known = scratch.pointee.descent.known(id, range, parentSize) {
        remember(known, of: Int(elements[id].cache))
        scratch.pointee.descent.answer = known.size
        return false
      }
      scratch.pointee.descent.resumption = .init(id: id, range: range, parentSize: parentSize)
    }
    if depth < scratch.pointee.descent.limit { return true }
    if depth < lettingGo { scratch.pointee.depth += lettingGo }
    return false
  }

  /// Lets the descent go, and all that would follow it.
  func abandon(_ reason: PassWork.Stop) {
    scratch.pointee.work.stop = reason
    if !isSuspended { scratch.pointee.depth += lettingGo }
  }

  /// The size of the element that a pass begins with, however deep the tree is below it.
  func measureFromTop(_ id: Int, _ given: SizeRange, _ parentSize: Size) -> Size {
    var size = measure(id, given, parentSize)
    while finishDescent() { size = measure(id, given, parentSize) }
    return size
  }

  /// Lays the element out and writes its children's frames, however deep the tree is below it.
  func computeFromTop(_ id: Int, _ range: SizeRange, _ parentSize: Size) {
    repeat { _ = compute(id, range, parentSize) } while finishDescent()
  }

  /// Whether the frames of an element may be found out in this descent, for what is around it to go on.
  @inline(__always)
  func mayDescendForFrames(of id: Int, _ range: SizeRange, _ parentSize: Size) -> Bool {
    scratch.pointee.depth < scratch.pointee.descent.farDown
      || mayDescendFarForFrames(of: id, range, parentSize)
  }

  @inline(never)
  private func mayDescendFarForFrames(of id: Int, _ range: SizeRange, _ parentSize: Size) -> Bool {
    let depth = scratch.pointee.depth
    if depth == scratch.pointee.descent.farDown {
      scratch.pointee.descent.resumption = .init(
        id: id, range: range, parentSize: parentSize, isForFrames: true)
    }
    if depth < scratch.pointee.descent.limit { return true }
    if depth < lettingGo { scratch.pointee.depth += lettingGo }
    return false
  }

  /// Lays out what a descent that was let go needs to get further, and says whether there was such.
  private func finishDescent() -> Bool {
    guard isSuspended else {
      scratch.pointee.descent.forgetAnswers()
      return false
    }
    scratch.pointee.depth = 0
    if scratch.pointee.isStopped {
      scratch.pointee.descent.forgetAll()
      return false
    }
    scratch.pointee.descent.begin(scratch.pointee.descent.resumption)
    while let task = scratch.pointee.descent.tasks.last {
      if Recording.isOn { beginTask(task.id, task.range, task.parentSize) }
      let size = measureResolved(task.id, task.range, task.parentSize)
      if task.isForFrames && !isSuspended { layOutForFrames(task.id) }
      if Recording.isOn { recorder.pointee.end(size, isLetGo: isSuspended) }
      if scratch.pointee.isStopped {
        scratch.pointee.depth = 0
        scratch.pointee.descent.forgetAll()
        return false
      }
      if isSuspended {
        scratch.pointee.depth = 0
        scratch.pointee.descent.begin(scratch.pointee.descent.resumption)
      } else {
        scratch.pointee.descent.end(task, with: size)
      }
    }
    return true
  }
}
