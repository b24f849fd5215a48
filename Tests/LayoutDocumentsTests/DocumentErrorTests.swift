import LayoutDocuments
import LayoutSpecs
import Testing

/// What is wrong with a document whose range and root are these.
private func failure(_ text: String) -> String? {
  do throws(DocumentError) {
    _ = try SpecDocument(json: text, file: "f")
    return nil
  } catch {
    return error.description
  }
}

@Suite("Errors of documents")
struct DocumentErrorTests {
  private static let elementKeys = """
    type, name, style, children, child, overlay, background, corner, layoutSpec, direction, spacing, \
    justifyContent, alignItems, flexWrap, alignContent, lineSpacing, horizontalAlignment, verticalAlignment, \
    concurrent, insets, centering, sizing, horizontalPosition, verticalPosition, ratio, location, offset, \
    wrapsCorner, intrinsicSize, text, advance, lineHeight, ascender, runs, maximumLineCount, truncation, \
    alignment
    """
  private static let styleKeys = """
    width, height, minWidth, maxWidth, minHeight, maxHeight, spacingBefore, spacingAfter, flexGrow, flexShrink, \
    flexBasis, alignSelf, ascender, descender, layoutPosition
    """
  private static let types =
    "wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, spec, node, text"
  private static let dimension = "a number of points, \"70pt\", \"50%\" or \"auto\""

