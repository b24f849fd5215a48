import DummyBackend
import PeerProtocol
import SwiftCrossUI

/// A scene that is laid out: its nodes and widgets, and the sizes of its texts.
@MainActor
class SceneLayout {
  typealias Widget = DummyBackend.Widget

  fileprivate static let backend = DummyBackend()
  fileprivate static let environment: EnvironmentValues = {
    let environment = EnvironmentValues(backend: backend)
    return backend.computeRootEnvironment(defaultEnvironment: environment)
      .with(\.window, backend.createWindow(withDefaultSize: nil))
  }()

  private let tree: PeerTree
  /// The numbers of the texts among all texts, by their elements.
  private let numbers: [Int: Int]
  fileprivate var texts: [TextSize]
  fileprivate let proposal: ProposedViewSize

  /// - Parameter textElements: The elements that are texts.
  fileprivate init(_ tree: PeerTree, _ textElements: [Int]) {
    self.tree = tree
    texts = textElements.map { tree.elements[$0].told }
    numbers = Dictionary(uniqueKeysWithValues: zip(textElements, textElements.indices))
    let box = tree.elements[0].box
    proposal = ProposedViewSize(
      Double(box.width.value), box.height.unit == PEER_POINTS ? Double(box.height.value) : nil)
  }

  /// Gives a text another size.
  func edit(_ index: Int, _ element: PeerElement) {
    if let number = numbers[index] { texts[number] = element.told }
  }

  /// Lays the scene out, as after a change of what the root of an app shows.
  func layOut() {}

  fileprivate var root: Widget { preconditionFailure("The scene has a view") }
}

/// A scene whose root is a view of this type.
final class ViewLayout<Root: View>: SceneLayout {
  private let view: ([TextSize]) -> Root
  private let node: ViewGraphNode<Root, DummyBackend>

  /// - Parameter view: Makes the view from the sizes of its texts.
  init(_ tree: PeerTree, texts textElements: [Int], _ view: @escaping ([TextSize]) -> Root) {
    self.view = view
    node = ViewGraphNode(
      for: view(textElements.map { tree.elements[$0].told }), backend: SceneLayout.backend,
      environment: SceneLayout.environment)
    super.init(tree, textElements)
  }

  override func layOut() {
    _ = node.computeLayout(with: view(texts), proposedSize: proposal, environment: Self.environment)
    _ = node.commit()
  }

  override fileprivate var root: Widget { node.widget }
}

extension PeerElement {
  /// The size that the element is told.
  fileprivate var told: TextSize { [Int(box.width.value), Int(box.height.value)] }
}

// MARK: - Frames

extension SceneLayout {
  /// Writes the frames of all elements.
  func read(_ frames: UnsafeMutablePointer<Float>) {
    var part = Part(root)
    part.size = root.size
    write(part, of: 0, to: frames)
  }

  private func write(_ part: Part, of index: Int, to frames: UnsafeMutablePointer<Float>) {
    for (offset, number) in [part.position.x, part.position.y, part.size.x, part.size.y].enumerated() {
      frames[4 * index + offset] = Float(number)
    }
    let element = tree.elements[index]
    let children = UnsafeBufferPointer(start: element.children, count: Int(element.child_count)).map(Int.init)
    guard let first = children.first else { return }
    // A container with space around its only child has the widgets of the child's children somewhere in it.
    if element.box.padding.0 > 0 {
      write(part.inset(holding: Int(tree.elements[first].child_count)), of: first, to: frames)
      return
    }
    var parts = part.parts(children.count)
    // The widget of a spacer has no size: it reaches to the space before the next view.
    for (place, child) in children.enumerated() where tree.elements[child].isSpacer && place + 1 < parts.count
    {
      parts[place].size.x = parts[place + 1].position.x - Int(element.box.gap) - parts[place].position.x
    }
    for (part, child) in zip(parts, children) { write(part, of: child, to: frames) }
  }

  /// A widget and its position in the widget that was asked for it.
  @MainActor
  private struct Part {
    let widget: Widget
    var position: SIMD2<Int>
    var size: SIMD2<Int>

    init(_ widget: Widget, at position: SIMD2<Int> = .zero) {
      (self.widget, self.position, size) = (widget, position, widget.size)
    }

    /// The first widget within the space around this one's content that holds so many children.
    func inset(holding count: Int) -> Part {
      first { $0.position != .zero && $0.container?.children.count == count }
    }

    /// The children of the first widget, this one or further down, that holds so many.
    func parts(_ count: Int) -> [Part] {
      let part = first { $0.container?.children.count == count }
      return (part.container?.children ?? []).map { Part($0.widget, at: $0.position) }
    }

    private var container: DummyBackend.Container? { widget as? DummyBackend.Container }

    /// The first widget of which this is true, this one or further down, at its position in this one: modifiers and views
    /// with a body have containers of one child around it.
    private func first(where isMeant: (Part) -> Bool) -> Part {
      var part = self
      part.position = .zero
      while !isMeant(part) {
        guard let container = part.container, container.children.count == 1 else {
          preconditionFailure("A view has other widgets than it had")
        }
        let (widget, position) = container.children[0]
        part = Part(widget, at: part.position &+ position)
      }
      return part
    }
  }
}

extension PeerElement {
  /// True for an empty box that grows.
  fileprivate var isSpacer: Bool {
    child_count == 0 && box.flex_grow > 0 && box.width.unit == PEER_AUTO && box.height.unit == PEER_AUTO
  }
}
