import LayoutTestSupport
import StrictJSON
import Testing

@Suite("JSON")
struct JSONParserTests {
  /// Parses a text, and returns its error in words; nil if there is none.
  private func failure(_ bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try ParsedJSON(parsing: bytes)
      return nil
    } catch {
      return "\(error.offset) \(error.path): \(error.found); \(error.expected)"
    }
  }

  @Test(arguments: [
    ("", "0 : the end of the text; a JSON value"), (" \n", "2 : the end of the text; a JSON value"),
    ("[1, 2", "5 [2]: the end of the text; \",\" or \"]\""), ("[1 2]", "3 [1]: 2; \",\" or \"]\""),
    ("[1,]", "3 [1]: \"]\"; a JSON value"), ("[,1]", "1 [0]: \",\"; a JSON value"),
    ("{\"a\": {\"b\": [1, {\"c\" 2}]}}", "21 a.b[1].c: 2; \":\""),
    ("{\"a\": 1,}", "8 : \"}\"; a key between quotation marks"),
    ("{\"a\": 1 \"b\": 2}", "8 : a quotation mark; \",\" or \"}\""),
    ("{a: 1}", "1 : a; a key between quotation marks"),
    ("{\"a\": 1, \"\\u0061\": 2}", "9 : the key \"a\" a second time; each key once"),
    ("1 // one", "2 : \"/\"; nothing after the value"), ("[1]]", "3 : \"]\"; nothing after the value"),
    ("NaN", "0 : NaN; a JSON value"), ("[Infinity]", "1 [0]: Infinity; a JSON value"),
    ("[-Infinity]", "2 [0]: Infinity; a digit"), ("nul", "0 : nul; a JSON value"),
    ("[truely]", "5 [1]: ly; \",\" or \"]\""),
    ("01", "0 : a number with a leading zero; a number without one"),
    ("-01", "0 : a number with a leading zero; a number without one"), ("+1", "0 : \"+\"; a JSON value"),
    (".5", "0 : \".\"; a JSON value"), ("1.", "2 : the end of the text; a digit"),
    ("1e", "2 : the end of the text; a digit"), ("-", "1 : the end of the text; a digit"),
    ("[1e999]", "1 [0]: the number 1e999; one below 1.8e308 in magnitude"),
    ("[-1e309]", "1 [0]: the number -1e309; one below 1.8e308 in magnitude"),
    ("\"a", "2 : the end of the text; the quotation mark that ends the string"),
    ("\"a\nb\"", "2 : \"\\n\"; an escape such as \\n: a string has no control characters"),
    ("\"\\x\"", "2 : x; one of \" \\ / b f n r t u after the backslash"),
    ("\"\\u12G4\"", "5 : G4; a hexadecimal digit"),
    ("\"\\ud800\"", "1 : half of a surrogate pair; both halves"),
    ("\"\\udc00\"", "1 : half of a surrogate pair; both halves"),
    ("\"\\ud800\\u0041\"", "1 : half of a surrogate pair; both halves"),
    ("\"\\ud800\\n\"", "1 : half of a surrogate pair; both halves"),
    ("\u{FEFF}[tru]", "4 [0]: tru; a JSON value"), ("[\u{FEFF}]", "1 [0]: \"\u{FEFF}\"; a JSON value"),
    ("[é]", "1 [0]: \"é\"; a JSON value"),
  ])
  func `What is not JSON is refused where it stops being JSON`(text: String, message: String) {
    #expect(failure(Array(text.utf8)) == message)
  }

  @Test func `A path through many arrays is shortened in the middle`() {
    let ends = String(repeating: "[0]", count: 8)
    #expect(
      failure(Array(String(repeating: "[", count: 40).utf8))
        == "40 \(ends).(24 more).\(ends): the end of the text; a JSON value")
  }

  /// Arrays and objects inside each other, in turn.
  private static func nested(_ levels: Int) -> [UInt8] {
    let isArray = (0..<levels).map { $0.isMultiple(of: 2) }
    let opening = isArray.map { $0 ? "[" : "{\"a\": " }
    let closing = isArray.reversed().map { $0 ? "]" : "}" }
    return Array((opening + ["1"] + closing).joined().utf8)
  }

  @Test func `512 levels are read, and the 513th is refused at its bracket`() throws {
    #expect(failure(Self.nested(512)) == nil)
    let (first, last) = (
      "[0]" + String(repeating: ".a[0]", count: 7), String(repeating: "a[0].", count: 7) + "a"
    )
    for levels in [513, 514, 1_000, 100_000] {
      #expect(
        failure(Self.nested(levels))
          == "1792 \(first).(241 more).\(last): more than 512 arrays and objects inside each other; fewer")
    }
  }

  @Test func `A thread with a stack of 512 KiB reads and writes 512 levels`() throws {
    let (text, copy) = onSmallStack { () -> (String?, String?) in
      let text = try? ParsedJSON(parsing: Self.nested(512)).root.formatted
      return (text, text.flatMap { try? ParsedJSON(parsing: Array($0.utf8)).root.formatted })
    }
    let read = try #require(text).filter { !$0.isWhitespace }
    #expect(read == String(decoding: Self.nested(512), as: UTF8.self).filter { $0 != " " })
    #expect(copy == text)
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC3], 1),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xE0, 0x80, 0x80, 0x22], 1),
      ([0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22], 2), ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1),
      ([0x22, 0x80, 0x22], 1), ([0xFF, 0xFE, 0x22, 0x00], 0),
    ] as [([UInt8], Int)])
  func `Bytes that are not UTF-8 are named`(bytes: [UInt8], offset: Int) {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    #expect(failure(bytes) == "\(offset) : the byte 0x\(byte) at offset \(offset); UTF-8")
  }

  /// All of UTF-8 to the edges of each length.
  private static let edges = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"

  @Test(arguments: [
    ("\"\(edges)\"", edges), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"),
    (#""\uD83D\uDE00 \ud83d\ude00""#, "😀 😀"), (#""a\u0000b""#, "a\0b"), (#""\uFFFF""#, "\u{FFFF}"),
  ])
  func `Strings have any character, and escapes`(text: String, expected: String) throws {
    let string = try ParsedJSON(parsing: Array(text.utf8)).root.string ?? ""
    #expect(Array(string.utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "0.5", "0.1", "33.3", "123456789012345", "1234567890123456",
    "0.000000000000001",
    "9007199254740993", "0.30000000000000004", "1e5", "1E+5", "1e-5", "1.7976931348623157e308", "5e-324",
    "1e-999", "123456789.123456", "0.1234567890123456789012345",
  ])
  func `Numbers are the nearest that there are`(text: String) throws {
    let number = try #require(try ParsedJSON(parsing: Array(text.utf8)).root.number)
    let nearest = try #require(Double(text))
    #expect(number.bitPattern == nearest.bitPattern)
  }

  @Test func `Equal keys, which are those of equal bytes, are found among many`() {
    let keys = (0..<1000).map { "\"k\($0)\": 0" }
    #expect(failure(Array("{\(keys.joined(separator: ","))}".utf8)) == nil)
    let text = "{\((keys + ["\"k500\": 1"]).joined(separator: ","))}"
    #expect(failure(Array(text.utf8))?.hasSuffix(": the key \"k500\" a second time; each key once") == true)
    for more in ["", keys[..<20].map { ", \($0)" }.joined()] {
      #expect(failure(Array("{\"\u{E9}\": 1, \"e\u{301}\": 2\(more)}".utf8)) == nil)
    }
  }

  @Test func `Values and keys know where they are`() throws {
    let json = try ParsedJSON(parsing: Array(#" {"a": [1, "b", {}], "c d": null} "#.utf8))
    let members = try #require(json.root.members)
    let items = try #require(members[0].value.items)
    let offsets =
      [json.root.offset, members[0].offset, members[0].value.offset] + items.map(\.offset)
      + [members[1].offset, members[1].value.offset]
    #expect(offsets == [1, 2, 7, 8, 11, 16, 21, 28])
    #expect(
      offsets.map { json.path(to: $0).description }
        == ["", "a", "a", "a[0]", "a[1]", "a[2]", "[\"c d\"]", "[\"c d\"]"])
  }
}

