import Foundation
import LayoutTestSupport
import Testing

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
