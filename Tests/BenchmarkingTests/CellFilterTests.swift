import Testing

@testable import Benchmarking

@Suite("Filters of cells")
struct CellFilterTests {
  private let cell = makeCell("spec.cold", workload: "grid(100, 20)", threads: 2)

  @Test func `Several texts are alternatives, and without any every cell is wanted`() {
    #expect(CellFilter().matches(cell))
    #expect(
      CellFilter(["manual", "spec.cold"]).matches(cell) && CellFilter(["spec.cold", "manual"]).matches(cell))
    #expect(CellFilter(["manual", "spec.cold"]).matches(makeCell("manual")))
    #expect(!CellFilter(["manual", "naive"]).matches(cell))
    #expect(CellFilter(["cold grid(100, 20) 2 threads serial"]).matches(cell))
    #expect(!CellFilter(["12 threads"]).matches(cell))
  }

  @Test func `What is excluded is so whatever else is wanted`() {
    #expect(!CellFilter(excluding: ["2 threads"]).matches(cell))
    #expect(!CellFilter(["spec.cold"], excluding: ["naive", "grid"]).matches(cell))
    #expect(CellFilter(["spec.cold"], excluding: ["naive", "feed"]).matches(cell))
  }

  @Test func `An asterisk stands for anything between parts in their order`() {
    for pattern in ["spec*2 threads", "*grid*", "spec*", "*", "", "s*p*e*c"] {
      #expect(CellFilter([pattern]).matches(cell), "\(pattern)")
    }
    for pattern in ["grid*spec", "spec*1 threads", "2 threads*threads"] {
      #expect(!CellFilter([pattern]).matches(cell), "\(pattern)")
    }
  }

  @Test func `A filter says what it asks for`() {
    #expect("\(CellFilter(["a", "b"], excluding: ["c", "d"]))" == #""a" or "b", without "c" or "d""#)
    #expect("\(CellFilter(excluding: ["c"]))" == #"anything, without "c""#)
  }
}
