import Foundation
import FrameReplay
import Testing

@testable import LayoutBenchmark
@testable import Measuring

@Suite("Scripts of frames")
struct FrameScriptTests {
  private func read(_ steps: String) throws(FileError) -> FrameScript {
    let text = """
      { "format": "layoutbench-script", "version": 1, "name": "mine", "description": "A test.", "steps": [\(steps)] }
      """
    return try FrameScript(json: Data(text.utf8), file: "mine.json")
  }

  @Test func `Each action is read with its keys`() throws {
    let script = try read(
      """
      { "action": "open", "seconds": 0.5 }, { "action": "fling", "seconds": 2, "pointsPerSecond": -8000 },
      { "action": "jump", "seconds": 0.1, "to": 0.5 }, { "action": "insert", "seconds": 1, "rows": 20 },
      { "action": "edit", "seconds": 1, "everySeconds": 0.1, "pointsPerSecond": 100 },
      { "action": "text", "seconds": 1 }, { "action": "dash", "seconds": 3 },
      { "action": "drag", "seconds": 1, "pointsPerSecond": 400 }, { "action": "rotate", "seconds": 0.5 },
      { "action": "images", "seconds": 2, "afterSeconds": 0.3, "pointsPerSecond": 600 },
      { "action": "images", "seconds": 1, "afterSeconds": 0 }, { "action": "expand", "seconds": 0.5 },
      { "action": "type", "seconds": 2, "everySeconds": 0.1 },
      { "action": "filter", "seconds": 3, "everySeconds": 0.2 }
      """)
    #expect(script.name == "mine")
    #expect(
      script.steps.prefix(8).map(\.action) == [.open, .fling, .jump, .insert, .edit, .text, .dash, .drag])
    #expect(script.steps.dropFirst(8).map(\.action) == [.rotate, .images, .images, .expand, .type, .filter])
    #expect(script.steps[9].pictureSeconds == 0.3 && script.steps[9].pointsPerSecond == 600)
    #expect(script.steps[10].pictureSeconds == 0 && script.steps[10].pointsPerSecond == 0)
    #expect(script.steps[12].editSeconds == 0.1 && script.steps[13].editSeconds == 0.2)
    #expect(script.steps[1].pointsPerSecond == -8000 && script.steps[2].place == 0.5)
    #expect(script.steps[3].rowCount == 20 && script.steps[4].editSeconds == 0.1)
  }

  @Test(arguments: [
    ("", "steps: an empty array; expected one element at least"),
    (#"{ "action": "flick", "seconds": 1 }"#, #"steps[0].action: "flick"; expected one of"#),
    (#"{ "action": "open" }"#, #"steps[0]: no key "seconds"; expected a number"#),
    (#"{ "action": "open", "seconds": 0 }"#, "steps[0].seconds: 0; expected 0.01 to 60"),
    (#"{ "action": "open", "seconds": 1e9 }"#, "steps[0].seconds: 1e9; expected 0.01 to 60"),
    (#"{ "action": "fling", "seconds": 1 }"#, #"steps[0]: no key "pointsPerSecond"; expected a number"#),
    (
      #"{ "action": "open", "seconds": 1, "rows": 2 }"#,
      #"steps[0].rows: unknown key "rows"; expected one of action, seconds"#
    ),
    (#"{ "action": "insert", "seconds": 1, "rows": 0 }"#, "steps[0].rows: 0; expected 1 to 10,000"),
    (#"{ "action": "jump", "seconds": 1, "to": 1.5 }"#, "steps[0].to: 1.5; expected 0 to 1"),
    (#"{ "action": "images", "seconds": 1 }"#, #"steps[0]: no key "afterSeconds"; expected a number"#),
    (
      #"{ "action": "images", "seconds": 1, "afterSeconds": -1 }"#,
      "steps[0].afterSeconds: -1; expected 0 to 60"
    ),
    (#"{ "action": "type", "seconds": 1 }"#, #"steps[0]: no key "everySeconds"; expected a number"#),
    (
      #"{ "action": "type", "seconds": 1, "everySeconds": 0 }"#,
      "steps[0].everySeconds: 0; expected 0.01 to 60"
    ),
    (#"{ "action": "filter", "seconds": 1 }"#, #"steps[0]: no key "everySeconds"; expected a number"#),
    (
      #"{ "action": "filter", "seconds": 1, "everySeconds": 1, "rows": 2 }"#,
      #"steps[0].rows: unknown key "rows"; expected one of action, seconds"#
    ),
    (
      #"{ "action": "rotate", "seconds": 1, "to": 0 }"#,
      #"steps[0].to: unknown key "to"; expected one of action, seconds"#
    ),
    (
      #"{ "action": "expand", "seconds": 1, "pointsPerSecond": 1 }"#,
      #"steps[0].pointsPerSecond: unknown key "pointsPerSecond"; expected one of action, seconds"#
    ),
    (
      #"{ "action": "open", "seconds": 1, "speed": 2 }"#,
      #"steps[0].speed: unknown key "speed"; expected one of action, seconds"#
    ),
  ])
  func `A mistake is named with its place`(steps: String, expected: String) {
    do throws(FileError) {
      _ = try read(steps)
      Issue.record("It was read.")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }
}
