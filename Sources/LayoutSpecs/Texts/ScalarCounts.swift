/// The numbers of Unicode scalars in a text's clusters, and behind its segments, in the order of reading:
/// which characters a cluster stands for.
///
/// Nearly all are the usual ones. A cluster has one scalar; a space, a hyphen or a line break behind a
/// segment has one too, and a place where a line may end without any of them has none. A byte below 128
/// stands for so many usual counts, and one from 128 for another count: its lowest seven bits, or if those
/// are all set, the sum of 127 and of the bytes that follow up to the first one below 255. Behind the last
/// byte all counts are usual ones, so most texts take none.
enum ScalarCounts {
  struct Writer {
    private(set) var bytes: [UInt8] = []
    /// The usual counts that are not written yet.
    private var usualCount = 0
    /// The last count if it is not a usual one, and where its bytes begin.
    private var last = (count: 0, start: 0)
    private var lastUsual = 0

    @inline(__always)
    mutating func append(_ count: Int, usual: Int) {
      lastUsual = usual
      if count == usual { usualCount += 1 } else { write(count) }
    }

    mutating func lengthenLast(by count: Int) {
      if usualCount > 0 {
        usualCount -= 1
        write(lastUsual + count)
      } else {
        bytes.removeSubrange(last.start...)
        write(last.count + count)
      }
    }

    @inline(never)
    private mutating func write(_ count: Int) {
      while usualCount > 0 {
        let run = min(usualCount, 127)
        bytes.append(UInt8(run))
        usualCount -= run
      }
      last = (count, bytes.count)
      bytes.append(0x80 | UInt8(min(count, 127)))
      guard count >= 127 else { return }
      var rest = count - 127
      while rest >= 255 {
        bytes.append(255)
        rest -= 255
      }
      bytes.append(UInt8(rest))
    }
  }

  struct Reader {
    private var bytes: UnsafeBufferPointer<UInt8>.Iterator
    private var usualCount = 0

    /// Creates a reader. Zeros behind the last byte change nothing.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes.makeIterator() }

    mutating func next(usual: Int) -> Int {
      while usualCount == 0 {
        guard let byte = bytes.next() else { return usual }
        if byte < 0x80 {
          usualCount = Int(byte)
          continue
        }
        var count = Int(byte & 0x7F)
        guard count == 127 else { return count }
        while let more = bytes.next() {
          count += Int(more)
          if more < 255 { break }
        }
        return count
      }
      usualCount -= 1
      return usual
    }
  }
}
