import LayoutSpecs

extension Layout {
  /// The layout as a picture: nested boxes with names and sizes, in SVG.
  ///
  /// Specs have thin dashed lines and nodes solid ones. Texts show their lines where they are, in the runs' sizes,
  /// weights and colours, as far as their frames have room. Parts that stick out of the box around them are hatched,
  /// with the number of points. Names without room are shortened or left out; every box shows name, place and size when
  /// the pointer rests on it. Colours follow the surroundings, light or dark. The same layout always gives the same
  /// text.
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

  /// `svg(title:elementName:)` in at most `width` pixels, not counting the margins.
  package func svg(title: String? = nil, width: Double) -> String {
    LayoutPicture(self, title: title, elementName: nil, width: width).text
  }
}

/// A picture of a layout. Lengths are in pixels of the picture unless said to be in points.
struct LayoutPicture {
  private let layout: Layout
  private let title: String
  private let elementName: ((ElementID) -> String)?
  private let boxes: [PictureBox]
  /// The words of the boxes of texts.
  private let texts: [ElementID: [PictureText]]
  /// Pixels per point.
  private let scale: Double
  /// The frame around all boxes, in points.
  private let bounds: Rect
  private let hasText: Bool

  /// The space around the picture.
  private static let margin = 12.0
  private static let headHeight = 22.0
  private static let keyHeight = 22.0
  private static let headFontSize = 11.0
  /// The width of a picture, if it is not very large or small.
  private static let usualWidth = 720.0
  /// The height beyond which a picture is drawn smaller, though not below a pixel a point.
  private static let usualHeight = 16_000.0
  private static let mostTexts = 20_000
  /// The fewest characters to which a label shortens a name.
  private static let fewestCharacters = 4

  init(
    _ layout: Layout, title: String?, elementName: ((ElementID) -> String)?, width: Double = usualWidth
  ) {
    self.layout = layout
    self.elementName = elementName
    boxes = layout.pictureBoxes
    bounds = boxes.reduce(boxes.first?.frame ?? .zero) { $0.union($1.frame) }
    let fitting = min(
      width / max(bounds.size.width, 1), max(1, Self.usualHeight / max(bounds.size.height, 1)))
    scale = (min(4, max(fitting, 0.02)) * 100).rounded(.down) / 100
    hasText = boxes.count <= Self.mostTexts
    let texts =
      hasText ? boxes.filter { $0.kind == .text }.map { ($0.id, layout.pictureTexts(of: $0.id)) } : []
    self.texts = Dictionary(uniqueKeysWithValues: texts)
    self.title = title ?? layout.debugName ?? layout.tree.className(of: layout.element)
  }

  /// The whole file.
  var text: String {
    let head = "\(title): \(shortText(layout.size.width)) × \(shortText(layout.size.height)) points"
    let width =
      max(bounds.size.width * scale, min(textWidth(head, Self.headFontSize), 480)) + 2 * Self.margin
    let height = bounds.size.height * scale + Self.headHeight + Self.keyHeight + Self.margin
    let room = wholeCount((width - 2 * Self.margin) / (Self.headFontSize * PictureLabels.advance))
    let frame = """
      <svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 \(hundredths(width)) \(hundredths(height))" width="\(hundredths(width))" height="\(hundredths(height))" role="img">
      <title>\(xmlText(head))</title>
      <style>
      \(PictureStyle.sheet)
      </style>
      \(PictureStyle.definitions)
      <rect class="paper" width="\(hundredths(width))" height="\(hundredths(height))"/>
      <text class="head" x="\(hundredths(Self.margin))" y="15">\(xmlText(shortened(head, to: room)))</text>
      """
    let parts =
      boxes.flatMap { elements(of: $0) } + (hasText ? labels : []) + key(at: height - 9, width: width)
    return ([frame] + parts + ["</svg>\n"]).joined(separator: "\n")
  }

