import SwiftCrossUI

/// The sizes of a post's texts.
struct Post: Identifiable {
  let id: Int
  /// The title, the body, and the line below.
  var texts: [SIMD2<Int>]
}

/// The cell of the workload feed, as somebody writes it for SwiftCrossUI. What has a size is a coloured rectangle.
struct PostView: View {
  let post: Post

  var body: some View {
    HStack(alignment: .top, spacing: 8) {
      Color.gray.frame(width: 40, height: 40)
      VStack(alignment: .leading, spacing: 4) {
        Color.gray.frame(width: post.texts[0].x, height: post.texts[0].y)
        Color.gray.frame(width: post.texts[1].x, height: post.texts[1].y)
        HStack(spacing: 6) {
          Color.gray.frame(width: 24, height: 24)
          Color.gray.frame(width: 24, height: 24)
          Color.gray.frame(width: 24, height: 24)
          Spacer()
          Color.gray.frame(width: post.texts[2].x, height: post.texts[2].y)
        }
      }
    }.padding(12)
  }
}

struct FeedView: View {
  let posts: [Post]

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      ForEach(posts, id: \.id) { post in PostView(post: post) }
    }
  }
}
