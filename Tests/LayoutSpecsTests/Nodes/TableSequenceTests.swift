import LayoutSpecs
import Testing

/// What a table does with its cells: it measures each in its width, sets the frame to what came out, and lets
/// it lay itself out. Then contents change, and the table turns.
private final class Table {
  let texts: [TextNode]
  let cells: [DisplayNode]
  var width: Double

  init(_ words: [String], width: Double) {
    let texts = words.map { TextNode($0) }
    self.texts = texts
    cells = texts.map { text in
      let cell = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(10), child: text) }
      cell.automaticallyManagesSubnodes = true
      return cell
    }
    self.width = width
  }

  /// Exactly the table's width, and any height.
  var range: SizeRange { .tableCell(width: width) }

  /// Measures all cells, and places them below each other.
  func reload() {
    var y = 0.0
    for cell in cells {
      let size = cell.layoutThatFits(range).size
      cell.frame = Rect(origin: Point(0, y), size: size)
      cell.layoutIfNeeded()
      y += size.height
    }
  }

  var heights: [Double] { cells.map(\.frame.size.height) }
}

@Suite("The cells of a table")
struct TableSequenceTests {
  private let longer = "a text that takes more lines"

  @Test("A cell that was given its measured size grows and shrinks with its text", arguments: [true, false])
  func growing(isAnimated: Bool) {
    let table = Table(["one", "two", "three"], width: 120)
    table.reload()
    #expect(table.heights == [40, 40, 40])
    let (cell, text) = (table.cells[1], table.texts[1])
    func layOut() {
      if isAnimated { cell.transitionLayout(withAnimation: true) } else { cell.layoutIfNeeded() }
    }
    for _ in 0..<3 {
      text.text = longer
      layOut()
      #expect(table.heights == [40, 80, 40])
      #expect(text.frame == Rect(x: 10, y: 10, width: 100, height: 60))
      #expect(cell.frame.size.width == 120)
      #expect(cell.calculatedSize == cell.frame.size)
      text.text = "two"
      layOut()
      #expect(table.heights == [40, 40, 40])
    }
    #expect(cell.frame.origin == Point(0, 40))
  }

  @Test("The table measures the cell again itself, and gives it that size")
  func again() {
    let table = Table(["one", "two"], width: 120)
    table.reload()
    table.texts[0].text = longer
    table.reload()
    #expect(table.heights == [80, 40])
    #expect(table.cells[1].frame.origin == Point(0, 80))
    table.texts[0].text = "one"
    table.cells[0].layoutIfNeeded()
    #expect(table.heights == [40, 40])
  }

  @Test("A cell grows in the table's new width once that turned")
  func turning() {
    let table = Table(["one two three", "four"], width: 120)
    table.reload()
    #expect(table.heights == [60, 40])
    table.width = 300
    table.reload()
    #expect(table.heights == [40, 40])
    table.texts[1].text = longer + " " + longer
    table.cells[1].layoutIfNeeded()
    #expect(table.cells[1].frame == Rect(x: 0, y: 40, width: 300, height: 60))
  }

  @Test("A cell that was empty, and so 0 points high, grows")
  func empty() {
    let video = VideoNode()
    let cell = DisplayNode { _, _ in WrapperLayoutSpec(video) }
    cell.automaticallyManagesSubnodes = true
    let range = SizeRange(width: 0...100, height: 0...(.infinity))
    cell.frame = Rect(origin: Point(0, 7), size: cell.layoutThatFits(range).size)
    cell.layoutIfNeeded()
    #expect(cell.frame.size == .zero)
    video.setContentSize(Size(100, 50))
    cell.layoutIfNeeded()
    #expect(cell.frame == Rect(x: 0, y: 7, width: 100, height: 50))
    #expect(video.frame.size == Size(100, 50))
  }

  @Test("A cell whose frame was moved while its text changed grows at its new place")
  func moved() {
    let table = Table(["one"], width: 120)
    table.reload()
    table.texts[0].text = longer
    table.cells[0].frame.origin = Point(0, 500)
    table.cells[0].layoutIfNeeded()
    #expect(table.cells[0].frame == Rect(x: 0, y: 500, width: 120, height: 80))
  }

  @Test("A cell that a table makes higher than measured keeps that height, whatever its text becomes")
  func higher() {
    let table = Table(["one"], width: 120)
    table.reload()
    table.cells[0].frame.size.height = 60
    table.cells[0].layoutIfNeeded()
    #expect(table.texts[0].frame == Rect(x: 10, y: 10, width: 100, height: 40))
    table.texts[0].text = longer
    table.cells[0].layoutIfNeeded()
    #expect(table.heights == [60])
  }

  @Test("A cell's content is justified, shared and spaced in all of the table's width")
  func width() {
    let (name, time) = (TextNode("name"), TextNode("30m"))
    let header = InsetLayoutSpec(
      insets: EdgeInsets(horizontal: 10, vertical: 0),
      child: StackLayoutSpec(justifyContent: .spaceBetween) {
        name
        time
      })
    #expect(header.layoutThatFits(.tableCell(width: 320)).frame(of: time)?.minX == 286)
    let shares = StackLayoutSpec {
      DisplayNode().flexBasis("40%")
      DisplayNode().flexBasis("60%")
    }
    #expect(shares.layoutThatFits(.tableCell(width: 320)).sublayouts.map(\.size.width) == [128, 192])
    let spaced = StackLayoutSpec {
      name
      LayoutSpec().flexGrow()
      time
    }
    #expect(spaced.layoutThatFits(.tableCell(width: 320)).frame(of: time)?.minX == 296)
  }
}
