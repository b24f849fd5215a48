/// The path to a value: `root.children[3].style`. A path of many steps is shortened in the middle.
package struct JSONPath: CustomStringConvertible {
  private var steps: [String] = []

  /// The path of the top value.
  package init() {}

  /// Appends a step into an object. A key that is not a plain word is written `["like this"]`.
  package mutating func append(key: String) {
    let isWord = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isWord && !key.isEmpty && key.utf8.count <= 40 {
      steps.append(key)
    } else {
      append(bracketed: "[\"\(shortened(key.utf8))\"]")
    }
  }

  /// Appends a step into an array, by index from 0.
  mutating func append(index: Int) { append(bracketed: "[\(index)]") }

  private mutating func append(bracketed text: String) {
    // An index belongs to the key before it; an index behind another index is a step of its own.
    if let last = steps.last, last.last != "]" {
      steps[steps.count - 1] += text
    } else {
      steps.append(text)
    }
  }

  /// The number of steps shown at each end of a long path.
  package static let shownSteps = 8
  /// The number of steps up to which a path is written in full.
  package static let mostSteps = 3 * shownSteps

  /// The path; empty for the top value.
  package var description: String {
    guard steps.count > JSONPath.mostSteps else { return JSONPath.joined(steps[...]) }
    let first = JSONPath.joined(steps.prefix(JSONPath.shownSteps))
    let last = JSONPath.joined(steps.suffix(JSONPath.shownSteps))
    return first + JSONPath.gap(of: steps.count - 2 * JSONPath.shownSteps) + last
  }

  private static func joined(_ steps: ArraySlice<String>) -> String {
    steps.reduce(into: "") { path, step in path += path.isEmpty || step.first == "[" ? step : ".\(step)" }
  }

  /// Stands for the middle steps of a long path.
  package static func gap(of count: Int) -> String { ".(\(count) more)." }
}
