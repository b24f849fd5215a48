/// A script of a person's use of a list on a screen, step by step.
///
/// ```swift
/// let script = FrameScript(
///   name: "there and back",
///   steps: [
///     .init(action: .fling, seconds: 1.5, pointsPerSecond: 6_000), .init(action: .jump, seconds: 0.2, place: 0),
///   ])
/// ```
///
/// Unless it begins with `open`, the list has been on the screen before, and workers have done what there was to do.
public struct FrameScript: Hashable, Sendable {
  /// A part of a script, with one action.
  ///
  /// A replay stops the program if a number of a step is undefined or out of its range.
  public struct Step: Hashable, Sendable {
    /// The action of the step.
    public var action: Action
    /// How long the step takes, in seconds: up to an hour. A step of 0 seconds has no frame, and nothing happens.
    public var seconds: Double
    /// The speed of the list in points a second, or that with which a fling begins; negative: up. Finite. Default: 0.
    public var pointsPerSecond: Double
    /// The place that a jump goes to: 0 is the list's top, and 1 its end. Default: 0.
    public var place: Double
    /// The number of rows that are inserted, not negative. Default: 0.
    public var rowCount: Int
    /// The time from a change of `edit`, `type` or `filter` to the next one, in seconds: a thousandth or more. Default: 0.25.
    public var editSeconds: Double
    /// The time from when a cell comes into view to when its pictures are there, in seconds; not negative, and infinite if
    /// they never are. Default: 0.2.
    public var pictureSeconds: Double

    /// Creates a step. It needs those numbers that its action has.
    public init(
      action: Action, seconds: Double, pointsPerSecond: Double = 0, place: Double = 0, rowCount: Int = 0,
      editSeconds: Double = 0.25, pictureSeconds: Double = 0.2
    ) {
      (self.action, self.seconds, self.pointsPerSecond) = (action, seconds, pointsPerSecond)
      (self.place, self.rowCount) = (place, rowCount)
      (self.editSeconds, self.pictureSeconds) = (editSeconds, pictureSeconds)
    }

    func check() {
      let isValid =
        0...3_600 ~= seconds && pointsPerSecond.isFinite && 0...1 ~= place && rowCount >= 0
        && 0.001 ... .greatestFiniteMagnitude ~= editSeconds && pictureSeconds >= 0
      precondition(isValid, "A number of a step is out of its range")
    }
  }

  /// An action of a person, or a change of the list meanwhile.
  public enum Action: String, Hashable, Sendable, CaseIterable {
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
    /// The screen is turned: the list is as wide as the screen was high, or what it was.
    case rotate
    /// Cells get other heights some time after they came into view, once each, because their pictures arrive, while the list
    /// follows a finger.
    case images
    /// The text of one cell changes, the highest in view, again and again.
    case type
    /// The first cell in view becomes higher.
    case expand
    /// The list is filtered by what is typed, and shows its top: each letter leaves every other item of those that were left;
    /// in the second half of the step each letter is taken back.
    case filter
  }

  /// The script's name in tables.
  public var name: String
  /// The steps, one after the other. A script without steps has no frame.
  public var steps: [Step]

  /// Creates a script.
  public init(name: String, steps: [Step]) { (self.name, self.steps) = (name, steps) }

  /// The number of rows that the steps insert.
  var insertedCount: Int { steps.reduce(0) { $0 + $1.rowCount } }

  /// Returns the rows of a list: first those that the steps insert, which are negative, and then so many, from 0.
  package func rows(_ count: Int) -> [Int] { (0..<insertedCount).map { -1 - $0 } + Array(0..<count) }

  /// Returns the place of a row's cell among so many, which are used again and again.
  package static func cell(ofRow row: Int, among count: Int) -> Int { (row >= 0 ? row : -1 - row) % count }

  /// The list appears, and stands still for a quarter of a second.
  public static let open = FrameScript(name: "open", steps: [Step(action: .open, seconds: 0.25)])
  /// A flick at 20,000 points a second, as fast as a thumb, and two seconds of scrolling.
  public static let fling = FrameScript(
    name: "fling", steps: [Step(action: .fling, seconds: 2, pointsPerSecond: 20_000)])
  /// A flick from the top to the end of the list, and two and a half seconds of scrolling.
  public static let dash = FrameScript(name: "dash", steps: [Step(action: .dash, seconds: 2.5)])
  /// A text of each cell in view changes four times a second, for a second and a half at 1,500 points a second.
  public static let edit = FrameScript(
    name: "edit", steps: [Step(action: .edit, seconds: 1.5, pointsPerSecond: 1_500)])
  /// A hundred rows arrive above the screen.
  public static let insert = FrameScript(
    name: "insert", steps: [Step(action: .insert, seconds: 0.25, rowCount: 100)])
  /// The text size becomes larger.
  public static let text = FrameScript(name: "text", steps: [Step(action: .text, seconds: 0.25)])

  /// Four letters filter the list, and are taken back, four a second.
  public static let filter = FrameScript(name: "filter", steps: [Step(action: .filter, seconds: 2)])

  /// The scripts above.
  public static let all = [open, fling, dash, edit, insert, text, filter]
}
