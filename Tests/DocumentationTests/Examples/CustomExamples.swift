import LayoutSpecs
import Testing

// MARK: - Specs and leaves of your own

extension DocumentedExamples {
  @Test func `A spec of your own`() throws {
    // ### The algorithm
    /// Columns of equal width; each child goes to the column that is the shortest so far.
    struct MasonryAlgorithm: LayoutAlgorithm, Equatable {
      let minColumnWidth: Double
      let spacing: Double

      func calculateLayoutThatFits(
        _ constrainedSize: SizeRange, children: borrowing ChildLayouts
      ) -> Size {
        // As many columns as fit. In a width without end all children lie beside each other.
        let width = constrainedSize.max.width
        var columnCount = max(children.count, 1)
        var columnWidth = minColumnWidth
        if width.isFinite {
          columnCount = max(1, Int((width + spacing) / (minColumnWidth + spacing)))
          let gaps = spacing * Double(columnCount - 1)
          columnWidth = max(0, (width - gaps) / Double(columnCount)).rounded(.down)
        }

        var heights = [Double](repeating: 0, count: columnCount)
        for child in 0..<children.count {
          let column = heights.indices.min { heights[$0] < heights[$1] } ?? 0
          let size = children.measure(child, in: SizeRange(width: columnWidth))
          if heights[column] > 0 { heights[column] += spacing }
          children.place(child, at: Point(Double(column) * (columnWidth + spacing), heights[column]))
          heights[column] += size.height
        }
        let gaps = spacing * Double(columnCount - 1)
        let size = Size(columnWidth * Double(columnCount) + gaps, heights.max() ?? 0)
        return size.clamped(to: constrainedSize)
      }
    }

    // ### The spec
    struct MasonryLayoutSpec: CustomLayoutSpec {
      var style = Style()
      var debugName: String?
      let children: [any LayoutElement]
      let algorithm: any LayoutAlgorithm

      init(
        minColumnWidth: Double, spacing: Double = 0,
        @LayoutElementBuilder children: () -> [any LayoutElement]
      ) {
        self.children = children()
        algorithm = MasonryAlgorithm(minColumnWidth: minColumnWidth, spacing: spacing)
      }
    }

    // ### In use
    let photos = [0.75, 1.25, 1, 0.5, 1].map { ratio in
      RatioLayoutSpec(ratio: ratio, child: NetworkImageNode())
    }
    let caption = TextNode("Five photos of the coast, and a caption that takes several lines")
    let wall = InsetLayoutSpec(insets: EdgeInsets(8)) {
      MasonryLayoutSpec(minColumnWidth: 100, spacing: 8) {
        photos
        caption
      }
    }
    let layout = wall.layoutThatFits(SizeRange(width: 375))
    #expect(layout.size == Size(375, 266))
    #expect(layout.frame(of: caption) == Rect(x: 130, y: 158, width: 114, height: 100))
    // In landscape there are six columns, and the caption has the last one.
    let landscape = wall.layoutThatFits(SizeRange(width: 667))
    #expect(landscape.frame(of: caption)?.origin == Point(553, 8))
    try draw(layout, "masonry")
  }

  @Test func `A leaf of your own`() {
    // ### The measurement
    /// Dots of 8 points, 8 points apart, in as many rows as they need.
    struct DotsMeasurement: LeafMeasurement, Equatable {
      let count: Int

      func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
        if count == 0 { return .zero }
        let fitting = max(1, ((constrainedSize.width + 8) / 16).rounded(.down))
        let columns = min(Double(count), fitting)
        let rows = (Double(count) / columns).rounded(.up)
        return Size(16 * columns - 8, 16 * rows - 8)
      }
    }

    // ### The leaf
    struct PageDots: LeafElement {
      var style = Style()
      var debugName: String?
      let count: Int

      var measurement: any LeafMeasurement { DotsMeasurement(count: count) }
    }

    let pages = StackLayoutSpec(direction: .vertical, spacing: 4, alignItems: .center) {
      TextNode("Photos")
      PageDots(count: 12).named("dots")
    }
    let column = pages.layoutThatFits(SizeRange(width: 120))
    let dots = column.element(named: "dots").flatMap { column.frame(of: $0) }
    // Eight dots fill 120 points, and four are in the second row.
    #expect(dots == Rect(x: 0, y: 24, width: 120, height: 24))
  }
}
