/// The program that measures: facts that its runs record, and a place for messages. The command line provides it.
package protocol MeasuringHost: AnyObject {
  /// The command line without full paths.
  var commandLine: [String] { get }
  /// The revision that labels results; nil if unknown.
  var git: GitState? { get }
  var build: BuildFacts { get }
  /// Warnings of runs, in which this program is the worker.
  var warnings: [Warning] { get }

  /// Says a line, such as a warning, to people.
  func say(_ line: String)
  /// Shows a line of progress, until the next one.
  func show(_ line: String)
  /// Removes the line of progress.
  func clear()
  /// Does work that a signal asks to stop: it says so once, and calls `hurry` behind the request.
  func interruptible<Result>(
    _ interruption: Interruption, saying message: String, hurry: (@Sendable () -> Void)?,
    _ work: () throws -> Result
  ) rethrows -> Result
}
