import LayoutSpecs

/// A workload laid out by hand: straight-line code that knows what a cell looks like and writes its frames, with nothing
/// general about it. The yardstick beside which the engine is measured.
///
/// Texts are wrapped with the same code as the engine's, anew in each layout, and the frames are the engine's, bit for bit.
public protocol HandWrittenFrames: Sendable {
  /// How many elements there are, as in the workload.
  var elementCount: Int { get }

  /// Writes each element's frame, in the order of the workload.
  ///
  /// - Parameters:
  ///   - width: The width of the whole, in points. Each form says which widths it supports.
  ///   - frames: Room for `elementCount` frames.
  /// - Complexity: linear in the number of cells and words.
  func layOut(width: Double, into frames: inout [Rect])
}

/// The texts of a workload that is laid out by hand: what the engine notes of each before any layout, its words' lengths
/// and the length of the whole, in the monospace metrics of 8 by 20 points.
struct HandMeasuredTexts: Sendable {
  private(set) var wordLengths: [UInt8] = []
  private(set) var texts: [Text] = []

  struct Text {
    let words: Range<Int>
    /// The length on one line, in characters.
    let length: UInt32

    /// The width on one line, in points.
    var width: Double { 8 * Double(length) }

    /// The height in lines of so many characters, in points.
    func height(_ words: UnsafeBufferPointer<UInt8>, _ charactersPerLine: UInt32) -> Double {
      if length <= charactersPerLine { return 20 }
      let lengths = UnsafeBufferPointer(rebasing: words[self.words])
      return 20 * Double(wrapWords(lengths, charactersPerLine: charactersPerLine).lineCount)
    }
  }

  /// Notes what the layouts need to know of texts whose words are separated by single spaces.
  mutating func add(_ new: [String]) {
    for text in new {
      let lengths = text.split(separator: " ").map { UInt8($0.utf8.count) }
      let first = wordLengths.count
      wordLengths += lengths
      texts.append(Text(words: first..<wordLengths.count, length: UInt32(text.utf8.count)))
    }
  }
}
