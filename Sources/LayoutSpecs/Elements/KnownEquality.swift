/// True if both are of one type that is `Equatable`, and equal. Runs user code.
///
/// User code that is not `Equatable` may answer otherwise than last time, and so may a subclass whose objects are equal to
/// those of its superclass.
func areKnownToBeEqual(_ a: Any, _ b: Any) -> Bool {
  func isEqual<Value: Equatable>(_ a: Value) -> Bool { a == b as? Value }
  return type(of: a) == type(of: b) && (a as? any Equatable).map { isEqual($0) } ?? false
}
