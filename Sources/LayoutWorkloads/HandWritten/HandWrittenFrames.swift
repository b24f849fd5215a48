import LayoutSpecs

/// A workload laid out by hand: straight-line code for its cells, the yardstick for the engine.
///
/// Each layout wraps texts anew, with the engine's code, and the frames are the engine's bit for bit.
public protocol HandWrittenFrames: Sendable {
  /// The number of elements, as in the workload.
  var elementCount: Int { get }

  /// Writes each element's frame, in the order of the workload.
  ///
  /// - Parameters:
  ///   - width: The width of the layout, in points. Each type documents the widths that it supports.
  ///   - frames: The frames; at least `elementCount`.
  func layOut(width: Double, into frames: UnsafeMutableBufferPointer<Rect>)
}

extension HandWrittenFrames {
  /// Writes each element's frame into an array of at least `elementCount`.
  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    frames.withUnsafeMutableBufferPointer { layOut(width: width, into: $0) }
  }
}

/// The lengths of texts and their words, which the engine too computes before a layout, in monospace metrics
/// of 8 by 20 points.
struct HandMeasuredTexts: Sendable {
  private(set) var wordLengths: [UInt8] = []
  private(set) var texts: [Text] = []

  struct Text {
    let words: Range<Int>
    /// The length on one line, in characters.
    let length: UInt32

    /// The width on one line, in points.
    var width: Double { 8 * Double(length) }

    /// The height if lines have this many characters, in points.
    func height(_ words: UnsafeBufferPointer<UInt8>, _ charactersPerLine: UInt32) -> Double {
      if length <= charactersPerLine { return 20 }
      let lengths = UnsafeBufferPointer(rebasing: words[self.words])
      return 20 * Double(wrapWords(lengths, charactersPerLine: charactersPerLine).lineCount)
    }
  }

  /// Adds texts whose words are separated by single spaces.
  mutating func add(_ new: [String]) {
    for text in new {
      let first = wordLengths.count
      wordLengths += lengthsOfWords(in: text)
      texts.append(Text(words: first..<wordLengths.count, length: UInt32(text.utf8.count)))
    }
  }
}

/// Returns the lengths of the words between single spaces, in characters: ASCII, less than 255 each.
func lengthsOfWords(in text: String) -> [UInt8] {
  var text = text
  return text.withUTF8 { bytes in
    [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { lengths, count in
      var start = 0
      for index in bytes.indices where bytes[index] == UInt8(ascii: " ") {
        lengths[count] = UInt8(index - start)
        count += 1
        start = index + 1
      }
      lengths[count] = UInt8(bytes.count - start)
      count += 1
    }
  }
}

// MARK: - Shapes of views

/// A shape of views laid out by hand.
public struct ViewFrames: HandWrittenFrames {
  public let elementCount: Int
  private let write: @Sendable (_ width: Double, _ frames: UnsafeMutableBufferPointer<Rect>) -> Void

  public func layOut(width: Double, into frames: UnsafeMutableBufferPointer<Rect>) { write(width, frames) }

  /// The views of `flatAbsolute(N)` at the positions that the workload draws from this seed, at a height of 1,000 points.
  public static func flatAbsolute(viewCount: Int, seed: UInt64 = Workload.defaultSeed) -> ViewFrames {
    var random = SplitMix64(seed: seed)
    let positions = (0..<viewCount).map { _ in Point(Double(random.below(960)), Double(random.below(980))) }
    return ViewFrames(elementCount: viewCount + 1) { width, frames in
      frames[0] = Rect(x: 0, y: 0, width: width, height: 1000)
      for index in positions.indices {
        frames[index + 1] = Rect(origin: positions[index], size: Size(40, 20))
      }
    }
  }

  /// The views of `flatRelative(N)` in the sizes that the workload draws from this seed, in widths of whole
  /// points in which they fit.
  public static func flatRelative(viewCount: Int, seed: UInt64 = Workload.defaultSeed) -> ViewFrames {
    var random = SplitMix64(seed: seed)
    let sizes = (0..<viewCount).map { _ in
      Size(20 + Double(random.below(300)), 10 + Double(random.below(30)))
    }
    return ViewFrames(elementCount: viewCount + 1) { width, frames in
      var y = 0.0
      for index in sizes.indices {
        frames[index + 1] = Rect(origin: Point(0, y), size: sizes[index])
        y += sizes[index].height + 4
      }
      frames[0] = Rect(x: 0, y: 0, width: width, height: sizes.isEmpty ? 0 : y - 4)
    }
  }

  /// The views of `nestedViews(N)`, in the workload's own width.
  public static func nestedViews(viewCount: Int) -> ViewFrames {
    ViewFrames(elementCount: viewCount + 1) { width, frames in
      var side = width
      for index in 0...viewCount {
        let inset = index == 0 ? 0.0 : 1
        frames[index] = Rect(x: inset, y: inset, width: side, height: side)
        side -= 2
      }
    }
  }
}
