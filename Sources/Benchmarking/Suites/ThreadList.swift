/// Numbers of threads as people write them: `1,2,4`, `1..4`, `max`, `1..max`.
package struct ThreadList: Hashable, Sendable {
  /// A number of threads, or as many as the machine has logical cores.
  enum Count: Hashable, Sendable {
    case exactly(Int)
    case max
  }

  enum Entry: Hashable, Sendable {
    case one(Count)
    case range(Int, Count)
  }

  /// The entries as written; never empty.
  var entries: [Entry]

  init(_ counts: [Int]) {
    entries = counts.map { .one(.exactly($0)) }
  }

  /// Returns the numbers in ascending order, each once.
  ///
  /// A range that starts above its end `max` gives nothing. If nothing is left, returns `[logicalCores]`.
  ///
  /// - Parameter logicalCores: the value of `max`, clamped to 1...`limit`.
  func resolved(logicalCores: Int) -> [Int] {
    let cores = min(Swift.max(logicalCores, 1), Self.limit)
    func value(_ count: Count) -> Int {
      switch count {
      case .exactly(let number): number
      case .max: cores
      }
    }
    var numbers: Set<Int> = []
    for entry in entries {
      switch entry {
      case .one(let count): numbers.insert(value(count))
      case .range(let first, let last):
        if first <= value(last) { numbers.formUnion(first...value(last)) }
      }
    }
    return numbers.isEmpty ? [cores] : numbers.sorted()
  }
}

extension ThreadList: ExpressibleByArrayLiteral {
  package init(arrayLiteral counts: Int...) { self.init(counts) }
}

extension ThreadList: LosslessStringConvertible {
  /// The most threads in a list: those of the widest pool.
  package static let limit = WorkerPool.maximumThreads

  /// Parses entries separated by commas: a number, `max` (or `N`), or a range of them with two points.
  /// Ignores spaces around entries. nil for everything else: no entry, 0, a number above `limit`, a range
  /// that runs backwards or begins with `max`.
  package init?(_ description: String) {
    var entries: [Entry] = []
    for part in description.split(separator: ",", omittingEmptySubsequences: false) {
      var text = part.drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      guard let entry = Self.entry(String(text)) else { return nil }
      entries.append(entry)
    }
    self.entries = entries
  }

  package var description: String {
    entries.map { entry in
      switch entry {
      case .one(let count): Self.text(count)
      case .range(let first, let last): "\(first)..\(Self.text(last))"
      }
    }.joined(separator: ",")
  }

  private static func entry(_ text: String) -> Entry? {
    guard let dots = text.firstRange(of: "..") else { return count(text).map(Entry.one) }
    guard case .exactly(let first)? = count(String(text[..<dots.lowerBound])),
      let last = count(String(text[dots.upperBound...]))
    else { return nil }
    if case .exactly(let number) = last, number < first { return nil }
    return .range(first, last)
  }

  private static func count(_ text: String) -> Count? {
    if text == "max" || text == "N" { return .max }
    guard text.allSatisfy(\.isNumber), let number = Int(text), (1...limit).contains(number) else {
      return nil
    }
    return .exactly(number)
  }

  private static func text(_ count: Count) -> String {
    switch count {
    case .exactly(let number): String(number)
    case .max: "max"
    }
  }
}
