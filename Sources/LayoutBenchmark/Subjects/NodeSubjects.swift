import LayoutSpecs
import LayoutWorkloads
import Measuring

// The subjects that measure the work of an app's table: each cell is a node, and is laid out by itself.

/// A job with the cells of a table.
enum NodeJob: String {
  /// Each cell's nodes made, and the cell laid out, as when it is first shown.
  case first
  /// Every node that returns a spec invalidated, and each cell laid out again, in which nothing has changed: the best case.
  case relayout
  /// One text of each cell changed, back and forth, and each cell laid out again.
  case change
  /// One text of one cell changed, and this cell laid out.
  case edit
}

extension JobSubject {
  static func node(_ job: NodeJob, _ summary: String) -> JobSubject {
    JobSubject("node.\(job.rawValue)", summary) {
      try NodeWorker(job, $0)
    } check: { input throws(Refusal) in
      let worker = try NodeWorker(job, input)
      // A change alternates between two texts.
      for _ in 0..<2 {
        worker.run(job: 0)
        try worker.table.requireFrames(of: worker.tree)
      }
    }
  }
}

/// A worker with a table of its own.
private final class NodeWorker: Worker {
  private let job: NodeJob
  private let input: BenchmarkInput
  private let range: SizeRange
  private(set) var table: CellTable
  /// Each cell's nodes that are invalidated: all nodes that return specs, the cell itself last.
  private let specNodes: [[DisplayNode]]
  /// The texts that are changed: one of each cell, or one of one cell.
  private var edits: [TextEdit] = []

  init(_ job: NodeJob, _ input: BenchmarkInput) throws(Refusal) {
    self.job = job
    self.input = input
    range = input.range
    table = try CellTable(input)
    specNodes = job == .relayout ? table.cells.map(specNodes(of:)) : []
    switch job {
    case .edit: edits = [try TextEdit(input, of: table)]
    case .change: edits = try TextEdit.ofEachCell(input, of: table)
    case .first, .relayout: break
    }
  }

  func run(job index: Int) {
    switch job {
    case .first:
      for cell in table.cells.indices {
        table.cells[cell] = table.workload.makeCell(cell)
        layOut(cell)
      }
    case .relayout:
      for cell in table.cells.indices {
        for node in specNodes[cell] { node.setNeedsLayout() }
        layOut(cell)
      }
    case .change, .edit:
      for index in edits.indices { edits[index].change() }
      for index in edits.indices { layOut(edits[index].cell) }
    }
  }

  /// Lays a cell out. A method of the table would be called on a copy, which counts references.
  private func layOut(_ cell: Int) { _ = table.cells[cell].layoutThatFits(range) }

  /// The compiled tree with the present text.
  var tree: LayoutTree {
    var tree = input.tree
    for edit in edits { edit.change(&tree) }
    return tree
  }

  /// Returns the checksum of the first text's frames; after the other, one more job is run.
  func resultChecksum() -> Double {
    if edits.first?.isChanged == true { run(job: 0) }
    return layoutChecksum(of: table.layouts.nodeFrames)
  }
}

/// Returns the nodes of a laid out cell that return specs, the cell itself last.
private func specNodes(of cell: DisplayNode) -> [DisplayNode] {
  guard let layout = cell.calculatedLayout else { return [] }
  return cell.nodesOfCalculatedLayout.filter { node in
    guard let element = layout.element(of: node), case .compositeNode = layout.tree.content(of: element)
    else { return false }
    return true
  }.reversed()
}

/// The change of a leaf, as a change of a node's text and back.
private struct TextEdit {
  /// The index of the changed cell.
  let cell: Int
  private let node: TextNode
  /// The texts before and after the change.
  private let texts: [ElementContent]
  private let element: ElementID
  private(set) var isChanged = false

  /// The workload's change of one leaf.
  init(_ input: BenchmarkInput, of table: CellTable) throws(Refusal) {
    let edit = try input.edit()
    let cells = table.elements(of: input.tree)
    guard let cell = cells.firstIndex(where: { $0.contains(edit.element.index) }) else {
      throw Refusal(description: "the leaf that is changed is in no cell")
    }
    self = try TextEdit(cell, cells[cell], edit.element, edit.contents, input, of: table)
  }

  private init(
    _ cell: Int, _ elements: Range<Int>, _ element: ElementID, _ texts: [ElementContent],
    _ input: BenchmarkInput, of table: CellTable
  ) throws(Refusal) {
    guard texts.allSatisfy({ $0.text != nil }) else {
      throw Refusal(description: "the leaf that is changed is no text")
    }
    // A cell's own layout has the texts of its part of the tree, in this order, and nodes around them besides.
    func isText(_ tree: LayoutTree, _ element: ElementID) -> Bool { tree.content(of: element).text != nil }
    let number = (elements.lowerBound..<element.index).count { isText(input.tree, ElementID($0)) }
    guard let layout = table.cells[cell].calculatedLayout,
      let own = layout.tree.elementIDs.filter({ isText(layout.tree, $0) }).dropFirst(number).first,
      let node = table.cells[cell].nodesOfCalculatedLayout.first(where: { layout.element(of: $0) == own })
        as? TextNode
    else {
      throw Refusal(description: "the text that is changed is no node's")
    }
    (self.cell, self.element, self.texts, self.node) = (cell, element, texts, node)
  }

  /// The longest text of each cell, to which a word is added.
  static func ofEachCell(_ input: BenchmarkInput, of table: CellTable) throws(Refusal) -> [TextEdit] {
    var edits: [TextEdit] = []
    for (cell, elements) in table.elements(of: input.tree).enumerated() {
      let texts = elements.compactMap { index in
        let content = input.tree.content(of: ElementID(index))
        return content.text.map { (element: ElementID(index), content, length: $0.string.utf8.count) }
      }
      guard let (element, text, _) = texts.max(by: { $0.length < $1.length }) else {
        throw Refusal(description: "a cell has no text to change")
      }
      edits.append(try TextEdit(cell, elements, element, [text, text.appending(" again")], input, of: table))
    }
    return edits
  }

