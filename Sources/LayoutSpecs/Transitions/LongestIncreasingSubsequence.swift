/// A longest strictly increasing subsequence of a list of different numbers.
///
/// Numbers are dealt onto piles, each onto the leftmost pile whose top is larger. The number of piles is the length, and a
/// number's predecessor is what lay on top of the pile to its left when it was dealt.
///
/// Among several of the same length it is the one that ends in the smallest number, and so on from the end.
///
/// Source: Michael Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11, 1975.
///
/// - Complexity: O(n log n); linear where the numbers ascend or descend. `comparisonCount` says how many it was.
struct LongestIncreasingSubsequence {
  /// Where in the list its numbers stand, in ascending order.
  let places: [Int]
  /// How many comparisons it took.
  let comparisonCount: Int

  init(of values: [Int]) {
    // The places of the numbers on top of the piles; the numbers ascend.
    var tops: [Int] = []
    var predecessors = [Int](repeating: -1, count: values.count)
    var comparisonCount = 0
    for (place, value) in values.enumerated() {
      // The piles from `low` to `high` are those that the number may belong on; the ends are tried first.
      var (low, high) = (0, tops.count)
      if let last = tops.last {
        comparisonCount += 2
        if values[last] < value {
          low = high
        } else if values[tops[0]] > value {
          high = low
        }
      }
      while low < high {
        comparisonCount += 1
        let middle = (low + high) / 2
        if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[place] = tops[low - 1] }
      if low == tops.count { tops.append(place) } else { tops[low] = place }
    }

    var places: [Int] = []
    places.reserveCapacity(tops.count)
    var place = tops.last ?? -1
    while place >= 0 {
      places.append(place)
      place = predecessors[place]
    }
    self.places = places.reversed()
    self.comparisonCount = comparisonCount
  }
}
