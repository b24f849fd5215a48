import Foundation
import LayoutSpecs

/// Work of an app's main thread with nodes, which is done again and again.
///
/// These jobs are in a module of their own, as an app's code is: the generic types of `LayoutSpecs` run in them as they run
/// in an app, and not as the compiler specialises them beside their source.
///
/// One thread at a time uses a job.
package protocol MainThreadJob: AnyObject {
  /// The most jobs that are prepared together.
  var mostPreparedJobs: Int { get }

  /// Prepares the jobs that run next, in place of those before: whatever an app would have done earlier.
  func prepare(jobs: Int)

  /// Runs the next one of the prepared jobs.
  func run()

  /// The frames that a job shows: the same after every job.
  func shownFrames() -> [Rect]
}

/// Pauses as the main thread does between two frames of a screen, 120 a second, while caches and the branch predictor forget
/// its code, and the processor rests: for jobs that are cold.
///
/// A shorter pause does not do: the cells of a new screen of a feed took 46 µs after 1.5 ms, 53 after 5, 122 after 8.3, and
/// 138 after 16.7, of 16 in a loop (AMD EPYC).
func pauseOfAFrame() { Thread.sleep(forTimeInterval: 1.0 / 120) }

extension DisplayNode {
  /// The frames that the node's subnodes have been given, all the way down, each in its own supernode. Each node comes before
  /// its subnodes.
  package var appliedFrames: [Rect] { subnodes.flatMap { [$0.frame] + $0.appliedFrames } }

  /// The frames of the nodes without subnodes in this node, in this node's coordinates: the same whether they are
  /// subnodes of it, or of nodes between.
  package var leafFrames: [Rect] {
    subnodes.flatMap { node in
      let (frame, below) = (node.frame, node.leafFrames)
      if below.isEmpty { return [frame] }
      return below.map { Rect(origin: Point(frame.minX + $0.minX, frame.minY + $0.minY), size: $0.size) }
    }
  }
}
