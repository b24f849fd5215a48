import LayoutSpecs

/// The workloads that differ only in their parameters: `feed(N)` for every N.
public struct WorkloadFamily: Sendable {
  /// A parameter of a workload.
  public struct Parameter: Hashable, Sendable {
    /// The name in the definition: `N`.
    public let name: String
    /// The values that it may have.
    public let allowed: ClosedRange<Int>
    /// The value in examples and in the list of workloads.
    public let usual: Int

    package init(name: String, allowed: ClosedRange<Int>, usual: Int) {
      self.name = name
      self.allowed = allowed
      self.usual = usual
    }
  }

  /// The name with which the workloads begin: `feed`.
  public let name: String
  /// The parameters in brackets; none for a single workload.
  public let parameters: [Parameter]
  /// A description on one line.
  public let summary: String
  /// The number of elements as a formula of the parameters: `12N + 1`; nil if there is none.
  public var elementFormula: String?

  let range: @Sendable ([Int]) -> SizeRange
  var resizeRange: (@Sendable ([Int]) -> SizeRange)?
  /// The number of elements; nil if it is known only once a tree is built.
  var elementCount: (@Sendable ([Int]) -> Int)?
  /// Makes the root element; nil, the default, for trees that `write` writes.
  package var element: (@Sendable ([Int], inout SplitMix64) -> any LayoutElement)?
  /// Makes the nodes of the workload from its parameters and a seed; nil, the default, if there are none.
  package var nodes: (@Sendable ([Int], UInt64) -> any NodeWorkload)?
  /// Returns the code that is measured instead of the tree, for a size; nil, the default, if the tree is measured.
  package var job: (@Sendable (_ size: Int) -> MeasuredJob)?
  /// Writes one cell, for a family whose trees are cells below each other.
  var cell: (@Sendable (inout LayoutTreeBuilder, inout SplitMix64) -> Void)?
  /// Writes the whole tree.
  let write: @Sendable (inout LayoutTreeBuilder, [Int], inout SplitMix64) -> Void

  /// The family with its parameters' names: `grid(R, C)`.
  public var signature: String { text(parameters.map(\.name)) }

  /// The workload with the usual parameters: `grid(100, 20)`.
  public var example: String { text(parameters.map { "\($0.usual)" }) }

  /// The name, followed by the parameters in brackets if there are any.
  func text(_ parameters: [String]) -> String {
    parameters.isEmpty ? name : "\(name)(\(parameters.joined(separator: ", ")))"
  }
}

extension WorkloadFamily {
  /// A family that is not shipped.
  ///
  /// - Parameters:
  ///   - range: The sizes that the root may take, whatever the parameters are.
  ///   - otherRange: The range that trees are resized to.
  package init(
    name: String, parameters: [Parameter], summary: String, range: SizeRange, _ otherRange: SizeRange?,
    _ write: @escaping @Sendable (inout LayoutTreeBuilder, [Int], inout SplitMix64) -> Void
  ) {
    self.name = name
    self.parameters = parameters
    self.summary = summary
    self.range = { _ in range }
    if let otherRange { resizeRange = { _ in otherRange } }
    self.write = write
  }

  /// Every shipped family of workloads.
  public static let all: [WorkloadFamily] =
    [
      feed, feedItem, settings, chat, wide, wideg, nested, deep, deepg, grid, mixed, flatAbsolute,
      flatRelative, nestedViews,
    ]
    + panGuiSuite + [textGrid, messageList]
}

extension Style {
  /// A child that grows by this factor.
  static func growing(_ factor: Double = 1) -> Style { Style { $0.flexGrow = factor } }

  /// A child that grows and shrinks.
  static let flexible = Style {
    $0.flexGrow = 1
    $0.flexShrink = 1
  }
}
