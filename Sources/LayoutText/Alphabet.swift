#if Text && canImport(CPango)
import CPango

/// The characters of texts in a language.
///
/// Fontconfig says which letters a language has: its orthographies are those of its files `.orth`. Digits and
/// punctuation are the same for all.
struct Alphabet {
  /// The language in small letters, as "pt-br"; empty for the characters that all languages have.
  let name: String
  /// The simple characters, by the script of the items that they are in.
  let characters: [CharacterTraits.Script: [UInt16]]
  /// Some of the other letters, which Pango shapes.
  let sample: String

  /// Digits and punctuation, in texts without letters.
  static let common = Alphabet(name: "", letters: [])

  private static let marks = Array(" 0123456789.,:;!?'\"()-–—…‘’“”«»·/%".utf16)

  /// Of thousands of letters so many show which fonts a language has.
  private static let sampleCount = 64

  /// Creates the alphabet of a language in the form of BCP 47, as "en" or "pt-BR"; nil if Fontconfig does not know it.
  init?(of language: String) {
    guard let language = pango_language_to_string(pango_language_from_string(language)) else { return nil }
    let name = String(cString: language)
    let letters = Self.letters(of: name)
    if letters.isEmpty { return nil }
    self.init(name: name, letters: letters)
  }

  private init(name: String, letters: [Unicode.Scalar]) {
    var (characters, others) = ([CharacterTraits.Script.common: Self.marks], [Unicode.Scalar]())
    for letter in letters {
      if letter.value < CharacterTraits.all.count, CharacterTraits.all[Int(letter.value)].isSimple {
        let script = CharacterTraits.all[Int(letter.value)].script
        characters[script, default: Self.marks].append(UInt16(letter.value))
      } else {
        others.append(letter)
      }
    }
    let step = (others.count + Self.sampleCount) / Self.sampleCount
    let sample = stride(from: 0, to: others.count, by: step).map { others[$0] }
    (self.name, self.characters) = (name, characters)
    self.sample = String(String.UnicodeScalarView(sample))
  }

  private static func letters(of language: String) -> [Unicode.Scalar] {
    guard let set = FcLangGetCharSet(language) else { return [] }
    var letters: [Unicode.Scalar] = []
    // A page of 256 characters, a bit for each.
    var page = Array(repeating: FcChar32(0), count: 8)
    var next: FcChar32 = 0
    var start = FcCharSetFirstPage(set, &page, &next)
    while start != FcChar32.max {
      for offset in UInt32(0)..<256 where page[Int(offset >> 5)] >> (offset & 31) & 1 == 1 {
        if let letter = Unicode.Scalar(start + offset) { letters.append(letter) }
      }
      start = FcCharSetNextPage(set, &page, &next)
    }
    return letters
  }

  /// The languages of the environment's locale.
  static var languagesOfUser: [String] {
    let list = FcStrListCreate(FcGetDefaultLangs())
    defer { FcStrListDone(list) }
    var languages: [String] = []
    while let language = FcStrListNext(list) { languages.append(String(cString: language)) }
    return languages
  }
}
#endif
