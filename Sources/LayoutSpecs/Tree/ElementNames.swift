// The names of elements in descriptions, pictures and sentences.

extension LayoutTree {
  /// The class that the element was compiled from: `StackLayoutSpec`, `ButtonNode`, or one of the user's.
  ///
  /// For an element that was written through a `LayoutTreeBuilder` it is `ElementContent.className`.
  public func className(of id: ElementID) -> String {
    if let type = notedType(of: id) { return "\(type)" }
    switch kind(of: id) {
    case .measured, .custom: return content(of: id).className
    case let kind: return kind.className
    }
  }

  /// The element's class if its content does not tell it, else its type in spec documents, as `stack`.
  package func typeName(of id: ElementID) -> String {
    notedType(of: id).map { "\($0)" } ?? kind(of: id).typeName
  }

  /// The type that the element was written from; nil if its kind tells it, or nobody noted it.
  package func notedType(of id: ElementID) -> (any Any.Type)? {
    let place = tables.elements[id.index].type
    return place == 0 ? nil : tables.types[Int(place) - 1]
  }

  /// The element's class, and its `debugName` if it has one, on one line: `StackLayoutSpec "header"`.
  func title(of id: ElementID) -> String {
    className(of: id) + (name(of: id).map { " \(quoted($0))" } ?? "")
  }
}

package func asciiName(_ className: String, _ debugName: String?) -> String {
  debugName.map { "\(className) (\(oneLine($0)))" } ?? className
}

// MARK: - Names that others chose

/// A text on one line, harmless to a terminal: whatever would break the line, control the terminal or turn
/// the direction of reading is escaped, as `\n`, `\u{1B}` or `\u{202E}`.
package func oneLine(_ text: String) -> String {
  escaped(text) { $0.isControl }
}

/// A text between quotation marks, on one line as `oneLine` makes it, with a backslash before each quotation
/// mark and backslash in it.
package func quoted(_ text: String) -> String {
  "\"\(escaped(text) { $0.isControl || $0 == "\"" || $0 == "\\" })\""
}

private func escaped(_ text: String, _ needsEscape: (Unicode.Scalar) -> Bool) -> String {
  guard text.unicodeScalars.contains(where: needsEscape) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    result += needsEscape(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
  }
}

extension Unicode.Scalar {
  /// True for a control character, a line or paragraph separator, and a control of the direction of reading.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
