import LayoutSpecs

/// Something that lays out trees, to be measured beside the engine: another engine, another cache, or frames
/// written by hand.
///
/// Its frames are compared with the engine's before timing begins, and a cell whose frames differ by more
/// than a pixel is not measured.
public protocol BenchmarkSubject: Sendable {
  /// The name in suites and results: letters, digits, `.`, `-` and `_`.
  var name: String { get }

  /// A description in one line. Default: empty.
  var summary: String { get }

  /// Makes one worker's part: the state with which a single thread lays out the input. Called on this thread,
  /// and not timed.
  ///
  /// - Throws: An error whose description says why the input is not supported; its cell is then left out.
  func makeLayout(of input: BenchmarkInput) throws -> any BenchmarkLayout
}

extension BenchmarkSubject {
  public var summary: String { "" }
}

/// One worker's layout of an input. A single thread uses it at a time.
public protocol BenchmarkLayout: AnyObject {
  /// Lays out the input. Only this is timed. Every run SHOULD do the same work.
  func run()

  /// The frames after a run: one for each element of the input's tree in the order of `elementIDs`, in
  /// points, relative to the parent element.
  var frames: [Rect] { get }
}

extension JobSubject {
  /// A user's subject, with its frames checked.
  init(_ subject: any BenchmarkSubject) {
    self.init(subject.name, subject.summary) { input in
      let layout = try subject.makeLayout(of: input)
      return JobWorker {
        layout.run()
      } checksum: {
        layoutChecksum(of: layout.frames)
      }
    } check: { input throws(Refusal) in
      let frames: [Rect]
      do {
        let layout = try subject.makeLayout(of: input)
        layout.run()
        frames = layout.frames
      } catch {
        throw Refusal(description: "\(error)")
      }
      guard frames.count == input.tree.elementCount else {
        throw Refusal(
          description: "it has \(frames.count) frames for \(input.tree.elementCount) elements",
          isFailure: true)
      }
      do throws(Refusal) {
        try requireFrames(frames, of: input.tree, in: input.range)
      } catch {
        throw Refusal(description: error.description, isFailure: true)
      }
    }
  }
}
