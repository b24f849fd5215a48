import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

/// What the lint found in a document, and where it stands there.
public struct DocumentFinding: Hashable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The line on which the element begins, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The way to the element.
  public let path: ElementPath
  /// What the element is: `stack`, `text`.
  public let type: String
  /// What the element is called in the document; nil where it has no name.
  public let name: String?
  /// What was found. Its sentences call elements by type and name, or by type and path.
  public let finding: LintFinding
  /// The ways to the other elements that it names.
  public let otherPaths: [ElementPath]
}

extension DocumentFinding: CustomStringConvertible {
  /// Three lines: file, line, column, path and rule, in the form that editors and terminals know how to follow; the reason;
  /// what to write instead.
  public var description: String {
    """
    \(oneLine(file)):\(line):\(column): \(path): \(finding.rule.rawValue)
      \(finding.reason)
      \(finding.fix)
    """
  }
}

extension LocatedDocument {
  /// Looks for what most likely is not meant; see `LayoutTree.lint(in:elementName:)`.
  ///
  /// - Parameter isWanted: Which rules count. Default: all.
  /// - Returns: The findings, by element in the order of the tree.
  public func lint(_ isWanted: (LintRuleName) -> Bool = { _ in true }) -> [DocumentFinding] {
    let tree = document.tree
    let paths = ElementPaths(of: tree)
    let names = SentenceNames(tree: tree, paths: paths)
    var open = Array(tree.lint(in: document.constrainedSize) { names.name(of: $0) }.reversed())
    var findings: [DocumentFinding] = []
    // Each is let go of as soon as it is filled: there can be more of them than elements.
    while let finding = open.popLast() {
      guard isWanted(finding.rule) else { continue }
      let id = finding.element
      let (line, column) = position(of: id)
      findings.append(
        DocumentFinding(
          file: file, line: line, column: column, path: paths[id], type: tree.typeName(of: id),
          name: tree.name(of: id), finding: names.filled(finding),
          otherPaths: finding.otherElements.map { paths[$0] }))
    }
    return findings
  }
}

/// What sentences call the elements of a document: by type and name, a text without a name by what it reads. All others go by
/// type and path, but the one that a finding is about, whose path stands beside it: that is "this node".
///
/// Which one that is is only known once there is a finding, so sentences are made with marks in place of paths.
private struct SentenceNames {
  let tree: LayoutTree
  let paths: ElementPaths
  /// Stands before and after the number of an element. No name has it in it when it is cited.
  private static let mark = "\u{1}"
  private static let markByte = UInt8(1)

  func name(of id: ElementID) -> String {
    let type = tree.typeName(of: id)
    if let name = tree.name(of: id) { return "\(type) \(cited(name))" }
    if type == "text", case .text(let text) = tree.content(of: id), !text.string.isEmpty {
      return "text that reads \(cited(text.string))"
    }
    return "\(type)\(Self.mark)\(id.index)\(Self.mark)"
  }

  private func cited(_ text: String) -> String { quoted(beginning(of: text.utf8)) }

  func filled(_ finding: LintFinding) -> LintFinding {
    LintFinding(
      rule: finding.rule, element: finding.element, otherElements: finding.otherElements,
      reason: filled(finding.reason, about: finding.element), fix: filled(finding.fix, about: finding.element)
    )
  }

  private func filled(_ sentence: String, about element: ElementID) -> String {
    var result = ""
    var rest = sentence[...]
    while let start = rest.utf8.firstIndex(of: Self.markByte) {
      result += rest[..<start]
      rest = rest[rest.utf8.index(after: start)...]
      guard let end = rest.utf8.firstIndex(of: Self.markByte), let index = Int(rest[..<end]) else { break }
      rest = rest[rest.utf8.index(after: end)...]
      let id = ElementID(index)
      let type = tree.typeName(of: id)
      if id == element, result.hasSuffix("he \(type)") {
        let isOpening = result.hasSuffix("The \(type)")
        result.removeLast("the \(type)".count)
        result += "\(isOpening ? "This" : "this") \(type)"
      } else {
        result += " at \(paths[id])"
      }
    }
    return result + rest
  }
}
