import Testing

@testable import Benchmarking

@Suite("What perf says")
struct PerfTests {
  @Test("Counters are read by their events, and those that the machine lacks have no figure")
  func counters() {
    let counts = HardwareCounters.counts(
      in: """
        # started on Thu Nov 26 15:36:00 2026

        1204000,,instructions:u,410000,100.00,,
        640000,,cycles:u,410000,100.00,1.88,insn per cycle
        <not supported>,,branch-misses:u,0,100.00,,
        <not counted>,,cache-misses:u,0,0.00,,
        """)
    #expect(counts == ["instructions": 1_204_000, "cycles": 640_000])
    #expect(
      HardwareCounters(counts: counts).sentence
        == "In hardware a job takes 1,204,000 instructions, 640,000 cycles (1.88 instructions a cycle).")
  }

  @Test("A machine without counters has none, and not 0")
  func unsupported() {
    #expect(HardwareCounters.counts(in: "<not supported>,,instructions:u,0,100.00,,\n").isEmpty)
    #expect(HardwareCounters.counts(in: "").isEmpty)
  }

  @Test("Samples are counted by function, beside the instructions that the function took")
  func samples() throws {
    var sketch = GraphSketch()
    sketch.function("work", 900)
    sketch.function("swift_retain'work", 100)
    let symbols = SampledTime.symbols(
      in: """
             55d0 work
             55d4 work
             7fbc swift_retain
         ffffffff [unknown]

        """)
    #expect(symbols == ["work", "work", "swift_retain", "???"])
    let sampled = SampledTime(symbols: symbols, profile: sketch.profile, runner: SystemProcessRunner())
    let rows = Dictionary(uniqueKeysWithValues: sampled.rows.map { ($0.name, $0) })
    #expect(sampled.rows.first?.name == "work")
    #expect(rows["work"]?.share == 0.5 && rows["work"]?.instructionShare == 0.9)
    #expect(rows["swift_retain"]?.share == 0.25 && rows["swift_retain"]?.instructionShare == 0.1)
    // The kernel is not counted.
    #expect(rows["(no name)"]?.instructionShare == nil)
  }
}
