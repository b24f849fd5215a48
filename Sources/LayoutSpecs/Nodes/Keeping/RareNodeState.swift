/// The state that most nodes do not have: a node gets it when it first needs any of it.
final class RareNodeState {
  // Guarded by `NodePlace.hierarchy`.
  /// The nodes that another node's layout took from this node, and that this node's layouts have had since.
  @exclusivity(unchecked) var lost: Set<NodeID> = []
  /// The node that lost this node to its supernode in this way; nil if none did.
  @exclusivity(unchecked) var loser: NodeHandle?

  // Guarded by the node's own lock.
  @exclusivity(unchecked) var name: String?
  @exclusivity(unchecked) var block: DisplayNode.LayoutSpecBlock?
  @exclusivity(unchecked) var alpha = 1.0
  @exclusivity(unchecked) var isHidden = false
  /// The alpha that the node has outside of transitions, if a transition has changed it.
  @exclusivity(unchecked) var fading: Fading?
  /// The traits that are set on the node.
  @exclusivity(unchecked) var traitOverrides = Traits()
  /// The traits of the list whose cell the node is, which all its cells share; nil if it is in none.
  @exclusivity(unchecked) var listTraits: NodeState<Traits>?
  /// The traits that the node had last, if it inherits and overrides some.
  @exclusivity(unchecked) var inheritance:
    (inherited: TraitValues, overrides: TraitValues, traits: TraitValues)?
  /// The observers that are called when the node needs layout: at most one of each kind.
  @exclusivity(unchecked) var needsLayoutObservers: [NeedsLayoutObserver] = []
  /// The node's transitions; nil until first needed.
  @exclusivity(unchecked) var transitions: NodeTransitions?
  /// The values that a module around this one keeps on the node; nil for none.
  @exclusivity(unchecked) var hostValues: [String: Any]?

  struct Fading {
    /// The transition that changed the alpha.
    let owner: ObjectIdentifier
    let restingAlpha: Double
  }

  /// Sets the alpha from outside: the node has it outside of transitions too.
  func setAlpha(_ alpha: Double) {
    self.alpha = alpha
    fading = nil
  }
}

extension DisplayNode {
  /// The node's rare state, created on first use.
  final var rare: RareNodeState { lock.withLock { guardedMadeRare } }

  final var knownRare: RareNodeState? { lock.withLock { guardedRare } }

  /// The node's rare state, created on first use. The caller holds the lock.
  final var guardedMadeRare: RareNodeState {
    if let rare = guardedRare { return rare }
    let rare = RareNodeState()
    guardedRare = rare
    return rare
  }

  /// A value that a module around this one keeps on the node for whoever shows it. No layout depends on it. Default: nil.
  ///
  /// Any thread MAY use it. A node without such values is no larger.
  package final subscript(hostValue name: String) -> Any? {
    get { lock.withLock { guardedRare?.hostValues?[name] } }
    set {
      if newValue == nil, knownRare?.hostValues == nil { return }
      // The old value is released after the lock, because this may run user code.
      lock.replace {
        var values = guardedMadeRare.hostValues ?? [:]
        defer { guardedMadeRare.hostValues = values.isEmpty ? nil : values }
        return exchange(&values[name], with: newValue)
      }
    }
  }
}
