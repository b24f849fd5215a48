/// A node that can be enabled, highlighted and selected; the host says so.
///
/// Buttons, texts and images are no subclasses here, but have `addTarget(_:action:forControlEvents:)` as every node has.
open class ASControlNode: DisplayNode, @unchecked Sendable {
  public override init() {}

  /// Default: true. Layouts do not depend on it, nor on the next two.
  open var isEnabled: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// True if a finger is on the node. Default: false.
  open var isHighlighted: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// True if the node is on. Default: false.
  open var isSelected: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }
}

/// What a person does with a control.
public struct ASControlNodeEvent: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let touchDown = ASControlNodeEvent(rawValue: 1)
  public static let touchDownRepeat = ASControlNodeEvent(rawValue: 1 << 1)
  public static let touchDragInside = ASControlNodeEvent(rawValue: 1 << 2)
  public static let touchDragOutside = ASControlNodeEvent(rawValue: 1 << 3)
  public static let touchUpInside = ASControlNodeEvent(rawValue: 1 << 4)
  public static let touchUpOutside = ASControlNodeEvent(rawValue: 1 << 5)
  public static let touchCancel = ASControlNodeEvent(rawValue: 1 << 6)
  public static let valueChanged = ASControlNodeEvent(rawValue: 1 << 12)
  public static let primaryActionTriggered = ASControlNodeEvent(rawValue: 1 << 13)
  public static let allEvents = ASControlNodeEvent(rawValue: 0xFFFF_FFFF)
}

// MARK: - Targets

/// An action of a target, kept for the host.
private struct ControlTarget {
  weak var target: AnyObject?
  /// True if the action is for the chain of responders.
  let isOpen: Bool
  let action: Selector
  var events: ASControlNodeEvent

  func isOf(_ target: AnyObject?) -> Bool { target.map { $0 === self.target } ?? true }
}

extension DisplayNode {
  private final var targets: [ControlTarget] {
    get { (kept() ?? []).filter { $0.isOpen || $0.target != nil } }
    set { keep(newValue) }
  }

  /// Adds an action for some events; the target is kept weakly, and nil is the chain of responders. The host sends it.
  public final func addTarget(
    _ target: Any?, action: Selector, forControlEvents events: ASControlNodeEvent
  ) {
    let target = target.map { $0 as AnyObject }
    if let index = targets.firstIndex(where: { $0.target === target && $0.action == action }) {
      targets[index].events.formUnion(events)
    } else {
      targets.append(ControlTarget(target: target, isOpen: target == nil, action: action, events: events))
    }
  }

  /// Removes an action for some events; nil stands for every target, or every action.
  public final func removeTarget(
    _ target: Any?, action: Selector?, forControlEvents events: ASControlNodeEvent
  ) {
    let target = target.map { $0 as AnyObject }
    targets = targets.compactMap { entry in
      var entry = entry
      if entry.isOf(target), action == nil || entry.action == action { entry.events.subtract(events) }
      return entry.events.isEmpty ? nil : entry
    }
  }

  /// Returns the names of a target's actions for an event; nil if it has none.
  public final func actions(forTarget target: Any, forControlEvent event: ASControlNodeEvent) -> [String]? {
    let names = targets.filter { $0.target === target as AnyObject && !$0.events.isDisjoint(with: event) }
      .map { "\($0.action)" }
    return names.isEmpty ? nil : names
  }

  /// Called by the host: hands it the actions for some events, in the order in which they were added.
  ///
  /// - Parameters:
  ///   - events: What has happened.
  ///   - perform: Calls the action; a target of nil is the chain of responders.
  public final func sendActions(
    forControlEvents events: ASControlNodeEvent, perform: (_ target: AnyObject?, _ action: Selector) -> Void
  ) {
    for entry in targets where !entry.events.isDisjoint(with: events) { perform(entry.target, entry.action) }
  }
}
