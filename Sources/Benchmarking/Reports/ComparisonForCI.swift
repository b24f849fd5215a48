import Foundation
import StrictJSON

extension Comparison {
  /// Returns the comparison as JUnit's XML, which most systems for continuous integration read: a test case for
  /// each cell, which fails if the gate matches it, and is skipped if it is undecided.
  ///
  /// - Parameter gate: what counts as a regression.
  package func junit(gate: RegressionGate) -> String {
    let matches = Dictionary(grouping: gate.matches(in: self).filter { $0.row != nil }) {
      $0.row?.cell ?? .blank
    }
    let findings = ComparisonFindings(self)
    var cases: [String] = []
    var (failed, skipped, errors) = (0, 0, 0)
    for cell in rows.map(\.cell).firstAppearances() {
      let own = rows.filter { $0.cell == cell }
      let body: String
      if let matches = matches[cell] {
        failed += 1
        let texts = matches.map { xml($0.description) }.joined(separator: "\n")
        body = "<failure message=\"\(xml(matches[0].description))\">\(texts)</failure>"
      } else if own.contains(where: { $0.verdict == .different }) {
        errors += 1
        body =
          "<error message=\"The layouts differ\">\(xml(own.compactMap(\.note).joined(separator: "\n")))</error>"
      } else if own.contains(where: { $0.verdict == .unresolved }) {
        skipped += 1
        body = "<skipped message=\"\(xml(own.first { $0.verdict == .unresolved }?.note ?? "Undecided"))\"/>"
      } else {
        body = ""
      }
      cases.append(testCase(cell, body))
    }
    for failure in failures {
      let reason = xml(failure.reason ?? "No reason was given.")
      let isError = failure.status == .failed
      if isError { errors += 1 } else { skipped += 1 }
      cases.append(testCase(failure.cell, "<\(isError ? "error" : "skipped") message=\"\(reason)\"/>"))
    }
    let seconds = String(format: "%.3f", Double(elapsedNanoseconds) / 1e9)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="layoutbench compare" tests="\(cases.count)" failures="\(failed)" errors="\(errors)" \
      skipped="\(skipped)" time="\(seconds)">
          <properties>
            <property name="base" value="\(xml(findings.side(base)))"/>
            <property name="candidate" value="\(xml(findings.side(candidate)))"/>
            <property name="finding" value="\(xml(findings.headline()))"/>
          </properties>
      \(cases.joined())  </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ cell: CellDescription, _ body: String) -> String {
    let start = "    <testcase classname=\"\(xml(cell.workload))\" name=\"\(xml("\(cell)"))\""
    return body.isEmpty ? "\(start)/>\n" : "\(start)>\(body)</testcase>\n"
  }

  /// Returns lines that GitHub's runners turn into annotations: an error for each regression, a warning for each
  /// warning and each undecided or failed cell, and a notice with the finding.
  ///
  /// "Workflow commands for GitHub Actions", where `%`, line ends, and in properties `:` and `,` are escaped.
  ///
  /// - Parameter gate: what counts as a regression.
  package func githubAnnotations(gate: RegressionGate) -> String {
    var lines = gate.matches(in: self).map {
      annotation("error", $0.row.map { "Slower: \($0.cell)" } ?? "Slower", $0.description)
    }
    let findings = ComparisonFindings(self)
    for failure in failures where failure.status == .failed {
      lines.append(annotation("error", "Not compared", "\(failure.cell): \(failure.reason ?? "")"))
    }
    for finding in findings.findings() where finding.tone == .unsure {
      lines.append(annotation("warning", "Undecided", finding.text))
    }
    lines += warnings.map { annotation("warning", "Comparison", $0.description) }
    lines.append(annotation("notice", "layoutbench compare", findings.headline().capitalizedFirst + "."))
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotation(_ kind: String, _ title: String, _ text: String) -> String {
    func escaped(_ text: String, inProperty: Bool) -> String {
      var special = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")]
      if inProperty { special += [(":", "%3A"), (",", "%2C")] }
      return special.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
    return
      "::\(kind) title=\(escaped(title, inProperty: true))::\(escaped(text.onOneLine, inProperty: false))"
  }
}

/// Returns a text to stand in XML, in an attribute too. Characters that XML does not have are spelled out.
private func xml(_ text: String) -> String {
  text.onOneLine.unicodeScalars.reduce(into: "") { result, scalar in
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
}
