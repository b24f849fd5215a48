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
  /// The paths to the other elements that the finding names.
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
  /// type and path; but the element that a finding is about is "this node", since the finding has its path.
  ///
  /// - Parameter isWanted: Whether a rule is checked. Default: all are.
  /// - Returns: The findings, by element in the order of the tree.
  public func lint(_ isWanted: (LintRuleName) -> Bool = { _ in true }) -> [DocumentFinding] {
    let tree = document.tree
    let paths = ElementPaths(of: tree)
    return document.findings(isWanted).map { finding in
      let (line, column) = position(of: finding.element)
      return DocumentFinding(
        file: file, line: line, column: column, path: paths[finding.element],
        type: tree.typeName(of: finding.element), name: tree.name(of: finding.element), finding: finding,
        otherPaths: finding.otherElements.map { paths[$0] })
    }
  }
}

extension SpecDocument {
  /// Looks for likely mistakes, and calls elements as `LocatedDocument.lint(_:)` does.
  ///
  /// - Parameter isWanted: Whether a rule is checked. Default: all are.
  /// - Returns: The findings, by element in the order of the tree.
  package func findings(_ isWanted: (LintRuleName) -> Bool = { _ in true }) -> [LintFinding] {
    let tree = tree
    let paths = ElementPaths(of: tree)
    return tree.lint(in: constrainedSize, rules: LintRuleName.allCases.filter(isWanted)) { id, subject in
      let type = tree.typeName(of: id)
      if let name = tree.name(of: id) { return "the \(type) \(quoted(beginning(of: name.utf8)))" }
      if type == "text", case .text(let text) = tree.content(of: id), !text.string.isEmpty {
        return "the text that reads \(quoted(beginning(of: text.string.utf8)))"
      }
      return id == subject ? "this \(type)" : "the \(type) at \(paths[id])"
    }
  }
}
