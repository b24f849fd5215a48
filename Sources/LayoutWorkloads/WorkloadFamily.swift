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
  }

  /// The name with which the workloads begin: `feed`.
  public let name: String
  /// The parameters in brackets; none for a single workload.
  public let parameters: [Parameter]
  /// A description on one line.
  public let summary: String
  /// The number of elements as a formula of the parameters: `12N + 1`.
  public let elementFormula: String

  let range: @Sendable ([Int]) -> SizeRange
  let resizeRange: (@Sendable ([Int]) -> SizeRange)?
  /// The number of elements; nil if only building tells.
  let elementCount: (@Sendable ([Int]) -> Int)?
  /// Writes the whole tree.
  let write: @Sendable (inout LayoutTreeBuilder, [Int], inout SplitMix64) -> Void
  /// Writes one cell, for a family whose trees are cells below each other.
  let cell: CellWriter?

  typealias CellWriter = @Sendable (inout LayoutTreeBuilder, inout SplitMix64) -> Void

  init(
    _ name: String, _ parameters: [Parameter], summary: String, elementFormula: String,
    range: @escaping @Sendable ([Int]) -> SizeRange, resizeRange: (@Sendable ([Int]) -> SizeRange)? = nil,
    elementCount: (@Sendable ([Int]) -> Int)?, cell: CellWriter? = nil,
    write: @escaping @Sendable (inout LayoutTreeBuilder, [Int], inout SplitMix64) -> Void
  ) {
    self.name = name
    self.parameters = parameters
    self.summary = summary
    self.elementFormula = elementFormula
    self.range = range
    self.resizeRange = resizeRange
    self.elementCount = elementCount
    self.cell = cell
    self.write = write
  }

  /// The family with its parameters' names: `grid(R, C)`.
  public var signature: String {
    parameters.isEmpty ? name : "\(name)(\(parameters.map(\.name).joined(separator: ", ")))"
  }

  /// The workload with the usual parameters: `grid(100, 20)`.
  public var example: String {
    parameters.isEmpty ? name : "\(name)(\(parameters.map { "\($0.usual)" }.joined(separator: ", ")))"
  }
}

extension WorkloadFamily {
  /// Every family of workloads.
  public static let all: [WorkloadFamily] =
    [feed, feedItem, wide, wideg, nested, deep, deepg, grid, mixed, flatAbsolute, flatRelative, nestedViews]
    + panGuiSuite
}

extension SizeRange {
  /// Exactly this width, and any height.
  static func exactWidth(_ width: Double) -> SizeRange {
    SizeRange(width: width...width, height: 0...(.infinity))
  }
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
