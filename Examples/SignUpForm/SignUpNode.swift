import LayoutSpecs

/// A form that asks for a name, then for an age, and for nothing in the end. What is answered slides out to
/// the left while the next field slides in from the right.
final class SignUpNode: DisplayNode, @unchecked Sendable {
  enum FieldState {
    case name
    case age
    case done
  }

  private let state = NodeState(FieldState.name)
  let nameField = EditableTextNode().named("name").height(40)
  let ageField = EditableTextNode().named("age").height(40)
  let button = ButtonNode(title: "Next").named("button")

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
  }

  /// The stage that the form shows.
  var fieldState: FieldState {
    get { self[state] }
    set { self[state] = newValue }
  }

  private var field: EditableTextNode? {
    switch fieldState {
    case .name: nameField
    case .age: ageField
    case .done: nil
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(
      insets: EdgeInsets(15),
      child: StackLayoutSpec(direction: .vertical, spacing: 15, alignItems: .stretch) {
        field
        button
      })
  }

  override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    var plan = context.plan
    plan.duration = 0.4
    for field in context.insertedSubnodes {
      plan[field]?.from.frame.origin.x += field.frame.size.width
    }
    for field in context.removedSubnodes {
      plan[field]?.to.frame.origin.x -= field.frame.size.width
    }
    context.animate(plan)
  }
}
