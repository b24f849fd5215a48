import Foundation
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// A cell of an app: a picture beside texts, which may be long.
private final class MessageNode: CellNode, @unchecked Sendable {
  let text: TextNode
  let picture = ImageNode(imageSize: Size(40, 40))

  init(_ number: Int) {
    text = TextNode(String(repeating: "word ", count: 1 + number * 7 % 60))
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(spacing: 8) {
      picture
      text.flexShrink()
    }
  }
}

@Suite("Frames in an app's tests")
struct FramesTests {
  private func messages(_ count: Int = 500, isAhead: Bool = false) -> LayoutList<Int> {
    let list = LayoutList<Int>(width: 375) { MessageNode($0) }
    list.setItems(Array(0..<count))
    if isAhead { list.tuningParameters = RangeTuningParameters() }
    return list
  }

  @Test func `A list that opens makes and measures the cells in view, once, on the main thread`() {
    let list = messages()
    let visible = list.layOut(from: 0, to: 812).count
    let opened = frames(of: .open, over: messages())
    #expect(opened.frames[0].visibleCount == visible && opened.frames[0].units == [.new: visible])
    #expect(opened.madeCount == visible && opened.measuredCount == visible)
    #expect(opened.appliedCount == visible)
    #expect(opened.measuredAgainCount == 0 && opened.lateCount == 0 && opened.blankShare == 0)
    #expect(opened.frames.count == 30)
  }

  @Test func `A list whose missing cells stay blank measures none on the main thread`() {
    let opened = frames(of: .open, over: messages(isAhead: true), leavesBlank: true)
    #expect(opened.measuredCount == 0 && opened.blankShare > 0)
    #expect(opened.appliedCount == 0, "Workers do that too.")
    #expect(opened.madeCount > opened.frames[29].visibleCount && opened.frames[29].blankCount == 0)
  }

  @Test func `A list that was laid out before is replayed as a new one, and stays as it is`() {
    let list = messages(isAhead: false)
    list.columns = .fixed(count: 2)
    list.traitOverrides.contentSizeCategory = .extraLarge
    let expected = frames(of: .fling, over: list)
    list.layOut(from: 0, to: 3_000)
    let nodes = list.visibleNodes.map(ObjectIdentifier.init)
    #expect(frames(of: .fling, over: list) == expected)
    #expect(list.visibleNodes.map(ObjectIdentifier.init) == nodes && list.width == 375)
    #expect(list.columns == .fixed(count: 2) && list.items.count == 500)
    #expect(frames(of: .fling, over: messages()) != expected, "The columns and the texts' size count.")
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: FrameScript.all.filter { $0.name != "text" })
  func `Other cells of the same heights have the same frames`(script: FrameScript) {
    let heights = (0..<500).map { MessageNode($0).layoutThatFits(.tableCell(width: 375)).size.height }
    for isAhead in [false, true] {
      let real = frames(of: script, over: messages(isAhead: isAhead), on: .init(slowness: 20))
      let list = LayoutList<Int>(width: 375) { HighNode(heights[$0]) }
      list.setItems(Array(0..<500))
      if isAhead { list.tuningParameters = RangeTuningParameters() }
      #expect(frames(of: script, over: list, on: .init(slowness: 20)) == real)
    }
  }

  @Test func `Workers leave less to the main thread, and a slow device shows late frames`() {
    let main = frames(of: .fling, over: messages(), on: .init(slowness: 200))
    let ahead = frames(of: .fling, over: messages(isAhead: true), on: .init(slowness: 200))
    #expect(ahead.measuredCount < main.measuredCount && ahead.lateCount < main.lateCount)
    #expect(main.lateMillisecondsPerSecond > 5 && main.description.contains(" late frames in 240; cells: "))
    #expect(frames(of: .fling, over: messages(), on: .init(slowness: 1)).lateCount == 0)
  }

  @Test func `A replay gives the same 1,000 times`() {
    let script = FrameScript(
      name: "short",
      steps: [
        .init(action: .fling, seconds: 0.1, pointsPerSecond: 30_000),
        .init(action: .insert, seconds: 0.05, rowCount: 5),
        .init(action: .text, seconds: 0.05), .init(action: .rotate, seconds: 0.05),
      ])
    func replay() -> ReplayedFrames {
      frames(
        of: script, over: messages(40, isAhead: true), on: .init(slowness: 150, workerCount: 3, height: 300))
    }
    // The thread sanitizer takes ten times as long.
    let count = Sanitizer.isForThreads ? 50 : 1_000
    let expected = replay()
    #expect(expected.measuredCount > 0 && expected.measuredCount < expected.madeCount)
    for _ in 0..<count where replay() != expected { Issue.record("Another one.") }
  }

