import LayoutSpecs

/// The feed laid out by hand, at scale 1 and in widths of whole points from 336: in less, the longest small
/// text would exceed a post's last row.
public struct FeedFrames: HandWrittenFrames {
  /// The title, the body and the small text of each post.
  private var measured = HandMeasuredTexts()

  /// A feed with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<postCount {
      let texts = PostTexts(&random)
      measured.add([texts.title, texts.body, texts.meta])
    }
  }

  public var elementCount: Int { 4 * measured.texts.count + 1 }

  public func layOut(width: Double, into frames: UnsafeMutableBufferPointer<Rect>) {
    precondition(width >= 336, "The last row fits")
    measured.wordLengths.withUnsafeBufferPointer { words in
      var y = 0.0
      var index = 1
      var text = 0
      while text < measured.texts.count {
        y += layOutPost(text, words, y: y, width: width, frames, index)
        text += 3
        index += 12
      }
      frames[0] = Rect(x: 0, y: 0, width: width, height: y)
    }
  }

  /// Writes the frames of one post, and returns its height.
  private func layOutPost(
    _ text: Int, _ words: UnsafeBufferPointer<UInt8>, y: Double, width: Double,
    _ frames: UnsafeMutableBufferPointer<Rect>, _ index: Int
  ) -> Double {
    let columnWidth = width - 2 * 12 - 40 - 8
    let characters = UInt32(columnWidth / 8)
    let title = measured.texts[text].height(words, characters)
    let body = measured.texts[text + 1].height(words, characters)
    let metaWidth = measured.texts[text + 2].width
    let spacer = columnWidth - 3 * 24 - 4 * 6 - metaWidth
    let columnHeight = title + 4 + body + 4 + 24
    let rowHeight = columnHeight < 40 ? 40 : columnHeight

    frames[index] = Rect(x: 0, y: y, width: width, height: rowHeight + 24)
    frames[index + 1] = Rect(x: 12, y: 12, width: width - 24, height: rowHeight)
    frames[index + 2] = Rect(x: 0, y: 0, width: 40, height: 40)
    frames[index + 3] = Rect(x: 48, y: 0, width: columnWidth, height: columnHeight)
    frames[index + 4] = Rect(x: 0, y: 0, width: columnWidth, height: title)
    frames[index + 5] = Rect(x: 0, y: title + 4, width: columnWidth, height: body)
    frames[index + 6] = Rect(x: 0, y: title + body + 8, width: columnWidth, height: 24)
    frames[index + 7] = Rect(x: 0, y: 0, width: 24, height: 24)
    frames[index + 8] = Rect(x: 30, y: 0, width: 24, height: 24)
    frames[index + 9] = Rect(x: 60, y: 0, width: 24, height: 24)
    frames[index + 10] = Rect(x: 90, y: 12, width: spacer, height: 0)
    frames[index + 11] = Rect(x: 96 + spacer, y: 2, width: metaWidth, height: 20)
    return rowHeight + 24
  }
}

/// The list of feed items laid out by hand, at scale 1 and in widths of whole points from 128, in which the
/// social actions fit.
///
/// Only the profile's comment and the title wrap. Labels are in rows that do not shrink: each stays on one
/// line, and overflows if the row is too narrow.
public struct FeedItemFrames: HandWrittenFrames {
  /// Each item's action, name, headline, time, profile comment, title, domain and comment.
  private var measured = HandMeasuredTexts()

  private static let textsPerItem = 8
  private static let elementsPerItem = 29

  /// A list of items with the texts that `feedItem(N)` draws from this seed.
  public init(itemCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<itemCount {
      let texts = FeedItemTexts(&random)
      measured.add([
        texts.action, texts.name, texts.headline, texts.time, texts.profileComment, texts.title, texts.domain,
        texts.comment,
      ])
    }
  }

  public var elementCount: Int {
    measured.texts.count / FeedItemFrames.textsPerItem * FeedItemFrames.elementsPerItem + 1
  }

