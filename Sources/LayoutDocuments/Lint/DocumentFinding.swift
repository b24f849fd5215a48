import LayoutSpecs

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
    let findings = tree.lint(in: document.constrainedSize) { id in
      let type = tree.content(of: id).typeName
      if let name = tree.name(of: id) { return "\(type) \"\(shortened(name.utf8))\"" }
      if case .text(let text) = tree.content(of: id), !text.string.isEmpty {
        return "text that reads \"\(shortened(text.string.utf8))\""
      }
      return "\(type) at \(ElementPath(to: id, in: tree))"
    }
    return findings.filter { isWanted($0.rule) }.map { finding in
      let id = finding.element
      let (line, column) = position(of: id)
      return DocumentFinding(
        file: file, line: line, column: column, path: ElementPath(to: id, in: tree),
        type: tree.content(of: id).typeName, name: tree.name(of: id), finding: finding,
        otherPaths: finding.otherElements.map { ElementPath(to: $0, in: tree) })
    }
  }
}
