import Foundation
import LayoutSpecs
import LayoutTestSupport

/// A tree that is edited again and again. The frames are those of a layout from scratch, bit for bit, and what is told to
/// have changed has.
@Sendable func fuzzEdits(_ bytes: [UInt8]) {
  var random = RandomTree(bytes: bytes)
  var tree = someTree(&random)
  addUserCode(to: &tree, &random)
  step("\(tree.elementCount) elements, scale \(tree.pixelGrid.scale)")
  let range = random.chance(50) ? random.range() : random.listRange()
  var edited = EditedTree(
    tree, in: range, deepestDescent: random.chance(30) ? random.pick([2, 3, 5, 9]) : nil,
    questionLimit: random.chance(30) ? random.number(below: 20) : nil)
  for number in 0..<10 {
    if random.chance(10) { edited.range = random.chance(50) ? random.range() : random.listRange() }
    if random.chance(15) { changeUserCode(of: &edited.tree, &random) }
    edited.edit(&random)
    let (tellsChanges, inBatches) = (random.chance(60), random.chance(20))
    let failure = edited.layOut(tellsChanges: tellsChanges, inBatches: inBatches)
    step("step \(number) in \(edited.range): \(failure ?? "right")")
    if let failure { fail("\(failure), in step \(number)") }
  }
}

private func someTree(_ random: inout RandomTree) -> LayoutTree {
  switch random.number(below: 16) {
  case 0..<5: return random.tree(depth: 5)
  case 5..<11: return random.list(levels: random.pick([2, 3]), chain: random.chance(15) ? 40 : 0)
  case 11, 12: return random.baselineTree(depth: random.pick([2, 5, 12]))
  case 13, 14: return equalRows(&random)
  // As many elements as a layout splits.
  default: return random.chance(10) ? random.forest(elementCount: 4500, isConcurrent: false) : random.tree(depth: 6)
  }
}

/// Rows of which most are equal, of lengths that are whole pixels on their grid.
private func equalRows(_ random: inout RandomTree) -> LayoutTree {
  let scale = random.pick([1.0, 2, 3])
  var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: scale))
  let direction = random.pick(StackDirection.allCases)
  builder.begin(.stack(StackParameters(direction: direction, alignItems: random.pick(AlignItems.allCases))))
  for _ in 0..<random.pick([2, 5, 30]) {
    let row = StackParameters(direction: random.pick(StackDirection.allCases), spacing: 5 / scale)
    builder.begin(.stack(row), style: Style { $0.flexGrow = random.chance(30) ? 1 : 0 })
    let size = random.chance(80) ? 40 : 1 + random.number(below: 200)
    for _ in 0..<3 {
      builder.add(.sizedNode(Size(Double(size) / scale, 20 / scale)), style: Style { $0.flexShrink = 1 })
    }
    builder.end()
  }
  builder.end()
  return builder.finish()
}

// MARK: - User code

/// Leaves that user code measures, and specs that it lays out: the same for the same constraint.
private struct UserCode: LeafMeasurement, LayoutAlgorithm {
  let seed: UInt64

  /// True if user code may also answer with lengths that are no lengths: `LAYOUTBENCH_FUZZ_UNDEFINED`.
  static let mayBeUndefined = ProcessInfo.processInfo.environment["LAYOUTBENCH_FUZZ_UNDEFINED"] != nil

  private func length(_ offered: Double, _ random: inout SeededRandom) -> Double {
    switch random.next() % 6 {
    case 0 where offered.isFinite: offered
    case 1 where offered.isFinite: offered / 3
    case 2 where Self.mayBeUndefined:
      [.nan, .infinity, -.infinity, -1, 1e300].randomElement(using: &random) ?? 0
    default: Double(random.next() % 300) / 3
    }
  }

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    var random = SeededRandom(seed: seed ^ constrainedSize.width.bitPattern)
    return Size(length(constrainedSize.width, &random), length(constrainedSize.height, &random))
  }

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    var random = SeededRandom(seed: seed ^ constrainedSize.max.width.bitPattern)
    var y = 0.0
    for child in 0..<children.count {
      let width = length(constrainedSize.max.width, &random)
      let range = SizeRange(max: Size(width >= 0 ? min(width, 1e6) : 0, .infinity))
      let size = children.measure(child, in: range)
      children.place(child, at: Point(length(10, &random), y))
      y += size.height
    }
    return Size(length(constrainedSize.max.width, &random), y)
  }
}

private func addUserCode(to tree: inout LayoutTree, _ random: inout RandomTree) {
  for _ in 0..<random.pick([0, 0, 1, 3]) {
    let parents = tree.elementIDs.filter { tree.content(of: $0).requiredChildCount == nil }
    guard !parents.isEmpty else { return }
    var builder = LayoutTreeBuilder(pixelGrid: tree.pixelGrid)
    let code = UserCode(seed: random.next())
    let style = Style { $0.flexShrink = random.chance(50) ? 1 : 0 }
    if random.chance(50) {
      builder.add(.measured(code), style: style)
    } else {
      builder.begin(.custom(code), style: style)
      for _ in 0..<random.number(below: 4) {
        builder.add(.text(TextParameters(random.pick(["x", "two words", "a few more words"]))))
      }
      builder.end()
    }
    tree.insertSubtree(builder.finish(), in: random.pick(Array(parents)), at: 0)
  }
}

private func changeUserCode(of tree: inout LayoutTree, _ random: inout RandomTree) {
  for id in tree.elementIDs {
    switch tree.content(of: id) {
    case .measured: tree.setContent(.measured(UserCode(seed: random.next())), of: id)
    case .custom: tree.setContent(.custom(UserCode(seed: random.next())), of: id)
    default: continue
    }
    if random.chance(50) { return }
  }
}
