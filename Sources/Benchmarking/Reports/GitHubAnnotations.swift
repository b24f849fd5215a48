import Foundation
import StrictJSON

/// A comparison as lines that GitHub's runners turn into annotations: an error for each regression, a warning for each
/// warning and each undecided or failed cell, and a notice with the finding. The page of the job gets the Markdown.
///
/// "Workflow commands for GitHub Actions", where `%`, line ends, and in properties `:` and `,` are escaped.
enum GitHubAnnotations: Output {
  static var saysRegressions: Bool { true }

  static func jobSummary(of report: ComparisonReport) -> String? { ComparisonMarkdown.text(of: report) }

  static func text(of report: ComparisonReport) -> String {
    var lines = report.regressions.map { annotation("error", $0.title, $0.description) }
    let findings = ComparisonFindings(report.comparison)
    for failure in report.comparison.failures where failure.status == .failed {
      lines.append(annotation("error", "Not compared", "\(failure.cell): \(failure.reason ?? "")"))
    }
    for finding in findings.findings() where finding.tone == .unsure {
      lines.append(annotation("warning", "Undecided", finding.text))
    }
    lines += report.warnings.map { annotation("warning", "Comparison", $0.description) }
    lines.append(annotation("notice", "layoutbench compare", findings.headline().capitalizedFirst + "."))
    return lines.map { $0 + "\n" }.joined()
  }

  private static func annotation(_ kind: String, _ title: String, _ text: String) -> String {
    func escaped(_ text: String, inProperty: Bool) -> String {
      var special = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")]
      if inProperty { special += [(":", "%3A"), (",", "%2C")] }
      return special.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
    return
      "::\(kind) title=\(escaped(title, inProperty: true))::\(escaped(text.onOneLine, inProperty: false))"
  }
}
