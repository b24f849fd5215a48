import Foundation
import Testing

/// A peer's worker program, made for one test, and a suite of one workload that it lays out: `wide(2)`.
struct FakePeer {
  let folder: URL

  /// The answers to each request, as lines of a shell's `case`. Requests that are left out get the right answer.
  init(hello: String? = nil, load: String? = nil, run: String? = nil, frames: String? = nil) throws {
    try self.init(
      script: """
        #!/bin/sh
        echo $$ >>"${0%/*}/pids"
        while read -r line; do
          case "$line" in
          *'"request":"hello"'*) \(hello ?? #"echo '{"ok":true,"version":2,"library":"Fake 1"}'"#) ;;
          *'"request":"load"'*) \(load ?? #"echo '{"ok":true,"elements":3}'"#) ;;
          *'"request":"run"'*) \(run ?? #"echo '{"ok":true,"nanoseconds":6000000,"checksum":12.5}'"#) ;;
          *'"request":"frames"'*) \(frames ?? #"echo '{"ok":true,"frames":[0,0,1000,50,0,0,500,50,500.4,0,500,50]}'"#) ;;
          *) echo '{"ok":false,"error":"no such request"}' ;;
          esac
        done

        """)
  }

  init(script: String, workload: String = "wide(2)") throws {
    folder = try Program.makeFolder()
    try worker.write(script: script)
    try Program.writeSuite(
      """
      "name": "fake", "rounds": 2, "cells": [{"workload": "\(workload)", "subjects": ["spec.cold", "peer.yoga"]}]
      """, to: suite)
  }

  var worker: URL { folder.appending(path: "worker") }
  var suite: URL { folder.appending(path: "suite.json") }
  var results: URL { folder.appendingPathComponent("results", isDirectory: true) }

  func measure(
    _ options: String..., limit: String = "20", interruptWhen: (() -> Bool)? = nil
  ) throws -> Program.Outcome {
    try Program.start(
      "run", "--suite", suite.path, "--out", results.path, with: options,
      environment: ["LAYOUTBENCH_PEER_WORKER": worker.path, "LAYOUTBENCH_PEER_LIMIT": limit],
      interruptWhen: interruptWhen)
  }

  var rows: [[String: String]] { (try? RunFiles(onlyIn: results))?.rows() ?? [] }

  /// Whether every process that was started is gone, zombies included.
  var isGone: Bool {
    let text = (try? folder.appending(path: "pids").text()) ?? ""
    let identifiers = text.split(separator: "\n").compactMap { pid_t($0) }
    return !identifiers.isEmpty && identifiers.allSatisfy { kill($0, 0) == -1 && errno == ESRCH }
  }
}

