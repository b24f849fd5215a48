import Foundation

/// JSON as all files of results have it: keys in alphabetical order, so that two files can be compared line by line, those whose value is not
/// known absent, and the numbers that JSON lacks as the strings `"inf"`, `"-inf"` and `"nan"`.
enum StableJSON {
  /// UTF-8, a line end at the end.
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
}
