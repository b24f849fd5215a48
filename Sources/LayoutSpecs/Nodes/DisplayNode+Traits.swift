// The traits of nodes: set on one, and handed down to all below it.

extension DisplayNode {
  /// The traits in effect in the node: the traits that were set on it, and all others of the node around it.
  ///
  /// In `layoutSpecThatFits(_:)` and `calculateSizeThatFits(_:)`, on the thread that calls them, the node
  /// around is the one whose spec contains this node: read the traits there. Otherwise it is the supernode,
  /// also for a node that is laid out by itself; a list's cell inherits from the list. A node without any of
  /// these has the default values of all traits that were not set on it.
  ///
  /// Any thread MAY read them.
  ///
  /// Source: the `asyncTraitCollection` of Texture's `ASDisplayNode`.
  ///
  /// - Complexity: constant during the node's layout; otherwise linear in the number of nodes around it.
  public final var traits: Traits {
    // True if the node's own code is running, for its content.
    if let session = ThreadState.session, session.path.last?.node === self { return Traits(session.traits) }
    return Traits(traitValues)
  }

  /// The traits that are set on this node, for it and all nodes below it. Default: none.
  ///
  /// ```swift
  /// screen.traitOverrides.contentSizeCategory = .extraLarge
  /// ```
  ///
  /// A change invalidates the layouts of the node, of all its subnodes at any depth, and of the nodes around it. The
  /// next layout asks these nodes again, and measures nothing where they return equal specs, because their code
  /// reads other traits. Setting the traits that are set already changes nothing.
  ///
  /// A trait that is set to its default value counts as set: it hides the trait of the node around. To
  /// inherit again, set traits without it.
  ///
  /// Any thread MAY set them. A change in place reads and sets all traits: two threads that each change one
  /// trait should not do so at the same time.
  ///
  /// Source: the `traitOverrides` of UIKit's views.
  ///
  /// - Complexity: linear in the number of nodes around and below.
  public final var traitOverrides: Traits {
    get { lock.withLock { guardedRare?.traitOverrides ?? Traits() } }
    set {
      // Compared without the lock, because this runs user code.
      if traitOverrides.isSame(as: newValue) { return }
      lock.replace { exchange(&guardedMadeRare.traitOverrides, with: newValue) }
      inheritedTraitsDidChange()
    }
  }

  /// The traits in effect outside of the node's layout; nil if all have their default values.
  final var traitValues: TraitValues? {
    var overriding: [(node: DisplayNode, overrides: TraitValues)] = []
    var values: TraitValues?
    var next = self as DisplayNode?
    while let node = next {
      let (overrides, supernode, listTraits) = node.lock.withLock {
        (node.guardedOverrides, node.guardedPlace.supernodeHandle, node.guardedRare?.listTraits)
      }
      if let overrides { overriding.append((node, overrides)) }
      next = supernode?.node
      // The list traits of the outermost node count.
      values = listTraits?.value.values
    }
    for (node, overrides) in overriding.reversed() { values = node.traits(overrides, in: values) }
    return values
  }

  /// The traits that the node inherits outside of a layout: its supernode's, or the traits of the list whose
  /// cell it is; nil if all have their default values.
  final var inheritedTraitValues: TraitValues? {
    let (supernode, listTraits) = lock.withLock { (guardedPlace.supernodeHandle, guardedRare?.listTraits) }
    return supernode?.node.map { $0.traitValues } ?? listTraits?.value.values
  }

  /// Makes the node inherit a list's traits, and returns those of an earlier list. The caller calls
  /// `inheritedTraitsDidChange()`.
  final func replaceListTraits(by traits: NodeState<Traits>) -> NodeState<Traits>? {
    lock.withLock { exchange(&guardedMadeRare.listTraits, with: traits) }
  }

  /// True if the node inherits the traits of a layout now: a layout around may have removed the node from its supernode
  /// since. When a node inherits traits for the first time, it gets a new layout anyway.
  final func hasInherited(_ traits: TraitValues?) -> Bool { traits == nil || traits === inheritedTraitValues }

  /// The traits that are set on this node; nil if there are none. The caller holds the lock.
  final var guardedOverrides: TraitValues? { guardedRare?.traitOverrides.values }

  /// Returns the traits of the node: the inherited traits, with its own overrides.
  ///
  /// The result is the same object for the same two arguments, at least until there are others.
  final func traits(_ overrides: TraitValues, in inherited: TraitValues?) -> TraitValues {
    guard let inherited else { return overrides }
    let known = lock.withLock { guardedRare?.inheritance }
    if let known, known.inherited === inherited, known.overrides === overrides { return known.traits }
    let traits = TraitValues(inherited, overriddenBy: overrides)
    lock.replace { exchange(&guardedMadeRare.inheritance, with: (inherited, overrides, traits)) }
    return traits
  }

  /// Invalidates the node, all nodes below it, and all nodes around them, because their traits changed.
  final func inheritedTraitsDidChange() {
    var below = subnodes
    var next = 0
    while next < below.count {
      below += below[next].subnodes
      next += 1
    }
    for need in invalidate(with: below) { need.tell() }
  }
}
