import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Which runs can go on")
struct RunResumptionTests {
  private let temporary = TemporaryFolder()
  private var url: URL { temporary.url }
  private let build = BuildFacts(swiftVersion: "6.3", configuration: .release)

  private func resumption(
    of description: RunDescription, samples: [SampleRecord] = [], build: BuildFacts? = nil,
    git: GitState? = GitState(revision: "abc", isDirty: false)
  ) throws -> RunResumption {
    let folder = try makeRun(at: url.appending(path: UUID().uuidString), description, samples: samples)
    return try RunResumption(of: folder, build: build ?? self.build, git: git)
  }

  @Test func `Which runs can go on, and why others cannot, is as recorded`() throws {
    func run(_ change: (inout RunDescription) -> Void) -> RunDescription {
      changed(makeDescription(ending: nil), change)
    }
    func built(of hash: String) -> BuildFacts {
      BuildFacts(swiftVersion: "6.3", configuration: .release, sourceHash: hash)
    }
    let (plain, stamped) = (run { _ in }, run { $0.build.sourceHash = "1234567890ab" })
    let debug = BuildFacts(swiftVersion: "6.3", configuration: .debug)
    let (abc, def) = (GitState(revision: "abc", isDirty: false), GitState(revision: "def", isDirty: true))
    let long = String(repeating: "a", count: 39)
    let cases: [(name: String, run: RunDescription, build: BuildFacts, git: GitState?)] = [
      ("has not ended", plain, build, abc),
      ("was interrupted", makeDescription(ending: .interrupted), build, abc),
      ("another build", plain, debug, abc), ("another revision", plain, build, def),
      ("no known revision", plain, build, nil),
      (
        "another revision, which looks the same where it is cut short",
        run { $0.git?.revision = long + "1" }, build, GitState(revision: long + "2", isDirty: false)
      ),
      ("no known sources", stamped, build, abc), ("other sources", stamped, built(of: "2234567890ab"), abc),
      ("equal sources, which were committed since", stamped, built(of: "1234567890ab"), def),
      ("equal sources of no known revision", stamped, built(of: "1234567890ab"), nil),
      ("does not say what it was asked for", run { $0.request = nil }, build, abc),
      ("has no parts", run { $0.parts = nil }, build, abc),
      ("was merged", run { $0.parts?[0].runID = "other" }, build, abc),
    ]
    let answers = cases.map { item in
      let error = failure { try resumption(of: item.run, build: item.build, git: item.git) }
      return (item.name, (error?.message ?? "It can go on.") + "\n")
    }
    try expectRecorded(sections(answers), as: "resumption.txt")
  }

  @Test func `The parts of a run share its budget, each lasting to its end or to its last sample`() throws {
    var run = makeDescription(started: "2026-11-21T05:00:00.000Z", ending: nil)
    run.budgetSeconds = 100
    run.parts?[0].endedUTC = "2026-11-21T05:00:30.500Z"
    // The second was killed, and lasted until its last sample; the third before its first.
    for (hour, firstSequence) in [(6, 10), (7, 12)] {
      run.resume(
        commandLine: [], startedUTC: "2026-11-21T0\(hour):00:00.000Z", machineAtStart: MachineFacts(),
        firstSequence: firstSequence, warnings: [])
    }
    var samples = (8..<12).map { makeSample(sequence: $0) }
    for index in samples.indices { samples[index].utc = "2026-11-21T06:00:0\(index).000Z" }
    #expect(run.elapsed(samples: samples) == TimeSpan("33.5s"))
    let resumption = try resumption(of: run)
    #expect(resumption.remainingBudget(samples: samples) == TimeSpan("66.5s"))
    for index in samples.indices { samples[index].utc = "2026-11-22T06:00:00.000Z" }
    #expect(resumption.remainingBudget(samples: samples) == TimeSpan(nanoseconds: 0))
    // A damaged file may say that the second part began after the third.
    run.parts?[1].firstSequence = 20
    #expect(run.elapsed(samples: samples) == TimeSpan("30.5s"))
    run.budgetSeconds = nil
    #expect(try self.resumption(of: run).remainingBudget(samples: []) == nil)
  }

  @Test func `Samples of cells that the run does not have are an error with their line`() throws {
    let samples = [makeSample(), makeSample(makeCell(nodeCount: 7))]
    let resumption = try resumption(of: makeDescription(), samples: samples)
    let file = try resumption.folder.readSamples()
    try resumption.requireCells([makeCell(), makeCell(nodeCount: 7)], of: file)
    let error = failure { try resumption.requireCells([makeCell()], of: file) }
    #expect(error?.line == 3 && error?.message.contains("spec feed(1000) × 1 thread with 7 elements") == true)
  }

