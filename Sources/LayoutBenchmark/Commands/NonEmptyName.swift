import ArgumentParser

/// Returns the name of a file or folder as given.
///
/// - Throws: `ValidationError` for an empty one, which a shell makes of a variable without a value. As a path it
///   would be the working folder.
func nonEmptyName(argument: String) throws -> String {
  guard !argument.isEmpty else { throw ValidationError("give the name of a file or folder") }
  return argument
}
