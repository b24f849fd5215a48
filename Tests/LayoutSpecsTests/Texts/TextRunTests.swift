import Testing

@testable import LayoutSpecs

@Suite("Runs of texts")
struct TextRunTests {
  private static let run = TextRun("é", font: TextFont("Sans", size: 15))

  /// The run with one change each.
  private static let others: [TextRun] = {
    let changes: [(inout TextRun) -> Void] = [
      { $0.string = "e\u{301}" }, { $0.string = "" }, { $0.font.family = "Serif" }, { $0.font.size = 16 },
      { $0.font.weight = 700 }, { $0.font.isItalic = true }, { $0.letterSpacing = -1 },
      { $0.color = TextColor(red: 0, green: 0, blue: 0) }, { $0.attachment = .zero },
      { $0.attachment = Size(1, 0) },
    ]
    return changes.map {
      var changed = run
      $0(&changed)
      return changed
    }
  }()

  @Test(arguments: others)
  func `Runs that differ in the scalars or in the look are different keys, whose hashes differ`(
    _ other: TextRun
  ) {
    #expect(Self.run != other)
    #expect(Self.run.hashValue != other.hashValue)
  }

  @Test func `A font of 16 points that is asked for is not the metrics' font, however it is asked for`() {
    let asked = TextFont(size: 16)
    let changes: [(inout TextFont) -> Void] = [
      { $0.size = 16 }, { $0.family = "" }, { $0.weight = 400 }, { $0.isItalic = false },
    ]
    for change in changes {
      var font = TextFont()
      change(&font)
      #expect(font == asked && font != TextFont() && font.size == 16)
    }
    #expect(TextFont() == TextFont() && TextFont().size == 16 && TextFont().weight == 400)
    #expect(TextFont() != asked && TextFont().hashValue != asked.hashValue)
  }

  @Test func `Equal runs have one hash, wherever their strings are in memory`() {
    for string in ["", "é", "a string of more than fifteen bytes", "ein \u{0} dazwischen"] {
      let whole = "x" + string
      let part = TextRun(String(whole.dropFirst()), font: Self.run.font)
      #expect(TextRun(string, font: Self.run.font) == part)
      #expect(TextRun(string, font: Self.run.font).hashValue == part.hashValue)
    }
  }
}
