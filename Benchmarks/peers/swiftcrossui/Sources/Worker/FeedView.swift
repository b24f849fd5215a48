import SwiftCrossUI

/// The size of a text. What has a size is a coloured rectangle.
typealias TextSize = SIMD2<Int>

/// A text of this size.
@MainActor func text(_ size: TextSize) -> some View { Color.gray.frame(width: size.x, height: size.y) }

/// The sizes of the texts of one row of a list.
struct RowTexts: Identifiable {
  let id: Int
  let sizes: ArraySlice<TextSize>

  /// The texts of all rows, which have three each.
  static func rows(_ texts: [TextSize]) -> [RowTexts] {
    stride(from: 0, to: texts.count, by: 3).map { RowTexts(id: $0, sizes: texts[$0..<$0 + 3]) }
  }

  subscript(number: Int) -> TextSize { sizes[sizes.startIndex + number] }
}

/// The cell of the workload feed, as somebody writes it for SwiftCrossUI: a title, a body, and a line below.
struct PostView: View {
  let texts: RowTexts

  var body: some View {
    HStack(alignment: .top, spacing: 8) {
      Color.gray.frame(width: 40, height: 40)
      VStack(alignment: .leading, spacing: 4) {
        text(texts[0])
        text(texts[1])
        HStack(spacing: 6) {
          Color.gray.frame(width: 24, height: 24)
          Color.gray.frame(width: 24, height: 24)
          Color.gray.frame(width: 24, height: 24)
          Spacer()
          text(texts[2])
        }
      }
    }.padding(12)
  }
}

struct FeedView: View {
  let posts: [RowTexts]

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      ForEach(posts, id: \.id) { post in PostView(texts: post) }
    }
  }
}
