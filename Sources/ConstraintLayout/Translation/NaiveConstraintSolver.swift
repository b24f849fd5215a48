import LayoutSpecs

/// Naive constraint layout: solves the equations of `LayoutTranslation` with a `DenseSystem`.
///
/// Each layout writes and eliminates the equations from scratch, twice if texts wrap: the second time with
/// the heights for the resulting widths. A solver keeps its matrix between solves and belongs to one thread
/// at a time. Time is up to the cube, memory the square, of the number of elements.
public struct NaiveConstraintSolver: ~Copyable {
  /// The most unknowns in one system, four for each element: the matrix takes 72 MB.
  public static let maximumUnknownCount = 3_000

  private var system = DenseSystem()

  /// Creates a solver.
  public init() {}

  /// Returns each element's frame relative to its parent, in pre-order: within a pixel of the engine's frame, unless content
  /// is larger than its room.
  public mutating func solve(
    _ tree: LayoutTree, in range: SizeRange
  ) throws(ConstraintLayoutError) -> [Rect] {
    guard 4 * tree.elementCount <= NaiveConstraintSolver.maximumUnknownCount else {
      throw .tooLarge(unknowns: 4 * tree.elementCount, limit: NaiveConstraintSolver.maximumUnknownCount)
    }
    try requireSupported(tree)
    let oneLine = tree.elementIDs.map { textHeight(tree, $0, width: .infinity) }
    let wide = try frames(of: tree, in: range, textHeights: oneLine)
    let wrapped = tree.elementIDs.map { textHeight(tree, $0, width: wide[$0.index].size.width) }
    // If no text wraps, the first heights were right.
    return wrapped == oneLine ? wide : try frames(of: tree, in: range, textHeights: wrapped)
  }

  private mutating func frames(
    of tree: LayoutTree, in range: SizeRange, textHeights: [Double]
  ) throws(ConstraintLayoutError) -> [Rect] {
    let translation = try LayoutTranslation(tree, in: range, textHeights: textHeights)
    guard translation.equations.count == translation.unknownCount else {
      throw .unbalanced(equations: translation.equations.count, unknowns: translation.unknownCount)
    }
    system.begin(unknownCount: translation.unknownCount)
    for equation in translation.equations { system.add(equation.terms, equals: equation.constant) }
    do throws(DenseSystemError) {
      try system.solve()
    } catch {
      throw translation.error(error)
    }
    return (0..<tree.elementCount).map { element in
      ConstraintAxis.frame(of: element) { system.value(of: $0.index) }
    }
  }
}

/// The size of a text in this width, in points; nil for other elements. In real fonts it is in whole points, as in a layout.
func textSize(_ content: ElementContent, width: Double) -> Size? {
  switch content {
  case .text(let text):
    let metrics = MonospaceMetrics(advance: text.advance, lineHeight: text.lineHeight)
    // A solver's width may be too small by a rounding error.
    return metrics.size(of: text.string, maxWidth: width + 1e-6)
  case .paragraph(let paragraph):
    let size = paragraph.extent(maxWidth: width + 1e-6).size
    return Size(size.width.rounded(.up), size.height.rounded(.up))
  default: return nil
  }
}

/// The height of a text in this width, in points; 0 for other elements.
package func textHeight(_ tree: LayoutTree, _ id: ElementID, width: Double) -> Double {
  textSize(tree.content(of: id), width: width)?.height ?? 0
}
