import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Two threads wait here for each other. Relaxed, since any stronger order would put the work of one before the other's.
private final class Arrivals: Sendable {
  private let count = RelaxedNumber()

  func waitForBoth() {
    count.add(1)
    while count.value < 2 {}
  }
}

/// Errors that are made on purpose, one for each sanitizer, so that `scripts/sanitize` can tell a clean run from a
/// sanitizer that sees nothing. They run only where they are asked for by name.
@Suite("Planted errors")
struct PlantedErrorTests {
  /// Returns a context that has laid a tree out, and a copy with the same buffers, which the language forbids.
  private func contextAndCopy(_ tree: LayoutTree, _ range: SizeRange) -> UnsafeMutablePointer<LayoutContext> {
    let memory = UnsafeMutablePointer<LayoutContext>.allocate(capacity: 2)
    memory.initialize(to: LayoutContext())
    memory.pointee.layout(tree, in: range)
    UnsafeMutableRawPointer(memory + 1)
      .copyMemory(from: memory, byteCount: MemoryLayout<LayoutContext>.stride)
    return memory
  }

  /// The race is in the engine's own code, so it also shows that the engine is watched and not the tests alone.
  @Test(.enabled(if: Sanitizer.plantedError == "race"))
  func `Two threads use one context's memory`() {
    var random = RandomTree(seed: 1)
    let tree = random.tree(depth: 5)
    let range = SizeRange(width: 0...320, height: 0...(.infinity))
    // The buffers are as large as they have to be before the threads start, so both write the same memory.
    let memory = contextAndCopy(tree, range)
    defer {
      memory.deinitialize(count: 1)
      memory.deallocate()
    }

    nonisolated(unsafe) let contexts = memory
    let arrivals = Arrivals()
    let group = DispatchGroup()
    for index in 0..<2 {
      DispatchQueue(label: "thread \(index)").async(group: group) {
        arrivals.waitForBoth()
        contexts[index].layout(tree, in: range)
      }
    }
    group.wait()
  }

  /// The memory is read in the engine's own code: under the address sanitizer the tests' own is not watched.
  @Test(.enabled(if: Sanitizer.plantedError == "freed"))
  func `A context reads frames that were freed`() {
    var random = RandomTree(seed: 1)
    let tree = random.tree(depth: 5)
    let memory = contextAndCopy(tree, SizeRange(width: 0...320, height: 0...(.infinity)))
    // The first context's end frees the copy's buffers.
    memory.deinitialize(count: 1)
    #expect(!memory[1].checksum.isNaN)
  }
}
