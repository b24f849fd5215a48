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
    var text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
    var separator = ""
    for (track, name) in tracks.sorted(by: { $0.key < $1.key }) {
      text +=
        "\(separator){\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":\(track),\"args\":{\"name\":"
      text += quotedJSON(name)
      text += "}}"
      separator = ",\n"
    }
    for slice in slices {
      text += separator
      write(slice, into: &text)
      separator = ",\n"
    }
    return text + "\n]}\n"
  }

  private func write(_ slice: TraceSlice, into text: inout String) {
    text += "{\"name\":"
    text += quotedJSON(slice.name)
    text += ",\"cat\":"
    text += quotedJSON(slice.category)
    text += ",\"ph\":\"X\",\"pid\":1,\"tid\":\(slice.track)"
    text += ",\"ts\":\(Self.microseconds(slice.begin)),\"dur\":\(Self.microseconds(slice.duration))"
    if !slice.details.isEmpty {
      text += ",\"args\":{"
      for (index, detail) in slice.details.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        text += quotedJSON(detail.key)
        text += ":"
        text += quotedJSON(detail.value)
      }
      text += "}"
    }
    text += "}"
  }

  /// Returns the exact time, with three digits after the point if it is not whole.
  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let rest = nanoseconds % 1000
    guard rest != 0 else { return String(nanoseconds / 1000) }
    let digits = String(rest)
    return "\(nanoseconds / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }
}
