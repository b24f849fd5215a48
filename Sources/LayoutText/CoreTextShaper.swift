#if Text && canImport(CoreText)
import CoreText
import Foundation
import LayoutSpecs

/// The fonts of a library on Apple's systems. Core Text may be called on any thread, and guards its own state.
final class ShaperPool: Sendable {
  static let systemFamily = "sans"

  /// nil for the system's fonts. Nothing changes a descriptor once it is made.
  private nonisolated(unsafe) let descriptors: [CTFontDescriptor]?

  init() { descriptors = nil }

  init(files: [String]) throws(FontError) {
    if files.isEmpty { throw FontError(description: "there is no file of a font") }
    var found: [CTFontDescriptor] = []
    for file in files {
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw FontError(description: "\(file): no such file, or not a readable one")
      }
      let url = NSURL(fileURLWithPath: file) as CFURL
      guard let descriptors = CTFontManagerCreateFontDescriptorsFromURL(url) as? [CTFontDescriptor],
        !descriptors.isEmpty
      else { throw FontError(description: "\(file) is no font") }
      found += descriptors
    }
    descriptors = found
  }

  func withShaper<Result>(_ body: (CoreTextShaper) -> Result) -> Result { body(CoreTextShaper(descriptors)) }

  func prepare(_ text: AttributedText) -> PreparedText { withShaper { $0.prepare(text) } }

  /// Opens the fonts that texts in some languages have. Core Text keeps them.
  func learn(_ fonts: [TextFont], for languages: [String]?) {
    // A language's own name has its letters.
    let names = (languages ?? Locale.preferredLanguages).map {
      Locale(identifier: $0).localizedString(forIdentifier: $0) ?? ""
    }
    for font in fonts { _ = prepare(AttributedText((["0."] + names).joined(separator: " "), font: font)) }
  }
}

/// Prepares texts with Core Text, by the same rules as `PangoShaper`. The project does not test this shaper, since its
/// machines have no Core Text.
///
/// A paragraph is shaped once, as an endless line. Lines may break where Core Foundation's tokenizer of lines says so.
struct CoreTextShaper {
  private let descriptors: [CTFontDescriptor]?

  /// - Parameter descriptors: The available fonts; nil for the system's fonts.
  init(_ descriptors: [CTFontDescriptor]?) { self.descriptors = descriptors }

  /// The names of the available families.
  var families: [String] {
    if let descriptors { return descriptors.map(Self.family(of:)) }
    return CTFontManagerCopyAvailableFontFamilyNames() as? [String] ?? []
  }

  /// Prepares a text, each of whose fonts names a family.
  func prepare(_ text: AttributedText) -> PreparedText {
    let first = font(text.runs[0].font)
    var builder = PreparedText.Builder(
      metrics: Self.metrics(of: first), ellipsisWidth: Self.width(of: "\u{2026}", in: first),
      hyphenWidth: Self.width(of: "\u{2010}", in: first))
    let tabInterval = max(8 * Self.width(of: " ", in: first), 1)
    for (runs, lineBreak) in text.paragraphs {
      append(
        runs, font: (lineBreak.first ?? text.runs[text.runs.count - 1]).font,
        ending: lineBreak.isEmpty ? .none : .required, tabInterval: tabInterval, to: &builder)
    }
    return builder.finish()
  }

  // MARK: A paragraph

