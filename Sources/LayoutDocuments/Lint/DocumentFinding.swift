import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

/// A finding of the lint, with its place in a document.
public struct DocumentFinding: Hashable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The line on which the element begins, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The path to the element.
  public let path: ElementPath
  /// The element's type: `stack`, `text`.
  public let type: String
  /// The element's name in the document; nil if it has none.
  public let name: String?
  /// The finding. Its sentences call elements by type and name, or by type and path.
  public let finding: LintFinding
  /// The paths to the other elements that it names.
  public let otherPaths: [ElementPath]
}

extension DocumentFinding: CustomStringConvertible {
  /// Three lines: file, line, column, path and rule, in the form that editors and terminals can follow; the
  /// reason; the advice.
  public var description: String {
    """
    \(oneLine(file)):\(line):\(column): \(path): \(finding.rule.rawValue)
      \(finding.reason)
      \(finding.fix)
    """
  }
}

extension LocatedDocument {
  /// Looks for likely mistakes; see `LayoutTree.lint(in:elementName:)`.
  ///
  /// Sentences call an element by type and name, a text without a name by its beginning, and all others by
  /// type and path; but the one that a finding is about, whose path stands beside it, is "this node".
  ///
  /// - Parameter isWanted: Whether a rule is checked. Default: all are.
  /// - Returns: The findings, by element in the order of the tree.
  public func lint(_ isWanted: (LintRuleName) -> Bool = { _ in true }) -> [DocumentFinding] {
    let tree = document.tree
    let paths = ElementPaths(of: tree)
    // Several sentences name one element, and each path is made once.
    var known: [ElementID: ElementPath] = [:]
    func path(to id: ElementID) -> ElementPath {
      if let path = known[id] { return path }
      let path = paths[id]
      known[id] = path
      return path
    }
    func phrase(for id: ElementID, about subject: ElementID) -> String {
      let type = tree.typeName(of: id)
      if let name = tree.name(of: id) { return "the \(type) \(cited(name))" }
      if type == "text", case .text(let text) = tree.content(of: id), !text.string.isEmpty {
        return "the text that reads \(cited(text.string))"
      }
      return id == subject ? "this \(type)" : "the \(type) at \(path(to: id))"
    }
    let rules = LintRuleName.allCases.filter(isWanted)
    return tree.lint(in: document.constrainedSize, rules: rules, phrase: phrase).map { finding in
      let id = finding.element
      let (line, column) = position(of: id)
      return DocumentFinding(
        file: file, line: line, column: column, path: path(to: id), type: tree.typeName(of: id),
        name: tree.name(of: id), finding: finding, otherPaths: finding.otherElements.map(path(to:)))
    }
  }
}

/// The beginning of a name or of a text, on one line and between quotation marks.
private func cited(_ text: String) -> String { quoted(beginning(of: text.utf8)) }
