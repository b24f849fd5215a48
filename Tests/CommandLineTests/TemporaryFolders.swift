import Foundation
import LayoutTestSupport
import Testing

/// The text of a file.
func contents(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

/// The names of what is in a folder, in order; none where there is no folder.
func names(in folder: URL) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
}

/// Removes the folders of `Program.makeFolder()` when the test that made them ends.
struct TemporaryFolders: SuiteTrait, TestTrait, TestScoping {
  /// Those of the test that runs; nil outside the suites with this trait.
  @TaskLocal static var made: LockedValue<[URL]>?

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let made = LockedValue<[URL]>([])
    defer { for folder in made.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) } }
    try await Self.$made.withValue(made, operation: function)
  }
}

extension SuiteTrait where Self == TemporaryFolders {
  static var temporaryFolders: Self { Self() }
}
