/// The cost of making, asking and freeing the objects of each class in a job: the nodes of an app, with the nodes they hold.
package struct ClassProfile: Sendable {
  package struct Row: Hashable, Sendable {
    package let name: String
    /// The instructions of its initialisers, of its methods that the engine asks, and of its deinitialiser, with all that
    /// they called.
    package var making = 0.0
    package var asking = 0.0
    package var freeing = 0.0
    /// The objects that were freed.
    package var count = 0.0
  }

  /// The classes, those that cost the most first.
  package let rows: [Row]

  /// - Parameter methods: The names of the methods that are asked, such as `layoutSpecThatFits(_:)`.
  package init(_ profile: FunctionProfile, methods: [String]) {
    var classes: [String: Row] = [:]
    for row in profile.rows {
      guard let dot = row.name.lastIndex(of: "."), dot < (row.name.firstIndex(of: "(") ?? row.name.endIndex)
      else {
        continue
      }
      let (name, member) = (String(row.name[..<dot]), row.name[row.name.index(after: dot)...])
      var known = classes[name] ?? Row(name: name)
      if member.hasPrefix("__allocating_init") || member.hasPrefix("init(") {
        // The one calls the other.
        known.making = max(known.making, row.inclusive)
      } else if member == "__deallocating_deinit" {
        (known.freeing, known.count) = (row.inclusive, row.calls)
      } else if methods.contains(String(member)) {
        known.asking += row.inclusive
      } else {
        continue
      }
      classes[name] = known
    }
    rows = classes.values.filter { $0.asking > 0 || $0.making > 0 && $0.freeing > 0 }.sorted {
      ($1.making + $1.asking + $1.freeing, $0.name) < ($0.making + $0.asking + $0.freeing, $1.name)
    }
  }

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