  /// Adds a paragraph to a text that is being made.
  ///
  /// - Parameter font: The font that gives an empty paragraph its height.
  private func append(
    _ runs: [TextRun], font emptyFont: TextFont, ending: PreparedText.Break, tabInterval: Double,
    to builder: inout PreparedText.Builder
  ) {
    let string = runs.map(\.string).joined()
    guard !string.isEmpty else {
      builder.setMetrics(Self.metrics(of: font(emptyFont)))
      builder.endSegment(breakAfter: ending)
      return
    }
    let glyphs = shape(runs, count: string.utf16.count)
    let breaks = Self.breaks(in: string)
    var place = 0
    var runIndex = 0
    var runEnd = runs[0].string.utf16.count
    for character in string {
      let start = place
      place += character.utf16.count
      while start >= runEnd && runIndex + 1 < runs.count {
        runIndex += 1
        runEnd += runs[runIndex].string.utf16.count
      }
      let run = runs[runIndex]
      var width = glyphs.widths[start..<place].reduce(0, +) + run.letterSpacing
      if let attachment = run.attachment {
        builder.setMetrics(.init(ascender: attachment.height, descender: 0))
        width = attachment.width
      } else {
        builder.setMetrics(glyphs.metrics[start])
      }
      let isEnd = place == string.utf16.count
      let isSoftHyphen = character == "\u{AD}"
      let breakAfter: PreparedText.Break? =
        isEnd ? ending : !breaks.contains(place) ? nil : isSoftHyphen ? .hyphen : .allowed
      if character == "\t" {
        builder.endSegment(tabInterval: tabInterval, breakAfter: isEnd ? .none : breakAfter ?? .none)
        if isEnd && ending == .required { builder.endSegment(breakAfter: .required) }
        continue
      }
      let vanishes = Self.vanishes(character) && !(isEnd && ending == .required)
      if !vanishes { builder.addCluster(width) }
      if vanishes || breakAfter != nil {
        builder.endSegment(space: vanishes ? width : 0, breakAfter: breakAfter ?? .none)
      }
    }
  }

  /// Returns true for white space that vanishes at the end of a line.
  private static func vanishes(_ character: Character) -> Bool {
    guard character.isWhitespace else { return false }
    return !["\u{A0}", "\u{2007}", "\u{202F}"].contains(character)
  }

  /// Returns the offsets at which a line may end, in UTF-16 units.
  private static func breaks(in string: String) -> Set<Int> {
    let range = CFRange(location: 0, length: string.utf16.count)
    let tokenizer = CFStringTokenizerCreate(
      nil, NSString(string: string) as CFString, range, CFOptionFlags(kCFStringTokenizerUnitLineBreak), nil)
    var breaks: Set<Int> = []
    while !CFStringTokenizerAdvanceToNextToken(tokenizer).isEmpty {
      let token = CFStringTokenizerGetCurrentTokenRange(tokenizer)
      breaks.insert(token.location + token.length)
    }
    return breaks
  }

