/// The text of values in a CSV file: RFC 4180's quoting, and numbers that do not depend on the locale.
///
/// Lines end in LF, not the RFC's CRLF: the files are for shells, diffs and statistics programs, all of which
/// accept LF, while some read CR as part of the last field.
package enum CSVText {
  /// Returns the field, in quotes if it contains a comma, a quote, CR or LF, or begins or ends with a space,
  /// which some readers cut off.
  package static func quoted(_ field: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0D, 0x0A]
    let hasOuterSpace = field.utf8.first == 0x20 || field.utf8.last == 0x20
    guard hasOuterSpace || field.utf8.contains(where: special.contains) else { return field }
    var result = "\""
    // Scalars, because a quote with a combining mark is one character and CR LF another.
    for scalar in field.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Returns a field for use in a message, on one line and with at most 40 of its characters.
  static func shown(_ field: String) -> String {
    let limit = 40
    return field.count > limit ? oneLine(String(field.prefix(limit))) + "…" : oneLine(field)
  }

  /// Returns the text with its control characters escaped.
  static func oneLine(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isBreak = scalar == "\u{2028}" || scalar == "\u{2029}"
      let isPlain = scalar.properties.generalCategory != .control && !isBreak
      result += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
    }
  }

  /// Returns a row with its line end. A row of one empty field is quoted, since it would be a blank line.
  package static func row(_ fields: [String]) -> String {
    if fields == [""] { return "\"\"\n" }
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// Returns the shortest decimal number that reads back as the same value, with a point; `nan`, `inf` and
  /// `-inf` if it is not finite.
  package static func number(_ value: Double) -> String { value.description }

  /// Returns the number, or nothing if it was not measured.
  package static func number<Value: BinaryInteger>(_ value: Value?) -> String {
    value.map { String($0) } ?? ""
  }

  /// Returns the number, or nothing if it was not measured.
  package static func number(_ value: Double?) -> String {
    value.map { number($0) } ?? ""
  }
}
