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
    animator.start(log.animation("a", duration: 0.5) { animator.start(log.animation("b", duration: 0.25)) })
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

  @Test(arguments: [0, -1, Double.nan])
  func `An animation without a length ends with its first update`(duration: Double) {
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
}

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

@Suite("Timing curves")
struct TimingCurveTests {
  /// Each of these has a parameter at which both coordinates are known: halfway along, x and y are (3 a + 3 b + 1) / 8 of
  /// the control points' coordinates.
  @Test(arguments: [
    (TimingCurve.easeIn, 0.6575, 0.5), (.easeOut, 0.3425, 0.5), (.easeInOut, 0.5, 0.5),
    (TimingCurve(0.25, 0.1, 0.25, 1), 0.3125, 0.5375), (TimingCurve(0, 1, 1, 0), 0.5, 0.5),
    (TimingCurve(0.3, -0.5, 0.7, 1.5), 0.5, 0.5), (TimingCurve(0, 1.5, 0, 1.5), 0.125, 1.25),
  ])
  func `A curve goes where its control points send it`(curve: TimingCurve, time: Double, progress: Double) {
    #expect(abs(curve.progress(at: time) - progress) < 1e-12)
  }

  @Test func `Both ends are exact, and so is all beyond them`() {
    for curve in [TimingCurve.linear, .easeIn, .easeOut, .easeInOut, TimingCurve(1, 0, 0, 1)] {
      for time in [-Double.infinity, -1, 0, .nan] { #expect(curve.progress(at: time) == 0) }
      for time in [1.0, 7, .infinity] { #expect(curve.progress(at: time) == 1) }
    }
  }

  @Test func `Linear is the time itself; the others ascend all the way`() {
    let times = (0...1000).map { Double($0) / 1000 }
    #expect(times.map(TimingCurve.linear.progress) == times)
    for curve in [TimingCurve.easeIn, .easeOut, .easeInOut, TimingCurve(1, 0, 0, 1), TimingCurve(0, 0, 0, 0)]
    {
      let values = times.map(curve.progress)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
    #expect(TimingCurve.easeIn.progress(at: 0.25) < 0.25 && TimingCurve.easeOut.progress(at: 0.25) > 0.25)
  }
}
