import ArgumentParser

/// Returns the name of a file or folder as given.
///
/// - Throws: `ValidationError` for an empty one, which a shell makes of a variable without a value. As a path it
///   would be the working folder.
func nonEmptyName(argument: String) throws -> String {
  guard !argument.isEmpty else { throw ValidationError("give the name of a file or folder") }
  return argument
}

/// Returns the value that an argument stands for.
///
/// - Parameter expected: the texts that stand for one, for the error.
func parsed<Value: LosslessStringConvertible>(_ argument: String, _ expected: String) throws -> Value {
  guard let value = Value(argument) else { throw ValidationError("expected \(expected)") }
  return value
}
