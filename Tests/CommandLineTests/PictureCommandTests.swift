import Foundation
import Testing

@Suite("layoutbench layout --format svg")
struct PictureCommandTests {
  private static let document = "Benchmarks/trees/header-left-right.json"

  @Test("The picture is written whole, over nothing unless it is to be, and nothing is printed")
  func file() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("header.svg").path
    let first = try Program.run("layout", Self.document, "--format", "svg", "-o", file)
    #expect(first.exitCode == 0)
    #expect(first.output.isEmpty && first.error.isEmpty)
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg xmlns") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title>header with left and right text: 320 × 40 points</title>"))
    #expect(
      svg.contains(
        "text &quot;time&quot; (root.child.children[1]): 24 × 20 points at {276, 10}, reads &quot;30m&quot;"))
    #expect(try Program.run("layout", Self.document, "--format", "svg").output == svg)

    let again = try Program.run("layout", Self.document, "--width", "400", "--format", "svg", "-o", file)
    #expect(again.exitCode == 1)
    #expect(again.error == "layoutbench: \(file) is there already; --force writes over it\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == svg)
    #expect(
      try Program.run("layout", Self.document, "--width", "400", "--format", "svg", "-o", file, "--force")
        .exitCode == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("400 × 40 points"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["header.svg"])
  }

  @Test("A name of one character without a folder is a file in the working folder")
  func shortName() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.package.appendingPathComponent(Self.document).path
    #expect(try Program.start("layout", document, "-o", "x", in: folder).exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
    let below = try Program.start("layout", document, "-o", "x/y", in: folder)
    #expect(below.exitCode == 1)
    #expect(below.error == "layoutbench: x/y cannot be written: x is no folder\n")
  }

  @Test("Standard output by its name, and pipes of a shell, are written to without --force")
  func streams() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let frames = try Program.run("layout", Self.document).output
    func shell(_ script: String) throws -> Program.Outcome {
      try Program.start(
        ["-c", script, try Program.executable().path, Self.document, folder.path],
        program: URL(fileURLWithPath: "/bin/bash"))
    }
    for script in [
      #""$0" layout "$1" -o /dev/stdout"#, #""$0" layout "$1" -o /dev/stdout --force"#,
      #""$0" layout "$1" -o /dev/fd/3 3>&1"#, #""$0" layout "$1" -o >(cat) | cat"#,
      #""$0" layout "$1" -o /dev/stdout >"$2/file"; cat "$2/file""#,
    ] {
      let outcome = try shell(script)
      #expect(outcome.exitCode == 0 && outcome.output == frames && outcome.error.isEmpty, "\(script)")
    }
    let onError = try shell(#""$0" layout "$1" -o /dev/stderr"#)
    #expect(onError.output.isEmpty && onError.error == frames)
  }

  #if !Text
  @Test("A program without real fonts says what to install for --font, and lays nothing out")
  func noFonts() throws {
    let result = try Program.run("layout", Self.document, "--font", "DejaVu Sans 12")
    #expect(result.exitCode == 64 && result.output.isEmpty)
    #expect(result.error.hasPrefix("Error: --font needs real fonts, which this program was built without."))
    #expect(result.error.contains("scripts/install-text"))
  }
  #endif

  @Test("Where it cannot be written one line says so")
  func refusals() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for arguments in [[], ["--force"]] {
      let isFolder = try Program.run(
        ["layout", Self.document, "--format", "svg", "-o", folder.path] + arguments)
      #expect(isFolder.exitCode == 1)
      #expect(isFolder.error == "layoutbench: \(folder.path) is a folder; name a file to write\n")
      let missing = try Program.run(
        ["layout", Self.document, "--format", "svg", "-o", "/no/such/folder/x.svg"] + arguments)
      #expect(missing.exitCode == 1)
      #expect(
        missing.error
          == "layoutbench: /no/such/folder/x.svg cannot be written: there is no folder /no/such/folder; make it first\n"
      )
    }
    #expect(try Program.run("layout", Self.document, "--format", "gif").exitCode == 64)
    #expect(try Program.run("layout", "no such file.json", "-o", "/tmp/x.svg").exitCode == 65)
  }
}
