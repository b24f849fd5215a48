/// How time grows with the number of elements: a row for each curve of at least three sizes, with one worker.
package struct GrowthTable {
  /// Subjects of one kind of workload are neighbours.
  let curves: [GrowthCurve]
  /// Curves that are left out because their sizes were measured on several kinds of machine, as `feed
  /// spec.cold`.
  let mixed: [String]

  /// - Parameters:
  ///   - summary: of one run.
  ///   - machines: the kinds of machine of each run that it was merged from; empty if there is only one.
  package init(summary: Summary, machines: [String: Set<String>] = [:]) {
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.cell.threads == 1 }
    let all = GrowthCurve.curves(of: rows, machines: machines)
    let ordered = all.map(\.family).firstAppearances().flatMap { family in all.filter { $0.family == family }
    }
    mixed = ordered.filter { $0.isMixed && $0.points.count > 2 }.map { "\($0.family) \($0.subject)" }
    curves = ordered.filter { !$0.isMixed && $0.law != nil }
  }

  /// The table, plain text in lines of which each has its end; empty where nothing was measured in three
  /// sizes.
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
    let rows = curves.compactMap { curve -> [String]? in
      guard let law = curve.law, let first = curve.points.first, let last = curve.points.last else {
        return nil
      }
      let (low, high) = (law.interval.lowerBound, law.interval.upperBound)
      return [curve.family, curve.subject] + (hasModes ? [curve.pool] : []) + [
        "\(curve.sizeCount)",
        "\(NumberText.grouped(first.cell.nodeCount)) to \(NumberText.grouped(last.cell.nodeCount))",
        "\(NumberText.figure(first.median)) to \(NumberText.figure(last.median))",
        NumberText.fixed(law.exponent, decimals: 2),
        "\(NumberText.fixed(low, decimals: 2)) to \(NumberText.fixed(high, decimals: 2))",
        curve.lastExponent.map { NumberText.fixed($0, decimals: 2) } ?? "",
      ]
    }
    return TextGrid(headings: headings, rows: rows).text()
      + "\nexponent is k where the time for a tree grows with the k-th power of its elements, over all sizes, and from the last but "
      + "one to the last.\n" + (mixedText.map { $0 + "\n" } ?? "")
  }

  /// Says of what there is no curve because machines differ; nil where there are all.
  var mixedText: String? {
    guard !mixed.isEmpty else { return nil }
    let names = mixed.joined(separator: ", ")
    return "No exponent of \(names): the sizes were measured on several kinds of machine, "
      + "whose times make no curve."
  }
}
