import Foundation
import Testing

@Suite("The command budgets")
struct BudgetsTests {
  /// A file of budgets, and a `valgrind` that runs the program as it is and prints given counts.
  private struct Folder {
    let url: URL

    init(cells: String = #"{"workload":"feed(1)","subject":"spec.cold"}"#) throws {
      url = try Program.makeFolder()
      try file.write(#"{"format":"layoutbench-budgets","version":1,"build":"?","cells":[\#(cells)]}"#)
      try url.appending(path: "bin/valgrind").write(
        script: """
          #!/bin/sh
          [ "$1" = --version ] && { echo valgrind-3.0; exit 0; }
          while [ "${1#--}" != "$1" ]; do
            case "$1" in --callgrind-out-file=*) out=${1#*=} ;; esac
            shift
          done
          program=$(readlink -f "$1") requests=$(mktemp)
          tee "$requests" | "$@"
          # The jobs of the batches: the first warms up, and the part of the file about the second is the fourth.
          set -- $(sed -n 's/.*"iterations":\\([0-9]*\\).*/\\1/p' "$requests")
          rm -f "$requests"
          for part in "4 $2" "6 $3"; do
            count=$((1000000 + ${part#* } * LAYOUTBENCH_COUNT))
            printf 'events: Ir\\nob=%s\\nfn=job\\n1 %s\\ntotals: %s\\n' "$program" $count $count >"$out.${part% *}"
          done

          """)
    }

    var file: URL { url.appending(path: "budgets.json") }

    /// Runs the command where a job has this number of instructions; nil without valgrind.
    func run(_ options: String..., instructions: Int? = nil) throws -> Program.Outcome {
      let bin = url.appending(path: "bin").path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return try Program.start(
        "budgets", file.path, with: options,
        environment: [
          "PATH": instructions == nil ? "/nonexistent" : "\(bin):\(path)",
          "LAYOUTBENCH_COUNT": "\(instructions ?? 0)",
        ])
    }
  }

  @Test func `Budgets are set, kept, exceeded and renewed`() throws {
    let folder = try Folder()
    let before = try folder.file.text()
    // Without valgrind nothing is counted.
    try folder.run("--renew").expectRefusal(
      "layoutbench: instructions are counted with valgrind, which is missing", exitCode: 1)
    #expect(try folder.file.text() == before)
    let set = try folder.run("--renew", instructions: 3_000_000).expect(0)
    #expect(set.output.hasSuffix("Written to \(folder.file.path)\n"))
    #expect(
      try folder.file.text().contains(
        #"{ "workload": "feed(1)", "subject": "spec.cold", "instructions": 3000000, "allocations": 0, "references": 0, "#
      ))

    let kept = try folder.run(instructions: 3_050_000).expect(0, output: "3,000,000    3,050,000  +1.7% ")
    #expect(kept.error.isEmpty)

    let exceeded = try folder.run(instructions: 3_100_000).expect(2)
    #expect(
      exceeded.error == """
        regression: spec.cold feed(1) grew by 3.3%, from 3,000,000 to 3,100,000 instructions a job: +100,000 in job
        If that is meant, renew the budgets: scripts/layoutbench budgets --renew

        """)

    try folder.run(instructions: 2_000_000).expect(
      0, error: "note: spec.cold feed(1) shrank by 33.3%, from 3,000,000 to 2,000,000 instructions a job\n",
      "Renew the budgets, so that it stays so: scripts/layoutbench budgets --renew\n")

    #expect(try folder.run("--renew", instructions: 2_000_000).exitCode == 0)
    #expect(try folder.run(instructions: 2_000_000).error.isEmpty)
  }

  @Test func `A program of another build than the budgets' is not checked, even without valgrind`() throws {
    let folder = try Folder()
    #expect(try folder.run("--renew", instructions: 3_000_000).exitCode == 0)
    for change in [(#/Swift [0-9.]+/#, "Swift 5.0"), (#/x86_64|arm64/#, "riscv64")] {
      let text = try folder.file.text()
      try folder.file.write(text.replacing(change.0, with: change.1))
      let outcome = try folder.run().expect(0)
      #expect(outcome.output.hasPrefix("Nothing is checked: the budgets are of "))
      #expect(
        outcome.output.contains(change.1) && outcome.output.contains(", and this program is of Swift 6"))
      try folder.file.write(text)
    }
  }

  @Test(arguments: [
    (#"{"workload":"feed(1)","subject":"spec.cool"}"#, #"there is no subject "spec.cool""#),
    (#"{"workload":"fed(1)","subject":"spec.cold"}"#, "did you mean feed(N)?"),
    (#"{"workload":"wide(1)","subject":"node.first"}"#, "it is not written as nodes"),
  ])
  func `A cell that cannot be measured is bad input, with its line`(cell: String, reason: String) throws {
    let folder = try Folder(cells: "\n\n" + cell)
    let outcome = try folder.run("--renew", instructions: 5).expect(65)
    #expect(outcome.error.hasPrefix("layoutbench: \(folder.file.path):3: "), "\(outcome.error)")
    #expect(
      outcome.error.contains("cannot be measured: ") && outcome.error.contains(reason), "\(outcome.error)")
  }

  @Test func `The budgets of this package are read, and all of them are set`() throws {
    let file = URL.package.appending(path: "Benchmarks/budgets.json")
    let text = try file.text()
    let cells = text.matches(of: #/"workload"/#).count
    #expect(cells >= 16 && text.matches(of: #/"instructions": [1-9]/#).count == cells)
    #expect(text.contains("release build"))
    // The budgets are never for a debug build, so nothing is counted.
    guard Program.releases == nil else { return }
    let outcome = try Program.run("budgets")
    #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("Nothing is checked: "), "\(outcome.error)")
  }
}
