import Measuring

extension PhaseProfile {
  /// Returns the phases with their shares of a job.
  package func table(total: Double) -> Table<Row> {
    Table(
      columns: [
        .left("phase") { $0.phase }, .right("instructions") { NumberText.count($0.instructions.rounded()) },
        .right("share") { NumberText.percentage($0.instructions / total) },
      ], rows: rows)
  }
}

extension ClassProfile {
  /// Returns the classes with the most instructions; empty if a job makes and asks none.
  package func text(top: Int) -> String {
    func figure(_ count: Double) -> String? { count == 0 ? nil : NumberText.count(count.rounded()) }
    return Table<Row>(
      columns: [
        .left("class", isName: true) { $0.name }, .right("objects") { figure($0.count) },
        .right("made") { figure($0.making) }, .right("asked") { figure($0.asking) },
        .right("freed") { figure($0.freeing) },
      ], rows: Array(rows.prefix(top))
    ).text()
  }
}

extension SampledTime {
  /// Returns the functions with the most time beside their instructions.
  package func table(top: Int) -> Table<Row> {
    Table(
      columns: [
        .left("function", isName: true) { $0.name }, .right("time") { NumberText.percentage($0.share) },
        .right("instructions") { $0.instructionShare.map(NumberText.percentage) },
      ], rows: Array(rows.prefix(top)))
  }
}
