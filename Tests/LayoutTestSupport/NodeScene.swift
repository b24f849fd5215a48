package import LayoutSpecs

/// A tree of nodes as a value: nodes with their properties, and with what they return, each by a number.
///
/// `SceneNodes` makes the nodes, and later changes them to the nodes of another scene, as an app does. New nodes of the
/// same scene are the oracle: a node that is laid out again has their layout.
package struct NodeScene: Sendable {
  package struct Node: Equatable, Sendable {
    package var kind: Kind
    package var style = Style()
    package var name: Scalars?
    package var direction: Traits.LayoutDirection?
    package var scale: Double?
    /// True for texts of accessibility sizes, and false for usual ones: parts look at that.
    package var hasLargeTexts: Bool?
    /// A style and a text that the node around it sets while it is asked for its spec; nil for none.
    package var styleWhileAsked: Style?
    package var textWhileAsked: Scalars?
    /// True if the height in that style is a half of the range in which the node around it is asked.
    package var isStyledByRange = false
  }

  package enum Kind: Equatable, Sendable {
    case plain
    case text(Scalars, TextKind)
    case image(Size?)
    case lateImage(Size?)
    case area(Double)
    case button(Scalars)
    /// A node with a spec; nil for one that has none.
    case part(PartClass, SpecModel?)
  }

  package enum TextKind: CaseIterable, Sendable {
    case plain
    case subclass
    case limited
    case attributed
    case prepared
  }

  package enum PartClass: CaseIterable, Sendable {
    case first
    case second
    case block
    case scroll
  }

  package var nodes: [Int: Node]
  package let root = 0

  /// The spec of a part; nil if it has none, or the node is no part.
  package func spec(of number: Int) -> SpecModel? {
    if case .part(_, let spec)? = nodes[number]?.kind { return spec }
    return nil
  }

  package mutating func setSpec(_ spec: SpecModel?, of number: Int) {
    if case .part(let kind, _)? = nodes[number]?.kind { nodes[number]?.kind = .part(kind, spec) }
  }

  /// The numbers of the nodes that lie in the tree, the root first.
  package var shown: [Int] {
    var (found, next) = ([root], 0)
    while next < found.count {
      found += spec(of: found[next])?.nodes ?? []
      next += 1
    }
    return found
  }

  /// The parts with a spec that lie in the tree.
  package var parts: [Int] { shown.filter { spec(of: $0) != nil } }
}

/// The nodes of a scene.
package final class SceneNodes {
  private var scene = NodeScene(nodes: [:])
  private var nodes: [Int: DisplayNode] = [:]

  package init(_ scene: NodeScene) { update(to: scene) }

  package var root: DisplayNode { nodes[scene.root]! }

  package subscript(number: Int) -> DisplayNode? { nodes[number] }

  /// Changes the nodes' properties to the properties in another scene, and makes the nodes that are new or of another class.
  package func update(to new: NodeScene) {
    let old = exchangeScene(with: new)
    var madeAnew = Set<Int>()
    for (number, node) in new.nodes where old.nodes[number].map({ !hasClass($0.kind, of: node.kind) }) ?? true
    {
      let made = make(node.kind)
      if made is any ScenePart { made.automaticallyManagesSubnodes = true }
      nodes[number] = made
      madeAnew.insert(number)
    }
    for number in new.nodes.keys.sorted() {
      guard let node = nodes[number], let model = new.nodes[number] else { continue }
      set(model, of: node, after: madeAnew.contains(number) ? nil : old.nodes[number])
    }
    for number in new.nodes.keys.sorted() {
      guard case .part(_, let spec)? = new.nodes[number]?.kind, let part = nodes[number] as? any ScenePart
      else {
        continue
      }
      let below = spec?.nodes ?? []
      let isOther =
        madeAnew.contains(number) || spec != old.spec(of: number)
        || below.contains {
          madeAnew.contains($0) || new.nodes[$0]?.styleWhileAsked != old.nodes[$0]?.styleWhileAsked
            || new.nodes[$0]?.textWhileAsked != old.nodes[$0]?.textWhileAsked
            || new.nodes[$0]?.isStyledByRange != old.nodes[$0]?.isStyledByRange
        }
      guard isOther else { continue }
      part.content.withLock {
        $0.spec = spec
        $0.nodes = Dictionary(uniqueKeysWithValues: below.map { ($0, nodes[$0]!) })
        $0.whileAsked = below.compactMap { number in
          guard let model = new.nodes[number],
            model.styleWhileAsked != nil || model.textWhileAsked != nil
          else { return nil }
          return (nodes[number]!, model.styleWhileAsked, model.isStyledByRange, model.textWhileAsked?.string)
        }
      }
      part.setNeedsLayout()
    }
  }

  private func exchangeScene(with new: NodeScene) -> NodeScene {
    defer { scene = new }
    return scene
  }

  private func hasClass(_ a: NodeScene.Kind, of b: NodeScene.Kind) -> Bool {
    switch (a, b) {
    case (.plain, .plain), (.image, .image), (.lateImage, .lateImage), (.area, .area), (.button, .button):
      true
    case (.text(_, let a), .text(_, let b)): (a == .subclass) == (b == .subclass)
    case (.part(let a, _), .part(let b, _)): a == b
    default: false
    }
  }

  private func make(_ kind: NodeScene.Kind) -> DisplayNode {
    switch kind {
    case .plain: DisplayNode()
    case .text(_, .subclass): FoldedTextNode()
    case .text: TextNode()
    case .image(let size): ImageNode(imageSize: size)
    case .lateImage: NetworkImageNode()
    case .area(let area): AreaNode(area: area)
    case .button(let title): ButtonNode(title: title.string)
    case .part(.first, _): FirstPart()
    case .part(.second, _): SecondPart()
    case .part(.block, _): BlockPart()
    case .part(.scroll, _): ScrollPart()
    }
  }

  private func set(_ model: NodeScene.Node, of node: DisplayNode, after old: NodeScene.Node?) {
    if let style = model.styleWhileAsked {
      // As the node around it has set it, if it was asked.
      if old?.styleWhileAsked == nil { node.style = style }
    } else if old?.isStyledByRange ?? false || model.style != (old?.styleWhileAsked ?? old?.style) {
      node.style = model.style
    }
    if model.name != old?.name { node.debugName = model.name?.string }
    if model.direction != old?.direction || model.scale != old?.scale
      || model.hasLargeTexts != old?.hasLargeTexts
    {
      node.traitOverrides = Traits {
        if let direction = model.direction { $0.layoutDirection = direction }
        if let scale = model.scale { $0.displayScale = scale }
        if let isLarge = model.hasLargeTexts {
          $0.contentSizeCategory = isLarge ? .accessibilityLarge : .medium
        }
      }
    }
    // As with the style.
    let isOther =
      model.kind != old?.kind || (model.textWhileAsked == nil) != (old?.textWhileAsked == nil)
    switch (model.kind, node) {
    case (.text(let text, let kind), let node as TextNode) where isOther:
      let text = (model.textWhileAsked ?? text).string
      let metrics: any TextMetrics = kind == .prepared ? SquareMetrics() : MonospaceMetrics()
      if old.map({ $0.kind.textKind != kind }) ?? true {
        node.metrics = metrics
        node.maximumLineCount = kind == .limited ? 2 : 0
      }
      if kind == .attributed {
        node.attributedText = AttributedText([TextRun(text), TextRun("!", font: TextFont(weight: 700))])
      } else {
        node.text = text
      }
    case (.image(let size), let node as ImageNode) where isOther: node.imageSize = size
    case (.lateImage(let size), let node as NetworkImageNode) where isOther: node.setContentSize(size)
    case (.area(let area), let node as AreaNode) where isOther: node.area = area
    case (.button(let title), let node as ButtonNode) where isOther: node.setTitle(title.string)
    default: break
    }
  }
}

