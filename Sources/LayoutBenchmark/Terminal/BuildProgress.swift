import Foundation
import Measuring

/// Says which revisions are built, and for how long. On a terminal it counts the seconds.
final class BuildProgress: Sendable {
  private struct Building {
    let name: String
    let start = ContinuousClock.now
    var line = StatusLine()

    var time: String {
      let seconds = start.duration(to: .now).components.seconds
      return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
  }

  private let building = Guarded<Building?>(nil)

  func show(_ event: BuildCache.Event) {
    switch event {
    case .resolving(let revision):
      StandardError.print("Looking up the dependencies of \(revision.name), once ...")
    case .waiting(let revision):
      StandardError.print("Waiting for another process that builds \(revision.name) ...")
    case .building(let revision):
      let name = revision.label
      StandardError.print("Building \(name); this takes minutes, once ...")
      building.withLock { $0 = Building(name: name) }
      tick()
    case .ended(_, let isBuilt):
      building.withLock { building in
        building?.line.clear()
        if let building, isBuilt { StandardError.print("Built \(building.name) in \(building.time)") }
        building = nil
      }
    }
  }

  /// Shows the time every second until the build is done.
  private func tick() {
    let isBuilding = building.withLock { building in
      if let (name, time) = building.map({ ($0.name, $0.time) }) {
        building?.line.show("Building \(name): \(time)")
      }
      return building != nil
    }
    guard isBuilding else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.tick() }
  }
}
