import LayoutSpecs
import Testing

@Suite("Plans of layout transitions")
struct LayoutTransitionPlanTests {
  private let leaving = DisplayNode()
  private let staying = DisplayNode()
  private let coming = DisplayNode()

  private var plan: LayoutTransitionPlan {
    LayoutTransitionPlan(
      from: [
        (leaving.id, NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0.5)),
        (staying.id, NodeAppearance(frame: Rect(x: 0, y: 10, width: 10, height: 20), alpha: 1)),
      ],
      to: [
        (staying.id, NodeAppearance(frame: Rect(x: 40, y: 0, width: 30, height: 20), alpha: 0.5)),
        (coming.id, NodeAppearance(frame: Rect(x: 5, y: 5, width: 5, height: 5), alpha: 0.75)),
      ])
  }

  @Test func `What comes fades in, what leaves fades out, and the rest moves and changes its size`() {
    let plan = plan
    #expect(plan.changes.map(\.node) == [leaving.id, staying.id, coming.id])
    #expect(plan.changes.map(\.kind) == [.removal, .move, .insertion])
    #expect(plan.duration == 0.2 && plan.delay == 0 && plan.curve == .easeInOut)
    #expect(plan[leaving]?.to == NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0))
    #expect(plan[coming]?.from == NodeAppearance(frame: Rect(x: 5, y: 5, width: 5, height: 5), alpha: 0))
    #expect(plan[DisplayNode()] == nil)
  }

  @Test func `Halfway everything is halfway`() {
    let plan = plan
    #expect(
      plan.appearance(of: leaving, at: 0.1)
        == NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0.25))
    #expect(
      plan.appearance(of: staying, at: 0.1)
        == NodeAppearance(frame: Rect(x: 20, y: 5, width: 20, height: 20), alpha: 0.75))
    #expect(plan.appearance(of: coming, at: 0.1)?.alpha == 0.375)
    #expect(plan.appearance(of: DisplayNode(), at: 0.1) == nil)
  }

  @Test func `Nothing happens before the delay is over, and nothing after the end`() {
    var plan = plan
    plan.delay = 1
    plan.duration = 2
    plan.curve = .linear
    #expect(plan.totalDuration == 3)
    #expect([-1, 0, 1, 1.5, 2, 3, 4].map { plan.progress(at: $0) } == [0, 0, 0, 0.25, 0.5, 1, 1])
    #expect(plan.appearance(of: staying, at: 0.5) == plan[staying]?.from)
    #expect(plan.appearance(of: staying, at: 3) == plan[staying]?.to)
  }

  @Test func `A plan without a length is at its end when its delay is over`() {
    var plan = plan
    plan.duration = 0
    #expect(plan.progress(at: 0) == 1)
    plan.delay = 1
    #expect(plan.progress(at: 0.5) == 0 && plan.progress(at: 1) == 1)
    plan.duration = .nan
    plan.delay = -3
    #expect(plan.totalDuration == 0 && plan.progress(at: 0) == 1)
  }

  @Test func `A curve that overshoots moves further, but neither turns sizes round nor alphas`() {
    var plan = plan
    plan.curve = TimingCurve(0, 1.5, 0, 1.5)
    plan[staying]?.to.frame.size = Size(0, 60)
    plan[staying]?.to.alpha = 1
    let seen = plan.appearance(of: staying, at: 0.025)
    #expect(abs((seen?.frame.minX ?? 0) - 50) < 1e-9)
    #expect(seen?.frame.size.width == 0 && seen?.alpha == 1)
    #expect(plan.appearance(of: leaving, at: 0.025)?.alpha == 0)
  }

  @Test func `A plan can be changed; what is no part of it cannot be put in`() {
    var plan = plan
    plan[coming]?.from.frame.origin.x += 100
    #expect(plan.appearance(of: coming, at: 0)?.frame.minX == 105)
    let before = plan
    plan[DisplayNode()] = plan[coming]
    plan[staying] = nil
    plan[staying] = plan[coming]
    #expect(plan == before)
  }
}