  /// Converts a frame from points to pixels.
  private func pixels(_ frame: Rect) -> Rect {
    Rect(
      x: (frame.minX - bounds.minX) * scale + Self.margin,
      y: (frame.minY - bounds.minY) * scale + Self.headHeight, width: frame.size.width * scale,
      height: frame.size.height * scale)
  }

  private func textWidth(_ text: String, _ fontSize: Double) -> Double {
    Double(text.unicodeScalars.count) * fontSize * PictureLabels.advance
  }
}

// MARK: - Boxes

extension LayoutPicture {
  /// A box with its words, and its parts that stick out of the box around it.
  private func elements(of box: PictureBox) -> [String] {
    let overflows = box.overflows.map { overflow in
      let points = shortText(overflow.points)
      return shape(
        pixels(overflow.area), "overflow",
        tip("\(name(of: box.id)) sticks out by \(points) points (\(overflow.edge.rawValue))"))
    }
    let words = lines(of: box).map { element(of: $0.text, $0.rect, baseline: $0.baseline) }
    return [shape(pixels(box.frame), box.kind.rawValue, tip(description(of: box)))] + words + overflows
  }

  /// A part of a text's line.
  private func element(of text: PictureText, _ rect: Rect, baseline: Double) -> String {
    let place = "x=\"\(hundredths(rect.minX))\" y="
    let length = hundredths(rect.size.width)
    guard text.run.attachment == nil else {
      return
        "<rect class=\"attachment\" \(place)\"\(hundredths(rect.minY))\" width=\"\(length)\" height=\"\(hundredths(rect.size.height))\"/>"
    }
    return
      "<text class=\"words\" \(place)\"\(hundredths(baseline))\" font-size=\"\(hundredths(text.fontSize * scale))\" textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\"\(text.svgLook)>\(xmlText(text.string))</text>"
  }

  /// A rectangle, or a line if it has no width or no height, or a cross if it has neither.
  private func shape(_ rect: Rect, _ kind: String, _ tip: String = "") -> String {
    let (x, y) = (hundredths(rect.minX), hundredths(rect.minY))
    let (width, height) = (hundredths(rect.size.width), hundredths(rect.size.height))
    guard width == "0" || height == "0" else {
      return
        "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\">\(tip)</rect>"
    }
    let line =
      width == "0" && height == "0" ? "M\(x) \(y)m-3 -3l6 6m0 -6l-6 6" : "M\(x) \(y)l\(width) \(height)"
    return "<path class=\"\(kind)\" d=\"\(line)\">\(tip)</path>"
  }

  /// A text that shows when the pointer rests on a shape.
  private func tip(_ text: @autoclosure () -> String) -> String {
    hasText ? "<title>\(xmlText(text()))</title>" : ""
  }

  private func name(of id: ElementID) -> String {
    if let elementName { return elementName(id) }
    let tree = layout.tree
    return tree.className(of: id) + (tree.name(of: id).map { " \"\($0)\"" } ?? "")
  }

  private func description(of box: PictureBox) -> String {
    let frame = box.frameInParent
    let (width, height) = (shortText(frame.size.width), shortText(frame.size.height))
    let place = "\(name(of: box.id)): \(width) × \(height) points at \(frame.origin)"
    switch layout.tree.content(of: box.id) {
    case .text(let text): return "\(place), reads \"\(shortened(text.string, to: 200))\""
    case .paragraph(let paragraph): return "\(place), reads \"\(shortened(paragraph.text.string, to: 200))\""
    default: return place
    }
  }

  /// The parts of a text's lines that its box has room for, each with its baseline and the place of its letters, as high
  /// as the font size. Parts that are empty or too small to be read are left out.
  private func lines(of box: PictureBox) -> [(text: PictureText, baseline: Double, rect: Rect)] {
    texts[box.id, default: []].compactMap { text in
      let fontSize = text.fontSize * scale
      let (x, baseline) = (box.frame.minX + text.x, box.frame.minY + text.baseline)
      if let attachment = text.run.attachment {
        let place = pixels(Rect(origin: Point(x, baseline - attachment.height), size: attachment))
        return (text, place.maxY, place)
      }
      guard fontSize >= 4, text.width > 0, !text.string.isEmpty else { return nil }
      let place = pixels(Rect(x: x, y: baseline, width: text.width, height: 0))
      return (
        text, place.minY,
        Rect(x: place.minX, y: place.minY - fontSize * 0.76, width: place.size.width, height: fontSize)
      )
    }
  }
}

