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
/// minimum they grow by `Style.flexGrow`.
///
/// A stack may also be configured after it was made, with children from an array:
///
/// ```swift
/// var stack = StackLayoutSpec.vertical()
/// stack.spacing = 8
/// stack.children = [title, body]
/// ```
///
/// It has all properties of its `StackParameters` as its own.
///
/// Source: Texture's `ASStackLayoutSpec`.
@dynamicMemberLookup
public struct StackLayoutSpec<Children: LayoutContent>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The arrangement of the children.
  public var parameters: StackParameters
  /// The elements, in order.
  public var children: Children

  /// Creates a stack of `children` arranged by `parameters`.
  @inlinable
  public init(_ parameters: StackParameters, children: consuming Children) {
    self.parameters = parameters
    self.children = children
  }

  /// Creates a stack with these properties, and with children written between braces; the other properties
  /// have the defaults of `StackParameters`.
  @inlinable
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: StackParameters.HorizontalAlignment = .none,
    verticalAlignment: StackParameters.VerticalAlignment = .none, isConcurrent: Bool = false,
    @LayoutElementBuilder children: () -> Children
  ) {
    parameters = StackParameters(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent)
    self.children = children()
  }

  public var sublayoutElements: [any LayoutElement] { children.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.beginStack(parameters, style, debugName)
    children._write(to: &builder)
    builder.end()
  }
}

extension StackLayoutSpec<[any LayoutElement]> {
  /// Creates a stack of `children` with these properties; the others have the defaults of `StackParameters`.
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: StackParameters.HorizontalAlignment = .none,
    verticalAlignment: StackParameters.VerticalAlignment = .none, isConcurrent: Bool = false,
    children: [any LayoutElement] = []
  ) {
    let parameters = StackParameters(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent)
    self.init(parameters, children: children)
  }

  /// Creates a vertical stack without children.
  public static func vertical() -> Self { Self(direction: .vertical) }

  /// Creates a horizontal stack without children.
  public static func horizontal() -> Self { Self(direction: .horizontal) }
}

// MARK: - Properties

extension StackLayoutSpec {
  /// A property of the stack's `parameters`, such as `spacing`.
  @inlinable
  public subscript<Value>(dynamicMember property: WritableKeyPath<StackParameters, Value>) -> Value {
    get { parameters[keyPath: property] }
    set { parameters[keyPath: property] = newValue }
  }
}
