import LayoutDiagnostics
import LayoutSpecs
import Testing

@testable import LayoutWorkloads

/// Real fonts are another library's; the texts are the same in any metrics.
private let allFamilies =
  WorkloadFamily.all + [.feedText(in: MonospaceMetrics()), .feedTextScreen(in: MonospaceMetrics())]

@Suite("Workloads")
struct WorkloadTests {
  /// The results of Texture's own code.
  static let references: [(text: String, isResized: Bool, elementCount: Int, root: Size, checksum: Double)] =
    [
      ("feed(100)", false, 1_201, Size(375, 23_600), 21_805_027),
      ("feed(100)", true, 1_201, Size(414, 21_720), 20_973_030),
      ("feed(1000)", false, 12_001, Size(375, 244_940), 1_547_014_503),
      ("feed(1000)", true, 12_001, Size(414, 223_280), 1_421_605_740),
      ("wide(1000)", false, 1_001, Size(1_000, 50), 102_507_200),
      ("wideg(1000)", false, 1_001, Size(60_000, 50), 123_022_360),
      ("wide(10000)", false, 10_001, Size(1_000, 50), 10_022_504_450),
      ("wideg(10000)", false, 10_001, Size(600_000, 50), 12_027_199_410),
      ("nested(4)", false, 11_111, Size(1_000, 1_000), 10_387_750),
      ("nested(4)", true, 11_111, Size(1_104, 1_000), 11_060_466),
      ("deep(10)", false, 20, Size(375, 60), 33_580), ("deep(20)", false, 40, Size(375, 110), 92_330),
      ("deep(100)", false, 200, Size(375, 510), 1_858_630), ("deepg(10)", false, 20, Size(375, 60), 119_705),
      ("deepg(20)", false, 40, Size(375, 110), 244_955),
    ]

  @Test(arguments: references.indices)
  func `Elements, root and checksum are those that Texture's own code gave`(index: Int) throws {
    let reference = Self.references[index]
    let workload = try Workload(parsing: reference.text)
    let tree = workload.tree()
    #expect(tree.elementCount == reference.elementCount)
    #expect(workload.elementCount == reference.elementCount)
    var context = LayoutContext()
    let range = reference.isResized ? try #require(workload.resizeRange) : workload.range
    #expect(context.layout(tree, in: range) == reference.root)
    #expect(context.checksum == reference.checksum)
  }

  @Test(arguments: [
    ("textGrid", 955, Size(800, 800), 2_562_336),
    // Yoga and Taffy gave this one too.
    ("messageList(1000)", 7_002, Size(800, 96_030), 482_201_414.0),
  ])
  func `SwiftCrossUI's scenes have the checksums that SwiftCrossUI gave, told the sizes of texts`(
    text: String, elementCount: Int, root: Size, checksum: Double
  ) throws {
    let workload = try Workload(parsing: text)
    let layout = workload.tree().layoutThatFits(workload.range)
    #expect(layout.tree.elementCount == elementCount && layout.size == root)
    #expect(layout.checksum == checksum)
  }

