import LayoutSpecs
import LayoutTestSupport
import LayoutWorkloads
import Testing

@testable import MainThreadJobs

@Suite("Lists that change")
struct ListJobTests {
  /// The cells that a list made, by their rows.
  private final class MadeCells: Sendable {
    let rows = LockedValue<[Int]>([])
    var count: Int { rows.withLock { $0.count } }
  }

  private func job(_ kind: ListJob.Kind, of workload: any NodeWorkload) -> (ListJob, MadeCells) {
    let made = MadeCells()
    let job = ListJob(kind, rowCount: workload.cellCount, width: 375) { index in
      made.rows.withLock { $0.append(index) }
      return workload.makeManagedCell(index)
    }
    return (job, made)
  }

  @Test func `A screen further makes exactly the cells that were not in view, each once`() {
    for workload in CellJobTests.workloads(count: 200) {
      let (job, made) = job(.scroll, of: workload)
      job.prepare(jobs: 4)
      var seen = job.visible
      #expect(seen.lowerBound == 0)
      for _ in 0..<4 {
        let before = made.count
        job.run()
        #expect(made.count - before == job.visible.upperBound - seen.upperBound && made.count > before)
        #expect(job.visible.lowerBound <= seen.upperBound, "No row is passed over.")
        seen = job.visible
      }
      #expect(Array(made.rows.withLock { $0 }.suffix(seen.upperBound)) == Array(0..<seen.upperBound))
    }
  }

  @Test func `A screen further that workers have prepared makes no cell`() {
    for workload in CellJobTests.workloads(count: 200) {
      let (job, made) = job(.ahead, of: workload)
      job.prepare(jobs: 4)
      let (before, first) = (made.count, job.visible)
      for _ in 0..<4 { job.run() }
      #expect(made.count == before && job.visible.lowerBound > first.upperBound)
      #expect(job.visible.allSatisfy { !job.list.cell(at: $0).appliedFrames.isEmpty })
    }
  }

  @Test(arguments: [ListJob.Kind.append, .insert, .same, .traits])
  func `A change makes no cell, and what was in view stays where it is on the screen`(kind: ListJob.Kind) {
    for workload in CellJobTests.workloads(count: 150) {
      let (job, made) = job(kind, of: workload)
      #expect(made.count == 150, "All cells were in view before.")
      func shown() -> [(row: Int, y: Double)] { job.visible.map { (job.rowID(at: $0), job.y(of: $0)) } }
      let before = shown()
      for _ in 0..<3 {
        job.prepare(jobs: 1)
        #expect(job.rowCount == 150)
        job.run()
        #expect(job.rowCount == (kind == .append || kind == .insert ? 170 : 150))
        #expect(shown().elementsEqual(before) { $0 == $1 })
      }
      #expect(made.count == 150 && before.count >= 2)
    }
  }

  @Test(arguments: ListJob.Kind.allCases)
  func `A job shows the same frames, however often it ran`(kind: ListJob.Kind) {
    for workload in CellJobTests.workloads(count: 120) {
      let (job, _) = job(kind, of: workload)
      var frames: Set<[Rect]> = []
      for _ in 0..<3 {
        job.prepare(jobs: job.mostPreparedJobs)
        for _ in 0..<job.mostPreparedJobs { job.run() }
        frames.insert(job.shownFrames())
      }
      #expect(frames.count == 1 && frames.first?.isEmpty == false)
    }
  }

  @Test func `A point further, or back, makes no cell and moves what is in view`() {
    for workload in CellJobTests.workloads(count: 150) {
      let (job, made) = job(.still, of: workload)
      let (count, first) = (made.count, job.top)
      for turn in 1...4 {
        job.prepare(jobs: 1)
        job.run()
        #expect(job.top == first + Double(turn % 2) && made.count == count)
      }
    }
  }

  @Test func `A letter leaves every other row of two thousand, makes no cell, and shows the top`() {
    for workload in CellJobTests.workloads(count: 150) {
      let (job, made) = job(.filter, of: workload)
      for _ in 0..<3 {
        job.prepare(jobs: 1)
        #expect(job.rowCount == 2_000 && job.top == 0)
        let count = made.count
        job.run()
        #expect(job.rowCount == 1_000 && made.count == count && job.top == 0)
        #expect(job.visible.lowerBound == 0 && job.visible.allSatisfy { job.rowID(at: $0) == 2 * $0 })
      }
      #expect(ListJob.filteredItemCount(of: 150) == 3_000 && ListJob.filteredItemCount(of: 4_001) == 6_002)
    }
  }

  @Test func `An edit changes a text of each cell in view, and the next job begins with the former texts`() {
    func texts(_ node: DisplayNode) -> [String] {
      node.subnodes.flatMap { ($0 as? TextNode).map { [$0.text] } ?? texts($0) }
    }
    for workload in CellJobTests.workloads(count: 150) {
      let (job, made) = job(.edit, of: workload)
      let count = made.count
      let before = job.visibleCells.map { texts($0) }
      for _ in 0..<2 {
        job.prepare(jobs: 1)
        let cells = job.visibleCells
        #expect(cells.map { texts($0) } == before)
        job.run()
        for (cell, old) in zip(cells, before) {
          let changed = zip(texts(cell), old).count { $0 != $1 }
          #expect(changed == 1)
        }
      }
      #expect(made.count == count && before.count >= 2)
    }
  }

  @Test func `A larger text reaches the cells in view, and the next job begins with the former size`() {
    let (job, _) = job(.traits, of: FeedNodes(postCount: 120))
    for _ in 0..<2 {
      job.prepare(jobs: 1)
      #expect(job.visibleCells.allSatisfy { $0.traits.contentSizeCategory == .large })
      job.run()
      #expect(job.visibleCells.allSatisfy { $0.traits.contentSizeCategory == .extraExtraLarge })
    }
  }

  @Test func `Cells by hand have the specs' frames in a list`() throws {
    for workload in CellJobTests.workloads(count: 120) {
      let makeByHand = try #require(workload.makeCellByHand)
      let (job, _) = job(.scroll, of: workload)
      #expect(job.shownFrames() == self.job(.ahead, of: workload).0.shownFrames())
      let byHand = ListJob(.scroll, rowCount: 120, width: 375, makeCell: makeByHand)
      #expect(byHand.shownFrames() == job.shownFrames())
    }
  }
}

extension ListJob {
  fileprivate var rowCount: Int { list.items.count }
  fileprivate func rowID(at index: Int) -> Int { list.items[index].id }
  /// The position of a cell on the screen.
  fileprivate func y(of index: Int) -> Double { list.frame(at: index).minY - top }
  fileprivate var visibleCells: [DisplayNode] { visible.map { list.cell(at: $0) } }
}
