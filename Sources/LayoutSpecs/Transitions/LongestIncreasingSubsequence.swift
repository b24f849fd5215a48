/// A longest strictly increasing subsequence of a list of different numbers.
///
/// Numbers are dealt onto piles, each onto the leftmost pile with a larger top. The number of piles is the
/// length, and a number's predecessor is the top of the pile to its left at that moment.
///
/// Among several of the same length it is the one that ends in the smallest number, and so on from the end.
///
/// Source: Michael Fredman, "On computing the length of longest increasing subsequences", Discrete
/// Mathematics 11, 1975.
///
/// - Complexity: O(n log n), counted by `comparisonCount`; linear if the numbers ascend or descend.
struct LongestIncreasingSubsequence {
  /// The indices of its numbers in the list, in ascending order.
  let places: [Int]
  /// The number of comparisons made.
  let comparisonCount: Int

  init(of values: [Int]) {
    // The indices of the numbers on top of the piles; these numbers ascend.
    var tops: [Int] = []
    var predecessors = [Int](repeating: -1, count: values.count)
    var comparisonCount = 0
    for (place, value) in values.enumerated() {
      // The number belongs on a pile from `low` to `high`; the ends are tried first.
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