  /// Computed from the texts alone, which wrap behind words in lines of 88 characters.
  @Test func `A list of messages has the frames that its texts give`() throws {
    let workload = try Workload(parsing: "messageList(31)")
    let tree = workload.tree()
    let texts = tree.elementIDs.compactMap { id -> String? in
      if case .text(let text) = tree.content(of: id) { text.string } else { nil }
    }
    #expect(texts.count == 3 * 31 && Set(texts).count == 3 + 5 + 5)
    var expected: [Rect] = []
    var y = 0.0
    for message in 0..<31 {
      let name = 8 * Double(texts[3 * message].count)
      let time = 8 * Double(texts[3 * message + 1].count)
      let content = texts[3 * message + 2]
      var lines = [0]
      for word in content.split(separator: " ") {
        let end = lines[lines.count - 1] + (lines[lines.count - 1] == 0 ? 0 : 1) + word.count
        if end <= 88 { lines[lines.count - 1] = end } else { lines.append(word.count) }
      }
      let height = 20 * Double(lines.count)
      let header = name + 10 + time
      let width = lines.count > 1 ? 710 : max(header, 8 * Double(content.count))
      expected.append(Rect(x: 0, y: y, width: 760, height: 30 + height))
      expected.append(Rect(x: 0, y: 0, width: 40, height: 40))
      expected.append(Rect(x: 50, y: 0, width: width, height: 30 + height))
      expected.append(Rect(x: 0, y: 0, width: header, height: 20))
      expected.append(Rect(x: 0, y: 0, width: name, height: 20))
      expected.append(Rect(x: name + 10, y: 0, width: time, height: 20))
      expected.append(Rect(x: 0, y: 30, width: width, height: height))
      y += 40 + height
    }
    expected.insert(Rect(x: 20, y: 20, width: 760, height: y - 10), at: 0)
    expected.insert(Rect(x: 0, y: 0, width: 800, height: y + 30), at: 0)
    let layout = tree.layoutThatFits(workload.range)
    #expect(tree.elementIDs.map { layout.frame(of: $0) } == expected)
  }

  @Test func `A grid of texts fills its window with rows and columns that differ by a point at most`() throws
  {
    let workload = try Workload(parsing: "textGrid")
    let tree = workload.tree()
    let layout = tree.layoutThatFits(workload.range)
    let bars = tree.elementIDs.filter { tree.style(of: $0).width == 5 }
    let columns = bars.compactMap { bar in
      layout.frame(of: ElementID(bar.index - 1)).map { (frame: $0, bar: layout.frame(of: bar)) }
    }
    #expect(columns.count == 256)
    for (frame, bar) in columns {
      #expect((40...41).contains(frame.size.width) && (40...41).contains(frame.size.height))
      #expect(bar == Rect(x: 0, y: 0, width: 5, height: frame.size.height))
    }
    let row = columns.prefix(16).reduce(0) { $0 + $1.frame.size.width }
    let column = stride(from: 0, to: 256, by: 16).reduce(0) { $0 + columns[$1].frame.size.height }
    #expect(row == 800 - 15 * 10 && column == row)
  }

