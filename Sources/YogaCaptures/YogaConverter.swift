import LayoutDocuments
import LayoutSpecs

/// Writes the elements of a capture into a tree.
///
/// Every visible element becomes a node, named after its place: `0` is the root, `0.2` its third child. A
/// node with children is a composite node; the specs between it and the nodes of its children lay them out:
///
/// ```text
/// node 0.2                 the element's box: its size and its flex factors
///   overlay                if children are absolute: the flow, then those
///     inset                if there is padding or a border
///       stack              the flow
///         inset            if a child has a margin across, or a relative position
///           node 0.2.0
/// ```
struct YogaConverter: ~Copyable {
  var builder: LayoutTreeBuilder
  let grid: PixelGrid
  var losses = LossCounter()
  /// The number of elements in the capture.
  private(set) var elementCount = 0

  private init(_ capture: YogaCapture) {
    grid = PixelGrid(scale: capture.root.pointScaleFactor ?? 1)
    builder = LayoutTreeBuilder(pixelGrid: grid)
  }

  /// Converts a capture to a document.
  static func convert(_ capture: YogaCapture, name: String?) -> (document: SpecDocument, report: ImportReport)
  {
    var converter = YogaConverter(capture)
    let (range, space) = converter.rootRange(of: capture)
    converter.emit(capture.root, "0", YogaPlacement(space: space))
    let (count, approximations) = (converter.elementCount, converter.losses.approximations)
    let document = SpecDocument(name: name, constrainedSize: range, tree: converter.builder.finish())
    let report = ImportReport(
      captureElementCount: count, documentElementCount: document.tree.elementCount,
      approximations: approximations)
    return (document, report)
  }
}

// MARK: - The root

extension YogaConverter {
  /// The sizes that the root may take: exactly its own, else up to its maximum, else the available one.
  private mutating func rootRange(of capture: YogaCapture) -> (SizeRange, YogaSpace) {
    let style = capture.root.style
    if capture.ownerDirection == .rtl || style.direction == .rtl { losses.count(.rightToLeft) }
    let ends = [style.margin.resolved, style.position.resolved].flatMap {
      [$0.top, $0.left, $0.bottom, $0.right]
    }
    if ends.contains(where: { $0.isDefined && $0 != .points(0) && $0 != .fraction(0) }) {
      losses.count(.rootOffset)
    }
    let (width, lowWidth, highWidth) = rootLength(style, .horizontal, capture.availableWidth)
    let (height, lowHeight, highHeight) = rootLength(style, .vertical, capture.availableHeight)
    return (
      SizeRange(min: Size(lowWidth, lowHeight), max: Size(highWidth, highHeight)),
      YogaSpace(width: width, height: height)
    )
  }

  private func rootLength(
    _ style: YogaStyle, _ axis: BoxAxis, _ available: Double?
  ) -> (YogaRoom, low: Double, high: Double) {
    let minimum = grid.snapped(style.minimum(axis).resolved(in: available) ?? 0)
    let maximum = style.maximum(axis).resolved(in: available).map(grid.snapped)
    var exact = style.size(axis).resolved(in: available)
    if exact == nil && maximum == nil { exact = available }
    if let exact {
      let length = max(minimum, min(maximum ?? .infinity, grid.snapped(exact)))
      return (.exact(length), length, length)
    }
    guard let maximum else { return (.unlimited, minimum, .infinity) }
    return minimum >= maximum ? (.exact(minimum), minimum, minimum) : (.atMost(maximum), minimum, maximum)
  }
}

// MARK: - Elements

extension YogaConverter {
  /// Counts an element, and the losses that do not depend on its place.
  private mutating func count(_ node: YogaNode) {
    elementCount += 1
    if let scale = node.pointScaleFactor, scale != grid.scale { losses.count(.otherScale) }
    if !node.experimentalFeatures.isEmpty { losses.count(.features) }
    if node.style.direction == .rtl { losses.count(.rightToLeft) }
  }

