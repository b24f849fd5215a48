import Foundation

/// The JSON of all files of results: keys in alphabetical order, so that two files can be compared line by
/// line; keys with unknown values absent; and the numbers that JSON lacks as the strings `"inf"`, `"-inf"`
/// and `"nan"`.
enum StableJSON {
  /// Returns UTF-8 with a line end at the end.
  static func data(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(value) + Data("\n".utf8)
  }

  /// Reads what `data(of:)` wrote.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  /// Returns a sentence about what makes a file unreadable: the place in it, and what was expected there.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return error.localizedDescription }
    func place(_ path: [any CodingKey]) -> String {
      path.reduce(into: "") { text, key in
        text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
      }
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "The key \"\(place(context.codingPath + [key]))\" is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      if context.codingPath.isEmpty { return "It is no JSON object, or is cut short." }
      return "At \"\(place(context.codingPath))\": \(context.debugDescription)"
    @unknown default:
      return error.localizedDescription
    }
  }
}
