/// The names that documents use for the values of an enumeration: the names of its cases.
///
/// Looking one up compares it with the few names of its length, and makes no string.
struct NameTable<Value: CaseIterable & RawRepresentable & Sendable>: Sendable where Value.RawValue == UInt8 {
  /// The names, in the order of the cases.
  let names: [String]
  private let values: [Value]
  private let bytes: [[UInt8]]
  /// For each length, the numbers of the names that have it.
  private let namesByLength: [[Int]]

  /// How the name of a case is written.
  enum Spelling {
    /// As it is: `flexGrow`.
    case camelCase
    /// In small letters, with hyphens between the words: `flex-grow`.
    case hyphenated
  }

  /// The table of all cases.
  ///
  /// - Precondition: raw values count from 0 in the order of the cases, as they do where none is given.
  init(spelling: Spelling = .camelCase) {
    let cases = Array(Value.allCases)
    precondition(cases.indices.allSatisfy { cases[$0].rawValue == UInt8($0) })
    values = cases
    names = cases.map { spelling == .camelCase ? "\($0)" : hyphenated("\($0)") }
    bytes = names.map { Array($0.utf8) }
    var byLength: [[Int]] = []
    for (number, name) in bytes.enumerated() {
      while byLength.count <= name.count { byLength.append([]) }
      byLength[name.count].append(number)
    }
    namesByLength = byLength
  }

  /// The value with this name, or nil where there is none.
  func value(named name: ArraySlice<UInt8>) -> Value? {
    guard name.count < namesByLength.count else { return nil }
    for number in namesByLength[name.count] where name.elementsEqual(bytes[number]) {
      return values[number]
    }
    return nil
  }

  /// The value's name.
  func name(of value: Value) -> String {
    names[Int(value.rawValue)]
  }
}

/// The words of a name in small letters, with hyphens between them.
private func hyphenated(_ name: String) -> String {
  name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
}
