import ConstraintLayout
import Foundation
import LayoutSpecs
import Measuring

/// A peer's worker program, running as a child process.
///
/// One thread at a time may use an object. The process ends when the object is released, or with the program.
final class PeerProcess {
  private let process: LineProcess

  /// The only version of the protocol.
  private static let version = 2
  /// The limit for a request in seconds: `LAYOUTBENCH_PEER_LIMIT`, or 60.
  private static var limit: TimeInterval {
    ProgramRun.current.environment["LAYOUTBENCH_PEER_LIMIT"].flatMap(TimeInterval.init) ?? 60
  }
  /// The number of characters shown of an invalid answer.
  private static let shownLength = 120

  /// Starts the program and exchanges greetings.
  init(_ program: InstalledProgram) throws(PeerFailure) {
    do throws(WorkerError) {
      process = try LineProcess(
        executable: program.executable, arguments: program.arguments, limit: Self.limit)
    } catch {
      throw .process(error)
    }
    let hello = PeerRequest(request: "hello", version: Self.version, limitSeconds: Self.limit)
    let version = try ask(hello, for: \.version)
    guard version == Self.version else {
      throw .nonsense("version \(version) of the protocol, and not \(Self.version)")
    }
  }

  /// Sends a request and waits for its value. After any failure but a refusal the process is unusable.
  func ask<Value>(
    _ request: PeerRequest, for value: KeyPath<PeerReply, Value?>
  ) throws(PeerFailure) -> Value {
    guard let line = try? JSONEncoder().encode(request) else {
      throw .error("a number of the tree cannot be written as JSON")
    }
    let (reply, answer) = try reply(to: line)
    if let reply, let reason = reply.refused {
      throw .refused(reason: reason, element: reply.element)
    }
    if let reply, !reply.ok { throw .error(reply.error ?? "it gave no reason") }
    guard let value = reply?[keyPath: value] else { throw Self.nonsense(answer) }
    return value
  }

  /// Sends a request to load these trees.
  func load(_ request: PeerRequest, of trees: [LayoutTree]) throws(PeerFailure) {
    let loaded = try ask(request, for: \.elements)
    let count = Self.elementCount(of: trees)
    guard loaded == count else { throw .nonsense("\(loaded) elements, and not \(count)") }
  }

  /// Asks for the frames. Throws unless they equal these trees' frames, one after the other, within a pixel.
  func frames(of trees: [LayoutTree], in range: SizeRange) throws(PeerFailure) -> [Rect] {
    let frames = try ask(PeerRequest(request: "frames"), for: \.rects)
    let count = Self.elementCount(of: trees)
    guard frames.count == count else {
      throw .nonsense("\(4 * frames.count) numbers for the frames of \(count) elements")
    }
    var rest = frames[...]
    for tree in trees {
      do {
        try requireFrames(Array(rest.prefix(tree.elementCount)), of: tree, in: range)
      } catch {
        throw .otherFrames(error.description)
      }
      rest = rest.dropFirst(tree.elementCount)
    }
    return frames
  }

  private static func elementCount(of trees: [LayoutTree]) -> Int { trees.reduce(0) { $0 + $1.elementCount } }

  /// Sends a line as it is, and returns the answer.
  func ask(line: Data) throws(PeerFailure) -> PeerReply {
    let (reply, answer) = try reply(to: line)
    guard let reply else { throw Self.nonsense(answer) }
    return reply
  }

  private func reply(to line: Data) throws(PeerFailure) -> (PeerReply?, Data) {
    do throws(WorkerError) {
      let answer = try process.ask(line)
      return (try? JSONDecoder().decode(PeerReply.self, from: answer), answer)
    } catch {
      throw .process(error)
    }
  }

  private static func nonsense(_ answer: Data) -> PeerFailure {
    let text = String(decoding: answer.prefix(shownLength), as: UTF8.self)
    return .nonsense(answer.count > shownLength ? "\(text)…" : text)
  }
}

// MARK: - The protocol

// One JSON object per line. `Benchmarks/peers/PROTOCOL.md` describes it, with examples.

/// A request to a peer's worker program.
struct PeerRequest: Encodable {
  /// `hello`, the first; `load` with either the tree or the systems; `run`; or `frames`.
  let request: String
  var version: Int?
  /// The limit after which both sides abandon a request.
  var limitSeconds: Double?
  /// The tree to lay out.
  var tree: PeerTree?
  /// The work of a job, for a tree.
  var work: PeerWork?
  /// The change of a leaf, for edits.
  var edit: PeerEdit?
  /// Systems of constraints, for an engine that solves constraints.
  var systems: [PeerSystem]?
  /// The number of jobs.
  var iterations: Int?
}

