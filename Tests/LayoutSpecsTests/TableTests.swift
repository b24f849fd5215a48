import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Tables of trees, and identities of nodes")
struct TableTests {
  @Test(arguments: 0..<40)
  func `After any changes a table holds what an array holds`(seed: UInt64) {
    var random = RandomTree(seed: 31_000 + seed)
    var table = Table<Int>()
    var array: [Int] = []
    for step in 0..<300 {
      let new = (0..<Int(random.next() % 6)).map { _ in Int(random.next() % 1_000) }
      switch random.next() % 8 {
      case 0, 1:
        table.append(step)
        array.append(step)
      case 2:
        new.withUnsafeBufferPointer { table.append(contentsOf: $0) }
        array += new
      case 3:
        let start = Int(random.next() % UInt64(array.count + 1))
        let range = start..<start + Int(random.next() % UInt64(array.count - start + 1))
        new.withUnsafeBufferPointer { table.replace(range, with: $0) }
        array.replaceSubrange(range, with: new)
      case 4 where !array.isEmpty:
        let place = Int(random.next() % UInt64(array.count))
        table[place] = step
        array[place] = step
      case 5 where new.count <= array.count:
        let start = Int(random.next() % UInt64(array.count - new.count + 1))
        new.withUnsafeBufferPointer { table.update(from: start, with: $0) }
        array.replaceSubrange(start..<start + new.count, with: new)
      case 6 where random.chance(20):
        let start = Int(random.next() % UInt64(array.count + 1))
        table.removeAll(from: start)
        array.removeSubrange(start...)
      default:
        table.trim()
      }
      #expect(Array(table.entries) == array, "seed \(seed), step \(step)")
      #expect(table.count == array.count && table.capacity >= array.count)
    }
  }

  @Test func `Each entry is released once, by whom it was removed, and a copy in a block holds its own`() {
    final class Entry {}
    weak var first: Entry?
    weak var second: Entry?
    do {
      var table = Table<Entry>()
      do {
        let entries = [Entry(), Entry()]
        (first, second) = (entries[0], entries[1])
        entries.withUnsafeBufferPointer { table.append(contentsOf: $0) }
      }
      let memory = allocate(byteCount: table.usedByteCount)
      defer { free(memory) }
      do {
        var room = TableRoom(memory, byteCount: table.usedByteCount)
        var copy = Table(copying: table, in: &room)
        table.removeAll(from: 1)
        #expect(first != nil && second != nil && copy.count == 2)
        // The copy leaves the memory, which has room for the copy's objects.
        copy.append(copy[0])
        #expect(copy[0] === copy[2])
        copy.removeAll()
        #expect(first != nil && second == nil)
      }
      #expect(table.count == 1 && table[0] === first)
    }
    #expect(first == nil)
  }

  @Test func `A node's identity outlives it, keeps none of its memory, and is no other node's`() {
    weak var gone: DisplayNode?
    var identities: Set<NodeID> = []
    for _ in 0..<1_000 {
      let node = DisplayNode()
      gone = node
      #expect(node.id == node.id)
      #expect(identities.insert(node.id).inserted)
    }
    #expect(gone == nil && identities.count == 1_000)
  }
}
