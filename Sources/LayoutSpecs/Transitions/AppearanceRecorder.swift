/// The frames and alphas that a block sets on nodes: they are recorded, and the nodes keep theirs.
///
/// It belongs to the thread that runs the block. What other threads set meanwhile is set.
final class AppearanceRecorder {
  /// The changes, in the order in which nodes were first changed.
  private(set) var changes: [Change] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The recorder of the block around this one.
  private let outer: AppearanceRecorder?

  private static let threads = ThreadLocal<AppearanceRecorder>()

  /// The frame and alpha that were set on one node; nil if they were not.
  struct Change {
    let node: DisplayNode
    var frame: Rect?
    var alpha: Double?
  }

  private init() { outer = AppearanceRecorder.current }

  /// The recorder of the innermost block that the calling thread runs; nil if it runs none.
  static var current: AppearanceRecorder? {
    threads.current
  }

  /// Runs a block, and returns what it sets. Calls MAY be nested: each block has its own changes.
  static func changes(by block: () -> Void) -> [Change] {
    let recorder = AppearanceRecorder()
    threads.with(recorder, block)
    return recorder.changes
  }

  func set(frame: Rect, of node: DisplayNode) { changes[place(of: node)].frame = frame }

  func set(alpha: Double, of node: DisplayNode) { changes[place(of: node)].alpha = alpha }

  /// The frame that this block, or one around it, has set last; nil if none has.
  func frame(of node: DisplayNode) -> Rect? {
    places[ObjectIdentifier(node)].flatMap { changes[$0].frame } ?? outer?.frame(of: node)
  }

  /// The alpha that this block, or one around it, has set last; nil if none has.
  func alpha(of node: DisplayNode) -> Double? {
    places[ObjectIdentifier(node)].flatMap { changes[$0].alpha } ?? outer?.alpha(of: node)
  }

  private func place(of node: DisplayNode) -> Int {
    if let place = places[ObjectIdentifier(node)] { return place }
    changes.append(Change(node: node))
    places[ObjectIdentifier(node)] = changes.count - 1
    return changes.count - 1
  }
}