/// The work of a peer in a job.
typealias PeerWork = BenchmarkSuite.Command.Work

extension PeerWork {
  /// The words of a list.
  var summary: String {
    switch self {
    case .cold: "a tree laid out from scratch"
    case .build: "nodes created, laid out, read and freed"
    case .edit: "one leaf changed, and laid out again"
    }
  }
}

extension PeerTexts {
  /// The end of a summary.
  var summary: String {
    switch self {
    case .measured: ""
    case .told: "; it is told the sizes of texts"
    case .pango: "; it measures texts with Pango"
    }
  }
}

/// The answer to a request: the fields of all answers, and the fields of each kind of answer.
struct PeerReply: Decodable {
  package let ok: Bool
  /// The reason why the request failed.
  let error: String?
  /// A property that the engine does not support, and the element that has it.
  let refused: String?
  let element: Int?

  /// The version of the protocol, in answer to `hello`.
  let version: Int?
  /// The number of elements, in answer to `load`.
  let elements: Int?
  /// The total time of the engine's own calls, in answer to `run`.
  let nanoseconds: UInt64?
  /// The checksum of the last layout's frames; nil if it is NaN.
  let checksum: Double?
  /// x, y, width and height by element, relative to the parent element; nil if the engine returns NaN.
  let frames: [Double?]?

  /// The time and the checksum of a run.
  var run: (nanoseconds: UInt64, checksum: Double)? { nanoseconds.map { ($0, checksum ?? .nan) } }

  /// The frames as rectangles.
  var rects: [Rect]? {
    guard let numbers = frames?.map({ $0 ?? .nan }), numbers.count % 4 == 0 else { return nil }
    return stride(from: 0, to: numbers.count, by: 4).map {
      Rect(x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
    }
  }
}

// MARK: - Failures

/// The reason why a peer did not fulfil a request.
enum PeerFailure: Error, CustomStringConvertible {
  /// The worker program or the engine is missing.
  case notInstalled
  /// The engine does not support a property of the element, or the request.
  case refused(reason: String, element: Int?)
  /// Its frames are not this engine's.
  case otherFrames(String)
  /// The peer reported a reason.
  case error(String)
  /// Its process gave no answer.
  case process(WorkerError)
  /// Its answer violates the protocol.
  case nonsense(String)

  var description: String {
    switch self {
    case .notInstalled:
      "the peers are not installed, or not in these versions; run \(InstalledProgram.peerRemedy)"
    case .refused(let reason, let element?): "element #\(element) cannot be said to the engine: \(reason)"
    case .refused(let reason, nil): "it is not measured so: \(reason)"
    case .otherFrames(let difference): difference
    case .error(let message): "the peer could not: \(message)"
    case .process(let failure): "the peer \(failure)"
    case .nonsense(let answer): "the peer answered nonsense: \(answer)"
    }
  }
}

/// A system of constraints in the peers' protocol: the steps of a solver's program, in order.
struct PeerSystem: Encodable {
  /// The first four variables per element are its x, y, width and height.
  let elementCount: Int
  let variableCount: Int
  let steps: [Step]

  /// A constraint if it has a relation. Otherwise a value for a variable, which is edited from then on if it
  /// has a weight.
  struct Step: Encodable {
    private(set) var relation: String?
    /// A coefficient and a variable's number for each term in turn.
    private(set) var terms: [Double]?
    private(set) var constant: Double?
    /// The strength's weight; nil for required constraints, and for a variable that is already being edited.
    private(set) var weight: Double?
    private(set) var variable: Int?
    private(set) var value: Double?

    init(_ step: SolverProgram.Step) {
      switch step {
      case .add(let constraint):
        relation =
          switch constraint.relation {
          case .lessOrEqual: "<="
          case .equal: "="
          case .greaterOrEqual: ">="
          }
        terms = constraint.terms.flatMap { [$0.coefficient, Double($0.variable.index)] }
        constant = constraint.constant
        weight = constraint.strength == .required ? nil : constraint.strength.weight
      case .edit(let variable, let value, let strength):
        (self.variable, self.value, weight) = (variable.index, value, strength.weight)
      case .suggest(let variable, let value):
        (self.variable, self.value) = (variable.index, value)
      }
    }
  }

  init(_ program: SolverProgram, elementCount: Int) {
    self.elementCount = elementCount
    variableCount = program.variableCount
    steps = program.steps.map(Step.init)
  }
}