  @Test func `A run that goes on has not ended before its new part, and keeps start and warnings`() throws {
    var run = makeDescription(ending: .interrupted)
    run.endedUTC = "2026-11-21T05:21:00.000Z"
    let warning = Warning(cause: "Hot.", nextStep: "Cool.")
    run.warnings = [warning]
    run.resume(
      commandLine: ["layoutbench", "run", "--resume", "x"], startedUTC: "2026-11-21T06:00:00.000Z",
      machineAtStart: MachineFacts(logicalCores: 8), firstSequence: 9,
      warnings: [warning, Warning(cause: "Wet.", nextStep: "Dry.")])
    #expect(run.ending == nil && run.endedUTC == nil && !run.isFinished())
    #expect(run.warnings.map(\.cause) == ["Hot.", "Wet."])
    #expect(run.parts?.count == 2)
    run.finish(
      [], .complete, elapsedNanoseconds: 1, machineAtEnd: MachineFacts(logicalCores: 8),
      endedUTC: "2026-11-21T06:01:00.000Z")
    #expect(run.parts?.map(\.ending) == [.interrupted, .complete])
    #expect(run.parts?[1].endedUTC == "2026-11-21T06:01:00.000Z" && run.endedUTC == run.parts?[1].endedUTC)
    #expect(run.machineAtStart.logicalCores == 2, "The start is the first part's.")
    let copy: RunDescription = try StableJSON.read(
      StableJSON.data(of: run), file: "run.json", as: "a run", newest: SampleRecord.schema)
    #expect(copy == run)
  }

  @Test func `A used-up budget ends a run unless it is given more; machines are named`() throws {
    #expect(makeDescription(ending: .budget).isFinished())
    #expect(!makeDescription(ending: .budget).isFinished(givenMoreBudget: true))
    #expect(makeDescription(ending: .complete).isFinished(givenMoreBudget: true))
    #expect(!makeDescription(ending: nil).isFinished())
    let resumption = try resumption(of: makeDescription())
    #expect(resumption.warnings(machine: MachineFacts(cpuModel: "Fast", logicalCores: 2)).isEmpty)
    let causes = resumption.warnings(machine: MachineFacts(cpuModel: "Slow", logicalCores: 1)).map(\.cause)
    #expect(causes == ["The run began on another machine: Fast, 2 cores there, Slow, 1 core here."])
  }

  /// Killed at any moment: before the file, before its header, in it, in a row.
  @Test func `Samples are read and appended to wherever the file was cut, by one writer at a time`() throws {
    let header = CSVText.row(SampleRecord.columnNames)
    let row = CSVText.row(makeSample().fields)
    let whole = Array((header + row).utf8)
    let headerLength = header.utf8.count
    let folder = RunFolder(url: url)
    #expect(failure { try folder.readSamples() } != nil)
    try folder.write(makeDescription(ending: nil))
    #expect(try folder.readSamples().samples.isEmpty)
    try folder.openSamples().append(makeSample())
    #expect(try folder.readSamples().samples.count == 1)
    for length in [
      0, 1, 100, headerLength - 1, headerLength, headerLength + 1, whole.count - 1, whole.count,
    ] {
      try Data(whole[..<length]).write(to: folder.samplesFile)
      let kept = length == whole.count ? 1 : 0
      #expect(try folder.readSamples().samples.count == kept, "\(length) bytes")
      try folder.openSamples().append(makeSample(sequence: 1))
      let file = try folder.readSamples()
      #expect(
        file.samples.map(\.sequence) == Array((1 - kept)...1) && file.warnings.isEmpty, "\(length) bytes")
    }
    // A second writer is refused until the first is gone.
    var writer: SampleWriter? = try folder.openSamples()
    let error = failure { try folder.openSamples() }
    #expect(error?.message.contains("another process") == true && error?.file == folder.samplesFile.path)
    try writer?.append(makeSample(sequence: 2))
    writer = nil
    try folder.openSamples().append(makeSample(sequence: 3))
    #expect(try folder.readSamples().samples.map(\.sequence) == [0, 1, 2, 3])
  }
}

@Suite("A run that goes on")
struct ResumedRunTests {
  private let simulated = SimulatedRun(allocationCounter: FakeAllocationCounter())

  private func id(_ subject: String) -> CellID { simulated.id(subject) }
  private func cell(_ subject: String) -> Cell { simulated.cell(subject) }

