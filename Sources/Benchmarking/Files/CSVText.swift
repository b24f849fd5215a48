/// How values look in a CSV file: RFC 4180's quoting, and numbers that do not depend on the locale.
///
/// Lines end in LF, where the RFC says CRLF: the files are for shells, diffs and statistics programs, all of
/// which take LF and some of which take CR for a part of the last field.
package enum CSVText {
  /// The field, in quotes where it holds a comma, a quote, CR or LF, or begins or ends with a space, which
  /// some readers would cut off.
  package static func quoted(_ field: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0D, 0x0A]
    let hasOuterSpace = field.utf8.first == 0x20 || field.utf8.last == 0x20
    guard hasOuterSpace || field.utf8.contains(where: special.contains) else { return field }
    var result = "\""
    // Scalars, since a quote with a combining mark is one character and CR LF another.
    for scalar in field.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// A field as part of a message, where it may be of any length and hold anything: at most 40 characters of it, on one line.
  static func shown(_ field: String) -> String {
    let limit = 40
    return field.count > limit ? oneLine(String(field.prefix(limit))) + "…" : oneLine(field)
  }

  /// The text with its control characters written as escapes.
  static func oneLine(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isBreak = scalar == "\u{2028}" || scalar == "\u{2029}"
      let isPlain = scalar.properties.generalCategory != .control && !isBreak
      result += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
    }
  }

  /// A row with its line end. A row of one empty field is quoted, since it would be a blank line.
  package static func row(_ fields: [String]) -> String {
    if fields == [""] { return "\"\"\n" }
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// The shortest decimal number that reads back as the same value, with a point; `nan`, `inf` and `-inf` for
  /// what is none.
  package static func number(_ value: Double) -> String { value.description }

  /// The number, or nothing where it was not measured.
  package static func number<Value: BinaryInteger>(_ value: Value?) -> String {
    value.map { String($0) } ?? ""
  }

  /// The number, or nothing where it was not measured.
  package static func number(_ value: Double?) -> String {
    value.map { number($0) } ?? ""
  }
}
