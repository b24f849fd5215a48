package import LayoutSpecs

/// The spec that a node returns, as a value: specs of every kind in each other, elements of user types, texts that are made
/// anew each time, and nodes by their numbers.
package struct SpecModel: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case node(Int)
    case newText(Scalars)
    case spec
    case leaf(UserLeafModel)
    case stack(StackParameters)
    case inset(EdgeInsets)
    case overlay
    case background
    case center(CenterParameters)
    case relative(RelativeParameters)
    case ratio(Double)
    case absolute(AbsoluteSizing)
    case corner(CornerParameters)
    case wrapper
    case custom(UserSpecModel)
  }

  package var kind: Kind
  package var style = Style()
  package var name: Scalars?
  package var children: [SpecModel] = []

  package init(_ kind: Kind, style: Style = Style(), name: Scalars? = nil, _ children: [SpecModel] = []) {
    (self.kind, self.style, self.name, self.children) = (kind, style, name, children)
  }

  /// The number of children that such an element has; nil if it may have any number.
  package var requiredChildCount: Int? {
    switch kind {
    case .stack, .absolute, .wrapper, .custom: nil
    case .node, .newText, .spec, .leaf: 0
    case .inset, .center, .relative, .ratio: 1
    case .overlay, .background, .corner: 2
    }
  }

  package var isContainer: Bool { requiredChildCount != 0 }

  /// The numbers of the nodes, in pre-order.
  package var nodes: [Int] {
    if case .node(let number) = kind { return [number] }
    return children.flatMap(\.nodes)
  }

  /// The places of all elements, in pre-order: the indices of children that lead to each.
  package var places: [[Int]] {
    [[]] + children.indices.flatMap { index in children[index].places.map { [index] + $0 } }
  }

  package subscript(place: [Int]) -> SpecModel {
    get { place.reduce(self) { $0.children[$1] } }
    set {
      guard let first = place.first else {
        self = newValue
        return
      }
      children[first][Array(place.dropFirst())] = newValue
    }
  }

  /// Takes out an element, and leaves an empty spec in its place if its parent needs a child there.
  package mutating func take(_ place: [Int]) -> SpecModel {
    let (parent, taken) = (Array(place.dropLast()), self[place])
    if self[parent].requiredChildCount == nil {
      self[parent].children.remove(at: place[place.count - 1])
    } else {
      self[place] = SpecModel(.spec)
    }
    return taken
  }

  /// Returns the element, with the nodes of these numbers.
  package func element(_ node: (Int) -> DisplayNode) -> any LayoutElement {
    func styled<Element: LayoutElement>(_ element: Element) -> any LayoutElement {
      var element = element
      element.style = style
      element.debugName = name?.string
      return element
    }
    let children = children.map { $0.element(node) }
    switch kind {
    case .node(let number): return node(number)
    case .newText(let text):
      let node = TextNode(text.string)
      node.style = style
      node.debugName = name?.string
      return node
    case .spec: return styled(LayoutSpec())
    case .leaf(let leaf):
      return leaf.isOfSecondType
        ? styled(UserLeaf<SecondType>(measurement: leaf.measurement))
        : styled(UserLeaf<FirstType>(measurement: leaf.measurement))
    case .stack(let parameters): return styled(StackLayoutSpec(parameters, children: children))
    case .inset(let insets): return styled(InsetLayoutSpec(insets: insets, child: children[0]))
    case .overlay: return styled(OverlayLayoutSpec(child: children[0], overlay: children[1]))
    case .background: return styled(BackgroundLayoutSpec(child: children[0], background: children[1]))
    case .center(let center):
      return styled(
        CenterLayoutSpec(centering: center.centering, sizing: center.sizing, child: children[0]))
    case .relative(let relative):
      return styled(
        RelativeLayoutSpec(
          horizontalPosition: relative.horizontalPosition, verticalPosition: relative.verticalPosition,
          sizing: relative.sizing, child: children[0]))
    case .ratio(let ratio): return styled(RatioLayoutSpec(ratio: ratio, child: children[0]))
    case .absolute(let sizing): return styled(AbsoluteLayoutSpec(sizing: sizing, children: children))
    case .corner(let corner):
      return styled(
        CornerLayoutSpec(
          child: children[0], corner: children[1], location: corner.location, offset: corner.offset,
          wrapsCorner: corner.wrapsCorner))
    case .wrapper: return styled(WrapperLayoutSpec(children: children))
    case .custom(let spec):
      return spec.isOfSecondType
        ? styled(UserSpec<SecondType>(children: children, algorithm: spec.algorithm))
        : styled(UserSpec<FirstType>(children: children, algorithm: spec.algorithm))
    }
  }
}

