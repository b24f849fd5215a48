/// Numbers of threads as people write them: `1,2,4`, `1..4`, `max`, `1..max`.
package struct ThreadList: Hashable, Sendable {
  /// Numbers from the first to the last; a nil stands for the machine's logical cores.
  private struct Entry: Hashable, Sendable {
    var first: Int?
    var last: Int?
  }

  /// The entries as written; never empty.
  private var entries: [Entry]

  init(_ counts: [Int]) {
    entries = counts.map { Entry(first: $0, last: $0) }
  }

  /// Returns the numbers in ascending order, each once.
  ///
  /// A range that starts above its end `max` gives nothing. If nothing is left, returns `[logicalCores]`.
  ///
  /// - Parameter logicalCores: the value of `max`, clamped to 1...`limit`.
  func resolved(logicalCores: Int) -> [Int] {
    let cores = min(max(logicalCores, 1), Self.limit)
    let numbers = entries.reduce(into: Set<Int>()) { numbers, entry in
      let (first, last) = (entry.first ?? cores, entry.last ?? cores)
      if first <= last { numbers.formUnion(first...last) }
    }
    return numbers.isEmpty ? [cores] : numbers.sorted()
  }
}

extension ThreadList: ExpressibleByArrayLiteral {
  package init(arrayLiteral counts: Int...) { self.init(counts) }
}

extension ThreadList: LosslessStringConvertible {
  /// The most threads in a list, and in a pool.
  package static let limit = WorkerPool.maximumThreads

  /// Parses entries separated by commas: a number, `max` (or `N`), or a range of them with two points.
  /// Ignores spaces around entries. nil for everything else: no entry, 0, a number above `limit`, a range
  /// that runs backwards or begins with `max`.
  package init?(_ description: String) {
    var entries: [Entry] = []
    for part in description.split(separator: ",", omittingEmptySubsequences: false) {
      var text = part.drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      let ends = text.split(separator: "..", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = Self.count(ends[0]), let last = Self.count(ends[ends.count - 1]),
        ends.count == 1 || first != nil && first ?? 0 <= last ?? Self.limit
      else { return nil }
      entries.append(Entry(first: first, last: last))
    }
    self.entries = entries
  }

  package var description: String {
    entries.map { entry in
      let (first, last) = (Self.word(entry.first), Self.word(entry.last))
      return first == last ? first : "\(first)..\(last)"
    }.joined(separator: ",")
  }

  /// Reads a number, or nil for `max`; nil around that for anything else.
  private static func count(_ text: Substring) -> Int?? {
    if text == "max" || text == "N" { return .some(nil) }
    guard text.allSatisfy(\.isNumber), let number = Int(text), (1...limit).contains(number) else {
      return nil
    }
    return number
  }

  private static func word(_ count: Int?) -> String { count.map { String($0) } ?? "max" }
}
