import LayoutSpecsTexture
import Testing

// Texture's "Layout Transition API", in Texture's names, statement by statement.

private final class FieldNode: ASEditableTextNode, @unchecked Sendable {}

/// A form that asks for a name or an age.
private final class SignupNode: ASDisplayNode, @unchecked Sendable {
  enum FieldState { case signupNodeName, signupNodeAge }

  let nameField = FieldNode().preferredSize(CGSize(width: 200, height: 40))
  let ageField = FieldNode().preferredSize(CGSize(width: 200, height: 40))
  let buttonNode = ASButtonNode(title: "Next")
  private let state = NodeState(FieldState.signupNodeName)

  var fieldState: FieldState {
    get { self[state] }
    set { self[state] = newValue }
  }

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let fieldNode: FieldNode
    if self.fieldState == .signupNodeName {
      fieldNode = self.nameField
    } else {
      fieldNode = self.ageField
    }
    var stack = ASStackLayoutSpec()
    stack.children = [fieldNode, buttonNode]
    let insets = UIEdgeInsets(top: 15, left: 15, bottom: 15, right: 15)
    return ASInsetLayoutSpec(insets: insets, child: stack)
  }

  override func animateLayoutTransition(_ context: ASContextTransitioning) {
    guard context.isAnimated() else { return super.animateLayoutTransition(context) }
    var initialAgeFrame = context.initialFrame(for: nameField)
    initialAgeFrame.origin.x += initialAgeFrame.size.width
    ageField.frame = initialAgeFrame
    ageField.alpha = 0
    var finalNameFrame = context.finalFrame(for: ageField)
    finalNameFrame.origin.x -= finalNameFrame.size.width
    context.animate(
      withDuration: 0.4,
      animations: {
        self.ageField.frame = context.finalFrame(for: self.ageField)
        self.ageField.alpha = 1
        self.nameField.frame = finalNameFrame
        self.nameField.alpha = 0
      },
      completion: { finished in context.completeTransition(finished) })
  }
}

@Suite("Texture's sample of a transition, in Texture's names")
struct SignUpSampleTests {
  private let animator = ManualAnimator()

  private func form() -> SignupNode {
    let form = SignupNode()
    form.animator = animator
    _ = form.layoutThatFits(SizeRange(max: CGSize(width: 320, height: .infinity)))
    form.layoutIfNeeded()
    return form
  }

  @Test func `The age comes in from the right while the name leaves to the left`() {
    let form = form()
    #expect(form.nameField.frame == CGRect(x: 15, y: 15, width: 200, height: 40))
    form.fieldState = .signupNodeAge
    form.transitionLayout(withAnimation: true, shouldMeasureAsync: false)
    #expect(form.ageField.frame.minX == 215 && form.ageField.alpha == 0)
    animator.advance(by: 0.2)
    #expect(form.ageField.frame.minX == 115 && form.ageField.alpha == 0.5)
    #expect(form.nameField.frame.minX == -85 && form.nameField.alpha == 0.5)
    animator.advance(by: 0.2)
    #expect(
      form.ageField.frame.minX == 15 && form.subnodes.map(\.id) == [form.ageField.id, form.buttonNode.id])
  }

  @Test func `Without animation the form has its new field at once`() {
    let form = form()
    form.fieldState = .signupNodeAge
    form.transitionLayout(withAnimation: false)
    #expect(form.subnodes.map(\.id) == [form.ageField.id, form.buttonNode.id])
    #expect(form.ageField.frame == CGRect(x: 15, y: 15, width: 200, height: 40))
  }
}
