import Foundation
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// A folder with a test's file in it, and the snapshots of that test.
private final class TestFolder {
  private let folder = TemporaryFolder()

  /// A line of the test.
  var line: SourceLocation {
    SourceLocation(
      fileID: "AppTests/CardTests.swift", filePath: folder.url.appending(path: "CardTests.swift").path,
      line: 12, column: 1)
  }

  var snapshots: URL { folder.url.appending(path: "Snapshots") }

  var names: [String] { (try? snapshots.paths()) ?? [] }

  func text(_ name: String) throws -> String { try snapshots.appending(path: name).text() }

  func write(_ text: String, to name: String) throws { try snapshots.appending(path: name).write(text) }
}

/// Disabled if the variable that records is set: it may be set for other tests.
@Suite(
  "Snapshots of layouts",
  .disabled(if: ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil, "snapshots are recorded"))
struct ExpectLayoutTests {
  private let folder = TestFolder()

  private func card(_ title: String = "Ada Lovelace") -> DisplayNode {
    let title = TextNode(title).named("title")
    let image = ImageNode(imageSize: Size(40, 40))
    return DisplayNode { _, _ in
      StackLayoutSpec(spacing: 8) {
        image
        title.flexShrink()
      }
    }
  }

  /// The issue of comparing an element with the snapshots in the folder; nil if there is none.
  private func issue(
    with element: any LayoutElement, in widths: [Double] = [320], named name: String = "card"
  ) -> String? {
    recordedProblem(snapshots(of: element, in: widths.map { SizeRange(width: $0) }, named: name), folder.line)
  }

  @Test func `A snapshot of this repository is as it was recorded, in three ranges and from right to left`() {
    expectLayout(of: card(), in: [320, 100.5], named: "card")
    expectLayout(of: card(), in: [SizeRange(max: Size(320, 44))], named: "card")
    expectLayout(of: card(), in: [320], named: "card-right-to-left", direction: .rightToLeft)
  }

