#if !canImport(ObjectiveC)
/// The name of a method, where there is no Objective-C: `Selector("tap")` in place of `#selector(tap)`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let description: String

  public init(_ name: String) { description = name }

  public init(stringLiteral name: String) { description = name }
}
#endif
