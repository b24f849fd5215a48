import LayoutSpecs
import LayoutWorkloads

extension JobSubject {
  /// The tree written through the builder, and not laid out.
  static var tree: JobSubject {
    JobSubject("spec.tree", "the engine: a tree written through the builder, not laid out") { input in
      let steps = TreeSteps(input.tree)
      var tree: LayoutTree?
      return JobWorker {
        tree = steps.tree()
      } checksum: {
        tree?.layoutThatFits(input.range).checksum ?? .nan
      }
    }
  }
}

/// The steps that write a tree, in place of a program's own code that builds one.
struct TreeSteps {
  private enum Step {
    case begin(Int, style: Int)
    case add(Int, style: Int)
    case end
  }

  private let pixelGrid: PixelGrid
  private let capacity: Int
  private var steps: [Step] = []
  private var contents: [ElementContent] = []
  private var styles: [Style] = []

  /// - Parameter replacing: Returns the content to write in place of another; by default the same.
  init(_ tree: LayoutTree, replacing: (ElementContent) -> ElementContent = { $0 }) {
    pixelGrid = tree.pixelGrid
    capacity = tree.elementCount
    var places: [Style: Int] = [:]
    var openEnds: [Int] = []
    for id in tree.elementIDs {
      while let end = openEnds.last, end == id.index {
        steps.append(.end)
        openEnds.removeLast()
      }
      let style = tree.style(of: id)
      let place = places[style] ?? styles.count
      if place == styles.count {
        places[style] = place
        styles.append(style)
      }
      let content = replacing(tree.content(of: id))
      if content.kind.requiredChildCount == 0 {
        steps.append(.add(contents.count, style: place))
      } else {
        steps.append(.begin(contents.count, style: place))
        openEnds.append(tree.subtree(of: id).upperBound)
      }
      contents.append(content)
    }
    steps += openEnds.map { _ in .end }
  }

  /// Writes the tree.
  func tree() -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: pixelGrid, capacity: capacity)
    let interned = styles.map { builder.intern($0) }
    // A program has a content at hand. An array's element is copied to be read; passed as `inout`, it is read in place.
    contents.withUnsafeBufferPointer { buffer in
      let contents = UnsafeMutableBufferPointer(mutating: buffer)
      for step in steps {
        switch step {
        case .begin(let place, let style): builder.begin(&contents[place], interned[style])
        case .add(let place, let style): builder.add(&contents[place], interned[style])
        case .end: builder.end()
        }
      }
    }
    return builder.finish()
  }
}

extension LayoutTreeBuilder {
  fileprivate mutating func begin(_ content: inout ElementContent, _ style: StyleID) {
    begin(content, style: style)
  }

  fileprivate mutating func add(_ content: inout ElementContent, _ style: StyleID) {
    add(content, style: style)
  }
}

// MARK: - Specs and nodes

/// The last step of making a layout.
enum BuildStep {
  case specs
  case compile
  case layout
  /// The layout of arrays of elements of any type, as for a tree that is only known at run time.
  case layoutOfAny
}

extension JobSubject {
  /// The deepest tree. Elements are made recursively, from the top down.
  private static let deepestTree = 500

  /// The work of an app: makes specs, of the types that the program wrote, and nodes, compiles and lays them out. The
  /// difference of two steps is the cost of the later one.
  static func build(_ lastStep: BuildStep, _ name: String, _ summary: String) -> JobSubject {
    JobSubject(name, summary) { input in
      let makeElement = try input.elementMaker(for: lastStep)
      let (pixelGrid, traits) = (input.tree.pixelGrid, input.traits)
      var element: (any LayoutElement)?
      var tree: LayoutTree?
      var layout: Layout?
      return JobWorker {
        switch lastStep {
        case .specs: element = makeElement()
        case .compile: tree = makeElement().compiled(pixelGrid: pixelGrid)
        case .layout, .layoutOfAny: layout = makeElement().layoutThatFits(input.range, traits: traits)
        }
      } checksum: {
        let tree = tree ?? element?.compiled(pixelGrid: pixelGrid)
        return (layout ?? tree?.layoutThatFits(input.range))?.checksum ?? .nan
      }
    } check: { input throws(Refusal) in
      guard input.tree.depth <= deepestTree else {
        throw Refusal(description: "specs in specs are made \(deepestTree) levels deep at most")
      }
      let makeElement = try input.elementMaker(for: lastStep)
      let layout = makeElement().layoutThatFits(input.range, traits: input.traits)
      let expected = input.tree.layoutThatFits(input.range)
      // A composite node without a layout is never asked for its spec. The trees differ then, and the frames
      // need not be equal.
      guard layout.checksum == expected.checksum || layout.tree.elementCount != input.tree.elementCount else {
        throw Refusal(description: "its frames are not those of the compiled tree")
      }
      guard lastStep == .layout || lastStep == .layoutOfAny || makeElement().compiled() != nil else {
        throw Refusal(description: "its composite nodes are compiled while they are laid out")
      }
    }
  }
}

