/// Elements in order: what lies between a spec's braces.
///
/// Every element is the content of itself alone. The types that join contents have no names for you to write:
/// `LayoutElementBuilder` infers them. A function that builds content has the result `some LayoutContent`, and one
/// that builds an element, `some LayoutElement`.
public protocol LayoutContent: Sendable {
  /// Writes the elements and everything below them into a tree that is being compiled.
  ///
  /// - Complexity: constant per element, and linear in the length of texts.
  func _write(to builder: inout LayoutTreeBuilder)

  /// Appends the elements to an array.
  func _append(to elements: inout [any LayoutElement])
}

extension LayoutElement {
  public func _append(to elements: inout [any LayoutElement]) { elements.append(self) }
}

extension LayoutContent {
  /// The elements in an array.
  var elements: [any LayoutElement] {
    var elements: [any LayoutElement] = []
    _append(to: &elements)
    return elements
  }
}

/// One content after the other.
public struct _ContentPair<First: LayoutContent, Second: LayoutContent>: LayoutContent {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    first._write(to: &builder)
    second._write(to: &builder)
  }

  public func _append(to elements: inout [any LayoutElement]) {
    first._append(to: &elements)
    second._append(to: &elements)
  }
}

/// One of two contents: an `if` with `else`, or a `switch`.
public enum _ContentChoice<First: LayoutContent, Second: LayoutContent>: LayoutContent {
  case first(First)
  case second(Second)

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    switch self {
    case .first(let content): content._write(to: &builder)
    case .second(let content): content._write(to: &builder)
    }
  }

  public func _append(to elements: inout [any LayoutElement]) {
    switch self {
    case .first(let content): content._append(to: &elements)
    case .second(let content): content._append(to: &elements)
    }
  }
}

/// A value that is used where it lies in an array, and counts no reference: the compiler would make a copy for each call,
/// but none of what cannot be copied. Threads may share the array, so it is not given out as `inout`.
@usableFromInline
struct InPlace<Value>: ~Copyable {
  @usableFromInline let value: Value

  /// Calls `body` with each value of an array, in order.
  @inlinable @inline(__always)
  static func forEach(of values: [Value], _ body: (borrowing InPlace) -> Void) {
    values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      // A struct of one value lies in memory as the value does.
      for place in 0..<values.count {
        body(UnsafeRawPointer(first + place).assumingMemoryBound(to: InPlace.self).pointee)
      }
    }
  }
}

/// Contents of one type in order: a `for` loop.
public struct _ContentList<Content: LayoutContent>: LayoutContent {
  @usableFromInline let contents: [Content]

  @inlinable
  init(_ contents: consuming [Content]) { self.contents = contents }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    InPlace.forEach(of: contents) { builder.write($0) }
  }

  public func _append(to elements: inout [any LayoutElement]) {
    for content in contents { content._append(to: &elements) }
  }
}

/// Content that may be missing: an `if` without `else`, or an optional element.
extension Optional: LayoutContent where Wrapped: LayoutContent {
  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    if let content = self { content._write(to: &builder) }
  }

  public func _append(to elements: inout [any LayoutElement]) { self?._append(to: &elements) }
}

/// Elements of any types, in order.
extension Array: LayoutContent where Element == any LayoutElement {
  public func _write(to builder: inout LayoutTreeBuilder) {
    InPlace.forEach(of: self) { builder.write($0) }
  }

  public func _append(to elements: inout [any LayoutElement]) { elements += self }
}

/// An element of any type.
public struct AnyLayoutElement: LayoutElement {
  /// The element itself.
  public var base: any LayoutElement

  /// Wraps an element.
  public init(_ base: any LayoutElement) { self.base = base }

  public var style: Style {
    get { base.style }
    set { base.style = newValue }
  }

  public var debugName: String? {
    get { base.debugName }
    set { base.debugName = newValue }
  }

  public var sublayoutElements: [any LayoutElement] { base.sublayoutElements }

  /// Returns the layout of the element itself: a node's is kept.
  public func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout {
    base.layoutThatFits(constrainedSize, parentSize: parentSize)
  }

  public func _write(to builder: inout LayoutTreeBuilder) {
    if builder.isDeep { builder.postpone(base) } else { base._write(to: &builder) }
  }

  public func _append(to elements: inout [any LayoutElement]) { elements.append(base) }
}

/// A result builder for a spec's children: elements in order, with `if`, `switch`, `for` and `if let`.
@resultBuilder
public enum LayoutElementBuilder {
  // Every element of a known type is also one of any type. Without an order among these functions the
  // compiler would check what lies between an element's braces once for each of them, and all of that again
  // for each element around it: eight stacks within each other took seconds.

  /// One element, or content from elsewhere.
  ///
  /// The second argument is never written: because of it, this function is none for an element of any type.
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

/// A result builder for the one element that a spec holds: an element, or one of several by `if` with `else` or `switch`.
///
/// What `LayoutElementBuilder` takes for several children is an error here that says what to write instead.
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
