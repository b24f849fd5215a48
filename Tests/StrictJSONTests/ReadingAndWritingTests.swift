import StrictJSON
import Testing

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
    if let value = json.root["maxHeight"] {
      _ = try json.items(at: value, count: 2, expected: "[low, high]")
    }
    guard let value = json.root["shape"] else { return (width, .circle) }
    return (width, try json.word(at: value, among: Shape.allCases.map { ($0.rawValue, $0) }))
  }

  @Test func `Members are found by their keys`() throws {
    let value = try read(#"{"shape": "square", "width": 2.5}"#)
    #expect(value.width == 2.5 && value.shape == .square)
  }

  @Test(arguments: [
    ("", "1:1: an empty file; expected a JSON object"),
    ("[1]", "1:1: an array; expected an object of sizes"),
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
    do throws(JSONError) {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description == message)
    }
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

  @Test func `Indented: the outer levels have a line for each item, and what is not finite is null`() {
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
  }

  @Test func `Compact: one line without spaces`() {
    #expect(
      sample(JSONWriter(isCompact: true))
        == #"{"name":"a \"b\"\n\u0001","sizes":[1,0.1,-0,null,null,null,1e+300],"nothing":null,"list":[18446744073709551615,{"flag":false},[]]}"#
        + "\n")
  }

  @Test("Padded: objects on one line have spaces inside their braces, and blocks break before some keys")
  func padded() {
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