  /// Writes a node and the specs around it. The outermost of them has the properties for the stack.
  private mutating func emit(_ node: YogaNode, _ name: String, _ placement: YogaPlacement) {
    count(node)
    var specs: [(content: ElementContent, style: Style)] = []
    var inner = placement.inner
    if let stack = placement.acrossStack { specs.append((.stack(stack), Style())) }
    if placement.hasInsets {
      var spacing = Style()
      swap(&spacing.spacingBefore, &inner.spacingBefore)
      swap(&spacing.spacingAfter, &inner.spacingAfter)
      specs.append((.inset(grid.snapped(placement.insets)), spacing))
    }
    if let ratio = openRatio(of: node) {
      specs.append((.ratio(1 / ratio), inner))
      inner = Style()
    }
    if specs.isEmpty {
      inner = inner.taking(stackPropertiesOf: placement.outer)
    } else {
      specs[0].style = specs[0].style.taking(stackPropertiesOf: placement.outer)
    }
    for spec in specs { builder.begin(spec.content, style: spec.style) }
    emitBox(node, name, inner, placement.space)
    for _ in specs { builder.end() }
  }

  /// An aspect ratio that only the layout can resolve; nil if there is none.
  private func openRatio(of node: YogaNode) -> Double? {
    guard let ratio = node.style.aspectRatio, !node.style.width.isDefined || !node.style.height.isDefined,
      node.style.width.points == nil, node.style.height.points == nil
    else { return nil }
    return ratio
  }

  private mutating func emitBox(_ node: YogaNode, _ name: String, _ style: Style, _ space: YogaSpace) {
    let whole = space.width.points
    let border = resolvedEdges(node.style.border, whole: whole, losses: &losses).notNegative
    let padding = resolvedEdges(node.style.padding, whole: whole, losses: &losses).notNegative + border
    let shown = node.children.contains { $0.style.display == .flex }
    guard shown else {
      let content = node.isMeasured ? measuredSize(of: node) : .zero
      builder.add(.sizedNode(leafSize(content, padding)), style: style, name: name)
      for child in node.children { omit(child) }
      return
    }
    builder.begin(.compositeNode, style: style, name: name)
    let places = absolutePlaces(in: node)
    if !places.isEmpty { builder.begin(.overlay) }
    if padding != PointEdges() { builder.begin(.inset(grid.snapped(padding))) }
    var inside = space
    for axis in BoxAxis.allCases { inside[axis] = space[axis].less(padding.sum(axis)) }
    emitFlow(of: node, name, inside)
    if padding != PointEdges() { builder.end() }
    if places.count > 1 { builder.begin(.wrapper) }
    for place in places {
      losses.beginElement()
      if place < node.children.lastIndex(where: \.isInFlow) ?? -1 { losses.count(.order) }
      emitAbsolute(node.children[place], "\(name).\(place)", in: node, border: border, space: space)
    }
    if places.count > 1 { builder.end() }
    if !places.isEmpty { builder.end() }
    builder.end()
  }

  private func absolutePlaces(in node: YogaNode) -> [Int] {
    node.children.indices.filter {
      node.children[$0].style.display == .flex && node.children[$0].style.positionType == .absolute
    }
  }

  /// Counts an invisible element and all below it.
  private mutating func omit(_ node: YogaNode) {
    losses.beginElement()
    count(node)
    losses.count(.displayNone)
    for child in node.children { omit(child) }
  }

  /// The size that the measure function chose, without padding and border.
  private mutating func measuredSize(of node: YogaNode) -> Size {
    guard let size = node.measuredSize else {
      losses.count(.noMeasurement)
      return .zero
    }
    if node.measurements.count > 1 { losses.count(.severalMeasurements) }
    return Size(size.width, size.height)
  }

  /// The size of a leaf's box.
  private func leafSize(_ content: Size, _ padding: PointEdges) -> Size {
    Size(
      grid.snapped(content.width + padding.sum(.horizontal)),
      grid.snapped(content.height + padding.sum(.vertical)))
  }
}

// MARK: - Absolute children

extension YogaConverter {
  /// Writes a child over its container's box.
  private mutating func emitAbsolute(
    _ child: YogaNode, _ name: String, in node: YogaNode, border: PointEdges, space: YogaSpace
  ) {
    let child = withKnownRatio(child)
    var placer = AbsolutePlacer(child, in: node, border: border, space: space, grid: grid, losses: losses)
    placer.place()
    losses = placer.losses
    for wrapper in placer.wrappers {
      builder.begin(wrapper.content, style: wrapper.style)
      if let spacer = wrapper.spacer { builder.add(.spec, style: spacer) }
    }
    emit(child, name, placer.placement)
    for _ in placer.wrappers { builder.end() }
  }
}

// MARK: - Children in the flow

