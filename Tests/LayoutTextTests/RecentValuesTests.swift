#if Text && canImport(CPango)
import Testing

@testable import LayoutText

@Suite("Values that are kept")
struct RecentValuesTests {
  /// All keys have one hash.
  private struct Key: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test func `Of two keys with one hash the last has its value, and the first has none`() {
    let values = RecentValues<Key, String>()
    values.insert("one", of: Key(number: 1), byteCount: 10)
    #expect(values[Key(number: 1)] == "one")
    #expect(values[Key(number: 2)] == nil)
    values.insert("two", of: Key(number: 2), byteCount: 10)
    #expect(values[Key(number: 2)] == "two")
    #expect(values[Key(number: 1)] == nil)
  }

  @Test func `What is asked for stays, and what is not asked for is dropped`() {
    let values = RecentValues<Int, Int>()
    for key in 0..<100 {
      values.insert(-key, of: key, byteCount: 1 << 10)
      #expect(values[0] == 0)
    }
    #expect(values[99] == -99)
    #expect(values[50] == nil)
  }

  @Test func `A value that takes more than a part of the limit is not kept`() {
    let values = RecentValues<Int, Int>()
    values.insert(1, of: 1, byteCount: .max)
    values.insert(2, of: 2, byteCount: 0)
    #expect(values[1] == nil)
    #expect(values[2] == 2)
  }
}
#endif
