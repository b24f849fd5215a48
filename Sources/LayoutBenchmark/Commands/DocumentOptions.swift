import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads

#if Text
import LayoutText
#endif

/// A size range as written on the command line: `320,0..inf`.
struct RangeText: ExpressibleByArgument {
  let text: String
  let value: SizeRange

  /// nil for any other text, and for a range in which no tree can be laid out.
  init?(argument: String) {
    let axes = argument.split(separator: ",", omittingEmptySubsequences: false).map { RangeText.lengths($0) }
    guard axes.count == 2, let width = axes[0], let height = axes[1] else { return nil }
    text = argument
    value = SizeRange(width: width, height: height)
  }

  private static func lengths(_ text: Substring) -> ClosedRange<Double>? {
    let isRange = text.contains("..")
    let ends = isRange ? text.split(separator: "..", omittingEmptySubsequences: false) : [text, text]
    guard ends.count == 2, let low = Double(ends[0]), let high = Double(ends[1]), low.isValidLength,
      low <= high, high.isValidLength || high == .infinity
    else { return nil }
    return low...high
  }
}

// MARK: - Reading

/// Returns true if an argument names a document, false if it is a workload such as `feed(3)`.
func isDocument(_ source: String) -> Bool {
  source == "-" || source.contains("/") || source.hasSuffix(".json")
}

/// A document or a workload as an argument, with the options for its range and font.
struct DocumentOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A document: a path with / or .json, or - for standard input; or a workload such as 'feed(3)'.",
      valueName: "file|workload"),
    completion: .file(extensions: ["json"]), transform: nonEmptyName)
  var source: String

  @OptionGroup var constraint: ConstraintOptions

  @Option(help: "The seed of a workload's random numbers, 0 or more.")
  var seed: UInt64 = Workload.defaultSeed

  /// Reads the document, or generates the workload, and gives it the options' range and font.
  ///
  /// - Parameter isRecorded: whether its layout is recorded.
  func read(isRecorded: Bool) throws -> SpecDocument {
    try constraint.document(source, seed: seed, isRecorded: isRecorded)
  }
}

// MARK: - Fonts

/// A font as written on a command line: `Inter 12`, `fonts/Inter.ttf 12`, or without a size.
struct FontText: ExpressibleByArgument {
  let text: String
  /// A family, or the path of a file.
  let name: String
  /// The size in points.
  let size: Double

  /// nil for a text without a name, and for an impossible size.
  init?(argument: String) {
    text = argument
    var words = argument.split(separator: " ")
    size = words.count > 1 ? words.last.flatMap { Double($0) } ?? 16 : 16
    if words.count > 1, let last = words.last, Double(last) != nil { words.removeLast() }
    name = words.joined(separator: " ")
    guard !name.isEmpty, size > 0, size < 10_000 else { return nil }
  }
}

#if Text
extension FontText {
  /// Throws unless the font exists.
  func check() throws { _ = try metrics() }

  /// Returns the tree with its texts in this font. A run keeps a font that it names itself.
  func applied(to tree: LayoutTree) -> LayoutTree {
    guard let metrics = try? metrics() else { return tree }
    var tree = tree
    for id in tree.elementIDs {
      var (text, style): (AttributedText, ParagraphStyle)
      switch tree.content(of: id) {
      case .text(let own): (text, style) = (AttributedText(own.string), ParagraphStyle())
      case .paragraph(let own): (text, style) = (own.text, own.style)
      default: continue
      }
      // The font is named, so that pictures use it too.
      for index in text.runs.indices where text.runs[index].font == TextFont() {
        text.runs[index].font = metrics.font
      }
      if let paragraph = Paragraph(text, style: style, metrics: metrics) {
        tree.setContent(.paragraph(paragraph), of: id)
      }
    }
    return tree
  }

  private func metrics() throws -> FontLibrary {
    do {
      if name.contains("/") { return try FontLibrary(files: [name], font: TextFont(size: size)) }
    } catch {
      throw ValidationError("--font: \(error)")
    }
    guard FontLibrary.system.hasFamily(name) else {
      throw ValidationError("--font: there is no font family \"\(name)\"; fc-list : family lists them")
    }
    return FontLibrary.system.with(TextFont(name, size: size))
  }
}
#else
extension FontText {
  func check() throws {
    throw ValidationError("--font \(RealFonts.remedy)")
  }

  func applied(to tree: LayoutTree) -> LayoutTree { tree }
}
#endif
