/// The grid of device pixels to which sizes and some positions are rounded.
///
/// The three roundings are Texture's. Ceil and floor tolerate an error of 2⁻²³ points: 100.00000001 points
/// are 100 pixels, not 101. Round takes halves away from zero, without tolerance. Infinity and NaN stay.
///
/// A scale lies within 0.001 to 1,000, far beyond any screen or printer. Within these bounds a Double holds
/// every length in pixels exactly, and the tolerance is much less than a pixel.
public struct PixelGrid: Hashable, Sendable {
  /// Pixels per point, for example 1, 2, 3 or 2.75.
  public let scale: Double

  /// A grid of `scale` pixels per point.
  ///
  /// - Precondition: `scale` lies within 0.001 to 1,000.
  @inlinable
  public init(scale: Double = 1) {
    precondition(PixelGrid.scales.contains(scale), "A scale lies within 0.001 to 1,000 pixels per point")
    self.scale = scale
  }

  /// The scales that a grid may have.
  @inlinable package static var scales: ClosedRange<Double> { 0.001...1_000 }

  /// The tolerance of ceil and floor, in points: 2⁻²³, Float's machine epsilon.
  @inlinable package static var tolerance: Double { 1.1920928955078125e-07 }

  /// Returns the smallest multiple of a pixel that is not smaller than `value` less the tolerance.
  @inlinable @inline(__always)
  public func ceil(_ value: Double) -> Double {
    // At scale 1 a division by 1 would be half the work.
    if scale == 1 { return ceilWhole(value - PixelGrid.tolerance) }
    return ceilWhole((value - PixelGrid.tolerance) * scale) / scale
  }

  /// Returns the largest multiple of a pixel that is not larger than `value` plus the tolerance.
  @inlinable @inline(__always)
  public func floor(_ value: Double) -> Double {
    if scale == 1 { return floorWhole(value + PixelGrid.tolerance) }
    return floorWhole((value + PixelGrid.tolerance) * scale) / scale
  }

  /// Returns the nearest multiple of a pixel; halves are rounded away from zero. No result is -0.
  @inlinable
  public func round(_ value: Double) -> Double {
    (value * scale).rounded(.toNearestOrAwayFromZero) / scale + 0
  }

  /// Returns `size` with both lengths rounded up to whole pixels.
  @inlinable @inline(__always)
  public func ceil(_ size: Size) -> Size {
    Size(ceil(size.width), ceil(size.height))
  }
}

/// Returns `value` rounded up to a whole number.
///
/// If the processor's baseline has no rounding instruction, `rounded(.up)` calls the mathematics library;
/// this avoids the call except for large values, infinities and NaN. Below 2⁵¹, adding and subtracting 1.5 ×
/// 2⁵² leaves the nearest whole number: the sum has no bits below 1.
@inlinable @inline(__always)
package func ceilWhole(_ value: Double) -> Double {
  guard value > -0x1p51 && value < 0x1p51 else { return value.rounded(.up) }
  let nearest = (value + 0x1.8p52) - 0x1.8p52
  return nearest < value ? nearest + 1 : nearest
}

/// Returns `value` rounded down to a whole number; see `ceilWhole`.
@inlinable @inline(__always)
package func floorWhole(_ value: Double) -> Double {
  guard value > -0x1p51 && value < 0x1p51 else { return value.rounded(.down) }
  let nearest = (value + 0x1.8p52) - 0x1.8p52
  return nearest > value ? nearest - 1 : nearest
}
