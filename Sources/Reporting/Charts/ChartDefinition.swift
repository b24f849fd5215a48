/// The definition of a kind of chart.
protocol ChartDefinition {
  static var summary: String { get }
  static var requirement: String { get }
  static var metrics: [String] { get }

  static func charts(_ request: ChartRequest) -> [Chart]
}