// MARK: - Labels

extension LayoutPicture {
  /// The points that stick out, then names and sizes: of leaves, of nodes that hold specs, of specs.
  private var labels: [String] {
    var labels: [String] = []
    var room = PictureLabels()
    for box in boxes where box.kind == .node || box.kind == .text { room.avoid(pixels(box.frame), .box) }
    for line in boxes.flatMap({ lines(of: $0) }) { room.avoid(line.rect, .words) }
    func add(_ texts: [String], in area: Rect, _ kind: String, over: Set<PictureLabels.Obstacle> = []) -> Bool
    {
      guard let label = room.place(texts, in: pixels(area), covering: over) else { return false }
      labels.append(
        "<text class=\"label of-\(kind)\" x=\"\(hundredths(label.at.x))\" y=\"\(hundredths(label.at.y))\">\(xmlText(label.text))</text>"
      )
      return true
    }
    for overflow in boxes.flatMap(\.overflows) {
      let points = "+\(lengthText(overflow.points))"
      let texts = ["\(points) \(overflow.edge.rawValue)", points]
      // A label over words is better than no label.
      _ =
        add(texts, in: overflow.area, "overflow", over: [.box])
        || add(texts, in: overflow.area, "overflow", over: [.box, .words])
    }
    for kinds in [[PictureBox.Kind.node, .text], [.holder], [.spec]] {
      for box in boxes where kinds.contains(box.kind) {
        _ = add(labelTexts(of: box), in: box.frame, box.kind.rawValue)
      }
    }
    return labels
  }

  /// The texts that a label may have, from the longest to the shortest.
  private func labelTexts(of box: PictureBox) -> [String] {
    let size = "\(lengthText(box.frame.size.width)) × \(lengthText(box.frame.size.height))"
    guard let name = layout.tree.name(of: box.id) else {
      return ["\(layout.tree.typeName(of: box.id)) \(size)", size]
    }
    let room = wholeCount((box.frame.size.width * scale - 6) / PictureLabels.characterWidth)
    let short = shortened(name, to: room - size.unicodeScalars.count - 1)
    var texts = ["\(shortened(name, to: 40)) \(size)"]
    if short.unicodeScalars.count >= Self.fewestCharacters { texts.append("\(short) \(size)") }
    if room >= Self.fewestCharacters { texts.append(shortened(name, to: room)) }
    return texts + [size]
  }

  /// The meaning of each look in the picture, as far as there is room.
  private func key(at y: Double, width: Double) -> [String] {
    var entries = PictureBox.Kind.allCases.filter { kind in boxes.contains { $0.kind == kind } }
      .map { ($0.rawValue, $0.title) }
    if boxes.contains(where: { !$0.overflows.isEmpty }) { entries.append(("overflow", "sticks out")) }
    var key: [String] = []
    var x = Self.margin
    for (kind, title) in entries {
      let end = x + 20 + textWidth(title, PictureLabels.fontSize)
      guard end <= width else { break }
      key.append(shape(Rect(x: x, y: y - 8, width: 14, height: 9), kind))
      key.append("<text class=\"key\" x=\"\(hundredths(x + 18))\" y=\"\(hundredths(y))\">\(title)</text>")
      x = end + 12
    }
    return key
  }
}

/// The value as a whole number from 0 to a million.
private func wholeCount(_ value: Double) -> Int { Int(min(1_000_000, max(0, value))) }

// MARK: - The boxes of a layout

