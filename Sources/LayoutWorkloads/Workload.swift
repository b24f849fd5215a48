import LayoutSpecs
import StrictJSON

/// A tree generated from a name, parameters and a seed: the same on every machine and for every engine.
///
/// ```swift
/// let workload = try Workload(parsing: "feed(1000)")
/// let tree = workload.tree(seed: 42)
/// let layout = tree.layoutThatFits(workload.range)
/// ```
public struct Workload: Sendable {
  /// The family of the workload.
  public let family: WorkloadFamily
  /// The parameters' values, in the family's order.
  public let arguments: [Int]

  /// The seed if no other is given.
  public static let defaultSeed: UInt64 = 42

  /// The largest tree that is generated.
  public static let maximumElementCount = 12_000_001

  /// The sizes that the root may take.
  public var range: SizeRange { family.range(arguments) }

  /// The range to which the tree is resized, and from which it is resized back; nil if none is defined.
  public var resizeRange: SizeRange? { family.resizeRange?(arguments) }

  /// The number of elements; nil if it is known only once the tree is built.
  public var elementCount: Int? { family.elementCount?(arguments) }

  /// The tree.
  ///
  /// - Complexity: linear in the number of elements and the length of texts. Nothing recurses along the tree.
  public func tree(seed: UInt64 = defaultSeed) -> LayoutTree {
    if let element = element(seed: seed) { return element.layoutThatFits(range).tree }
    var builder = LayoutTreeBuilder(capacity: elementCount ?? 0)
    var random = SplitMix64(seed: seed)
    family.write(&builder, arguments, &random)
    return builder.finish()
  }

  /// The root element, made anew; nil for a workload that is written through the builder.
  public func element(seed: UInt64 = defaultSeed) -> (any LayoutElement)? {
    var random = SplitMix64(seed: seed)
    return family.element?(arguments, &random)
  }

  /// The workload as nodes; nil if it is not written as nodes.
  public func nodes(seed: UInt64 = defaultSeed) -> (any NodeWorkload)? { family.nodes?(arguments, seed) }

  /// The code that is measured instead of the tree; nil if the tree is measured.
  package var job: MeasuredJob? { family.job?(arguments.first ?? 1) }

  /// The tree's cells as trees of their own; nil for a workload without cells. Laid out in `range`, a cell
  /// has the frames that it has in the whole tree.
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
  public var description: String { family.text(arguments.map(String.init)) }

  public static func == (a: Workload, b: Workload) -> Bool {
    a.family.name == b.family.name && a.arguments == b.arguments
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(family.name)
    hasher.combine(arguments)
  }
}

// MARK: - Reading

