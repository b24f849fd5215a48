/// The nodes of a tree that are expanded while it is laid out, because what they hold depends on the size they get.
///
/// Each keeps what it was expanded to, by the range that it was asked for, for the length of one layout. It belongs to the thread that
/// lays the tree out.
final class DeferredNodes {
  private var entries: [Entry] = []
  private let session: LayoutSession

  private struct Entry {
    let node: DisplayNode
    var expansions: [NodeExpansion] = []
    /// What the node holds in the range that counts; nil where it got no layout.
    var settled: NodeExpansion?
  }

  init(session: LayoutSession) {
    self.session = session
  }

  /// Takes a node in, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    return entries.count - 1
  }

  /// The node's size in this range, in points.
  func measure(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) -> Size {
    expansion(number, in: range, pixelGrid).size
  }

  /// Notes that this range is the one that counts.
  func settle(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) {
    entries[number].settled = expansion(number, in: range, pixelGrid)
  }

  /// What each node holds in the end, by its number; nil where it got no layout.
  var settled: [NodeExpansion?] { entries.map(\.settled) }

  /// What nodes answered, by their number, but for the answer that counts where the spec is known that it comes of. Mostly a node is asked once,
  /// and there is nothing.
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
