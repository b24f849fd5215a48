/// How the cells of a list lie beside each other.
///
/// ```swift
/// photos.columns = .adaptive(minimumWidth: 80, spacing: 2)
/// ```
///
/// Cells fill lines, from left to right and then from top to bottom. A line is as high as its highest cell, and the
/// others begin at its top. In a masonry there are no lines: each cell goes below the column that is the shortest so
/// far, and of equal ones below the leftmost. All cells are equally wide, in whole pixels. A header or a footer of a
/// section has a line of its own, also in a masonry, where it begins below the lowest column: see ``SectionItem``. Without
/// a height it has no spacing either.
///
/// The cells in a part of a masonry are neighbours in the list: from the first that ends behind the part's top to the
/// last that begins before its bottom. Beside a very high cell a few of them may lie above the part.
///
/// - Complexity: In lines a cell is found in logarithmic time, whatever has changed. In a masonry the place of a cell
///   depends on all cells before: after an edit, or if a cell has another height, the next question for a place visits
///   the cells from there to the answer once, and the next for the height of the content all cells below. A million
///   cells take 10 to 20 ms in a few columns.
///
/// Source: Texture's `ASCollectionFlowLayoutDelegate`, whose cells may be of any width, and SwiftUI's `GridItem`; for
/// the masonry the `MosaicCollectionLayoutDelegate` of Texture's samples, and CSS's grid lanes.
public struct ListColumns: Hashable, Sendable {
  private enum Rule: Hashable {
    case fixed(count: Int)
    case adaptive(minimumWidth: Double)
  }

  private let rule: Rule
  /// The points between two cells of a line, or two columns.
  public let spacing: Double
  /// The points between two lines, or two cells of a column.
  public let lineSpacing: Double
  /// True if each cell goes to the shortest column.
  private(set) var isMasonry = false

  /// The most columns of a list.
  static let mostColumns = 64

  /// One column: cells lie below each other. The default of lists.
  public static let one = ListColumns(rule: .fixed(count: 1), spacing: 0, lineSpacing: 0)

  /// A fixed number of columns.
  ///
  /// - Parameters:
  ///   - count: The number of columns, from 1 to 64.
  ///   - spacing: The points between two cells of a line. Default: 0.
  ///   - lineSpacing: The points between two lines. Default: `spacing`.
  public static func fixed(count: Int, spacing: Double = 0, lineSpacing: Double? = nil) -> ListColumns {
    precondition(1...mostColumns ~= count, "A list has 1 to 64 columns, not \(count)")
    return ListColumns(rule: .fixed(count: count), spacing: spacing, lineSpacing: lineSpacing ?? spacing)
  }

  /// As many columns as have at least this width, from 1 to 64.
  ///
  /// - Parameters:
  ///   - minimumWidth: The least width of a cell, in points, above 0. In a narrower list there is one column.
  ///   - spacing: The points between two cells of a line. Default: 0.
  ///   - lineSpacing: The points between two lines. Default: `spacing`.
  public static func adaptive(
    minimumWidth: Double, spacing: Double = 0, lineSpacing: Double? = nil
  ) -> ListColumns {
    precondition(minimumWidth > 0, "The least width of a list's column is above 0, not \(minimumWidth)")
    return ListColumns(
      rule: .adaptive(minimumWidth: minimumWidth), spacing: spacing, lineSpacing: lineSpacing ?? spacing)
  }

  /// A fixed number of columns, which fill up evenly: each cell goes to the shortest one.
  ///
  /// - Parameters:
  ///   - count: The number of columns, from 1 to 64.
  ///   - spacing: The points between two columns. Default: 0.
  ///   - lineSpacing: The points between two cells of a column. Default: `spacing`.
  public static func masonry(count: Int, spacing: Double = 0, lineSpacing: Double? = nil) -> ListColumns {
    var columns = fixed(count: count, spacing: spacing, lineSpacing: lineSpacing)
    columns.isMasonry = true
    return columns
  }

  /// As many columns as have at least this width, from 1 to 64, which fill up evenly: each cell goes to the shortest
  /// one.
  ///
  /// - Parameters:
  ///   - minimumWidth: The least width of a cell, in points, above 0. In a narrower list there is one column.
  ///   - spacing: The points between two columns. Default: 0.
  ///   - lineSpacing: The points between two cells of a column. Default: `spacing`.
  public static func masonry(
    minimumWidth: Double, spacing: Double = 0, lineSpacing: Double? = nil
  ) -> ListColumns {
    var columns = adaptive(minimumWidth: minimumWidth, spacing: spacing, lineSpacing: lineSpacing)
    columns.isMasonry = true
    return columns
  }

  private init(rule: Rule, spacing: Double, lineSpacing: Double) {
    precondition(
      0 <= spacing && spacing < 1e7 && 0 <= lineSpacing && lineSpacing < 1e7,
      "The spacing of a list's cells is 0 or more, and less than 10,000,000 points")
    (self.rule, self.spacing, self.lineSpacing) = (rule, spacing, lineSpacing)
  }

  /// Returns the number of columns in a list of this width, in points.
  func count(in width: Double) -> Int {
    switch rule {
    case .fixed(let count): count
    case .adaptive(let minimum):
      // Rounding errors take no column away.
      max(
        1,
        Int(smaller(Double(Self.mostColumns), (width + spacing + PixelGrid.tolerance) / (minimum + spacing))))
    }
  }
}
