import Foundation
import StrictJSON

/// The text of fields and rows in a CSV file, with RFC 4180's quoting.
///
/// Lines end in LF, not the RFC's CRLF: the files are for shells, diffs and statistics programs, all of which
/// accept LF, while some read CR as part of the last field.
package enum CSVText {
  /// Returns the field, in quotes if it contains a comma, a quote, CR or LF, begins or ends with a space, which
  /// some readers cut off, or begins with a byte order mark, which would be the file's own at its beginning.
  static func quoted(_ field: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0D, 0x0A]
    let hasOuterSpace = field.utf8.first == 0x20 || field.utf8.last == 0x20
    let hasMark = field.utf8.starts(with: [0xEF, 0xBB, 0xBF])
    guard hasOuterSpace || hasMark || field.utf8.contains(where: special.contains) else { return field }
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
    return field.count > limit ? String(field.prefix(limit)).onOneLine + "…" : field.onOneLine
  }

  /// Returns a row with its line end. A row of one empty field is quoted, since it would be a blank line.
  package static func row(_ fields: [String]) -> String {
    if fields == [""] { return "\"\"\n" }
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// Returns the text of a file: the header, and a row for each record.
  static func file<Record>(_ columns: [CSVColumn<Record>], of records: some Sequence<Record>) -> String {
    records.reduce(into: row(columns.map(\.name))) { text, record in
      text += row(columns.map { $0.write(record) })
    }
  }
}
