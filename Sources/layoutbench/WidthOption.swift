import ArgumentParser
import LayoutDocuments
import LayoutSpecs

/// In which range a document is laid out, where that is not to be its own.
struct WidthOption: ParsableArguments {
  @Option(
    help: """
      Lay out at most this wide, in points, and exactly this wide if the document asks for one width.
      Default: the document's own range.
      """)
  var width: Double?

  func validate() throws {
    if let width, !(width >= 0 && width < .infinity) {
      throw ValidationError("--width takes a finite number of points, 0 or more, and not \(width)")
    }
  }

  /// Changes the document's range as the option says.
  func apply(to document: inout SpecDocument) {
    guard let width else { return }
    let range = document.constrainedSize
    let isExact = range.min.width == range.max.width
    document.constrainedSize = SizeRange(
      min: Size(isExact ? width : min(range.min.width, width), range.min.height),
      max: Size(width, range.max.height))
  }
}
