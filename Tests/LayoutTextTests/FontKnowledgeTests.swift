#if Text && canImport(CPango)
import LayoutSpecs
import Testing

@testable import LayoutText

@Suite("What a library knows of fonts")
struct FontKnowledgeTests {
  private let metrics = PreparedText.LineMetrics(ascender: 12, descender: 4)

  private func face(_ position: Int = 0) -> KnownFace {
    KnownFace(position: position, metrics: metrics, hasPairs: true)
  }

  @Test func `A face has pairs until one has two advances; a pair that is complex once stays complex`() {
    var face = face()
    face.learn(700, of: 0x61, before: 0x62)
    face.learn(700, of: 0x61, before: 0x62)
    face.learn(500, of: 0x62, before: 0)
    #expect(face.hasPairs && face.pairs.advances(of: [0x61, 0x62]) == [700, 500])
    face.learn(AdvancePairs.complex, of: 0x61, before: 0x62)
    face.learn(701, of: 0x61, before: 0x62)
    #expect(face.hasPairs && face.pairs.advances(of: [0x61, 0x62]) == [AdvancePairs.complex, 500])
    #expect(face.pairs.advances(of: [0x63]) == [AdvancePairs.unknown])
    face.learn(501, of: 0x62, before: 0)
    #expect(!face.hasPairs && face.pairs.knownCount == 0)
  }

  @Test func `A face keeps the pairs of 254 characters, kerned by 253 lengths, and no more`() {
    var face = face()
    for first in UInt16(0x100)..<0x300 { face.learn(700, of: first, before: 0x100) }
    #expect(face.pairs.knownCount == AdvancePairs.mostCharacters + 1 && face.hasPairs)
    #expect(face.pairs.advances(of: [0x1FE, 0x100])[0] == 700)
    #expect(face.pairs.advances(of: [0x1FF, 0x100])[0] == AdvancePairs.unknown)
    for second in UInt16(0x101)...0x1FE { face.learn(Int32(second), of: 0x101, before: second) }
    #expect(face.hasPairs)
    #expect(face.pairs.advances(of: [0x101, 0x1FD])[0] == 0x1FD)
    #expect(face.pairs.advances(of: [0x101, 0x1FE])[0] == AdvancePairs.unknown)
  }

  @Test func `A face has the pairs that two texts learned at once, and none if one pair has two advances`() {
    var (first, second) = (face(), face())
    first.learn(700, of: 0x61, before: 0x62)
    second.learn(500, of: 0x62, before: 0x63)
    second.learn(650, of: 0x61, before: 0x63)
    first.merge(second)
    #expect(first.pairs.advances(of: [0x61, 0x62, 0x63]) == [700, 500, AdvancePairs.unknown])
    #expect(first.pairs.advances(of: [0x61, 0x63])[0] == 650)
    second.learn(701, of: 0x61, before: 0x62)
    first.merge(second)
    #expect(!first.hasPairs)
  }

  @Test func `What two texts learn at once is known in the end, and faces have their places`() {
    func learn(_ scalar: UInt16, _ position: Int, _ font: TextFont, in knowledge: inout FontKnowledge) {
      if !knowledge.fonts.contains(where: { $0.font == font }) {
        knowledge.fonts.append(
          KnownFont(font: font, metrics: metrics, ellipsisWidth: 1, hyphenWidth: 1, tabInterval: 1))
      }
      let index = knowledge.fonts.firstIndex { $0.font == font } ?? 0
      let face = knowledge.fonts[index][.latin].add(face(position))
      knowledge.fonts[index][.latin].setFace(face, of: scalar)
    }
    var library = FontKnowledge()
    var (first, second) = (library, library)
    let font = TextFont("a")
    learn(0x61, 0, font, in: &first)
    learn(0x62, 3, font, in: &second)
    learn(0x61, 0, font, in: &second)
    learn(0x63, 0, TextFont("b"), in: &second)
    first.fonts[0].alphabets = ["", "en"]
    second.fonts[0].alphabets = ["", "de"]
    library.update(to: first)
    library.update(to: second)
    #expect(library.fonts[0].alphabets == ["", "en", "de"])
    let script = library.fonts[0][.latin]
    #expect(library.fonts.map(\.font.family) == ["a", "b"])
    guard case .known(let a) = script.face(of: 0x61), case .known(let b) = script.face(of: 0x62),
      case .unknown = script.face(of: 0x63)
    else {
      Issue.record("the faces of a and b are known, and that of c is not")
      return
    }
    #expect(script.faces[a].position == 0 && script.faces[b].position == 3)
    for size in 1...100 { learn(0x61, 0, TextFont("c", size: Double(size)), in: &library) }
    library.update(to: library)
    #expect(library.fonts.count == FontKnowledge.mostFonts / 2 && library.fonts.last?.font.size == 100)
  }
}

