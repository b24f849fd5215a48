/// References to one object that many others are about to store. They are counted together, which takes a few atomic
/// instructions instead of one for each.
struct ReferenceSupply<Object: AnyObject> {
  private let object: Unmanaged<Object>
  /// The references that are still likely to be taken, besides those that are counted.
  private var expectedCount: Int
  /// The references that are counted, and not taken yet.
  private var spareCount = 0

  /// - Parameter expectedCount: The number of references that are likely to be taken.
  @inline(__always)
  init(_ object: Unmanaged<Object>, expectedCount: Int) {
    (self.object, self.expectedCount) = (object, expectedCount)
  }

  /// Calls `body` with the object.
  @inline(__always)
  func withObject<Result>(_ body: (Object) -> Result) -> Result { object._withUnsafeGuaranteedRef(body) }

  /// Returns a counted reference, which the caller stores.
  @inline(__always)
  mutating func take() -> Unmanaged<Object> {
    if spareCount == 0 { countMore() }
    spareCount -= 1
    return object
  }

  @inline(never)
  private mutating func countMore() {
    // So few that it costs little if hardly any are taken.
    spareCount = min(max(expectedCount, 1), 16)
    expectedCount -= spareCount
    var count = spareCount
    // The compiler makes one call of the retains in a line.
    while count >= 8 {
      _ = object.retain().retain().retain().retain().retain().retain().retain().retain()
      count -= 8
    }
    if count & 4 != 0 { _ = object.retain().retain().retain().retain() }
    if count & 2 != 0 { _ = object.retain().retain() }
    if count & 1 != 0 { _ = object.retain() }
  }

  /// Releases the references that nobody took.
  @inline(__always)
  mutating func finish() { if spareCount > 0 { releaseSpare() } }

  @inline(never)
  private mutating func releaseSpare() {
    while spareCount > 0 {
      object.release()
      spareCount -= 1
    }
  }
}
