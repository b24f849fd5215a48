import StrictJSON
import Testing

@Suite("JSON")
struct JSONParserTests {
  /// Parses a text, and says what is wrong with it.
  private func failure(_ bytes: [UInt8], maximumNesting: Int = 10) -> String? {
    do throws(JSONError) {
      _ = try ParsedJSON(parsing: bytes, maximumNesting: maximumNesting)
      return nil
    } catch {
      return "\(error.offset) \(error.path): \(error.found); \(error.expected)"
    }
  }

  @Test(
    "What is not JSON is refused where it stops being JSON",
    arguments: [
      ("", "0 : the end of the text; a JSON value"),
      (" \n", "2 : the end of the text; a JSON value"),
      ("[1, 2", "5 [2]: the end of the text; \",\" or \"]\""),
      ("[1 2]", "3 [1]: 2; \",\" or \"]\""),
      ("[1,]", "3 [1]: \"]\"; a JSON value"),
      ("[,1]", "1 [0]: \",\"; a JSON value"),
      ("{\"a\": {\"b\": [1, {\"c\" 2}]}}", "21 a.b[1].c: 2; \":\""),
      ("{\"a\": 1,}", "8 : \"}\"; a key between quotation marks"),
      ("{\"a\": 1 \"b\": 2}", "8 : a quotation mark; \",\" or \"}\""),
      ("{a: 1}", "1 : a; a key between quotation marks"),
      ("{\"a\": 1, \"\\u0061\": 2}", "9 : the key \"a\" a second time; each key once"),
      ("1 // one", "2 : \"/\"; nothing after the value"),
      ("[1]]", "3 : \"]\"; nothing after the value"),
      ("NaN", "0 : NaN; a JSON value"),
      ("[Infinity]", "1 [0]: Infinity; a JSON value"),
      ("[-Infinity]", "2 [0]: Infinity; a digit"),
      ("nul", "0 : nul; a JSON value"),
      ("[truely]", "5 [1]: ly; \",\" or \"]\""),
      ("01", "0 : a number with a leading zero; a number without one"),
      ("-01", "0 : a number with a leading zero; a number without one"),
      ("+1", "0 : \"+\"; a JSON value"),
      (".5", "0 : \".\"; a JSON value"),
      ("1.", "2 : the end of the text; a digit"),
      ("1e", "2 : the end of the text; a digit"),
      ("-", "1 : the end of the text; a digit"),
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
      (
        String(repeating: "[", count: 11),
        "10 [0][0][0][0][0][0][0][0][0][0]: more than 10 arrays and objects inside each other; fewer"
      ),
    ])
  func refused(text: String, message: String) {
    #expect(failure(Array(text.utf8)) == message)
  }

  @Test("A path through many arrays is shortened in the middle")
  func longPath() {
    let ends = String(repeating: "[0]", count: 8)
    #expect(
      failure(Array(String(repeating: "[", count: 40).utf8), maximumNesting: 50)
        == "40 \(ends).(24 more).\(ends): the end of the text; a JSON value")
  }

  @Test(
    "Bytes that are not UTF-8 are named",
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC3], 1),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xE0, 0x80, 0x80, 0x22], 1),
      ([0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22], 2), ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1),
      ([0x22, 0x80, 0x22], 1), ([0xFF, 0xFE, 0x22, 0x00], 0),
    ] as [([UInt8], Int)])
  func notUTF8(bytes: [UInt8], offset: Int) {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    #expect(failure(bytes) == "\(offset) : the byte 0x\(byte) at offset \(offset); UTF-8")
  }

  @Test("All of UTF-8 is accepted, to the edges of each length")
  func utf8() throws {
    let text = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"
    #expect(try string("\"\(text)\"") == text)
  }

  @Test(
    "Escapes",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"),
      (#""\uD83D\uDE00 \ud83d\ude00""#, "😀 😀"), (#""a\u0000b""#, "a\0b"), (#""\uFFFF""#, "\u{FFFF}"),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(Array(try string(text).utf8) == Array(expected.utf8))
  }

  private func string(_ text: String) throws -> String {
    try ParsedJSON(parsing: Array(text.utf8), maximumNesting: 0).text(at: 0)
  }

  @Test(
    "Numbers are the nearest that there are",
    arguments: [
      "0", "-0", "1", "-1", "10", "0.5", "0.1", "33.3", "123456789012345", "1234567890123456",
      "0.000000000000001",
      "9007199254740993", "0.30000000000000004", "1e5", "1E+5", "1e-5", "1.7976931348623157e308", "5e-324",
      "1e-999", "123456789.123456", "0.1234567890123456789012345",
    ])
  func numbers(text: String) throws {
    let number = try ParsedJSON(parsing: Array(text.utf8), maximumNesting: 0).double(at: 0)
    let nearest = try #require(Double(text))
    #expect(number.bitPattern == nearest.bitPattern)
  }

  @Test("Equal keys are found among many")
  func manyKeys() {
    let keys = (0..<1000).map { "\"k\($0)\": 0" }
    #expect(failure(Array("{\(keys.joined(separator: ","))}".utf8)) == nil)
    let text = "{\((keys + ["\"k500\": 1"]).joined(separator: ","))}"
    #expect(failure(Array(text.utf8))?.hasSuffix(": the key \"k500\" a second time; each key once") == true)
  }

  @Test("Records know where values are")
  func records() throws {
    let json = try ParsedJSON(
      parsing: Array(#" {"a": [1, "b", {}], "c d": null} "#.utf8), maximumNesting: 3)
    #expect(
      json.values.indices.map { json.path(to: $0).description }
        == ["", "a", "a", "a[0]", "a[1]", "a[2]", "[\"c d\"]", "[\"c d\"]"])
    #expect(json.values.map(\.position) == [1, 2, 7, 8, 11, 16, 21, 28])
    #expect(Array(json.items(of: 2)) == [3, 4, 5])
  }
}
