import Testing

@testable import Benchmarking

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

  @Test(
    "All code that the compiler made of a function has the function's name",
    arguments: [
      ("StackLayoutSpec._write(to:)", "StackLayoutSpec._write(to:)"),
      ("specialized LayoutPass.layOut<A>(_:in:)", "LayoutPass.layOut(_:in:)"),
      ("closure #1 in closure #2 in specialized Pool.run(_:)", "Pool.run(_:)"),
      ("partial apply for closure #1 in Pool.run(_:)", "Pool.run(_:)"),
      ("static LayoutSession.with<A>(_:cancellation:_:)", "LayoutSession.with(_:cancellation:_:)"),
      (
        "protocol witness for LayoutContent._write(to:) in conformance StackLayoutSpec<A>",
        "StackLayoutSpec._write(to:)"
      ),
      ("Array<A>.append(_:)", "Array.append(_:)"), ("static Float.< infix(_:_:)", "Float.< infix(_:_:)"),
      ("PostNode.__deallocating_deinit", "PostNode.__deallocating_deinit"),
    ])
  func swift(_ demangled: String, _ name: String) {
    #expect(self.name("$s1", demangled) == name)
  }

  @Test func `C++ has no parameters and templates in its names, and C's stay as they are`() {
    #expect(name("malloc") == "malloc")
    #expect(
      name(
        "bool swift::RefCounts<swift::Bits<(swift::Inlined)1> >::doDecrementSlow<(swift::Deinit)1>(int, char)"
      )
        == "swift::RefCounts::doDecrementSlow")
    #expect(name("(below main)") == "(below main)")
    #expect(name("0x00000000005eb4f0") == "(no name)")
  }

  @Test(
    "A function that is kept apart by its callers is named by itself, and as a caller by the program's function"
  )
  func callers() {
    let function = CallGraph.Function(name: "malloc'swift_slowAlloc'swift_allocObject'$s1'2", object: "")
    let names = FunctionNames(of: [function], runner: demangler("f()"))
    #expect(names(function) == "malloc")
    #expect(names(function, asCaller: true) == "malloc")
    let freed = CallGraph.Function(name: "_swift_release_dealloc'swift_release'$s1'2", object: "")
    #expect(FunctionNames(of: [freed], runner: demangler("f()"))(freed, asCaller: true) == "f()")
  }

  @Test func `Without a toolchain the linker's names stay, and that is known`() {
    let function = CallGraph.Function(name: "$s1", object: "")
    let names = FunctionNames(of: [function], runner: demangler(exitCode: 127))
    #expect(names.isMangled)
    #expect(names(function) == "$s1")
  }
}
