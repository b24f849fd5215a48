/// A compiled tree of elements: one contiguous arena in pre-order, which can be laid out any number of times.
///
/// A subtree is a contiguous range of ids. The tree is a value, and cheap to copy: any number of threads may
/// lay it out at once, each with its own `LayoutContext`. `LayoutTreeBuilder` writes one, and the Layout
/// API's specs and nodes compile into one.
public struct LayoutTree: Sendable {
  // SAFETY: a tree writes to its box only if no other tree shares it, so shared tables are never written.
  nonisolated(unsafe) private var box: TableBox

  /// Creates a tree that alone owns the box.
  init(_ box: TableBox) { self.box = box }

  /// The contents of the tree. Writing copies them first if another tree shares any of them.
  var tables: LayoutTables {
    @inline(__always) _read { yield box.tables.pointee }
    _modify {
      if box.tables.pointee.model != nil { copyTables() }
      yield &leafTables
    }
  }

  /// The contents of the tree, for writes to the tables of leaves, which are not part of `LayoutTables.model`.
  var leafTables: LayoutTables {
    @inline(__always) _read { yield box.tables.pointee }
    _modify {
      if isShared(&box) { copyTables() }
      yield &box.tables.pointee
    }
  }

  private mutating func copyTables() {
    let tables = box.tables
    box = TableBox.make(copying: tables.pointee, leaves: tables.pointee, edits: tables.pointee.edits)
    box.tables.pointee.edits.fork()
  }

  /// Returns a tree with this tree's elements and specs, and the sizes and texts of other tables.
  ///
  /// - Parameter isSharing: True to share elements and specs: then leaves have the same places in both tables.
  func with(leaves: borrowing LayoutTables, isSharing: Bool, edits: EditLog) -> LayoutTree {
    LayoutTree(
      TableBox.make(
        copying: box.tables.pointee, leaves: leaves, model: isSharing ? tables.model ?? box : nil,
        edits: edits))
  }

  /// True if the tree shares elements and specs with another one.
  var isSharing: Bool { tables.model != nil }

  /// The address of the tables, valid until the tree is changed.
  var tablesPointer: UnsafePointer<LayoutTables> { UnsafePointer(box.tables) }

  /// The number of elements, at least 1.
  public var elementCount: Int { tables.elements.count }

  /// The number of levels: 1 for a root alone.
  ///
  /// - Complexity: linear in the number of elements.
  public var depth: Int {
    var levels = [Int](repeating: 1, count: elementCount)
    for index in 1..<elementCount { levels[index] = levels[Int(tables.elements[index].parent)] + 1 }
    return levels.max() ?? 1
  }

  /// The memory that the tree takes, in bytes. Copies share it until one of them is changed.
  ///
  /// Excludes the insides of `LeafMeasurement` and `LayoutAlgorithm`, and names too long for a `String`'s
  /// inline storage.
  package var byteCount: Int { tables.byteCount }

  /// The pixels to which sizes are rounded.
  public var pixelGrid: PixelGrid { tables.pixelGrid }

  /// The first element.
  public var root: ElementID { ElementID(0) }

  /// Every element, in pre-order.
  public var elementIDs: some RandomAccessCollection<ElementID> {
    (0..<elementCount).lazy.map(ElementID.init)
  }
}

// MARK: - Reading a tree

extension LayoutTree {
  /// Returns the element's content.
  public func content(of id: ElementID) -> ElementContent { tablesPointer.pointee.content(of: id) }

  /// Returns the element's style.
  public func style(of id: ElementID) -> Style {
    let place = tables.elements[id.index].style
    return place == 0 ? .default : Style(tables.styles[Int(place)].style)
  }

  /// Returns the element's `debugName`, if it has one.
  public func name(of id: ElementID) -> String? { tables.names[UInt32(id.index)] }

  /// Returns the ids of the element and everything below it.
  package func subtree(of id: ElementID) -> Range<Int> { id.index..<Int(tables.elements[id.index].end) }

  /// Returns true if the element is a node, false if it is a spec.
  public func isNode(_ id: ElementID) -> Bool { tables.elements[id.index].kind.isNode }

