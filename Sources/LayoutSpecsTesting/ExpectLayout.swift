internal import LayoutDiagnostics
public import LayoutSpecs
public import Testing

/// Checks that an element's layouts are as they were recorded: the frames of all its elements, and a picture.
///
/// ```swift
/// @Test func `A post fits a phone and a tablet`() {
///   expectLayout(of: PostNode(post), in: [320, 768], named: "post")
/// }
/// ```
///
/// Each layout has two files in the folder `Snapshots` beside the test's own file, such as `post-320.txt` and
/// `post-320.svg`. They are the same on every machine, as long as its fonts are: keep them with the tests. In a package
/// the test target excludes the folder.
///
/// - A missing file is recorded, and the test fails once, so that somebody looks at it.
/// - If a layout is another one, the test fails with the lines that differ, and writes what there is now beside the
///   file: `post-320.new.txt`. It is removed once the test passes.
/// - With `LAYOUTBENCH_RECORD` in the environment all files are recorded anew, and nothing fails.
///
/// It may be called on any thread. The element keeps no layout.
///
/// - Parameters:
///   - element: The node or the spec. A node has these traits, except for those that it overrides itself.
///   - widths: The widths, each with any height. Finite and not negative.
///   - name: The files' name, of which each test in a folder has its own. A `/` puts them in a folder.
///   - direction: The direction of the script. Default: nil, that of `traits`.
///   - textSize: How large the user wants texts. Default: nil, that of `traits`.
///   - traits: Everything else that a layout may depend on. Default: the default of each.
public func expectLayout(
  of element: any LayoutElement, in widths: [Double], named name: String,
  direction: Traits.LayoutDirection? = nil, textSize: Traits.ContentSizeCategory? = nil,
  traits: Traits = Traits(), sourceLocation: SourceLocation = #_sourceLocation
) {
  expectLayout(
    of: element, in: widths.map { SizeRange(width: $0) }, named: name, direction: direction,
    textSize: textSize, traits: traits, sourceLocation: sourceLocation)
}

/// Checks that an element's layouts in these ranges are as they were recorded. See
/// `expectLayout(of:in:named:direction:textSize:traits:sourceLocation:)` with widths.
///
/// - Parameter constrainedSizes: The sizes that the element may have, in each layout.
public func expectLayout(
  of element: any LayoutElement, in constrainedSizes: [SizeRange], named name: String,
  direction: Traits.LayoutDirection? = nil, textSize: Traits.ContentSizeCategory? = nil,
  traits: Traits = Traits(), sourceLocation: SourceLocation = #_sourceLocation
) {
  var traits = traits
  if let direction { traits.layoutDirection = direction }
  if let textSize { traits.contentSizeCategory = textSize }
  var snapshots: [Snapshot] = []
  for range in constrainedSizes {
    let layout = element.layoutThatFits(range, traits: traits)
    let file = "\(name)-\(range.fileName)"
    snapshots.append(Snapshot(name: "\(file).txt", text: layout.outline))
    snapshots.append(Snapshot(name: "\(file).svg", text: layout.svg()))
  }
  expectRecorded(snapshots, sourceLocation)
}

extension SizeRange {
  /// The range as part of a file's name: `320` for a width with any height, and else such as `0-320x44`.
  fileprivate var fileName: String {
    func text(_ lowest: Double, _ highest: Double) -> String {
      lowest == highest ? shortText(lowest) : "\(shortText(lowest))-\(shortText(highest))"
    }
    let width = text(min.width, max.width)
    return min.height == 0 && max.height == .infinity && min.width == max.width
      ? width : "\(width)x\(text(min.height, max.height))"
  }
}

extension Layout {
  /// A line for each element that has a layout, with its frame: a node's as a view gets it, and a spec's in its parent.
  fileprivate var outline: String {
    let nodeFrames = nodeFrames
    var indentation = OutlineIndentation(of: tree)
    var lines = ["in \(constrainedSize)"]
    for id in tree.elementIDs {
      let space = indentation.text(of: id)
      guard let frame = nodeFrames[id.index] ?? frame(of: id) else { continue }
      lines.append("\(space)\(tree.title(of: id)) \(frame)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