extension NodeScene.Kind {
  fileprivate var textKind: NodeScene.TextKind? {
    if case .text(_, let kind) = self { return kind }
    return nil
  }
}

// MARK: - Nodes

/// The spec that a part returns, and the properties that it sets meanwhile.
private struct PartContent {
  var spec: SpecModel?
  var nodes: [Int: DisplayNode] = [:]
  var whileAsked: [(node: DisplayNode, style: Style?, isByRange: Bool, text: String?)] = []

  func element(in range: SizeRange, _ traits: Traits) -> (any LayoutElement)? {
    for (node, style, isByRange, text) in whileAsked {
      if var style {
        if isByRange { style.height = .points(range.max.height < .infinity ? range.max.height / 2 : 33) }
        node.style = style
      }
      if let text { (node as? TextNode)?.text = text }
    }
    let element = spec?.element { nodes[$0]! }
    guard let element, traits.contentSizeCategory.isAccessibilityCategory else { return element }
    return InsetLayoutSpec(insets: EdgeInsets(5), child: element)
  }
}

extension LockedValue<PartContent> {
  /// Returns the part's element, made without the lock: user code takes it too.
  fileprivate func element(in range: SizeRange, _ traits: Traits) -> (any LayoutElement)? {
    let content = withLock { $0 }
    return content.element(in: range, traits)
  }
}

private protocol ScenePart: DisplayNode {
  var content: LockedValue<PartContent> { get }
}

private class FirstPart: DisplayNode, ScenePart, @unchecked Sendable {
  let content = LockedValue(PartContent())

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    content.element(in: constrainedSize, traits)
  }
}

/// Of another class, which says the same.
private final class SecondPart: FirstPart, @unchecked Sendable {}

private final class ScrollPart: ScrollNode, ScenePart, @unchecked Sendable {
  let content = LockedValue(PartContent())

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    content.element(in: constrainedSize, traits)
  }
}

/// A node whose block is asked.
private final class BlockPart: DisplayNode, ScenePart, @unchecked Sendable {
  let content = LockedValue(PartContent())

  override init() {
    super.init()
    layoutSpecBlock = { [content] node, range in content.element(in: range, node.traits) ?? LayoutSpec() }
  }
}

/// A text that is measured by user code: a point higher than others.
private final class FoldedTextNode: TextNode, @unchecked Sendable {
  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let size = super.calculateSizeThatFits(constrainedSize)
    return Size(size.width, size.height + 1)
  }
}

/// Metrics that prepare texts: each character is as wide as it is high, with lines that have baselines.
private struct SquareMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size {
    Paragraph(AttributedText(text), metrics: self)?.extent(maxWidth: maxWidth).size ?? .zero
  }

  func preparedText(of text: AttributedText) -> PreparedText? {
    let words = text.string.split(separator: " ", omittingEmptySubsequences: false)
    return PlainText(
      segments: words.map { word in
        PlainText.Segment(
          clusters: word.unicodeScalars.map { PlainText.Cluster(width: 11, string: String($0)) }, space: 4,
          breakAfter: .allowed, end: " ")
      }, hyphen: 5
    ).prepared
  }
}
