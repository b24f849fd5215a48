import Foundation
import Testing

@testable import Benchmarking

@Suite("Shards")
struct ShardTests {
  @Test("A shard is two numbers and a slash, the first no larger than the second, and that up to 10,000")
  func twoNumbersAndASlash() {
    #expect(Shard("2/4") == Shard(index: 2, of: 4))
    #expect(Shard("1/1")?.description == "1/1")
    for text in [
      "0/2", "3/2", "1/0", "a/b", "", "/", "1", "1/", "/2", "1/2/3", "-1/2", "+1/2", " 1/2", "٢/٤",
    ] {
      #expect(Shard(text) == nil, "\(text)")
    }
    #expect(Shard("1/10000") != nil && Shard("1/10001") == nil)
    #expect(Shard("1/99999999999999999999") == nil)
  }

  @Test func `Its JSON is its text, and a shard that cannot be is refused`() throws {
    let shard = try #require(Shard("2/4"))
    let data = try JSONEncoder().encode([shard])
    #expect(String(decoding: data, as: UTF8.self) == #"["2\/4"]"#)
    #expect(try JSONDecoder().decode([Shard].self, from: data) == [shard])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Shard].self, from: Data(#"["5/4"]"#.utf8))
    }
  }

  /// Disjoint, together complete, and of like size, whatever the numbers.
  @Test(
    "Every workload is in exactly one shard, and shards differ by one workload at most",
    arguments: 0..<40 as Range<UInt64>)
  func everyWorkloadIsInOneShard(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let workloads = (0..<Int(generator.next() % 30)).map { "feed(\($0))" }
    let count = Int(generator.next() % 9) + 1
    let shards = try (1...count).map { index in
      try #require(Shard(index: index, of: count)).selection(from: workloads + workloads, seed: seed)
    }
    #expect(shards.reduce(0) { $0 + $1.count } == workloads.count, "seed \(seed)")
    #expect(shards.reduce(Set()) { $0.union($1) } == Set(workloads), "seed \(seed)")
    let sizes = shards.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1, "seed \(seed)")
  }

  /// Another deal would leave units out where machines run different builds of the program.
  @Test("Which workloads a shard has follows from the seed, and does not change between versions")
  func theDealIsAgreedOn() throws {
    let workloads = (0..<6).map { "w\($0)" }
    let first = try #require(Shard("1/2"))
    #expect(first.selection(from: workloads, seed: 42) == ["w0", "w1", "w2"])
    #expect(first.selection(from: workloads, seed: 43) != first.selection(from: workloads, seed: 42))
  }
}
