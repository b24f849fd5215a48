import LayoutSpecs
import LayoutTestSupport

/// A tree that is edited again and again. The frames are those of a layout from scratch, bit for bit, and
/// what is told to have changed has.
@Sendable func fuzzEdits(_ bytes: [UInt8]) {
  var numbers = SeededRandom(bytes: bytes)
  // User code answers numbers that are no lengths, too.
  let hasUserCode = numbers.next() % 3 == 0
  var random = RandomTree(numbers, hasUserCode: hasUserCode)
  let tree = someTree(&random)
  step("\(tree.elementCount) elements, scale \(tree.pixelGrid.scale)\(hasUserCode ? ", user code" : "")")
  let range = random.chance(50) ? random.range() : random.listRange()
  var edited = EditedTree(
    tree, in: range, deepestDescent: random.chance(30) ? random.pick([2, 3, 5, 9]) : nil)
  for number in 0..<10 {
    if random.chance(10) { edited.range = random.chance(50) ? random.range() : random.listRange() }
    edited.edit(&random)
    let (tellsChanges, inBatches) = (random.chance(60), random.chance(20))
    let failure = edited.layOut(tellsChanges: tellsChanges, inBatches: inBatches)
    step("step \(number) in \(edited.range): \(failure ?? "right")")
    if let failure { fail("\(failure)") }
  }
}

private func someTree(_ random: inout RandomTree) -> LayoutTree {
  switch random.number(below: 16) {
  case 0..<5: return random.tree(depth: 5)
  case 5..<11: return random.list(levels: random.pick([2, 3]), chain: random.chance(15) ? 40 : 0)
  case 11, 12: return random.baselineTree(depth: random.pick([2, 5, 12]))
  case 13, 14: return equalRows(&random)
  // As many elements as a layout splits.
  default:
    return random.chance(10)
      ? random.forest(elementCount: 4500, isConcurrent: false) : random.tree(depth: 6)
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
