/// The value of a property of a node's subclass, which any thread may read and change.
///
/// ```swift
/// final class ArticleNode: DisplayNode, @unchecked Sendable {
///   let summary = TextNode("In short")
///   let body = TextNode("At length")
///   private let expansion = NodeState(false)
///
///   /// True if the whole article is shown. Default: false.
///   var isExpanded: Bool {
///     get { self[expansion] }
///     set { self[expansion] = newValue }
///   }
///
///   override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
///     isExpanded ? body : summary
///   }
/// }
/// ```
///
/// A node is laid out on any thread, and on several at once, so a `var` of its own would be a data race. A
/// `NodeState` has a lock, and the node that contains it reads and sets it by `subscript(_:)`; setting it calls
/// `setNeedsLayout()`. Keep values that have to fit together in one state, as a struct.
///
/// It is no property wrapper, because Swift 6.3 has none in nonisolated classes that are `Sendable`.
public nonisolated final class NodeState<Value: Sendable>: Sendable {
  private let lockMemory = NodeLock.Memory()
  fileprivate let affectsLayout: Bool
  private var lock: NodeLock { NodeLock(of: self) }
  nonisolated(unsafe) private var guardedValue: Value

  /// Creates a state with this value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - affectsLayout: True if setting the value calls `setNeedsLayout()`. Default: true. Pass false for a value that
  ///     no layout depends on, such as a closure to call, or a value that is set when a layout has finished.
  public init(_ value: Value, affectsLayout: Bool = true) {
    guardedValue = value
    self.affectsLayout = affectsLayout
  }

  var value: Value {
    get { lock.withLock { guardedValue } }
    set { lock.replace { exchange(&guardedValue, with: newValue) } }
  }
}

extension DisplayNode {
  /// The value of one of the node's states. Setting it calls `setNeedsLayout()`, even if the new value is
  /// equal, unless no layout depends on the state.
  ///
  /// Any thread MAY use it, and no lock is held while a value's own code runs. A change in place, such as
  /// `self[count] += 1`, reads the value, changes a copy and sets it: of two threads that do so at once, one
  /// may undo the other's change.
  ///
  /// A state belongs to one node. If several nodes contain it, only the one that sets it needs layout.
  public final subscript<Value>(state: NodeState<Value>) -> Value {
    get { state.value }
    set {
      state.value = newValue
      if state.affectsLayout { setNeedsLayout() }
    }
  }
}
