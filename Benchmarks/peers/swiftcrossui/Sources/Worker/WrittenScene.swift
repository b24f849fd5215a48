import PeerProtocol
import SwiftCrossUI

/// A tree whose views are written down.
enum WrittenScene: CaseIterable {
  case feed
  case messageList
  case textGrid

  /// The scene that a tree is; nil for every other tree.
  init?(_ tree: PeerTree) {
    let elements = UnsafeBufferPointer(start: tree.elements, count: Int(tree.count))
    let scene = WrittenScene.allCases.first { scene in
      let shapes = scene.shapes(in: tree)
      return shapes.count == elements.count && elements[0].box.width.unit == PEER_POINTS
        && zip(elements, shapes).dropFirst().allSatisfy { $0.text == nil && BoxShape($0, like: $1) == $1 }
        && elements[0].box.padding.0 == shapes[0].padding && elements[0].child_count == shapes[0].childCount
        && elements[0].box.row == shapes[0].isRow && elements[0].box.gap == shapes[0].gap
    }
    guard let scene else { return nil }
    self = scene
  }

  @MainActor
  func makeLayout(_ tree: PeerTree) -> SceneLayout {
    let texts = shapes(in: tree).enumerated().compactMap { $1.size == nil ? $0 : nil }
    return switch self {
    case .feed: ViewLayout(tree, texts: texts) { FeedView(posts: RowTexts.rows($0)) }
    case .messageList: ViewLayout(tree, texts: texts) { MessageListView(messages: RowTexts.rows($0)) }
    case .textGrid: ViewLayout(tree, texts: texts) { TextGridView(texts: $0[...]) }
    }
  }

  /// The shapes of all elements, for as many rows as a tree of this many elements has.
  private func shapes(in tree: PeerTree) -> [BoxShape] {
    let count = Int(tree.count)
    switch self {
    case .feed:
      let rows = (count - 1) / Self.post.count
      return [BoxShape(childCount: rows)] + (0..<rows).flatMap { _ in Self.post }
    case .messageList:
      let rows = max(0, count - 2) / Self.message.count
      return [BoxShape(childCount: 1, padding: 20), BoxShape(childCount: rows, gap: 10, flexGrow: 1)]
        + (0..<rows).flatMap { _ in Self.message }
    case .textGrid: return Self.grid
    }
  }

  private static let post = [
    BoxShape(childCount: 1, padding: 12),
    BoxShape(childCount: 2, isRow: true, gap: 8, alignItems: PEER_ALIGN_START, flexGrow: 1),
    BoxShape(size: [40, 40]),
    BoxShape(childCount: 3, gap: 4, flexGrow: 1),
    .text,
    .text,
    BoxShape(childCount: 5, isRow: true, gap: 6, alignItems: PEER_ALIGN_CENTER),
    BoxShape(size: [24, 24]),
    BoxShape(size: [24, 24]),
    BoxShape(size: [24, 24]),
    BoxShape(flexGrow: 1),
    .text,
  ]

  private static let message = [
    BoxShape(childCount: 2, isRow: true, gap: 10, alignItems: PEER_ALIGN_START),
    BoxShape(size: [40, 40]),
    BoxShape(childCount: 2, gap: 10),
    BoxShape(childCount: 2, isRow: true, gap: 10, alignItems: PEER_ALIGN_CENTER, alignSelf: PEER_ALIGN_START),
    .text,
    .text,
    .text,
  ]

  private static let grid: [BoxShape] = {
    func stack(_ count: Int, _ child: [BoxShape], isRow: Bool) -> [BoxShape] {
      [BoxShape(childCount: count, isRow: isRow, gap: 10, flexGrow: 1)] + (0..<count).flatMap { _ in child }
    }
    let column =
      [BoxShape(childCount: 2, isRow: true, gap: 10, flexGrow: 1), BoxShape(size: [5, 0])]
      + [BoxShape(flexGrow: 1, size: nil)]
    let row = stack(2, stack(4, stack(2, column, isRow: true), isRow: true), isRow: true)
    var grid = stack(2, stack(4, stack(2, row, isRow: false), isRow: false), isRow: false)
    grid[0].flexGrow = 0
    return grid
  }()
}
