// The traits that every app knows.

extension Traits {
  /// The size of texts that the user prefers. Default: large.
  ///
  /// No node of this module depends on it. Set the fonts of texts where you set it, as in <doc:Texts>, and not in
  /// `layoutSpecThatFits(_:)`: a change during a layout makes another one necessary. A spec may depend on it.
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

  /// The direction in which a node's content follows one another. Default: left to right.
  public var layoutDirection: LayoutDirection {
    get { self[LayoutDirectionTrait.self] }
    set { self[LayoutDirectionTrait.self] = newValue }
  }

  /// The pixels per point of the screen, to which sizes and the positions of nodes are rounded. Default: 1.
  ///
  /// A layout has one scale, that of its root: set it on a root, or on a list. One that is set on a node below
  /// counts where that node's code reads it, and in a layout of that node alone. Every size is rounded, so a
  /// change lays everything out again.
  ///
  /// Source: the `displayScale` of UIKit's `UITraitCollection`. Its 0, for unspecified, is no scale here.
  ///
  /// - Precondition: what is set lies within 0.001 to 1,000.
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
    /// The size that a user has who changes nothing.
    case large
    case extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge
    case accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge

    /// The size of body text, divided by that of `large`: 14/17 to 53/17.
    ///
    /// Source: the type sizes of Apple's Human Interface Guidelines.
    public var bodyScale: Double {
      let points: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
      return points[rawValue] / 17
    }

    /// True for the sizes that are meant for readers who see badly.
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

  /// The direction in which a node's content follows one another, that of its script.
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
