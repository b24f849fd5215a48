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

  /// Stores a reference that is counted already, where there was none.
  @inline(__always)
  mutating func takeFirst(_ counted: Unmanaged<Object>) { object = counted }

  /// Gives the reference away.
  @inline(__always)
  mutating func moveOut() -> Object? {
    defer { object = nil }
    return object?.takeRetainedValue()
  }

  /// Stores an object whose reference the caller gives away, where there was none.
  @inline(__always)
  mutating func moveIn(_ new: __owned Object) {
    withUnsafeMutablePointer(to: &object) { place in
      _ = UnsafeMutableRawPointer(place).initializeMemory(as: Object.self, to: new)
    }
  }

  var isNil: Bool {
    @inline(__always) get { object == nil }
  }

  /// True if this refers to an object. No reference is counted.
  @inline(__always)
  func isReference(to other: Unmanaged<Object>) -> Bool { object?.toOpaque() == other.toOpaque() }

  /// Counts the reference, where the owner has not counted it.
  @inline(__always)
  func retain() { _ = object?.retain() }

  /// Releases the object. The value is not used any more.
  @inline(__always)
  func release() { object?.release() }
}
