import LayoutSpecs
import Testing

// MARK: - The animal card, in nine steps

extension DocumentedExamples {
  @Test func `The animal card`() throws {
    // ### The parts
    let photo = NetworkImageNode().named("photo")
    let gradient = DisplayNode().named("gradient")
    let name = TextNode("Frilled Lizard").named("name")
    let description = TextNode("Frilled lizards live in trees and come down to look for food.")
    let blurredPhoto = ImageNode().named("blurred photo")
    // As wide as the screen, and at least two thirds of its height.
    let range = SizeRange(min: Size(375, 444), max: Size(375, .infinity))

    // ### 1. The photo
    let photoSpec = RatioLayoutSpec(ratio: range.min.height / range.min.width, child: photo)
    let first = photoSpec.layoutThatFits(range)
    #expect(first.frame(of: photo) == Rect(x: 0, y: 0, width: 375, height: 444))
    try draw(first, "animal-card-1")

    // ### 2. A gradient over it
    let shadedPhoto = OverlayLayoutSpec(child: photoSpec, overlay: gradient)
    let second = shadedPhoto.layoutThatFits(range)
    #expect(second.frame(of: gradient) == Rect(x: 0, y: 0, width: 375, height: 444))
    try draw(second, "animal-card-2")

    // ### 3. The name, and a mistake
    let stretched = OverlayLayoutSpec(child: shadedPhoto, overlay: name)
    let third = stretched.layoutThatFits(range)
    #expect(third.frame(of: name) == Rect(x: 0, y: 0, width: 375, height: 444))
    try draw(third, "animal-card-3")

    // ### 4. The name in its corner
    let cornered = RelativeLayoutSpec(horizontalPosition: .start, verticalPosition: .end, child: name)
    let named = OverlayLayoutSpec(child: shadedPhoto, overlay: cornered)
    let fourth = named.layoutThatFits(range)
    #expect(fourth.frame(of: name) == Rect(x: 0, y: 424, width: 112, height: 20))
    try draw(fourth, "animal-card-4")

    // ### 5. Insets, and another mistake
    let insets = EdgeInsets(top: 0, left: 16, bottom: 8, right: 0)
    let fifth = InsetLayoutSpec(insets: insets, child: named).layoutThatFits(range)
    #expect(fifth.frame(of: photo) == Rect(x: 16, y: 0, width: 359, height: 436))
    try draw(fifth, "animal-card-5")

    // ### 6. Insets around the name
    let nameSpec = InsetLayoutSpec(insets: insets, child: cornered)
    let upperHalf = OverlayLayoutSpec(child: shadedPhoto, overlay: nameSpec)
    let sixth = upperHalf.layoutThatFits(range)
    #expect(sixth.frame(of: photo) == Rect(x: 0, y: 0, width: 375, height: 444))
    #expect(sixth.frame(of: name) == Rect(x: 16, y: 416, width: 112, height: 20))
    try draw(sixth, "animal-card-6")

    // ### 7. The description
    let lowerHalf = InsetLayoutSpec(
      insets: EdgeInsets(top: 16, left: 28, bottom: 12, right: 28), child: description)
    let seventh = lowerHalf.layoutThatFits(SizeRange(width: 375))
    #expect(seventh.size == Size(375, 68))
    #expect(seventh.frame(of: description) == Rect(x: 28, y: 16, width: 319, height: 40))
    try draw(seventh, "animal-card-7")

    // ### 8. Both halves
    let card = StackLayoutSpec(direction: .vertical) {
      upperHalf
      lowerHalf
    }
    let eighth = card.layoutThatFits(range)
    #expect(eighth.size == Size(375, 512))
    #expect(eighth.frame(of: description) == Rect(x: 28, y: 460, width: 319, height: 40))
    try draw(eighth, "animal-card-8")

    // ### 9. A background
    let ninth = BackgroundLayoutSpec(child: card, background: blurredPhoto).layoutThatFits(range)
    #expect(ninth.size == Size(375, 512))
    #expect(ninth.frame(of: blurredPhoto) == Rect(x: 0, y: 0, width: 375, height: 512))
    try draw(ninth, "animal-card-9")

    // ### An exercise
    let frog = ImageNode(imageSize: Size(50, 50)).named("frog")
    let edge = RelativeLayoutSpec(horizontalPosition: .end, verticalPosition: .center, child: frog)
    let exercise = edge.layoutThatFits(SizeRange(exactly: Size(200, 120)))
    #expect(exercise.frame(of: frog) == Rect(x: 150, y: 35, width: 50, height: 50))
    try draw(exercise, "animal-card-exercise")
  }
}
