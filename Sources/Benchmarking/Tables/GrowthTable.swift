/// The growth of cost with the number of elements: for each subject, the sizes of one kind of workload and
/// the power law through them.
///
/// Workloads are of one kind if they differ only inside their brackets: `feed(10)` and `feed(100)`. Other
/// seeds and parameters are other kinds.
package struct GrowthTable {
  /// A curve: one subject on workloads of one kind.
  package struct Curve: Hashable, Sendable {
    /// The kind of workload: its name with its parameters, and with its seed if there are several.
    package let family: String
    package let subject: String
    /// The dispatch mode of the single worker.
    package let pool: String
    /// Points of elements and the median time per tree with one worker, in nanoseconds, by elements.
    package let points: [Point]
    /// The growth of time with elements, over all sizes.
    package let law: PowerLaw
    /// The number of different sizes.
    package var sizeCount: Int { Set(points.map(\.elementCount)).count }
    /// The exponent between the two largest sizes: above that of the law if the curve bends upwards. nil if
    /// they have equally many elements, such as `grid(2, 8)` and `grid(8, 2)`.
    package var lastExponent: Double? {
      let (before, last) = (points[points.count - 2], points[points.count - 1])
      guard before.elementCount < last.elementCount else { return nil }
      return PowerLaw.exponent(
        from: (Double(before.elementCount), before.nanoseconds),
        to: (Double(last.elementCount), last.nanoseconds))
    }

    package struct Point: Hashable, Sendable {
      package let elementCount: Int
      package let nanoseconds: Double
    }
  }

  /// The curves of at least three sizes, in the order in which they were measured.
  package let curves: [Curve]
  /// The curves, such as `feed spec.cold`, that are missing because their sizes were measured on several
  /// kinds of machine.
  package let mixed: [String]

  /// - Parameters:
  ///   - summary: the summary of one run.
  ///   - machines: the kinds of machine, by the runs that it was merged from; empty for one kind.
  package init(summary: Summary, machines: [String: Set<String>] = [:]) {
    var keys: [CellDescription] = []
    var points: [CellDescription: [Curve.Point]] = [:]
    var kinds: [CellDescription: Set<String>] = [:]
    for row in summary.rows
    where row.metric == .wallNanosecondsPerElement && row.cell.threads == 1 && row.cell.nodeCount > 0 {
      guard let family = row.cell.family else { continue }
      let key = row.cell.curve(of: family)
      if points[key] == nil { keys.append(key) }
      kinds[key, default: []].formUnion(machines[row.runID] ?? [])
      points[key, default: []].append(
        Curve.Point(
          elementCount: row.cell.nodeCount, nanoseconds: row.median * Double(row.cell.nodeCount)))
    }
    // Subjects of one kind of workload together.
    let names = CellNames(keys)
    let families = keys.map(names.workload)
    let ordered = zip(keys, families).enumerated().sorted {
      (families.firstIndex(of: $0.element.1) ?? 0, $0.offset)
        < (families.firstIndex(of: $1.element.1) ?? 0, $1.offset)
    }.map(\.element)
    let isMixed = { (key: CellDescription) in (kinds[key]?.count ?? 0) > 1 }
    mixed = ordered.filter { isMixed($0.0) && (points[$0.0]?.count ?? 0) > 2 }
      .map { "\($0.1) \($0.0.subject)" }
    curves = ordered.filter { !isMixed($0.0) }.compactMap { key, family in
      let points = (points[key] ?? []).sorted { $0.elementCount < $1.elementCount }
      guard let law = PowerLaw(points.map { (Double($0.elementCount), $0.nanoseconds) }) else { return nil }
      let curve = Curve(family: family, subject: key.subject, pool: key.pool, points: points, law: law)
      return curve.sizeCount >= 3 ? curve : nil
    }
  }

  /// Returns the table as plain text in lines with line ends; empty if nothing was measured in three sizes.
  package func text() -> String {
    guard !curves.isEmpty else { return mixedText.map { $0 + "\n" } ?? "" }
    let hasModes = Set(curves.map(\.pool)).count > 1
    var headings: [TextGrid.Heading] = [
      .init(title: "workload", alignment: .left), .init(title: "subject", alignment: .left),
    ]
    if hasModes { headings.append(.init(title: "dispatch", alignment: .left)) }
    headings += [
      .init(title: "sizes", alignment: .right), .init(title: "elements", alignment: .right),
      .init(title: "ns/element", alignment: .right), .init(title: "exponent", alignment: .right),
      .init(title: "95% interval", alignment: .right), .init(title: "last step", alignment: .right),
    ]
    let rows = curves.map { curve in
      let (first, last) = (curve.points[0], curve.points[curve.points.count - 1])
      return [curve.family, curve.subject] + (hasModes ? [curve.pool] : []) + [
        "\(curve.sizeCount)",
        "\(NumberText.grouped(first.elementCount)) to \(NumberText.grouped(last.elementCount))",
        "\(Self.perElement(first)) to \(Self.perElement(last))",
        NumberText.fixed(curve.law.exponent, decimals: 2),
        "\(NumberText.fixed(curve.law.interval.lowerBound, decimals: 2)) to \(NumberText.fixed(curve.law.interval.upperBound, decimals: 2))",
        curve.lastExponent.map { NumberText.fixed($0, decimals: 2) } ?? "",
      ]
    }
    return TextGrid(headings: headings, rows: rows).text()
      + "\nexponent is k where the time for a tree grows with the k-th power of its elements, over all sizes, and from the last but "
      + "one to the last.\n" + (mixedText.map { $0 + "\n" } ?? "")
  }

  /// A sentence about the curves that are missing because machines differ; nil if there are none.
  var mixedText: String? {
    guard !mixed.isEmpty else { return nil }
    let names = mixed.joined(separator: ", ")
    return "No exponent of \(names): the sizes were measured on several kinds of machine, "
      + "whose times make no curve."
  }

  private static func perElement(_ point: Curve.Point) -> String {
    NumberText.figure(point.nanoseconds / Double(point.elementCount))
  }
}
