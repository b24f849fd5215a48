import Foundation
import StrictJSON
import Testing

@testable import Benchmarking

@Suite("The folder of charts")
struct ChartFolderTests {
  private let temporary = TemporaryFolder()
  private var parent: URL { temporary.url }

  private func chart(_ name: String = "a", value: JSONValue = 1) -> Chart {
    Chart(
      name: name, kind: "growth", title: "A", notes: ["from here"], body: ["data": ["values": [["x": value]]]]
    )
  }

  @Test func `Each chart is written once in each theme`() throws {
    let folder = ChartFolder(url: parent.appendingPathComponent("deep/charts"))
    let files = try folder.write([chart(), chart("b")], themes: [.light, .dark], extensions: ["svg"])
    #expect(
      files.map(\.lastPathComponent) == [
        "a-light.vl.json", "a-dark.vl.json", "b-light.vl.json", "b-dark.vl.json",
      ])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == files.map(\.lastPathComponent).sorted())
  }

  @Test("Names of files are of plain characters, not too long, and differ in more than their case")
  func namesSuitEveryDisk() throws {
    let charts = ["größe/木 x", "Feed", "feed", String(repeating: "n", count: 500)].map { chart($0) }
    let files = try ChartFolder(url: parent).write(charts, themes: [.light], extensions: [])
    #expect(
      files.map(\.lastPathComponent) == [
        "gr--e---x-light.vl.json", "Feed-light.vl.json", "feed-2-light.vl.json",
        String(repeating: "n", count: 120) + "-light.vl.json",
      ])
  }

  @Test func `A chart that this program wrote is written over, with the picture made of it`() throws {
    let folder = ChartFolder(url: parent)
    let file = try folder.write([chart()], themes: [.light], extensions: ["svg"])[0]
    try Data("picture".utf8).write(to: parent.appendingPathComponent("a-light.svg"))
    // In another layout it still says the same.
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("\n", with: " ").utf8).write(to: file)
    _ = try folder.write([chart(value: 2)], themes: [.light], extensions: ["svg"])
    #expect(try String(contentsOf: file, encoding: .utf8).contains("{\"x\": 2}"))
  }

  @Test(
    "A chart that was changed by hand is kept unless forced, and then nothing else is written either",
    arguments: [
      ("a-light.vl.json", "\"x\": 1", "\"x\": 3"), ("a-light.vl.json", "\"A\"", "\"My title\""),
      ("a-light.vl.json", "layoutbench", "somebody"),
    ])
  func whatWasChangedIsKept(file: String, old: String, new: String) throws {
    let folder = ChartFolder(url: parent)
    _ = try folder.write([chart()], themes: [.light], extensions: [])
    let url = parent.appendingPathComponent(file)
    let changed = try String(contentsOf: url, encoding: .utf8).replacing(old, with: new)
    try Data(changed.utf8).write(to: url)
    let error = #expect(throws: FileError.self) {
      try folder.write([chart("0"), chart()], themes: [.light], extensions: [])
    }
    #expect(error?.file == url.path && error?.message.contains("--force") == true)
    #expect(try String(contentsOf: url, encoding: .utf8) == changed)
    #expect(temporary.names == [file], "Nothing is written where something is refused.")
    _ = try folder.write([chart()], themes: [.light], extensions: [], force: true)
    #expect(try String(contentsOf: url, encoding: .utf8) != changed)
  }

  @Test func `A picture that this program did not make is kept`() throws {
    let picture = parent.appendingPathComponent("a-light.svg")
    try Data("mine".utf8).write(to: picture)
    let folder = ChartFolder(url: parent)
    let error = #expect(throws: FileError.self) {
      try folder.write([chart()], themes: [.light], extensions: ["svg"])
    }
    #expect(error?.file == picture.path)
    _ = try folder.write([chart()], themes: [.light], extensions: ["png"])
  }
}
