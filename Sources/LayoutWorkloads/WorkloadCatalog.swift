extension WorkloadFamily {
  /// Every family of workloads.
  public static let all: [WorkloadFamily] =
    [feed, feedItem, wide, wideg, nested, deep, deepg, grid, mixed, flatAbsolute, flatRelative, nestedViews]
    + panGuiSuite
}
