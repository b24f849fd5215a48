// Content that is larger than its container.

import LayoutSpecs

extension Linter {
  /// Content that is larger than its container sticks out. In a stack the children shrink first, if any child may.
  func checkOverflow(_ element: ElementID) {
    guard let size = frame(element)?.size, range(element) != nil else { return }
    switch tree.content(of: element) {
    case .stack: checkOverflow(ofStack: element)
    case .inset(let insets): checkOverflow(ofInset: element, insets, size)
    case .absolute: checkOverflow(ofAbsolute: element, size)
    case .corner(let corner) where corner.wrapsCorner: checkOverflow(ofCorner: element, size)
    default: break
    }
  }

  private func checkOverflow(ofStack element: ElementID) {
    guard let stack = stack(element), let (line, overflow) = stack.overflow,
      // Other rules report these cases, with better advice.
      line.flexShrink > 0
        ? stack.unmeasuredChild == nil : textThatDoesNotWrap(on: line, of: stack) == nil,
      secondElements[element.index].flatMap({ overhangs[$0.index] }) == nil
    else { return }
    let axis = stack.axis
    func length(_ child: ElementID) -> Double { frame(child).map { axis.length($0.size) } ?? 0 }
    let largest = line.children.max { length($0) < length($1) } ?? element
    let shrunk = line.children.first { style($0).flexShrink > 0 }
    // A text that is wider than the stack by itself has a rule of its own.
    let text = kind(largest) == .text ? largest : longestTexts[largest.index]?.text
    if shrunk != nil, axis == .horizontal, let text, (frame(text)?.size.width ?? 0) > stack.maxLength {
      return
    }
    let spacing = line.spacing == 0 ? "" : ", \(lengthText(line.spacing)) of that between and around them"
    let content =
      line.children.count == 1
      ? "\(opening(largest)) in \(the(element)) takes"
      : "The \(line.children.count) children of \(the(element)) take"
    let wrap =
      stack.parameters.flexWrap == .noWrap && axis == .horizontal
      ? ", let the stack wrap (flexWrap wrap)" : ""
    report(
      .overflowNothingShrinks, element, others: [largest],
      "\(content) \(pointsText(line.length)) of \(axis.name)\(spacing), and there are \(lengthText(stack.maxLength)): \(pointsText(overflow)) stick out, because \(shrunk.map { "\(the($0)) has nothing left to give, and nothing else" } ?? "nothing there") may shrink.",
      fix:
        "Set flexShrink 1 on what may get smaller, as on \(the(largest)) with its \(lengthText(length(largest)))\(wrap), or make room."
    )
  }

  private func checkOverflow(ofInset element: ElementID, _ insets: EdgeInsets, _ size: Size) {
    let child = ElementID(element.index + 1)
    guard let childSize = frame(child)?.size else { return }
    for axis in LayoutAxis.allCases {
      let (sum, length, room) = (axis.sum(of: insets), axis.length(childSize), axis.length(size))
      let overflow = sum + length - room
      guard room > 0, overflow >= tree.roundingTolerance else { continue }
      report(
        .overflowNothingShrinks, element, others: [child],
        "The insets of \(the(element)) take \(pointsText(sum)) of \(axis.name) and \(the(child)) in it \(lengthText(length)), and there are \(lengthText(room)): \(pointsText(overflow)) stick out.",
        fix: "Make the insets smaller, or make more room for \(the(element)).")
    }
  }

  private func checkOverflow(ofAbsolute element: ElementID, _ size: Size) {
    for (child, frame, axis, overflow) in childrenThatStickOut(of: element, size) {
      report(
        .overflowNothingShrinks, child, others: [element],
        "\(opening(child)) lies at \(axis.coordinate) \(lengthText(axis.position(frame.origin))) in \(the(element)) and is \(pointsText(axis.length(frame.size))) \(axis.adjective), but the spec is \(lengthText(axis.length(size))) \(axis.adjective): \(pointsText(overflow)) stick out.",
        fix:
          "Change its layoutPosition or its \(axis.name), or give \(the(element)) more \(axis.name); without a \(axis.name) of its own it takes what is left."
      )
    }
  }