  @Test(
    "Elements",
    arguments: [
      ("[]", "root: an array; expected an element"),
      ("null", "root: null; expected an element"),
      ("{}", "root: no key \"type\"; expected one of \(types)"),
      (#"{"type": 5}"#, "root.type: 5; expected one of \(types)"),
      (#"{"type": "stak"}"#, "root.type: \"stak\"; expected one of \(types) (did you mean \"stack\"?)"),
      (#"{"type": "view"}"#, "root.type: \"view\"; expected one of \(types)"),
      (
        #"{"type": "node", "colour": 1}"#,
        "root.colour: unknown key \"colour\"; expected one of \(elementKeys)"
      ),
      (
        #"{"type": "stack", "childern": []}"#,
        "root.childern: unknown key \"childern\"; expected one of \(elementKeys) (did you mean \"children\"?)"
      ),
      (
        #"{"ratio": 1, "type": "wrapper", "children": []}"#,
        "root.ratio: key \"ratio\", which the type \"wrapper\" does not take; "
          + "expected one of type, name, style, children"
      ),
      (
        #"{"type": "ratio", "ratio": 1, "children": []}"#,
        "root.children: key \"children\", which the type \"ratio\" does not take; "
          + "expected one of type, name, style, child, ratio"
      ),
      (#"{"type": "node", "name": 1}"#, "root.name: 1; expected a string"),
      (#"{"type": "node", "style": []}"#, "root.style: an array; expected an object of style properties"),
      (#"{"type": "stack"}"#, "root: no key \"children\"; expected an array of elements"),
      (#"{"type": "stack", "children": {}}"#, "root.children: an object; expected an array of elements"),
      (#"{"type": "stack", "children": [7]}"#, "root.children[0]: 7; expected an element"),
      (#"{"type": "center"}"#, "root: no key \"child\"; expected an element"),
      (
        #"{"type": "overlay", "child": {"type": "node"}}"#, "root: no key \"overlay\"; expected an element"
      ),
      (
        #"{"type": "overlay", "child": {"type": "spec"}, "overlay": {"type": "overlay", "child": {"type": "spec"}}}"#,
        "root.overlay: no key \"overlay\"; expected an element"
      ),
      (
        #"{"type": "inset", "child": {"type": "spec"}}"#,
        "root: no key \"insets\"; expected [top, left, bottom, right]"
      ),
      (
        #"{"type": "inset", "insets": [1, 2, 3], "child": {"type": "spec"}}"#,
        "root.insets: an array of 3; expected [top, left, bottom, right], each a number of points or \"inf\""
      ),
      (
        #"{"type": "inset", "insets": [1, 2, "-inf", 4], "child": {"type": "spec"}}"#,
        "root.insets[2]: \"-inf\"; expected a number of points between -10000000 and 10000000, or \"inf\""
      ),
      (
        #"{"type": "ratio", "child": {"type": "spec"}}"#,
        "root: no key \"ratio\"; expected a ratio of height to width, 0 or more"
      ),
      (
        #"{"type": "ratio", "ratio": -1, "child": {"type": "spec"}}"#,
        "root.ratio: -1; expected a ratio of height to width, 0 or more"
      ),
      (
        #"{"type": "node", "intrinsicSize": [1, 2], "layoutSpec": {"type": "spec"}}"#,
        "root.intrinsicSize: \"intrinsicSize\" beside \"layoutSpec\"; expected one of the two"
      ),
      (
        #"{"type": "node", "intrinsicSize": [1, -2]}"#,
        "root.intrinsicSize[1]: -2; expected 0 or more and less than 10000000 points"
      ),
      (
        #"{"type": "node", "intrinsicSize": [1e7, 2]}"#,
        "root.intrinsicSize[0]: 1e7; expected 0 or more and less than 10000000 points"
      ),
      (#"{"type": "text"}"#, "root: no key \"text\"; expected a string"),
      (
        #"{"type": "text", "text": "", "advance": 0}"#,
        "root.advance: 0; expected points per character, more than 0 and less than 10000000"
      ),
      (
        #"{"type": "text", "text": "", "runs": []}"#,
        "root.text: text beside runs; expected one of the two"
      ),
      (
        #"{"type": "text", "runs": [{"size": 3}]}"#,
        "root.runs[0]: a run of neither or both; expected a text or an attachment"
      ),
      (
        ##"{"type": "text", "runs": [{"text": "", "color": "#12345g"}]}"##,
        "root.runs[0].color: \"#12345g\"; expected a color such as \"#1a2b3c\", or with an opacity \"#1a2b3c80\""
      ),
      (
        #"{"type": "text", "runs": [{"text": "", "weigth": 3}]}"#,
        "root.runs[0].weigth: unknown key \"weigth\"; expected one of text, attachment, family, size, weight, italic, letterSpacing, color (did you mean \"weight\"?)"
      ),
      (
        #"{"type": "text", "runs": [{"attachment": [1]}]}"#,
        "root.runs[0].attachment: an array; expected [width, height]"
      ),
      (
        #"{"type": "text", "text": "", "maximumLineCount": 1.5}"#,
        "root.maximumLineCount: 1.5; expected a whole number of lines; 0 is as many as there are"
      ),
      (
        #"{"type": "text", "text": "", "ascender": 21}"#,
        "root.ascender: 21; expected points from 0 to the line height"
      ),
      (
        #"{"type": "text", "text": "", "truncation": "middle"}"#,
        "root.truncation: \"middle\"; expected one of tail, clip"
      ),
      (
        #"{"type": "text", "text": "", "lineHeight": -1}"#,
        "root.lineHeight: -1; expected 0 or more and less than 10000000 points"
      ),
      (
        #"{"type": "corner", "offset": "0", "child": {"type": "spec"}, "corner": {"type": "spec"}}"#,
        "root.offset: \"0\"; expected [x, y] in points"
      ),
      (
        #"{"type": "corner", "wrapsCorner": 1, "child": {"type": "spec"}, "corner": {"type": "spec"}}"#,
        "root.wrapsCorner: 1; expected true or false"
      ),
      (
        #"{"type": "stack", "alignItems": "centre", "children": []}"#,
        "root.alignItems: \"centre\"; expected one of stretch, start, end, center, baselineFirst, baselineLast "
          + "(did you mean \"center\"?)"
      ),
      (
        #"{"type": "stack", "spacing": "4", "children": []}"#,
        "root.spacing: \"4\"; expected a number of points between -10000000 and 10000000"
      ),
      (
        #"{"type": "absolute", "sizing": "minimumX", "children": []}"#,
        "root.sizing: \"minimumX\"; expected one of default, sizeToFit"
      ),
      (
        #"{"type": "wrapper", "children": [{"type": "node"}, {"type": "node", "style": {"width": -5}}]}"#,
        "root.children[1].style.width: -5; expected 0 or more and less than 10000000 points"
      ),
    ])
  func elements(root: String, message: String) throws {
    let text =
      #"{"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [1, 1]}, "root": "#
      + root + "}"
    let found = try #require(failure(text))
    // Where in the line is a matter of its own.
    let place = try #require(found.firstRange(of: ": "))
    #expect(found[place.upperBound...] == message)
  }

  @Test(
    "Styles",
    arguments: [
      (
        #""flexGrwo": 1"#,
        "flexGrwo: unknown key \"flexGrwo\"; expected one of \(styleKeys) (did you mean \"flexGrow\"?)"
      ),
      (#""width": "50px""#, "width: \"50px\", where it has no known unit; expected \(dimension)"),
      (
        #""width": "101%""#, "width: \"101%\", where a fraction lies within 0% to 100%; expected \(dimension)"
      ),
      (
        #""height": "-1%""#, "height: \"-1%\", where a fraction lies within 0% to 100%; expected \(dimension)"
      ),
      (
        #""height": "nanpt""#,
        "height: \"nanpt\", where it has no finite number before its unit; expected \(dimension)"
      ),
      (#""minWidth": true"#, "minWidth: true; expected \(dimension)"),
      (
        #""maxWidth": "-5pt""#,
        "maxWidth: \"-5pt\", where a length is not negative; expected a number of points, \"70pt\", \"50%\" or \"auto\""
      ),
      (#""flexBasis": -1"#, "flexBasis: -1; expected 0 or more and less than 10000000 points"),
      (#""flexShrink": -0.5"#, "flexShrink: -0.5; expected a factor, 0 or more and less than 10000000"),
      (
        #""alignSelf": "baselineFirst""#,
        "alignSelf: \"baselineFirst\"; expected one of auto, start, end, center, stretch"
      ),
      (
        #""alignSelf": "Center""#,
        "alignSelf: \"Center\"; expected one of auto, start, end, center, stretch (did you mean \"center\"?)"
      ),
      (#""layoutPosition": [1]"#, "layoutPosition: an array of 1; expected [x, y] in points"),
      (
        #""layoutPosition": [1, null]"#,
        "layoutPosition[1]: null; expected a number of points between -10000000 and 10000000"
      ),
    ])
  func styles(member: String, message: String) throws {
    let text = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [1, 1]},
       "root": {"type": "node", "style": {\(member)}}}
      """
    let found = try #require(failure(text))
    let place = try #require(found.firstRange(of: "root.style."))
    #expect(found[place.upperBound...] == message)
  }

  @Test(
    "Documents",
    arguments: [
      ("", "f:1:1: an empty file; expected a JSON object"),
      ("[]", "f:1:1: an array; expected a JSON object"),
      ("{}", "f:1:1: no key \"format\"; expected \"layout-spec\""),
      (#"{"format": 1}"#, "f:1:12: format: 1; expected \"layout-spec\""),
      (#"{"format": "x"}"#, "f:1:12: format: \"x\"; expected \"layout-spec\", a spec document"),
      (
        #"{"format": "layout-spec-cases"}"#,
        "f:1:12: format: \"layout-spec-cases\", a file of conformance cases; expected \"layout-spec\", a spec document"
      ),
      (#"{"format": "layout-spec"}"#, "f:1:1: no key \"version\"; expected 1"),
      (
        #"{"format": "layout-spec", "version": 2, "shape": 1}"#,
        "f:1:38: version: version 2; expected 1, the newest version that is known here"
      ),
      (#"{"format": "layout-spec", "version": 0}"#, "f:1:38: version: 0; expected 1"),
      (#"{"format": "layout-spec", "version": "1"}"#, "f:1:38: version: \"1\"; expected 1"),
      (
        #"{"format": "layout-spec", "version": 1}"#,
        "f:1:1: no key \"constrainedSize\"; expected a size range"
      ),
      (
        #"{"format": "layout-spec", "version": 1, "Scale": 1}"#,
        "f:1:41: Scale: unknown key \"Scale\"; expected one of format, version, name, scale, constrainedSize, root "
          + "(did you mean \"scale\"?)"
      ),
      (
        "{\n  \"fé\": \"\u{1}\"}",
        "f:2:10: [\"fé\"]: \"\\u{01}\"; expected an escape such as \\n: a string has no control characters"
      ),
    ])
  func documents(text: String, message: String) {
    #expect(failure(text) == message)
  }

  @Test(
    "Size ranges and scales",
    arguments: [
      (
        #""constrainedSize": {"min": [0, 0]}"#,
        "constrainedSize: no key \"max\"; expected {\"min\": [width, height], \"max\": [width, height]}"
      ),
      (
        #""constrainedSize": {"min": [0, null], "max": [1, 1]}"#,
        "constrainedSize.min[1]: null; expected 0 or more and less than 10000000 points"
      ),
      (
        #""constrainedSize": {"min": [0, -1], "max": [1, 1]}"#,
        "constrainedSize.min[1]: -1; expected 0 or more and less than 10000000 points"
      ),
      (
        #""constrainedSize": {"min": [2, 0], "max": [1, 1]}"#,
        "constrainedSize.max[0]: 1; expected at least the minimum of 2"
      ),
      (
        #""constrainedSize": {"min": [0, 0], "max": ["inf", 1]}"#,
        "constrainedSize.max[0]: \"inf\"; expected 0 or more and less than 10000000 points, or null"
      ),
      (
        #""constrainedSize": {"min": [0], "max": [1, 1]}"#,
        "constrainedSize.min: an array of 1; expected [width, height] in points"
      ),
      (
        #""constrainedSize": {"min": [0, 0], "max": [1, 1]}, "scale": 0"#,
        "scale: 0; expected pixels per point, from 0.001 to 1000"
      ),
      (
        #""constrainedSize": {"min": [0, 0], "max": [1, 1]}, "scale": -2"#,
        "scale: -2; expected pixels per point, from 0.001 to 1000"
      ),
      (#""constrainedSize": {"min": [0, 0], "max": [1, 1]}, "name": null"#, "name: null; expected a string"),
    ])
  func ranges(members: String, message: String) throws {
    let text = #"{"format": "layout-spec", "version": 1, "root": {"type": "node"}, "# + members + "}"
    let found = try #require(failure(text))
    let place = try #require(found.firstRange(of: ": "))
    #expect(found[place.upperBound...] == message)
  }

  @Test(
    "A number that frames could become infinite of is an error",
    arguments: [
      #""root": {"type": "node", "style": {"width": %}}"#,
      #""root": {"type": "node", "style": {"height": "%pt"}}"#,
      #""root": {"type": "node", "style": {"minWidth": %}}"#,
      #""root": {"type": "node", "style": {"maxHeight": %}}"#,
      #""root": {"type": "node", "style": {"flexBasis": %}}"#,
      #""root": {"type": "node", "style": {"flexGrow": %}}"#,
      #""root": {"type": "node", "style": {"flexShrink": %}}"#,
      #""root": {"type": "node", "style": {"spacingBefore": -%}}"#,
      #""root": {"type": "node", "style": {"spacingAfter": %}}"#,
      #""root": {"type": "node", "style": {"ascender": %}}"#,
      #""root": {"type": "node", "style": {"descender": -%}}"#,
      #""root": {"type": "node", "style": {"layoutPosition": [0, -%]}}"#,
      #""root": {"type": "node", "intrinsicSize": [%, 1]}"#,
      #""root": {"type": "stack", "spacing": -%, "children": []}"#,
      #""root": {"type": "stack", "lineSpacing": %, "children": []}"#,
      #""root": {"type": "inset", "insets": [0, "inf", -%, 0], "child": {"type": "spec"}}"#,
      #""root": {"type": "corner", "offset": [%, 0], "child": {"type": "spec"}, "corner": {"type": "spec"}}"#,
      #""root": {"type": "text", "text": "", "advance": %}"#,
      #""root": {"type": "text", "text": "", "lineHeight": %}"#,
      #""constrainedSize": {"min": [%, 0], "max": [null, null]}"#,
      #""constrainedSize": {"min": [0, 0], "max": [null, %]}"#,
      #""scale": %"#, #""scale": 1e-4"#,
    ])
  func largeNumbers(member: String) throws {
    let document = { (number: String) in
      var members = [#""format": "layout-spec", "version": 1"#, member.replacing("%", with: number)]
      if !member.contains("root") { members.append(#""root": {"type": "spec"}"#) }
      if !member.contains("constrainedSize") {
        members.append(#""constrainedSize": {"min": [0, 0], "max": [1, 1]}"#)
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
    for number in ["1e7", "10000000", "1e30", "1.7976931348623157e308"] {
      let message = try #require(failure(document(number)))
      #expect(
        message.hasPrefix("f:1:") && (message.contains("10000000") || message.contains("0.001 to 1000")))
    }
    if !member.contains("scale") { #expect(failure(document("9999999.999999998")) == nil) }
  }

  @Test("An error names its line and column, counted in characters")
  func place() throws {
    let text = """
      {
        "format": "layout-spec", "version": 1,
        "constrainedSize": { "min": [0, 0], "max": [320, null] },
        "root": { "type": "stack", "children": [
          { "type": "node" },
          { "type": "text", "text": "日本", "style": { "flexGrwo": 1 } }
        ]}
      }
      """
    do throws(DocumentError) {
      _ = try SpecDocument(json: text, file: "profile.json")
      Issue.record("The document was read")
    } catch {
      #expect(error.kind == .content)
      #expect(error.file == "profile.json")
      #expect(error.line == 6)
      #expect(error.column == 48)
      #expect(error.path == "root.children[1].style.flexGrwo")
      #expect(error.found == "unknown key \"flexGrwo\"")
      #expect(error.suggestion == "flexGrow")
      #expect(
        error.description
          == "profile.json:6:48: root.children[1].style.flexGrwo: unknown key \"flexGrwo\"; "
          + "expected one of \(Self.styleKeys) (did you mean \"flexGrow\"?)")
    }
  }

  @Test("A description is one line, whatever was found")
  func oneLine() throws {
    let long = String(repeating: "é\n", count: 100)
    let text = #"{"format": "layout-spec", "version": 1, "\#(long.replacing("\n", with: "\\n"))": 1}"#
    let message = try #require(failure(text))
    #expect(!message.contains("\n"))
    #expect(message.contains("\\n"))
    #expect(message.utf8.count < 400)
  }
}
