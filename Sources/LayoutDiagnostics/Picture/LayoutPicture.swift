import LayoutSpecs

extension Layout {
  /// The layout as a picture: nested boxes with names and sizes, in SVG.
  ///
  /// Specs have thin dashed lines and nodes solid ones. Texts show their words as they are wrapped. What
  /// sticks out of the box around it is hatched, with the number of points. Names without room are shortened
  /// or left out; every box shows name, place and size when the pointer rests on it. Colours follow the
  /// surroundings, light or dark. The same layout always gives the same text.
  ///
  /// Elements without a layout are left out. A picture of more than 20,000 boxes has no texts.
  ///
  /// - Parameters:
  ///   - title: The title above the picture. Default: nil, the element's `debugName`, or its type.
  ///   - elementName: The name that a box shows. Default: the Layout API's name for such an element, and its
  ///     `debugName`.
  /// - Complexity: linear in the number of elements and the length of texts.
  public func svg(title: String? = nil, elementName: ((ElementID) -> String)? = nil) -> String {
    LayoutPicture(self, title: title, elementName: elementName).text
  }
}

/// A picture of a layout while it is drawn. Lengths are in pixels of the picture unless said to be in points.
struct LayoutPicture {
  private let layout: Layout
  private let title: String
  private let elementName: ((ElementID) -> String)?
  private let boxes: [PictureBox]
  /// Pixels per point.
  private let scale: Double
  /// The frame around all boxes, in points.
  private let bounds: Rect
  private let hasText: Bool

  /// The space around the picture.
  private static let margin = 12.0
  private static let headHeight = 22.0
  private static let keyHeight = 22.0
  /// The width of a picture, if it is not very large or small.
  private static let usualWidth = 720.0
  /// The height beyond which it is drawn smaller, though not below a pixel a point.
  private static let usualHeight = 16_000.0
  private static let mostTexts = 20_000
  /// The fewest characters of a label that says something.
  private static let fewestCharacters = 4

  init(_ layout: Layout, title: String?, elementName: ((ElementID) -> String)?) {
    self.layout = layout
    self.elementName = elementName
    boxes = layout.pictureBoxes
    var bounds = boxes.first?.frame ?? .zero
    for box in boxes { bounds = bounds.union(box.frame) }
    self.bounds = bounds
    let fitting = min(
      LayoutPicture.usualWidth / max(bounds.size.width, 1),
      max(1, LayoutPicture.usualHeight / max(bounds.size.height, 1)))
    scale = (min(4, max(fitting, 0.02)) * 100).rounded(.down) / 100
    hasText = boxes.count <= LayoutPicture.mostTexts
    self.title = title ?? layout.debugName ?? layout.tree.className(of: layout.element)
  }