  /// Gives the node its other text.
  mutating func change() {
    isChanged.toggle()
    switch texts[isChanged ? 1 : 0] {
    case .paragraph(let paragraph): node.attributedText = paragraph.text
    case .text(let text): node.text = text.string
    default: break
    }
  }

  /// Gives the compiled tree the node's text.
  func change(_ tree: inout LayoutTree) {
    tree.setContent(texts[isChanged ? 1 : 0], of: element)
  }
}

extension ElementContent {
  /// A text with its runs; nil for other contents.
  fileprivate var text: AttributedText? {
    switch self {
    case .text(let text): AttributedText(text.string)
    case .paragraph(let paragraph): paragraph.text
    default: nil
    }
  }
}

/// The cells of a table, each with its layout.
private struct CellTable {
  let workload: any NodeWorkload
  var cells: [DisplayNode]
  private let range: SizeRange

  /// Makes every cell, and lays it out.
  init(_ input: BenchmarkInput) throws(Refusal) {
    workload = try input.nodes()
    cells = (0..<workload.cellCount).map(workload.makeCell)
    range = input.range
    for cell in cells.indices { layOut(cell) }
  }

  /// The elements of each cell in the compiled tree.
  func elements(of tree: LayoutTree) -> [Range<Int>] {
    (workload.isOneTree ? [tree.root] : Array(tree.children(of: tree.root))).map { tree.subtree(of: $0) }
  }

  func layOut(_ cell: Int) {
    _ = cells[cell].layoutThatFits(range)
  }

  var layouts: CellLayouts {
    CellLayouts(cells.compactMap { $0.calculatedLayout }, width: range.max.width)
  }

  /// Lays every cell out with its present texts, and returns the frames of the nodes.
  func nodeFrames() -> [Rect] {
    for cell in cells.indices { layOut(cell) }
    return layouts.nodeFrames
  }

  /// Throws a refusal unless the frames equal the compiled tree's.
  func requireFrames(of tree: LayoutTree) throws(Refusal) {
    let expected = tree.layoutThatFits(range)
    let frames =
      workload.isOneTree
      ? layouts.cells[0].tree.elementIDs.map { layouts.cells[0].frame(of: $0) } : layouts.elementFrames
    guard frames == tree.elementIDs.map({ expected.frame(of: $0) }) else {
      throw Refusal(description: "its frames are not those of the compiled tree", isFailure: true)
    }
  }
}

extension BenchmarkInput {
  /// Returns the workload as nodes, as an app has it.
  func nodes() throws(Refusal) -> any NodeWorkload {
    guard let nodes = workload?.nodes(seed: seed) else {
      throw Refusal(description: "it is not written as nodes")
    }
    return nodes
  }
}

// MARK: - By hand

extension JobSubject {
  /// The frames of the same nodes by hand, as in a cell's `layoutSubviews`, which reads its nodes' texts and sizes. Neither
  /// `first` nor `change` knows the words of the texts that it gets; `relayout` does.
  ///
  /// The frames go into an array of each cell, as the engine's frames go into its layout. Neither sets the
  /// `frame` of a node, which applying a layout does.
  ///
  /// - Parameter job: `relayout`, `change` or `first`.
  static func manualNodes(_ job: NodeJob, _ summary: String) -> JobSubject {
    JobSubject(job == .relayout ? "manual.nodes" : "manual.nodes.\(job.rawValue)", summary) {
      try ManualNodesWorker(job, $0)
    } check: { input throws(Refusal) in
      let table = try CellTable(input)
      try table.requireFrames(of: input.tree)
      let worker = try ManualNodesWorker(job, input)
      for _ in 0..<2 {
        worker.run(job: 0)
        guard worker.frames == (worker.table ?? table).nodeFrames() else {
          throw Refusal(description: "its frames are not those of the nodes", isFailure: true)
        }
      }
    }
  }
}

private final class ManualNodesWorker: Worker {
  private let job: NodeJob
  private let workload: any NodeWorkload
  private let width: Double
  /// The table with the nodes whose texts are changed, which the engine knows; nil if the job changes none.
  private(set) var table: CellTable?
  private var cells: [any HandWrittenCell]
  private var edits: [TextEdit] = []

  /// Throws a refusal if the workload's cells are not written by hand.
  init(_ job: NodeJob, _ input: BenchmarkInput) throws(Refusal) {
    (self.job, workload, width) = (job, try input.nodes(), input.range.max.width)
    let nodes: [DisplayNode]
    if job == .change {
      let table = try CellTable(input)
      (edits, nodes, self.table) = (try TextEdit.ofEachCell(input, of: table), table.cells, table)
    } else {
      nodes = (0..<workload.cellCount).map(workload.makeCell)
    }
    cells = nodes.compactMap(workload.makeHandWritten)
    guard cells.count == nodes.count else {
      throw Refusal(description: "its cells are not written by hand")
    }
  }

  func run(job index: Int) {
    for index in edits.indices { edits[index].change() }
    for cell in cells.indices {
      if job == .first, let made = workload.makeHandWritten(workload.makeCell(cell)) { cells[cell] = made }
      cells[cell].layOut(width: width)
    }
  }

  var frames: [Rect] { cells.flatMap { $0.frames } }

  func resultChecksum() -> Double {
    if edits.first?.isChanged == true { run(job: 0) }
    return layoutChecksum(of: frames)
  }
}
