import Foundation
import Testing

/// What a peer is sent: a program that keeps every tree, and refuses it.
@Suite("Trees for peers", .temporaryFolders)
struct PeerTreeTests {
  private typealias JSON = [String: Any]

  /// The elements that a peer gets for each document, whose roots these are.
  private func elements(
    _ roots: [String], texts: String = "told", range: String = #"{"min": [375, 0], "max": [375, null]}"#
  ) throws -> [[JSON]] {
    let folder = try Program.makeFolder()
    try Program.write(
      script: """
        #!/bin/sh
        while read -r line; do
          case "$line" in
          *'"request":"hello"'*) echo '{"ok":true,"version":2,"library":"Fake 1"}' ;;
          *) printf '%s\\n' "$line" >>"${0%/*}/loads"; echo '{"ok":false,"refused":"it keeps it"}' ;;
          esac
        done

        """, to: folder.appendingPathComponent("worker"))
    var cells: [JSON] = []
    for (index, root) in roots.enumerated() {
      try Data(
        #"{"format": "layout-spec", "version": 1, "constrainedSize": \#(range), "root": \#(root)}"#.utf8
      ).write(to: folder.appendingPathComponent("\(index).json"))
      cells.append(["document": "\(index).json", "subjects": ["keeper"]])
    }
    let suite: JSON = [
      "format": "layoutbench-suite", "version": 1, "name": "trees", "rounds": 1, "cells": cells,
      "commands": [["name": "keeper", "command": ["./worker"], "texts": texts]],
    ]
    let file = folder.appendingPathComponent("suite.json")
    try JSONSerialization.data(withJSONObject: suite).write(to: file)
    let outcome = try Program.start(
      "run", "--suite", file.path, "--out", folder.appendingPathComponent("out").path)
    #expect(
      outcome.output.contains("it is not measured so: it keeps it"), "\(outcome.output)\(outcome.error)")
    let loads = try contents(of: folder.appendingPathComponent("loads"))
    return try loads.split(separator: "\n").map { line in
      let load = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? JSON)
      return try #require((load["tree"] as? JSON)?["elements"] as? [JSON])
    }
  }

  private func box(_ element: JSON) -> NSDictionary { element["box"] as? NSDictionary ?? [:] }

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
    let plain: JSON = ["justifyContent": "start", "alignItems": "stretch", "alignContent": "start"]
    func container(_ more: JSON) -> NSDictionary {
      NSDictionary(dictionary: plain.merging(more) { $1 })
    }
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
      trees[3].compactMap { $0["refused"] as? String } == [
        "the type overlay", "an inset that is negative or infinite", "alignment by baselines",
      ])
    #expect(trees[3].filter { $0["refused"] != nil }.allSatisfy { $0["box"] == nil })
    // Its final size stands for all that a style says.
    let text = try #require(trees[4].first.map(box))
    #expect(text["width"] as? Double == 375 && text["height"] as? Double == 20, "\(text)")
  }

  @Test func `A root takes its range, and a text that is measured has its words in place of a size`() throws {
    let trees = try elements(
      [#"{"type": "node"}"#, #"{"type": "text", "text": "ab c", "advance": 7}"#], texts: "measured",
      range: #"{"min": [10, 0], "max": [20, 30]}"#)
    #expect(trees[0].map(box) == [["minWidth": 10, "maxWidth": 20, "maxHeight": 30]])
    let text = try #require(trees[1][0]["text"] as? NSDictionary)
    #expect(text == ["string": "ab c", "advance": 7, "lineHeight": 20])
    #expect(box(trees[1][0])["height"] == nil)
  }
}
