import SwiftCrossUI

/// A text of the workload textGrid behind its bar, which is as high. In the original the bar takes the height that it is
/// offered, which differs from row to row by up to three points.
struct BarredText: View {
  let size: TextSize

  var body: some View {
    HStack {
      Color.orange.frame(width: 5, height: size.y)
      text(size)
    }
  }
}

/// Two columns.
struct ColumnPair: View {
  let texts: ArraySlice<TextSize>

  var body: some View {
    HStack {
      BarredText(size: texts[texts.startIndex])
      BarredText(size: texts[texts.startIndex + 1])
    }
  }
}

/// Sixteen columns.
struct GridRow: View {
  let texts: ArraySlice<TextSize>

  var body: some View {
    HStack {
      HStack {
        ColumnPair(texts: part(0))
        ColumnPair(texts: part(1))
        ColumnPair(texts: part(2))
        ColumnPair(texts: part(3))
      }
      HStack {
        ColumnPair(texts: part(4))
        ColumnPair(texts: part(5))
        ColumnPair(texts: part(6))
        ColumnPair(texts: part(7))
      }
    }
  }

  private func part(_ number: Int) -> ArraySlice<TextSize> { texts.part(number, of: 2) }
}

/// Two rows.
struct RowPair: View {
  let texts: ArraySlice<TextSize>

  var body: some View {
    VStack {
      GridRow(texts: texts.part(0, of: 16))
      GridRow(texts: texts.part(1, of: 16))
    }
  }
}

/// SwiftCrossUI's own scene "grid".
struct TextGridView: View {
  let texts: ArraySlice<TextSize>

  var body: some View {
    VStack {
      VStack {
        RowPair(texts: part(0))
        RowPair(texts: part(1))
        RowPair(texts: part(2))
        RowPair(texts: part(3))
      }
      VStack {
        RowPair(texts: part(4))
        RowPair(texts: part(5))
        RowPair(texts: part(6))
        RowPair(texts: part(7))
      }
    }
  }

  private func part(_ number: Int) -> ArraySlice<TextSize> { texts.part(number, of: 32) }
}

extension ArraySlice {
  /// One of the parts of so many elements each.
  fileprivate func part(_ number: Int, of count: Int) -> ArraySlice {
    self[startIndex + number * count..<startIndex + (number + 1) * count]
  }
}
