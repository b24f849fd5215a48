/// An enumeration whose cases have names in JSON: the keys of an object, or the words that a value may be.
package protocol JSONNamed: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The names; a stored property, so that the table is made once.
  static var names: NameTable<Self> { get }
}

extension JSONNamed {
  /// The case's name in JSON.
  package var name: String { Self.names.all[Int(rawValue)] }
}

/// The names of an enumeration's cases.
///
/// A lookup compares with the few names of equal length and creates no string.
package struct NameTable<Value: CaseIterable & RawRepresentable & Sendable>: Sendable
where Value.RawValue == UInt8 {
  /// The names, in the order of the cases.
  package let all: [String]
  @usableFromInline let values: [Value]
  @usableFromInline let bytes: [[UInt8]]
  /// For each length, the indices of the names that have it.
  @usableFromInline let namesByLength: [[Int]]

  /// The table of all cases, which are named as in Swift: `flexGrow`.
  ///
  /// - Precondition: raw values count from 0 in the order of the cases, as implicit ones do.
  package init() {
    values = Array(Value.allCases)
    precondition(values.indices.allSatisfy { [values] in values[$0].rawValue == UInt8($0) })
    all = values.map { "\($0)" }
    bytes = all.map { Array($0.utf8) }
    var byLength: [[Int]] = []
    for (index, name) in bytes.enumerated() {
      while byLength.count <= name.count { byLength.append([]) }
      byLength[name.count].append(index)
    }
    namesByLength = byLength
  }

  /// The value with this name, or nil if there is none.
  @inlinable
  package func value(named name: ArraySlice<UInt8>) -> Value? {
    guard name.count < namesByLength.count else { return nil }
    for index in namesByLength[name.count] where name.elementsEqual(bytes[index]) { return values[index] }
    return nil
  }
}

/// A set of at most 64 keys, in a word.
package struct KeySet<Key: JSONNamed>: Sendable {
  @usableFromInline var bits: UInt64 = 0

  @inlinable
  package init() {}

  package init(_ keys: some Sequence<Key>) { for key in keys { insert(key) } }

  @inlinable
  package func contains(_ key: Key) -> Bool { bits & (1 << UInt64(key.rawValue)) != 0 }

  @inlinable
  package mutating func insert(_ key: Key) { bits |= 1 << UInt64(key.rawValue) }

  @inlinable
  package func isSubset(of other: KeySet) -> Bool { bits & ~other.bits == 0 }

  /// The names, in the order of the cases.
  package var names: [String] { Key.allCases.filter(contains).map(\.name) }
}

/// The indices of an object's members, by key.
package struct Members<Key: JSONNamed> {
  /// The index of the object.
  package var object = 0
  /// The keys that the object has.
  package var keys = KeySet<Key>()
  @usableFromInline var slots: [UInt32]

  /// No members yet; `ParsedJSON.readMembers(of:into:expected:)` fills them in.
  @inlinable
  package init() { slots = Array(repeating: 0, count: Key.names.all.count) }

  /// The index of the key's value; nil if the object lacks the key.
  @inlinable
  package subscript(key: Key) -> Int? { keys.contains(key) ? Int(slots[Int(key.rawValue)]) : nil }
}
