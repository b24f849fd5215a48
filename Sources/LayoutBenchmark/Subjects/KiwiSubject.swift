import Benchmarking
import ConstraintLayout
import LayoutSpecs

/// `peer.kiwi`: the constraints of `cassowary`, solved by Kiwi in a process of its own.
struct KiwiSubject: Subject {
  let scope: ConstraintScope

  var name: String { "peer.kiwi\(scope.suffix)" }
  var summary: String {
    "another solver: Kiwi (C++), cassowary's constraints added and solved, \(scope.summary)"
  }
  /// One, because a self-timed worker reports only its own time.
  var maximumThreads: Int? { 1 }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let trees = try scope.systems(of: input)
    let numbers: [Double?]
    do throws(PeerFailure) {
      let peer = try start(systems(of: trees, in: input.range))
      let reply: PeerProtocol.FramesReply = try peer.ask(PeerProtocol.Frames())
      guard reply.frames.count == 4 * trees.reduce(0, { $0 + $1.elementCount }) else {
        throw .nonsense("\(reply.frames.count) numbers for frames")
      }
      numbers = reply.frames
    } catch {
      throw Refusal(error)
    }
    var first = 0
    for tree in trees {
      let frames = rects(numbers[first..<first + 4 * tree.elementCount])
      try requireFrames(frames, of: tree, in: input.range)
      first += 4 * tree.elementCount
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    PeerWorker(try start(systems(of: scope.systems(of: input), in: input.range)))
  }

  private func systems(
    of trees: [LayoutTree], in range: SizeRange
  ) throws(PeerFailure) -> [PeerSystem] {
    var systems: [PeerSystem] = []
    for tree in trees {
      guard tree.elementCount <= KiwiSubject.mostElements else {
        throw .refused(
          reason: "one system of more than \(KiwiSubject.mostElements) elements takes too long", element: 0)
      }
      guard let program = try program(of: tree, in: range) else {
        throw .refused(reason: "a text that wraps exchanges constraints", element: 0)
      }
      systems.append(PeerSystem(program, elementCount: tree.elementCount))
    }
    return systems
  }

  private func program(of tree: LayoutTree, in range: SizeRange) throws(PeerFailure) -> SolverProgram? {
    do throws(ConstraintLayoutError) {
      return try CassowaryLayout(tree, in: range).program()
    } catch {
      throw .error(error.description)
    }
  }

  /// The most elements of one system. Above, a job takes a second or more.
  private static let mostElements = 1_300

  private func start(_ systems: [PeerSystem]) throws(PeerFailure) -> PeerProcess {
    guard let program = PeerProgram(engine: "kiwi") else { throw .notInstalled }
    let peer = try PeerProcess(program)
    let _: PeerProtocol.LoadReply = try peer.ask(PeerProtocol.LoadSystems(systems: systems))
    return peer
  }
}