  /// The whole file.
  var text: String {
    let pictureSize = Size(bounds.size.width * scale, bounds.size.height * scale)
    let head = "\(title): \(shortText(layout.size.width)) × \(shortText(layout.size.height)) points"
    let width = max(pictureSize.width, min(LayoutPicture.textWidth(head, 11), 480)) + 2 * LayoutPicture.margin
    let height =
      pictureSize.height + LayoutPicture.headHeight + LayoutPicture.keyHeight + LayoutPicture.margin
    let room = wholeCount((width - 2 * LayoutPicture.margin) / (11 * 0.61))
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 \(svgNumber(width)) \(svgNumber(height))" width="\(svgNumber(width))" height="\(svgNumber(height))" role="img">
      <title>\(xmlText(head))</title>
      <style>
      \(PictureStyle.sheet)
      </style>
      \(PictureStyle.definitions)
      <rect class="paper" width="\(svgNumber(width))" height="\(svgNumber(height))"/>
      <text class="head" x="\(svgNumber(LayoutPicture.margin))" y="15">\(xmlText(LayoutPicture.shortened(head, to: room)))</text>
      """
    ]
    for box in boxes { append(box, to: &parts) }
    if hasText { appendLabels(to: &parts) }
    appendKey(at: height - 9, width: width, to: &parts)
    parts.append("</svg>\n")
    return parts.joined(separator: "\n")
  }

  // MARK: - Places

  /// A frame in points as one in pixels.
  private func pixels(_ frame: Rect) -> Rect {
    Rect(
      x: (frame.minX - bounds.minX) * scale + LayoutPicture.margin,
      y: (frame.minY - bounds.minY) * scale + LayoutPicture.headHeight, width: frame.size.width * scale,
      height: frame.size.height * scale)
  }

  private static func textWidth(_ text: String, _ fontSize: Double) -> Double {
    Double(text.unicodeScalars.count) * fontSize * 0.61
  }

  static func shortened(_ text: String, to count: Int) -> String {
    guard text.unicodeScalars.count > count else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, count - 1)))) + "…"
  }
}

// MARK: - Boxes

extension LayoutPicture {
  private func append(_ box: PictureBox, to parts: inout [String]) {
    let tip = hasText ? "<title>\(xmlText(tip(of: box)))</title>" : ""
    parts.append(shape(pixels(box.frame), box.kind.rawValue, tip))
    if box.kind == .text, hasText { appendWords(of: box, to: &parts) }
    for overflow in box.overflows {
      let words =
        "\(name(of: box.id)) sticks out by \(shortText(overflow.points)) points (\(overflow.edge.rawValue))"
      let tip = hasText ? "<title>\(xmlText(words))</title>" : ""
      parts.append(shape(pixels(overflow.area), "overflow", tip))
    }
  }

  /// A rectangle, or a line if it has no width or no height, or a cross if it has neither.
  private func shape(_ rect: Rect, _ kind: String, _ tip: String) -> String {
    let (x, y) = (svgNumber(rect.minX), svgNumber(rect.minY))
    let (width, height) = (svgNumber(rect.size.width), svgNumber(rect.size.height))
    guard width == "0" || height == "0" else {
      return
        "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\">\(tip)</rect>"
    }
    let line =
      width == "0" && height == "0" ? "M\(x) \(y)m-3 -3l6 6m0 -6l-6 6" : "M\(x) \(y)l\(width) \(height)"
    return "<path class=\"\(kind)\" d=\"\(line)\">\(tip)</path>"
  }

  private func name(of id: ElementID) -> String {
    if let elementName { return elementName(id) }
    let tree = layout.tree
    return tree.className(of: id) + (tree.name(of: id).map { " \"\($0)\"" } ?? "")
  }

  private func tip(of box: PictureBox) -> String {
    let frame = box.id == layout.element ? box.frame : layout.frame(of: box.id) ?? box.frame
    var tip =
      "\(name(of: box.id)): \(shortText(frame.size.width)) × \(shortText(frame.size.height)) points at \(frame.origin)"
    if case .text(let text) = layout.tree.content(of: box.id) {
      tip += ", reads \"\(LayoutPicture.shortened(text.string, to: 200))\""
    }
    return tip
  }

  /// Appends the words line by line, as many lines as the box has room for.
  private func appendWords(of box: PictureBox, to parts: inout [String]) {
    guard let words = words(of: box) else { return }
    for line in words.lines where !line.text.isEmpty {
      parts.append(
        "<text class=\"words\" x=\"\(svgNumber(line.rect.minX))\" y=\"\(svgNumber(line.baseline))\" font-size=\"\(svgNumber(words.fontSize))\" textLength=\"\(svgNumber(line.rect.size.width))\" lengthAdjust=\"spacingAndGlyphs\">\(xmlText(line.text))</text>"
      )
    }
  }

  private struct Words {
    let fontSize: Double
    /// Each line's text, and where its letters are.
    let lines: [(text: String, baseline: Double, rect: Rect)]
  }

  private func words(of box: PictureBox) -> Words? {
    guard case .text(let text) = layout.tree.content(of: box.id) else { return nil }
    let fontSize = min(text.advance / 0.61, text.lineHeight * 0.72) * scale
    guard fontSize >= 4, text.lineHeight > 0 else { return nil }
    let area = pixels(box.frame)
    let lineHeight = text.lineHeight * scale
    let count = wholeCount(area.size.height / lineHeight + 0.01)
    let lines = TextLines(text, width: box.frame.size.width).lines.prefix(count).enumerated().map {
      number, line in
      let baseline = area.minY + (Double(number) + 0.5) * lineHeight + fontSize * 0.34
      let width = Double(line.unicodeScalars.count) * text.advance * scale
      let rect = Rect(x: area.minX, y: baseline - fontSize * 0.76, width: width, height: fontSize)
      return (line, baseline, rect)
    }
    return Words(fontSize: fontSize, lines: lines)
  }
}

// MARK: - Labels

extension LayoutPicture {
  /// Appends the points that stick out, then names and sizes: of leaves, of nodes around others, of specs.
  private func appendLabels(to parts: inout [String]) {
    var labels = PictureLabels()
    for box in boxes where box.kind == .node || box.kind == .text { labels.avoid(pixels(box.frame), .box) }
    for box in boxes where box.kind == .text {
      for line in words(of: box)?.lines ?? [] where !line.text.isEmpty { labels.avoid(line.rect, .words) }
    }
    func put(_ texts: [String], in area: Rect, _ kind: String, covering: Set<PictureLabels.Obstacle> = [])
      -> Bool
    {
      guard let label = labels.place(texts, in: pixels(area), covering: covering) else { return false }
      parts.append(
        "<text class=\"label of-\(kind)\" x=\"\(svgNumber(label.at.x))\" y=\"\(svgNumber(label.at.y))\">\(xmlText(label.text))</text>"
      )
      return true
    }
    for overflow in boxes.flatMap(\.overflows) {
      let points = "+\(lengthText(overflow.points))"
      let texts = ["\(points) \(overflow.edge.rawValue)", points]
      // Over words rather than not at all.
      _ =
        put(texts, in: overflow.area, "overflow", covering: [.box])
        || put(texts, in: overflow.area, "overflow", covering: [.box, .words])
    }
    for kinds in [[PictureBox.Kind.node, .text], [.holder], [.spec]] {
      for box in boxes where kinds.contains(box.kind) {
        _ = put(labelTexts(of: box), in: box.frame, box.kind.rawValue)
      }
    }
  }

  /// The texts that a label may have, from the longest to the shortest.
  private func labelTexts(of box: PictureBox) -> [String] {
    let size = "\(lengthText(box.frame.size.width)) × \(lengthText(box.frame.size.height))"
    guard let name = layout.tree.name(of: box.id) else {
      return ["\(layout.tree.typeName(of: box.id)) \(size)", size]
    }
    let room = wholeCount((box.frame.size.width * scale - 6) / PictureLabels.characterWidth)
    let short = LayoutPicture.shortened(name, to: room - size.unicodeScalars.count - 1)
    var texts = ["\(LayoutPicture.shortened(name, to: 40)) \(size)"]
    if short.unicodeScalars.count >= LayoutPicture.fewestCharacters { texts.append("\(short) \(size)") }
    if room >= LayoutPicture.fewestCharacters { texts.append(LayoutPicture.shortened(name, to: room)) }
    return texts + [size]
  }

  /// Appends what each look means, for the looks in the picture and as far as there is room.
  private func appendKey(at y: Double, width: Double, to parts: inout [String]) {
    var entries = PictureBox.Kind.allCases.filter { kind in boxes.contains { $0.kind == kind } }
      .map { ($0.rawValue, $0.title) }
    if boxes.contains(where: { !$0.overflows.isEmpty }) { entries.append(("overflow", "sticks out")) }
    var x = LayoutPicture.margin
    for (kind, title) in entries {
      let end = x + 20 + LayoutPicture.textWidth(title, PictureLabels.fontSize)
      guard end <= width else { break }
      parts.append(shape(Rect(x: x, y: y - 8, width: 14, height: 9), kind, ""))
      parts.append("<text class=\"key\" x=\"\(svgNumber(x + 18))\" y=\"\(svgNumber(y))\">\(title)</text>")
      x = end + 12
    }
  }
}

/// The number of whole things that fit. A million stands for any larger number.
private func wholeCount(_ value: Double) -> Int { Int(min(1_000_000, max(0, value))) }

extension Rect {
  /// The smallest frame around both.
  fileprivate func union(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
