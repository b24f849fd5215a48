import LayoutSpecs

/// The text of a way into a document: `root.children[3].style`.
///
/// A path of many steps is written with its beginning and its end, and says how many steps are between.
struct PathText: CustomStringConvertible {
  private var steps: [String] = []

  /// Steps into an object by its key. A key that is no plain word is written between brackets and quotation marks.
  mutating func append(key: String) {
    let isWord = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isWord && !key.isEmpty && key.utf8.count <= 40 {
      steps.append(key)
    } else {
      append(bracketed: "[\"\(shortened(key.utf8))\"]")
    }
  }

  /// Steps into an array by its index, from 0.
  mutating func append(index: Int) {
    append(bracketed: "[\(index)]")
  }

  private mutating func append(bracketed text: String) {
    if steps.isEmpty {
      steps.append(text)
    } else {
      steps[steps.count - 1] += text
    }
  }

  /// How many steps at each end of a long path are written.
  static let shownSteps = 8
  /// How many steps a path has at most that is written as a whole.
  static let mostSteps = 3 * shownSteps

  /// The path; empty for the top value itself.
  var description: String {
    guard steps.count > PathText.mostSteps else { return steps.joined(separator: ".") }
    let first = steps.prefix(PathText.shownSteps).joined(separator: ".")
    let last = steps.suffix(PathText.shownSteps).joined(separator: ".")
    return first + PathText.gap(of: steps.count - 2 * PathText.shownSteps) + last
  }

  /// What stands between the beginning and the end of a long path, of which so many steps are not written.
  static func gap(of count: Int) -> String { ".(\(count) more)." }
}

/// A text of any length as part of a message: at most 40 bytes of it, on one line.
func shortened(_ text: some Collection<UInt8>) -> String { oneLine(beginning(of: text)) }

/// At most 40 bytes of a text, and an ellipsis if there are more.
func beginning(of text: some Collection<UInt8>) -> String {
  let limit = 40
  guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
  // Not in the middle of a character: its continuation bytes go too.
  var kept = Array(text.prefix(limit + 1))
  while let last = kept.popLast(), last & 0xC0 == 0x80 {}
  return String(decoding: kept, as: UTF8.self) + "…"
}
