import Foundation
import StrictJSON

/// The JSON of all files of results: keys in alphabetical order, so that two files can be compared line by
/// line; keys with unknown values absent; and the numbers that JSON lacks as the strings `"inf"`, `"-inf"`
/// and `"nan"`.
package enum StableJSON {
  /// Returns UTF-8 with a line end at the end.
  package static func data(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(value) + Data("\n".utf8)
  }

  /// Writes a file as a whole.
  static func write(_ value: some Encodable, to url: URL) throws(FileError) {
    let data: Data
    do {
      data = try self.data(of: value)
    } catch {
      throw FileError(url, "cannot be put into JSON: \(error)")
    }
    try data.writeWhole(to: url)
  }

  /// Reads a file that `data(of:)` made; unknown keys are ignored.
  ///
  /// - Parameters:
  ///   - noun: the contents of the file, such as `a comparison`.
  ///   - newest: the largest value of `schema` that is known.
  /// - Throws: `FileError`, also if the schema is newer.
  static func read<Value: Decodable>(
    _ json: Data, file: String, as noun: String, newest: Int
  ) throws(FileError) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      let schema = try decoder.decode(Version.self, from: json).schema
      guard schema >= 1 else {
        throw FileError(file: file, message: "is not \(noun): there is no schema \(schema)")
      }
      guard schema <= newest else {
        throw FileError(
          file: file, message: "its schema \(schema) is newer than \(newest), the newest known")
      }
      return try decoder.decode(Value.self, from: json)
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(file: file, message: "is not \(noun): \(reason(error))")
    }
  }

  private struct Version: Decodable {
    var schema: Int
  }

  /// Returns the reason why a file is unreadable: the place in it, and the expected value.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return error.localizedDescription }
    func place(_ path: [any CodingKey]) -> String {
      path.reduce(into: "") { text, key in
        text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
      }
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "the key \"\(place(context.codingPath + [key]))\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      if context.codingPath.isEmpty { return "it is no JSON object, or is cut short" }
      return "at \"\(place(context.codingPath))\": \(context.debugDescription)"
    @unknown default:
      return error.localizedDescription
    }
  }
}

extension JSONWriter {
  /// Writes a member that is a whole number.
  package mutating func member(_ name: String, integer: some BinaryInteger) {
    key(name)
    self.integer(integer)
  }

  /// Writes an array; `write` writes each item.
  package mutating func array<Items: Sequence>(
    of items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
  ) {
    beginArray()
    for item in items { write(&self, item) }
    endArray()
  }

  /// Writes a member that is an array; `write` writes each item.
  package mutating func member<Items: Sequence>(
    _ name: String, of items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
  ) {
    key(name)
    array(of: items, write)
  }
}