@Suite("Typed access to JSON")
struct ReadingTests {
  private enum Shape: String, CaseIterable {
    case circle, square
  }

  private func read(_ text: String) throws(JSONError) -> (width: Double, shape: Shape) {
    let json = try ParsedJSON(readingObject: Array(text.utf8))
    let keys = ["width", "maxHeight", "shape"]
    try json.requireObject(at: json.root, keys: keys, expected: "an object of sizes")
    let value = try json.require("width", in: json.root, expected: "points")
    let width = try json.number(at: value, expected: "points") { $0 >= 0 }
    if let value = json.root["maxHeight"] { _ = try json.items(at: value, count: 2, expected: "[low, high]") }
    guard let value = json.root["shape"] else { return (width, .circle) }
    return (width, try json.word(at: value, among: Shape.allCases.map { ($0.rawValue, $0) }))
  }

  @Test(arguments: [
    ("", "1:1: an empty file; expected a JSON object"), ("[1]", "1:1: an array; expected an object of sizes"),
    ("{\n  \"width\": -1}", "2:12: width: -1; expected points"),
    ("{}", "1:1: no key \"width\"; expected points"),
    (
      #"{"maxHieght": 1}"#,
      #"1:2: maxHieght: unknown key "maxHieght"; expected one of width, maxHeight, shape (did you mean "maxHeight"?)"#
    ),
    (
      #"{"width": 1, "shape": "squar"}"#,
      #"1:23: shape: "squar"; expected one of circle, square (did you mean "square"?)"#
    ),
    (#"{"width": 1, "shape": 3}"#, "1:23: shape: 3; expected one of circle, square"),
    (#"{"width": 1, "maxHeight": [1]}"#, "1:27: maxHeight: an array of 1; expected [low, high]"),
  ])
  func `Errors have line, column, path, and the nearest name`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test func `Members are found by their keys`() throws {
    let value = try read(#"{"shape": "square", "width": 2.5}"#)
    #expect(value.width == 2.5 && value.shape == .square)
  }
}

@Suite("Writing JSON")
struct WritingTests {
  private func text(of json: JSONWriter) -> String {
    var json = json
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  private func sample(_ writer: JSONWriter) -> String {
    var json = writer
    json.beginObject()
    json.member("name", "a \"b\"\n\u{1}")
    json.member("absent", nil as String?)
    json.member("sizes", [1, 0.1, -0.0, .infinity, -.infinity, .nan, 1e300])
    json.member("nothing", nil as [Double]?)
    json.key("list")
    json.beginArray()
    json.integer(UInt64.max)
    json.beginObject()
    json.key("flag")
    json.boolean(false)
    json.endObject()
    json.beginArray()
    json.endArray()
    json.endArray()
    json.endObject()
    return text(of: json)
  }

  @Test func `A line for each item of the outer levels, or one without spaces; what is not finite is null`() {
    #expect(
      sample(JSONWriter()) == """
        {
          "name": "a \\"b\\"\\n\\u0001",
          "sizes": [1, 0.1, -0, null, null, null, 1e+300],
          "nothing": null,
          "list": [
            18446744073709551615,
            {"flag": false},
            []
          ]
        }

        """)
    #expect(
      sample(JSONWriter(isCompact: true))
        == #"{"name":"a \"b\"\n\u0001","sizes":[1,0.1,-0,null,null,null,1e+300],"nothing":null,"list":[18446744073709551615,{"flag":false},[]]}"#
        + "\n")
  }

  @Test func `Padded: objects on a line have spaces inside braces, blocks break before some keys`() {
    var json = JSONWriter(brokenLevels: 0, padsObjects: true)
    json.beginObject(.block)
    json.member("a", "1")
    json.key("b")
    json.beginObject()
    json.member("c", [2])
    json.endObject()
    json.key("d", onNewLine: true)
    json.beginObject()
    json.endObject()
    json.endObject()
    #expect(
      text(of: json) == """
        {
          "a": "1", "b": { "c": [2] },
          "d": {}
        }

        """)
  }

  @Test func `What was written is taken piece by piece`() {
    var json = JSONWriter()
    json.beginArray()
    json.number(1)
    #expect(String(decoding: json.takeBytes(), as: UTF8.self) == "[\n  1")
    json.number(2.5)
    json.endArray()
    #expect(String(decoding: json.takeBytes(), as: UTF8.self) == ",\n  2.5\n]\n")
  }
}