  private func earlier(checksum: Double = 1, samples: Int = 0, failure: String? = nil) -> [CellID:
    EarlierCell]
  {
    [
      id("a"): EarlierCell(
        iterations: 5, batchNanoseconds: 5e6, checksum: checksum, sampleCount: samples, failure: failure)
    ]
  }

  @Test func `Wherever a run is cut, its second part does exactly what the first did not`() throws {
    let cells = [cell("a"), cell("b"), cell("c")]
    let whole = try simulated.run(RunPlan(cells: cells, rounds: 3)).observer
    for cut in 1..<whole.samples.count {
      var cutRun = simulated
      cutRun.interruption = Interruption()
      let first = RecordingObserver()
      first.whenSampled = { [interruption = cutRun.interruption] in if $1 >= cut { interruption.request() } }
      _ = try cutRun.run(RunPlan(cells: cells, rounds: 3), first)
      let done = first.samples.count
      let earlier = Dictionary(grouping: first.samples, by: \.cell).mapValues { samples in
        EarlierCell(
          iterations: samples[0].iterations, batchNanoseconds: 5e6, checksum: 1,
          sampleCount: samples.count { $0.phase == .measure && $0.pass == .time })
      }
      let plan = RunPlan(cells: cells, rounds: 3, completed: Set(first.units), earlier: earlier)
      let (outcome, second) = try simulated.run(plan)
      let rest = Set(whole.units).subtracting(first.units)
      #expect(second.progress.last.map { $0.unitsPlanned == rest.count { $0.pass == .time } } ?? rest.isEmpty)
      let units = first.units + second.units
      #expect(units.count == Set(units).count && Set(units) == Set(whole.units), "cut after \(done)")
      #expect(outcome.cells.map(\.sampleCount) == [3, 3, 3] && outcome.ending == .complete)
      #expect(outcome.cells.allSatisfy { $0.status == .measured && $0.reason == nil && $0.iterations == 5 })
    }
  }

  @Test func `The size of the batches is kept from the first part, and the cell is warmed up again`() throws {
    let earlier = EarlierCell(iterations: 77, batchNanoseconds: 9e6, checksum: 1)
    let observer = try simulated.run(RunPlan(cells: [cell("a")], rounds: 20, earlier: [id("a"): earlier]))
      .observer
    #expect(observer.samples.allSatisfy { $0.iterations == 77 })
    #expect(observer.calibrated.values.map(\.batchNanoseconds) == [9e6])
    #expect(observer.samples.count { $0.phase == .warmup } == 3, "A new process is cold.")
  }

  @Test func `A cell whose checksum differs from the earlier part's, or that failed there, fails`() throws {
    let (outcome, observer) = try simulated.run(
      RunPlan(cells: [cell("a"), cell("b")], rounds: 6, earlier: earlier(checksum: 2, samples: 4)))
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(
      outcome.cells[0].reason == "A batch gave the checksum 1.0, those of the run's earlier part 2.0.")
    #expect(outcome.cells[0].sampleCount == 4)
    #expect(observer.samples.filter { $0.cell.subject == "a" }.map(\.status) == [.checksumChanged])
    // On other threads too.
    let other = simulated.cell("a", threads: 2, checksum: 3)
    let threads = try simulated.run(
      RunPlan(
        cells: [cell("a"), other], rounds: 1, completed: [RunPlan.Unit(cell: id("a"), round: 0)],
        earlier: earlier(samples: 1))
    ).outcome.cells
    #expect(threads.map(\.status) == [.measured, .failed])
    #expect(threads[1].reason == "Its checksum is 3.0, but 1.0 of a feed(10) × 1 thread.")
    // One that failed stays so, and is not measured.
    let (failed, nothing) = try simulated.run(
      RunPlan(cells: [cell("a")], rounds: 2, earlier: earlier(failure: "It drifted.")))
    #expect(failed.cells.map(\.reason) == ["It drifted."] && failed.cells[0].status == .failed)
    #expect(nothing.samples.isEmpty && nothing.dropped.count == 1)
  }

  @Test func `A second part that is interrupted at once loses no sample of the first`() throws {
    simulated.interruption.request()
    let (outcome, observer) = try simulated.run(
      RunPlan(
        cells: [cell("a"), cell("b")], rounds: 4,
        completed: Set([0, 1].map { RunPlan.Unit(cell: id("a"), round: $0) }), earlier: earlier(samples: 2)))
    #expect(outcome.ending == .interrupted && observer.samples.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .leftOut])
    #expect(outcome.cells.map(\.sampleCount) == [2, 0])
  }
}
