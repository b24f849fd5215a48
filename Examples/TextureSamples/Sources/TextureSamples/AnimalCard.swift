import LayoutSpecs

// The tutorial on AsyncDisplayKit 2.0: a card of an animal, in nine steps, of which two are mistakes.

/// A photo with a gradient and a name over it, a description below, and a blurred photo behind all.
final class CardNode: DisplayNode, @unchecked Sendable {
  let step: Int
  let animalImageNode = NetworkImageNode()
  let gradientNode = DisplayNode()
  let animalNameTextNode = TextNode("Frilled Lizard")
  let animalDescriptionTextNode = TextNode("Frilled lizards live in trees and come down to look for food.")
  let backgroundImageNode = ImageNode()

  init(step: Int) {
    self.step = step
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    if step == 0 { return LayoutSpec() }
    let ratio = constrainedSize.min.height / constrainedSize.min.width
    let imageRatioSpec = RatioLayoutSpec(ratio: ratio, child: animalImageNode)
    if step == 1 { return imageRatioSpec }
    let gradientOverlaySpec = OverlayLayoutSpec(child: imageRatioSpec, overlay: gradientNode)
    if step == 2 { return gradientOverlaySpec }
    if step == 3 {
      // A mistake: the name is stretched over the whole photo.
      return OverlayLayoutSpec(child: gradientOverlaySpec, overlay: animalNameTextNode)
    }
    let relativeSpec = RelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .end, sizing: .default, child: animalNameTextNode)
    let insets = EdgeInsets(top: 0, left: 16, bottom: 8, right: 0)
    if step == 4 { return OverlayLayoutSpec(child: gradientOverlaySpec, overlay: relativeSpec) }
    if step == 5 {
      // A mistake: the photo moves too.
      return InsetLayoutSpec(
        insets: insets, child: OverlayLayoutSpec(child: gradientOverlaySpec, overlay: relativeSpec))
    }
    let nameInsetSpec = InsetLayoutSpec(insets: insets, child: relativeSpec)
    let nameOverlaySpec = OverlayLayoutSpec(child: gradientOverlaySpec, overlay: nameInsetSpec)
    if step == 6 { return nameOverlaySpec }
    let descriptionTextInsetSpec = InsetLayoutSpec(
      insets: EdgeInsets(top: 16, left: 28, bottom: 12, right: 28), child: animalDescriptionTextNode)
    if step == 7 { return descriptionTextInsetSpec }
    var verticalStackSpec = StackLayoutSpec()
    verticalStackSpec.direction = .vertical
    verticalStackSpec.children = [nameOverlaySpec, descriptionTextInsetSpec]
    if step == 8 { return verticalStackSpec }
    return BackgroundLayoutSpec(child: verticalStackSpec, background: backgroundImageNode)
  }
}

func checkAnimalCard(_ checks: Checks) {
  // As wide as the screen, and at least two thirds of its height.
  let range = SizeRange(min: Size(375, 444), max: Size(375, .infinity))
  let photo = Rect(x: 0, y: 0, width: 375, height: 444)
  let size = Size(375, 512)
  for step in 0...9 {
    checks.sample("animal card, step \(step)")
    let card = CardNode(step: step)
    let layout = card.layoutThatFits(range)
    checks.expect(layout.size, step < 8 ? photo.size : size)
    switch step {
    case 0, 7: checks.expect(layout.frame(of: card.animalImageNode), nil)
    case 5: checks.expect(layout.frame(of: card.animalImageNode)?.origin, Point(16, 0))
    default: checks.expect(layout.frame(of: card.animalImageNode), photo)
    }
    let name = layout.frame(of: card.animalNameTextNode)
    switch step {
    case 3: checks.expect(name, photo)
    case 4: checks.expect(name, Rect(x: 0, y: 424, width: 112, height: 20))
    case 6, 8, 9: checks.expect(name, Rect(x: 16, y: 416, width: 112, height: 20))
    default: break
    }
    if step >= 8 {
      checks.expect(
        layout.frame(of: card.animalDescriptionTextNode), Rect(x: 28, y: 460, width: 319, height: 40))
    }
    if step == 9 {
      checks.expect(layout.frame(of: card.backgroundImageNode), Rect(origin: .zero, size: size))
      card.layoutIfNeeded()
      checks.expect(
        card.subnodes.map(\.id),
        [
          card.backgroundImageNode, card.animalImageNode, card.gradientNode, card.animalNameTextNode,
          card.animalDescriptionTextNode,
        ].map(\.id))
    }
  }

  checks.sample("animal card, the exercise: a frog in the middle of the right edge")
  let frog = ImageNode(imageSize: Size(50, 50))
  let relative = RelativeLayoutSpec(horizontalPosition: .end, verticalPosition: .center, child: frog)
  checks.expect(
    relative.layoutThatFits(SizeRange(max: Size(200, 200))).frame(of: frog),
    Rect(x: 150, y: 75, width: 50, height: 50))
}
