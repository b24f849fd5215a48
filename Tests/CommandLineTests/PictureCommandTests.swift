import Foundation
import Testing

@Suite("layoutbench layout --format svg", .temporaryFolders)
struct PictureCommandTests {
  private static let document = "Benchmarks/trees/header-left-right.json"

  @Test func `The picture is written whole, and nothing is printed`() throws {
    let file = try Program.makeFolder().appendingPathComponent("header.svg")
    let written = try Program.run("layout", Self.document, "--format", "svg", "-o", file.path)
    #expect(written.exitCode == 0 && written.output.isEmpty && written.error.isEmpty)
    let svg = try contents(of: file)
    #expect(svg.hasPrefix("<svg xmlns") && svg.hasSuffix("</svg>\n"))
    #expect(try Program.run("layout", Self.document, "--format", "svg").output == svg)
  }

  @Test func `A name of one character without a folder is a file in the working folder`() throws {
    let folder = try Program.makeFolder()
    let document = Program.package.appendingPathComponent(Self.document).path
    #expect(try Program.start("layout", document, "-o", "x", in: folder).exitCode == 0)
    #expect(names(in: folder) == ["x"])
    let below = try Program.start("layout", document, "-o", "x/y", in: folder)
    #expect(below.exitCode == 1)
    #expect(below.error == "layoutbench: x/y cannot be written: x is no folder\n")
  }

  @Test func `Standard output by its name, and pipes of a shell, are written to without --force`() throws {
    let folder = try Program.makeFolder()
    let frames = try Program.run("layout", Self.document).output
    func shell(_ script: String) throws -> Program.Outcome {
      try Program.shell(script, Program.package.appendingPathComponent(Self.document).path, folder.path)
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
  @Test func `A program without real fonts says what to install for --font, and lays nothing out`() throws {
    let result = try Program.run("layout", Self.document, "--font", "DejaVu Sans 12")
    #expect(result.exitCode == 64 && result.output.isEmpty)
    #expect(result.error.hasPrefix("Error: --font needs real fonts, which this program was built without."))
    #expect(result.error.contains("scripts/install-text"))
  }
  #endif
}
