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
    ("", "steps: expected one element at least, found none"),
    (#"{ "action": "flick", "seconds": 1 }"#, "steps[0].action: expected one of"),
    (#"{ "action": "open" }"#, "steps[0].seconds: is missing"),
    (#"{ "action": "open", "seconds": 0 }"#, "steps[0].seconds: expected 0.01 to 60, found 0"),
    (#"{ "action": "open", "seconds": 1e9 }"#, "steps[0].seconds: expected 0.01 to 60, found 1000000000"),
    (#"{ "action": "fling", "seconds": 1 }"#, "steps[0].pointsPerSecond: is missing"),
    (#"{ "action": "open", "seconds": 1, "rows": 2 }"#, #"steps[0].rows: says nothing of the action "open""#),
    (#"{ "action": "insert", "seconds": 1, "rows": 0 }"#, "steps[0].rows: expected 1 to 10,000, found 0"),
    (#"{ "action": "jump", "seconds": 1, "to": 1.5 }"#, "steps[0].to: expected 0 to 1, found 1.5"),
    (#"{ "action": "images", "seconds": 1 }"#, "steps[0].afterSeconds: is missing"),
    (
      #"{ "action": "images", "seconds": 1, "afterSeconds": -1 }"#,
      "steps[0].afterSeconds: expected 0 to 60, found -1"
    ),
    (#"{ "action": "type", "seconds": 1 }"#, "steps[0].everySeconds: is missing"),
    (
      #"{ "action": "type", "seconds": 1, "everySeconds": 0 }"#,
      "steps[0].everySeconds: expected 0.01 to 60, found 0"
    ),
    (#"{ "action": "filter", "seconds": 1 }"#, "steps[0].everySeconds: is missing"),
    (
      #"{ "action": "filter", "seconds": 1, "everySeconds": 1, "rows": 2 }"#,
      #"steps[0].rows: says nothing of the action "filter""#
    ),
    (#"{ "action": "rotate", "seconds": 1, "to": 0 }"#, #"steps[0].to: says nothing of the action "rotate""#),
    (
      #"{ "action": "expand", "seconds": 1, "pointsPerSecond": 1 }"#,
      #"steps[0].pointsPerSecond: says nothing of the action "expand""#
    ),
    (#"{ "action": "open", "seconds": 1, "speed": 2 }"#, "steps[0].speed: is not a known key"),
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
