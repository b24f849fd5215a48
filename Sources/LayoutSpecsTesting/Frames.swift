// A test that replays frames imports this module alone.
@_exported public import FrameReplay
public import LayoutSpecs

/// Replays a script over a list, and returns the frames that its screen shows, in virtual time: the same on every machine,
/// however busy it is.
///
/// ```swift
/// #expect(frames(of: .fling, over: feed, on: .init(slowness: 10)).lateCount == 0)
/// ```
///
/// A list like this one, with its columns, traits, items and tuning parameters, makes and measures real cells. How long that
/// takes is not measured: each unit of work has its price. So counts are those of the app's list and cells, and times are as
/// right as the prices.
///
/// - With `tuningParameters`, cells are prepared by the device's workers, whose time passes on the same clock. The queue and
///   the number of workers of the list's own do not count.
/// - The list is as wide as the device. The list of a `TableNode` will do.
/// - The first rows arrive with the steps that insert some. If there are fewer, all do.
/// - `onNeedsLayout` and `onWillReachEnd` are not called.
///
/// Any thread may call it, which is the replay's main thread. `makeCell` is called on others too, one at a time, and must not
/// wait for what only another thread can do. A cell that a worker has begun when it comes into view is measured anew: the
/// list would wait for what is left of the worker's time, which is less.
///
/// - Parameters:
///   - script: What a person does.
///   - list: The list. It stays as it is, and is asked for new nodes of its items: `makeCell` must not return one twice.
///   - device: How slow the device is, and its screen. Default: as fast as the prices say, with 120 frames a second.
///   - prices: The times of the units of work. Default: `FramePrices.usual`.
///   - leavesBlank: True if a cell that comes into view before workers have prepared it stays blank: see
///     `LayoutList.layOutReady`. Default: false, the main thread measures it.
///   - changeCell: Changes a cell as `edit`, `type`, `images` and `expand` do. Default: it calls `setNeedsLayout()`, after which
///     the cell is measured again and is as high as before.
/// - Precondition: the numbers of the script, the device and the prices are in their ranges.
/// - Complexity: linear in the number of items, of frames and of cells in view; and the layouts of the cells, which are all kept
///   until the end.
public func frames<Item>(
  of script: FrameScript, over list: LayoutList<Item>, on device: FrameDevice = FrameDevice(),
  prices: FramePrices = .usual, leavesBlank: Bool = false,
  changeCell: (DisplayNode, FrameScript.Action) -> Void = { cell, _ in cell.setNeedsLayout() }
) -> ReplayedFrames {
  withoutActuallyEscaping(changeCell) { changeCell in
    ReplayedScreen(
      script, over: list, prices: prices, on: device, leavesBlank: leavesBlank, changeCell: changeCell
    ).replay()
  }
}
