import StrictJSON

/// The calls of a job as a tree, with the cost of each path; a function stands below its caller.
///
/// Only the cost of all calls from one function to another is known, and not from each path to the first function.
/// Each path gets its calls' share of the cost, as if a call cost the same on every path.
package struct FlameTree: Hashable, Sendable {
  package let name: String
  /// The costs of the function and all below it.
  package private(set) var weights: Weights
  /// The costs in the base; nil unless the tree is a difference.
  private(set) var before: Weights?
  /// The functions that this one called, the most expensive first.
  private(set) var children: [FlameTree]

  /// The costs that a flame graph can show.
  package struct Weights: Hashable, Sendable {
    var instructions = 0.0
    var allocations = 0.0
    /// Retains and releases.
    var references = 0.0
    /// Sampled time; nil if there is none.
    package var nanoseconds: Double?

    static func + (a: Weights, b: Weights) -> Weights {
      Weights(
        instructions: a.instructions + b.instructions, allocations: a.allocations + b.allocations,
        references: a.references + b.references,
        nanoseconds: a.nanoseconds == nil && b.nanoseconds == nil
          ? nil : (a.nanoseconds ?? 0) + (b.nanoseconds ?? 0))
    }
  }

  /// Paths that cost less than this share of a job are part of the function around them.
  private static let leastShare = 0.000_5
  /// The most functions on a path.
  private static let mostLevels = 100

  /// The tree of a job, from the function that runs it.
  package init(_ profile: FunctionProfile, _ sampled: SampledTime? = nil) {
    let maker = Maker(profile, sampled)
    var root = FlameTree(name: "all", weights: Weights(), children: [])
    for place in maker.roots { maker.add(place, scale: 1, path: [], to: &root) }
    root.finish()
    // Code that starts a job is not part of the job.
    while !root.name.hasSuffix("run(job:)"), let child = root.children.first,
      child.weights.instructions >= 0.97 * root.weights.instructions
    { root = child }
    self = root
  }

  fileprivate init(name: String, weights: Weights, children: [FlameTree]) {
    (self.name, self.weights, self.children) = (name, weights, children)
  }

  /// Sums up the weights that were added, and puts children in order.
  private mutating func finish() {
    for index in children.indices {
      children[index].finish()
      weights = weights + children[index].weights
    }
    children.sort { ($1.weights.instructions, $0.name) < ($0.weights.instructions, $1.name) }
  }

  fileprivate mutating func add(_ more: Weights) { weights = weights + more }

  /// Changes the child with a name, and adds it if it is missing.
  fileprivate mutating func withChild(_ name: String, _ body: (inout FlameTree) -> Void) {
    if let index = children.firstIndex(where: { $0.name == name }) { return body(&children[index]) }
    children.append(FlameTree(name: name, weights: Weights(), children: []))
    body(&children[children.count - 1])
  }

  /// The difference of two jobs: all paths of both, each with its cost in either job.
  package init(base: FlameTree, candidate: FlameTree) {
    self.init(name: candidate.name, weights: candidate.weights, children: [])
    before = base.weights
    let paths = (candidate.children + base.children).map(\.name).firstAppearances()
    func child(_ name: String, of tree: FlameTree) -> FlameTree {
      tree.children.first { $0.name == name } ?? FlameTree(name: name, weights: Weights(), children: [])
    }
    children = paths.map { FlameTree(base: child($0, of: base), candidate: child($0, of: candidate)) }
  }

  /// Writes a node as the page's script reads it: its name, weights and children, and, in a difference, the weights in the
  /// base.
  package func write(to json: inout JSONWriter) {
    func write(_ weights: Weights) {
      let all = [weights.instructions, weights.allocations, weights.references, weights.nanoseconds]
      json.array(of: all.compactMap(\.self)) { $0.number(($1 * 100).rounded() / 100) }
    }
    json.beginArray()
    json.string(name)
    write(weights)
    json.array(of: children) { $1.write(to: &$0) }
    if let before { write(before) }
    json.endArray()
  }

  /// Follows calls. Libraries are not shown: their costs are added to their callers.
  private struct Maker {
    let profile: FunctionProfile
    /// The calls that each function made, and the cost of all calls of each function.
    private var made: [[CallGraph.Calls]]
    private var received: [Double]
    /// The functions without a caller.
    private(set) var roots: [Int] = []
    /// The time of each function; nil if it was not sampled.
    private let nanoseconds: [Double]?

    init(_ profile: FunctionProfile, _ sampled: SampledTime?) {
      self.profile = profile
      nanoseconds = sampled.map(profile.causedNanoseconds)
      let count = profile.graph.functions.count
      (made, received) = (Array(repeating: [], count: count), Array(repeating: 0, count: count))
      var isCalled = Array(repeating: false, count: count)
      for calls in profile.graph.calls {
        made[calls.caller].append(calls)
        received[calls.callee] += calls.instructions
        isCalled[calls.callee] = true
      }
      roots = isCalled.indices.filter { !isCalled[$0] }
    }

    /// Adds a function and all functions that it called, as far as they are part of a path.
    func add(_ place: Int, scale: Double, path: [Int], to tree: inout FlameTree) {
      func addBelow(_ tree: inout FlameTree) {
        let events = profile.causedEvents[place]
        tree.add(
          Weights(
            instructions: profile.causedInstructions[place] * scale, allocations: events.allocations * scale,
            references: (events.retains + events.releases) * scale,
            nanoseconds: nanoseconds.map { $0[place] * scale }))
        for calls in made[place] where received[calls.callee] > 0 {
          let share = calls.instructions * scale
          let isSeen =
            share >= FlameTree.leastShare * profile.total && path.count < FlameTree.mostLevels
            && calls.callee != place && !path.contains(calls.callee)
          if isSeen {
            add(calls.callee, scale: share / received[calls.callee], path: path + [place], to: &tree)
          } else if profile.isProgram[calls.callee] {
            // A function that is not followed counts as a whole; costs of libraries are with their callers already.
            tree.add(Weights(instructions: share))
          }
        }
      }
      let name = profile.titles[place]
      if profile.isProgram[place], tree.name != name {
        tree.withChild(name, addBelow)
      } else {
        addBelow(&tree)
      }
    }
  }
}
