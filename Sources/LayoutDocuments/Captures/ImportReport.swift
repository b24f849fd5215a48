/// What an import could not say exactly, and what it did instead.
///
/// Its description is a few lines: the numbers of elements, then a line for each thing.
///
/// ```text
/// 101 elements in the capture, 163 in the document
///   justify-content: space-evenly    2 elements: put as spaceAround
/// ```
public struct ImportReport: Hashable, Sendable {
  /// Something that documents cannot say as the capture does.
  public struct Approximation: Hashable, Sendable {
    /// What the capture says: a property, with its value where that matters.
    public let property: String
    /// What the document says instead.
    public let treatment: String
    /// In how many elements of the capture.
    public let elementCount: Int
  }

  /// How many elements the capture has.
  public let captureElementCount: Int
  /// How many elements the document has: those of the capture, and the specs that lay them out.
  public let documentElementCount: Int
  /// What is not said exactly, what concerns most elements first.
  public let approximations: [Approximation]
}

extension ImportReport: CustomStringConvertible {
  public var description: String {
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

/// What captures say and documents cannot say exactly.
enum YogaLoss: UInt8, CaseIterable {
  case displayNone, rightToLeft, spaceEvenly, baseline, wrapReverse, reversedWrap, alignContentEvenly
  case percentAsPoints, percentAsStretch, percentDropped, edgePercentDropped, flexedLimit, fractionalGrow,
    sharedGrow
  case ratioOfTwo, negativeFlex, severalMeasurements, noMeasurement, rootOffset, order, features, otherScale

  /// The property, and what is done instead.
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

/// Counts, for each loss, the elements that have it.
struct LossCounter {
  private var counts = [Int](repeating: 0, count: YogaLoss.allCases.count)
  /// The losses of the element that is being converted: one that has a loss twice counts once.
  private var current: Set<YogaLoss> = []

  /// Notes a loss of the current element.
  mutating func note(_ loss: YogaLoss) {
    if current.insert(loss).inserted { counts[Int(loss.rawValue)] += 1 }
  }

  /// What follows concerns another element.
  mutating func beginElement() {
    current.removeAll(keepingCapacity: true)
  }

  /// The losses that occurred, those of most elements first.
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
