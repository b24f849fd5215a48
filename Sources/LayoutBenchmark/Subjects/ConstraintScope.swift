import ConstraintLayout
import LayoutDocuments
import LayoutSpecs

/// The scope of one system of constraints: the whole tree, or each of its cells.
enum ConstraintScope {
  case tree
  case cells

  /// The suffix of a subject's name after the solver's.
  var suffix: String { self == .tree ? "" : ".cells" }

  var summary: String { self == .tree ? "one system for the whole tree" : "a system a cell" }

  /// Returns the trees with a system each.
  func systems(of input: BenchmarkInput) throws(Refusal) -> [LayoutTree] {
    switch self {
    case .tree: return [input.tree]
    case .cells:
      guard let cells = input.cells else { throw Refusal(description: "it has no cells") }
      return cells
    }
  }
}

/// Throws a refusal if frames differ from the engine's by more than a pixel.
func requireFrames(_ frames: [Rect], of tree: LayoutTree, in range: SizeRange) throws(Refusal) {
  var context = LayoutContext()
  context.layout(tree, in: range)
  let comparison = FrameComparison(frames, with: context)
  if !comparison.agrees() { throw Refusal(description: "its frames differ by \(comparison)") }
}

/// Runs a constraint layout and turns its errors into refusals.
func refusingConstraintErrors<Result>(
  in tree: LayoutTree, _ body: () throws(ConstraintLayoutError) -> Result
) throws(Refusal) -> Result {
  do throws(ConstraintLayoutError) {
    return try body()
  } catch {
    throw Refusal(error, tree)
  }
}

extension Refusal {
  /// Names an unsupported element by its path in the tree.
  init(_ error: ConstraintLayoutError, _ tree: LayoutTree) {
    if case .unsupported(let element, let reason) = error {
      self.init(
        description: "\(ElementPath(to: element, in: tree)) cannot be written as equations: \(reason)")
    } else {
      self.init(description: error.description)
    }
  }
}
