#if Text && canImport(CPango)
import Foundation
import LayoutSpecs
import LayoutTestSupport
import LayoutWorkloads

/// Texts in many scripts, made of the sentences in `Corpus/sentences.txt`.
struct Corpus {
  struct Sample {
    let kind: String
    let text: AttributedText
  }

  private var kinds: [(name: String, sentences: [String])] = []
  private var random: SeededRandom

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/sentences.txt")
    for line in try file.text().components(separatedBy: "\n") {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        kinds.append((String(line.dropFirst().dropLast()), []))
      } else {
        kinds[kinds.count - 1].sentences.append(line)
      }
    }
  }

  /// Returns the first samples of a corpus.
  static func samples(_ count: Int, seed: UInt64) throws -> [Sample] {
    var corpus = try Corpus(seed: seed)
    return (0..<count).map { corpus.next($0) }
  }

  /// Returns the texts of the first posts of the workload `feedText`.
  static func feed(postCount: Int) throws -> [Sample] {
    let families = [WorkloadFamily.feedText(in: MonospaceMetrics())]
    let tree = try Workload(parsing: "feedText(\(postCount))", among: families).tree()
    return tree.elementIDs.compactMap { id in
      guard case .paragraph(let paragraph) = tree.content(of: id) else { return nil }
      return Sample(kind: "feed", text: paragraph.text)
    }
  }

  var kindNames: [String] { kinds.map(\.name) }

  /// Returns a whole sentence of a kind.
  mutating func sentence(ofKind kind: Int) -> String { kinds[kind].sentences.randomElement(using: &random)! }

  /// Returns a text of the next kind: one to four of its sentences, whole or a part of them; some in several runs,
  /// some with line breaks.
  mutating func next(_ index: Int) -> Sample {
    let kind = kinds[index % kinds.count]
    var text = ""
    for _ in 0...Int.random(in: 0...3, using: &random) {
      if !text.isEmpty { text += Int.random(in: 0..<12, using: &random) == 0 ? "\n" : " " }
      // Most times the kind's own, sometimes another's.
      let source = Int.random(in: 0..<10, using: &random) == 0 ? kinds.randomElement(using: &random)! : kind
      let sentence = source.sentences.randomElement(using: &random)!
      if Bool.random(using: &random) {
        text += sentence
      } else {
        let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
        let first = Int.random(in: 0..<words.count, using: &random)
        let last = Int.random(in: first..<words.count, using: &random)
        text += words[first...last].joined(separator: " ")
      }
    }
    guard Int.random(in: 0..<6, using: &random) == 0 else {
      return Sample(kind: kind.name, text: AttributedText(text))
    }
    return Sample(kind: kind.name, text: runs(of: text))
  }

  private mutating func runs(of text: String) -> AttributedText {
    let characters = Array(text)
    var runs: [TextRun] = []
    var start = 0
    while start < characters.count {
      let end = min(characters.count, start + Int.random(in: 1...40, using: &random))
      let font = TextFont(
        ["DejaVu Sans", "DejaVu Serif", "Noto Sans", "Liberation Serif"].randomElement(using: &random)!,
        size: [10, 13, 16, 24].randomElement(using: &random)!,
        weight: Bool.random(using: &random) ? 400 : 700)
      runs.append(TextRun(String(characters[start..<end]), font: font))
      start = end
    }
    return AttributedText(runs)
  }
}
#endif
