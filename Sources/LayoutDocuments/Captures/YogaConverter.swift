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
  private var builder: LayoutTreeBuilder
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
  private mutating func emit(_ node: YogaNode, _ name: String, _ placement: YogaPlacement) {
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
    let border = resolvedEdges(node.style.border, whole: whole, losses: &losses)
    let padding = resolvedEdges(node.style.padding, whole: whole, losses: &losses) + border
    let shown = node.children.contains { $0.style.display == .flex }
    guard shown else {
      let content = node.isMeasured ? measuredSize(of: node) : .zero
      let size = Size(
        grid.snapped(content.width + padding.sum(.horizontal)),
        grid.snapped(content.height + padding.sum(.vertical)))
      builder.add(.sizedNode(size), style: style, name: name)
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
  private mutating func leaveOut(_ node: YogaNode, _ name: String) {
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

  private func edgeInsets(_ edges: PointEdges) -> EdgeInsets {
    EdgeInsets(
      top: grid.snapped(edges.top), left: grid.snapped(edges.left), bottom: grid.snapped(edges.bottom),
      right: grid.snapped(edges.right))
  }
}

// MARK: - The flow

extension YogaConverter {
  private mutating func emitFlow(of node: YogaNode, _ name: String, _ space: YogaSpace) {
    let container = YogaContainer(node, space: space, grid: grid)
    guard container.flowCount > 0 else {
      builder.add(.spec)
      for (number, child) in node.children.enumerated() where child.style.display == .none {
        leaveOut(child, "\(name).\(number)")
      }
      return
    }
    noteLosses(of: container)
    builder.begin(.stack(stack(container)))
    let isReversed = node.style.flexDirection.isReversed
    let order = isReversed ? Array(node.children.indices.reversed()) : Array(node.children.indices)
    for number in order {
      let child = node.children[number]
      let childName = "\(name).\(number)"
      if child.style.display == .none {
        leaveOut(child, childName)
      } else if child.isInFlow {
        losses.beginElement()
        emitInFlow(child, childName, container)
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
    // What grows leaves nothing to margins.
    let takesRest = container.space[container.main].isExact && container.growingCount == 0
    let spacer = Style {
      $0.flexGrow = 1
      $0.spacingBefore = -self.spacing(container)
    }
    if before == .auto && takesRest {
      builder.add(
        .spec,
        style: Style {
          $0.flexGrow = 1
          $0.spacingAfter = -self.spacing(container)
        })
    }
    emit(child, name, placer.placement)
    if after == .auto && takesRest { builder.add(.spec, style: spacer) }
  }

  /// The space between two children along the axis.
  private func spacing(_ container: YogaContainer) -> Double {
    let style = container.node.style
    return (container.main == .horizontal ? style.columnGap : style.rowGap) ?? style.gap ?? 0
  }

  private func stack(_ container: YogaContainer) -> StackParameters {
    let style = container.node.style
    let across = (container.main == .horizontal ? style.rowGap : style.columnGap) ?? style.gap ?? 0
    return StackParameters(
      direction: container.main == .horizontal ? .horizontal : .vertical,
      spacing: spacing(container), justifyContent: justifyContent(style), alignItems: container.alignItems,
      flexWrap: container.wraps ? .wrap : .noWrap, alignContent: alignContent(style), lineSpacing: across)
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

  private mutating func noteLosses(of container: YogaContainer) {
    let style = container.node.style
    if style.justifyContent == .spaceEvenly { losses.note(.spaceEvenly) }
    if style.flexWrap == .wrapReverse { losses.note(.wrapReverse) }
    if container.wraps && style.alignContent == .spaceEvenly { losses.note(.alignContentEvenly) }
    if container.wraps && style.flexDirection.isReversed { losses.note(.reversedWrap) }
    guard container.space[container.main].isExact else { return }
    let factors = container.node.flow.map { YogaFlex($0).grow }.filter { $0 > 0 }
    if factors.count > 1 { losses.note(.sharedGrow) }
    if !factors.isEmpty && factors.reduce(0, +) < 1 { losses.note(.fractionalGrow) }
  }

  /// The node with the length that its ratio gives it where the other one is known.
  mutating func withKnownRatio(_ node: YogaNode) -> YogaNode {
    guard let ratio = node.style.aspectRatio else { return node }
    var node = node
    switch (node.style.width, node.style.height) {
    case (.points(let width), let height) where !height.isDefined: node.style.height = .points(width / ratio)
    case (let width, .points(let height)) where !width.isDefined: node.style.width = .points(height * ratio)
    default: if node.style.width.isDefined && node.style.height.isDefined { losses.note(.ratioOfTwo) }
    }
    return node
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

extension Style {
  /// The style with what a stack is asked for taken from another one.
  func asked(_ other: Style) -> Style {
    guard other != .default else { return self }
    var style = self
    style.flexGrow = other.flexGrow
    style.flexShrink = other.flexShrink
    style.flexBasis = other.flexBasis
    style.alignSelf = other.alignSelf
    style.spacingBefore += other.spacingBefore
    style.spacingAfter += other.spacingAfter
    style.layoutPosition = other.layoutPosition
    return style
  }

  mutating func take(spacingOf other: Style) {
    spacingBefore = other.spacingBefore
    spacingAfter = other.spacingAfter
  }
}
