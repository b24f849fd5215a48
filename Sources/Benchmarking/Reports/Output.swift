/// A form in which results are printed.
///
/// To add one, write a file such as `ComparisonMarkdown.swift`, with a type that is an `Output`, and add its case to the
/// formats of its results.
package protocol Output<Results> {
  associatedtype Results

  /// Returns the results in lines with line ends.
  static func text(of results: Results) throws -> String
  /// Returns Markdown for the page of a job on GitHub's runners; nil, the default, for none.
  static func jobSummary(of results: Results) -> String?
  /// True if the text says each regression as an error; default false.
  static var saysRegressions: Bool { get }
}

extension Output {
  package static func jobSummary(of results: Results) -> String? { nil }
  package static var saysRegressions: Bool { false }
}

/// The forms of a comparison.
package enum ComparisonFormat: String, CaseIterable {
  case text
  case markdown
  case json
  case github

  package var output: any Output<ComparisonReport>.Type {
    switch self {
    case .text: ComparisonText.self
    case .markdown: ComparisonMarkdown.self
    case .json: ComparisonJSON.self
    case .github: GitHubAnnotations.self
    }
  }
}

/// The forms of a run.
package enum RunFormat: String, CaseIterable {
  case text
  case markdown
  case csv
  case json
  case bencher
  case githubActionBenchmark = "github-action-benchmark"

  package var output: any Output<RunReport>.Type {
    switch self {
    case .text: RunText.self
    case .markdown: RunMarkdown.self
    case .csv: SummaryCSV.self
    case .json: SummaryJSON.self
    case .bencher: BencherOutput.self
    case .githubActionBenchmark: GitHubActionBenchmark.self
    }
  }
}
