import StrictJSON

/// Slices as JSON for Perfetto (ui.perfetto.dev) and chrome://tracing: complete events, in microseconds.
///
/// Source: Google, "Trace Event Format".
package struct ChromeTrace: Sendable {
  private let slices: [TraceSlice]
  private let tracks: [Int: String]

  /// - Parameters:
  ///   - slices: the slices in any order.
  ///   - tracks: the names of tracks, by number; a track without one is shown by its number.
  package init(_ slices: [TraceSlice], tracks: [Int: String] = [:]) {
    self.slices = slices
    self.tracks = tracks
  }

  /// The file's text, one event per line, so that two files can be compared, with a line end at the end.
  ///
  /// - Complexity: linear in the number of slices.
  package var json: String {
    let names = tracks.sorted { $0.key < $1.key }.map { track, name in
      #"{"name":"thread_name","ph":"M","pid":1,"tid":\#(track),"args":{"name":\#(quotedJSON(name))}}"#
    }
    let events = (names + slices.map(Self.event)).joined(separator: ",\n")
    return #"{"displayTimeUnit":"ns","traceEvents":["# + "\n\(events)\n]}\n"
  }

  private static func event(_ slice: TraceSlice) -> String {
    let details = slice.details.sorted { $0.key < $1.key }
      .map { "\(quotedJSON($0.key)):\(quotedJSON($0.value))" }.joined(separator: ",")
    let (name, category) = (quotedJSON(slice.name), quotedJSON(slice.category))
    let (begin, duration) = (microseconds(slice.begin), microseconds(slice.duration))
    return #"{"name":\#(name),"cat":\#(category),"ph":"X","pid":1,"tid":\#(slice.track)"#
      + #","ts":\#(begin),"dur":\#(duration)"# + (details.isEmpty ? "" : #","args":{\#(details)}"#) + "}"
  }

  /// Returns the exact time, with three digits after the point if it is not whole.
  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let rest = nanoseconds % 1000
    return "\(nanoseconds / 1000)" + (rest == 0 ? "" : ".\(NumberText.padded(rest, digits: 3))")
  }
}

/// A span of time on a track, for programs that draw timelines.
package struct TraceSlice: Hashable, Sendable {
  package var name: String
  /// The category that programs can filter by: `computed`, `wait`.
  package var category: String
  /// The track: a worker's number, from 1. Slices of a track are nested or apart.
  package var track: Int
  /// The start in nanoseconds since the start of the trace.
  package var begin: UInt64
  /// The duration in nanoseconds.
  package var duration: UInt64
  /// Further details, by name.
  package var details: [String: String]

  package init(
    name: String, category: String, track: Int, begin: UInt64, duration: UInt64,
    details: [String: String] = [:]
  ) {
    self.name = name
    self.category = category
    self.track = track
    self.begin = begin
    self.duration = duration
    self.details = details
  }
}

/// Stacks in the folded form that flamegraph.pl, inferno and speedscope read: one line per stack, with its
/// frames from the outermost on separated by semicolons, a space and its weight.
///
/// Source: Brendan Gregg, "FlameGraph".
package enum FoldedStacks {
  /// Returns the lines, each with its line end. Stacks of weight 0 are skipped. Characters that the format
  /// forbids in names are replaced: semicolons by colons, line ends and other control characters by escapes.
  package static func text(_ stacks: some Sequence<(frames: [String], weight: UInt64)>) -> String {
    var text = ""
    for stack in stacks where stack.weight > 0 {
      text += stack.frames.map(frame).joined(separator: ";")
      text += " \(stack.weight)\n"
    }
    return text
  }

  private static func frame(_ name: String) -> String {
    String(name.map { $0 == ";" ? ":" : $0 }).onOneLine
  }
}
