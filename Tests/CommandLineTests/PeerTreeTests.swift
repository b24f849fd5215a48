import Foundation
import Testing

/// The trees that are sent to a peer: the peer here is a program that keeps every tree, and refuses it.
@Suite("Trees for peers")
struct PeerTreeTests {
  private typealias Members = [String: Any]

  /// The elements that a peer gets for each document, whose roots these are.
  private func elements(
    _ roots: [String], texts: String = "told", range: String = #"{"min": [375, 0], "max": [375, null]}"#
  ) throws -> [[JSON]] {
    let peer = try FakePeer(
      load: #"printf '%s\n' "$line" >>"${0%/*}/loads"; echo '{"ok":false,"refused":"it keeps it"}'"#)
    for (index, root) in roots.enumerated() {
      try peer.folder.appending(path: "\(index).json").write(
        #"{"format": "layout-spec", "version": 1, "constrainedSize": \#(range), "root": \#(root)}"#)
    }
    let cells = roots.indices.map { #"{"document": "\#($0).json", "subjects": ["keeper"]}"# }
    try Program.writeSuite(
      """
      "name": "trees", "rounds": 1, "cells": [\(cells.joined(separator: ", "))],
      "commands": [{"name": "keeper", "command": ["./worker"], "texts": "\(texts)"}]
      """, to: peer.suite)
    try Program.start("run", "--suite", peer.suite.path, "--out", peer.results.path).expect(
      0, output: "it is not measured so: it keeps it")
    let loads = try peer.folder.appending(path: "loads").text()
    return try loads.split(separator: "\n").map { try JSON(String($0))["tree"]["elements"].items }
  }

  private func box(_ element: JSON) -> NSDictionary { element["box"].value as? NSDictionary ?? [:] }

  private func stack(_ members: String, _ children: String...) -> String {
    #"{"type": "stack", \#(members), "children": [\#(children.joined(separator: ", "))]}"#
  }

  @Test func `Elements are boxes of flexbox, and what has no word there says why`() throws {
    let node = #"{"type": "node", "intrinsicSize": [40, 30]}"#
    func sized(_ style: String) -> String {
      #"{"type": "node", "intrinsicSize": [40, 30], "style": \#(style)}"#
    }
    let trees = try elements([
      stack(
        #""direction": "vertical", "spacing": 8"#, node, sized(#"{"spacingBefore": 3, "spacingAfter": 2}"#)),
      stack(
        #""direction": "horizontal", "flexWrap": "wrap", "lineSpacing": 4"#, node,
        sized(#"{"alignSelf": "start"}"#),
        sized(#"{"maxHeight": 20, "width": "50%", "flexGrow": 2}"#)),
      #"{"type": "inset", "insets": [1, 2, 3, 4], "child": {"type": "ratio", "ratio": 0.5, "child": \#(node)}}"#,
      stack(
        #""direction": "vertical""#, #"{"type": "overlay", "child": \#(node), "overlay": \#(node)}"#,
        #"{"type": "inset", "insets": ["inf", 0, 0, 0], "child": \#(node)}"#,
        stack(#""direction": "horizontal", "alignItems": "baselineFirst""#, node)),
      #"{"type": "text", "text": "hello", "style": {"width": 5, "flexGrow": 1}}"#,
    ])
    let plain: Members = ["justifyContent": "start", "alignItems": "stretch", "alignContent": "start"]
    func container(_ more: Members) -> NSDictionary { NSDictionary(dictionary: plain.merging(more) { $1 }) }
    // Spacing is a gap, and what a child adds is a margin. A box that is stretched has its size as a minimum.
    #expect(
      trees[0].map(box) == [
        container(["gap": 8, "width": 375]), ["minWidth": 40, "height": 30],
        ["minWidth": 40, "height": 30, "margin": [3, 0, 2, 0]],
      ])
    #expect(
      trees[1].map(box) == [
        container(["row": true, "wrap": true, "lineGap": 4, "width": 375]), ["width": 40, "minHeight": 30],
        ["width": 40, "height": 30, "alignSelf": "start"],
        ["width": "50%", "minHeight": 20, "maxHeight": 20, "flexGrow": 2],
      ])
    // In a container that is no stack a child grows to its height.
    #expect(
      trees[2].map(box) == [
        ["padding": [1, 2, 3, 4], "width": 375], ["aspectRatio": 2, "flexGrow": 1],
        ["minWidth": 40, "height": 30],
      ])
    #expect(
      trees[3].compactMap { $0["refused"].string } == [
        "the type overlay", "an inset that is negative or infinite", "alignment by baselines",
      ])
    #expect(trees[3].filter { $0["refused"].string != nil }.allSatisfy { $0["box"].isMissing })
    // Its final size stands for all that a style says.
    let text = trees[4][0]["box"]
    #expect(text["width"].number == 375 && text["height"].number == 20, "\(text)")
  }

  @Test func `A root takes its range, and a text that is measured has its words in place of a size`() throws {
    let trees = try elements(
      [#"{"type": "node"}"#, #"{"type": "text", "text": "ab c", "advance": 7}"#], texts: "measured",
      range: #"{"min": [10, 0], "max": [20, 30]}"#)
    #expect(trees[0].map(box) == [["minWidth": 10, "maxWidth": 20, "maxHeight": 30]])
    let text = trees[1][0]
    #expect(text["text"].value as? NSDictionary == ["string": "ab c", "advance": 7, "lineHeight": 20])
    #expect(text["box"]["height"].isMissing)
  }
}

@Suite("The peers' worker programs")
struct PeerWorkerTests {
  @Test(.enabled(if: hasPython, "There is no Python 3.10 here."))
  func `Their own tests pass, which need Python and a C compiler alone`() throws {
    let outcome = try python(
      "-B", "-m", "unittest", "discover", "Benchmarks/peers/tests",
      environment: ["PYTHONPATH": "Benchmarks/peers"])
    outcome.expect(0)
    // Of no tests at all it says that they are fine.
    #expect(!outcome.error.contains("Ran 0 tests"), "\(outcome.error)")
  }

  @Test(.enabled(if: hasCompiler, "There is no C compiler here."))
  func `The worker in C passes the kit with an engine that knows columns alone, and refuses rows`() throws {
    let folder = try Program.makeFolder()
    let engine = folder.appending(path: "columns").path
    let peers = URL.package.appending(path: "Benchmarks/peers").path
    try Program.start(
      "sh", "-c",
      "cc -I '\(peers)/native' '\(peers)'/native/*.c '\(peers)/tests/columns.c' -ldl -lm -o '\(engine)'",
      program: Program.onPath
    ).expect(0)
    let outcome = try Program.start("check-peer", engine)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.hasSuffix("12 passed, 0 failed\n"), "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "a row\n").count == 7, "\(outcome.output)")
    try doesAllWork(in: folder)
  }

  /// Expects that a suite measures the three kinds of work, and that all end in the same frames.
  private func doesAllWork(in folder: URL) throws {
    let text = #"{"type": "text", "text": "words that do not fit in a line of a hundred points"}"#
    try folder.appending(path: "column.json").write(
      """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [100, 0], "max": [100, null]},
       "root": {"type": "stack", "direction": "vertical", "children": [\(text), \(text), {"type": "node"}]}}
      """)
    let works = ["cold", "build", "edit"]
    let commands = works.map {
      #"{"name": "\#($0)", "command": ["./columns"], "texts": "measured", "work": "\#($0)"}"#
    }
    let file = try Program.writeSuite(
      """
      "name": "works", "threads": [1, 2], "commands": [\(commands.joined(separator: ", "))],
      "cells": [{"document": "column.json", "subjects": \(["spec.cold"] + works)}]
      """, to: folder.appending(path: "suite.json"))
    let out = folder.appending(path: "out")
    let outcome = try Program.start("run", "--suite", file.path, "--rounds", "3", "--out", out.path)
    #expect(
      outcome.exitCode == 0 && !outcome.output.contains("Left out"), "\(outcome.output)\(outcome.error)")
    let rows = try RunFiles(onlyIn: out).rows().filter { $0["phase"] == "measure" }
    #expect(Set(rows.compactMap { $0["subject"] }) == Set(works + ["spec.cold"]))
    #expect(Set(rows.compactMap { $0["checksum"] }).count == 1, "\(rows)")
    #expect(rows.allSatisfy { $0["status"] == "ok" }, "\(rows)")
  }

  private static var hasCompiler: Bool {
    (try? Program.start("cc", "--version", program: Program.onPath))?.exitCode == 0
  }

  private static var hasPython: Bool {
    (try? python("-c", "import sys; sys.exit(sys.version_info < (3, 10))"))?.exitCode == 0
  }
}

private func python(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
  try Program.start("python3", with: arguments, environment: environment, program: Program.onPath)
}
