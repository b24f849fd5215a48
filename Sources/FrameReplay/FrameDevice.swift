/// The device on which a script is replayed.
package struct FrameDevice: Hashable, Sendable {
  /// How many times as long everything takes as on the machine where the prices were measured. Default: 1.
  package var slowness = 1.0
  /// The frames a second. Default: 120.
  package var rate = 120.0
  /// The workers beside the main thread. Default: 1.
  package var workerCount = 1
  /// The part of a frame that is the layout's: the rest is for everything else that an app does. Default: 1.
  package var share = 1.0
  /// The size of the list's part in view. Default: 375 × 812.
  package var width = 375.0
  package var height = 812.0

  package init() {}

  /// The time from a frame to the next one, in nanoseconds.
  package var period: Double { 1e9 / rate }
}