extension Workload {
  /// Reads `feed(1000)`, `grid(100, 20)` or the bare name of a workload without parameters.
  ///
  /// Parameters are decimal numbers. Spaces around the name and the numbers are ignored, but not within a number:
  /// otherwise a missing comma would turn two numbers into one.
  ///
  /// - Parameter families: The families that the text may name. Default: the shipped families.
  public init(
    parsing text: String, among families: [WorkloadFamily] = WorkloadFamily.all
  ) throws(WorkloadError) {
    let (name, arguments) = try Workload.split(text)
    guard let family = families.first(where: { $0.name == name }) else {
      throw WorkloadError(
        description: "there is no workload \"\(name)\"; "
          + WorkloadFamily.suggestion(for: name, among: families))
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
          description: "\(text): \(parameter.name) is \"\(argument)\"; it takes a whole number from "
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

  /// The name before the bracket, and the arguments between the brackets.
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

  /// A decimal number without a sign; nil for anything else and for a number that exceeds Int.
  private static func number(_ text: String) -> Int? {
    // Int's own parser also accepts a sign.
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  private static func trimmingSpaces(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension WorkloadFamily {
  /// The advice for an unknown name: the nearest name if it is near, otherwise all names.
  static func suggestion(for name: String, among families: [WorkloadFamily] = all) -> String {
    let distances = families.map {
      (family: $0, distance: editDistance(Array($0.name.utf8), Array(name.utf8)))
    }
    if let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= 2 {
      return "did you mean \(nearest.family.signature)?"
    }
    return "there are \(families.map(\.signature).joined(separator: ", "))"
  }
}

// MARK: - Edits

/// A change of one leaf and back, which is measured as an edit.
public struct WorkloadEdit: Sendable {
  /// The leaf.
  public let element: ElementID
  /// The leaf's content before and after the change.
  public let contents: [ElementContent]
}

extension WorkloadEdit {
  /// The change that is defined for a tree: a text repeats its first ten words, in the look of its last run; a node grows
  /// by a point.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - element: The leaf to change. Default: nil, the leaf nearest to the middle among the plain texts; if there is
  ///     none, among the paragraphs without a limit of lines, then among all paragraphs, then among the sized nodes.
  /// - Returns: Nil if there is no such leaf.
  public init?(of tree: LayoutTree, at element: ElementID? = nil) {
    guard let element = element ?? WorkloadEdit.middleLeaf(of: tree) else { return nil }
    self.element = element
    switch tree.content(of: element) {
    case .text(let text):
      contents = [.text(text), .text(text).appending(WorkloadEdit.firstWords(of: text.string))]
    case .paragraph(let text):
      contents = [
        .paragraph(text), .paragraph(text).appending(WorkloadEdit.firstWords(of: text.text.string)),
      ]
    case .sizedNode(let size):
      contents = [.sizedNode(size), .sizedNode(Size(size.width + 1, size.height + 1))]
    default: return nil
    }
  }

  private static func middleLeaf(of tree: LayoutTree) -> ElementID? {
    let middle = tree.elementCount / 2
    let outwards = (0..<tree.elementCount).lazy.map { step in
      // From the middle alternately to the right and to the left, around the ends.
      (middle + (step % 2 == 0 ? step / 2 : tree.elementCount - 1 - step / 2)) % tree.elementCount
    }
    // The first of these kinds that the tree has.
    let kinds: [(ElementContent) -> Bool] = [
      { if case .text = $0 { true } else { false } },
      { if case .paragraph(let text) = $0 { text.style.maximumLineCount == 0 } else { false } },
      { if case .paragraph = $0 { true } else { false } },
      { if case .sizedNode = $0 { true } else { false } },
    ]
    let leaf = kinds.lazy.compactMap { isKind in
      outwards.first { isKind(tree.content(of: ElementID($0))) }
    }.first
    return leaf.map { ElementID($0) }
  }

  private static func firstWords(of text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).prefix(10)
    return " " + words.joined(separator: " ")
  }
}

extension ElementContent {
  /// Returns a text with further characters, in the look of its last run. Other contents stay as they are.
  package func appending(_ string: String) -> ElementContent {
    switch self {
    case .text(var text):
      text.string += string
      return .text(text)
    case .paragraph(let paragraph):
      var text = paragraph.text
      if let last = text.runs.indices.last(where: { text.runs[$0].attachment == nil }) {
        text.runs[last].string += string
      } else {
        text.runs.append(TextRun(string))
      }
      // Metrics that prepared one text prepare others.
      return Paragraph(text, style: paragraph.style, metrics: paragraph.metrics).map { .paragraph($0) }
        ?? self
    default: return self
    }
  }
}

extension Workload {
  /// The change in the workload's definition, or the general change.
  ///
  /// - Parameter tree: The workload's tree.
  public func edit(of tree: LayoutTree) -> WorkloadEdit? {
    let count = arguments.first ?? 0
    switch family.name {
    // The body of the post in the middle: the sixth element of a post.
    case "feed" where count > 0: return WorkloadEdit(of: tree, at: ElementID(1 + 12 * (count / 2) + 5))
    case "wide" where count > 0:
      return WorkloadEdit(
        element: ElementID(1 + count / 2), contents: [.sizedNode(Size(50, 50)), .sizedNode(Size(51, 50))])
    case "nested": return WorkloadEdit(of: tree, at: child(5, of: tree.root, in: tree))
    case "deep", "deepg": return WorkloadEdit(of: tree, at: ElementID(tree.elementCount - 1))
    default: return WorkloadEdit(of: tree)
    }
  }

  /// The leaf that is reached by repeatedly going to the child with this number.
  private func child(_ number: Int, of id: ElementID, in tree: LayoutTree) -> ElementID {
    var leaf = id
    while let next = tree.children(of: leaf).dropFirst(number).first(where: { _ in true }) { leaf = next }
    return leaf
  }
}
