/// The part of an object's memory for tables that no table has taken yet.
///
/// A table that outgrows its share moves to memory of its own, and the share is lost until the owner is freed.
struct TableRoom {
  private var next: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  /// The alignment of tables, and the alignment of all memory that `malloc` returns.
  static var alignment: Int { 8 }
  static var largestAlignment: Int { 16 }

  init(_ start: UnsafeMutableRawPointer, byteCount: Int) { (next, end) = (start, start + byteCount) }

  /// Returns memory for a table.
  @inline(__always)
  mutating func take<Element>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
    let first = next
    let byteCount = count * MemoryLayout<Element>.stride
    next += (byteCount + TableRoom.alignment - 1) & ~(TableRoom.alignment - 1)
    precondition(next <= end && MemoryLayout<Element>.alignment <= TableRoom.alignment)
    return first.bindMemory(to: Element.self, capacity: count)
  }
}
