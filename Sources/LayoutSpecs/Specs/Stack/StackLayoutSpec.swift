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
/// Source: Texture's `ASStackLayoutSpec`.
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
  public func _write(to compiler: inout LayoutCompiler) {
    compiler.beginStack(parameters, style, debugName)
    children._write(to: &compiler)
    compiler.end()
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
  /// The axis along which children follow each other. See `StackParameters.direction`.
  public var direction: StackDirection {
    get { parameters.direction }
    set { parameters.direction = newValue }
  }
  /// The points between neighbours. See `StackParameters.spacing`.
  public var spacing: Double {
    get { parameters.spacing }
    set { parameters.spacing = newValue }
  }
  /// The distribution of the children along the stack. See `StackParameters.justifyContent`.
  public var justifyContent: JustifyContent {
    get { parameters.justifyContent }
    set { parameters.justifyContent = newValue }
  }
  /// The alignment of the children across the stack. See `StackParameters.alignItems`.
  public var alignItems: AlignItems {
    get { parameters.alignItems }
    set { parameters.alignItems = newValue }
  }
  /// The rule for children that do not fit on one line. See `StackParameters.flexWrap`.
  public var flexWrap: FlexWrap {
    get { parameters.flexWrap }
    set { parameters.flexWrap = newValue }
  }
  /// The distribution of the lines across a stack that wraps. See `StackParameters.alignContent`.
  public var alignContent: AlignContent {
    get { parameters.alignContent }
    set { parameters.alignContent = newValue }
  }
  /// The points between the lines of a stack that wraps. See `StackParameters.lineSpacing`.
  public var lineSpacing: Double {
    get { parameters.lineSpacing }
    set { parameters.lineSpacing = newValue }
  }
  /// Left, middle or right in any direction. See `StackParameters.horizontalAlignment`.
  public var horizontalAlignment: StackParameters.HorizontalAlignment {
    get { parameters.horizontalAlignment }
    set { parameters.horizontalAlignment = newValue }
  }
  /// Top, center or bottom in any direction. See `StackParameters.verticalAlignment`.
  public var verticalAlignment: StackParameters.VerticalAlignment {
    get { parameters.verticalAlignment }
    set { parameters.verticalAlignment = newValue }
  }
  /// True if the children may be measured at the same time. See `StackParameters.isConcurrent`.
  public var isConcurrent: Bool {
    get { parameters.isConcurrent }
    set { parameters.isConcurrent = newValue }
  }
}
