/// Finds room for labels: each inside its own box, over no other label, no words and no box of another node.
///
/// Rectangles stand in cells of a grid, so that a label is compared with its neighbours only.
struct PictureLabels {
  /// Pixels.
  static let fontSize = 10.0
  static let lineHeight = 11.0
  /// How wide a character is; the font's are all alike.
  static let characterWidth = fontSize * 0.61

  private static let cellSize = 96.0
  /// A rectangle in more cells than these is compared with every label.
  private static let mostCells = 1_024

  /// What a label does not lie over.
  enum Obstacle {
    /// Another label.
    case label
    /// The words of a text.
    case words
    /// The box of a node, unless the label's own box lies within it: a node that is behind.
    case box
  }

  private var cells: [Cell: [(rect: Rect, kind: Obstacle)]] = [:]
  private var large: [(rect: Rect, kind: Obstacle)] = []

  private struct Cell: Hashable {
    let x: Int
    let y: Int
  }

  /// Keeps labels off a rectangle, in pixels.
  mutating func avoid(_ rect: Rect, _ kind: Obstacle) {
    let cells = PictureLabels.cells(of: rect)
    guard cells.x.count * cells.y.count <= PictureLabels.mostCells else {
      large.append((rect, kind))
      return
    }
    for x in cells.x { for y in cells.y { self.cells[Cell(x: x, y: y), default: []].append((rect, kind)) } }
  }

  private static func cells(of rect: Rect) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    func cell(_ value: Double) -> Int { Int((min(max(value, -1e9), 1e9) / cellSize).rounded(.down)) }
    return (
      cell(rect.minX)...max(cell(rect.minX), cell(rect.maxX)),
      cell(rect.minY)...max(cell(rect.minY), cell(rect.maxY))
    )
  }

  /// Puts the first of these texts that fits into the box, and returns it with where its baseline begins; nil where none does.
  ///
  /// Corners are tried from the top left on.
  ///
  /// - Parameter covering: What it may lie over. Default: nothing.
  mutating func place(
    _ texts: [String], in box: Rect, covering: Set<Obstacle> = []
  ) -> (text: String, at: Point)? {
    let (lineHeight, inset) = (PictureLabels.lineHeight, 3.0)
    guard box.size.height >= lineHeight else { return nil }
    for text in texts {
      let width = Double(text.unicodeScalars.count) * PictureLabels.characterWidth
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

  private func collides(_ rect: Rect, with box: Rect, covering: Set<Obstacle>) -> Bool {
    func isHit(_ obstacle: (rect: Rect, kind: Obstacle)) -> Bool {
      guard overlaps(obstacle.rect, rect), !covering.contains(obstacle.kind) else { return false }
      return obstacle.kind != .box || !contains(obstacle.rect, box)
    }
    if large.contains(where: isHit) { return true }
    let near = PictureLabels.cells(of: rect)
    return near.x.contains { x in
      near.y.contains { y in cells[Cell(x: x, y: y)]?.contains(where: isHit) ?? false }
    }
  }

  private func overlaps(_ a: Rect, _ b: Rect) -> Bool {
    a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
  }

  private func contains(_ a: Rect, _ b: Rect) -> Bool {
    a.minX <= b.minX && a.minY <= b.minY && a.maxX >= b.maxX && a.maxY >= b.maxY
  }
}
