import LayoutSpecs
import Testing

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

  @Test func `Time does not run backwards`() async {
    await #expect(processExitsWith: .failure) { _ = TimingCurve(-0.1, 0, 1, 1) }
    await #expect(processExitsWith: .failure) { _ = TimingCurve(0, .nan, 1, 1) }
  }
}