extension FontKnowledgeTests {
  @Test func `A text that ends late adds its own fonts, and none that was dropped meanwhile`() {
    func add(_ sizes: ClosedRange<Int>, to knowledge: inout FontKnowledge) {
      for size in sizes {
        knowledge.fonts.append(
          KnownFont(
            font: TextFont("a", size: Double(size)), metrics: metrics, ellipsisWidth: 1, hyphenWidth: 1,
            tabInterval: 1))
      }
    }
    func addText(_ sizes: ClosedRange<Int>, to library: inout FontKnowledge) {
      var text = library
      add(sizes, to: &text)
      library.update(to: text)
    }
    var library = FontKnowledge()
    addText(1...64, to: &library)
    var late = library
    late.fonts[50].alphabets = ["en"]
    add(66...66, to: &late)
    addText(65...65, to: &library)
    library.update(to: late)
    #expect(library.fonts.map(\.font.size) == (34...66).map { Double($0) })
    #expect(library.fonts[51 - 34].alphabets == ["en"])
  }

  @Test
  func
    `A text may be cut between ideographs and behind spaces, but not where letters join, are kerned or change place`()
  {
    let shaper = PangoShaper(nil)
    func cuts(_ text: String, _ family: String = "Noto Sans") -> [Int] {
      let cuts = shaper.cuts(in: Array(text.unicodeScalars), TextFont(family, size: 15))
      return cuts.indices.filter { cuts[$0] }
    }
    for family in RandomMixes.families {
      #expect(cuts("一字早船桟龍", family) == [1, 2, 3, 4, 5], "\(family)")
      #expect(cuts("かの字アー字\u{10FFFF}字", family) == [], "\(family)")
      #expect(cuts("שלום לכם", family) == [5] && cuts("سطر آخر", family) == [4], "\(family)")
      #expect(cuts("ลมดี เรือแล่น", family) == [5], "\(family)")
      // A mark belongs to the letter before it; a digit and a bracket have the script of others.
      #expect(cuts("שָׁלוֹם לָכֶם", family) == [8], "\(family)")
      #expect(cuts("שלום 12 (לכם) עולם", family) == [], "\(family)")
      // Letters of two scripts or directions are in two items.
      #expect(cuts("שלום abc سطر", family) == [], "\(family)")
    }
    // One font moves Y and A toward the space.
    #expect(
      cuts("to Yours or A Tom") == [3, 9, 12, 14] && cuts("to Yours or A Tom", "Liberation Serif") == [9])
  }
}

extension AdvancePairs {
  /// The number of pairs that are known, or known to be complex.
  var knownCount: Int {
    let codes = Mirror(reflecting: self).descendant("codes") as? [UInt8]
    return codes?.count { $0 > 0 } ?? -1
  }

  /// Returns the advances of an item's characters.
  func advances(of scalars: [UInt16]) -> [Int32] {
    let text = scalars.map { SimpleCharacter($0) }
    return withUnsafeTemporaryAllocation(of: SimpleCharacter.self, capacity: text.count) {
      _ = $0.initialize(from: text)
      _ = writeAdvances(of: 0..<text.count, in: $0)
      return $0.map(\.width)
    }
  }
}
#endif