extension BenchmarkInput {
  /// The traits with the tree's pixels: none at one pixel per point, as most programs that measure set none.
  fileprivate var traits: Traits {
    tree.pixelGrid.scale == 1 ? Traits() : Traits { $0.displayScale = tree.pixelGrid.scale }
  }

  /// Returns code that makes the specs and nodes anew: the workload's own, or code that makes the tree's.
  fileprivate func elementMaker(for step: BuildStep) throws(Refusal) -> () -> any LayoutElement {
    if step != .layoutOfAny, let make = ownElementMaker { return make }
    if step == .layout {
      throw Refusal(description: "it is not written as specs; spec.build.any makes those of its tree")
    }
    let holdsCode = tree.elementIDs.contains { id in
      switch tree.content(of: id) {
      case .measured, .custom: true
      default: false
      }
    }
    if holdsCode {
      throw Refusal(description: "the tree holds code of its own, which no spec is known for")
    }
    let recipe = ElementRecipe(tree, tree.root)
    return { recipe.element }
  }

  /// The workload's own code that makes its specs and nodes; nil if there is none.
  private var ownElementMaker: (() -> any LayoutElement)? {
    let seed = seed
    if let workload, workload.element(seed: seed) != nil {
      return { workload.element(seed: seed) ?? LayoutSpec() }
    }
    guard let nodes = workload?.nodes(seed: seed), nodes.makeElement() != nil else { return nil }
    return { nodes.makeElement() ?? LayoutSpec() }
  }
}

/// The knowledge of a program that makes specs and nodes, without these objects.
private final class ElementRecipe: Sendable {
  let content: ElementContent
  let style: Style
  let children: [ElementRecipe]

  init(_ tree: LayoutTree, _ id: ElementID) {
    content = tree.content(of: id)
    style = tree.style(of: id)
    children = tree.children(of: id).map { ElementRecipe(tree, $0) }
  }

  /// Makes the specs and nodes.
  var element: any LayoutElement {
    var element = plainElement
    element.style = style
    return element
  }

  private var plainElement: any LayoutElement {
    switch content {
    case .wrapper: WrapperLayoutSpec(children: children.map { $0.element })
    case .stack(let parameters): StackLayoutSpec(parameters, children: children.map { $0.element })
    case .inset(let insets): InsetLayoutSpec(insets: insets, child: children[0].element)
    case .overlay: OverlayLayoutSpec(child: children[0].element, overlay: children[1].element)
    case .background: BackgroundLayoutSpec(child: children[0].element, background: children[1].element)
    case .center(let center):
      CenterLayoutSpec(centering: center.centering, sizing: center.sizing, child: children[0].element)
    case .relative(let relative):
      RelativeLayoutSpec(
        horizontalPosition: relative.horizontalPosition, verticalPosition: relative.verticalPosition,
        sizing: relative.sizing, child: children[0].element)
    case .ratio(let ratio): RatioLayoutSpec(ratio: ratio, child: children[0].element)
    case .absolute(let sizing): AbsoluteLayoutSpec(sizing: sizing, children: children.map { $0.element })
    case .corner(let corner):
      CornerLayoutSpec(
        child: children[0].element, corner: children[1].element, location: corner.location,
        offset: corner.offset, wrapsCorner: corner.wrapsCorner)
    case .spec: LayoutSpec()
    case .node: DisplayNode()
    case .sizedNode(let size): ImageNode(imageSize: size)
    case .compositeNode: DisplayNode { [children] _, _ in children[0].element }
    case .text(let text):
      TextNode(text.string, metrics: MonospaceMetrics(advance: text.advance, lineHeight: text.lineHeight))
    case .paragraph(let paragraph): textNode(paragraph)
    case .measured, .custom: preconditionFailure("Trees with code of the user's are refused")
    }
  }
}

private func textNode(_ paragraph: Paragraph) -> TextNode {
  let node = TextNode(attributedText: paragraph.text, metrics: paragraph.metrics)
  node.paragraphStyle = paragraph.style
  return node
}