  private func checkOverflow(ofCorner element: ElementID, _ size: Size) {
    for (child, _, axis, overflow) in childrenThatStickOut(of: element, size) {
      report(
        .overflowNothingShrinks, element, others: [child],
        "\(opening(element)) is to take in its corner element, but may be at most \(pointsText(axis.length(size))) \(axis.adjective): \(the(child)) sticks out by \(lengthText(overflow)).",
        fix: "Give \(the(element)) more \(axis.name), or make \(the(child)) smaller.")
    }
  }

  /// The children that reach beyond the right or the bottom edge of an element of this size, each with the first axis on
  /// which it reaches out.
  private func childrenThatStickOut(
    of element: ElementID, _ size: Size
  ) -> [(child: ElementID, frame: Rect, axis: LayoutAxis, overflow: Double)] {
    tree.children(of: element).compactMap { child in
      guard let frame = frame(child) else { return nil }
      for axis in LayoutAxis.allCases {
        let overflow = axis.end(of: frame) - axis.length(size)
        if overflow >= tree.roundingTolerance { return (child, frame, axis, overflow) }
      }
      return nil
    }
  }
}

// MARK: - Overlays and backgrounds

/// An element that reaches beyond the right or bottom edge of the overlay or background that it lies in.
struct Overhang {
  let element: ElementID
  let axis: LayoutAxis
  let points: Double
  /// True if the element fits, but its text does not fit into the element.
  let isCut: Bool
}

extension Linter {
  /// An overlay or background element gets exactly the size of the child beside it, whatever it holds.
  func checkOverlayLargerThanChild(_ element: ElementID) {
    guard let overhang = overhangs[element.index], let parent = parent(of: element) else { return }
    let child = ElementID(parent.index + 1)
    let role = kind(parent) == .overlay ? "overlay" : "background"
    let axis = overhang.axis
    let size = frame(child)?.size ?? .zero
    let isItself = overhang.element == element
    report(
      .overlayLargerThanChild, element, others: [child] + (isItself ? [] : [overhang.element]),
      "\(opening(element)) is the \(role) of \(the(child)) and gets exactly its size, \(sizeText(size)); \(isItself ? "it" : "\(the(overhang.element)) in it") \(overhang.isCut ? "is cut off by" : "sticks out by") \(pointsText(overhang.points)) of \(axis.name).",
      fix:
        "Give \(the(child)) a \(axis.key(.minimum)) of \(lengthText(axis.length(size) + overhang.points)) or more, or put less into the \(role)."
    )
  }

  /// The element that reaches farthest beyond the right or bottom edge of an overlay or background element; nil if none
  /// does, or if `element` is neither.
  func findOverhang(of element: ElementID) -> Overhang? {
    guard isSecondOfTwo(element), let parent = parent(of: element), kind(parent) != .corner,
      let size = frame(ElementID(parent.index + 1))?.size, frame(element) != nil
    else { return nil }
    var farthest: Overhang?
    func add(_ id: ElementID, _ axis: LayoutAxis, _ points: Double, isCut: Bool = false) {
      // A child without any length is a finding of its own.
      guard axis.length(size) > 0, points >= tree.roundingTolerance, points > farthest?.points ?? 0 else {
        return
      }
      farthest = Overhang(element: id, axis: axis, points: points, isCut: isCut)
    }
    // Skips everything below elements that reach out on purpose, and overlays and backgrounds further in, which have
    // findings of their own.
    var open: [(id: ElementID, origin: Point)] = [(element, .zero)]
    while let (id, origin) = open.popLast() {
      guard let frame = frame(id) else { continue }
      let place = id == element ? Point.zero : Point(origin.x + frame.minX, origin.y + frame.minY)
      for axis in LayoutAxis.allCases {
        add(id, axis, axis.position(place) + axis.length(frame.size) - axis.length(size))
      }
      // A text may be higher than its own frame.
      if kind(id) == .text, let question = recorded.lastQuestion(to: id) {
        add(id, .vertical, question.contentSize.height - frame.size.height, isCut: true)
      }
      guard kind(id) != .absolute && kind(id) != .custom else { continue }
      for child in tree.children(of: id) where !isSecondOfTwo(child) { open.append((child, place)) }
    }
    return farthest
  }
}

