public import LayoutSpecs

/// Returns the work of an element's layout, in counts that are the same on every machine, however busy it is. In trees
/// more than twenty levels deep a debug build may count more than a release, since a debug build descends in steps.
///
/// ```swift
/// #expect(cost(of: PostNode(post), in: .tableCell(width: 320)) <= .init(measurements: 40))
/// ```
///
/// The counted work is one call of `layoutThatFits(_:)`. For a new node that is the first layout, with all nodes
/// below. A node that was laid out before reuses what it can, so you get the cost of a change, and 0 without a change.
/// Layouts that the nodes' own code begins count, and so does work on other threads, as for a stack that is
/// `isConcurrent`. Layouts in a `LayoutContext` of your own do not count: read its `counters`.
///
/// It may be called on any thread.
///
/// - Parameters:
///   - element: The node or the spec. A node keeps the layout.
///   - constrainedSize: The sizes that the element may have.
/// - Precondition: the same as for `layoutThatFits(_:)`.
public func cost(of element: any LayoutElement, in constrainedSize: SizeRange) -> LayoutCost {
  let work = LayoutWork { _ = element.layoutThatFits(constrainedSize) }
  return LayoutCost(
    measurements: work.counters.measurements, computations: work.counters.computations,
    textMeasurements: work.counters.textMeasurements, nodeQuestions: work.questionCount)
}

/// The work of a layout in counts, or the most of each that a test allows.
public struct LayoutCost: Hashable, Sendable {
  /// How often elements were measured in a constraint, leaves included. Default: `Int.max`, any number.
  public var measurements: Int
  /// How often specs were laid out: their children were measured and placed. Default: `Int.max`.
  public var computations: Int
  /// How often texts were broken into lines. Default: `Int.max`.
  public var textMeasurements: Int
  /// How often nodes were asked for their specs: calls of `layoutSpecThatFits(_:)`. Default: `Int.max`.
  public var nodeQuestions: Int

  /// Creates the limits of a test. A count that you leave out may be any number.
  public init(
    measurements: Int = .max, computations: Int = .max, textMeasurements: Int = .max,
    nodeQuestions: Int = .max
  ) {
    self.measurements = measurements
    self.computations = computations
    self.textMeasurements = textMeasurements
    self.nodeQuestions = nodeQuestions
  }

  /// Returns true if each count of `cost` is at most the same count of `limit`. Both `a <= b` and `b <= a` may be false.
  public static func <= (cost: LayoutCost, limit: LayoutCost) -> Bool {
    cost.measurements <= limit.measurements && cost.computations <= limit.computations
      && cost.textMeasurements <= limit.textMeasurements && cost.nodeQuestions <= limit.nodeQuestions
  }
}

extension LayoutCost: CustomStringConvertible {
  /// The counts as `41 measurements, 12 computations`, without counts that may be any number.
  public var description: String {
    let counts = [
      (measurements, "measurements"), (computations, "computations"),
      (textMeasurements, "text measurements"), (nodeQuestions, "node questions"),
    ]
    let parts = counts.filter { $0.0 < .max }.map { "\($0.0) \($0.0 == 1 ? String($0.1.dropLast()) : $0.1)" }
    return parts.isEmpty ? "any cost" : parts.joined(separator: ", ")
  }
}
