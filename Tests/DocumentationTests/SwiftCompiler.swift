import Foundation
import LayoutTestSupport

/// The Swift compiler, which checks sources that use the modules of this package.
enum SwiftCompiler {
  /// Checks the files together, as one module in Swift 6 mode, and returns the compiler's messages: none if
  /// the files are right.
  ///
  /// - Parameters:
  ///   - files: The texts of the files, by name.
  ///   - options: More options of `swiftc`.
  static func check(_ files: [String: String], options: [String] = []) throws -> [Message] {
    let temporary = TemporaryFolder()
    let folder = temporary.url
    let names = files.keys.sorted()
    for name in names { try folder.appending(path: name).write(files[name] ?? "") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments =
      [
        "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "Samples",
        "-I", try modules().path, "-I", Pages.root.appending(path: "Sources/CSystemCalls").path,
        "-module-cache-path", folder.appending(path: "cache").path, "-diagnostic-style", "llvm",
      ] + options + names
    let output = folder.appending(path: "output")
    try output.write("")
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let text = try withExtendedLifetime(temporary) { try output.text() }
    let messages = text.split(separator: "\n").compactMap { Message($0) }
    if process.terminationStatus != 0 && !messages.contains(where: { $0.kind == "error" }) {
      throw PageError(description: "swiftc ended with \(process.terminationStatus):\n\(text)")
    }
    return messages
  }

  /// A line of the compiler's output such as `page.md:12:3: error: cannot find 'x' in scope`.
  struct Message: CustomStringConvertible {
    let file: String
    let line: Int
    /// `error`, `warning` or `note`.
    let kind: String
    let text: String

    var description: String { "\(file):\(line): \(kind): \(text)" }

    init?(_ line: Substring) {
      guard let match = line.wholeMatch(of: /(.*?):(\d+):\d+: (error|warning|note): (.*)/),
        let number = Int(match.2)
      else { return nil }
      (file, self.line, kind, text) = (String(match.1), number, String(match.3), String(match.4))
    }
  }

  /// The folder of the modules.
  private static func modules() throws -> URL {
    let folder = BuildFolder.first { folder in
      [folder.appending(path: "Modules"), folder].first {
        $0.appending(path: "LayoutSpecs.swiftmodule").exists
      }
    }
    if let folder { return folder }
    throw PageError(description: "the module LayoutSpecs was not built beside the tests")
  }
}