  @Test func `A missing snapshot is recorded, fails once, and says where; then the test passes`() throws {
    let first = issue(with: card(), in: [320, 100])
    #expect(folder.names == ["card-100.svg", "card-100.txt", "card-320.svg", "card-320.txt"])
    #expect(
      first == """
        There was no card-320.txt, card-320.svg, card-100.txt, card-100.svg: recorded in \(folder.snapshots.path). \
        Look at what was recorded, and run the test again.
        """)
    #expect(
      try folder.text("card-320.txt") == """
        in {{320, 0}, {320, inf}}
        DisplayNode {{0, 0}, {320, 40}}
          StackLayoutSpec {{0, 0}, {320, 40}}
            ImageNode {{0, 0}, {40, 40}}
            TextNode "title" {{48, 0}, {96, 40}}

        """)
    #expect(try folder.text("card-320.svg").contains("Ada Lovelace"))
    #expect(issue(with: card(), in: [320, 100]) == nil)
    let third = issue(with: card(), in: [320, 200])
    #expect(third?.hasPrefix("There was no card-200.txt, card-200.svg: ") == true)
  }

  @Test func `A difference fails with its lines, writes what there is, and removes it once right`() throws {
    func check(_ title: String = "Ada Lovelace") -> String? { issue(with: card(title), named: "posts/card") }
    _ = check()
    let other = try #require(check("Ada King"))
    #expect(
      other.hasPrefix(
        """
        posts/card-320.txt is not as it was recorded (-), but so (+):
        - 5:     TextNode "title" {{48, 0}, {96, 40}}
        + 5:     TextNode "title" {{48, 0}, {64, 40}}
        All of it is in card-320.new.txt. If it is right, set LAYOUTBENCH_RECORD=1 in the environment, and run the test \
        again.
        posts/card-320.svg is not as it was recorded
        """))
    #expect(try folder.text("posts/card-320.new.txt").contains("{64, 40}"))
    #expect(
      folder.names.filter { $0.contains(".new.") } == ["posts/card-320.new.svg", "posts/card-320.new.txt"])
    #expect(check() == nil && folder.names.filter { $0.contains(".new.") } == [])
    // The frames are the same, and the words are not.
    let words = try #require(check("Ada Lovelock"))
    #expect(words.hasPrefix("posts/card-320.svg is not as it was recorded") && words.contains("Lovelock"))
  }

  @Test func `Only lines that are in one text alone are shown, by their numbers`() {
    func check(_ lines: String) -> String? {
      let text = lines.replacing(" ", with: "\n") + "\n"
      return recordedProblem([Snapshot(name: "list.txt", text: text)], folder.line)
    }
    _ = check("a b c d e f")
    #expect(check("a x c d y e f")?.contains("so (+):\n- 2: b\n+ 2: x\n+ 5: y\nAll of it") == true)
    #expect(check("a c d e")?.contains("so (+):\n- 2: b\n- 6: f\nAll of it") == true)
    #expect(check("a b c d e f f")?.contains("so (+):\n+ 7: f\nAll of it") == true)
    #expect(check("a b c d e f") == nil)
  }

  @Test func `A long difference is cut, and so is one of thousands of lines`() throws {
    func list(_ count: Int, _ side: Double) -> some LayoutElement {
      StackLayoutSpec(children: (0..<count).map { _ in ImageNode(imageSize: Size(side, side)) })
    }
    for count in [30, 3000] {
      func check(_ side: Double) -> String? { issue(with: list(count, side), in: [10], named: "\(count)") }
      _ = check(1)
      let other = try #require(check(2))
      #expect(other.contains("- 3:   ImageNode {{0, 0}, {1, 1}}\n+ 3:   ImageNode {{0, 0}, {2, 2}}\n"))
      #expect(other.contains("… and \(2 * (count + 1) - 20) lines more"))
    }
  }

  @Test func `Traits, direction and size of texts reach the nodes, and the node keeps no layout`() throws {
    let seen = LockedValue<[String]>([])
    let node = DisplayNode { node, _ in
      let traits = node.traits
      seen.withLock {
        $0.append("\(traits.layoutDirection) \(traits.contentSizeCategory) \(traits.displayScale)")
      }
      return ImageNode(imageSize: Size(10, 10)).named("image")
    }
    let snapshots = snapshots(
      of: node, in: [.unconstrained], named: "traits", direction: .rightToLeft, textSize: .extraLarge,
      traits: Traits { $0.displayScale = 3 })
    _ = recordedProblem(snapshots, folder.line)
    #expect(seen.withLock { $0 } == ["rightToLeft extraLarge 3.0"] && node.calculatedLayout == nil)
    #expect(folder.names == ["traits-0-infx0-inf.svg", "traits-0-infx0-inf.txt"])
  }

  @Test func `No width, a bad name, an unusable file: each is one clear issue, and nothing is lost`() throws {
    #expect(issue(with: card(), in: []) == "There is nothing to compare: give a width or a range of sizes.")
    for name in ["../card", "/card", "a//b", ""] {
      let bad = issue(with: card(), named: name)
      // An empty name still has the width in its files' names.
      if name.isEmpty { continue }
      #expect(bad?.contains("a name is a path below that folder, without an empty part") == true, "\(name)")
    }
    #expect(folder.names == ["-320.svg", "-320.txt"])

    // A folder in the file's place.
    try folder.snapshots.appending(path: "card-320.txt").makeFolder()
    let unreadable = issue(with: card())
    let start = "card-320.txt cannot be compared or recorded in \(folder.snapshots.path)"
    #expect(unreadable?.hasPrefix(start) == true)
    // A file in the folder's place.
    try folder.write("", to: "file")
    let unwritable = issue(with: card(), named: "file/card")
    #expect(unwritable?.hasPrefix("file/card-320.txt cannot be compared or recorded") == true)
  }
}
