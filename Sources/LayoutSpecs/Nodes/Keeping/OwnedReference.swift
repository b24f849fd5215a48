/// A reference that the owner of this value counts by itself: it has to call `release()` in its `deinit`.
///
/// A node has several references that are mostly nil. Swift frees each by a call, also if it is nil; this takes a test.
struct OwnedReference<Object: AnyObject> {
  private var object: Unmanaged<Object>?

  var value: Object? {
    @inline(__always) get { object?.takeUnretainedValue() }
    set {
      let old = object
      object = newValue.map { .passRetained($0) }
      old?.release()
    }
  }

  var isNil: Bool {
    @inline(__always) get { object == nil }
  }

  /// True if this refers to an object. No reference is counted.
  @inline(__always)
  func isReference(to other: Object) -> Bool {
    object?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// Releases the object. The value is not used any more.
  @inline(__always)
  func release() { object?.release() }
}
