/// True if both values are of the same `Equatable` type, and equal. Runs user code.
///
/// A value that is not `Equatable` may give other results than the value before. So may an object of a subclass, even if
/// `==` calls it equal to an object of the superclass: therefore the types have to be the same.
func areKnownToBeEqual(_ a: Any, _ b: Any) -> Bool {
  func isEqual<Value: Equatable>(_ a: Value) -> Bool { a == b as? Value }
  return type(of: a) == type(of: b) && (a as? any Equatable).map { isEqual($0) } ?? false
}
