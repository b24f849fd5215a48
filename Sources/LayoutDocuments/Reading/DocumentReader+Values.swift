import LayoutSpecs

extension DocumentReader {
  /// A number that fulfils a condition.
  func number(
    at index: Int, expected: String = "a number", where condition: (Double) -> Bool = { _ in true }
  ) throws(DocumentError) -> Double {
    guard json.values[index].kind == .number else { throw failure(at: index, expected: expected) }
    let value = json.number(at: index)
    guard condition(value) else { throw failure(at: index, expected: expected) }
    return value
  }

  /// Points that may be negative.
  func points(at index: Int) throws(DocumentError) -> Double {
    try number(at: index, expected: "a number of points between -10000000 and 10000000") {
      $0.isValidOffset
    }
  }

  /// Points of a length.
  func length(at index: Int, orElse other: String = "") throws(DocumentError) -> Double {
    try number(at: index, expected: "0 or more and less than 10000000 points\(other)") { $0.isValidLength }
  }

  /// A flex factor.
  func factor(at index: Int) throws(DocumentError) -> Double {
    try number(at: index, expected: "a factor, 0 or more and less than 10000000") { $0.isValidLength }
  }

  /// A pixel grid's scale.
  func scale(at index: Int) throws(DocumentError) -> Double {
    try number(at: index, expected: "pixels per point, from 0.001 to 1000") { PixelGrid.scales.contains($0) }
  }

  func string(at index: Int) throws(DocumentError) -> String {
    guard json.values[index].kind == .string else { throw failure(at: index, expected: "a string") }
    return json.string(at: index)
  }

  func boolean(at index: Int) throws(DocumentError) -> Bool {
    switch json.values[index].kind {
    case .true: return true
    case .false: return false
    default: throw failure(at: index, expected: "true or false")
    }
  }

  /// A value of an enumeration, by its name.
  func value<Value>(at index: Int, _ table: NameTable<Value>) throws(DocumentError) -> Value {
    guard json.values[index].kind == .string else { throw failure(at: index, expected: oneOf(table.names)) }
    let name = json.utf8(at: index)
    guard let value = table.value(named: name) else {
      throw failure(
        at: index, text(of: index), expected: oneOf(table.names),
        suggestion: nearestName(to: name, among: table.names))
    }
    return value
  }

  /// The length of a size: points that are not negative, a percentage or `auto`.
  func dimension(at index: Int) throws(DocumentError) -> Dimension {
    switch json.values[index].kind {
    case .number:
      return .points(try length(at: index))
    case .string:
      do throws(DimensionError) {
        return try Dimension(parsing: json.string(at: index))
      } catch {
        throw failure(
          at: index, "\(text(of: index)), where \(error.reason)",
          expected: "a number of points, \"70pt\", \"50%\" or \"auto\"")
      }
    default:
      throw failure(at: index, expected: "a number of points, \"70pt\", \"50%\" or \"auto\"")
    }
  }
}

// MARK: - Arrays of numbers

extension DocumentReader {
  /// The items of an array that has to have this many.
  func items(at index: Int, count: Int, expected: String) throws(DocumentError) -> [Int] {
    guard json.values[index].kind == .array else { throw failure(at: index, expected: expected) }
    let found = json.itemCount(of: index)
    guard found == count else {
      throw failure(at: index, "an array of \(found)", expected: expected)
    }
    return Array(json.items(of: index))
  }

  /// `[x, y]`.
  func point(at index: Int) throws(DocumentError) -> Point {
    let items = try items(at: index, count: 2, expected: "[x, y] in points")
    return Point(try points(at: items[0]), try points(at: items[1]))
  }

  /// `[width, height]` of something that has a size of its own.
  func intrinsicSize(at index: Int) throws(DocumentError) -> Size {
    let items = try items(at: index, count: 2, expected: "[width, height] in points")
    return Size(try length(at: items[0]), try length(at: items[1]))
  }

  /// `[top, left, bottom, right]`, each a number or `"inf"`.
  func insets(at index: Int) throws(DocumentError) -> EdgeInsets {
    let items = try items(
      at: index, count: 4, expected: "[top, left, bottom, right], each a number of points or \"inf\"")
    let expected = "a number of points between -10000000 and 10000000, or \"inf\""
    let inset = { (item: Int) throws(DocumentError) -> Double in
      if json.values[item].kind == .string && json.utf8(at: item).elementsEqual("inf".utf8) {
        return .infinity
      }
      return try number(at: item, expected: expected) { $0.isValidOffset }
    }
    return EdgeInsets(
      top: try inset(items[0]), left: try inset(items[1]), bottom: try inset(items[2]),
      right: try inset(items[3]))
  }

  /// `{"min": [0, 0], "max": [320, null]}`; null in `max` is infinity.
  func sizeRange(at index: Int) throws(DocumentError) -> SizeRange {
    let form = "{\"min\": [width, height], \"max\": [width, height]}"
    let members = try members(of: index, SizeRangeKey.self, expected: form)
    let minIndex = try require(.min, in: members, of: index, expected: form)
    let maxIndex = try require(.max, in: members, of: index, expected: form)
    let lows = try items(at: minIndex, count: 2, expected: "[width, height] in points")
    let highs = try items(at: maxIndex, count: 2, expected: "[width, height], each in points or null")
    var lengths: [(low: Double, high: Double)] = []
    for (low, high) in zip(lows, highs) {
      let minimum = try length(at: low)
      guard json.values[high].kind != .null else {
        lengths.append((minimum, .infinity))
        continue
      }
      let maximum = try length(at: high, orElse: ", or null")
      guard minimum <= maximum else {
        throw failure(at: high, expected: "at least the minimum of \(shortText(minimum))")
      }
      lengths.append((minimum, maximum))
    }
    return SizeRange(
      min: Size(lengths[0].low, lengths[1].low), max: Size(lengths[0].high, lengths[1].high))
  }
}
