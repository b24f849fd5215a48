import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import Testing
import YogaCaptures

@Suite("Importing captures of Yoga")
struct YogaImportTests {
  private func imported(_ tree: String) throws -> YogaImport {
    try YogaImport(parsing: Array(YogaCase.capture(of: tree).utf8), file: "capture")
  }

  /// The losses of a tree: property, number of elements.
  private func losses(_ tree: String) throws -> [String: Int] {
    let pairs = try imported(tree).report.approximations.map { ($0.property, $0.elementCount) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("Frames are those of Yoga's engine", arguments: YogaCase.flow + YogaCase.others)
  func frames(of example: YogaCase) throws {
    let document = try YogaImport(parsing: Array(example.capture.utf8), file: "capture").document
    let layout = document.tree.layoutThatFits(document.constrainedSize)
    let nodeFrames = layout.nodeFrames
    var found: [String: [Double]] = [:]
    for id in document.tree.elementIDs {
      guard let name = document.tree.name(of: id) else { continue }
      let frame = try #require(id == document.tree.root ? layout.frame(of: id) : nodeFrames[id.index])
      found[name] = [frame.minX, frame.minY, frame.size.width, frame.size.height]
    }
    #expect(Set(found.keys) == Set(example.frames.keys))
    for (name, expected) in example.frames {
      let differences = zip(expected, found[name] ?? []).map { abs($0 - $1) }
      #expect(differences.count == 4 && differences.allSatisfy { $0 < 1e-4 }, "\(name): \(found[name] ?? [])")
    }
  }

  @Test("Every document that comes out can be written, and read again")
  func documents() throws {
    for example in YogaCase.flow + YogaCase.others {
      let document = try YogaImport(parsing: Array(example.capture.utf8), file: "capture", name: "screen")
        .document
      let text = try SpecDocumentWriter().text(of: document)
      let again = try SpecDocument(json: text, file: "document")
      #expect(try SpecDocumentWriter().text(of: again) == text)
      #expect(again.name == "screen")
    }
  }

  @Test("The root is exact in the size that was available, and follows its own size and maximum first")
  func rootRange() throws {
    let plain = try imported("{}").document
    #expect(plain.constrainedSize == SizeRange(width: 100...100, height: 100...100))
    #expect(plain.pixelGrid.scale == 1)
    let own = try imported(
      #"{"style": {"width": "50%", "max-height": "80px", "min-height": "20px"}, "config": {"point-scale-factor": 3}}"#
    ).document
    #expect(own.constrainedSize == SizeRange(width: 50...50, height: 20...80))
    #expect(own.pixelGrid.scale == 3)
    let unbounded = try YogaImport(
      parsing: Array(
        #"{"layout-inputs": {"available-width": 30, "available-height": null}, "tree": {}}"#.utf8),
      file: "capture"
    ).document
    #expect(unbounded.constrainedSize == SizeRange(width: 30...30, height: 0...(.infinity)))
  }

  @Test("A measured leaf has the last width that was its own choice, and the last height")
  func measurements() throws {
    let call = { (mode: String, width: Int, height: Int) in
      """
      {"width": 50, "width-mode": "\(mode)", "height": null, "height-mode": "undefined", "output-width": \(width),
       "output-height": \(height), "duration-ns": 1}
      """
    }
    let calls = [call("undefined", 90, 10), call("at-most", 40, 20), call("exactly", 30, 30)].joined(
      separator: ", ")
    let result = try imported(#"{"node": {"measure-funcs": [\#(calls)]}}"#)
    guard case .sizedNode(let size) = result.document.tree.content(of: result.document.tree.root) else {
      Issue.record("the leaf is no node with a size")
      return
    }
    #expect(size == Size(40, 30))
    #expect(result.report.approximations.map(\.property) == ["several measurements"])
  }

  @Test("An aspect ratio gives the other length, or is a ratio spec")
  func aspectRatio() throws {
    let known = try imported(#"{"children": [{"style": {"width": "40px", "aspect-ratio": 2}}]}"#).document
    let leaf = ElementID(known.tree.elementCount - 1)
    #expect(known.tree.style(of: leaf).height == .points(20))
    let open = try imported(#"{"children": [{"style": {"aspect-ratio": 2}}]}"#).document
    let contents = open.tree.elementIDs.map { open.tree.content(of: $0).typeName }
    #expect(contents == ["node", "stack", "ratio", "node"])
    let layout = open.tree.layoutThatFits(open.constrainedSize)
    #expect(layout.frame(of: ElementID(3))?.size == Size(100, 50))
    #expect(
      try losses(#"{"children": [{"style": {"width": "4px", "height": "4px", "aspect-ratio": 2}}]}"#)
        == ["aspect-ratio beside width and height": 1])
  }

  @Test("Gaps are spacing along and across, and spacers for auto margins add none")
  func gaps() throws {
    let document = try imported(
      """
      {"style": {"flex-direction": "row", "flex-wrap": "wrap", "gap": 3, "row-gap": 5}, "children": [
       {"style": {"width": "48px", "margin-right": "auto"}}, {"style": {"width": "49px"}}]}
      """
    ).document
    guard case .stack(let stack) = document.tree.content(of: ElementID(1)) else {
      Issue.record("the container is no stack")
      return
    }
    #expect(stack.spacing == 3 && stack.lineSpacing == 5)
    let frames = document.tree.layoutThatFits(document.constrainedSize).nodeFrames.compactMap(\.self)
    #expect(frames.map(\.minX) == [0, 51])
  }
}

// MARK: - The report

extension YogaImportTests {
  @Test("The report counts elements, and lists what is not said exactly")
  func report() throws {
    let report = try imported(
      """
      {"style": {"justify-content": "space-evenly"}, "children": [
       {"style": {"display": "none"}, "children": [{}, {}]},
       {"style": {"justify-content": "space-evenly"}, "children": [{}]}]}
      """
    ).report
    #expect(
      report.description == """
        6 elements in the capture, 5 in the document
          display: none                  3 elements: left out with all that is below
          justify-content: space-evenly  2 elements: put as spaceAround
        """)
  }

  @Test(
    "What cannot be said is listed once an element",
    arguments: [
      (#"{"style": {"direction": "rtl"}}"#, "direction: rtl"),
      (#"{"style": {"align-items": "baseline"}, "children": [{}]}"#, "align: baseline"),
      (#"{"style": {"flex-wrap": "wrap-reverse"}, "children": [{}]}"#, "flex-wrap: wrap-reverse"),
      (
        #"{"style": {"flex-wrap": "wrap", "align-content": "space-evenly"}, "children": [{}]}"#,
        "align-content: space-evenly"
      ),
      (
        #"{"style": {"flex-wrap": "wrap", "flex-direction": "row-reverse"}, "children": [{}]}"#,
        "a reversed direction that wraps"
      ),
      (#"{"children": [{"style": {"flex": 1}}, {"style": {"flex": 1}}]}"#, "flex-grow of several children"),
      (#"{"children": [{"style": {"flex-grow": 0.5}}]}"#, "flex-grow that adds up to less than 1"),
      (
        #"{"children": [{"style": {"flex": 1, "min-height": "5px"}}]}"#, "a minimum or maximum of what flexes"
      ),
      (#"{"children": [{"style": {"flex": -1}}]}"#, "a negative flex"),
      (
        #"{"children": [{"style": {"height": "120%"}}]}"#, "a percentage of a length that the content decides"
      ),
      (
        #"{"style": {"align-items": "center"}, "children": [{"children": [{"style": {"width": "100%"}}]}]}"#,
        "100% across where the content decides"
      ),
      (
        #"{"style": {"overflow": "scroll"}, "children": [{"style": {"height": "50%"}, "children": [{}]}, {"children": [{"style": {"height": "50%"}}]}]}"#,
        "a percentage of a length that is not known"
      ),
      (#"{"style": {"margin-left": "5px", "position-top": "5px"}}"#, "a margin or position of the root"),
      (#"{"node": {"has-custom-measure": true}}"#, "a measure function without a record"),
      (#"{"children": [{"style": {"position-type": "absolute"}}, {}]}"#, "an absolute child before others"),
      (#"{"config": {"experimental-features": ["web-flex-basis"]}}"#, "experimental-features"),
      (
        #"{"children": [{"config": {"point-scale-factor": 2}}]}"#,
        "a point-scale-factor that is not the root's"
      ),
    ])
  func loss(tree: String, property: String) throws {
    #expect(try losses(tree) == [property: 1])
  }
}

// MARK: - Errors

extension YogaImportTests {
  @Test(
    "Bad captures are errors that say where",
    arguments: [
      ("{}", #"capture:1:1: no key "layout-inputs"; expected a capture of Yoga"#),
      (#"{"format": "layout-spec", "version": 1}"#, #"capture:1:2: format: unknown key "format""#),
      (
        #"{"layout-inputs": {}, "tree": {"style": {"widht": 1}}}"#,
        #"capture:1:42: tree.style.widht: unknown key "widht""#
      ),
      (
        #"{"layout-inputs": {}, "tree": {"children": [{"style": {"width": {"unit": "em", "value": 1}}}]}}"#,
        #"tree.children[0].style.width.unit: "em"; expected one of px, pct"#
      ),
      (
        #"{"layout-inputs": {}, "tree": {"style": {"width": {"unit": "px", "value": -1}}}}"#,
        "tree.style.width.value: -1; expected"
      ),
      (
        #"{"layout-inputs": {}, "tree": {"style": {"align-items": "centre"}}}"#,
        #"(did you mean "center"?)"#
      ),
      (
        #"{"layout-inputs": {}, "tree": {"node": {"measure-funcs": []}, "children": [{}]}}"#,
        "tree: a node with a measure function and children; expected one of the two"
      ),
      (#"{"layout-inputs": {"available-width": -1}, "tree": {}}"#, "layout-inputs.available-width: -1"),
      (#"{"layout-inputs": {}, "tree": []}"#, "tree: an array; expected a node of the capture"),
    ])
  func badCaptures(capture: String, message: String) {
    do throws(DocumentError) {
      _ = try YogaImport(parsing: Array(capture.utf8), file: "capture")
      Issue.record("\(capture) was read")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test(
    "What no layout can mean is bounded, and what is out of bounds is an error",
    arguments: [
      (#"{"style": {"padding-all": "-5px", "border-left": "-3px"}}"#, true),
      (#"{"style": {"padding-left": "9999999px", "padding-right": "9999999px"}}"#, true),
      (#"{"style": {"width": "9999999%"}, "children": [{"style": {"width": "9999999%"}}]}"#, true),
      (#"{"children": [{"style": {"width": "9999999px", "aspect-ratio": 0.000001}}]}"#, true),
      (#"{"children": [{"style": {"margin-left": "-9999999px", "padding-all": "9999999px"}}]}"#, true),
      (#"{"style": {"margin-left": "-10000000px"}}"#, false),
      (#"{"style": {"width": "10000000px"}}"#, false),
      (#"{"style": {"aspect-ratio": 0}}"#, false),
      (#"{"style": {"flex": 10000000}}"#, false),
      (#"{"style": {"flex-grow": 1e30}}"#, false),
      (#"{"style": {"gap": 1e30}}"#, false),
      (#"{"config": {"point-scale-factor": 1e308}}"#, false),
      (#"{"config": {"point-scale-factor": 1e-4}}"#, false),
    ])
  func bounds(tree: String, isFine: Bool) throws {
    guard isFine else {
      #expect(throws: DocumentError.self) { try imported(tree) }
      return
    }
    let document = try imported(tree).document
    #expect(document.tree.layoutThatFits(document.constrainedSize).size == document.constrainedSize.max)
    #expect(try !SpecDocumentWriter().bytes(of: document).isEmpty)
  }

  @Test(
    "Sums and percentages of what captures may say are brought to what documents can",
    arguments: 0..<40 as Range<UInt64>)
  func sums(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    func style() -> String {
      let lengths = ["width", "height", "min-width", "max-height", "flex-basis"].map { ($0, 0) }
      let edges = ["margin", "padding", "position", "border"].flatMap { name in
        ["left", "top", "right", "all"].map { ("\(name)-\($0)", 1) }
      }
      var members = (lengths + edges).filter { _ in numbers.next() % 4 == 0 }.map { name, isSigned in
        let number = ["0", "50", "9999999", "9999999.999"][Int(numbers.next() % 4)]
        let sign = isSigned == 1 && numbers.next() % 3 == 0 ? "-" : ""
        return "\"\(name)\": \"\(sign)\(number)\(numbers.next() % 2 == 0 ? "px" : "%")\""
      }
      if numbers.next() % 4 == 0 { members.append(#""aspect-ratio": 0.000001"#) }
      if numbers.next() % 4 == 0 { members.append(#""position-type": "absolute""#) }
      if numbers.next() % 3 == 0 { members.append(#""flex-direction": "row""#) }
      if numbers.next() % 3 == 0 { members.append(#""align-items": "center", "justify-content": "center""#) }
      if numbers.next() % 4 == 0 { members.append(#""flex-grow": 9999999, "flex-shrink": 9999999"#) }
      return "{" + members.joined(separator: ", ") + "}"
    }
    func node(_ levels: Int) -> String {
      let children = (0..<(levels == 1 ? 0 : numbers.next() % 3)).map { _ in node(levels - 1) }
      return "{\"style\": \(style()), \"children\": [\(children.joined(separator: ", "))]}"
    }
    for _ in 0..<30 {
      let capture = node(6)
      let document = try imported(capture).document
      let layout = document.tree.layoutThatFits(document.constrainedSize)
      #expect(layout.checksum.isFinite, "seed \(seed)")
      #expect(try !SpecDocumentWriter().bytes(of: document).isEmpty, "seed \(seed)")
    }
  }

  @Test("A capture may have 200 levels, and no more")
  func depth() throws {
    let tree = { (levels: Int) in
      String(repeating: #"{"children": ["#, count: levels - 1) + "{}"
        + String(repeating: "]}", count: levels - 1)
    }
    #expect(try imported(tree(200)).report.captureElementCount == 200)
    #expect(throws: DocumentError.self) { try imported(tree(201)) }
  }
}
