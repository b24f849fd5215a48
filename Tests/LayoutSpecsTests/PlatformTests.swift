import Foundation
import LayoutTestSupport
import Testing

/// The systems that the manifest names have no type that came after them. On Linux the compiler cannot tell, since
/// every type is there.
@Suite("The systems that the libraries run on")
struct PlatformTests {
  static let newer = [
    "Synchronization", "Observation", "Atomic", "Mutex", "Span", "RawSpan", "MutableSpan", "OutputSpan",
    "UTF8Span", "InlineArray", "Int128", "UInt128",
  ]

  @Test(arguments: ["LayoutSpecs", "LayoutDiagnostics", "LayoutDocuments", "StrictJSON"])
  func `No source of a library names a module or a type newer than iOS 16`(of library: String) throws {
    let folder = URL.package.appending(path: "Sources/\(library)")
    let files = try folder.paths().filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      for line in try folder.appending(path: file).text().split(separator: "\n") {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let found = words.filter { Self.newer.contains(String($0)) }
        #expect(found.isEmpty, "\(file): \(line)")
      }
    }
  }
}
