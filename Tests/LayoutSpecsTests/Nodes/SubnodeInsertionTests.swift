import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// A node with a subnode for each letter, and these.
private func parent(of letters: String) -> (node: DisplayNode, subnodes: [DisplayNode]) {
  let subnodes = letters.map { DisplayNode().named("\($0)") }
  let node = DisplayNode().named("parent")
  for subnode in subnodes { node.addSubnode(subnode) }
  return (node, subnodes)
}

@Suite("Subnodes above, below and instead of others")
struct SubnodeInsertionTests {
  @Test func `A node is inserted directly above or below its sibling`() {
    let (root, nodes) = parent(of: "abc")
    root.insertSubnode(DisplayNode().named("x"), above: nodes[0])
    root.insertSubnode(DisplayNode().named("y"), below: nodes[2])
    #expect(root.names == "axbyc")
    root.insertSubnode(DisplayNode().named("z"), above: nodes[2])
    root.insertSubnode(DisplayNode().named("w"), below: nodes[0])
    #expect(root.names == "waxbycz")
  }

  @Test func `A node that is a subnode already moves`() {
    let (root, nodes) = parent(of: "abcd")
    root.insertSubnode(nodes[0], above: nodes[2])
    #expect(root.names == "bcad")
    root.insertSubnode(nodes[3], below: nodes[1])
    #expect(root.names == "dbca")
    // Where it is already.
    root.insertSubnode(nodes[1], above: nodes[3])
    root.insertSubnode(nodes[1], below: nodes[2])
    #expect(root.names == "dbca")
  }

  @Test(arguments: ["above", "below", "instead"])
  func `A node leaves its supernode, and both need layout`(how: String) {
    let (root, nodes) = parent(of: "ab")
    let (other, others) = parent(of: "xy")
    for node in [root, other] { _ = node.layoutThatFits(.unconstrained) }
    switch how {
    case "above": root.insertSubnode(others[0], above: nodes[0])
    case "below": root.insertSubnode(others[0], below: nodes[1])
    default: root.replaceSubnode(nodes[0], with: others[0])
    }
    #expect(root.names == (how == "instead" ? "xb" : "axb"))
    #expect(other.names == "y")
    #expect(others[0].supernode === root)
    #expect(root.calculatedLayout == nil && other.calculatedLayout == nil)
  }

  @Test func `A replaced node gives its index to the other one, and lies nowhere`() {
    let (root, nodes) = parent(of: "abc")
    let new = DisplayNode().named("n")
    new.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    root.replaceSubnode(nodes[1], with: new)
    #expect(root.names == "anc")
    #expect(nodes[1].supernode == nil)
    #expect(new.frame == Rect(x: 1, y: 2, width: 3, height: 4))

    // By another subnode, from before it and from behind it.
    root.replaceSubnode(nodes[2], with: nodes[0])
    #expect(root.names == "na")
    root.replaceSubnode(new, with: nodes[0])
    #expect(root.names == "a")

  }

  @Test func `A subnode above, below or instead of itself stays where it is, and nothing needs layout`() {
    let (root, nodes) = parent(of: "abc")
    _ = root.layoutThatFits(.unconstrained)
    root.insertSubnode(nodes[1], above: nodes[1])
    root.insertSubnode(nodes[0], below: nodes[0])
    root.replaceSubnode(nodes[2], with: nodes[2])
    #expect(root.names == "abc" && nodes.allSatisfy { $0.supernode === root })
    #expect(root.calculatedLayout != nil)
  }

  @Test func `A sibling that is no other subnode of the node stops the program`() async {
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DisplayNode().insertSubnode(DisplayNode(), above: DisplayNode().named("stranger"))
    }
    #expect(none.message.contains("DisplayNode (stranger) is none of the other subnodes of DisplayNode"))
    let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let node = DisplayNode().named("same")
      DisplayNode().insertSubnode(node, below: node)
    }
    #expect(itself.message.contains("DisplayNode (same) is no subnode of DisplayNode"))
    await #expect(processExitsWith: .failure) {
      DisplayNode().replaceSubnode(DisplayNode(), with: DisplayNode())
    }
    let removed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let gone = DisplayNode().named("gone")
      DisplayNode().replaceSubnode(gone, with: gone)
    }
    #expect(removed.message.contains("DisplayNode (gone) is no subnode of DisplayNode"))
  }

  @Test func `A node that contains the one around its sibling stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let (outer, inner, leaf) = (DisplayNode(), DisplayNode(), DisplayNode())
      outer.addSubnode(inner)
      inner.addSubnode(leaf)
      inner.insertSubnode(outer, above: leaf)
    }
    await #expect(processExitsWith: .failure) {
      let (node, leaf) = (DisplayNode(), DisplayNode())
      node.addSubnode(leaf)
      node.replaceSubnode(leaf, with: node)
    }
  }
}

@Suite("Subnodes that several threads insert")
struct InsertionThreadTests {
  @Test func `Threads that pull nodes from each other's hands lose none and keep none twice`() {
    // Many short rounds: what one loses another may find again.
    for round in 0..<300 {
      let parents = (0..<3).map { _ in parent(of: "s") }
      let nodes = (0..<3).map { DisplayNode().named("\($0)") }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var random = RandomTree(seed: UInt64(round * 4 + thread))
        for _ in 0..<30 {
          // The first subnode stays in its node.
          let (node, subnodes) = parents[Int(random.next() % 3)]
          let child = nodes[Int(random.next() % 3)]
          switch random.next() % 12 {
          case 0, 1: child.removeFromSupernode()
          case 2: node.insertSubnode(child, at: 0)
          case 3, 4: node.insertSubnode(child, below: subnodes[0])
          case 5, 6: node.insertSubnode(child, above: subnodes[0])
          case 7, 8:
            // Its own node, which no other thread replaces.
            let mark = DisplayNode()
            node.insertSubnode(mark, below: subnodes[0])
            node.replaceSubnode(mark, with: child)
            #expect(mark.supernode == nil)
          default: node.addSubnode(child)
          }
        }
      }
      for child in nodes {
        let holders = parents.map(\.node).filter { $0.subnodes.contains { $0 === child } }
        let expected = child.supernode.map { [ObjectIdentifier($0)] } ?? []
        #expect(holders.map(ObjectIdentifier.init) == expected, "round \(round)")
      }
      for (node, subnodes) in parents {
        #expect(Set(node.subnodes.map(ObjectIdentifier.init)).count == node.subnodes.count)
        #expect(subnodes[0].supernode === node)
        #expect(node.subnodes.allSatisfy { $0.debugName != nil }, "round \(round): a mark is left")
      }
    }
  }
}
