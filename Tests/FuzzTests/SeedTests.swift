import Foundation
import LayoutTestSupport
import Testing

// `Targets` is a link to the sources of the program that libFuzzer runs. Compiled among the tests they follow every
// change of the modules, and what failed once runs without a build with libFuzzer's instrumentation, which takes
// minutes. A failure ends the process, as libFuzzer wants it.
@Suite("Targets of the fuzzer")
struct SeedTests {
  @Test(arguments: FuzzTarget.all.map(\.name)) func `No seed fails`(name: String) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
      FuzzTarget.isReplay = true
      let folder = URL.package.appending(path: "Fuzz/Seeds/\(name)")
      try run(name, folder.names.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) })
    }
    expectEnd(of: result)
  }

  @Test(arguments: ["edits", "lists", "nodes", "tables", "texts", "transitions"])
  func `No choices of chance fail`(name: String) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
      let seeds = 0..<(SlowTests.areOn ? 1000 : 20) as Range<UInt64>
      try run(
        name,
        seeds.map { seed in
          var random = SeededRandom(seed: seed)
          return ("seed \(seed)", (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        })
    }
    expectEnd(of: result)
  }

  /// The process ends well in any case, because the output of one that does not is lost.
  private func expectEnd(of result: ExitTest.Result?) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasSuffix("end\n"), "\(text.suffix(500))")
  }
}

/// Runs inputs with their names, and notes each.
private func run(_ name: String, _ inputs: [(name: String, bytes: [UInt8])]) throws {
  func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
  for number in [SIGABRT, SIGILL, SIGTRAP] { signal(number) { _ in _exit(EXIT_SUCCESS) } }
  let target = try #require(FuzzTarget(named: name))
  for input in inputs {
    note("\(name), \(input.name)")
    target.run(input.bytes)
  }
  note("end")
}
