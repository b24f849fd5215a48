import DummyBackend
import PeerProtocol
import SwiftCrossUI

/// The views of a feed: their nodes and widgets, and the posts that are shown.
@MainActor
final class FeedLayout {
  typealias Widget = DummyBackend.Widget

  private static let backend = DummyBackend()
  private static let environment: EnvironmentValues = {
    let environment = EnvironmentValues(backend: backend)
    return backend.computeRootEnvironment(defaultEnvironment: environment)
      .with(\.window, backend.createWindow(withDefaultSize: nil))
  }()

  /// The number of elements of a post.
  static let cellSize = 12
  /// The texts' places among them.
  private static let textPlaces = [4, 5, 11]

  private var posts: [Post]
  private let width: Double
  private let node: ViewGraphNode<FeedView, DummyBackend>

  init(_ tree: PeerTree) {
    posts = (0..<(Int(tree.count) - 1) / Self.cellSize).map { index in
      let texts = Self.textPlaces.map { tree.elements[1 + index * Self.cellSize + $0].told }
      return Post(id: index, texts: texts)
    }
    width = Double(tree.elements[0].box.width.value)
    node = ViewGraphNode(
      for: FeedView(posts: posts), backend: Self.backend, environment: Self.environment)
  }

  /// Gives a text another size.
  func edit(_ index: Int, _ element: PeerElement) {
    let (post, place) = (index - 1).quotientAndRemainder(dividingBy: Self.cellSize)
    posts[post].texts[Self.textPlaces.firstIndex(of: place)!] = element.told
  }

  /// Lays the posts out, as after a change of what the root of an app shows.
  func layOut() {
    _ = node.computeLayout(
      with: FeedView(posts: posts), proposedSize: ProposedViewSize(width, nil), environment: Self.environment)
    _ = node.commit()
  }
}

// MARK: - Frames

extension FeedLayout {
  /// Writes the frames of all elements.
  func read(_ frames: UnsafeMutablePointer<Float>) {
    var next = frames
    func write(_ x: Int, _ y: Int, _ size: SIMD2<Int>) {
      for number in [x, y, size.x, size.y] {
        next.pointee = Float(number)
        next += 1
      }
    }
    func write(_ part: Part) { write(part.position.x, part.position.y, part.widget.size) }

    let root = node.widget
    write(0, 0, root.size)
    guard !posts.isEmpty else { return }
    for cell in Part(root).parts(posts.count) {
      write(cell)
      let row = Part(cell.widget).parts(2)
      write(cell.child(holding: 2))
      write(row[0])
      write(row[1])
      let column = Part(row[1].widget).parts(3)
      for part in column { write(part) }
      let items = Part(column[2].widget).parts(5)
      for (index, item) in items.enumerated() {
        guard index == 3 else {
          write(item)
          continue
        }
        // The widget of a spacer has no size: it reaches to the space before the next item.
        write(item.position.x, item.position.y, [items[4].position.x - 6 - item.position.x, 0])
      }
    }
  }

  /// A widget and its position in the widget that was asked for it.
  @MainActor
  private struct Part {
    let widget: Widget
    var position: SIMD2<Int> = .zero

    init(_ widget: Widget, at position: SIMD2<Int> = .zero) {
      (self.widget, self.position) = (widget, position)
    }

    /// The first widget with so many children: modifiers and views with a body have containers of one child around it.
    func child(holding count: Int) -> Part {
      var part = self
      part.position = .zero
      while let container = part.widget as? DummyBackend.Container, container.children.count != count {
        precondition(container.children.count == 1, "A view has other widgets than it had")
        let (widget, position) = container.children[0]
        part = Part(widget, at: part.position &+ position)
      }
      return part
    }

    /// The children of that widget.
    func parts(_ count: Int) -> [Part] {
      let container = child(holding: count).widget as! DummyBackend.Container
      return container.children.map { Part($0.widget, at: $0.position) }
    }
  }
}

extension PeerElement {
  /// The size that the element is told.
  fileprivate var told: SIMD2<Int> { [Int(box.width.value), Int(box.height.value)] }
}
