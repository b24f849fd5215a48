import Foundation
import LayoutSpecs

/// A list on a screen, which a script moves and changes frame by frame: in virtual time or in real time.
///
/// One thread at a time uses it, which is the list's main thread.
package final class ScriptedScreen<Item: Hashable & Sendable> {
  /// The part of the list that a frame shows.
  package struct Shown {
    /// The indices of the items in view.
    let indices: Range<Int>
    /// The indices of those that are blank, and of those that have changed since they were shown.
    let missing: [Int]
    /// The number of cells in view that are blank.
    let blankCount: Int
  }

  let list: LayoutList<Item>
  /// The top of the part in view, in points.
  private(set) var top = 0.0
  private var height: Double
  private let device: FrameDevice
  private let leavesBlank: Bool
  private let changeCell: (DisplayNode, FrameScript.Action) -> Void
  /// Told of work that is no cell's.
  private let onUnits: (FramePrices.Unit, Int) -> Void
  /// The rows that are to be inserted.
  private var newItems: ArraySlice<Item>
  private var isLarge = false
  private var isTurned = false
  /// The time since when cells wait for their pictures, in seconds; infinite if they have them.
  private var pictureTimes: [ObjectIdentifier: Double] = [:]
  /// The items before each letter that filters them.
  private var unfiltered: [[Item]] = []

  // MARK: The step

  private var step = FrameScript.Step(action: .open, seconds: 0)
  /// True until the step's first frame.
  private var isNew = false
  /// The top of the part in view when the step began.
  private var first = 0.0
  /// The cell that was the highest in view then.
  private var typed: DisplayNode?
  private var editCount = 0

  /// - Parameters:
  ///   - items: The rows. The first ones arrive with the steps of the script that insert some.
  ///   - leavesBlank: True if what workers have not prepared stays blank.
  ///   - changeCell: Changes a cell as an action does.
  ///   - onUnits: Is told of rows that are inserted and of items that are filtered. Default: nobody is.
  package init(
    _ script: FrameScript, over list: LayoutList<Item>, of items: [Item], on device: FrameDevice,
    leavesBlank: Bool, changeCell: @escaping (DisplayNode, FrameScript.Action) -> Void,
    onUnits: @escaping (FramePrices.Unit, Int) -> Void = { _, _ in }
  ) {
    device.check()
    for step in script.steps { step.check() }
    (self.list, self.device, self.leavesBlank) = (list, device, leavesBlank)
    (self.changeCell, self.onUnits) = (changeCell, onUnits)
    list.width = device.width
    newItems = items.prefix(script.insertedCount)
    list.setItems(Array(items[newItems.endIndex...]))
    height = device.height
  }

  // MARK: Frames

  /// Begins a step of the script.
  package func begin(_ step: FrameScript.Step) {
    (self.step, isNew, first, editCount) = (step, true, top, 0)
    typed = list.visibleNodes.max { $0.calculatedSize.height < $1.calculatedSize.height }
  }

  /// Does what a person does for the step's frame that begins so many seconds after the step did.
  ///
  /// - Parameter time: The time since the script began, in seconds.
  package func act(_ seconds: Double, at time: Double) {
    move(seconds)
    if isNew { beginAction() }
    isNew = false
    if step.action == .images { bringPictures(time) }
    if Int(seconds / step.editSeconds) >= editCount {
      editCount = Int(seconds / step.editSeconds) + 1
      if step.action == .edit { change(list.visibleNodes) }
      if step.action == .type { change([typed].compactMap { $0 }) }
      if step.action == .filter { filter(isLonger: seconds < step.seconds / 2) }
    }
    top = min(max(0, top), max(0, list.contentSize.height - height))
  }

  /// Lays out what is in view.
  @discardableResult
  package func show() -> Shown {
    guard leavesBlank else {
      return Shown(indices: list.layOut(from: top, to: top + height), missing: [], blankCount: 0)
    }
    let (indices, missing) = list.layOutReady(from: top, to: top + height)
    let blankCount = max(0, min(missing.count, indices.count - list.visibleNodes.count))
    return Shown(indices: indices, missing: missing, blankCount: blankCount)
  }

  /// Lays out what is in view, and waits for all of it.
  package func showAll() { _ = list.layOut(from: top, to: top + height) }

  // MARK: Actions

  private func move(_ seconds: Double) {
    let end = list.contentSize.height - height
    switch step.action {
    case .drag, .edit, .images: top = first + step.pointsPerSecond * seconds
    case .fling: top = first + Self.distance(of: step.pointsPerSecond, seconds)
    case .dash: top = first + (end - first) / Self.distance(of: 1, .infinity) * Self.distance(of: 1, seconds)
    case .jump: top = step.place * end
    case .open, .insert, .text, .rotate, .type, .expand, .filter: break
    }
  }

  /// Does what the step does in its first frame.
  private func beginAction() {
    switch step.action {
    case .insert:
      let rows = newItems.suffix(step.rowCount)
      newItems.removeLast(rows.count)
      onUnits(.insertion, 1)
      keepPlaces(evenIfBlank: true) { list.insert(Array(rows), at: 0) }
    case .text:
      isLarge.toggle()
      keepPlaces { list.traitOverrides.contentSizeCategory = isLarge ? .extraExtraLarge : .large }
    case .rotate:
      isTurned.toggle()
      height = isTurned ? device.width : device.height
      keepPlaces { list.width = isTurned ? device.height : device.width }
    case .expand: keepPlaces { change(Array(list.visibleNodes.prefix(1))) }
    case .filter: unfiltered = []
    default: break
    }
  }

  /// Makes a change, after which what was in view stays where it was.
  private func keepPlaces(evenIfBlank: Bool = false, _ change: () -> Void) {
    let anchor = list.anchor(from: top, to: top + height)
    change()
    // Outdated cells would be measured here, and not left to workers.
    if !leavesBlank || evenIfBlank { top = list.layOut(at: anchor).top }
  }

  private func change(_ cells: [DisplayNode]) {
    for cell in cells { changeCell(cell, step.action) }
  }

  /// Leaves every other item, or takes that back.
  private func filter(isLonger: Bool) {
    let items = list.items
    guard
      let others = isLonger
        ? stride(from: 0, to: items.count, by: 2).map({ items[$0] }) : unfiltered.popLast()
    else { return }
    if isLonger { unfiltered.append(items) }
    onUnits(.filtered, items.count + others.count)
    list.setItems(others)
    top = 0
  }

  /// Changes the cells that have been in view for as long as a picture takes.
  private func bringPictures(_ time: Double) {
    for cell in list.visibleNodes {
      let beginning = pictureTimes[ObjectIdentifier(cell)] ?? time
      pictureTimes[ObjectIdentifier(cell)] = beginning
      guard time - beginning >= step.pictureSeconds else { continue }
      pictureTimes[ObjectIdentifier(cell)] = .infinity
      change([cell])
    }
  }

  /// The points that a list which decelerates has moved by.
  private static func distance(of pointsPerSecond: Double, _ seconds: Double) -> Double {
    pointsPerSecond / 1_000 * (1 - pow(0.998, 1_000 * seconds)) / -log(0.998)
  }
}
