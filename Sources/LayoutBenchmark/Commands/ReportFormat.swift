import ArgumentParser

/// The format of a report on a document.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}
