import LayoutSpecs

/// A tree that is generated from a name, parameters and a seed: the same on every machine, and for every engine.
///
/// ```swift
/// let workload = try Workload(parsing: "feed(1000)")
/// let tree = workload.tree(seed: 42)
/// let layout = tree.layoutThatFits(workload.range)
/// ```
public struct Workload: Sendable {
  /// What the workload is one of.
  public let family: WorkloadFamily
  /// The parameters' values, in the family's order.
  public let arguments: [Int]

  /// The seed that workloads have unless another is given.
  public static let defaultSeed: UInt64 = 42

  /// The largest tree that is generated.
  public static let maximumElementCount = 12_000_001

  /// The sizes that the root may take.
  public var range: SizeRange { family.range(arguments) }

  /// The range that the tree is resized to and back from; nil where none is defined.
  public var resizeRange: SizeRange? { family.resizeRange?(arguments) }

  /// How many elements the tree has; nil where only building it tells.
  public var elementCount: Int? { family.elementCount?(arguments) }

  /// The tree.
  ///
  /// - Complexity: linear in the number of elements and the length of texts. Nothing recurses along the tree.
  public func tree(seed: UInt64 = defaultSeed) -> LayoutTree {
    var builder = LayoutTreeBuilder(capacity: elementCount ?? 0)
    var random = SplitMix64(seed: seed)
    family.write(&builder, arguments, &random)
    return builder.finish()
  }

  /// The tree's cells, each as a tree of its own with the same content; nil for a workload that has none. Each is laid out
  /// in `range`, and has there the frames that it has in the whole tree.
  public func cells(seed: UInt64 = defaultSeed) -> [LayoutTree]? {
    guard let cell = family.cell else { return nil }
    var random = SplitMix64(seed: seed)
    return (0..<arguments[0]).map { _ in
      var builder = LayoutTreeBuilder()
      cell(&builder, &random)
      return builder.finish()
    }
  }
}

extension Workload: CustomStringConvertible, Hashable {
  /// The name and the parameters' values: `grid(100, 20)`.
  public var description: String {
    arguments.isEmpty ? family.name : "\(family.name)(\(arguments.map(String.init).joined(separator: ", ")))"
  }

  public static func == (a: Workload, b: Workload) -> Bool {
    a.family.name == b.family.name && a.arguments == b.arguments
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(family.name)
    hasher.combine(arguments)
  }
}

// MARK: - Reading

/// A text that names no workload.
public struct WorkloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found, what is wrong with it, and what to write instead.
  public let description: String
}

extension Workload {
  /// Reads `feed(1000)`, `grid(100, 20)` or the bare name of a workload without parameters.
  ///
  /// Parameters are decimal numbers. Spaces around the name and around numbers do not matter; within them they do, or a
  /// missing comma would make one large number of two.
  public init(parsing text: String) throws(WorkloadError) {
    let (name, arguments) = try Workload.split(text)
    guard let family = WorkloadFamily.all.first(where: { $0.name == name }) else {
      throw WorkloadError(
        description: "there is no workload \"\(name)\"; \(WorkloadFamily.suggestion(for: name))")
    }
    guard arguments.count == family.parameters.count else {
      throw WorkloadError(
        description:
          "\(text) has \(arguments.count) parameters, and \(family.signature) has \(family.parameters.count); "
          + "write for example \(family.example)")
    }
    var values: [Int] = []
    for (argument, parameter) in zip(arguments, family.parameters) {
      guard let value = Workload.number(argument), parameter.allowed.contains(value) else {
        throw WorkloadError(
          description: "\(text): \(parameter.name) is \"\(argument)\", and lies within "
            + "\(parameter.allowed.lowerBound) to \(parameter.allowed.upperBound)")
      }
      values.append(value)
    }
    self.init(family: family, arguments: values)
    if let count = elementCount, count > Workload.maximumElementCount {
      throw WorkloadError(
        description:
          "\(text) has \(count) elements, and a workload has at most \(Workload.maximumElementCount)")
    }
  }

  /// The name before the bracket, and what stands between the brackets, by commas.
  private static func split(_ text: String) throws(WorkloadError) -> (name: String, arguments: [String]) {
    let trimmed = trimmingSpaces(text[...])
    guard let bracket = trimmed.firstIndex(of: "(") else { return (String(trimmed), []) }
    guard trimmed.last == ")" else {
      throw WorkloadError(
        description: "\(text) has no closing bracket at its end; write for example feed(1000)")
    }
    let inside = trimmingSpaces(trimmed[trimmed.index(after: bracket)...].dropLast())
    let arguments = inside.isEmpty ? [] : inside.split(separator: ",", omittingEmptySubsequences: false)
    return (String(trimmingSpaces(trimmed[..<bracket])), arguments.map { String(trimmingSpaces($0)) })
  }

  /// A decimal number without a sign; nil for anything else, and for one that no Int holds.
  private static func number(_ text: String) -> Int? {
    // Int's own parser also takes a sign, and negative numbers are out of every range.
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  private static func trimmingSpaces(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension WorkloadFamily {
  /// What to write instead of a name that there is not: the nearest one where it is near, else all of them.
  static func suggestion(for name: String) -> String {
    let nearest = all.min { distance($0.name, name) < distance($1.name, name) }
    if let nearest, distance(nearest.name, name) <= 2 { return "did you mean \(nearest.signature)?" }
    return "there are \(all.map(\.signature).joined(separator: ", "))"
  }

  /// How many letters have to be changed, put in or taken out to turn one word into the other. (Levenshtein, 1966)
  private static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let changed = diagonal + (letter == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
