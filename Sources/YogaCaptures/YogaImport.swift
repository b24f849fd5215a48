import LayoutDocuments
import LayoutSpecs
import StrictJSON

/// A spec document that is made from a capture of Yoga's capture tool.
///
/// A capture holds the styles of a tree of flexbox nodes, the results of its measure functions, and the
/// available size. The document expresses the same layout in specs. Every visible element becomes a node
/// named after its place in the capture (`0` is the root, `0.2` its third child), so that frames can be
/// compared. Measured leaves have the recorded size, and the size range is exact if the capture's was.
///
/// Properties that specs cannot express exactly are approximated or omitted, and listed in the report.
package struct YogaImport: Sendable {
  /// The document.
  package let document: SpecDocument
  /// The approximations.
  package let report: ImportReport

  /// Imports a capture.
  ///
  /// Reading is strict: unknown keys and values are errors, as in spec documents. A capture has at most 200
  /// levels.
  ///
  /// - Parameters:
  ///   - bytes: The capture, in UTF-8.
  ///   - file: The name of the file in errors.
  ///   - name: The name of the tree in the document. Default: nil.
  /// - Complexity: at most the number of elements times their levels.
  package init(parsing bytes: [UInt8], file: String, name: String? = nil) throws(DocumentError) {
    let capture = try reading(bytes, file: file) { (json) throws(JSONError) in try json.capture() }
    (document, report) = YogaConverter.convert(capture, name: name)
  }

  /// Imports a capture; see `init(parsing:file:name:)`.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - name: The name of the tree in the document. Default: nil.
  package init(readingFile path: String, name: String? = nil) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path), name: name)
  }
}

// MARK: - Report

/// The approximations of an import.
///
/// Its description has a line with the numbers of elements, then a line for each approximation:
///
/// ```text
/// 101 elements in the capture, 163 in the document
///   justify-content: space-evenly    2 elements: put as spaceAround
/// ```
package struct ImportReport: Hashable, Sendable {
  /// A property that documents cannot express exactly.
  package struct Approximation: Hashable, Sendable {
    /// The property, with its value if that matters.
    package let property: String
    /// The replacement in the document.
    package let treatment: String
    /// The number of elements of the capture that have the property.
    package let elementCount: Int
  }

  /// The number of elements in the capture.
  package let captureElementCount: Int
  /// The number of elements in the document: those of the capture, and the specs that lay them out.
  package let documentElementCount: Int
  /// The approximations, most frequent first.
  package let approximations: [Approximation]
}

extension ImportReport: CustomStringConvertible {
  package var description: String {
    let width = approximations.map(\.property.count).max() ?? 0
    let digits = approximations.map { "\($0.elementCount)".count }.max() ?? 0
    let lines = approximations.map { line in
      let count = "\(line.elementCount)"
      let noun = line.elementCount == 1 ? "element: " : "elements:"
      return "  " + line.property + String(repeating: " ", count: width - line.property.count + 2)
        + String(repeating: " ", count: digits - count.count) + "\(count) \(noun) \(line.treatment)"
    }
    let head = "\(captureElementCount) elements in the capture, \(documentElementCount) in the document"
    return ([head] + lines).joined(separator: "\n")
  }
}

/// The properties of captures that documents cannot express exactly.
enum YogaLoss: UInt8, CaseIterable {
  case displayNone, rightToLeft, spaceEvenly, baseline, wrapReverse, reversedWrap, alignContentEvenly
  case percentAsPoints, percentAsStretch, percentDropped, edgePercentDropped, flexedLimit
  case fractionalGrow, sharedGrow
  case ratioOfTwo, negativeFlex, severalMeasurements, noMeasurement, rootOffset, order, features, otherScale

  /// The property and its replacement.
  var texts: (property: String, treatment: String) {
    switch self {
    case .displayNone: ("display: none", "left out with all that is below")
    case .rightToLeft: ("direction: rtl", "laid out from the left to the right")
    case .spaceEvenly: ("justify-content: space-evenly", "put as spaceAround")
    case .baseline: ("align: baseline", "put as start")
    case .wrapReverse: ("flex-wrap: wrap-reverse", "put as wrap: the first line comes first")
    case .reversedWrap: ("a reversed direction that wraps", "lines are filled from the last child on")
    case .alignContentEvenly: ("align-content: space-evenly", "put as spaceAround")
    case .percentAsPoints:
      ("a percentage of a length that the content decides", "put as points, of the length in this capture")
    case .percentAsStretch: ("100% across where the content decides", "put as stretch")
    case .percentDropped: ("a percentage of a length that is not known", "dropped: the content decides")
    case .edgePercentDropped:
      ("a percentage at an edge", "dropped where the whole is not known before layout")
    case .flexedLimit: ("a minimum or maximum of what flexes", "kept, but flexing goes past it")
    case .fractionalGrow: ("flex-grow that adds up to less than 1", "all of the free length is shared out")
    case .sharedGrow: ("flex-grow of several children", "shares are whole points; the first takes the rest")
    case .ratioOfTwo: ("aspect-ratio beside width and height", "dropped")
    case .negativeFlex: ("a negative flex", "put as a flex-shrink")
    case .severalMeasurements:
      ("several measurements", "the width of the last that was not exact, the height of the last")
    case .noMeasurement: ("a measure function without a record", "measured as 0 × 0")
    case .rootOffset: ("a margin or position of the root", "dropped")
    case .order: ("an absolute child before others", "drawn after them: frames are the same")
    case .features: ("experimental-features", "ignored")
    case .otherScale: ("a point-scale-factor that is not the root's", "the root's is taken")
    }
  }
}

/// Counts the elements that have each loss.
struct LossCounter {
  private var counts = [Int](repeating: 0, count: YogaLoss.allCases.count)
  /// The losses of the current element, which has each once at most.
  private var current: Set<YogaLoss> = []

  /// Counts a loss of the current element.
  mutating func count(_ loss: YogaLoss) {
    if current.insert(loss).inserted { counts[Int(loss.rawValue)] += 1 }
  }

  /// Begins another element.
  mutating func beginElement() { current.removeAll(keepingCapacity: true) }

  /// The losses that occurred, most frequent first.
  var approximations: [ImportReport.Approximation] {
    YogaLoss.allCases.filter { counts[Int($0.rawValue)] > 0 }
      .map { loss in
        ImportReport.Approximation(
          property: loss.texts.property, treatment: loss.texts.treatment,
          elementCount: counts[Int(loss.rawValue)])
      }
      .sorted { $0.elementCount > $1.elementCount }
  }
}
