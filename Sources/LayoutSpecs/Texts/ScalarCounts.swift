/// The numbers of Unicode scalars in a text's clusters, and behind its segments, in the order of reading:
/// which characters a cluster stands for.
///
/// Nearly all counts are usual. A cluster has one scalar; a space, a hyphen or a line break behind a segment has one
/// too, and a place where a line may end without any of them has none. Only other counts are written: the distance from
/// the last one that was written, which is 1 or more, and the count itself. So most texts take no byte. A number is
/// written seven bits a byte, the lowest first, with the highest bit set in all bytes but its last.
enum ScalarCounts {
  struct Writer {
    private var bytes: [UInt8] = []
    /// The number of counts since the last that was written.
    private var distance = 0
    /// The last count, which may still grow.
    private var last: (count: Int, usual: Int)?

    @inline(__always)
    mutating func append(_ count: Int, usual: Int) {
      writeLast()
      last = (count, usual)
    }

    /// Appends counts that are usual.
    mutating func appendUsual(_ number: Int) {
      writeLast()
      last = nil
      distance += number
    }

    mutating func lengthenLast(by count: Int) { last?.count += count }

    consuming func finish() -> [UInt8] {
      writeLast()
      return bytes
    }

    @inline(__always)
    private mutating func writeLast() {
      guard let (count, usual) = last else { return }
      distance += 1
      if count == usual { return }
      write(distance)
      write(count)
      distance = 0
    }

    private mutating func write(_ number: Int) {
      var rest = number
      while rest > 0x7F {
        bytes.append(0x80 | UInt8(rest & 0x7F))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }

  struct Reader {
    private var bytes: UnsafeBufferPointer<UInt8>.Iterator
    /// The distance of the next count that is written; 0 or less if there is none.
    private var distance = 0

    /// Creates a reader. Zeros behind the last byte change nothing.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes.makeIterator()
      distance = read()
    }

    mutating func next(usual: Int) -> Int {
      distance -= 1
      guard distance == 0 else { return usual }
      let count = read()
      distance = read()
      return count
    }

    /// Passes counts if all are usual, else returns false.
    mutating func passUsual(_ number: Int) -> Bool {
      // There is none that is written any more.
      if distance <= 0 { return true }
      guard distance > number else { return false }
      distance -= number
      return true
    }

    private mutating func read() -> Int {
      var (number, shift) = (0, 0)
      while let byte = bytes.next() {
        number |= Int(byte & 0x7F) << shift
        if byte <= 0x7F { break }
        shift += 7
      }
      return number
    }
  }
}
