/// The nodes of a tree that are expanded during the layout, because their content depends on their size.
///
/// For the time of one layout, each keeps its expansions by range. This belongs to the layout's thread.
final class DeferredNodes {
  private var entries: [Entry] = []
  private let session: LayoutSession

  private struct Entry {
    let node: DisplayNode
    var expansions: [NodeExpansion] = []
    /// The expansion in the final range; nil if the node got no layout.
    var settled: NodeExpansion?
  }

  init(session: LayoutSession) {
    self.session = session
  }

  /// Adds a node, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    return entries.count - 1
  }

  /// Returns the node's size in this range, in points.
  func size(of number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) -> Size {
    expansion(number, in: range, pixelGrid).size
  }

  /// Makes this range the final one.
  func settle(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) {
    entries[number].settled = expansion(number, in: range, pixelGrid)
  }

  /// Each node's expansion in the final range, by its number; nil if it got no layout.
  var settled: [NodeExpansion?] { entries.map(\.settled) }

  /// The answers of nodes, by their number, except the final one if its spec is known. Usually a node is
  /// expanded once, and there are none.
  var otherAnswers: [Int: [NodeAnswer]] {
    var answers: [Int: [NodeAnswer]] = [:]
    for (number, entry) in entries.enumerated() {
      for expansion in entry.expansions where expansion.content == nil || expansion !== entry.settled {
        answers[number, default: []].append(NodeAnswer(range: expansion.range, size: expansion.size))
      }
    }
    return answers
  }

  private func expansion(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) -> NodeExpansion {
    if let known = entries[number].expansions.first(where: { $0.range == range }) { return known }
    let expansion = session.expand(entries[number].node, in: range, pixelGrid)
    entries[number].expansions.append(expansion)
    return expansion
  }
}