/// A text as its scalars: Swift calls texts equal that have others.
package struct Scalars: Equatable, Sendable, ExpressibleByStringLiteral {
  package var string: String

  package init(_ string: String) { self.string = string }

  package init(stringLiteral string: String) { self.string = string }

  package static func == (a: Scalars, b: Scalars) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }
}

// MARK: - User types

/// A user's leaf: its type, and a measurement that is `Equatable` or not.
package struct UserLeafModel: Equatable, Sendable {
  package var size: Size
  package var isOfSecondType = false
  package var isEquatable = true

  var measurement: any LeafMeasurement {
    isEquatable ? FoldedMeasurement(size: size) : OpaqueMeasurement(size: size)
  }
}

/// A user's spec: its type, and an algorithm that is `Equatable` or not, or of a subclass that inherits being equal.
package struct UserSpecModel: Equatable, Sendable {
  package enum Algorithm: CaseIterable, Sendable {
    case row
    case column
    case opaque
  }

  package var gap: Double
  package var isOfSecondType = false
  package var kind = Algorithm.row

  var algorithm: any LayoutAlgorithm {
    switch kind {
    case .row: RowAlgorithm(gap: gap)
    case .column: ColumnAlgorithm(gap: gap)
    case .opaque: OpaqueAlgorithm(gap: gap)
    }
  }
}

private enum FirstType {}
private enum SecondType {}

private struct UserLeaf<Kind>: LeafElement {
  var style = Style()
  var debugName: String?
  let measurement: any LeafMeasurement
}

private struct UserSpec<Kind>: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  let children: [any LayoutElement]
  let algorithm: any LayoutAlgorithm
}

/// Twice as high where it has no room for its width.
private func folded(_ size: Size, in constrainedSize: Size) -> Size {
  Size(
    min(size.width, constrainedSize.width), constrainedSize.width < size.width ? 2 * size.height : size.height
  )
}

private struct FoldedMeasurement: LeafMeasurement, Equatable {
  let size: Size

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size { folded(size, in: constrainedSize) }
}

private struct OpaqueMeasurement: LeafMeasurement {
  let size: Size

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size { folded(size, in: constrainedSize) }
}

private class RowAlgorithm: LayoutAlgorithm, Equatable, @unchecked Sendable {
  let gap: Double

  init(gap: Double) { self.gap = gap }

  static func == (a: RowAlgorithm, b: RowAlgorithm) -> Bool { a.gap == b.gap }

  /// How far the next child is from one of this size.
  func step(_ size: Size) -> Point { Point(size.width + gap, 0) }

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    place(children, in: constrainedSize, step)
  }
}

private final class ColumnAlgorithm: RowAlgorithm, @unchecked Sendable {
  override func step(_ size: Size) -> Point { Point(0, size.height + gap) }
}

private struct OpaqueAlgorithm: LayoutAlgorithm {
  let gap: Double

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    place(children, in: constrainedSize) { Point($0.width + gap, gap) }
  }
}

private func place(
  _ children: borrowing ChildLayouts, in constrainedSize: SizeRange, _ step: (Size) -> Point
) -> Size {
  var (position, size) = (Point.zero, Size.zero)
  for child in 0..<children.count {
    let room = max(0, min(constrainedSize.max.width, 400) - position.x)
    let own = children.measure(child, in: SizeRange(max: Size(room, .infinity)))
    children.place(child, at: position)
    size = Size(max(size.width, position.x + own.width), max(size.height, position.y + own.height))
    let step = step(own)
    position = Point(position.x + step.x, position.y + step.y)
  }
  return size
}