@Suite("Peers")
struct PeerTests {
  @Test func `A peer's samples have the time that it reports; two workers are two processes`() throws {
    let peer = try FakePeer()
    try peer.measure("--threads", "1,2").expect(0)
    let rows = peer.rows.filter { $0["subject"] == "peer.yoga" && $0["phase"] == "measure" }
    #expect(rows.compactMap { $0["threads"] }.sorted() == ["1", "1", "2", "2"])
    for row in rows {
      #expect(
        row["wall_ns"] == "6000000" && row["cpu_ns"] == "" && row["checksum"]?.hasPrefix("12.5") == true)
      #expect(row["pass"] == "time", "Nothing is counted in another process.")
    }
    let pids = try peer.folder.appending(path: "pids").text()
    // One whose frames are checked, and the workers of both cells.
    #expect(pids.split(separator: "\n").count == 4, "\(pids)")
    #expect(peer.isGone)
  }

  @Test func `A peer that refuses an element, or gives other frames, is left out with the reason`() throws {
    let refusing = try FakePeer(load: #"echo '{"ok":false,"refused":"a word","element":2}'"#)
    let differing = try FakePeer(frames: #"echo '{"ok":true,"frames":[0,0,1000,50,0,0,50,50,50,0,50,50]}'"#)
    for (peer, reason) in [
      (refusing, "root.children[1] cannot be said to the engine: a word"),
      (differing, "its frames differ by 450.0 points at #1"),
    ] {
      try peer.measure().expect(0, output: "Left out:", reason)
      #expect(
        peer.rows.contains { $0["subject"] == "spec.cold" }
          && !peer.rows.contains { $0["subject"] == "peer.yoga" })
      #expect(peer.isGone)
    }
  }

  @Test(
    arguments: [
      ("exit 3", nil, nil, "ended with exit code 3"),
      (nil, "echo 'out of paper' >&2; exit 4", nil, "ended with exit code 4: out of paper"),
      (nil, nil, "kill -9 $$", "ended by signal 9"), (nil, nil, "echo 'what?'", "answered nonsense: what?"),
      (nil, nil, "echo '{\"ok\":true}'", "answered nonsense: {\"ok\":true}"),
      (nil, nil, "echo '{\"ok\":false,\"error\":\"tired\"}'", "the peer could not: tired"),
      ("echo '{\"ok\":true,\"version\":1,\"library\":\"x\"}'", nil, nil, "version 1 of the protocol"),
      (nil, "echo '{\"ok\":true,\"elements\":7}'", nil, "7 elements, and not 3"),
    ] as [(String?, String?, String?, String)])
  func `A peer that fails, fails alone`(hello: String?, load: String?, run: String?, reason: String) throws {
    let peer = try FakePeer(hello: hello, load: load, run: run)
    try peer.measure().expect(1, output: "Failed:", reason, error: "failed: peer.yoga wide(2)")
    #expect(peer.rows.contains { $0["subject"] == "spec.cold" && $0["phase"] == "measure" })
    #expect(peer.isGone)
  }

  @Test(arguments: [true, false])
  func `A peer that hangs, or reads nothing more, is given up after its limit`(isReading: Bool) throws {
    let peer =
      try isReading
      ? FakePeer(run: "exec sleep 600")
      : FakePeer(script: "#!/bin/sh\necho $$ >>\"${0%/*}/pids\"\nexec sleep 600\n", workload: "wide(20000)")
    try peer.measure(limit: "0.5").expect(1, output: "did not answer within 0.5 s")
    #expect(peer.isGone)
  }

  @Test func `A peer ends with its worker, which is killed while the peer hangs`() throws {
    let peer = try FakePeer(run: "exec sleep 60")
    try peer.measure("--job-limit", "1s").expect(1, output: "did not answer within 1.0 s")
    #expect(peer.isGone)
    let loading = try FakePeer(load: "exec sleep 60")
    try loading.measure { loading.folder.appending(path: "pids").exists }.expect(130)
    #expect(loading.isGone)
  }

  @Test func `Interrupting a run keeps what was measured and ends the peers: exit code 130`() throws {
    let peer = try FakePeer(run: #"sleep 0.01; echo '{"ok":true,"nanoseconds":6000000,"checksum":12.5}'"#)
    try peer.measure("--rounds", "100000") {
      peer.rows.contains { $0["subject"] == "peer.yoga" && $0["phase"] == "measure" }
    }.expect(130)
    #expect(peer.isGone)
    let run = try RunFiles(onlyIn: peer.results)
    #expect(try run.description()["ending"].string == "interrupted")
    #expect(run.rows().allSatisfy { !$0.isEmpty })
    #expect(try !run.rows(of: "summary.csv").isEmpty)
  }

  @Test func `Where the peers are not installed one line says what to run, the rest is measured`() throws {
    let checkout = try Program.makeFolder()
    try Program.writeSuite(
      """
      "name": "fake", "rounds": 2, "cells": [
        {"workload": "wide(2)", "subjects": ["spec.cold", "peer.yoga", "peer.taffy.told"]},
        {"workload": "wide(3)", "subjects": ["peer.yoga"]}]
      """, to: checkout.appending(path: "Benchmarks/suites/fake.json"))
    let outcome = try Program.start("run", "--suite", "fake", in: checkout).expect(0)
    #expect(outcome.error.components(separatedBy: "scripts/install-peers").count == 2, "\(outcome.error)")
    #expect(outcome.output.contains("peer.taffy.told wide(2) × 1 thread: the peers are not installed"))
    #expect(outcome.output.contains("spec.cold"))
  }

  @Test func `A suite names a program beside it as a subject, by a way that a resumed run finds`() throws {
    let peer = try FakePeer()
    func run(_ name: String, _ command: String = "./worker", out: URL) throws -> Program.Outcome {
      try Program.writeSuite(
        """
        "name": "mine", "rounds": 2, "commands": [{"name": "\(name)", "command": ["\(command)", "--fast"]}],
        "cells": [{"workload": "wide(2)", "subjects": ["spec.cold", "\(name)"]}]
        """, to: peer.suite)
      return try Program.start("run", "--suite", peer.suite.path, "--out", out.path)
    }
    try run("mine", out: peer.results).expect(0)
    #expect(peer.rows.contains { $0["subject"] == "mine" && $0["workload"] == "wide(2)" })
    let description = try RunFiles(onlyIn: peer.results).descriptionFile.text()
    #expect(description.contains("\"../../worker\"") && !description.contains(peer.worker.path))
    // It has a name of its own, and one that is not there is named, and the rest is measured.
    try run("spec.same", out: peer.results).expect(65, error: "has the name of a subject")
    try run("mine", "./nowhere", out: peer.folder).expect(1, output: "spec.cold", error: "mine wide(2)")
  }

  @Test func `The kit for authors says in which check a peer is wrong, and how`() throws {
    let silent = try Program.run("check-peer", "false").expect(1, output: "the peer ended with exit code 1")
    #expect(silent.output.hasSuffix("0 passed, 1 failed\n"), "\(silent.output)")
    let peer = try FakePeer()
    try Program.run("check-peer", peer.worker.path).expect(
      1, output: "ok        It greets", "the peer answered nonsense: 3 elements, and not 13")
    let content = try FakePeer(
      script: "#!/bin/sh\nwhile read -r line; do echo '{\"ok\":true,\"version\":2}'; done\n")
    let contented = try Program.run("check-peer", content.worker.path)
    #expect(
      contented.output.contains(#"it is content with {"request": "hello", "version": 99}"#),
      "\(contented.output)")
    try Program.run("check-peer").expect(64, error: "name a program")
  }
}
