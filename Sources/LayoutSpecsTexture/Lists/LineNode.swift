/// The node that scrolls the cells of a list to the side.
final class LineNode: ScrollNode, @unchecked Sendable {
  weak let list: ASListNode?

  init(of list: ASListNode?) {
    self.list = list
    super.init()
    scrollableDirections = .horizontal
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    list?.lineSpec(constrainedSize)
  }

  override func layoutDidFinish() {
    list?.didScroll()
    list?.scrollToTarget()
  }

  override func layOutCells() { list?.didScroll() }
}
