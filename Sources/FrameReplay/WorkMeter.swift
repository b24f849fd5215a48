import LayoutSpecs

/// Counts who makes and measures cells, and lets the time of the workers' work pass.
final class WorkMeter: LayoutQueue, @unchecked Sendable {
  // SAFETY: one thread runs at a time; see `VirtualWorkers`.

  /// A cell that was made. Its node is kept, so that no other one has its identity.
  private struct Cell {
    let node: DisplayNode
    var isMeasured = false
    var isChanged = false
    /// True if a worker measured it first.
    var isPrepared = false
    /// True if the layout that was measured last is applied.
    var isApplied = false
  }

  private let workers: VirtualWorkers
  /// The time of a cell that a worker prepares, in nanoseconds.
  private let preparation: Double
  /// The time of cells that workers have measured again, which passes before the next one is begun: a cell that is
  /// measured is locked, and the main thread could not come in between.
  private var owed = 0.0
  private var cells: [ObjectIdentifier: Cell] = [:]
  private(set) var units: [FramePrices.Unit: Int] = [:]
  private(set) var madeCount = 0
  private(set) var measuredAgainCount = 0
  private(set) var appliedCount = 0
  /// The cells that were in view in the last frame.
  private var shown: Set<ObjectIdentifier> = []

  init(_ workers: VirtualWorkers, preparation: Double) {
    (self.workers, self.preparation) = (workers, preparation)
  }

  /// Counts from 0 again.
  func beginFrame() { (units, madeCount, measuredAgainCount, appliedCount) = ([:], 0, 0, 0) }

  func count(_ unit: FramePrices.Unit) { units[unit, default: 0] += 1 }

  /// Runs what lays out cells.
  func measure(_ body: () -> Void) { _ = LayoutWork(onLayout: { self.didLayOut($0) }, of: body) }

  func enqueue(_ work: @escaping @Sendable () -> Void) { workers.enqueue { self.measure(work) } }

  /// Makes a cell. A worker's time passes before, while no lock of an app's is held.
  func makeCell(_ make: () -> DisplayNode) -> DisplayNode {
    if workers.isWorker {
      workers.work(for: preparation + owed)
      owed = 0
    }
    let node = make()
    madeCount += 1
    if cells[ObjectIdentifier(node)] == nil { cells[ObjectIdentifier(node)] = Cell(node: node) }
    return node
  }

  /// Changes a cell, by a closure.
  func change(_ node: DisplayNode, _ body: (DisplayNode) -> Void) {
    cells[ObjectIdentifier(node)]?.isChanged = true
    body(node)
  }

  /// Counts what comes into view with these cells.
  func show(_ nodes: [DisplayNode]) {
    for node in nodes {
      let id = ObjectIdentifier(node)
      if cells[id]?.isPrepared == true, !shown.contains(id) { count(.prepared) }
      if cells[id]?.isApplied == false { appliedCount += 1 }
      cells[id]?.isApplied = true
    }
    shown = Set(nodes.map(ObjectIdentifier.init))
  }

  private func didLayOut(_ node: DisplayNode) {
    // Nodes that an app's own code lays out are part of a cell's price.
    guard let cell = cells[ObjectIdentifier(node)] else { return }
    if cell.isMeasured { measuredAgainCount += 1 }
    if !workers.isWorker {
      count(!cell.isMeasured ? .new : cell.isChanged ? .edited : .relaid)
    } else if cell.isMeasured {
      owed += preparation
    } else {
      cells[ObjectIdentifier(node)]?.isPrepared = true
    }
    cells[ObjectIdentifier(node)]?.isMeasured = true
    cells[ObjectIdentifier(node)]?.isChanged = false
    // Workers apply the layouts of cells that are not in view.
    cells[ObjectIdentifier(node)]?.isApplied = workers.isWorker && !shown.contains(ObjectIdentifier(node))
  }
}
