// Names, numbers and lists in sentences.

import LayoutSpecs

extension LayoutTree {
  /// The element's class, and its `debugName` or otherwise its number, on one line: `TextNode #3`.
  func sentenceTitle(of id: ElementID) -> String {
    "\(className(of: id)) \(name(of: id).map(quoted) ?? id.description)"
  }

  /// The element's type, and its name if it has one: `text "title"`.
  public func label(of element: ElementID) -> String {
    typeName(of: element) + (name(of: element).map { " \"\($0)\"" } ?? "")
  }
}

/// A number of points, to a hundredth: `12 points`, `1 point`.
func pointsText(_ value: Double) -> String {
  let text = lengthText(value)
  return text == "1" ? "1 point" : "\(text) points"
}

/// A length, to a hundredth of a point: `12`, `33.33`, `infinite`.
func lengthText(_ value: Double) -> String {
  guard value.isFinite else { return value > 0 ? "infinite" : "undefined" }
  return abs(value) < 1e12 ? hundredths(value) : shortText(value)
}

/// A number, to a hundredth: `12`, `33.33`.
func hundredths(_ value: Double) -> String { shortText((value * 100).rounded() / 100 + 0) }

/// A size: `320 × 44 points`.
func sizeText(_ size: Size) -> String {
  "\(lengthText(size.width)) × \(lengthText(size.height)) points"
}

/// A dimension as in a document: `12`, `"50%"`.
func dimensionText(_ dimension: Dimension) -> String {
  switch dimension.unit {
  case .auto: "auto"
  case .points: shortText(dimension.value)
  case .fraction: "\"\(dimension)\""
  }
}

/// Words: `a`, `a and b`, `a, b and c`.
func listText(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}

/// The words as a sentence, with a capital and a full stop.
func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

/// A number of things: `1 line`, `2 lines`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The name of an enumeration's case.
func caseName(of value: Any) -> String {
  // A mirror labels the values of a case with its name.
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// A text, or its beginning with an ellipsis if it has more than `count` characters.
func shortened(_ text: String, to count: Int) -> String {
  guard text.unicodeScalars.count > count else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, count - 1)))) + "…"
}
