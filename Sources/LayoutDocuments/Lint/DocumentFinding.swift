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
    let names = SentenceNames(tree: tree)
    let findings = tree.lint(in: document.constrainedSize) { names.name(of: $0) }
    return findings.filter { isWanted($0.rule) }.map { finding in
      let id = finding.element
      let (line, column) = position(of: id)
      return DocumentFinding(
        file: file, line: line, column: column, path: ElementPath(to: id, in: tree),
        type: tree.content(of: id).typeName, name: tree.name(of: id), finding: names.filled(finding),
        otherPaths: finding.otherElements.map { ElementPath(to: $0, in: tree) })
    }
  }
}

/// What sentences call the elements of a document: by type and name, a text without a name by what it reads. All others go by
/// type and path, but the one that a finding is about, whose path stands beside it: that is "this node".
///
/// Which one that is is only known once there is a finding, so sentences are made with marks in place of paths.
private struct SentenceNames {
  let tree: LayoutTree
  /// Stands before and after the number of an element.
  private static let mark: Character = "\u{E000}"

  func name(of id: ElementID) -> String {
    let content = tree.content(of: id)
    if let name = tree.name(of: id) { return "\(content.typeName) \"\(quoted(name))\"" }
    if case .text(let text) = content, !text.string.isEmpty {
      return "text that reads \"\(quoted(text.string))\""
    }
    return "\(content.typeName)\(Self.mark)\(id.index)\(Self.mark)"
  }

  private func quoted(_ text: String) -> String {
    String(shortened(text.utf8).map { $0 == Self.mark ? "\u{FFFD}" : $0 })
  }

  func filled(_ finding: LintFinding) -> LintFinding {
    LintFinding(
      rule: finding.rule, element: finding.element, otherElements: finding.otherElements,
      reason: filled(finding.reason, about: finding.element), fix: filled(finding.fix, about: finding.element)
    )
  }

  private func filled(_ sentence: String, about element: ElementID) -> String {
    var result = ""
    for (number, part) in sentence.split(separator: Self.mark, omittingEmptySubsequences: false).enumerated()
    {
      guard number % 2 == 1, let index = Int(part) else {
        result += part
        continue
      }
      let id = ElementID(index)
      let type = tree.content(of: id).typeName
      if id == element, result.hasSuffix("he \(type)") {
        let isOpening = result.hasSuffix("The \(type)")
        result.removeLast("the \(type)".count)
        result += "\(isOpening ? "This" : "this") \(type)"
      } else {
        result += " at \(ElementPath(to: id, in: tree))"
      }
    }
    return result
  }
}