  @Test func `What changes is measured again, by the app's own closure too`() {
    let type = FrameScript(name: "type", steps: [.init(action: .type, seconds: 1, editSeconds: 0.1)])
    let typed = frames(of: type, over: messages())
    #expect(typed.appliedCount == 10)
    #expect(typed.measuredCount == 10 && typed.measuredAgainCount == 10 && typed.madeCount == 0)
    let expand = FrameScript(name: "expand", steps: [.init(action: .expand, seconds: 0.5)])
    let expanded = frames(of: expand, over: messages()) { cell, action in
      #expect(action == .expand)
      (cell as? MessageNode)?.text.text = String(repeating: "word ", count: 500)
    }
    #expect(expanded.measuredAgainCount == 1)
    #expect(expanded.frames[1].visibleCount < frames(of: expand, over: messages()).frames[1].visibleCount)
    let nothing = frames(of: expand, over: messages()) { _, _ in }
    #expect(nothing.measuredCount == 0)
  }

  @Test
  func `Letters that filter an app's list make the cells that come into view, and taken back make no other`()
  {
    let filtered = frames(of: .filter, over: messages())
    #expect(filtered.frames.compactMap { $0.units[.filtered] } == [750, 375, 188, 95, 95, 188, 375, 750])
    #expect(filtered.frames.allSatisfy { $0.top == 0 } && filtered.waits.allSatisfy { $0 == 0 })
    let first = messages().layOut(from: 0, to: 812).count
    #expect(filtered.frames[239].visibleCount == first && filtered.neverShownCount == 0)
    let blank = frames(of: .filter, over: messages(isAhead: true), on: .init(slowness: 20), leavesBlank: true)
    #expect(blank.measuredCount == 0 && blank.waits.last! > 0 && blank.workerTime > 0)
  }

  @Test func `A cell that is measured twice in a frame counts twice`() {
    let list = LayoutList<Int>(width: 375) { number in RestlessNode(number) }
    list.setItems(Array(0..<40))
    let opened = frames(of: .open, over: list)
    #expect(opened.madeCount > 0 && opened.measuredAgainCount > 0)
  }

  @Test func `Rows that arrive are the list's first ones`() {
    let insert = FrameScript(
      name: "insert",
      steps: [
        .init(action: .insert, seconds: 0.1, rowCount: 10),
        .init(action: .insert, seconds: 0.1, rowCount: 10),
      ])
    let inserted = frames(of: insert, over: messages())
    #expect(inserted.frames[0].top > 0 && inserted.frames[12].top > inserted.frames[11].top)
    let few = frames(of: insert, over: messages(5))
    #expect(few.frames[0].visibleCount == 5)
  }

  @Test(arguments: [0, 1, 2])
  func `Lists without cells and with few have frames`(count: Int) {
    for script in FrameScript.all {
      for isBlank in [false, true] {
        let result = frames(of: script, over: messages(count, isAhead: true), leavesBlank: isBlank)
        #expect(!result.frames.isEmpty && result.lateCount == 0)
        #expect(result.frames.allSatisfy { $0.visibleCount <= count && $0.top >= 0 })
      }
    }
  }

