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
/// Children that do not fit shrink by `Style.flexShrink`; where the stack is shorter than it may be at least, children grow
/// by `Style.flexGrow`. A stack's properties can be read off it: `stack.spacing`.
///
/// Source: Texture's `ASStackLayoutSpec`.
@dynamicMemberLookup
public struct StackLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// How the children are arranged.
  public let parameters: StackParameters
  /// The elements, in order.
  public let children: [any LayoutElement]

  /// `children` arranged as `parameters` say.
  public init(_ parameters: StackParameters, children: [any LayoutElement]) {
    self.parameters = parameters
    self.children = children
  }

  /// `children` arranged as these properties say; what is left out has `StackParameters`' default.
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

  /// Children, written between braces, arranged as these properties say.
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

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.stack(parameters), self, children: children)
  }
}