  @Test func `The feed of real texts has many languages, and a tenth of its bodies in three runs`() throws {
    let tree = try Workload(parsing: "feedText(1000)", among: allFamilies).tree()
    let texts = tree.elementIDs.compactMap { id -> AttributedText? in
      if case .paragraph(let paragraph) = tree.content(of: id) { paragraph.text } else { nil }
    }
    #expect(texts.count == 3_000)
    #expect((70...130).contains(texts.filter { $0.runs.count == 3 }.count))
    for letter in "wßçñжωجשกの的" { #expect(texts.contains { $0.string.contains(letter) }, "\(letter)") }
  }

  @Test func `A tree can be laid out in the ranges of its workload, also with the largest parameters`() {
    for family in allFamilies {
      let largest = Workload(family: family, arguments: family.parameters.map(\.allowed.upperBound))
      #expect(largest.range.canBeLaidOutIn, "\(largest)")
      #expect(largest.resizeRange?.canBeLaidOutIn != false, "\(largest)")
    }
  }

  @Test(arguments: allFamilies)
  func `Every family builds trees of its size, down to its smallest`(_ family: WorkloadFamily) throws {
    for step in 0...2 {
      let values = family.parameters.map { String($0.allowed.lowerBound + step) }
      let text = values.isEmpty ? family.name : "\(family.name)(\(values.joined(separator: ",")))"
      let workload = try Workload(parsing: text, among: allFamilies)
      let tree = workload.tree()
      if let count = workload.elementCount { #expect(tree.elementCount == count, "\(workload)") }
      let layout = tree.layoutThatFits(workload.range)
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
      #expect(layout.checksum.isFinite)
    }
  }

  @Test(arguments: ["feed(20)", "feedItem(5)", "settings(9)", "chat(9)", "grid(5,5)", "mixed(500)"])
  func `A seed gives the same tree each time, and another seed another`(text: String) throws {
    let workload = try Workload(parsing: text)
    func checksum(_ seed: UInt64) -> Double {
      workload.tree(seed: seed).layoutThatFits(workload.range).checksum
    }
    #expect(checksum(7) == checksum(7))
    #expect(checksum(7) != checksum(8))
  }

  @Test(arguments: ["feed(30)", "feedItem(30)", "feedText(30)", "settings(30)", "chat(30)"])
  func `A cell has the frames that it has in the whole tree`(text: String) throws {
    let workload = try Workload(parsing: text, among: allFamilies)
    let whole = workload.tree().layoutThatFits(workload.range)
    let cells = try #require(workload.cells())
    var index = 1
    for cell in cells {
      let layout = cell.layoutThatFits(workload.range)
      for id in cell.elementIDs.dropFirst() {
        #expect(layout.frame(of: id) == whole.frame(of: ElementID(index + id.index)))
      }
      #expect(layout.size == whole.frame(of: ElementID(index))?.size)
      index += cell.elementCount
    }
    #expect(index == whole.tree.elementCount)
    #expect(try Workload(parsing: "wide(10)").cells() == nil)
  }

  @Test func `A mixed screen has every kind of element and key of a style, and no infinite frame`() throws {
    let workload = try Workload(parsing: "mixed(20000)")
    let tree = workload.tree()
    #expect((20_000..<20_500).contains(tree.elementCount))
    let types = Set(tree.elementIDs.map { tree.kind(of: $0).typeName })
    #expect(types.count == 13)
    let styles = tree.elementIDs.map { tree.style(of: $0) }
    let plain = Style()
    let lengths: [KeyPath<Style, Dimension>] = [
      \.width, \.height, \.minWidth, \.maxWidth, \.minHeight, \.maxHeight, \.flexBasis,
    ]
    for key in lengths { #expect(styles.contains { $0[keyPath: key] != plain[keyPath: key] }, "\(key)") }
    let numbers: [KeyPath<Style, Double>] = [
      \.spacingBefore, \.spacingAfter, \.flexGrow, \.flexShrink, \.ascender, \.descender,
    ]
    for key in numbers { #expect(styles.contains { $0[keyPath: key] != 0 }, "\(key)") }
    #expect(Set(styles.map(\.alignSelf)) == Set(AlignSelf.allCases))
    #expect(styles.contains { $0.layoutPosition != .zero })

    for range in [workload.range, try #require(workload.resizeRange)] {
      let layout = tree.layoutThatFits(range)
      let frames = tree.elementIDs.compactMap { layout.frame(of: $0) }
      #expect(frames.allSatisfy { $0.minX.isFinite && $0.minY.isFinite && $0.size.isValid })
    }
  }

  @Test(arguments: allFamilies)
  func `A family's example is of it, resized if as wide as a screen or 1,000`(_ family: WorkloadFamily) throws
  {
    let workload = try Workload(parsing: family.example, among: allFamilies)
    #expect(workload.family.name == family.name)
    #expect(workload.description == family.example)
    #expect(workload.arguments == family.parameters.map(\.usual))
    let isOwn = !WorkloadFamily.panGuiSuite.contains { $0.name == family.name }
    let resized = isOwn ? [375: 414.0, 1000: 1104][workload.range.max.width] : nil
    #expect(workload.resizeRange?.min.width == resized)
    #expect(workload.resizeRange?.max == resized.map { Size($0, workload.range.max.height) })
  }

  @Test(arguments: [
    ("fed(10)", "there is no workload \"fed\"; did you mean feed(N)?"),
    ("feed", "feed has 0 parameters, and feed(N) has 1; write for example feed(1000)"),
    ("feed(1,2)", "feed(1,2) has 2 parameters, and feed(N) has 1; write for example feed(1000)"),
    ("feed(-1)", "feed(-1): N is \"-1\"; it takes a whole number from 0 to 1000000"),
    ("feed(x)", "feed(x): N is \"x\"; it takes a whole number from 0 to 1000000"),
    ("feed()", "feed() has 0 parameters, and feed(N) has 1; write for example feed(1000)"),
    ("feed(1 0)", "feed(1 0): N is \"1 0\"; it takes a whole number from 0 to 1000000"),
    ("feed(+3)", "feed(+3): N is \"+3\"; it takes a whole number from 0 to 1000000"),
    ("grid(1,)", "grid(1,): C is \"\"; it takes a whole number from 0 to 1000000"),
    ("fe ed(3)", "there is no workload \"fe ed\"; did you mean feed(N)?"),
    (
      "feed(99999999999999999999)",
      "feed(99999999999999999999): N is \"99999999999999999999\"; it takes a whole number from 0 to 1000000"
    ),
    ("feed(1", "feed(1 has no closing bracket at its end; write for example feed(1000)"),
    ("grid(10000,10000)", "grid(10000,10000) has 100010001 elements, and a workload has at most 12000001"),
    ("nested(8)", "nested(8): d is \"8\"; it takes a whole number from 0 to 7"),
  ])
  func `A text that names no workload says what to write`(text: String, message: String) {
    let error = #expect(throws: WorkloadError.self) { try Workload(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `A name that is near nothing is answered with all of them`() {
    let error = #expect(throws: WorkloadError.self) { try Workload(parsing: "") }
    #expect(error?.description.contains("there are feed(N), feedItem(N)") == true)
  }

  @Test func `A workload's text reads back as the workload`() throws {
    for text in ["feed(1000)", "grid(100, 20)", "fit_nesting"] {
      #expect(try Workload(parsing: text).description == text)
    }
    #expect(try Workload(parsing: " grid ( 1 , 2 ) ") == Workload(parsing: "grid(1,2)"))
  }
}

@Suite("SplitMix64")
struct SplitMix64Tests {
  @Test func `The first numbers of two seeds, computed by hand elsewhere`() {
    var a = SplitMix64(seed: 42)
    var b = SplitMix64(seed: 0)
    #expect(
      [a.next(), a.next(), a.next()] == [0xBDD7_3226_2FEB_6E95, 0x28EF_E333_B266_F103, 0x4752_6757_130F_9F52])
    #expect(
      [b.next(), b.next(), b.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }
}

@Suite("Lint of workloads")
struct WorkloadLintTests {
  @Test(arguments: ["feed(1000)", "feedItem(30)", "settings(1000)", "chat(1000)", "messageList(100)"])
  func
    `Nothing is found in a feed, in settings, chats and messages, nor in LayoutKit's feed item where its labels fit`(
      text: String
    ) throws
  {
    let workload = try Workload(parsing: text)
    let findings = workload.tree().lint(in: workload.range)
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  /// The items' texts are drawn, and the definition lets no label shrink: some are wider than the screen.
  @Test func `What is found in many feed items does stick out, and all that sticks out is found`() throws {
    let workload = try Workload(parsing: "feedItem(1000)")
    let tree = workload.tree()
    let layout = tree.layoutThatFits(workload.range)
    var tooWide: [ElementID] = []
    for id in tree.elementIDs {
      guard case .stack(let stack) = tree.content(of: id), stack.direction == .horizontal,
        let frame = layout.frame(of: id)
      else { continue }
      let ends = tree.children(of: id).compactMap { layout.frame(of: $0)?.maxX }
      // Less than a pixel, and the engine's own threshold, is nothing.
      if let end = ends.max(), end - frame.size.width >= 1.01 { tooWide.append(id) }
    }
    let findings = tree.lint(in: workload.range)
    #expect(findings.allSatisfy { $0.rule == .textDoesNotWrap })
    #expect(findings.compactMap(\.otherElements.last) == tooWide)
    #expect(tooWide.count > 0 && tooWide.count < 50)
  }
}