  /// Returns the element's kind, which the engine switches on.
  package func kind(of id: ElementID) -> ElementKind { tables.elements[id.index].kind }

  /// Returns the values of the element's style, without making a `Style`.
  package func styleValues(of id: ElementID) -> StyleValues {
    tables.styles[Int(tables.elements[id.index].style)].style
  }

  /// Returns the element's stack parameters; nil if it is no stack.
  package func stackParameters(of id: ElementID) -> StackParameters? {
    guard kind(of: id) == .stack else { return nil }
    return tables.stacks[Int(tables.elements[id.index].payload)].parameters
  }

  /// Returns the parent of the element; for a root, the root itself.
  package func parent(of id: ElementID) -> ElementID { ElementID(Int(tables.elements[id.index].parent)) }

  /// Returns the element's children, in order. Overlay, background and corner specs have the child first.
  public func children(of id: ElementID) -> Children {
    Children(box: box, position: id.index + 1, end: subtree(of: id).upperBound)
  }

  /// The children of an element, in order; each step takes constant time.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    // SAFETY: the box is only read.
    nonisolated(unsafe) fileprivate let box: TableBox
    fileprivate var position: Int
    fileprivate let end: Int

    public mutating func next() -> ElementID? {
      guard position < end else { return nil }
      defer { position = Int(box.tables.pointee.elements[position].end) }
      return ElementID(position)
    }
  }
}

// The names of elements in descriptions, pictures and sentences.

extension LayoutTree {
  /// The class that the element was compiled from: `StackLayoutSpec`, `ButtonNode`, or a class of yours.
  ///
  /// For an element that was written with a `LayoutTreeBuilder`, the Layout API's name for its kind, or the type of
  /// its measurement or its algorithm.
  public func className(of id: ElementID) -> String {
    if let type = notedType(of: id) { return "\(type)" }
    switch content(of: id) {
    case .measured(let measurement): return "\(type(of: measurement))"
    case .custom(let algorithm): return "\(type(of: algorithm))"
    default: return kind(of: id).className
    }
  }

  /// The class that was recorded for the element, else its type in spec documents, such as `stack`.
  package func typeName(of id: ElementID) -> String {
    notedType(of: id).map { "\($0)" } ?? kind(of: id).typeName
  }

  /// The type that the element was written from; nil if its kind implies the type, or if no type was recorded.
  package func notedType(of id: ElementID) -> (any Any.Type)? {
    let place = tables.elements[id.index].type
    return place == 0 ? nil : tables.types[Int(place) - 1]
  }

  /// The element's class, and its `debugName` if it has one, on one line: `StackLayoutSpec "header"`.
  package func title(of id: ElementID) -> String {
    className(of: id) + (name(of: id).map { " \(quoted($0))" } ?? "")
  }
}

package func asciiName(_ className: String, _ debugName: String?) -> String {
  debugName.map { "\(className) (\(oneLine($0)))" } ?? className
}

// MARK: - Names that others chose

/// A text on one line, harmless to a terminal: whatever would break the line, control the terminal or turn
/// the direction of reading is escaped, as `\n`, `\u{1B}` or `\u{202E}`.
package func oneLine(_ text: String) -> String {
  escaped(text) { $0.isControl }
}

/// A text between quotation marks, on one line as `oneLine` makes it, with a backslash before each quotation
/// mark and backslash in it.
package func quoted(_ text: String) -> String {
  "\"\(escaped(text) { $0.isControl || $0 == "\"" || $0 == "\\" })\""
}

private func escaped(_ text: String, _ needsEscape: (Unicode.Scalar) -> Bool) -> String {
  guard text.unicodeScalars.contains(where: needsEscape) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    result += needsEscape(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
  }
}

extension Unicode.Scalar {
  /// True for a control character, a line or paragraph separator, and a control of the direction of reading.
  fileprivate var isControl: Bool {
    let category = properties.generalCategory
    return category == .control || category == .lineSeparator || category == .paragraphSeparator
      || properties.isBidiControl
  }
}
