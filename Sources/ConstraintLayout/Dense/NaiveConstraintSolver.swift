import LayoutSpecs

/// Lays a tree out by solving its equations: constraint layout at its plainest.
///
/// Everything is done anew each time: the equations are written into one dense matrix, which is eliminated from scratch;
/// then once more, with the heights that texts take in the widths that came out. See `LayoutTranslation` for the equations,
/// and `DenseSystem` for the elimination.
///
/// A solver keeps its matrix between solves and belongs to one thread at a time. Time is up to the cube, and memory the
/// square, of the number of elements.
public struct NaiveConstraintSolver: ~Copyable {
  /// The most unknowns that one system may have, four an element: its matrix then takes 72 MB.
  public static let maximumUnknownCount = 3_000

  private var system = DenseSystem()

  /// A solver that has solved nothing yet.
  public init() {}

  /// Each element's frame relative to its parent element, in pre-order.
  ///
  /// Frames are not rounded to pixels. They lie within one pixel of the engine's.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - range: The sizes that the root may take.
  public mutating func solve(_ tree: LayoutTree, in range: SizeRange) throws(ConstraintLayoutError) -> [Rect]
  {
    guard 4 * tree.elementCount <= NaiveConstraintSolver.maximumUnknownCount else {
      throw .tooLarge(unknowns: 4 * tree.elementCount, limit: NaiveConstraintSolver.maximumUnknownCount)
    }
    try requireSupported(tree)
    let oneLine = tree.elementIDs.map { textHeight(tree, $0, width: .infinity) }
    let wide = try frames(of: tree, in: range, textHeights: oneLine)
    let wrapped = tree.elementIDs.map { textHeight(tree, $0, width: wide[$0.index].size.width) }
    // Without a text that wraps the heights are known already.
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
      Rect(
        x: system.value(of: ConstraintAxis.horizontal.position(element)),
        y: system.value(of: ConstraintAxis.vertical.position(element)),
        width: system.value(of: ConstraintAxis.horizontal.length(element)),
        height: system.value(of: ConstraintAxis.vertical.length(element)))
    }
  }
}
