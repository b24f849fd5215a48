/// A result builder for the one element that a spec holds: an element, or one of several by `if` with `else` or `switch`.
///
/// Code for several children, which `LayoutElementBuilder` takes, is an error here; its message says what to write instead.
@resultBuilder
public enum LayoutChildBuilder {
  /// An element of a known type.
  @inlinable
  public static func buildExpression<Child: LayoutElement>(
    _ child: consuming Child, _: Child.Type = Child.self
  ) -> Child {
    child
  }
  /// An element of any type.
  @_disfavoredOverload
  public static func buildExpression(_ child: any LayoutElement) -> AnyLayoutElement {
    AnyLayoutElement(child)
  }
  /// The element.
  @inlinable
  public static func buildPartialBlock<Child: LayoutElement>(first: consuming Child) -> Child { first }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first: some LayoutElement) -> AnyLayoutElement { AnyLayoutElement(first) }
  /// Another branch of an `if` or `switch`.
  public static func buildEither(second: some LayoutElement) -> AnyLayoutElement { AnyLayoutElement(second) }

  @available(
    *, unavailable,
    message: "one element is taken here: put several into a spec that takes them, as StackLayoutSpec { … }"
  )
  public static func buildPartialBlock<First: LayoutElement, Second: LayoutElement>(
    accumulated: First, next: Second
  ) -> First { accumulated }

  @available(
    *, unavailable, message: "an element is needed here in any case: write an else, as else { LayoutSpec() }"
  )
  public static func buildOptional<Child: LayoutElement>(_ child: Child?) -> Child { child! }

  @available(
    *, unavailable, message: "one element is taken here: put a loop into a spec that takes several"
  )
  public static func buildArray<Child: LayoutElement>(_ children: [Child]) -> Child { children[0] }

  @available(*, unavailable, message: "an element is missing between these braces")
  public static func buildBlock() -> LayoutSpec { LayoutSpec() }
}
