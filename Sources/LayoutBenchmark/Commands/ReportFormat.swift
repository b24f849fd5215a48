import ArgumentParser
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads

/// The format of what is said about a document.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}