/// An element in a picture: its place, and its parts that stick out of the element around it.
struct PictureBox {
  let id: ElementID
  let kind: Kind
  /// Its frame in the root's coordinates, in points.
  let frame: Rect
  /// Its frame in the element around it, in points.
  let frameInParent: Rect
  /// The parts that stick out of the element around it.
  let overflows: [Overflow]

  /// The kinds of boxes that look different.
  enum Kind: String, CaseIterable {
    /// A spec, which arranges other elements.
    case spec
    /// A node that holds a layout spec.
    case holder
    /// A node with nothing below it.
    case node
    /// A text.
    case text

    /// Its name in the picture's key.
    var title: String {
      switch self {
      case .spec: "spec"
      case .holder: "node with a layoutSpec"
      case .node: "node"
      case .text: "text"
      }
    }
  }

  /// The part of a box that lies beyond one edge of the box around it.
  struct Overflow {
    let edge: Edge
    let points: Double
    let area: Rect
  }

  enum Edge: String {
    case left, right, top, bottom
  }
}

extension Layout {
  /// The layout's boxes in the order in which they are drawn, without boxes that have no layout or lie so far away that
  /// a picture's numbers would not be finite.
  var pictureBoxes: [PictureBox] {
    var frames = [Rect?](repeating: nil, count: tree.elementCount)
    let shown = shownFrames
    for index in tree.subtree(of: element) {
      let id = ElementID(index)
      guard var frame = shown[index] else { continue }
      if id == element {
        frame.origin = .zero
      } else {
        guard let parent = frames[tree.parent(of: id).index] else { continue }
        frame.origin = Point(frame.minX + parent.minX, frame.minY + parent.minY)
      }
      if frame.isWithin(1e17) { frames[index] = frame }
    }
    return tree.drawingOrder(from: element).compactMap { id -> PictureBox? in
      guard let frame = frames[id.index] else { return nil }
      let parent = tree.parent(of: id).index
      let around = id == element ? nil : frames[parent]
      let overflows = isMeantToReachOut(id) ? [] : around.map { areas(of: frame, beyond: $0) } ?? []
      return PictureBox(
        id: id, kind: pictureKind(of: id), frame: frame,
        frameInParent: id == element ? frame : shown[id.index] ?? frame, overflows: overflows)
    }
  }

  private func pictureKind(of id: ElementID) -> PictureBox.Kind {
    switch tree.kind(of: id) {
    case .text: .text
    case .compositeNode: .holder
    case let kind: kind.isNode ? .node : .spec
    }
  }

  /// A corner spec's corner element lies over its edge.
  private func isMeantToReachOut(_ id: ElementID) -> Bool {
    let parent = tree.parent(of: id)
    return tree.kind(of: parent) == .corner && id.index > parent.index + 1
  }

  /// The parts of a frame that reach beyond the edges of another by more than rounding to pixels explains.
  private func areas(of frame: Rect, beyond around: Rect) -> [PictureBox.Overflow] {
    var overflows: [PictureBox.Overflow] = []
    func add(_ edge: PictureBox.Edge, _ points: Double, from start: Point, to end: Point) {
      guard points >= tree.roundingTolerance else { return }
      let area = Rect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
      overflows.append(PictureBox.Overflow(edge: edge, points: points, area: area))
    }
    let (start, end) = (frame.origin, Point(frame.maxX, frame.maxY))
    add(.left, around.minX - frame.minX, from: start, to: Point(min(end.x, around.minX), end.y))
    add(.right, frame.maxX - around.maxX, from: Point(max(start.x, around.maxX), start.y), to: end)
    add(.top, around.minY - frame.minY, from: start, to: Point(end.x, min(end.y, around.minY)))
    add(.bottom, frame.maxY - around.maxY, from: Point(start.x, max(start.y, around.maxY)), to: end)
    return overflows
  }
}

extension Rect {
  /// The smallest frame around both frames.
  fileprivate func union(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// Returns true if all edges are numbers, and lie within `distance` of the origin.
  fileprivate func isWithin(_ distance: Double) -> Bool {
    minX >= -distance && minY >= -distance && maxX <= distance && maxY <= distance
  }
}
