/// The sections of a list with their cells, and their edits by index paths, as `UITableView` counts them: what is deleted,
/// reloaded or moved has its index from before all edits of a batch, and what is inserted, or where something is moved to,
/// the one from after them.
struct ListSections {
  /// A section: its cells, and those before and behind them.
  struct Section {
    /// nil for a cell that the data source is to be asked for.
    var rows: [ListEntry?] = []
    var header: ListEntry?
    var footer: ListEntry?
    /// True if the data source is to be asked for all of it.
    var isNew = false

    /// The number of its items in a `LayoutList`.
    var itemCount: Int { rows.count + (header == nil ? 0 : 1) + (footer == nil ? 0 : 1) }
  }

  enum Edit {
    case insertRows([IndexPath])
    case deleteRows([IndexPath])
    case reloadRows([IndexPath])
    case moveRow(from: IndexPath, to: IndexPath)
    case insertSections(IndexSet)
    case deleteSections(IndexSet)
    case reloadSections(IndexSet)
    case moveSection(from: Int, to: Int)
  }

  typealias Item = SectionItem<ListEntry, ListEntry>

  var sections: [Section] = []

  /// All cells in order, as items of a `LayoutList`.
  var items: [Item] {
    sections.flatMap { section in
      (section.header.map { [.header($0)] } ?? []) + section.rows.compactMap { $0.map { .item($0) } }
        + (section.footer.map { [.footer($0)] } ?? [])
    }
  }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices ~= path[0] && sections[path[0]].rows.indices ~= path[1]
  }

  /// Returns the index of a cell among `items`.
  func index(of path: IndexPath) -> Int {
    let section = sections[path[0]]
    return sections[..<path[0]].reduce(path[1]) { $0 + $1.itemCount } + (section.header == nil ? 0 : 1)
  }

  /// Returns the place of a cell by its index among `items`; nil for a header or a footer.
  func path(at index: Int) -> IndexPath? {
    var row = index
    for (number, section) in sections.enumerated() {
      guard row >= section.itemCount else {
        row -= section.header == nil ? 0 : 1
        return section.rows.indices ~= row ? [number, row] : nil
      }
      row -= section.itemCount
    }
    return nil
  }

  /// Returns the place of a cell; nil for a header or a footer, and for one that is not here.
  ///
  /// - Complexity: linear in the number of cells.
  func path(of entry: ListEntry) -> IndexPath? {
    for (number, section) in sections.enumerated() {
      if let row = section.rows.firstIndex(of: entry) { return [number, row] }
    }
    return nil
  }

  /// Makes the edits of one batch. Cells that the data source is to be asked for are nil then, and sections `isNew`.
  ///
  /// - Precondition: there is what is deleted, reloaded or moved, and it is so once; what is inserted fits in.
  mutating func apply(_ edits: [Edit]) {
    var gone: [Int: IndexSet] = [:]
    var newRows: [(path: IndexPath, entry: ListEntry?)] = []
    var goneSections = IndexSet()
    var newSections: [(index: Int, origin: Int?)] = []
    func take(_ path: IndexPath) {
      precondition(contains(path), "There is no row \(path[1]) in section \(path[0]) before the update")
      precondition(
        gone[path[0]]?.contains(path[1]) != true,
        "Row \(path[1]) of section \(path[0]) is deleted or moved twice in one update")
      gone[path[0], default: IndexSet()].insert(path[1])
    }
    func takeSection(_ index: Int) {
      precondition(sections.indices ~= index, "There is no section \(index) before the update")
      precondition(!goneSections.contains(index), "Section \(index) is deleted or moved twice in one update")
      goneSections.insert(index)
    }
    for edit in edits {
      switch edit {
      case .insertRows(let paths): newRows += paths.map { ($0, nil) }
      case .deleteRows(let paths): paths.forEach(take)
      case .moveRow(let from, let to):
        take(from)
        newRows.append((to, sections[from[0]].rows[from[1]]))
      case .insertSections(let indices): newSections += indices.map { ($0, nil) }
      case .deleteSections(let indices): indices.forEach(takeSection)
      case .moveSection(let from, let to):
        takeSection(from)
        newSections.append((to, from))
      case .reloadRows(let paths):
        for path in paths {
          precondition(contains(path), "There is no row \(path[1]) in section \(path[0]) before the update")
          sections[path[0]].rows[path[1]] = nil
        }
      case .reloadSections(let indices):
        for index in indices {
          precondition(sections.indices ~= index, "There is no section \(index) before the update")
          sections[index].isNew = true
        }
      }
    }
    for (section, rows) in gone {
      for row in rows.reversed() { sections[section].rows.remove(at: row) }
    }
    // Those that move have lost their own rows by now.
    let old = sections
    for index in goneSections.reversed() { sections.remove(at: index) }
    for (index, origin) in newSections.sorted(by: { $0.index < $1.index }) {
      precondition(
        index <= sections.count, "There are only \(sections.count) sections, and none goes to \(index)")
      sections.insert(origin.map { old[$0] } ?? Section(isNew: true), at: index)
    }
    for (path, entry) in newRows.sorted(by: { $0.path < $1.path }) {
      precondition(sections.indices ~= path[0], "There is no section \(path[0]) after the update")
      if sections[path[0]].isNew { continue }
      let count = sections[path[0]].rows.count
      precondition(path[1] <= count, "Section \(path[0]) has only \(count) rows, and none goes to \(path[1])")
      sections[path[0]].rows.insert(entry, at: path[1])
    }
  }
}

extension ListSections.Item {
  /// The promised cell, whether it is a row or not.
  var entry: ListEntry {
    switch self {
    case .header(let entry), .item(let entry), .footer(let entry): entry
    }
  }
}
