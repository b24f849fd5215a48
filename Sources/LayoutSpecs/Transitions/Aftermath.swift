/// The work left after a lock is released: stopping animations and releasing objects, which runs user code.
struct Aftermath {
  private var animations: [LayoutAnimation] = []
  /// Objects whose last reference this may be.
  private var held: [AnyObject] = []

  /// Adds animations to stop.
  mutating func stop(_ more: [LayoutAnimation]) { animations += more }

  /// Adds objects to release.
  mutating func release(_ more: [AnyObject]) { held += more }

  /// Does the work. No lock is held.
  consuming func settle() {
    for animation in animations { animation.stop() }
  }
}
