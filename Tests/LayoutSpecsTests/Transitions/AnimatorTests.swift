import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Animators")
struct AnimatorTests {
  @Test func `A manual clock shows each animation as far as it is, and ends it once`() {
    let log = Log()
    let animator = ManualAnimator()
    animator.start(log.animation("a", duration: 1))
    animator.advance(by: 0.25)
    animator.start(log.animation("b", duration: 0.5))
    animator.advance(by: 0.25)
    #expect(animator.runningCount == 2)
    animator.advance(by: 0.25)
    animator.advance(by: 0.5)
    animator.advance(by: 9)
    #expect(
      log.lines == [
        "a at 0.0", "a at 0.25", "b at 0.0", "a at 0.5", "b at 0.25", "b at 0.5", "b finished", "a at 0.75",
        "a at 1.0", "a finished",
      ])
    #expect(animator.now == 10.25 && animator.runningCount == 0)
  }

  @Test func `What a completion starts begins where the other ended`() {
    let log = Log()
    let animator = ManualAnimator()
    animator.start(
      log.animation("a", duration: 0.5) { animator.start(log.animation("b", duration: 0.25)) })
    animator.advance(by: 0.625)
    animator.advance(by: 0.125)
    #expect(
      log.lines == [
        "a at 0.0", "a at 0.5", "a finished", "b at 0.0", "b at 0.125", "b at 0.25", "b finished",
      ])
  }

  @Test func `Steps that add up to the length of an animation end it`() {
    for count in [3, 7, 20, 60] {
      let log = Log()
      let animator = ManualAnimator()
      animator.start(log.animation("a", duration: 0.2))
      for _ in 0..<count { animator.advance(by: 0.2 / Double(count)) }
      #expect(log.lines.last == "a finished", "\(count) steps")
      #expect(log.lines.filter { $0 == "a at 0.2" }.count == 1, "\(count) steps")
    }
  }

  @Test func `A stopped animation says so once, and shows nothing any more`() {
    let log = Log()
    let animator = ManualAnimator()
    let animation = log.animation("a", duration: 1)
    animator.start(animation)
    animation.stop()
    animation.stop()
    animator.advance(by: 2)
    #expect(log.lines == ["a at 0.0", "a stopped"])
    #expect(!animation.isRunning && animator.runningCount == 0)
  }

  @Test func `The immediate animator shows the end alone`() {
    let log = Log()
    ImmediateAnimator().start(log.animation("a", duration: 1))
    #expect(log.lines == ["a at 1.0", "a finished"])
  }

  @Test("An animation without a length ends with its first update", arguments: [0, -1, Double.nan])
  func noLength(duration: Double) {
    let log = Log()
    ManualAnimator().start(log.animation("a", duration: duration))
    #expect(log.lines == ["a at 0.0", "a finished"])
  }

  @Test func `An animation lets go of what it holds when it ends, and when it is stopped`() {
    for isStopped in [false, true] {
      let animator = ManualAnimator()
      weak var held: Log?
      do {
        let log = Log()
        held = log
        let animation = log.animation("a", duration: 1)
        animator.start(animation)
        if isStopped { animation.stop() } else { animator.advance(by: 1) }
      }
      #expect(held == nil)
    }
  }

  @Test func `A clock does not go back`() async {
    await #expect(processExitsWith: .failure) { ManualAnimator().advance(by: -0.1) }
    await #expect(processExitsWith: .failure) { ManualAnimator().advance(by: .infinity) }
  }
}

/// What animations showed, in order.
private final class Log: @unchecked Sendable {
  var lines: [String] = []

  func animation(
    _ name: String, duration: Double, then next: @escaping @Sendable () -> Void = {}
  ) -> LayoutAnimation {
    LayoutAnimation(duration: duration) { seconds in
      self.lines.append("\(name) at \(seconds)")
    } completion: { finished in
      self.lines.append("\(name) \(finished ? "finished" : "stopped")")
      next()
    }
  }
}
