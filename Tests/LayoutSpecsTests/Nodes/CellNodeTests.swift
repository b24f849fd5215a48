import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// A cell that is twice as high if it is selected, and writes down what it is told.
private final class ContactNode: CellNode, @unchecked Sendable {
  let told = LockedValue<[String]>([])

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    Size(constrainedSize.width, isSelected ? 40 : 20)
  }

  override func selectionDidChange() { told.withLock { $0.append("selected: \(isSelected)") } }

  override func highlightDidChange() { told.withLock { $0.append("highlighted: \(isHighlighted)") } }
}

@Suite("The nodes of cells")
struct CellNodeTests {
  private func list(_ items: [String]) -> LayoutList<String> {
    let list = LayoutList<String>(width: 100, estimatedHeight: 20) { ContactNode().named($0) }
    list.setItems(items)
    return list
  }

  @Test func `A cell knows its index as items come, go and move, and has none without a list`() {
    let list = list(["a", "b", "c", "d"])
    let cells = (0..<4).map { list.cell(at: $0) as? CellNode }
    #expect(cells.map { $0?.index } == [0, 1, 2, 3])
    list.setItems(["d", "x", "a", "c"])
    #expect(cells.map { $0?.index } == [2, nil, 3, 0])
    list.setItems([])
    #expect(cells.map { $0?.index } == [nil, nil, nil, nil])
    #expect(CellNode().index == nil)
  }

  @Test func `A cell that outlives its list has no index, and a list does not outlive its owner`() {
    var list: LayoutList<String>? = list(["a"])
    let cell = list?.cell(at: 0) as? CellNode
    #expect(cell?.index == 0)
    weak let weakList = list
    list = nil
    #expect(weakList == nil && cell?.index == nil)
  }

  @Test("A cell whose item is removed while the list measures it has no index, and no place for an anchor")
  func removedMeanwhile() {
    let removal = LockedValue<(list: LayoutList<Int>, anchor: ListAnchor)?>(nil)
    let seen = LockedValue<[String]>([])
    let list = LayoutList<Int>(width: 100) { item in
      CellNode { node, _ in
        if item == 1, let (list, anchor) = removal.withLock({ exchange(&$0, with: nil) }) {
          list.setItems([0])
          seen.withLock { $0.append("\((node as? CellNode)?.index ?? -1) \(list.top(of: anchor))") }
        }
        return TextNode("x")
      }
    }
    list.setItems([0, 1, 2])
    list.layOut(from: 0, to: 60)
    removal.withLock { $0 = (list, list.anchor(from: 30, to: 60)) }
    list.cell(at: 1).setNeedsLayout()
    #expect(list.layOut(from: 0, to: 60) == 0..<1)
    #expect(seen.withLock { $0 } == ["-1 30.0"])
  }

  @Test func `A change of the index measures nothing; a selection measures the one cell again`() {
    let list = list(["a", "b", "c"])
    list.layOut(from: 0, to: 60)
    let needs = LockedValue(0)
    list.onNeedsLayout = { needs.withLock { $0 += 1 } }
    list.setItems(["b", "c", "a"])
    list.layOut(from: 0, to: 60)
    #expect(needs.withLock { $0 } == 0)
    let cell = list.cell(at: 1) as? ContactNode
    cell?.isSelected = true
    #expect(needs.withLock { $0 } == 1 && cell?.index == 1)
    list.layOut(from: 0, to: 80)
    #expect((0..<3).map { list.frame(at: $0).minY } == [0, 20, 60])
  }

  @Test func `A cell whose layouts do not depend on its selection or highlight keeps them`() {
    let cells = (0..<2).map { number in
      CellNode { node, _ in
        let cell = node as? CellNode
        let isTaller = number == 0 ? cell?.isHighlighted : cell?.isSelected
        return ImageNode(imageSize: Size(30, isTaller == true ? 20 : 10))
      }
    }
    for cell in cells { _ = cell.layoutThatFits(.tableCell(width: 100)) }
    // Only reading it in a layout counts.
    cells[0].isSelected = !cells[0].isSelected
    cells[1].isHighlighted = !cells[1].isHighlighted
    #expect(cells.allSatisfy { $0.calculatedLayout != nil })
    cells[0].isHighlighted = true
    #expect(cells[0].layoutThatFits(.tableCell(width: 100)).size.height == 20)
    #expect(cells[1].layoutThatFits(.tableCell(width: 100)).size.height == 10)
    cells[1].isSelected = false
    #expect(cells[1].calculatedLayout != nil)
    cells[1].isSelected = true
    #expect(cells[1].calculatedLayout == nil)
  }

  @Test func `A cell is told of each change, once it can be read, and not of what is set to what it is`() {
    let cell = ContactNode()
    cell.isSelected = false
    cell.isHighlighted = true
    cell.isHighlighted = true
    cell.isSelected = true
    cell.isHighlighted = false
    #expect(cell.told.withLock { $0 } == ["highlighted: true", "selected: true", "highlighted: false"])
  }

  @Test func `A plain cell is laid out as any node, by its block too`() {
    #expect(CellNode().layoutThatFits(SizeRange(exactly: Size(30, 20))).size == Size(30, 20))
    let cell = CellNode { _, _ in TextNode("abc") }
    #expect(cell.layoutThatFits(SizeRange(width: 30)).size == Size(30, 20))
  }

  @Test func `Threads that set items while others ask for the index see one that the cell has had`() {
    let list = list(["a", "b", "c"])
    let cell = list.cell(at: 0) as? CellNode
    let seen = LockedValue<Set<Int?>>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<100 {
        if thread == 0 {
          list.setItems(step % 2 == 0 ? ["b", "c", "a"] : ["a", "b", "c"])
        } else {
          let index = cell?.index
          seen.withLock { _ = $0.insert(index) }
        }
      }
    }
    #expect(seen.withLock { $0 }.isSubset(of: [0, 2]))
  }
}
