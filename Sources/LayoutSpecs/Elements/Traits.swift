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

  /// The value of a trait that was not set. It MUST always be the same.
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

  /// Creates traits that all have their default values.
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
/// A layout is kept for the identity of this object, not for equal values: comparing values runs user code,
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
  /// True if the other value is equal; nil stands for the default value.
  func isEqual(to other: (any AnyTraitEntry)?) -> Bool
}

private struct TraitEntry<Key: TraitKey>: AnyTraitEntry {
  let value: Key.Value

  func isEqual(to other: (any AnyTraitEntry)?) -> Bool {
    value == ((other as? TraitEntry<Key>)?.value ?? Key.defaultValue)
  }
}

// MARK: - The traits that every app knows

extension Traits {
  /// The size of texts that the user prefers. Default: large.
  ///
  /// No node of this module depends on this trait. Set the fonts of texts where you set the trait, as in <doc:Texts>, and not
  /// in `layoutSpecThatFits(_:)`: a change during a layout makes another layout necessary. A spec may depend on it.
  public var contentSizeCategory: ContentSizeCategory {
    get { self[ContentSizeCategoryTrait.self] }
    set { self[ContentSizeCategoryTrait.self] = newValue }
  }

  /// The room that there is from left to right. Default: regular.
  public var horizontalSizeClass: SizeClass {
    get { self[HorizontalSizeClassTrait.self] }
    set { self[HorizontalSizeClassTrait.self] = newValue }
  }

  /// The room that there is from top to bottom. Default: regular.
  public var verticalSizeClass: SizeClass {
    get { self[VerticalSizeClassTrait.self] }
    set { self[VerticalSizeClassTrait.self] = newValue }
  }

  /// The appearance: light or dark. Default: light.
  public var userInterfaceStyle: UserInterfaceStyle {
    get { self[UserInterfaceStyleTrait.self] }
    set { self[UserInterfaceStyleTrait.self] = newValue }
  }

  /// The direction in which a node's content is arranged. Default: left to right.
  public var layoutDirection: LayoutDirection {
    get { self[LayoutDirectionTrait.self] }
    set { self[LayoutDirectionTrait.self] = newValue }
  }

  /// The pixels per point of the screen, to which sizes and the positions of nodes are rounded. Default: 1.
  ///
  /// A layout has one scale, its root's: set the scale on a root, or on a list. A scale that is set on a node
  /// below counts where that node's code reads it, and in a layout of that node alone. Every size is rounded,
  /// so a change lays everything out again.
  ///
  /// Source: the `displayScale` of UIKit's `UITraitCollection`. UIKit's 0, for unspecified, is no scale here.
  ///
  /// - Precondition: a scale that is set lies within 0.001 to 1,000.
  public var displayScale: Double {
    get { self[PixelGridTrait.self].scale }
    set { self[PixelGridTrait.self] = PixelGrid(scale: newValue) }
  }
}

extension Traits {
  /// The size of texts that a user prefers, from small to large.
  ///
  /// Source: UIKit's `UIContentSizeCategory`.
  public enum ContentSizeCategory: Int, Hashable, Sendable, CaseIterable, Comparable {
    case extraSmall, small, medium
    /// The size for a user who has changed nothing.
    case large
    case extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge
    case accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge

    /// The size of body text, divided by its size in the category `large`: 14/17 to 53/17.
    ///
    /// Source: the type sizes of Apple's Human Interface Guidelines.
    public var bodyScale: Double {
      let points: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
      return points[rawValue] / 17
    }

    /// True for the sizes that are meant for readers with low vision.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    public static func < (a: ContentSizeCategory, b: ContentSizeCategory) -> Bool { a.rawValue < b.rawValue }
  }

  /// How much room there is on an axis of the screen.
  ///
  /// Source: UIKit's `UIUserInterfaceSizeClass`.
  public enum SizeClass: Hashable, Sendable, CaseIterable {
    /// Little, as across a phone that is held upright.
    case compact
    /// Enough, as on a tablet.
    case regular
  }

  /// An appearance.
  ///
  /// Source: UIKit's `UIUserInterfaceStyle`.
  public enum UserInterfaceStyle: Hashable, Sendable, CaseIterable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// The direction in which a node's content is arranged, which is the direction of its script.
  ///
  /// Source: UIKit's `UITraitEnvironmentLayoutDirection`.
  public enum LayoutDirection: Hashable, Sendable, CaseIterable {
    /// As Latin.
    case leftToRight
    /// As Arabic and Hebrew: frames are mirrored.
    case rightToLeft
  }
}

private enum ContentSizeCategoryTrait: TraitKey {
  static var defaultValue: Traits.ContentSizeCategory { .large }
}

private enum HorizontalSizeClassTrait: TraitKey {
  static var defaultValue: Traits.SizeClass { .regular }
}

private enum VerticalSizeClassTrait: TraitKey {
  static var defaultValue: Traits.SizeClass { .regular }
}

private enum UserInterfaceStyleTrait: TraitKey {
  static var defaultValue: Traits.UserInterfaceStyle { .light }
}

private enum LayoutDirectionTrait: TraitKey {
  static var defaultValue: Traits.LayoutDirection { .leftToRight }
}

enum PixelGridTrait: TraitKey {
  static var defaultValue: PixelGrid { PixelGrid() }
}
