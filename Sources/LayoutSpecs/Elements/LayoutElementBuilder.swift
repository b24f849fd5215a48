/// A result builder for a spec's children: elements in order, with `if`, `switch`, `for` and `if let`.
@resultBuilder
public enum LayoutElementBuilder {
  /// One element.
  public static func buildExpression(_ element: any LayoutElement) -> [any LayoutElement] { [element] }
  /// An element that may be missing.
  public static func buildExpression(_ element: (any LayoutElement)?) -> [any LayoutElement] {
    element.map { [$0] } ?? []
  }
  /// Elements from elsewhere.
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] { elements }
  /// The elements between braces.
  public static func buildBlock(_ parts: [any LayoutElement]...) -> [any LayoutElement] {
    parts.flatMap { $0 }
  }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [any LayoutElement]?) -> [any LayoutElement] { part ?? [] }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// Another branch of an `if` or `switch`.
  public static func buildEither(second part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// A `for` loop.
  public static func buildArray(_ parts: [[any LayoutElement]]) -> [any LayoutElement] {
    parts.flatMap { $0 }
  }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ part: [any LayoutElement]) -> [any LayoutElement] { part }
}
