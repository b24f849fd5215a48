import Testing

@testable import Measuring
@testable import Reporting

@Suite("What perf says")
struct PerfTests {
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
