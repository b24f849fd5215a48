import LayoutSpecs

/// Finds room for labels: each inside its own box, over no other label, no words and no box of another node.
///
/// Rectangles are kept in cells of grids, so that a label is compared with its neighbours only: small ones in a fine
/// grid, larger ones in grids whose cells double in width from level to level. Each rectangle is in at most four cells.
/// No label is placed where so many rectangles lie on top of each other that the label could not be read.
struct PictureLabels {
  /// Pixels.
  static let fontSize = 10.0
  static let lineHeight = 11.0
  /// The width of a character, as a multiple of the font size. The font is monospaced.
  static let advance = 0.61
  static let characterWidth = fontSize * advance

  /// The width and height of the cells of the finest grid.
  private static let cellSize = 96.0
  /// The most rectangles that a label is compared with in one place.
  private static let mostNeighbors = 1_000

  /// The things that a label does not cover.
  enum Obstacle {
    /// Another label.
    case label
    /// The words of a text.
    case words
    /// The box of a node, unless the label's own box lies within it.
    case box
  }

  private var cells: [Cell: [(rect: Rect, kind: Obstacle)]] = [:]
  /// The coarsest grid in use.
  private var highestLevel = 0
  /// The number of comparisons of labels with rectangles.
  private(set) var comparisonCount = 0

  private struct Cell: Hashable {
    let level: Int
    let x: Int
    let y: Int
  }

  /// Keeps labels off a rectangle, in pixels.
  mutating func avoid(_ rect: Rect, _ kind: Obstacle) {
    var level = 0
    // Everything farther away than `farthest` is in the outermost cells.
    let length = min(max(rect.size.width, rect.size.height), Self.farthest)
    while Self.cellSize(level) < length { level += 1 }
    highestLevel = max(highestLevel, level)
    let range = Self.cells(of: rect, level)
    for x in range.x {
      for y in range.y { cells[Cell(level: level, x: x, y: y), default: []].append((rect, kind)) }
    }
  }

  private static let farthest = 1e9

  private static func cellSize(_ level: Int) -> Double { cellSize * Double(1 << level) }

  private static func cells(of rect: Rect, _ level: Int) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    func cell(_ value: Double) -> Int {
      Int((min(max(value, -farthest), farthest) / cellSize(level)).rounded(.down))
    }
    return (
      cell(rect.minX)...max(cell(rect.minX), cell(rect.maxX)),
      cell(rect.minY)...max(cell(rect.minY), cell(rect.maxY))
    )
  }

  /// Puts the first of these texts that fits into the box. Returns the text, and where its baseline begins;
  /// nil if none fits.
  ///
  /// The box's corners are tried from the top left on.
  ///
  /// - Parameter covering: The things that the label may cover. Default: none.
  mutating func place(
    _ texts: [String], in box: Rect, covering: Set<Obstacle> = []
  ) -> (text: String, at: Point)? {
    let (lineHeight, inset) = (Self.lineHeight, 3.0)
    guard box.size.height >= lineHeight else { return nil }
    for text in texts {
      let width = Double(text.unicodeScalars.count) * Self.characterWidth
      guard width + 2 * inset <= box.size.width else { continue }
      for y in [box.minY + 1, box.maxY - lineHeight - 1] {
        for x in [box.minX + inset, box.maxX - width - inset] {
          let rect = Rect(x: x, y: y, width: width, height: lineHeight)
          guard !collides(rect, with: box, covering: covering) else { continue }
          avoid(rect, .label)
          return (text, Point(x, y + lineHeight - 2.5))
        }
      }
    }
    return nil
  }

  private mutating func collides(_ rect: Rect, with box: Rect, covering: Set<Obstacle>) -> Bool {
    var neighborCount = 0
    defer { comparisonCount += neighborCount }
    for level in 0...highestLevel {
      let near = Self.cells(of: rect, level)
      for x in near.x {
        for y in near.y {
          for obstacle in cells[Cell(level: level, x: x, y: y)] ?? [] {
            neighborCount += 1
            if neighborCount > Self.mostNeighbors { return true }
            guard overlaps(obstacle.rect, rect), !covering.contains(obstacle.kind) else { continue }
            if obstacle.kind != .box || !contains(obstacle.rect, box) { return true }
          }
        }
      }
    }
    return false
  }

  private func overlaps(_ a: Rect, _ b: Rect) -> Bool {
    a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
  }

  private func contains(_ a: Rect, _ b: Rect) -> Bool {
    a.minX <= b.minX && a.minY <= b.minY && a.maxX >= b.maxX && a.maxY >= b.maxY
  }
}
