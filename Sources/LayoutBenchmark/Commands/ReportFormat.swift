import ArgumentParser
import LayoutDocuments
import LayoutSpecs

/// The format of what is said about a document.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}
