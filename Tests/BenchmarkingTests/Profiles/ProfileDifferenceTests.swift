import Testing

@testable import Benchmarking

@Suite("Why a job costs more")
struct ProfileDifferenceTests {
  typealias Call = (caller: String, callee: String, count: Double, cost: Double)

  /// Three functions, of which these take more instructions, and which do these calls besides.
  private func profile(_ more: [(String, Double)] = [], _ calls: [Call] = []) -> FunctionProfile {
    var sketch = GraphSketch()
    sketch.function("job", 1_000)
    sketch.call("job", "measure", 10, costing: 5_000)
    sketch.function("measure", 4_000)
    sketch.call("measure", "round", 40, costing: 1_000)
    sketch.function("round", 1_000)
    for (name, instructions) in more { sketch.function(name, instructions) }
    for call in calls { sketch.call(call.caller, call.callee, call.count, costing: call.cost) }
    return sketch.profile
  }

  @Test(
    "A cause is named with its function, its share and the caller; below 0.05% a difference is the harness's",
    arguments: [
      ([], [], []), ([("round", 2)], [], []),
      ([("round", 4)], [], ["+4 instructions a job in round (+0.4%), called by measure"]),
      ([("round", 200)], [], ["+200 instructions a job in round (+20.0%), called by measure"]),
      (
        [("swift_retain'measure", 50)], [("measure", "swift_retain'measure", 10, 50)],
        ["+50 instructions a job in measure (+1.3%), called by job, with +10 retains"]
      ),
      // Of a function that is no longer inlined, only what it costs more together counts.
      (
        [("clamp", 500), ("round", -400)], [("round", "clamp", 40, 500)],
        ["+100 instructions a job in clamp (no longer inlined into round)"]
      ),
      // The largest change comes first; small ones are left out, and those in the other direction too.
      (
        [("round", 100), ("measure", 400), ("job", -50)], [],
        [
          "+400 instructions a job in measure (+10.0%), called by job",
          "+100 instructions a job in round (+10.0%), called by measure",
        ]
      ),
    ] as [([(String, Double)], [Call], [String])])
  func causes(more: [(String, Double)], calls: [Call], causes: [String]) {
    #expect(ProfileDifference(base: profile(), candidate: profile(more, calls)).causes == causes)
  }

  @Test func `A new function is new, and one that is gone made the job faster`() {
    let added = profile([("check", 300)], [("measure", "check", 10, 300)])
    for (base, candidate, cause) in [
      (profile(), added, "+300 instructions a job in check (new), called by measure"),
      (added, profile(), "-300 instructions a job in check (gone), called by measure"),
    ] {
      #expect(ProfileDifference(base: base, candidate: candidate).causes == [cause])
    }
  }
}
