/// An enumeration whose cases have names in JSON: the keys of an object, or the words that a value may be. Raw
/// values count from 0 in the order of the cases, as implicit ones do.
package protocol JSONNamed: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The names; a stored property, so that the table is made once.
  static var names: NameTable { get }
}

extension JSONNamed {
  /// The case's name in JSON.
  package var name: String { Self.names.all[Int(rawValue)] }
}

/// The names of an enumeration's cases.
package struct NameTable: Sendable {
  /// The names, in the order of the cases.
  package let all: [String]
  private let numbers: [String: UInt8]

  /// The table of all cases, which are named as in Swift: `flexGrow`.
  ///
  /// - Precondition: raw values count from 0 in the order of the cases, as implicit ones do.
  package init<Value: JSONNamed>(of type: Value.Type) {
    precondition(Value.allCases.enumerated().allSatisfy { $0.element.rawValue == UInt8($0.offset) })
    all = Value.allCases.map { "\($0)" }
    numbers = Dictionary(uniqueKeysWithValues: zip(all, 0...))
  }

  /// The raw value of the case with this name, or nil if there is none.
  package func number(of name: String) -> UInt8? {
    // Equal names have equal bytes: as strings, equivalent ones are equal too.
    numbers[name].flatMap { all[Int($0)].utf8.elementsEqual(name.utf8) ? $0 : nil }
  }
}
