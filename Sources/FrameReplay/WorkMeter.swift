import LayoutSpecs

/// Counts who makes and measures cells, and lets the time of the workers' work pass.
final class WorkMeter: LayoutQueue, @unchecked Sendable {
  // SAFETY: one thread runs at a time; see `VirtualWorkers`.

  /// A cell that was made. Its node is kept, so that no other one has its identity.
  private struct Cell {
    let node: DisplayNode
    /// The share of the usual cell's price.
    let weight: Double
    /// The time of workers, in nanoseconds.
    var workerTime: Double
    /// True if it was in view, or made before a person begins.
    var wasShown: Bool
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
  /// The units of the frame, each times its cell's share of the usual price.
  private(set) var loads: [FramePrices.Unit: Double] = [:]
  private(set) var madeCount = 0
  private(set) var measuredAgainCount = 0
  private(set) var appliedCount = 0
  /// The cells that were in view in the last frame.
  private var shown: Set<ObjectIdentifier> = []
  /// True from when a person begins.
  var isCounting = false

  init(_ workers: VirtualWorkers, preparation: Double) {
    (self.workers, self.preparation) = (workers, preparation)
  }

  /// Counts from 0 again.
  func beginFrame() { (units, loads, madeCount, measuredAgainCount, appliedCount) = ([:], [:], 0, 0, 0) }

  func count(_ unit: FramePrices.Unit, _ count: Int = 1, weight: Double = 1) {
    units[unit, default: 0] += count
    loads[unit, default: 0] += Double(count) * weight
  }

  /// The cells that were made since a person began, and were not in view, and the time that workers took for them, in
  /// nanoseconds.
  var neverShown: (count: Int, time: Double) {
    // Sums of floating-point numbers depend on their order.
    let times = cells.values.filter { !$0.wasShown }.map(\.workerTime).sorted()
    return (times.count, times.reduce(0, +))
  }

  /// Runs what lays out cells.
  func measure(_ body: () -> Void) { _ = LayoutWork(onLayout: { self.didLayOut($0) }, of: body) }

  func enqueue(_ work: @escaping @Sendable () -> Void) { workers.enqueue { self.measure(work) } }

  /// Makes a cell. A worker's time passes after it, while no lock is held.
  func makeCell(_ make: () -> DisplayNode) -> DisplayNode {
    let node = make()
    let weight = (node as? ReplayedCell)?.weight ?? 1
    let time = workers.isWorker ? preparation * weight : 0
    if workers.isWorker { workers.work(for: time + exchange(&owed, with: 0)) }
    madeCount += 1
    if cells[ObjectIdentifier(node)] == nil {
      cells[ObjectIdentifier(node)] = Cell(
        node: node, weight: weight, workerTime: time, wasShown: !isCounting)
    }
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
      if let cell = cells[id], cell.isPrepared, !shown.contains(id) {
        count(.prepared, weight: cell.weight)
      }
      if cells[id]?.isApplied == false { appliedCount += 1 }
      cells[id]?.isApplied = true
      cells[id]?.wasShown = true
    }
    shown = Set(nodes.map(ObjectIdentifier.init))
  }

  private func didLayOut(_ node: DisplayNode) {
    // Nodes that an app's own code lays out are part of a cell's price.
    let id = ObjectIdentifier(node)
    guard var cell = cells[id] else { return }
    if cell.isMeasured { measuredAgainCount += 1 }
    if !workers.isWorker {
      count(!cell.isMeasured ? .new : cell.isChanged ? .edited : .relaid, weight: cell.weight)
    } else if cell.isMeasured {
      owed += preparation * cell.weight
      cell.workerTime += preparation * cell.weight
    } else {
      cell.isPrepared = true
    }
    // Workers apply the layouts of cells that are not in view.
    (cell.isMeasured, cell.isChanged, cell.isApplied) = (true, false, workers.isWorker && !shown.contains(id))
    cells[id] = cell
  }
}
