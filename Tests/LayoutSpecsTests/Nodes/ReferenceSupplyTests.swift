import Testing

@testable import LayoutSpecs

@Suite struct ReferenceSupplyTests {
  private final class Object {}

  @Test(arguments: 0...20)
  func `An object lives as long as a reference that was taken, whatever number was expected`(expected: Int) {
    for takenCount in Set([0, 1, expected / 2, expected, expected + 1, 3 * expected]) {
      weak var object: Object?
      var taken: [Unmanaged<Object>] = []
      do {
        let new = Object()
        object = new
        var supply = ReferenceSupply(.passUnretained(new), expectedCount: expected)
        for _ in 0..<takenCount { taken.append(supply.take()) }
        supply.finish()
        withExtendedLifetime(new) {}
      }
      while let reference = taken.popLast() {
        #expect(object != nil, "of \(takenCount) references \(taken.count + 1) are left")
        reference.release()
      }
      #expect(object == nil, "\(takenCount) references were taken and released")
    }
  }
}
