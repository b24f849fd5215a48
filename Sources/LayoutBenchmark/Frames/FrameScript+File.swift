import Foundation
import FrameReplay
import Measuring

extension FrameScript.Action {
  /// The keys of a step in a file, besides `action` and `seconds`.
  fileprivate var keys: [String] {
    switch self {
    case .open, .dash, .text, .rotate, .expand: []
    case .drag, .fling: ["pointsPerSecond"]
    case .jump: ["to"]
    case .insert: ["rows"]
    case .edit: ["everySeconds", "pointsPerSecond"]
    case .images: ["afterSeconds", "pointsPerSecond"]
    case .type, .filter: ["everySeconds"]
    }
  }

  fileprivate static let allKeys = Set(allCases.flatMap(\.keys)).sorted()
}

extension FrameScript {
  /// The value of a file's `format` key.
  static let format = "layoutbench-script"

  /// Parses a script strictly: anything unknown, missing or out of range is an error that names its place.
  ///
  /// - Parameter file: The file's name in errors.
  init(json data: Data, file: String) throws(FileError) {
    let object = try StrictObject(
      parsing: data, file: file, format: Self.format, version: 1, keys: ["name", "description", "steps"])
    let name = try object.filledString("name")
    if object.has("description") { _ = try object.string("description") }
    let steps = try object.array("steps") { value throws(FileError) in
      try Step(object.object(value, keys: ["action", "seconds"] + Action.allKeys))
    }
    self.init(name: name, steps: steps)
  }
}

extension FrameScript.Step {
  fileprivate init(_ object: StrictObject) throws(FileError) {
    let action: FrameScript.Action = try object.word("action")
    func number(_ key: String, _ range: ClosedRange<Double>) throws(FileError) -> Double {
      let number = try object.number(key)
      guard range.contains(number) else {
        let ends = [range.lowerBound, range.upperBound].map(NumberText.short)
        throw object.error(key, expected: "\(ends[0]) to \(ends[1])")
      }
      return number
    }
    _ = try object.object(object.object, keys: ["action", "seconds"] + action.keys)
    self.init(action: action, seconds: try number("seconds", 0.01...60))
    // The speed of a finger may be missing if it is not all that the step says.
    for key in action.keys where object.has(key) || key != "pointsPerSecond" || action.keys.count == 1 {
      switch key {
      case "pointsPerSecond": pointsPerSecond = try number(key, -1e6...1e6)
      case "to": place = try number(key, 0...1)
      case "afterSeconds": pictureSeconds = try number(key, 0...60)
      case "everySeconds": editSeconds = try number(key, 0.01...60)
      default:
        rowCount = try object.integer(key)
        guard 1...10_000 ~= rowCount else {
          throw object.error(key, expected: "1 to 10,000")
        }
      }
    }
  }
}
