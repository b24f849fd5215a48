import Foundation
import Testing

/// The systems that the manifest names have no type that came after them. On Linux the compiler cannot tell, since
/// every type is there.
@Suite("The systems that the libraries run on")
struct PlatformTests {
  /// Modules and types of Swift's library that are newer than iOS 16.
  static let newer = [
    "Synchronization", "Observation", "Atomic", "Mutex", "Span", "RawSpan", "MutableSpan", "OutputSpan",
    "UTF8Span",
    "InlineArray", "Int128", "UInt128",
  ]

  @Test(
    "No source of a library names a module or a type that is newer than iOS 16",
    arguments: [
      "LayoutSpecs", "LayoutDiagnostics", "LayoutDocuments", "StrictJSON",
    ])
  func sources(of library: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Sources/\(library)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let found = words.filter { Self.newer.contains(String($0)) }
        #expect(found.isEmpty, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 0)
  }
}
