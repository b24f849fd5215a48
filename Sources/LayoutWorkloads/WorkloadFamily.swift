import LayoutSpecs

/// Workloads that differ in their parameters alone: `feed(N)` for every N.
public struct WorkloadFamily: Sendable {
  /// A number that a workload is made from.
  public struct Parameter: Hashable, Sendable {
    /// What the definition calls it: `N`.
    public let name: String
    /// The values that it may have.
    public let allowed: ClosedRange<Int>
    /// The value that examples have, and a list of workloads.
    public let usual: Int
  }

  /// The name that the workloads begin with: `feed`.
  public let name: String
  /// The numbers that follow in brackets; none for a workload that stands for itself.
  public let parameters: [Parameter]
  /// What the workload is, in a line.
  public let summary: String
  /// How many elements there are, as a formula of the parameters: `12N + 1`.
  public let elementFormula: String

  /// The sizes that the root may take, and those that it is resized to and back from where a resize is defined.
  let range: @Sendable ([Int]) -> SizeRange
  let resizeRange: (@Sendable ([Int]) -> SizeRange)?
  /// How many elements there are; nil where only building tells.
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

  /// A workload of the family with its usual parameters, as it is written: `grid(100, 20)`.
  public var example: String {
    parameters.isEmpty ? name : "\(name)(\(parameters.map { "\($0.usual)" }.joined(separator: ", ")))"
  }
}

extension SizeRange {
  /// Exactly this wide, and as high as it likes.
  static func exactWidth(_ width: Double) -> SizeRange {
    SizeRange(width: width...width, height: 0...(.infinity))
  }
}

extension Style {
  /// A child that grows by this factor.
  static func growing(_ factor: Double = 1) -> Style {
    Style { $0.flexGrow = factor }
  }
}
