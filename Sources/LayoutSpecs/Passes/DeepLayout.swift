// The layout of trees of any depth on a stack of fixed size.
//
// A pass calls itself along the tree and counts its depth. Ordinary trees never reach the limit, and pay a
// comparison per element with children. At the limit the descent is abandoned: every call returns immediately
// and its result is discarded. Then an ancestor near the end of the descent, whose constraint was recorded on
// the way, is laid out from a fresh stack, as a task of its own, and its size is stored. The abandoned
// descent starts again, finds that size and gets further. Tasks that reach the limit in turn stand on an
// explicit stack. So one descent at a time is on the thread's stack, and a deep tree costs the repeated
// descents: twice as many computations per level below the first hundred and fifty, one of the two cut short.

/// The amount added to the depth while a descent is abandoned.
private let abandonment = 1 << 30

/// The work that is left after a descent reached its limit.
struct DeepDescent {
  /// The number of elements with children below each other in one descent.
  ///
  /// A Dispatch worker has a stack of 512 KiB, partly in use already. A level takes 1 to 2.5 KiB of it, and
  /// much more in a debug build, which keeps every value that it copies.
  #if DEBUG
  static let usualLimit = (384 << 10) / (16 << 10)
  #else
  static let usualLimit = (384 << 10) / (5 << 9)
  #endif

  /// The room on the stack that expanding a node takes, in levels, besides the levels of the node's own layout.
  static let levelsPerNode = 3

  /// The largest depth of a descent. Default: `usualLimit`.
  var limit = usualLimit { didSet { farDown = limit * 7 / 8 } }
  /// The depth of the element from which a descent resumes. Not the very end: there, each sibling would have
  /// to be resumed on its own, and each time the descent would start again.
  private(set) var farDown = usualLimit * 7 / 8

  /// An element to lay out, and its constraint.
  fileprivate struct Task {
    var id = 0
    var range = SizeRange.zero
    var parentSize = Size.zero
    /// True if the frames below the element are needed as well as its size.
    var isForFrames = false
    /// The index of the first answer that this task got.
    var firstAnswer = 0
  }

  /// The element at `farDown` in the current descent.
  fileprivate var resumption = Task()
  /// The explicit stack: each task waits for the next one.
  fileprivate var tasks: [Task] = []
  /// The sizes that tasks resulted in. They are not in the caches, where another size could take their row
  /// before they are used: so every attempt gets further than the attempt before.
  private var answers: [(id: Int, row: CacheRow)] = []
  /// The size with which a descent continues if it may not descend.
  fileprivate(set) var answer = Size.zero

  /// Begins the task of the element from which the descent resumes.
  fileprivate mutating func begin() {
    resumption.firstAnswer = answers.count
    tasks.append(resumption)
  }

  /// Ends the innermost task with its size.
  fileprivate mutating func end(_ task: Task, with size: Size) {
    answers.removeLast(answers.count - task.firstAnswer)
    tasks.removeLast()
    answers.append((task.id, CacheRow(range: task.range, parentSize: task.parentSize, size: size)))
  }

  fileprivate mutating func forgetAll() {
    if tasks.isEmpty && answers.isEmpty { return }
    tasks.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
  }

  /// Returns the size that the innermost task got for this constraint.
  fileprivate func known(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> CacheRow? {
    guard !answers.isEmpty else { return nil }
    let first = tasks.last?.firstAnswer ?? 0
    return answers[first...].last { $0.id == id && $0.row.matches(range, parentSize) }?.row
  }
}

extension LayoutContext {
  /// The number of elements with children below each other in one descent along the tree. Deeper elements are
  /// laid out from an explicit stack, with the same frames. Default: as many as any thread's stack holds.
  ///
  /// - Precondition: at least 2.
  package var deepestDescent: Int {
    get { scratch.pointee.descent.limit }
    set {
      precondition(newValue >= 2, "A descent has at least two levels")
      let scratch = scratch
      scratch.pointee.descent.limit = newValue
    }
  }
}

extension LayoutPass {
  /// True if the descent is abandoned; then all sizes that it returns are meaningless.
  @inline(__always)
  var isAbandoned: Bool { scratch.pointee.depth >= abandonment }

  /// Returns true if the element may be laid out in this descent. If not, its size is `descent.answer`.
  ///
  /// - Parameter isForFrames: True if the element's size is known, and the frames below it are needed.
  @inline(__always)
  func mayDescend(to id: Int, _ range: SizeRange, _ parentSize: Size, isForFrames: Bool = false) -> Bool {
    scratch.pointee.depth < scratch.pointee.descent.farDown
      || mayDescendFar(to: id, range, parentSize, isForFrames: isForFrames)
  }

  @inline(never)
  private func mayDescendFar(
    to id: Int, _ range: SizeRange, _ parentSize: Size, isForFrames: Bool
  ) -> Bool {
    let depth = scratch.pointee.depth
    scratch.pointee.descent.answer = .zero
    if depth == scratch.pointee.descent.farDown {
      if !isForFrames, let known = scratch.pointee.descent.known(id, range, parentSize) {
        remember(known, of: Int(elements[id].cache))
        scratch.pointee.descent.answer = known.size
        return false
      }
      scratch.pointee.descent.resumption = .init(
        id: id, range: range, parentSize: parentSize, isForFrames: isForFrames)
    }
    if depth < scratch.pointee.descent.limit { return true }
    if depth < abandonment { scratch.pointee.depth += abandonment }
    return false
  }

  /// Abandons the descent and all later ones.
  func abandon(_ reason: PassWork.Stop) {
    scratch.pointee.work.stop = reason
    if !isAbandoned { scratch.pointee.depth += abandonment }
  }

  /// Returns the size of the element with which a pass begins, in a tree of any depth.
  func sizeFromTop(of id: Int, in given: SizeRange, _ parentSize: Size) -> Size {
    var size = self.size(of: id, in: given, parentSize)
    while finishDescent() { size = self.size(of: id, in: given, parentSize) }
    return size
  }

  /// Lays the element out and writes its children's frames, in a tree of any depth.
  func layOutFromTop(_ id: Int, in range: SizeRange, _ parentSize: Size) {
    repeat { _ = layOut(id, in: range, parentSize) } while finishDescent()
  }

  /// Lays out the element that an abandoned descent needs. Returns false if no descent was abandoned.
  private func finishDescent() -> Bool {
    guard isAbandoned else {
      scratch.pointee.descent.forgetAll()
      return false
    }
    scratch.pointee.depth = 0
    scratch.pointee.descent.begin()
    while !scratch.pointee.isStopped, let task = scratch.pointee.descent.tasks.last {
      if Recording.isOn {
        recorder.pointee.purpose = .deepTree
        recorder.pointee.begin(task.id, task.range, task.parentSize, resolved: task.range)
      }
      let size = cachedSize(of: task.id, inResolved: task.range, task.parentSize)
      if task.isForFrames && !isAbandoned { layOutForFrames(task.id) }
      if Recording.isOn { recorder.pointee.end(size, isAbandoned: isAbandoned) }
      if isAbandoned {
        scratch.pointee.depth = 0
        scratch.pointee.descent.begin()
      } else {
        scratch.pointee.descent.end(task, with: size)
      }
    }
    guard scratch.pointee.isStopped else { return true }
    scratch.pointee.descent.forgetAll()
    return false
  }
}
