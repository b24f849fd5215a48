import Testing

@testable import Measuring
@testable import Reporting

@Suite("What perf says")
struct PerfTests {
  @Test func `Counters are read by their events, and those that the machine lacks have no figure`() {
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
      HardwareCounters(few: counts.mapValues { _ in 0 }, many: counts, jobs: 1).sentence
        == "In hardware a job takes 1,204,000 instructions, 640,000 cycles (1.88 instructions a cycle).")
    // A job counts what a process with more of them counts more, for events that both counted.
    let counters = HardwareCounters(
      few: ["instructions": 1_000, "cycles": 500, "cache-misses": 9],
      many: ["instructions": 5_000, "cycles": 2_500, "cache-misses": 5, "branch-misses": 80], jobs: 20)
    #expect(counters.counts == ["instructions": 200, "cycles": 100, "cache-misses": 0])
    #expect(counters.count(of: "instructions", jobs: 7) == 1_400)
    #expect(counters.count(of: "branch-misses", jobs: 7) == nil)
    let other = HardwareCounters(few: ["cycles": 0], many: ["cycles": 3_000, "branch-misses": 1], jobs: 20)
    #expect(other.change(from: counters) == "in hardware 150 cycles in place of 100")
  }

  @Test(arguments: [
    ("<not supported>,,instructions:u,0,100.00,,\n<not supported>,,cycles:u,0,100.00,,\n", 0, false),
    ("", 127, false), ("1204,,instructions:u,410000,100.00,,\n", 0, true),
    ("<not supported>,,instructions:u,0,100.00,,\n640,,cycles:u,410000,100.00,,\n", 0, true),
  ])
  func `A machine without counters has none, and not 0`(output: String, exitCode: Int32, areSupported: Bool) {
    #expect(HardwareCounters.counts(in: output).isEmpty != areSupported)
    let perf = FakeRunner { _, _ in ProcessResult(exitCode: exitCode, output: output) }
    #expect(HardwareCounters.areSupported(runner: perf) == areSupported)
  }

  private var sketch: GraphSketch { GraphSketch(["work": 900, "swift_retain'work": 100]) }

  @Test func `Samples are counted by function, beside the instructions that the function took`() throws {
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

  @Test func `In a flame graph a function has the time of its own samples and of its libraries'`() throws {
    var sketch = sketch
    sketch.call("work", "swift_retain'work", 10, costing: 100)
    let symbols = ["work", "swift_retain", "swift_retain", "swift_retain", "memmove_of_this_processor"]
    let sampled = SampledTime(
      symbols: symbols, jobNanoseconds: 500, profile: sketch.profile, runner: SystemProcessRunner())
    let tree = FlameTree(sketch.profile, sampled)
    // Functions that valgrind ran in another way have no place in the tree.
    #expect(abs((tree.children.first ?? tree).weights.nanoseconds! - 400) < 1e-9)
    #expect(FlameTree(sketch.profile).weights.nanoseconds == nil)
  }
}

@Suite("Names of functions")
struct FunctionNamesTests {
  /// A toolchain that writes this for any name.
  private func demangler(_ output: String = "", exitCode: Int32 = 0) -> FakeRunner {
    FakeRunner { arguments, _ in
      let names = arguments.drop { $0 != "--compact" }.dropFirst()
      return ProcessResult(exitCode: exitCode, output: names.map { _ in output + "\n" }.joined())
    }
  }

  private func name(_ linkerName: String, _ demangled: String = "") -> String {
    let function = CallGraph.Function(name: linkerName, object: "")
    return FunctionNames(of: [function], runner: demangler(demangled))(function)
  }

  @Test func `All code that the compiler made of a function has its name, as recorded`() throws {
    try expectRecordedResults("function-names.txt", count: 2) { text in
      text.split(separator: "\n").map { line in
        line.hasPrefix("$s1 ") ? name("$s1", String(line.dropFirst(4))) : name(String(line))
      }
    }
  }

  @Test func `A function kept apart by its callers is named by itself, and as a caller by the program's`() {
    let function = CallGraph.Function(name: "malloc'swift_slowAlloc'swift_allocObject'$s1'2", object: "")
    let names = FunctionNames(of: [function], runner: demangler("f()"))
    #expect(names(function) == "malloc")
    #expect(names(function, asCaller: true) == "malloc")
    let freed = CallGraph.Function(name: "_swift_release_dealloc'swift_release'$s1'2", object: "")
    #expect(FunctionNames(of: [freed], runner: demangler("f()"))(freed, asCaller: true) == "f()")
    // Without a toolchain the linker's names stay, and that is known.
    let mangled = CallGraph.Function(name: "$s1", object: "")
    let none = FunctionNames(of: [mangled], runner: demangler(exitCode: 127))
    #expect(none.isMangled && none(mangled) == "$s1")
  }
}