extension YogaConverter {
  private mutating func emitFlow(of node: YogaNode, _ name: String, _ space: YogaSpace) {
    let container = YogaContainer(node, space: space, grid: grid)
    guard container.flowCount > 0 else {
      builder.add(.spec)
      for child in node.children where child.style.display == .none { omit(child) }
      return
    }
    countLosses(of: container)
    builder.begin(.stack(stack(container)))
    let children = Array(node.children.enumerated())
    for (number, child) in node.style.flexDirection.isReversed ? children.reversed() : children {
      if child.style.display == .none {
        omit(child)
      } else if child.isInFlow {
        losses.beginElement()
        emitInFlow(child, "\(name).\(number)", container)
      }
    }
    builder.end()
  }

  private mutating func emitInFlow(_ child: YogaNode, _ name: String, _ container: YogaContainer) {
    let child = withKnownRatio(child)
    var placer = YogaPlacer(child, in: container, losses: losses)
    placer.placeInFlow()
    losses = placer.losses
    let ends = child.style.margin.ends(container.main)
    let isReversed = container.node.style.flexDirection.isReversed
    let (before, after) = isReversed ? (ends.trailing, ends.leading) : (ends.leading, ends.trailing)
    // Growing children leave nothing to margins.
    let takesRest = container.space[container.main].isExact && container.growingCount == 0
    let gap = container.node.style.gap(container.main)
    let spacer = { (isBefore: Bool) in
      Style {
        $0.flexGrow = 1
        if isBefore { $0.spacingAfter = -gap } else { $0.spacingBefore = -gap }
      }
    }
    if before == .auto && takesRest { builder.add(.spec, style: spacer(true)) }
    emit(child, name, placer.placement)
    if after == .auto && takesRest { builder.add(.spec, style: spacer(false)) }
  }

  private func stack(_ container: YogaContainer) -> StackParameters {
    let style = container.node.style
    return StackParameters(
      direction: container.main == .horizontal ? .horizontal : .vertical,
      spacing: style.gap(container.main), justifyContent: justifyContent(style),
      alignItems: container.alignItems,
      flexWrap: container.wraps ? .wrap : .noWrap, alignContent: alignContent(style),
      lineSpacing: style.gap(container.cross))
  }

  private func justifyContent(_ style: YogaStyle) -> JustifyContent {
    let isReversed = style.flexDirection.isReversed
    switch style.justifyContent {
    case .flexStart: return isReversed ? .end : .start
    case .flexEnd: return isReversed ? .start : .end
    case .center: return .center
    case .spaceBetween: return .spaceBetween
    case .spaceAround, .spaceEvenly: return .spaceAround
    }
  }

  private func alignContent(_ style: YogaStyle) -> AlignContent {
    guard style.flexWrap != .noWrap else { return .start }
    switch style.alignContent {
    case .center: return .center
    case .flexEnd: return .end
    case .stretch: return .stretch
    case .spaceBetween: return .spaceBetween
    case .spaceAround, .spaceEvenly: return .spaceAround
    case .auto, .flexStart, .baseline: return .start
    }
  }

  private mutating func countLosses(of container: YogaContainer) {
    let style = container.node.style
    if style.justifyContent == .spaceEvenly { losses.count(.spaceEvenly) }
    if style.flexWrap == .wrapReverse { losses.count(.wrapReverse) }
    if container.wraps && style.alignContent == .spaceEvenly { losses.count(.alignContentEvenly) }
    if container.wraps && style.flexDirection.isReversed { losses.count(.reversedWrap) }
    guard container.space[container.main].isExact else { return }
    let factors = container.node.flow.map { YogaFlex($0).grow }.filter { $0 > 0 }
    if factors.count > 1 { losses.count(.sharedGrow) }
    if !factors.isEmpty && factors.reduce(0, +) < 1 { losses.count(.fractionalGrow) }
  }

  /// The node with the length that its aspect ratio gives it if the other length is known.
  private mutating func withKnownRatio(_ node: YogaNode) -> YogaNode {
    guard let ratio = node.style.aspectRatio else { return node }
    var node = node
    switch (node.style.width, node.style.height) {
    case (.points(let width), let height) where !height.isDefined:
      node.style.height = .points(clamped(width / ratio))
    case (let width, .points(let height)) where !width.isDefined:
      node.style.width = .points(clamped(height * ratio))
    default: if node.style.width.isDefined && node.style.height.isDefined { losses.count(.ratioOfTwo) }
    }
    return node
  }
}
