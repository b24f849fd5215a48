import Foundation
import LayoutDiagnostics
import LayoutSpecs
import LayoutWorkloads
import Testing

@testable import LayoutBenchmark

@Suite("Profiles in tables and traces")
struct ProfileTableTests {
  private func row(
    _ name: String, path: String? = nil, elements: Int = 1, own: UInt64, total: UInt64, texts: Int = 0
  ) -> ProfileRow {
    var entry = LayoutProfile.Entry()
    (entry.counters.measurements, entry.counters.computations) = (4, 2)
    (entry.counters.textMeasurements, entry.elementCount) = (texts, elements)
    (entry.selfNanoseconds, entry.totalNanoseconds) = (own, total)
    return ProfileRow(name: name, path: path, entry: entry)
  }

  private var table: ProfileTable {
    ProfileTable(
      kinds: [
        row("text", elements: 3, own: 1_000, total: 1_000, texts: 1),
        row("stack", elements: 2_000, own: 3_000, total: 4_000),
      ],
      elements: [row("text \"a, b\"", path: "root.children[0]", own: 1_000, total: 1_000)],
      nanoseconds: 5_000, unattributedNanoseconds: 1_000)
  }

  @Test func `A profile lists kinds and then elements, with the time that belongs to none`() {
    #expect(
      table.text() == """
        kind   elements measurements computations cache hits texts wrapped self µs  self total µs
        ------ -------- ------------ ------------ ---------- ------------- ------- ----- --------
        stack     2,000            4            2                             3.00 60.0%     4.00
        text          3            4            2                        1    1.00 20.0%     1.00
        (none)                                                                1.00 20.0%     5.00

        element     measurements computations cache hits texts wrapped self µs  self total µs path
        ----------- ------------ ------------ ---------- ------------- ------- ----- -------- ----------------
        text "a, b"            4            2                             1.00 20.0%     1.00 root.children[0]

        """)
    // Without elements there is the table of kinds alone, also of no time at all.
    let text = ProfileTable(
      kinds: [row("stack", own: 0, total: 0)], elements: [], nanoseconds: 0, unattributedNanoseconds: 0
    ).text()
    #expect(!text.contains("path") && text.contains("0.0%"))
  }

  @Test func `Every rule of a phase names code that there is`() throws {
    // Swift's own words for generated functions, and rules that are the end of many types' names.
    let compilers = [
      "init", "__allocating_init", "deinit", "deallocating_deinit", "destroy", "for", "outlined", "of",
      "setter",
    ]
    let files = FileManager.default.enumerator(
      at: URL.package.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var names: Set<Substring> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let declared = try file.text().matches(
        of: /\b(?:class|struct|enum|extension|func|var|let) ([A-Za-z_]\w*)/)
      names.formUnion(declared.map(\.1))
    }
    #expect(names.count > 1_000)
    for rule in SubjectProfile.phases.flatMap(\.value) {
      let words = rule.prefix { $0 != "(" }.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      for word in words where !compilers.contains(String(word)) {
        #expect(names.contains(word) || names.contains { $0.hasSuffix(word) }, "\(rule)")
      }
    }
  }

  @Test func `A Chrome trace is valid JSON, with times in microseconds`() throws {
    let trace = ChromeTrace(
      slices: [
        TraceSlice(
          name: "text \"a\"", category: "leaf", begin: 1_500, duration: 20, details: ["size": "{1, 2}"]),
        TraceSlice(name: "stack", category: "computed", begin: 1_000, duration: 3_000),
      ])
    #expect(
      trace.json == """
        {"displayTimeUnit":"ns","traceEvents":[
        {"name":"text \\"a\\"","cat":"leaf","ph":"X","pid":1,"tid":1,"ts":1.500,"dur":0.020,"args":{"size":"{1, 2}"}},
        {"name":"stack","cat":"computed","ph":"X","pid":1,"tid":1,"ts":1,"dur":3}
        ]}

        """)
    #expect(try JSON(trace.json)["traceEvents"].items.count == 2)
    #expect(try JSON(ChromeTrace(slices: []).json)["traceEvents"].items.isEmpty)
  }

  // MARK: Bounds

  @Test func `The layouts of a profile have a million steps together at most, unless one has more`() {
    for (steps, count) in [
      (0, 99), (1, 99), (10_000, 99), (10_102, 97), (253_087, 3), (400_000, 1), (9_000_000, 1),
    ] {
      #expect(ProfileRun.candidateCount(steps: steps) == count, "\(steps) steps")
    }
  }

  private func run(stepLimit: Int = .max) throws -> ProfileRun {
    let workload = try Catalogue.workload("feed(2)")
    return try ProfileRun(
      name: "feed", tree: workload.tree(seed: 1), range: workload.range, stepLimit: stepLimit)
  }

  @Test func `A timeline has the longest steps, each within the one around it, and says how many there are`()
    throws
  {
    let run = try run()
    let all = run.timelineSteps()
    #expect(all.shown == all.all && all.least == 0)
    let most = all.all / 3
    let steps = run.timelineSteps(most: most)
    #expect(steps.all == all.all && steps.shown <= most && steps.shown > 0)
    let (whole, part) = (run.slices(), run.slices(mostSteps: most))
    #expect(part.count == whole.count - all.all + steps.shown)
    #expect(part.allSatisfy { $0.details["element"] == nil || $0.duration >= steps.least })
  }

  @Test func `More steps than fit into memory are refused, with the numbers`() throws {
    let steps = try run().timelineSteps().all
    #expect(throws: Never.self) { try run(stepLimit: 2 * steps) }
    do {
      _ = try run(stepLimit: 1)
      Issue.record("It is recorded")
    } catch let failure as CommandFailure {
      #expect(failure.message.hasPrefix("a layout of feed would be recorded in"))
      #expect(failure.message.contains("more than the 1 that fit") && failure.message.contains("--limit"))
    }
  }
}
