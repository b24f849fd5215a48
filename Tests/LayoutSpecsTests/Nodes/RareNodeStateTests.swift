import Testing

@testable import LayoutSpecs

@Suite("State that few nodes have")
struct RareNodeStateTests {
  @Test func `A node has none of it until a value is set, and no values for a host when the last is gone`() {
    let node = DisplayNode()
    #expect(node.alpha == 1 && !node.isHidden && node.traitOverrides == Traits())
    #expect(node[hostValue: "colour"] == nil)
    node[hostValue: "colour"] = nil
    _ = node.layoutThatFits(.unconstrained)
    node.layoutIfNeeded()
    #expect(node.knownRare == nil)
    node[hostValue: "colour"] = "red"
    node[hostValue: "border"] = 2
    #expect(node[hostValue: "colour"] as? String == "red" && node.knownRare?.hostValues?.count == 2)
    node[hostValue: "colour"] = nil
    node[hostValue: "border"] = nil
    #expect(node.knownRare != nil && node.knownRare?.hostValues == nil)
  }
}
