import LayoutSpecs

/// The feed, laid out by hand, at scale 1 and in any whole number of points from 336.
///
/// In less the longest small text would reach out of a post's last row.
public struct FeedFrames: HandWrittenFrames {
  /// Of each post the title, the body and the small text.
  private var measured = HandMeasuredTexts()

  /// A feed of so many posts, with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<postCount {
      let texts = PostTexts(&random)
      measured.add([texts.title, texts.body, texts.meta])
    }
  }

  public var elementCount: Int { 4 * measured.texts.count + 1 }

  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    precondition(width >= 336, "The last row fits")
    frames.withUnsafeMutableBufferPointer { frames in
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
