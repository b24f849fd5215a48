import LayoutSpecs

// Texture's "Layout Transition API".

/// A field of a form.
final class FieldNode: EditableTextNode, @unchecked Sendable {}

/// A form that asks for a name or an age.
final class SignUpNode: DisplayNode, @unchecked Sendable {
  enum FieldState {
    case signUpNodeName
    case signUpNodeAge
  }

  let nameField = FieldNode().preferredSize(Size(200, 40))
  let ageField = FieldNode().preferredSize(Size(200, 40))
  let buttonNode = ButtonNode(title: "Next")
  private let state = NodeState(FieldState.signUpNodeName)

  var fieldState: FieldState {
    get { self[state] }
    set { self[state] = newValue }
  }

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let fieldNode: FieldNode
    if fieldState == .signUpNodeName {
      fieldNode = nameField
    } else {
      fieldNode = ageField
    }
    var stack = StackLayoutSpec()
    stack.children = [fieldNode, buttonNode]
    let insets = EdgeInsets(top: 15, left: 15, bottom: 15, right: 15)
    return InsetLayoutSpec(insets: insets, child: stack)
  }

  override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    // The new field comes in from one side, and the old one leaves to the left.
    let isName = fieldState == .signUpNodeName
    let (new, old) = isName ? (nameField, ageField) : (ageField, nameField)
    guard context.isAnimated else { return super.animateLayoutTransition(context) }
    var start = context.initialFrame(for: old)
    var end = context.finalFrame(for: new)
    if !isName { start.origin.x += start.size.width }
    new.frame = start
    new.alpha = 0
    end.origin.x -= end.size.width

    context.animate(duration: 0.4) {
      new.frame = context.finalFrame(for: new)
      new.alpha = 1
      old.frame = end
      old.alpha = 0
    } completion: { finished in
      context.completeTransition(finished)
    }
  }
}

func checkSignUp(_ checks: Checks) {
  checks.sample("sign-up form")
  let form = SignUpNode()
  let animator = ManualAnimator()
  form.animator = animator
  let layout = form.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  form.layoutIfNeeded()
  checks.expect(layout.size, Size(262, 70))
  checks.expect(form.subnodes.map(\.id), [form.nameField.id, form.buttonNode.id])
  checks.expect(form.nameField.frame, Rect(x: 15, y: 15, width: 200, height: 40))
  checks.expect(form.buttonNode.frame, Rect(x: 215, y: 15, width: 32, height: 40))

  checks.sample("sign-up form in a transition")
  form.fieldState = .signUpNodeAge
  form.transitionLayout(withAnimation: true, shouldMeasureAsync: false)
  checks.expect(form.ageField.frame, Rect(x: 215, y: 15, width: 200, height: 40))
  checks.expect(form.ageField.alpha, 0)
  animator.advance(by: 0.2)
  checks.expect(form.nameField.frame, Rect(x: -85, y: 15, width: 200, height: 40))
  checks.expect(form.ageField.frame, Rect(x: 115, y: 15, width: 200, height: 40))
  animator.advance(by: 0.2)
  checks.expect(form.subnodes.map(\.id), [form.ageField.id, form.buttonNode.id])
  checks.expect(form.ageField.frame, Rect(x: 15, y: 15, width: 200, height: 40))

  checks.sample("sign-up form without animation")
  form.fieldState = .signUpNodeName
  form.transitionLayout(withAnimation: false)
  checks.expect(form.subnodes.map(\.id), [form.nameField.id, form.buttonNode.id])

  checks.sample("a transition to another range")
  form.transitionLayout(with: SizeRange(exactly: Size(400, 100)), animated: true)
  animator.advance(by: 0.4)
  checks.expect(form.frame.size, Size(400, 100))
  checks.expect(form.buttonNode.frame, Rect(x: 215, y: 15, width: 32, height: 70))
}
