import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Measuring

/// Records layouts of a tree, and makes the profile's outputs: of the layout with the median time, and for each element its
/// median time, so that a disturbance is not mistaken for the engine's work.
struct ProfileRun {
  let name: String
  let tree: LayoutTree
  let range: SizeRange
  /// The layout with the median time.
  private let trace: LayoutTrace
  /// The counts and times of the layouts.
  let profile: LayoutProfile
  /// The times of layouts that were not recorded, which took turns with those that were, in nanoseconds.
  private let silentTimes: [Double]

  /// - Parameter stepLimit: the most steps that one layout may take to be recorded. Default: any number.
  init(name: String, tree: LayoutTree, range: SizeRange, stepLimit: Int = .max) throws {
    (self.name, self.tree, self.range) = (name, tree, range)
    var context = LayoutContext()
    context.layout(tree, in: range)
    let steps = context.counters.steps
    guard steps <= stepLimit else {
      throw CommandFailure.badInput(
        "a layout of \(name) would be recorded in \(steps) steps, more than the \(stepLimit) that fit into memory; "
          + "--limit allows more")
    }
    let clock = SystemClock()
    var silentTimes: [Double] = []
    let traces = (0..<Self.candidateCount(steps: steps)).map { _ in
      var trace = LayoutTrace(clock: { clock.wallNanoseconds() })
      trace.reserveCapacity(steps)
      // The second recording is kept: memory that is touched for the first time, or is not in the processor's cache, takes
      // longer than most elements.
      for _ in 0..<2 { context.layout(tree, in: range, recording: &trace) }
      let start = clock.wallNanoseconds()
      context.layout(tree, in: range)
      silentTimes.append(Double(clock.wallNanoseconds() - start))
      return trace
    }
    self.silentTimes = silentTimes
    trace = traces.sorted { $0.duration < $1.duration }[(traces.count - 1) / 2]
    profile = LayoutProfile(of: tree, medianOf: traces)
  }

  /// Returns how many layouts to record: odd, so that there is a median, and bounded so that their traces
  /// take at most some hundred megabytes, unless one alone takes more.
  static func candidateCount(steps: Int) -> Int {
    (max(1, min(99, 1_000_000 / max(steps, 1))) - 1) / 2 * 2 + 1
  }

  /// The sentence about the time that recording takes.
  var overhead: String {
    let (recorded, silent) = (Double(profile.nanoseconds), silentTimes.median ?? .nan)
    let figures = [recorded / silent, recorded / 1000, silent / 1000].map(NumberText.figure)
    return
      "recording makes a layout take \(figures[0]) times as long: \(figures[1]) µs, and \(figures[2]) without "
      + "(medians of \(NumberText.counted(silentTimes.count, "layout")) of each, in turns)"
  }

  /// Returns the table with this number of elements.
  func table(topElements: Int) -> ProfileTable {
    let paths = ElementPaths(of: tree)
    return ProfileTable(
      kinds: profile.kinds.map { ProfileRow(name: $0.key, entry: $0.value) },
      elements: profile.topElements(topElements).map { element, entry in
        ProfileRow(name: tree.label(of: element), path: paths[element].description, entry: entry)
      }, nanoseconds: profile.nanoseconds, unattributedNanoseconds: profile.unattributedNanoseconds)
  }

  /// The most steps of a timeline: with more, the file takes gigabytes, and viewers refuse it.
  private static let mostSteps = 500_000

  /// Returns the steps that a timeline shows: all, or at most so many of the longest, each of at least
  /// `least` nanoseconds. The step around a shown step takes as long, and is shown too.
  func timelineSteps(most: Int = mostSteps) -> (shown: Int, all: Int, least: UInt64) {
    let durations = trace.events.map(\.duration).sorted(by: >)
    guard durations.count > most else { return (durations.count, durations.count, 0) }
    let least = durations[most] + 1
    return (durations.prefix { $0 >= least }.count, durations.count, least)
  }

  /// Returns the slices of the timeline, each before the slices nested in it: the layout, its halves and their elements.
  ///
  /// - Parameter mostSteps: the most steps; the longest ones if there are more.
  func slices(mostSteps: Int = mostSteps) -> [TraceSlice] {
    let least = timelineSteps(most: mostSteps).least
    let firstPlaced = trace.events.firstIndex { $0.purpose == .placing } ?? trace.events.count
    func slice(_ name: String, _ category: String, _ begin: UInt64, _ end: UInt64) -> TraceSlice {
      TraceSlice(name: name, category: category, begin: begin - trace.begin, duration: end - begin)
    }
    func steps(_ events: ArraySlice<LayoutTrace.Event>) -> [TraceSlice] {
      events.filter { $0.duration >= least }.map { event in
        var step = slice(tree.label(of: event.element), "\(event.outcome)", event.begin, event.end)
        step.details = [
          "element": event.element.description, "given": "\(event.given)", "size": "\(event.size)",
        ]
        return step
      }
    }
    return [
      slice("layout \(name)", "layout", trace.begin, trace.end),
      slice("measure", "half", trace.begin, trace.placingBegin),
    ] + steps(trace.events[..<firstPlaced]) + [slice("place", "half", trace.placingBegin, trace.end)]
      + steps(trace.events[firstPlaced...])
  }
}