  /// Shapes a paragraph. Returns the width and the height of the font at each UTF-16 unit; the width of a ligature is
  /// divided among its characters.
  private func shape(
    _ runs: [TextRun], count: Int
  ) -> (widths: [Double], metrics: [PreparedText.LineMetrics]) {
    let attributed = NSMutableAttributedString(string: "")
    for run in runs {
      let attributes = [NSAttributedString.Key(rawValue: kCTFontAttributeName as String): font(run.font)]
      attributed.append(NSAttributedString(string: run.string, attributes: attributes))
    }
    var widths: [Double?] = Array(repeating: nil, count: count)
    var metrics = Array(repeating: Self.metrics(of: font(runs[0].font)), count: count)
    let line = CTLineCreateWithAttributedString(attributed as CFAttributedString)
    for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
      let glyphCount = CTRunGetGlyphCount(run)
      let all = CFRange(location: 0, length: glyphCount)
      var advances = Array(repeating: CGSize.zero, count: glyphCount)
      var places = Array(repeating: CFIndex(0), count: glyphCount)
      CTRunGetAdvances(run, all, &advances)
      CTRunGetStringIndices(run, all, &places)
      for (place, advance) in zip(places, advances) where place >= 0 && place < count {
        widths[place] = (widths[place] ?? 0) + Double(advance.width)
      }
      let font = (CTRunGetAttributes(run) as NSDictionary)[kCTFontAttributeName]
      guard let font else { continue }
      let height = Self.metrics(of: font as! CTFont)
      let range = CTRunGetStringRange(run)
      for place in range.location..<min(count, range.location + range.length) { metrics[place] = height }
    }
    return (Self.shared(widths, in: attributed.string), metrics)
  }

  /// Divides the width of each glyph among its characters: they end before the next character that has a glyph.
  private static func shared(_ widths: [Double?], in string: String) -> [Double] {
    var shared = widths.map { $0 ?? 0 }
    var place = 0
    /// The characters of the current glyph.
    var starts: [Int] = []
    func share() {
      guard starts.count > 1 else { return }
      let part = shared[starts[0]] / Double(starts.count)
      for start in starts { shared[start] = part }
    }
    for character in string {
      let end = place + character.utf16.count
      if widths[place..<end].contains(where: { $0 != nil }) {
        share()
        starts = [place]
        // The rest of the character, such as its accents, belongs to its first unit.
        let sum = shared[place..<end].reduce(0, +)
        for index in place..<end { shared[index] = 0 }
        shared[place] = sum
      } else {
        starts.append(place)
      }
      place = end
    }
    share()
    return shared
  }

  // MARK: Fonts

  /// Returns the available font that is nearest to the requested one.
  private func font(_ font: TextFont) -> CTFont {
    let size = CGFloat(font.size)
    let traits = NSDictionary(dictionary: [
      kCTFontWeightTrait as String: Self.weight(font.weight),
      kCTFontSlantTrait as String: font.isItalic ? 0.07 : 0,
    ])
    if let descriptors {
      let family = descriptors.filter { Self.family(of: $0).lowercased() == font.family.lowercased() }
      let nearest = (family.isEmpty ? descriptors : family).min { a, b in
        Self.distance(from: a, to: font) < Self.distance(from: b, to: font)
      }
      if let nearest { return CTFontCreateWithFontDescriptor(nearest, size, nil) }
    }
    let names = ["serif": "Times New Roman", "monospace": "Menlo"]
    let isSystem = ["", "sans", "sans-serif"].contains(font.family.lowercased())
    var descriptor = CTFontDescriptorCreateWithAttributes(
      NSDictionary(dictionary: [
        kCTFontFamilyNameAttribute as String: names[font.family.lowercased()] ?? font.family
      ]) as CFDictionary)
    if isSystem, let system = CTFontCreateUIFontForLanguage(.system, size, nil) {
      descriptor = CTFontCopyFontDescriptor(system)
    }
    descriptor = CTFontDescriptorCreateCopyWithAttributes(
      descriptor, NSDictionary(dictionary: [kCTFontTraitsAttribute as String: traits]) as CFDictionary)
    return CTFontCreateWithFontDescriptor(descriptor, size, nil)
  }

  private static func family(of descriptor: CTFontDescriptor) -> String {
    CTFontDescriptorCopyAttribute(descriptor, kCTFontFamilyNameAttribute) as? String ?? ""
  }

  /// Returns how far a font's weight and slant are from the requested weight and slant.
  private static func distance(from descriptor: CTFontDescriptor, to font: TextFont) -> Double {
    let traits = CTFontDescriptorCopyAttribute(descriptor, kCTFontTraitsAttribute) as? NSDictionary
    let weight = traits?[kCTFontWeightTrait as String] as? Double ?? 0
    let slant = traits?[kCTFontSlantTrait as String] as? Double ?? 0
    return abs(weight - Self.weight(font.weight)) + ((slant > 0.01) == font.isItalic ? 0 : 2)
  }

  /// Returns Core Text's weight, from -1 to 1, for a weight from 1 to 1000.
  ///
  /// Source: the values of `NSFont.Weight`, from `ultraLight` to `black`.
  private static func weight(_ weight: Int) -> Double {
    let known = [-0.8, -0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62, 0.62]
    let (index, rest) = weight.quotientAndRemainder(dividingBy: 100)
    if index >= 10 { return known[10] }
    return known[index] + (known[index + 1] - known[index]) * Double(rest) / 100
  }

  /// Returns the height of a line in a font: its ascender and its descender, without a gap.
  private static func metrics(of font: CTFont) -> PreparedText.LineMetrics {
    .init(ascender: Double(CTFontGetAscent(font)), descender: Double(CTFontGetDescent(font)))
  }

  private static func width(of string: String, in font: CTFont) -> Double {
    let attributes = [NSAttributedString.Key(rawValue: kCTFontAttributeName as String): font]
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: string, attributes: attributes) as CFAttributedString)
    return CTLineGetTypographicBounds(line, nil, nil, nil)
  }
}
#endif
