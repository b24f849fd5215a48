import Testing

@testable import Benchmarking

@Suite("Why a job costs more")
struct ProfileDifferenceTests {
  private func profile(_ change: (inout GraphSketch) -> Void = { _ in }) -> FunctionProfile {
    var sketch = GraphSketch()
    sketch.function("job", 1_000)
    sketch.call("job", "measure", 10, costing: 5_000)
    sketch.function("measure", 4_000)
    sketch.call("measure", "round", 40, costing: 1_000)
    sketch.function("round", 1_000)
    change(&sketch)
    return sketch.profile
  }

  private func causes(_ change: (inout GraphSketch) -> Void) -> [String] {
    ProfileDifference(base: profile(), candidate: profile(change)).causes
  }

  @Test func `Equal programs have no cause`() {
    #expect(causes { _ in }.isEmpty)
  }

  @Test func `A difference of less than 0.05% is the harness's, and has no cause`() {
    #expect(causes { $0.function("round", 2) }.isEmpty)
    #expect(!causes { $0.function("round", 4) }.isEmpty)
  }

  @Test func `More work in a function is named with its share and its caller`() {
    #expect(
      causes { $0.function("round", 200) } == ["+200 instructions a job in round (+20.0%), called by measure"]
    )
  }

  @Test func `An extra retain is named in the function that counts it`() {
    let causes = causes {
      $0.function("swift_retain'measure", 50)
      $0.call("measure", "swift_retain'measure", 10, costing: 50)
    }
    #expect(causes == ["+50 instructions a job in measure (+1.3%), called by job, with +10 retains"])
  }

  @Test func `A new function is new, and one that is gone made the job faster`() {
    let added: (inout GraphSketch) -> Void = {
      $0.function("check", 300)
      $0.call("measure", "check", 10, costing: 300)
    }
    #expect(causes(added) == ["+300 instructions a job in check (new), called by measure"])
    let gone = ProfileDifference(base: profile(added), candidate: profile()).causes
    #expect(gone == ["-300 instructions a job in check (gone), called by measure"])
  }

  @Test func `Of a function that is no longer inlined, only what it costs more together counts`() {
    let causes = causes {
      $0.function("clamp", 500)
      $0.call("round", "clamp", 40, costing: 500)
      $0.function("round", -400)
    }
    #expect(causes == ["+100 instructions a job in clamp (no longer inlined into round)"])
  }

  @Test("The largest change comes first, small ones are left out, and those in the other direction too")
  func order() {
    let causes = causes {
      $0.function("round", 100)
      $0.function("measure", 400)
      $0.function("job", -50)
    }
    #expect(
      causes == [
        "+400 instructions a job in measure (+10.0%), called by job",
        "+100 instructions a job in round (+10.0%), called by measure",
      ])
  }
}
