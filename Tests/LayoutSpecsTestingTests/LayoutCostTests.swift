import Dispatch
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// A post of a feed: an author with an image, and a text.
final class PostNode: DisplayNode, @unchecked Sendable {
  let author = AuthorNode()
  let body = TextNode("It weaves algebraic patterns just as the loom weaves flowers and leaves")
  /// True to measure the text once more than the layout needs.
  private let measuresTwice: Bool

  init(measuresTwice: Bool = false) { self.measuresTwice = measuresTwice }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    if measuresTwice { _ = WrapperLayoutSpec(body).layoutThatFits(constrainedSize) }
    return InsetLayoutSpec(insets: EdgeInsets(8)) {
      StackLayoutSpec(direction: .vertical, spacing: 4) {
        author
        body
      }
    }
  }
}

final class AuthorNode: DisplayNode, @unchecked Sendable {
  let image = ImageNode(imageSize: Size(40, 40))
  let name = TextNode("Ada Lovelace")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(spacing: 8, alignItems: .center) {
      image
      name.flexShrink()
    }
  }
}

@Suite("Costs of layouts")
struct LayoutCostTests {
  private let range = SizeRange.tableCell(width: 320)
  /// Of a new post in that range.
  private let expected = LayoutCost(measurements: 8, computations: 5, textMeasurements: 1, nodeQuestions: 2)

  @Test func `A layout of a thousand new nodes costs the same each time, whatever other threads do`() {
    let isDone = LockedValue(false)
    let group = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: group) {
        while !isDone.withLock({ $0 }) { _ = PostNode().layoutThatFits(.tableCell(width: 200)) }
      }
    }
    for _ in 0..<1000 {
      let cost = cost(of: PostNode(), in: range)
      guard cost != expected else { continue }
      Issue.record("\(cost)")
      break
    }
    isDone.withLock { $0 = true }
    group.wait()
  }

  @Test func `One measurement more than allowed is too many, and so is one of every count`() {
    let post = PostNode()
    let cost = cost(of: post, in: range)
    let counters = post.layoutThatFits(range).trace().counters
    #expect(cost.measurements == counters.measurements && cost.computations == counters.computations)
    #expect(cost <= expected && cost <= LayoutCost() && cost <= .init(measurements: cost.measurements))
    for count in [\LayoutCost.measurements, \.computations, \.textMeasurements, \.nodeQuestions] {
      var limit = expected
      limit[keyPath: count] -= 1
      #expect(!(cost <= limit))
    }
    #expect("\(cost)" == "8 measurements, 5 computations, 1 text measurement, 2 node questions")
    #expect("\(LayoutCost(measurements: 40))" == "40 measurements" && "\(LayoutCost())" == "any cost")
  }

  @Test func `A layout that a node's own code begins counts too`() {
    let cost = cost(of: PostNode(measuresTwice: true), in: range)
    #expect(cost.measurements > expected.measurements && cost.computations == expected.computations + 1)
    #expect(cost.textMeasurements == 2 && cost.nodeQuestions == 2)
  }

  @Test func `A kept layout costs nothing, and after a change the layout costs what the change does`() {
    let post = PostNode()
    _ = cost(of: post, in: range)
    #expect(
      cost(of: post, in: range)
        == LayoutCost(
          measurements: 0, computations: 0, textMeasurements: 0, nodeQuestions: 0))
    post.author.name.text = "Charles Babbage"
    #expect(cost(of: post, in: range) <= expected)
    post.author.name.text = "Charles Baggage"
    let sameSize = cost(of: post, in: range)
    #expect(sameSize.measurements == 0 && sameSize.nodeQuestions == 2)
    post.body.text = "At length"
    let onlyBody = cost(of: post, in: range)
    #expect(onlyBody <= expected && onlyBody.nodeQuestions == 1)
  }

  @Test func `A spec costs what it measures, and nothing of what the same thread does besides`() {
    let spec = StackLayoutSpec(children: (0..<10).map { _ in TextNode("a") })
    let first = cost(of: spec, in: .unconstrained)
    #expect(first.measurements == 11 && first.computations == 1 && first.nodeQuestions == 0)
    _ = PostNode().layoutThatFits(range)
    #expect(cost(of: spec, in: .unconstrained) == first)
    #expect(cost(of: AnyLayoutElement(spec), in: .unconstrained) == first)
  }

  @Test func `A stack that is measured on several threads costs the same as on one`() {
    func stack(isConcurrent: Bool) -> some LayoutElement {
      StackLayoutSpec(direction: .vertical, isConcurrent: isConcurrent) {
        for _ in 0..<3000 { InsetLayoutSpec(insets: EdgeInsets(2), child: TextNode("a text")) }
      }
    }
    let costs = (0..<(Sanitizer.isForThreads ? 4 : 20)).map { _ in
      cost(of: stack(isConcurrent: true), in: range)
    }
    #expect(Set(costs).count == 1)
    #expect(
      costs[0].measurements >= 6001
        && costs[0].textMeasurements == cost(of: stack(isConcurrent: false), in: range).textMeasurements)
  }

  @Test func `Nodes too deep for one stack cost the same each time`() {
    func nested(_ depth: Int) -> DisplayNode {
      (0..<depth).reduce(DisplayNode { _, _ in TextNode("a") }) { inner, _ in
        DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(1), child: inner) }
      }
    }
    let costs = (0..<10).map { _ in cost(of: nested(200), in: range) }
    #expect(Set(costs).count == 1 && costs[0].nodeQuestions == 201)
  }
}
