import LayoutSpecs
import LayoutWorkloads
import Testing

@testable import MainThreadJobs

@Suite("Cells that are shown")
struct CellJobTests {
  static let seeds: [UInt64] = [1, 7, 42]

  static func workloads(count: Int, seed: UInt64 = 42) -> [any NodeWorkload] {
    ["feed", "feedItem", "settings", "chat"].map { name in
      try! Workload(parsing: "\(name)(\(count))").nodes(seed: seed)!
    }
  }

  private func shown(_ cell: DisplayNode, width: Double) -> DisplayNode {
    _ = cell.layoutThatFits(SizeRange(width: width))
    cell.layoutIfNeeded()
    return cell
  }

  @Test(arguments: seeds, [352.0, 375, 414, 1000])
  func `Applied frames are those of the layouts, and leaves by hand have the same`(
    seed: UInt64, width: Double
  ) throws {
    for workload in Self.workloads(count: 20, seed: seed) {
      let makeByHand = try #require(workload.makeCellByHand)
      for index in 0..<20 {
        let layout = workload.makeCell(index).layoutThatFits(SizeRange(width: width))
        let cell = shown(workload.makeManagedCell(index), width: width)
        let byHand = shown(makeByHand(index), width: width)
        #expect(cell.appliedFrames == layout.nodeFrames.compactMap(\.self), "cell \(index)")
        #expect(byHand.leafFrames == cell.leafFrames && byHand.frame.size == layout.size, "cell \(index)")
        #expect(byHand.leafFrames == byHand.appliedFrames, "The leaves are the cell's own.")
      }
    }
  }

  @Test func `A cell by hand follows its width`() throws {
    for workload in Self.workloads(count: 1) {
      let makeByHand = try #require(workload.makeCellByHand)
      let byHand = makeByHand(0)
      for width in [375.0, 500, 352] {
        let expected = shown(workload.makeManagedCell(0), width: width).leafFrames
        #expect(shown(byHand, width: width).leafFrames == expected)
      }
    }
  }

  @Test func `Cells are made and measured before they are applied, and not while they are`() {
    for workload in Self.workloads(count: 5) {
      var made: [DisplayNode] = []
      let job = CellJob(.apply, count: 5, in: SizeRange(width: 375)) { index in
        made.append(workload.makeManagedCell(index))
        return made[made.count - 1]
      }
      job.prepare(jobs: 3)
      #expect(made.count == 15)
      #expect(made.allSatisfy { $0.calculatedLayout != nil && $0.subnodes.isEmpty })
      for number in 1...3 {
        job.run()
        #expect(made.map { !$0.subnodes.isEmpty } == (0..<15).map { $0 < 5 * number })
      }
      #expect(made.count == 15)
    }
  }

  @Test(arguments: CellJob.Kind.allCases, [false, true])
  func `A job shows new cells with the same frames, however many were prepared`(
    kind: CellJob.Kind, isCold: Bool
  ) {
    for workload in Self.workloads(count: 4) {
      var makeCount = 0
      let job = CellJob(kind, isCold: isCold, count: 4, in: SizeRange(width: 375)) { index in
        makeCount += 1
        return workload.makeManagedCell(index)
      }
      var frames: Set<[Rect]> = []
      for jobs in [1, 3, 2] {
        job.prepare(jobs: jobs)
        for _ in 0..<jobs {
          job.run()
          frames.insert(job.shownFrames())
        }
      }
      #expect(makeCount == 24 && frames.count == 1 && job.mostPreparedJobs == (isCold ? 1 : 25))
      let leafCount = (0..<4).reduce(0) { count, index in
        let cell = shown(workload.makeManagedCell(index), width: 375)
        return count + 1 + cell.leafFrames.count
      }
      #expect(frames.first?.count == leafCount)
    }
  }

  @Test func `To make is not to measure, and to measure is not to apply`() {
    for workload in Self.workloads(count: 3) {
      for kind in [CellJob.Kind.make, .measure] {
        var made: [DisplayNode] = []
        let job = CellJob(kind, count: 3, in: SizeRange(width: 375)) { index in
          made.append(workload.makeManagedCell(index))
          return made[made.count - 1]
        }
        job.prepare(jobs: 1)
        #expect(made.count == (kind == .make ? 0 : 3) && made.allSatisfy { $0.calculatedLayout == nil })
        job.run()
        #expect(made.count == 3 && made.allSatisfy { ($0.calculatedLayout == nil) == (kind == .make) })
        #expect(made.allSatisfy { $0.subnodes.isEmpty })
      }
    }
  }
}
