#if Text && canImport(CPango)
import LayoutSpecs

/// A library's knowledge of its fonts, and of the faces that their characters have.
///
/// A value never changes once a library has it: texts read it without a lock. What a text learns is in its own copy,
/// which the library takes, or merges if another text was faster.
struct FontKnowledge: Sendable {
  /// The fonts that texts asked for, the oldest first.
  var fonts: [KnownFont] = []
  /// How many values the library had before this one.
  private var revision = 0
  /// How many fonts the library had with this value: a text adds its own behind them.
  private var count = 0

  /// An app asks for few; sizes that people choose, and animations, make more. Half of them are dropped then.
  static let mostFonts = 64

  /// Takes what a text knew in the end, which began with this value or with an earlier one.
  mutating func update(to other: FontKnowledge) {
    if other.revision == revision {
      fonts = other.fonts
    } else {
      for (place, font) in other.fonts.enumerated() {
        if let index = fonts.firstIndex(where: { $0.font == font.font }) {
          for script in font.scripts.indices { fonts[index].scripts[script].merge(font.scripts[script]) }
          fonts[index].alphabets.formUnion(font.alphabets)
        } else if place >= other.count {
          // Others that are missing were dropped meanwhile.
          fonts.append(font)
        }
      }
    }
    if fonts.count > Self.mostFonts { fonts.removeFirst(fonts.count - Self.mostFonts / 2) }
    (revision, count) = (revision + 1, fonts.count)
  }
}

/// A font that texts asked for, with its metrics and the faces of its characters.
struct KnownFont: Sendable {
  let font: TextFont
  let metrics: PreparedText.LineMetrics
  /// The widths of its ellipsis and its hyphen, in points.
  let ellipsisWidth: Double
  let hyphenWidth: Double
  /// The distance of tab stops, in points: eight spaces, as in Pango's own paragraphs.
  let tabInterval: Double
  /// The faces of the characters, by the numbers of their scripts.
  var scripts = Array(repeating: KnownScript(), count: CharacterTraits.Script.allCases.count)
  /// The names of the alphabets whose characters and pairs were learned.
  var alphabets: Set<String> = []

  /// Begins a text whose first run has the font.
  func makeBuilder() -> PreparedText.Builder {
    PreparedText.Builder(metrics: metrics, ellipsisWidth: ellipsisWidth, hyphenWidth: hyphenWidth)
  }

  subscript(script: CharacterTraits.Script) -> KnownScript {
    _read { yield scripts[Int(script.rawValue)] }
    _modify { yield &scripts[Int(script.rawValue)] }
  }
}

/// The faces of a font's characters in one script, as far as they are known.
struct KnownScript: Sendable {
  /// Faces that characters have: one of the font that was asked for, and others for characters that it lacks.
  var faces: [KnownFace] = []
  /// For each character the number of its face, counted from 1; 0 if it is unknown, `none` if there is none.
  private var numbers = CharacterNumbers.none

  private static let none = UInt8.max

  /// The face of a character.
  enum Face {
    case unknown
    /// Pango finds the face.
    case none
    case known(Int)
  }

  @inline(__always)
  func face(of scalar: UInt16) -> Face {
    switch numbers[scalar] {
    case 0: .unknown
    case Self.none: .none
    case let number: .known(Int(number) - 1)
    }
  }

  /// Sets the face of a character, by its index; nil if Pango has to find it.
  mutating func setFace(_ index: Int?, of scalar: UInt16) {
    numbers[scalar] = index.map { UInt8($0 + 1) } ?? Self.none
  }

  /// Adds what is known of a face, and returns its index; nil if there are too many.
  mutating func add(_ face: KnownFace) -> Int? {
    if let index = faces.firstIndex(where: { $0.position == face.position }) {
      faces[index].merge(face)
      return index
    }
    guard faces.count < 64 else { return nil }
    faces.append(face)
    return faces.count - 1
  }

  /// Adds what another value knows of the same script of the same font.
  mutating func merge(_ other: KnownScript) {
    let indices = other.faces.map { add($0) }
    if numbers == other.numbers && indices == Array(faces.indices) { return }
    for scalar in CharacterTraits.all.indices.map(UInt16.init) {
      switch other.face(of: scalar) {
      case .unknown: break
      case .none: setFace(nil, of: scalar)
      case .known(let index): setFace(indices[index], of: scalar)
      }
    }
  }
}

/// A face: a font that has characters of a script of a font that was asked for.
struct KnownFace: Sendable {
  /// The place among the fonts that Pango tries in turn.
  let position: Int
  let metrics: PreparedText.LineMetrics
  /// True if the advance of a character depends on the next one alone, but for pairs that are complex.
  private(set) var hasPairs: Bool
  /// Empty if the face has no pairs.
  private(set) var pairs = AdvancePairs()

  /// Adds an advance. If the pair has had another one, the face has no pairs from now on.
  mutating func learn(_ advance: Int32, of first: UInt16, before second: UInt16) {
    if hasPairs, !pairs.insert(advance, of: first, before: second) { removePairs() }
  }

  private mutating func removePairs() { (hasPairs, pairs) = (false, AdvancePairs()) }

  /// Adds what another value knows of the same face.
  mutating func merge(_ other: KnownFace) {
    if !pairs.merge(other.pairs) || !other.hasPairs || !hasPairs { removePairs() }
  }
}
#endif
