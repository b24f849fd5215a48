import LayoutSpecs
import StrictJSON

/// A file of conformance cases.
///
/// Trees are written as in spec documents, but a center spec without `centering` centres on neither axis.
public struct CaseFile: Sendable {
  /// The cases, in the order of the file.
  public var cases: [ConformanceCase]

  /// A file of these cases.
  public init(cases: [ConformanceCase]) { self.cases = cases }

  /// The `format` of a file of cases.
  static let format = "layout-spec-cases"

  /// Reads a file of cases, as strictly as `SpecDocument.init(parsing:file:)` reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - file: The name of the file in errors.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    self = try reading(bytes, file: file) { (json) throws(JSONError) in
      try json.requireFormat(CaseFile.format)
      return try json.caseFile()
    }
  }

  /// Reads a file of cases; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public init(readingFile path: String) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path))
  }
}

/// A document and its expected frames.
public struct ConformanceCase: Sendable {
  /// The name of the case in its file.
  public var id: String
  /// The document to lay out.
  public var document: SpecDocument
  /// Each element's frame relative to its parent element, in points and not rounded, in pre-order; nil for an
  /// element without a layout.
  public var expected: [Rect?]
  /// The frame that each node's view would get, in pre-order; nil for specs and for elements without a
  /// layout. See `Layout.nodeFrames`.
  public var nodeFrames: [Rect?]

  /// A case.
  ///
  /// - Precondition: both lists have one entry for each element.
  public init(id: String, document: SpecDocument, expected: [Rect?], nodeFrames: [Rect?]) {
    let count = document.tree.elementCount
    precondition(expected.count == count && nodeFrames.count == count, "A case has one frame per element")
    self.id = id
    self.document = document
    self.expected = expected
    self.nodeFrames = nodeFrames
  }
}

// MARK: - Comparing

/// A frame that differs from the frame that a conformance case expects.
public struct ConformanceDifference: Hashable, Sendable, CustomStringConvertible {
  /// A kind of frame.
  public enum Frame: Hashable, Sendable {
    /// The frame relative to the parent element.
    case element
    /// The frame that the node's view would get.
    case node
  }

  /// The element.
  public let path: ElementPath
  /// The frame that differs.
  public let frame: Frame
  /// The frame that the case expects; nil for none.
  public let expected: Rect?
  /// The frame that was found; nil for none.
  public let found: Rect?

  /// The difference on one line:
  /// `root.children[1].child: frame {{0, 0}, {20, 10}}; expected {{0, 0}, {20, 12}}`.
  public var description: String {
    let kind = frame == .element ? "frame" : "node frame"
    return "\(path): \(kind) \(text(found)); expected \(text(expected))"
  }

  private func text(_ frame: Rect?) -> String { frame.map { "\($0)" } ?? "none" }
}

extension ConformanceCase {
  /// Lays the tree out and compares its frames with the expected ones.
  ///
  /// - Parameters:
  ///   - context: The context to lay the tree out in.
  ///   - tolerance: The largest difference of numbers, in points. Default: 1e-9.
  ///   - limit: The maximum number of differences to return. Default: 8.
  /// - Returns: The differences, in pre-order.
  public func differences(
    in context: inout LayoutContext, tolerance: Double = 1e-9, limit: Int = 8
  ) -> [ConformanceDifference] {
    context.layout(document.tree, in: document.constrainedSize)
    let frames = document.tree.elementIDs.map { context.frame(of: $0) }
    return differences(from: frames, tolerance: tolerance, limit: limit)
  }

  /// Lays the tree out in a context of its own; see `differences(in:tolerance:limit:)`.
  public func differences(tolerance: Double = 1e-9, limit: Int = 8) -> [ConformanceDifference] {
    var context = LayoutContext()
    return differences(in: &context, tolerance: tolerance, limit: limit)
  }

  /// Compares the frames of any engine with the expected ones.
  ///
  /// - Parameters:
  ///   - frames: Each element's frame relative to its parent element, in pre-order; nil for none.
  ///   - tolerance: The largest difference of numbers, in points. Default: 1e-9.
  ///   - limit: The maximum number of differences to return. Default: 8.
  /// - Returns: The differences, in pre-order.
  /// - Precondition: there is one frame for each element.
  public func differences(
    from frames: [Rect?], tolerance: Double = 1e-9, limit: Int = 8
  ) -> [ConformanceDifference] {
    let tree = document.tree
    let foundNodeFrames = tree.nodeFrames(of: frames)
    var differences: [ConformanceDifference] = []
    func compare(_ id: ElementID, _ frame: ConformanceDifference.Frame, _ expected: Rect?, _ found: Rect?) {
      guard differences.count < limit, !areClose(expected, found, tolerance) else { return }
      let path = ElementPath(to: id, in: tree)
      differences.append(
        ConformanceDifference(path: path, frame: frame, expected: expected, found: found))
    }
    for id in tree.elementIDs {
      compare(id, .element, expected[id.index], frames[id.index])
      compare(id, .node, nodeFrames[id.index], foundNodeFrames[id.index])
    }
    return differences
  }
}

/// Returns true if both are nil, or all numbers are equal within the tolerance.
private func areClose(_ a: Rect?, _ b: Rect?, _ tolerance: Double) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  let isClose = { (x: Double, y: Double) in x == y || abs(x - y) <= tolerance }
  return isClose(a.origin.x, b.origin.x) && isClose(a.origin.y, b.origin.y)
    && isClose(a.size.width, b.size.width) && isClose(a.size.height, b.size.height)
}
