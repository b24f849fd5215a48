/// The key of a trait: a type that names it and has its default value.
///
/// ```swift
/// enum BrandTrait: TraitKey {
///   static var defaultValue: Brand { .plain }
/// }
///
/// extension Traits {
///   var brand: Brand {
///     get { self[BrandTrait.self] }
///     set { self[BrandTrait.self] = newValue }
///   }
/// }
/// ```
///
/// Source: the `EnvironmentKey` of SwiftUI and the `UITraitDefinition` of UIKit.
public protocol TraitKey {
  /// The values of the trait. They are compared on any thread, without a lock held.
  associatedtype Value: Equatable & Sendable

  /// The value of the trait if nobody has set it. It MUST always be the same.
  static var defaultValue: Value { get }
}

/// Values that are handed down a tree of nodes: the size of texts, the direction of the script, dark or
/// light, and any of your own, under a `TraitKey`.
///
/// Set them on a node with `DisplayNode.traitOverrides`, and read those in effect with `DisplayNode.traits`.
/// See <doc:Nodes>.
///
/// A trait that was never set has its default value. Two values are equal if all their traits are, whether
/// they were set or not.
///
/// Source: Texture's `ASTraitCollection`.
public struct Traits: Sendable {
  /// The traits that were set; nil if there are none.
  private(set) var values: TraitValues?

  /// Creates traits of which all have their default values.
  public init() {}

  /// Creates traits with the changes that `change` makes to the default values.
  public init(_ change: (inout Traits) -> Void) { change(&self) }

  init(_ values: TraitValues?) { self.values = values }

  /// The value of a trait.
  ///
  /// - Complexity: constant to read; linear in the number of set traits to set.
  public subscript<Key: TraitKey>(key: Key.Type) -> Key.Value {
    get { (values?.entries[ObjectIdentifier(key)] as? TraitEntry<Key>)?.value ?? Key.defaultValue }
    set {
      var entries = values?.entries ?? [:]
      entries[ObjectIdentifier(key)] = TraitEntry<Key>(value: newValue)
      values = TraitValues(entries)
    }
  }

  /// True if the same traits were set in both, to equal values.
  func isSame(as other: Traits) -> Bool {
    if values === other.values { return true }
    guard let values, let others = other.values, values.entries.count == others.entries.count else {
      return false
    }
    return values.entries.allSatisfy { key, entry in others.entries[key].map(entry.isEqual) ?? false }
  }
}

extension Traits: Equatable {
  /// - Complexity: constant if both are copies of the same traits; otherwise linear in the number of set
  ///   ones.
  public static func == (a: Traits, b: Traits) -> Bool {
    if a.values === b.values { return true }
    let (first, second) = (a.values?.entries ?? [:], b.values?.entries ?? [:])
    return first.allSatisfy { key, entry in entry.isEqual(to: second[key]) }
      && second.allSatisfy { key, entry in first[key] != nil || entry.isEqual(to: nil) }
  }
}

/// Set traits, by the identity of their keys.
///
/// Layouts are kept for the identity of an object, and not for equal values: comparing those runs user code,
/// which must not happen under a node's lock.
final class TraitValues: Sendable {
  fileprivate let entries: [ObjectIdentifier: any AnyTraitEntry]
  /// The pixels of the `displayScale`; nil if it was not set.
  let pixelGrid: PixelGrid?

  fileprivate init(_ entries: [ObjectIdentifier: any AnyTraitEntry]) {
    self.entries = entries
    let grid = entries[ObjectIdentifier(PixelGridTrait.self)] as? TraitEntry<PixelGridTrait>
    pixelGrid = grid?.value
  }

  /// Creates the traits in effect in a node that inherits some and overrides some.
  convenience init(_ inherited: TraitValues, overriddenBy overrides: TraitValues) {
    self.init(inherited.entries.merging(overrides.entries) { _, override in override })
  }
}

/// The value of one trait.
private protocol AnyTraitEntry: Sendable {
  /// True if the other value is equal; nil is the default value.
  func isEqual(to other: (any AnyTraitEntry)?) -> Bool
}

private struct TraitEntry<Key: TraitKey>: AnyTraitEntry {
  let value: Key.Value

  func isEqual(to other: (any AnyTraitEntry)?) -> Bool {
    value == ((other as? TraitEntry<Key>)?.value ?? Key.defaultValue)
  }
}
