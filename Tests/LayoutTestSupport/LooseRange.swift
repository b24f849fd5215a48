package import LayoutSpecs

extension SizeRange {
  /// Any width up to this one, and any height: content shows how large it is by itself.
  package static func upTo(width: Double) -> SizeRange { SizeRange(max: Size(width, .infinity)) }
}
