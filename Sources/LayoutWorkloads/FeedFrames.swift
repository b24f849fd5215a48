import LayoutSpecs

/// The feed, laid out by hand: straight-line code that knows what a post looks like and writes its frames, with nothing
/// general about it. The yardstick beside which the engine is measured.
///
/// It wraps texts with the same code as the engine, and gives the same frames, at scale 1.
public struct FeedFrames: Sendable {
  /// The words' lengths of all texts: of each post the title, the body and the small text.
  private var wordLengths: [UInt32] = []
  private var texts: [Text] = []

  private struct Text {
    let words: Range<Int>
    /// The length on one line, in characters.
    let length: UInt32
  }

  /// A feed of so many posts, with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<postCount {
      add(words: 3 + random.below(6), &random)
      add(words: 15 + random.below(46), &random)
      add(words: 1 + random.below(2), &random)
    }
  }

  private mutating func add(words count: Int, _ random: inout SplitMix64) {
    let lengths = random.text(words: count).split(separator: " ").map { UInt32($0.utf8.count) }
    let first = wordLengths.count
    wordLengths += lengths
    texts.append(Text(words: first..<wordLengths.count, length: lengths.reduce(UInt32(count - 1), +)))
  }

  /// How many elements there are, as in `feed(N)`.
  public var elementCount: Int { 4 * texts.count + 1 }

  /// Writes each element's frame, in the order of `feed(N)`.
  ///
  /// - Parameters:
  ///   - width: The feed's width, in points; wide enough for the small text.
  ///   - frames: Room for `elementCount` frames.
  /// - Complexity: linear in the number of posts and words.
  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    frames.withUnsafeMutableBufferPointer { frames in
      wordLengths.withUnsafeBufferPointer { words in
        var y = 0.0
        var index = 1
        var text = 0
        while text < texts.count {
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
    _ text: Int, _ words: UnsafeBufferPointer<UInt32>, y: Double, width: Double,
    _ frames: UnsafeMutableBufferPointer<Rect>, _ index: Int
  ) -> Double {
    let columnWidth = width - 2 * 12 - 40 - 8
    let characters = UInt32(columnWidth / 8)
    let title = height(of: texts[text], words, characters)
    let body = height(of: texts[text + 1], words, characters)
    let metaWidth = 8 * Double(texts[text + 2].length)
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

  private func height(of text: Text, _ words: UnsafeBufferPointer<UInt32>, _ characters: UInt32) -> Double {
    if text.length <= characters { return 20 }
    let lengths = UnsafeBufferPointer(rebasing: words[text.words])
    return 20 * Double(wrapWords(lengths, charactersPerLine: characters).lineCount)
  }
}
