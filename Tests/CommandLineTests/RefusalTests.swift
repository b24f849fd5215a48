import Foundation
import Testing

/// Arguments that every command refuses in the same way. Refusals of only one command are in the command's own tests.
@Suite("What commands refuse")
struct RefusalTests {
  /// The recordings have a command line in each line, and below it the first line of the message. With
  /// `LAYOUTBENCH_RECORD` in the environment it is recorded anew: look at what changed before you keep it.
  @Test(arguments: [("wrong-usage.txt", 64, 95), ("bad-input.txt", 65, 32)] as [(String, Int32, Int)])
  func `Wrong usage and bad input are refused with the sentence of the recording`(
    name: String, exitCode: Int32, count: Int
  ) throws {
    let file = URL.package.appending(path: "Tests/CommandLineTests/Refusals/\(name)")
    let recorded = try file.text().split(separator: "\n")
    #expect(recorded.count { !$0.hasPrefix("#") && !$0.hasPrefix("  ") } == count)
    var said: [String] = []
    for line in recorded where !line.hasPrefix("  ") {
      said.append(String(line))
      if line.hasPrefix("#") { continue }
      let outcome = try Program.run(with: line.split(separator: " ").map { $0 == "''" ? "" : String($0) })
      outcome.expectRefusal(exitCode: exitCode)
      let lines = outcome.error.replacing(URL.package.path, with: "PACKAGE").split(separator: "\n")
      // Behind wrong usage is how to use the command.
      #expect(lines.count == 1 || exitCode == 64, "\(line): \(lines)")
      said.append("  \(lines.first ?? "")")
    }
    if ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil {
      try file.write(said.joined(separator: "\n") + "\n")
    } else {
      for (new, old) in zip(said, recorded) { #expect(new == old) }
      #expect(said.count == recorded.count)
    }
  }

  /// These end in a list of the runs that there are, which differ from checkout to checkout.
  @Test(arguments: [
    ("run --resume nonsense", "nonsense: there is no such run"),
    ("chart none/run", "none/run: there is no such run"),
    ("chart none/run -o /tmp/x", "none/run: there is no such run"),
    (
      "profile feed(1) --subject spec.cool",
      "there is no subject \"spec.cool\"; the nearest are spec.cold, spec.tree, spec.build, "
    ),
  ])
  func `What there is not is refused by its name`(arguments: String, words: String) throws {
    let outcome = try Program.run(with: arguments.split(separator: " ").map(String.init))
    outcome.expectRefusal("layoutbench: \(words)")
    #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
  }

  @Test(arguments: [
    "generate feed(1) -o", "layout Benchmarks/trees/header-left-right.json --format svg -o",
    "inspect feed(1) -o",
    "report results/reference/nodes -o", "profile feed(1) --trace",
  ])
  func `A command that writes a file writes over none without --force, or says why`(command: String) throws {
    let folder = try Program.makeFolder()
    let file = folder.appending(path: "file")
    func write(to path: String, _ options: [String] = []) throws -> Program.Outcome {
      try Program.run(
        with: command.split(separator: " ").map(String.init) + [path] + options,
        environment: ["LAYOUTBENCH_RENDERER": ""])
    }
    #expect(try write(to: file.path).exitCode == 0)
    #expect(try !Data(contentsOf: file).isEmpty)
    let other = Data("other".utf8)
    try other.write(to: file)
    let again = try write(to: file.path)
    again.expectRefusal(exitCode: 1)
    #expect(again.error == "layoutbench: \(file.path) is there already; --force writes over it\n")
    #expect(try Data(contentsOf: file) == other)
    #expect(try write(to: file.path, ["--force"]).exitCode == 0)
    #expect(try Data(contentsOf: file) != other)
    for options in [[], ["--force"]] {
      for (path, reason) in [
        (folder.path, "is a folder; name a file to write"),
        ("/no/such/folder/x", "cannot be written: there is no folder /no/such/folder; make it first"),
      ] {
        let refused = try write(to: path, options)
        refused.expectRefusal(exitCode: 1)
        #expect(refused.error == "layoutbench: \(path) \(reason)\n")
      }
    }
    #expect(folder.names == ["file"])
  }
}
