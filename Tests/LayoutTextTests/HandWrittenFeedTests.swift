#if Text && canImport(CPango)
import LayoutSpecs
import LayoutText
import LayoutWorkloads
import Testing

@Suite("The feed by hand, with real fonts")
struct HandWrittenFeedTests {
  @Test(arguments: [360.0, 375, 414, 1_024])
  func `Cells have the frames of their specs, also after a text was changed`(width: Double) throws {
    let workload = try Workload(parsing: "feedText(60)", among: [.feedText(in: FontLibrary.system)])
    let nodes = try #require(workload.nodes(seed: 11))
    for index in 0..<nodes.cellCount {
      let cell = nodes.makeCell(index)
      let byHand = try #require(nodes.makeHandWritten(cell))
      for _ in 0..<2 {
        byHand.layOut(width: width)
        let layout = cell.layoutThatFits(SizeRange(width: width))
        let frames = CellLayouts([layout], width: width).nodeFrames
        #expect(byHand.frames == frames, "cell \(index)")
        (byHand.leaves[2] as? TextNode)?.text =
          "An edited text, of some words that need more than one line here"
      }
    }
  }
}
#endif
