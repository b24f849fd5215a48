/// Elements in order: the content between a spec's braces.
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

/// A value that is used in place, in an array, without counting a reference: the compiler would copy a copyable value for
/// each call, but cannot copy this one. Threads may share the array, so the value is not passed as `inout`.
@usableFromInline
struct InPlace<Value>: ~Copyable {
  @usableFromInline let value: Value

  /// Calls `body` with each value of an array, in order.
  @inlinable @inline(__always)
  static func forEach(of values: [Value], _ body: (borrowing InPlace) -> Void) {
    values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      // A struct of one value has the memory layout of that value.
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