  @Test func `Cells that are higher than the screen, and those of no or infinite height, have frames`() {
    for height in [0, 5_000, .infinity] {
      let list = LayoutList<Int>(width: 375) { _ in HighNode(height) }
      list.setItems(Array(0..<50))
      let result = frames(of: .fling, over: list)
      #expect(result.frames.count == 240 && result.frames.allSatisfy { $0.top.isFinite })
      #expect(result.measuredCount <= 50)
    }
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `A huge list is replayed by the cells in view`() {
    let list = messages(200_000, isAhead: true)
    let result = frames(of: .fling, over: list)
    #expect(result.madeCount < 1_000 && result.frames[239].top > 5_000)
  }

  @Test func `A script without steps has no frame, and one that goes up from the top stands still`() {
    let none = frames(of: FrameScript(name: "none", steps: []), over: messages())
    #expect(none.frames.isEmpty && none.lateMillisecondsPerSecond == 0 && none.blankShare == 0)
    let up = FrameScript(
      name: "up",
      steps: [
        .init(action: .drag, seconds: 0, pointsPerSecond: 900),
        .init(action: .drag, seconds: 0.2, pointsPerSecond: -900),
      ])
    let still = frames(of: up, over: messages())
    #expect(still.frames.count == 24 && still.frames.allSatisfy { $0.top == 0 && $0.units.isEmpty })
  }

  @Test func `A blank cell in view that changes is measured by a worker, and applied by the main thread`() {
    let edit = FrameScript(name: "edit", steps: [.init(action: .edit, seconds: 0.2)])
    let edited = frames(of: edit, over: messages(isAhead: true), leavesBlank: true)
    let visible = edited.frames[0].visibleCount
    #expect(
      edited.measuredCount == 0 && edited.measuredAgainCount == visible && edited.appliedCount == visible)
    #expect(edited.frames[0].appliedCount == 0 && edited.blankShare == 0)
  }

  @Test(arguments: [false, true])
  func `The cells that the main thread measures and applies are those that tell so themselves`(isAhead: Bool)
  {
    let counts = LockedValue((made: 0, measured: 0, applied: 0))
    let main = ObjectIdentifier(Thread.current)
    let list = LayoutList<Int>(width: 375) { number in
      counts.withLock { $0.made += 1 }
      return TellingNode(Double(30 + number * 37 % 200), main, counts)
    }
    list.setItems(Array(0..<500))
    if isAhead { list.tuningParameters = RangeTuningParameters() }
    let script = FrameScript(
      name: "all",
      steps: [
        .init(action: .open, seconds: 0.2), .init(action: .fling, seconds: 0.5, pointsPerSecond: 20_000),
        .init(action: .edit, seconds: 0.5, pointsPerSecond: 900, editSeconds: 0.1),
        .init(action: .drag, seconds: 0.5, pointsPerSecond: -4_000), .init(action: .type, seconds: 0.5),
      ])
    let result = frames(of: script, over: list, on: .init(slowness: 100))
    let told = counts.withLock { $0 }
    #expect(result.measuredCount == told.measured && result.measuredAgainCount > 0)
    #expect(result.appliedCount == told.applied)
    #expect(isAhead ? result.madeCount <= told.made : result.madeCount == told.made)
  }

  @Test func `The page's list makes 21 cells`() {
    let list = LayoutList<Int>(width: 375) { _ in HighNode(40) }
    list.setItems(Array(0..<1_000))
    #expect(frames(of: .open, over: list).madeCount == 21)
    list.tuningParameters = RangeTuningParameters()
    let flung = frames(of: .fling, over: list, on: .init(slowness: 10))
    #expect(flung.lateCount == 0 && flung.measuredCount == 0)
    #expect(flung.appliedCount == 0)
  }

  @Test func `A table's list, which has no width yet, is replayed in the device's`() {
    let table = TableNode<Int> { MessageNode($0) }
    table.setItems(Array(0..<100))
    let opened = frames(of: .open, over: table.list)
    #expect(opened.frames[0].units[.new] == frames(of: .open, over: messages()).frames[0].units[.new])
  }
}

/// A cell of one height.
private final class HighNode: DisplayNode, @unchecked Sendable {
  let height: Double

  init(_ height: Double) {
    self.height = height
    super.init()
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(constrainedSize.width, height) }
}

/// A cell that counts what a thread does with it.
private final class TellingNode: DisplayNode, @unchecked Sendable {
  let height: Double
  let thread: ObjectIdentifier
  let counts: LockedValue<(made: Int, measured: Int, applied: Int)>

  init(
    _ height: Double, _ thread: ObjectIdentifier,
    _ counts: LockedValue<(made: Int, measured: Int, applied: Int)>
  ) {
    (self.height, self.thread, self.counts) = (height, thread, counts)
    super.init()
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    if ObjectIdentifier(Thread.current) == thread { counts.withLock { $0.measured += 1 } }
    return Size(constrainedSize.width, height)
  }

  override func layoutDidFinish() {
    if ObjectIdentifier(Thread.current) == thread { counts.withLock { $0.applied += 1 } }
  }
}

/// A cell that changes for as long as it is laid out for the first time.
private final class RestlessNode: DisplayNode, @unchecked Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
    super.init()
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    TextNode("number \(number)")
  }

  override func layoutDidFinish() { setNeedsLayout() }
}
