import LayoutSpecs

/// Writes the elements of a capture into a tree.
///
/// Every element that is shown becomes a node, named after its place: `0` is the root, `0.2` its third child. A node with
/// children is a composite node; the specs between it and the nodes of its children say how they lie:
///
/// ```text
/// node 0.2                 the element's box: its size, how it flexes
///   overlay                if children are placed absolutely: the flow, then those
///     inset                if there is padding or a border
///       stack              the flow
///         inset            if a child has a margin across, or is moved
///           node 0.2.0
/// ```
struct YogaConverter {
  var builder: LayoutTreeBuilder
  let grid: PixelGrid
  var losses = LossCounter()
  /// How many elements the capture has.
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
    let document = SpecDocument(name: name, constrainedSize: range, tree: converter.builder.finish())
    let report = ImportReport(
      captureElementCount: converter.elementCount, documentElementCount: document.tree.elementCount,
      approximations: converter.losses.approximations)
    return (document, report)
  }
}

// MARK: - The root

extension YogaConverter {
  /// The sizes that the root may take.
  ///
  /// Its own width comes first, then its maximum, then the width that is available; all but the maximum are exact.
  private mutating func rootRange(of capture: YogaCapture) -> (SizeRange, YogaSpace) {
    let style = capture.root.style
    if capture.ownerDirection == .rtl || style.direction == .rtl { losses.note(.rightToLeft) }
    let ends = [style.margin.resolved, style.position.resolved].flatMap {
      [$0.top, $0.left, $0.bottom, $0.right]
    }
    if ends.contains(where: { $0.isDefined && $0 != .points(0) && $0 != .fraction(0) }) {
      losses.note(.rootOffset)
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
  /// Notes what concerns an element however it is placed.
  private mutating func count(_ node: YogaNode) {
    elementCount += 1
    if let scale = node.pointScaleFactor, scale != grid.scale { losses.note(.otherScale) }
    if !node.experimentalFeatures.isEmpty { losses.note(.features) }
    if node.style.direction == .rtl { losses.note(.rightToLeft) }
  }

  /// Writes a node and what is around it.
  mutating func emit(_ node: YogaNode, _ name: String, _ placement: YogaPlacement) {
    count(node)
    var inner = placement.inner
    var openCount = 0
    var isOuter = true
    func style(_ own: Style) -> Style {
      defer { isOuter = false }
      return isOuter ? own.asked(placement.outer) : own
    }
    if let stack = placement.acrossStack {
      builder.begin(.stack(stack), style: style(Style()))
      openCount += 1
    }
    if let insets = placement.insets {
      builder.begin(.inset(edgeInsets(insets)), style: style(Style { $0.take(spacingOf: inner) }))
      inner.spacingBefore = 0
      inner.spacingAfter = 0
      openCount += 1
    }
    if let ratio = openRatio(of: node, placement) {
      builder.begin(.ratio(1 / ratio), style: style(inner))
      inner = Style()
      openCount += 1
    }
    emitBox(node, name, style(inner), placement.space)
    for _ in 0..<openCount { builder.end() }
  }

  /// The ratio that only a layout can resolve.
  private func openRatio(of node: YogaNode, _ placement: YogaPlacement) -> Double? {
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
      for (number, child) in node.children.enumerated() { leaveOut(child, "\(name).\(number)") }
      return
    }
    builder.begin(.compositeNode, style: style, name: name)
    let places = absolutePlaces(in: node)
    if !places.isEmpty { builder.begin(.overlay) }
    if padding != PointEdges() { builder.begin(.inset(edgeInsets(padding))) }
    var inside = space
    for axis in [BoxAxis.horizontal, .vertical] { inside[axis] = space[axis].less(padding.sum(axis)) }
    emitFlow(of: node, name, inside)
    if padding != PointEdges() { builder.end() }
    if places.count > 1 { builder.begin(.wrapper) }
    for place in places {
      losses.beginElement()
      if place < node.children.lastIndex(where: \.isInFlow) ?? -1 { losses.note(.order) }
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

  /// Counts an element that is not shown, and all below it.
  mutating func leaveOut(_ node: YogaNode, _ name: String) {
    losses.beginElement()
    count(node)
    losses.note(.displayNone)
    for (number, child) in node.children.enumerated() { leaveOut(child, "\(name).\(number)") }
  }

  /// The size that a measure function chose, without padding and border.
  private mutating func measuredSize(of node: YogaNode) -> Size {
    guard let size = node.measuredSize else {
      losses.note(.noMeasurement)
      return .zero
    }
    if node.measurements.count > 1 { losses.note(.severalMeasurements) }
    return Size(size.width, size.height)
  }

  /// The size of a leaf's box.
  private func leafSize(_ content: Size, _ padding: PointEdges) -> Size {
    Size(
      grid.snapped(content.width + padding.sum(.horizontal)),
      grid.snapped(content.height + padding.sum(.vertical)))
  }

  private func edgeInsets(_ edges: PointEdges) -> EdgeInsets {
    EdgeInsets(
      top: grid.snapped(edges.top), left: grid.snapped(edges.left), bottom: grid.snapped(edges.bottom),
      right: grid.snapped(edges.right))
  }
}

// MARK: - Children that are placed absolutely

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
