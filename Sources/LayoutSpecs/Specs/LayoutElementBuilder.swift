/// A result builder for a spec's children: elements in order, with `if`, `switch`, `for` and `if let`.
@resultBuilder
public enum LayoutElementBuilder {
  // An element of a known type is also an element of any type. Without a ranking of these functions the
  // compiler would check the content of an element's braces once for each function, and all of it again for
  // each element around: eight nested stacks took seconds.

  /// One element, or content from elsewhere.
  ///
  /// You never write the second argument: it excludes elements of any type from this function.
  @inlinable
  public static func buildExpression<Content: LayoutContent>(
    _ content: consuming Content, _: Content.Type = Content.self
  ) -> Content {
    content
  }
  /// An element of any type.
  @_disfavoredOverload
  public static func buildExpression(_ element: any LayoutElement) -> AnyLayoutElement {
    AnyLayoutElement(element)
  }
  /// An element of any type, which may be missing.
  @_disfavoredOverload
  public static func buildExpression(_ element: (any LayoutElement)?) -> AnyLayoutElement? {
    element.map { AnyLayoutElement($0) }
  }
  /// Elements of any types.
  @_disfavoredOverload
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] { elements }
  /// Elements of one type.
  @inlinable
  public static func buildExpression<Element: LayoutElement>(_ elements: [Element]) -> _ContentList<Element> {
    _ContentList(elements)
  }
  /// No element.
  @inlinable
  public static func buildBlock() -> [any LayoutElement] { [] }
  /// The first of the contents between braces.
  @inlinable
  public static func buildPartialBlock<First: LayoutContent>(first: consuming First) -> First { first }
  /// The contents between braces, one more at a time.
  @inlinable
  public static func buildPartialBlock<First: LayoutContent, Second: LayoutContent>(
    accumulated: consuming First, next: consuming Second
  ) -> _ContentPair<First, Second> {
    _ContentPair(accumulated, next)
  }
  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<Content: LayoutContent>(_ content: consuming Content?) -> Content? {
    content
  }
  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: LayoutContent, Second: LayoutContent>(
    first: consuming First
  ) -> _ContentChoice<First, Second> {
    .first(first)
  }
  /// Another branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: LayoutContent, Second: LayoutContent>(
    second: consuming Second
  ) -> _ContentChoice<First, Second> {
    .second(second)
  }
  /// All contents, with the type that the builder inferred.
  @inlinable
  public static func buildFinalResult<Content: LayoutContent>(_ content: consuming Content) -> Content {
    content
  }
  /// All contents as an array, for a function that asks for one.
  @_disfavoredOverload
  public static func buildFinalResult(_ content: some LayoutContent) -> [any LayoutElement] {
    content.elements
  }
  /// A `for` loop.
  @inlinable
  public static func buildArray<Content: LayoutContent>(_ contents: consuming [Content]) -> _ContentList<
    Content
  > {
    _ContentList(contents)
  }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ content: any LayoutContent) -> [any LayoutElement] {
    content.elements
  }
}
