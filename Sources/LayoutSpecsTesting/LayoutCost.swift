public import LayoutSpecs

/// Returns the work of an element's layout, in counts that are the same on every machine, however busy it is. A debug
/// build may count more than a release in trees that are more than twenty levels deep, which it descends in steps.
///
/// ```swift
/// #expect(cost(of: PostNode(post), in: .tableCell(width: 320)) <= .init(measurements: 40))
/// ```
///
/// The layout is the one that `layoutThatFits(_:)` makes now: a new node's first one, with all nodes below. A node
/// that was laid out before keeps what it can, so this is what a change costs; without a change it is nothing. Layouts
/// that the nodes' own code begins count too. What the layout does on other threads, as for a stack that is
/// `isConcurrent`, does as well; layouts in a `LayoutContext` of your own do not: read its `counters`.
///
/// It may be called on any thread.
///
/// - Parameters:
///   - element: The node, which keeps the layout, or the spec.
///   - constrainedSize: The sizes that the element may have.
/// - Precondition: as of `layoutThatFits(_:)`.
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

  /// Creates the most that a test allows; what is not given may be any number.
  public init(
    measurements: Int = .max, computations: Int = .max, textMeasurements: Int = .max,
    nodeQuestions: Int = .max
  ) {
    self.measurements = measurements
    self.computations = computations
    self.textMeasurements = textMeasurements
    self.nodeQuestions = nodeQuestions
  }

  /// Returns true if each count is at most the other's. Two costs may both be false: neither is less.
  public static func <= (cost: LayoutCost, limit: LayoutCost) -> Bool {
    cost.measurements <= limit.measurements && cost.computations <= limit.computations
      && cost.textMeasurements <= limit.textMeasurements && cost.nodeQuestions <= limit.nodeQuestions
  }
}

extension LayoutCost: CustomStringConvertible {
  /// The counts as `41 measurements, 12 computations`, without those that may be any number.
  public var description: String {
    let counts = [
      (measurements, "measurements"), (computations, "computations"),
      (textMeasurements, "text measurements"), (nodeQuestions, "node questions"),
    ]
    let parts = counts.filter { $0.0 < .max }.map { "\($0.0) \($0.0 == 1 ? String($0.1.dropLast()) : $0.1)" }
    return parts.isEmpty ? "any cost" : parts.joined(separator: ", ")
  }
}
