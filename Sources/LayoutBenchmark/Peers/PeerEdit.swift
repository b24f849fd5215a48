import LayoutSpecs

/// The change of one leaf, back and forth.
struct PeerEdit: Encodable {
  /// The index of the leaf.
  let element: Int
  /// The leaf before and after the change.
  let states: [PeerElement]

  /// - Parameter trees: The tree before and after the change.
  init(of element: ElementID, _ trees: [LayoutTree], in range: SizeRange, texts: PeerTexts) {
    self.element = element.index
    states = trees.map { PeerTree($0, in: range, texts: texts).elements[element.index] }
  }
}
