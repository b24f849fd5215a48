import Foundation
import Measuring
import StrictJSON

/// A script of a person's use of a list on a screen, step by step.
package struct FrameScript: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var action: Action
    /// How long the step takes.
    package var seconds: Double
    /// The speed of the list, or with which a fling begins; negative: up.
    var pointsPerSecond = 0.0
    /// The place that a jump goes to: 0 is the list's top, and 1 its end.
    var place = 0.0
    /// The number of rows that are inserted.
    var rowCount = 0
    /// The time from an edit to the next one.
    var editSeconds = 0.25
  }

  package enum Action: String, Hashable, Sendable, CaseIterable {
    /// The list appears, with none of its cells made.
    case open
    /// The list follows a finger at one speed.
    case drag
    /// The list decelerates after a flick as Apple's scroll views do: to 0.998 of its speed each millisecond.
    case fling
    /// The list decelerates likewise, from the speed with which it comes to its end.
    case dash
    /// The list is somewhere else in the next frame.
    case jump
    /// Rows are inserted above the screen, whose cells stay where they are.
    case insert
    /// The text size becomes larger, or what it was.
    case text
    /// A text of each cell in view changes, again and again, while the list follows a finger.
    case edit

    /// The keys of a step in a file, besides `action` and `seconds`.
    fileprivate var keys: [String] {
      switch self {
      case .open, .dash, .text: []
      case .drag, .fling: ["pointsPerSecond"]
      case .jump: ["to"]
      case .insert: ["rows"]
      case .edit: ["everySeconds", "pointsPerSecond"]
      }
    }

    fileprivate static let allKeys = Set(allCases.flatMap(\.keys)).sorted()
  }

  package var name: String
  package var steps: [Step]

  package init(name: String, steps: [Step]) { (self.name, self.steps) = (name, steps) }

  /// The shipped scripts.
  package static let all = [
    FrameScript(name: "open", steps: [Step(action: .open, seconds: 0.25)]),
    FrameScript(name: "fling", steps: [Step(action: .fling, seconds: 2, pointsPerSecond: 20_000)]),
    FrameScript(name: "dash", steps: [Step(action: .dash, seconds: 2.5)]),
    FrameScript(name: "edit", steps: [Step(action: .edit, seconds: 1.5, pointsPerSecond: 1_500)]),
    FrameScript(name: "insert", steps: [Step(action: .insert, seconds: 0.25, rowCount: 100)]),
    FrameScript(name: "text", steps: [Step(action: .text, seconds: 0.25)]),
  ]
}

// MARK: - Files

extension FrameScript {
  /// The value of a file's `format` key.
  package static let format = "layoutbench-script"

  /// Parses a script strictly: anything unknown, missing or out of range is an error that names its place.
  ///
  /// - Parameter file: The file's name in errors.
  package init(json data: Data, file: String) throws(FileError) {
    let object = try StrictObject(
      parsing: data, file: file, format: Self.format, version: 1, keys: ["name", "description", "steps"])
    name = try object.filledString("name")
    if object.has("description") { _ = try object.string("description") }
    steps = try object.array("steps") { value throws(FileError) in
      try Step(object.object(value, keys: ["action", "seconds"] + Action.allKeys))
    }
  }
}

extension FrameScript.Step {
  fileprivate init(_ object: StrictObject) throws(FileError) {
    let action: FrameScript.Action = try object.word("action")
    func number(_ key: String, _ range: ClosedRange<Double>) throws(FileError) -> Double {
      let number = try object.number(key)
      guard range.contains(number) else {
        let ends = [range.lowerBound, range.upperBound, number].map(NumberText.short)
        throw object.error(key, "expected \(ends[0]) to \(ends[1]), found \(ends[2])")
      }
      return number
    }
    if let other = FrameScript.Action.allKeys.first(where: { object.has($0) && !action.keys.contains($0) }) {
      throw object.error(other, "says nothing of the action \"\(action.rawValue)\"")
    }
    self.init(action: action, seconds: try number("seconds", 0.01...60))
    switch action {
    case .open, .dash, .text: break
    case .drag, .fling: pointsPerSecond = try number("pointsPerSecond", -1e6...1e6)
    case .jump: place = try number("to", 0...1)
    case .insert:
      rowCount = try object.integer("rows")
      guard 1...10_000 ~= rowCount else {
        throw object.error("rows", "expected 1 to 10,000, found \(rowCount)")
      }
    case .edit:
      editSeconds = try number("everySeconds", 0.01...60)
      if object.has("pointsPerSecond") { pointsPerSecond = try number("pointsPerSecond", -1e6...1e6) }
    }
  }
}
