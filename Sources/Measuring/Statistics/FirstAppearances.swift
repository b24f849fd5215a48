extension Sequence where Element: Hashable {
  /// Each element once, in the order of their first appearance.
  package func firstAppearances() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