// MARK: - Absolute specs

extension Linter {
  /// Children of an absolute spec lie where they are put. Texts that cover each other cannot be read.
  ///
  /// - Complexity: n log n in the number of texts below the spec, if few lie beside each other.
  func checkTextsCoverEachOther(_ element: ElementID) {
    guard kind(element) == .absolute, let texts = textsByAbsolute[element] else { return }
    // From top to bottom. The texts in `passed` lie side by side, from left to right.
    var passed: [PlacedText] = []
    for text in texts.sorted(by: { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }) {
      let (place, covered) = passed.place(of: text, tolerance: tree.roundingTolerance)
      guard let covered else {
        passed.insert(text, at: place)
        continue
      }
      let (first, second) = covered.id < text.id ? (covered, text) : (text, covered)
      report(
        .textsCoverEachOther, second.id, others: [first.id, element],
        "\(opening(second.id)) covers \(the(first.id)) in \(the(element)), by \(sizeText(overlap(first.frame, second.frame))).",
        fix:
          "Change the layoutPosition of one, or let a stack place them, which knows how large they are.")
      return
    }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Size {
    Size(min(a.maxX, b.maxX) - max(a.minX, b.minX), min(a.maxY, b.maxY) - max(a.minY, b.minY))
  }

  /// The texts with a size below each absolute spec, except for texts below another absolute spec in it.
  func findTextsByAbsolute() -> [ElementID: [PlacedText]] {
    var texts: [ElementID: [PlacedText]] = [:]
    let places: [(spec: ElementID, child: ElementID, origin: Point)?] = tree.inheriting { id, above in
      guard let (parent, place) = above, let frame = frame(id) else { return nil }
      if kind(parent) == .absolute { return (parent, id, frame.origin) }
      return place.map { ($0.spec, $0.child, Point($0.origin.x + frame.minX, $0.origin.y + frame.minY)) }
    }
    for id in tree.elementIDs where kind(id) == .text {
      guard let place = places[id.index], let size = frame(id)?.size, size.width > 0, size.height > 0 else {
        continue
      }
      texts[place.spec, default: []].append(
        PlacedText(id: id, child: place.child, frame: Rect(origin: place.origin, size: size)))
    }
    return texts
  }
}

/// A text below an absolute spec.
struct PlacedText {
  let id: ElementID
  /// The child of the spec that is or holds the text.
  let child: ElementID
  /// The text's frame in the spec.
  let frame: Rect
}

extension [PlacedText] {
  /// Returns where a text belongs among the passed texts, and the text of another child that it covers. Passed texts
  /// above it, and texts of the same child that it covers, are removed.
  fileprivate mutating func place(of text: PlacedText, tolerance: Double) -> (Int, covered: PlacedText?) {
    var place = partitioningIndex { $0.frame.minX >= text.frame.minX }
    func meets(_ index: Int) -> Bool {
      indices.contains(index) && self[index].frame.maxX - text.frame.minX >= tolerance
        && text.frame.maxX - self[index].frame.minX >= tolerance
    }
    while meets(place - 1) || meets(place) {
      let other = meets(place - 1) ? place - 1 : place
      if self[other].child != text.child, self[other].frame.maxY - text.frame.minY >= tolerance {
        return (place, self[other])
      }
      remove(at: other)
      if other < place { place -= 1 }
    }
    return (place, nil)
  }
}
