/// The device on which a script is replayed.
public struct FrameDevice: Hashable, Sendable {
  /// How many times as long everything takes as the prices say. Default: 1.
  public var slowness: Double
  /// The frames a second. Default: 120.
  public var rate: Double
  /// The workers beside the main thread, at least 1. Default: 1. It counts instead of the list's own `workerCount`.
  public var workerCount: Int
  /// The part of a frame that is the list's, up to 1: the rest is for everything else that an app does. Default: 1.
  public var share: Double
  /// The width of the screen, in points. Default: 375.
  public var width: Double
  /// The height of the list's part in view, in points. Default: 812.
  public var height: Double

  /// Creates a device.
  ///
  /// A replay stops the program unless the slowness, the rate and the share are finite and more than 0, the share is at
  /// most 1, there is a worker, and the width and the height are finite and not negative.
  public init(
    slowness: Double = 1, rate: Double = 120, workerCount: Int = 1, share: Double = 1, width: Double = 375,
    height: Double = 812
  ) {
    (self.slowness, self.rate, self.workerCount, self.share) = (slowness, rate, workerCount, share)
    (self.width, self.height) = (width, height)
  }

  /// The time from a frame to the next one, in nanoseconds.
  package var period: Double { 1e9 / rate }

  func check() {
    for number in [slowness, rate, share] {
      precondition(number > 0 && number < .infinity, "A device's slowness, rate and share are more than 0")
    }
    precondition(share <= 1 && workerCount >= 1, "A list has at most a whole frame, and at least one worker")
    for length in [width, height] {
      precondition(length >= 0 && length < .infinity, "A screen has a width and a height")
    }
  }
}
