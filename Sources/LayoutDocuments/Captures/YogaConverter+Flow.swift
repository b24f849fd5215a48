import LayoutSpecs

extension YogaConverter {
  mutating func emitFlow(of node: YogaNode, _ name: String, _ space: YogaSpace) {
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
    case (.points(let width), let height) where !height.isDefined:
      node.style.height = .points(sayable(width / ratio))
    case (let width, .points(let height)) where !width.isDefined:
      node.style.width = .points(sayable(height * ratio))
    default: if node.style.width.isDefined && node.style.height.isDefined { losses.note(.ratioOfTwo) }
    }
    return node
  }
}
