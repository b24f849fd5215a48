import LayoutSpecs
import StrictJSON

/// How values of a type are read from documents and written to them.
struct ValueCoding<Value>: Sendable {
  let read: @Sendable (ParsedJSON, JSONValue) throws(JSONError) -> Value
  let write: @Sendable (inout JSONWriter, Value) -> Void
}

extension ValueCoding where Value: CaseIterable & Sendable {
  /// A case, by its name.
  static var word: ValueCoding {
    let words = Value.allCases.map { (name: "\($0)", value: $0) }
    return ValueCoding { json, value throws(JSONError) in
      try json.word(at: value, among: words)
    } write: {
      $0.string("\($1)")
    }
  }
}

extension ValueCoding<String> {
  static var string: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      try json.string(at: value)
    } write: {
      $0.string($1)
    }
  }
}

extension ValueCoding<Bool> {
  static var boolean: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      try json.boolean(at: value)
    } write: {
      $0.boolean($1)
    }
  }
}

// MARK: - Numbers

extension ValueCoding<Double> {
  /// Points that may be negative.
  static var points: ValueCoding {
    number("a number of points between -10000000 and 10000000") { $0.isValidOffset }
  }

  /// Points of a length.
  static var length: ValueCoding { number("0 or more and less than 10000000 points") { $0.isValidLength } }

  /// A flex factor.
  static var factor: ValueCoding { number("a factor, 0 or more and less than 10000000") { $0.isValidLength } }

  /// The scale of a pixel grid.
  static var scale: ValueCoding {
    number("pixels per point, from 0.001 to 1000") { PixelGrid.scales.contains($0) }
  }

  /// The width of a character.
  static var advance: ValueCoding {
    number("points per character, more than 0 and less than 10000000") { $0 > 0 && $0.isValidLength }
  }

  static var fontSize: ValueCoding {
    number("points above 0 and less than 10000") { $0 > 0 && $0 < 10_000 }
  }

  private static func number(
    _ expected: String, where condition: @escaping @Sendable (Double) -> Bool
  ) -> ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      try json.number(at: value, expected: expected, where: condition)
    } write: {
      $0.number($1)
    }
  }
}

extension ValueCoding<Int> {
  /// A limit of lines.
  static var lineCount: ValueCoding {
    wholeNumber("a whole number of lines up to 999999999; 0 is as many as there are", in: 0...999_999_999)
  }

  static var fontWeight: ValueCoding { wholeNumber("a whole number from 1 to 1000", in: 1...1000) }

  private static func wholeNumber(_ expected: String, in range: ClosedRange<Int>) -> ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      guard let number = value.number.flatMap({ Int(exactly: $0) }), range.contains(number) else {
        throw json.failure(at: value, expected: expected)
      }
      return number
    } write: {
      $0.integer($1)
    }
  }
}

extension ValueCoding<Dimension> {
  /// Points that are not negative, a percentage or `auto`.
  static var dimension: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      let expected = "a number of points, \"70pt\", \"50%\" or \"auto\""
      switch value.content {
      case .number:
        let expected = "0 or more and less than 10000000 points; no limit is \"auto\""
        return .points(try json.number(at: value, expected: expected) { $0.isValidLength })
      case .string(let text):
        do throws(DimensionError) {
          return try Dimension(parsing: text)
        } catch {
          throw json.failure(
            at: value, "\(json.description(of: value)), where \(error.reason)", expected: expected)
        }
      default: throw json.failure(at: value, expected: expected)
      }
    } write: { json, dimension in
      if dimension.unit == .fraction {
        json.string(dimension.percentText + "%")
      } else {
        json.number(dimension.value)
      }
    }
  }
}

// MARK: - Arrays of numbers

extension ValueCoding<Point> {
  /// `[x, y]`.
  static var point: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      let items = try json.items(at: value, count: 2, expected: "[x, y] in points")
      let points = ValueCoding<Double>.points
      return Point(try points.read(json, items[0]), try points.read(json, items[1]))
    } write: {
      $0.numbers([$1.x, $1.y])
    }
  }
}

extension ValueCoding<Size> {
  /// `[width, height]`.
  static var size: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      let items = try json.items(at: value, count: 2, expected: "[width, height] in points")
      let length = ValueCoding<Double>.length
      return Size(try length.read(json, items[0]), try length.read(json, items[1]))
    } write: {
      $0.numbers([$1.width, $1.height])
    }
  }
}

extension ValueCoding<EdgeInsets> {
  /// `[top, left, bottom, right]`, each a number or `"inf"`.
  static var insets: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      let items = try json.items(
        at: value, count: 4, expected: "[top, left, bottom, right], each a number of points or \"inf\"")
      let expected = "a number of points between -10000000 and 10000000, or \"inf\""
      let insets = try items.map { (item) throws(JSONError) -> Double in
        if item.string == "inf" { return .infinity }
        return try json.number(at: item, expected: expected) { $0.isValidOffset }
      }
      return EdgeInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3])
    } write: { json, insets in
      json.beginArray(.line)
      for inset in [insets.top, insets.left, insets.bottom, insets.right] {
        if inset == .infinity { json.string("inf") } else { json.number(inset) }
      }
      json.endArray()
    }
  }
}

extension ValueCoding<TextColor> {
  /// `"#1a2b3c"`: red, green and blue. An opacity below 1 follows: `"#1a2b3c80"`.
  static var color: ValueCoding {
    ValueCoding { json, value throws(JSONError) in
      let expected = "a color such as \"#1a2b3c\", or with an opacity \"#1a2b3c80\""
      let text = try json.string(at: value)
      let digits = text.utf8.dropFirst()
      guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
        digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let number = UInt32(text.dropFirst(), radix: 16)
      else { throw json.failure(at: value, expected: expected) }
      let bytes = digits.count == 8 ? number : number << 8 | 0xFF
      func byte(_ place: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * place)) }
      return TextColor(red: byte(3), green: byte(2), blue: byte(1), alpha: byte(0))
    } write: { json, color in
      func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      let opacity = color.alpha == 255 ? "" : digits(color.alpha)
      json.string("#" + digits(color.red) + digits(color.green) + digits(color.blue) + opacity)
    }
  }
}
