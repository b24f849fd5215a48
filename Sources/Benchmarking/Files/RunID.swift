/// A run's name: its start, its suite, its shard if it is one, and four random digits in case two runs begin
/// in one second, such as `20261121T052013Z-quick-3f9a` or `20261121T052013Z-quick-2of4-3f9a`. Sorts by time.
///
/// Shards begin together, on machines that share a folder, so with the digits alone two of them would
/// sometimes have the same name.
package struct RunID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - start: when the run began.
  ///   - suite: its name; characters that are unsuitable for a folder's name become hyphens. Empty = `run`.
  ///   - shard: nil = the whole.
  ///   - generator: the source of the random digits.
  package init(
    start: UTCTime, suite: String, shard: Shard? = nil, using generator: inout some RandomNumberGenerator
  ) {
    let name = suite.map { character in
      let isFit = character.isASCII && (character.isLetter || character.isNumber || "_.-".contains(character))
      return isFit ? character : "-"
    }
    let digits = String(generator.next() & 0xFFFF, radix: 16)
    let suffix = String(repeating: "0", count: 4 - digits.count) + digits
    let part = shard.map { "\($0.index)of\($0.count)-" } ?? ""
    description = "\(start.compact)-\(name.isEmpty ? "run" : String(name))-\(part)\(suffix)"
  }

  /// Uses the system's random numbers.
  package init(start: UTCTime, suite: String, shard: Shard? = nil) {
    var generator = SystemRandomNumberGenerator()
    self.init(start: start, suite: suite, shard: shard, using: &generator)
  }
}
