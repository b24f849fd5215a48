import Foundation
import Measuring

/// The main finding of a run, in a few sentences and in a picture of a few lines.
package struct RunFinding {
  /// The summary of one run.
  let summary: Summary
  /// The subject with which others are compared.
  var reference = ResultTable.defaultReference
  /// The subjects that an app waits for, with words for their work, in this order. Their time is given for a whole
  /// layout.
  var jobs: KeyValuePairs = [
    "node.first": "to show first", "node.relayout": "to lay out again with nothing changed",
    "node.change": "to lay out again with a text of each cell changed",
    "node.edit": "after a change of one text", "spec.build": "to make as specs and lay out",
    "closure": "to run",
  ]

  /// The sentences: the times that an app waits for; on one workload the times of the reference and of the fastest
  /// and the slowest other subject; the flags. The workload is the largest one with several other subjects.
  package var text: String {
    let all = CellFigures.all(in: summary, reference: reference)
    guard !all.isEmpty else { return "Nothing was measured." }
    return [waits(all), main(all), flags(all)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How long the jobs take by the fewest workers, on the largest workload with several of them; empty without any.
  private func waits(_ all: [CellFigures]) -> String {
    let least = all.map(\.cell.threads).min()
    let rows = all.filter { row in
      row.cell.threads == least && jobs.contains { $0.key == row.cell.subject }
    }
    // In the run's order, so that one run always has one finding: of equal ones the first is chosen.
    let groups = rows.map { $0.cell.with(\.subject, "") }.firstAppearances().map { cell in
      (cell: cell, rows: rows.filter { $0.cell.with(\.subject, "") == cell })
    }
    func rank(_ group: (cell: CellID, rows: [CellFigures])) -> (Int, Int, String, Int) {
      let cell = group.cell
      return (min(group.rows.count, 2), cell.nodeCount, cell.workload, cell.pool == .serialQueues ? 1 : 0)
    }
    guard let chosen = groups.max(by: { rank($0) < rank($1) }) else { return "" }
    let times = jobs.compactMap { subject, words in
      chosen.rows.first { $0.cell.subject == subject }.map { row in
        NumberText.duration(row.wall.median * Double(row.cell.nodeCount)) + " \(words) (\(subject))"
      }
    }
    let workers = NumberText.counted(chosen.cell.threads, "worker")
    return "\(chosen.cell.workloadText) takes \(times.joined(separator: ", ")), with \(workers)."
  }

  private func main(_ all: [CellFigures]) -> String {
    let references = all.filter { $0.cell.subject == reference }
    func others(_ row: CellFigures) -> [CellFigures] {
      all.filter { $0.ratioToReference != nil && $0.cell.with(\.subject, reference) == row.cell }
    }
    let chosen = references.max {
      (min(others($0).count, 2), $0.cell.nodeCount, -$0.cell.threads)
        < (min(others($1).count, 2), $1.cell.nodeCount, -$1.cell.threads)
    }
    guard let chosen else {
      let subjects = all.map(\.cell.subject).firstAppearances()
      return "Measured \(NumberText.counted(all.count, "cell")) of \(subjects.joined(separator: ", "))."
    }
    let sorted = others(chosen).filter { $0.ratioToReference?.isMarked == false }.sorted {
      ($0.ratioToReference?.value ?? 1) < ($1.ratioToReference?.value ?? 1)
    }
    let ends = sorted.count > 2 ? [sorted[0], sorted[sorted.count - 1]] : sorted
    let spread = chosen.spreadText.map { $0.hasSuffix("%") ? " (± \($0))" : " (\($0))" } ?? ""
    let threads = NumberText.counted(chosen.cell.threads, "worker")
    let start =
      "\(reference) takes \(NumberText.figure(chosen.wall.median)) ns per element\(spread) on "
      + "\(chosen.cell.workload) with \(threads)"
    let ratios = ends.compactMap { other in
      other.ratioToReference.map { "\(other.cell.subject) \(Self.words(for: $0))" }
    }
    return start + (ratios.isEmpty ? "." : "; \(ratios.joined(separator: ", and ")) as long.")
  }

  /// A ratio with its interval: `134× (132× to 137×)`.
  private static func words(for ratio: CellRatio) -> String {
    guard let interval = ratio.interval, ratio.spread != nil else { return "takes \(ratio.text)" }
    return "takes \(ratio.text) (\(NumberText.figure(interval.low)) to \(NumberText.figure(interval.high)))"
  }

  private func flags(_ all: [CellFigures]) -> String {
    let flagged = all.count { !$0.wall.flags.isEmpty }
    guard flagged > 0 else { return "" }
    return "\(flagged) of \(NumberText.counted(all.count, "cell")) "
      + "\(flagged == 1 ? "has a flag and is" : "have flags and are") no reference."
  }
}

extension RunFinding {
  package init(of summary: Summary) { self.init(summary: summary) }
}

// MARK: - The picture

extension RunFinding {
  /// Returns the sentences and the picture, without the last line's end.
  ///
  /// - Parameter width: the characters that a line has room for; nil if nothing needs to fit.
  package func shown(width: Int?) -> String {
    let picture = picture(width: width)
    return text.wrappingLines(width: width) + (picture.isEmpty ? "" : "\n\n" + picture.dropLast())
  }

  /// The times of other subjects as multiples of the reference's, as bars over a logarithmic axis, each from the
  /// subject's least workload to its greatest; below them the speed-ups by several workers. Empty if there is
  /// nothing to compare.
  ///
  /// Subjects whose names are equal up to a dot share a line, unless the reference's name is too, or an app waits for them.
  ///
  /// - Parameter width: the characters that a line has room for; nil for 100. Without room for bars there are numbers
  ///   alone.
  func picture(width: Int? = nil) -> String {
    let all = CellFigures.all(in: summary, reference: reference)
    let least = all.map(\.cell.threads).min() ?? 1
    let ratios = all.filter { $0.cell.threads == least }.compactMap { row in
      row.ratioToReference.map { (line: line(of: row.cell.subject), value: $0.value) }
    }
    var lines = Dictionary(grouping: ratios, by: \.line).compactMap { name, ratios in
      ratios.map(\.value).filter { $0 > 0 && $0 < .infinity }.ends.map { (name: name, ends: $0) }
    }
    var text = ""
    if !lines.isEmpty {
      lines.append((reference, 1...1))
      lines.sort { ($0.ends.middle, $0.name) < ($1.ends.middle, $1.name) }
      let workers = NumberText.counted(least, "worker")
      text = "Time per element with \(workers), as a multiple of \(reference)'s:\n"
      text += bars(lines, width ?? 100)
    }
    return text + speedUps(all.filter { $0.isReference && $0.cell.threads > 1 })
  }

  private func line(of subject: String) -> String {
    if jobs.contains(where: { $0.key == subject }) { return subject }
    let start = subject.prefix { $0 != "." }
    return start == reference.prefix { $0 != "." } ? subject : String(start)
  }

  private func bars(_ lines: [(name: String, ends: ClosedRange<Double>)], _ width: Int) -> String {
    let labels = lines.map { line in
      let (low, high) = (NumberText.figure(line.ends.lowerBound), NumberText.figure(line.ends.upperBound))
      return low == high ? "\(low)×" : "\(low)× to \(high)×"
    }
    let nameWidth = lines.map(\.name.count).max() ?? 0
    let labelWidth = labels.map(\.count).max() ?? 0
    let axis = Axis(
      from: lines.map(\.ends.lowerBound).min() ?? 1, to: lines.map(\.ends.upperBound).max() ?? 1,
      width: width - nameWidth - labelWidth - 6)
    return zip(lines, labels).reduce(into: "") { text, row in
      let (line, label) = row
      let start = "  " + line.name.padded(to: nameWidth) + "  " + label.padded(to: labelWidth)
      let bar = axis.map { "  " + $0.bar(line.ends) } ?? ""
      text += (start + bar).trimmingEnd + "\n"
    }
  }

  /// - Parameter rows: the reference's with several workers.
  private func speedUps(_ rows: [CellFigures]) -> String {
    guard let most = rows.map(\.cell.threads).max() else { return "" }
    let speedUps = rows.filter { $0.cell.threads == most }.compactMap(\.speedUp)
    let values = speedUps.filter { !$0.isMarked }.map(\.value)
    guard let ends = values.ends else { return "" }
    let (low, high) = (NumberText.figure(ends.lowerBound), NumberText.figure(ends.upperBound))
    let times = low == high ? low : "\(low) to \(high)"
    return "\(most) workers lay out \(times) times as many trees a second as one.\n"
  }

  /// A logarithmic axis of whole powers of ten, in characters.
  private struct Axis {
    let low: Int
    let perDecade: Int
    let count: Int

    /// Nil if a power of ten has no room for three characters.
    init?(from smallest: Double, to largest: Double, width: Int) {
      low = Int(log10(smallest).rounded(.down))
      let decades = max(1, Int(log10(largest).rounded(.up)) - low)
      perDecade = min(12, width / decades)
      count = decades * perDecade + 1
      if perDecade < 3 { return nil }
    }

    private func place(_ value: Double) -> Int {
      min(count - 1, max(0, Int(((log10(value) - Double(low)) * Double(perDecade)).rounded())))
    }

    /// A line with a bar, and with a mark at 1.
    func bar(_ ends: ClosedRange<Double>) -> String {
      let (first, last, one) = (place(ends.lowerBound), place(ends.upperBound), place(1))
      return String((0..<count).map { $0 >= first && $0 <= last ? "█" : $0 == one ? "│" : " " })
    }
  }
}

extension [Double] {
  /// The smallest and the largest; nil without any.
  fileprivate var ends: ClosedRange<Double>? { self.min().flatMap { low in self.max().map { low...$0 } } }
}

extension ClosedRange<Double> {
  /// The square of the middle on a logarithmic axis.
  fileprivate var middle: Double { lowerBound * upperBound }
}
