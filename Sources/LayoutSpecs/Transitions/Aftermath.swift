/// What is left to be done once the lock is released under which nodes were given their places: code of the user's runs
/// then, the completions of animations, and what is called when the last reference to a node goes.
struct Aftermath {
  private var animations: [LayoutAnimation] = []
  /// What may be held by nobody else.
  private var held: [AnyObject] = []

  /// Animations to be stopped.
  mutating func stop(_ more: [LayoutAnimation]) { animations += more }

  /// Objects to be let go of.
  mutating func release(_ more: [AnyObject]) { held += more }

  /// Does it. No lock is held.
  consuming func settle() {
    for animation in animations { animation.stop() }
  }
}
