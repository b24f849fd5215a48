import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("A worker process's answers")
struct WorkerServerTests {
  private let clock = ManualClock()

  private func server() -> WorkerServer {
    WorkerServer(environment: RunEnvironment(clock: clock, counters: FakeCounters())) {
      [clock] cell, isChecked in
      var cell = cell
      guard cell.id.subject == "known" else { throw WorkerError("'\(cell.id.subject)' is no subject") }
      (cell.id.nodeCount, cell.id.depth) = (3, 2)
      return Cell(id: cell.id) { FakeWorker(clock: clock, wall: 100, cpu: 70, checksum: isChecked ? 5 : 4) }
    }
  }

  private func answer(_ server: WorkerServer, _ line: String) throws -> WorkerProtocol.Reply {
    try JSONDecoder().decode(WorkerProtocol.Reply.self, from: server.answer(to: Data(line.utf8)))
  }

  private static let load =
    #"{"request":"load","cell":{"subject":"known","workload":"feed(1)","seed":7,"threads":1},"isChecked":true}"#

  @Test func `It says its version, loads a cell, and runs batches of it`() throws {
    let server = server()
    let hello = try answer(server, #"{"request":"hello","version":1}"#)
    #expect(hello.version == 1)
    #expect(try answer(server, Self.load).loaded == WorkerProtocol.LoadedCell(nodeCount: 3, depth: 2))
    let batch = try #require(try answer(server, #"{"request":"run","iterations":4}"#).batch)
    #expect(batch.wallNanoseconds == 400 && batch.cpuNanoseconds == 280)
    #expect(batch.checksum == 5 && batch.peakResidentBytes == nil)
    // Further keys in requests of later programs are ignored.
    let newer = Self.load.replacingOccurrences(of: #""seed":7"#, with: #""seed":7,"mood":"good""#)
    #expect(try answer(server, newer).error == nil)
  }

  @Test func `A second cell takes the first one's place, and one that cannot be loaded leaves none`() throws {
    let server = server()
    let run = #"{"request":"run","iterations":4}"#
    for checksum in [5.0, 4.0] {
      let load = checksum == 5 ? Self.load : Self.load.replacingOccurrences(of: "true", with: "false")
      #expect(try answer(server, load).error == nil)
      #expect(try answer(server, run).batch?.checksum == checksum)
    }
    #expect(try answer(server, Self.load.replacingOccurrences(of: "known", with: "odd")).error != nil)
    #expect(try answer(server, run).error == "run comes before load")
  }

  @Test func `Cells in slots stand beside each other, and are told if two results of a batch differ`() throws
  {
    let server = WorkerServer { cell, _ in
      let checksums = LockedValue(0.0)
      return Cell(id: cell.id) {
        let own = checksums.withLock { checksum in
          checksum += cell.id.seed == 7 ? 1 : 0
          return checksum
        }
        return FakeWorker(checksum: own)
      }
    }
    func request(_ name: String, _ slot: Int, _ more: String = "") -> String {
      #"{"request":"\#(name)","slot":{"number":\#(slot),"poolThreads":2}\#(more)}"#
    }
    func cell(_ seed: Int, _ threads: Int) -> String {
      #","cell":{"subject":"known","workload":"feed(1)","seed":\#(seed),"threads":\#(threads)}"#
    }
    #expect(try answer(server, request("load", 3, cell(7, 2))).loaded != nil)
    #expect(try answer(server, request("load", 4, cell(8, 1))).loaded != nil)
    let counted = #","iterations":4,"isCounted":true"#
    #expect(try answer(server, request("run", 3, counted)).batch?.workersDisagree == true)
    #expect(try answer(server, request("unload", 3)).error == nil)
    #expect(try answer(server, request("run", 3)).error == "run comes before load")
    #expect(try answer(server, request("run", 4)).batch != nil)
    // Without a slot it is alone, and two results are an error.
    #expect(
      try answer(server, Self.load.replacingOccurrences(of: #""threads":1"#, with: #""threads":2"#)).error
        == nil)
    #expect(try answer(server, request("run", 4)).error == "run comes before load")
    let alone = try answer(server, #"{"request":"run","iterations":4,"isCounted":true}"#)
    #expect(alone.error == "the job gave two different results in one batch")
  }

  @Test(arguments: [true, false])
  func `A refusal is told from a mistake`(isRefusal: Bool) throws {
    let server = WorkerServer { _, _ in throw WorkerError("it has no cells", isRefusal: isRefusal) }
    let reply = try answer(server, Self.load)
    #expect(reply.error == "it has no cells" && reply.isRefusal == (isRefusal ? true : nil))
  }

  @Test(arguments: [
    (["nonsense"], "a request was not understood"),
    ([#"{"request":"dance"}"#], "a request was not understood"),
    ([#"{"request":"run"}"#], "run comes before load"), ([#"{"request":"load"}"#], "load names no cell"),
    ([load, #"{"request":"run","iterations":0}"#], "a batch has 1 job or more, and not 0"),
    ([load.replacingOccurrences(of: "known", with: "odd")], "'odd' is no subject"),
    ([load.replacingOccurrences(of: #""threads":1"#, with: #""threads":0"#)], "a cell has 1 to"),
  ])
  func `What cannot be done is answered with the reason`(lines: [String], reason: String) throws {
    let server = server()
    let replies = try lines.map { try answer(server, $0) }
    #expect(replies.last?.error?.hasPrefix(reason) == true, "\(String(describing: replies.last))")
  }
}

@Suite("Worker processes")
struct WorkerProcessTests {
  private let temporary = TemporaryFolder()

  @Test func `Those that count hash alike, others as they come; refusals differ from mistakes`() throws {
    let program = temporary.url.appending(path: "program")
    try program.write(
      #"""
      #!/bin/sh
      read -r line; echo '{"version":1}'
      read -r line; echo "{\"error\":\"hashing $SWIFT_DETERMINISTIC_HASHING\",\"isRefusal\":true}"
      """#)
    let build = BuildCache.Build(executable: program, identifier: "x")
    let launcher = BuildLauncher(base: build, candidate: build)
    let usual = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] ?? ""
    for (isCounting, value) in [(true, "1"), (false, usual)] {
      let session = try launcher.launch(.base, placement: 0, padding: 10, isCounting: isCounting)
      defer { session.end() }
      #expect(throws: WorkerError("hashing \(value)", isRefusal: true)) {
        try session.load(Cell(id: makeCell("a")), isChecked: false)
      }
    }
  }

  @Test(arguments: [("", SIGTERM), ("trap '' TERM; ", SIGKILL)])
  func `A program that is killed is asked first, and takes along what it started`(trap: String, signal: Int32)
    throws
  {
    let process = try ChildProcess(
      ["sh", "-c", "\(trap)sleep 600 & echo; wait"], environment: nil, hasInput: false)
    _ = try process.output.read(upToCount: 1)
    process.kill()
    #expect(process.waitForEnd() == .signal(signal))
    // The output does not end as long as a process could write to it.
    #expect(process.output.readDataToEndOfFile().isEmpty)
  }
}

@Suite("A copy of a program for one process")
struct FreshCopyTests {
  private let temporary = TemporaryFolder()

  @Test func `It has the same bytes, may be run, and lies in a path as long as any other's`() throws {
    let program = temporary.url.appending(path: "program")
    try program.write(script: "#!/bin/sh\n")
    let copies = try (0..<20).map { _ in try FreshCopy(of: program) }
    #expect(Set(copies.map(\.url)).count == 20)
    #expect(Set(copies.map(\.url.path.utf8.count)).count == 1)
    for copy in copies {
      #expect(try Data(contentsOf: copy.url) == Data(contentsOf: program))
      #expect(FileManager.default.isExecutableFile(atPath: copy.url.path))
      copy.remove()
    }
    #expect(temporary.url.names == ["program"])
    // One that is not there is an error, and leaves nothing.
    try program.remove()
    #expect(throws: WorkerError.self) { try FreshCopy(of: program) }
    #expect(temporary.url.names.isEmpty)
  }

  /// A file that says of itself that it is loaded up to its 200th byte: a header of 64 bytes, and one program header of 56.
  private func image(byteCount: Int, entryOffset: UInt64 = 64, loadedOffset: UInt64 = 120) -> Data {
    var file = Data(repeating: 7, count: byteCount)
    func write(_ value: some FixedWidthInteger, at offset: Int) {
      withUnsafeBytes(of: value.littleEndian) { file.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
    file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    write(entryOffset, at: 32)
    write(UInt16(56), at: 54)
    write(UInt16(1), at: 56)
    write(loadedOffset, at: 64 + 8)
    write(UInt64(80), at: 64 + 32)
    return file
  }

  @Test func `Of a program what is loaded is copied, and an odd file as it is`() {
    let file = image(byteCount: 1_000)
    #expect(ProgramImage.loadedPart(of: file) == file.prefix(200))
    // Within other data the same.
    #expect(ProgramImage.loadedPart(of: (Data([1, 2, 3]) + file).dropFirst(3)) == file.prefix(200))
    for file in [
      Data(), Data([0x7F]), Data("#!/bin/sh\n".utf8), image(byteCount: 150), image(byteCount: 150).prefix(58),
      image(byteCount: 1_000, entryOffset: 990), image(byteCount: 1_000, entryOffset: .max),
      image(byteCount: 1_000, loadedOffset: .max), image(byteCount: 1_000, loadedOffset: 950),
    ] { #expect(ProgramImage.loadedPart(of: file) == file) }
  }

  @Test func `A copy of a real program runs`() throws {
    let cat = temporary.url.appending(path: "cat")
    try URL(fileURLWithPath: "/bin/cat").resolvingSymlinksInPath().copy(to: cat)
    let copy = try FreshCopy(of: cat)
    defer { copy.remove() }
    let process = try LineProcess(executable: copy.url, arguments: [], limit: 60)
    #expect(try process.ask(Data("hello".utf8)) == Data("hello".utf8))
    process.end()
  }
}
