/// A spec whose children follow each other, as in CSS's flexbox.
///
/// ```swift
/// StackLayoutSpec(direction: .horizontal, spacing: 8, alignItems: .center) {
///   avatar
///   name.flexShrink()
///   LayoutSpec().flexGrow()
///   time
/// }
/// ```
///
/// If the children exceed the stack's maximum they shrink by `Style.flexShrink`; if they do not reach its
/// minimum they grow by `Style.flexGrow`. A stack's properties can be read directly: `stack.spacing`.
///
/// Source: Texture's `ASStackLayoutSpec`.
@dynamicMemberLookup
public struct StackLayoutSpec: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The arrangement of the children.
  public let parameters: StackParameters
  /// The elements, in order.
  public let children: [any LayoutElement]

  /// Creates a stack of `children` arranged by `parameters`.
  public init(_ parameters: StackParameters, children: [any LayoutElement]) {
    self.parameters = parameters
    self.children = children
  }

  /// Creates a stack of `children` with these properties; the others have the defaults of `StackParameters`.
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: HorizontalAlignment = .none,
    verticalAlignment: VerticalAlignment = .none, isConcurrent: Bool = false, children: [any LayoutElement]
  ) {
    let parameters = StackParameters(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent)
    self.init(parameters, children: children)
  }

  /// Creates a stack with these properties, and with children written between braces.
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: HorizontalAlignment = .none,
    verticalAlignment: VerticalAlignment = .none, isConcurrent: Bool = false,
    @LayoutElementBuilder children: () -> [any LayoutElement]
  ) {
    self.init(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent, children: children())
  }

  /// A property of the stack.
  public subscript<Value>(dynamicMember property: KeyPath<StackParameters, Value>) -> Value {
    parameters[keyPath: property]
  }

  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.stack(parameters), self, children: children)
  }
}
