import Foundation
import LayoutTestSupport
import Testing

@Suite("What a release names")
struct ReleaseTests {
  /// The names of the library products in the manifest.
  private static func libraries() throws -> [String] {
    try Pages.text(of: "Package.swift").matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
  }

  private static func pages() throws -> [(path: String, text: String)] {
    try (Pages.paths() + ["RELEASING.md", "CHANGELOG.md"]).map { ($0, try Pages.text(of: $0)) }
  }

  @Test func `All pages name one owner of the repository, and one version`() throws {
    let dependency = /https:\/\/github\.com\/([^\/" ]+)\/LayoutBench"(?:, from: "([^"]+)")?/
    let named = try Self.pages().flatMap { $0.text.matches(of: dependency) }
    #expect(named.count >= 4)
    #expect(Set(named.map(\.1)).count == 1, "\(named.map(\.1))")
    #expect(Set(named.map(\.2)).count == 1, "\(named.map(\.2))")
  }

  @Test func `set-owner writes another owner into all of these pages, and nothing else`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "owner-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = "https://github.com/<owner>/LayoutBench"
    let other = "https://github.com/facebook/yoga, https://github.com/LayoutBench/other"
    try folder.appending(path: "page.md").write("\(url) \(other)\n")
    try folder.appending(path: "code.swift").write(url)
    try folder.appending(path: "scripts/set-owner").write(script: Pages.text(of: "scripts/set-owner"))
    func run(_ line: String) throws -> Int32 { try Shell(folder: folder).run(line).status }
    #expect(try run("git init -q && git add . && scripts/set-owner ada") == 0)
    #expect(try folder.appending(path: "page.md").text() == "https://github.com/ada/LayoutBench \(other)\n")
    #expect(try folder.appending(path: "code.swift").text() == url)
    #expect(try run("scripts/set-owner grace-h") == 0)
    #expect(try folder.appending(path: "page.md").text().hasPrefix("https://github.com/grace-h/LayoutBench "))
    #expect(try run("scripts/set-owner 'a/b'") == 64 && run("scripts/set-owner") == 64)
  }

  @Test(arguments: [
    (".spi.yml", "documentation_targets:", "#"), ("scripts/make-docs", "\nmodules=(", ")"),
    ("scripts/check-api", "--products", "\n"),
  ])
  func `The documentation and the check of the API are of every library`(
    path: String, start: String, end: String
  ) throws {
    let text = try Pages.text(of: path)
    let list = try #require(
      text.components(separatedBy: start).dropFirst().first?.components(separatedBy: end).first)
    let names = list.split { !$0.isLetter }.map(String.init)
    #expect(try Self.libraries().count >= 7 && names.sorted() == Self.libraries().sorted())
  }
}
