import Foundation
import Testing

@testable import LayoutSpecs

/// An object's lock is found by the object's address.
@Suite("Locks in objects")
struct NodeLockTests {
  @Test func `A node's lock changes the memory behind the node's header, and nothing else of it`() {
    let node = DisplayNode()
    let header = 2 * MemoryLayout<Int>.size
    let start = Unmanaged.passUnretained(node).toOpaque() + header
    let memory = UnsafeRawBufferPointer(start: start, count: MemoryLayout<NodeLock.Memory>.size)
    let rest = UnsafeRawBufferPointer(start: start + memory.count, count: 64)
    #expect(memory.allSatisfy { $0 == 0 })
    let before = Array(rest)
    node.lock.withLock {
      #expect(memory.contains { $0 != 0 })
      #expect(Array(rest) == before)
    }
    #expect(Array(rest) == before)
  }

  @Test func `The memory of a lock is the first property of its class`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var count = 0
    for library in ["LayoutSpecs", "LayoutText"] {
      let files = FileManager.default.enumerator(
        at: sources.appending(path: library), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for (line, next) in zip(lines, lines.dropFirst()) where next.contains("= NodeLock.Memory()") {
          #expect(line.contains("class ") && line.hasSuffix("{"), "\(file.lastPathComponent): \(line)")
          count += 1
        }
      }
    }
    #expect(count == 11)
  }
}