  public func layOut(width: Double, into frames: UnsafeMutableBufferPointer<Rect>) {
    precondition(width >= 128, "The social actions fit beside each other")
    measured.wordLengths.withUnsafeBufferPointer { words in
      measured.texts.withUnsafeBufferPointer { texts in
        var y = 0.0
        var index = 1
        var text = 0
        while text < texts.count {
          let item = UnsafeBufferPointer(rebasing: texts[text..<text + FeedItemFrames.textsPerItem])
          y += layOutItem(item, words, y: y, width: width, frames, index)
          text += FeedItemFrames.textsPerItem
          index += FeedItemFrames.elementsPerItem
        }
        frames[0] = Rect(x: 0, y: 0, width: width, height: y)
      }
    }
  }

  /// Writes the frames of one item, and returns its height.
  private func layOutItem(
    _ texts: UnsafeBufferPointer<HandMeasuredTexts.Text>, _ words: UnsafeBufferPointer<UInt8>, y: Double,
    width: Double, _ frames: UnsafeMutableBufferPointer<Rect>, _ index: Int
  ) -> Double {
    // Labels beside something grow to the row's end, and are never narrower than their text.
    let action = max(texts[0].width, width - 24)
    let labels = max(8 * Double(max(texts[1].length, texts[2].length, texts[3].length)), width - 58)
    let comment = max(texts[7].width, width - 54)
    let gap = (width - 128) / 2
    let profileComment = texts[4].height(words, UInt32((width - 4) / 8))
    let title = texts[5].height(words, UInt32(width / 8))

    let profileHeight = 67 + profileComment
    let contentHeight = 220 + title
    let contentTop = 28 + profileHeight
    let actionsTop = contentTop + contentHeight + 4
    let height = actionsTop + 74

    frames[index] = Rect(x: 0, y: y, width: width, height: height)
    frames[index + 1] = Rect(x: 0, y: 0, width: width, height: 20)
    frames[index + 2] = Rect(x: 0, y: 0, width: width, height: 20)
    frames[index + 3] = Rect(x: 0, y: 0, width: action, height: 20)
    frames[index + 4] = Rect(x: action, y: 0, width: 24, height: 20)
    frames[index + 5] = Rect(x: 0, y: 24, width: width, height: profileHeight)
    frames[index + 6] = Rect(x: 0, y: 0, width: width, height: profileHeight)
    frames[index + 7] = Rect(x: 0, y: 0, width: width - 4, height: profileHeight)
    frames[index + 8] = Rect(x: 0, y: 0, width: width - 4, height: 64)
    frames[index + 9] = Rect(x: 0, y: 7, width: 50, height: 50)
    frames[index + 10] = Rect(x: 54, y: 0, width: labels, height: 64)
    frames[index + 11] = Rect(x: 0, y: 0, width: labels, height: 20)
    frames[index + 12] = Rect(x: 0, y: 22, width: labels, height: 20)
    frames[index + 13] = Rect(x: 0, y: 44, width: labels, height: 20)
    frames[index + 14] = Rect(x: 0, y: 67, width: width - 4, height: profileComment)
    frames[index + 15] = Rect(x: 0, y: contentTop, width: width, height: contentHeight)
    frames[index + 16] = Rect(x: 0, y: 0, width: width, height: contentHeight)
    frames[index + 17] = Rect(x: 0, y: 0, width: width, height: 200)
    frames[index + 18] = Rect(x: 0, y: 200, width: width, height: title)
    frames[index + 19] = Rect(x: 0, y: 200 + title, width: width, height: 20)
    frames[index + 20] = Rect(x: 0, y: actionsTop, width: width, height: 20)
    frames[index + 21] = Rect(x: 0, y: 0, width: width, height: 20)
    frames[index + 22] = Rect(x: 0, y: 0, width: 32, height: 20)
    frames[index + 23] = Rect(x: 32 + gap, y: 0, width: 56, height: 20)
    frames[index + 24] = Rect(x: 88 + 2 * gap, y: 0, width: 40, height: 20)
    frames[index + 25] = Rect(x: 0, y: actionsTop + 24, width: width, height: 50)
    frames[index + 26] = Rect(x: 0, y: 0, width: width, height: 50)
    frames[index + 27] = Rect(x: 0, y: 0, width: 50, height: 50)
    frames[index + 28] = Rect(x: 54, y: 15, width: comment, height: 20)
    return height
  }
}
