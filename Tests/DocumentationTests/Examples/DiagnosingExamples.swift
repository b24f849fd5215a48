import LayoutDiagnostics
import LayoutSpecs
import Testing

// MARK: - Diagnosing a layout

extension DocumentedExamples {
  @Test func `A cell that is put right`() throws {
    // ### A cell with four mistakes
    let photo = NetworkImageNode().named("photo")
    let sender = TextNode("Charles Babbage").named("sender")
    let subject = TextNode("Notes on the Analytical Engine").named("subject")
    let time = TextNode("09:41").named("time")
    let replies = TextNode("3 replies").named("replies")

    let texts = StackLayoutSpec(direction: .vertical) {
      sender
      subject
    }
    let row = StackLayoutSpec(spacing: 8, justifyContent: .spaceBetween) {
      photo
      texts
      time
    }.named("row")

    let cell = DisplayNode().named("cell")
    func setContent(_ row: some LayoutElement) {
      cell.layoutSpecBlock = { _, _ in
        InsetLayoutSpec(insets: EdgeInsets(12)) {
          StackLayoutSpec(direction: .vertical, spacing: 8, alignItems: .start) {
            row
            replies
          }
        }
      }
    }
    setContent(row)
    let range = SizeRange.tableCell(width: 320)
    let wrong = cell.layoutThatFits(range)
    #expect(wrong.frame(of: time) == Rect(x: 268, y: 12, width: 40, height: 40))
    try draw(wrong, "diagnosing-1")

    // ### Ask the lint
    let findings = cell.lint(in: range)
    #expect(
      findings.map(\.description) == [
        """
        node-not-a-subnode (#0): The DisplayNode "cell" lays out the NetworkImageNode "photo" and 4 more, \
        which are not its subnodes: nothing sets their frames, and no host shows them. \
        Set automaticallyManagesSubnodes of the DisplayNode "cell" to true, \
        or add what it lays out with addSubnode(_:).
        """,
        """
        zero-size (#4): The NetworkImageNode "photo" is 0 × 40 points: a node without content has no size \
        of its own, and takes the room there is only where that is bounded on both axes; \
        in the StackLayoutSpec "row" its width is not. Give it a width (width, minWidth or preferredSize).
        """,
      ])

    // ### Follow the advice, and ask again
    cell.automaticallyManagesSubnodes = true
    photo.style.preferredSize = Size(40, 40)
    let before = cell.layoutThatFits(range)
    cell.layoutIfNeeded()
    #expect(cell.lint(in: range).map(\.rule) == [.textDoesNotWrap])
    try draw(before, "diagnosing-2")

    // ### Ask for the reasons of a size
    let explanation = try #require(before.explain(subject))
    let sentences = explanation.steps(along: .horizontal).prefix(3).map { explanation.sentence(of: $0) }
    #expect(
      sentences == [
        """
        TextNode "subject" is 240 points wide (any length allowed): \
        its text is 240 points wide on one line.
        """,
        """
        StackLayoutSpec #5 is 240 points wide (any length allowed): its widest child takes 240 points.
        """,
        """
        StackLayoutSpec "row" is 296 points wide (0 to 296 allowed): \
        StackLayoutSpec #2 allows no more than 296 points, and of itself it is 336 wide.
        """,
      ])

    // ### Let the texts shrink
    let shrinkingRow = StackLayoutSpec(spacing: 8, justifyContent: .spaceBetween) {
      photo
      texts.flexShrink()
      time
    }.named("row")
    setContent(shrinkingRow)
    #expect(cell.lint(in: range).isEmpty)

    // ### Try other content
    subject.text = "Tables"
    let short = cell.lint(in: range)
    #expect(
      short.map(\.description) == [
        """
        does-not-span (#3): The StackLayoutSpec "row" has justifyContent spaceBetween, and is as wide as \
        its 3 children, 216 points, though 296 are to be had: there is nothing to share out between them. \
        Set alignSelf stretch on the StackLayoutSpec "row", \
        which makes it as wide as the StackLayoutSpec #2.
        """
      ])

    // ### Stretch the row
    setContent(shrinkingRow.alignSelf(.stretch))
    #expect(cell.lint(in: range).isEmpty)
    let after = cell.layoutThatFits(range)
    #expect(after.frame(of: time) == Rect(x: 268, y: 12, width: 40, height: 40))
    try draw(after, "diagnosing-3")

    // ### Draw it in characters
    let picture = """
      -------------------------------------DisplayNode (cell)-------------------------------------
      |  ------------------------------------InsetLayoutSpec-----------------------------------  |
      |  |  ---------------------------------StackLayoutSpec--------------------------------  |  |
      |  |  |  ---------------------------StackLayoutSpec (row)--------------------------  |  |  |
      |  |  |  |  NetworkImageNode (photo)  -----StackLayoutSpec-----  TextNode (time)  |  |  |  |
      |  |  |  |                            |    TextNode (sender)  |                   |  |  |  |
      |  |  |  |                            |   TextNode (subject)  |                   |  |  |  |
      |  |  |  |                            -------------------------                   |  |  |  |
      |  |  |  --------------------------------------------------------------------------  |  |  |
      |  |  |                              TextNode (replies)                              |  |  |
      |  |  --------------------------------------------------------------------------------  |  |
      |  --------------------------------------------------------------------------------------  |
      --------------------------------------------------------------------------------------------
      """
    #expect(cell.asciiArtString == picture)
  }
}
