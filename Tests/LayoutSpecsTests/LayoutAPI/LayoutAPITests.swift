import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

/// The rows of the page `LayoutAPI.md`: what each property says, shown by frames.
@Suite("Layout API")
struct LayoutAPITests {
  static func box(_ width: Double, _ height: Double) -> ImageNode {
    ImageNode(imageSize: Size(width, height))
  }

  static let exact = SizeRange(exactly: Size(100, 40))
  static let loose = SizeRange(width: 0...100, height: 0...40)

  /// An element whose layout shows what a row of the page says.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let range: SizeRange
    let shown: Shown
    let element: any LayoutElement

    init(_ name: String, in range: SizeRange = exact, _ shown: Shown, _ element: any LayoutElement) {
      (self.name, self.range, self.shown, self.element) = (name, range, shown, element)
    }

    var testDescription: String { name }
  }

  /// The expected size of the element itself, or a number of each child, or four: x, y, width and height.
  enum Shown: Sendable {
    case size(Double, Double)
    case x([Double])
    case y([Double])
    case widths([Double])
    case heights([Double])
    case frames([[Double]])
  }

  @Test(arguments: specs + stacks + styles + ranges)
  func `Each row is shown by frames`(row: Row) {
    let layout = row.element.layoutThatFits(row.range)
    let frames = layout.sublayouts.map(\.frame)
    switch row.shown {
    case .size(let width, let height): #expect(layout.size == Size(width, height))
    case .x(let expected): #expect(frames.map(\.minX) == expected)
    case .y(let expected): #expect(frames.map(\.minY) == expected)
    case .widths(let expected): #expect(frames.map(\.size.width) == expected)
    case .heights(let expected): #expect(frames.map(\.size.height) == expected)
    case .frames(let expected):
      #expect(frames == expected.map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) })
    }
  }

  @Test func `Every row of the page is shown here or in a test of its name, and no other is`() throws {
    let page = URL.package.appending(path: "Sources/LayoutSpecs/LayoutSpecs.docc/LayoutAPI.md")
    let rows = try page.text().split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    let folder = URL.package.appending(path: "Tests/LayoutSpecsTests/LayoutAPI")
    let text = try folder.names.map { try folder.appending(path: $0).text() }.joined()
    // The tests of this type itself are sentences.
    let tests = text.matches(of: #/(?m)^  @Test(?:\("| func `)([\w.]+)["`]/#).map { String($0.1) }
    let shown = tests + Set((Self.specs + Self.stacks + Self.styles + Self.ranges).map(\.name))
    #expect(Set(rows).count == rows.count && Set(shown).count == shown.count)
    #expect(Set(rows).subtracting(shown).isEmpty, "not shown: \(Set(rows).subtracting(shown).sorted())")
    #expect(Set(shown).subtracting(rows).isEmpty, "no row: \(Set(shown).subtracting(rows).sorted())")
    #expect(rows.count >= 70)
  }
}

extension LayoutAPITests {
  static let ranges: [Row] = {
    let range = SizeRange(min: Size(30, 20), max: Size(100, 40))
    return [
      Row("SizeRange.min", in: range, .size(30, 20), LayoutSpec()),
      Row("SizeRange.min", in: range, .size(50, 20), box(50, 5)),
      Row("SizeRange.max", in: loose, .size(100, 40), DisplayNode()),
      Row("SizeRange.max", in: loose, .size(100, 5), box(500, 5)),
      Row("SizeRange.exactly", in: SizeRange(exactly: Size(7, 8)), .size(7, 8), box(500, 5)),
      Row("SizeRange.width", in: SizeRange(width: 320), .size(320, 5), box(500, 5)),
      Row("SizeRange.width", in: SizeRange(width: 320), .size(320, 5), box(5, 5)),
      Row("SizeRange.height", in: SizeRange(height: 44), .size(5, 44), box(5, 500)),
      Row("SizeRange.height", in: SizeRange(height: 0), .size(5, 0), box(5, 500)),
      Row("SizeRange.unconstrained", in: .unconstrained, .size(500, 5), box(500, 5)),
      Row("SizeRange.unconstrained", in: .unconstrained, .size(0, 0), DisplayNode()),
    ]
  }()
}
