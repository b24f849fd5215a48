// The recording of a pass.
//
// The passes are generic over whether they record, and the compiler specialises them for both cases. In a
// pass that does not record, `if Recording.isOn` leaves no code, not even a branch.

/// A type that says whether a pass records what it does.
protocol PassRecording: BitwiseCopyable, Sendable {
  static var isOn: Bool { get }
}

/// A pass that records nothing.
struct SilentPass: PassRecording {
  @inline(__always) static var isOn: Bool { false }
}

/// A pass that records what it does in its scratch's recorder.
struct RecordedPass: PassRecording {
  private let space = 0
  @inline(__always) static var isOn: Bool { true }
}

extension LayoutPass {
  /// The recorder of this pass. It exists if `Recording.isOn`.
  var recorder: UnsafeMutablePointer<LayoutTrace> { scratch.pointee.recorder.unsafelyUnwrapped }

  /// Returns the same pass, recording or not.
  func converted<Other: PassRecording>(to recording: Other) -> LayoutPass<Other> {
    LayoutPass<Other>(
      recording: recording, elements: elements, styles: styles, stacks: stacks, sizes: sizes, texts: texts,
      wordLengths: wordLengths, tables: tables, grid: grid, unmanagedNodes: unmanagedNodes, frames: frames,
      rows: rows, states: states, wraps: wraps, scratch: scratch, split: split)
  }
}

// MARK: - Questions

extension LayoutPass {
  @inline(never)
  func sizeRecorded(of id: Int, in given: SizeRange, _ parentSize: Size) -> Size {
    let kind = elements[id].kind
    let resolved = resolvedRange(of: id, given, parentSize)
    recorder.pointee.begin(id, given, parentSize, resolved: resolved)
    let size: Size
    if !kind.isCached, let answer = recorder.pointee.answers.size(of: id, in: resolved) {
      scratch.pointee.counters.measurements &+= 1
      recorder.pointee.note(content: answer)
      recorder.pointee.note(.leaf, unrounded: answer)
      size = grid.ceil(answer)
    } else {
      let wrappedBefore = scratch.pointee.counters.textMeasurements
      size = sizeUnrecorded(of: id, in: given, parentSize)
      if !kind.isCached {
        let isWrapped = scratch.pointee.counters.textMeasurements != wrappedBefore
        recorder.pointee.note(kind != .text ? .leaf : isWrapped ? .textWrapped : .textKnown)
      }
    }
    recorder.pointee.end(size, isAbandoned: isAbandoned)
    return size
  }

  /// Returns the parent's range, narrowed by the element's own style unless its kind ignores that.
  func resolvedRange(of id: Int, _ given: SizeRange, _ parentSize: Size) -> SizeRange {
    elements[id].kind.ignoresOwnSize ? given : resolve(given, for: elements + id, parentSize)
  }

  /// Records a child whose size the stack around it knows without measuring it: a leaf, or a child that is measured
  /// after flexing and whose length along the stack is known.
  func recordKnown(
    _ outcome: LayoutTrace.Outcome, _ id: Int, _ given: SizeRange, _ parentSize: Size, _ size: Size
  ) {
    recorder.pointee.purpose = .firstPass
    recorder.pointee.begin(id, given, parentSize, resolved: resolvedRange(of: id, given, parentSize))
    let unrounded = outcome == .leaf ? size : .undefined
    recorder.pointee.note(content: unrounded)
    recorder.pointee.note(outcome, unrounded: unrounded)
    recorder.pointee.end(size, isAbandoned: isAbandoned)
  }

  /// Records that an element's parent leaves it without a layout.
  func recordLeftEmpty(_ id: Int, _ parentSize: Size) {
    recorder.pointee.begin(id, .unconstrained, parentSize, resolved: .unconstrained)
    recorder.pointee.note(.leftEmpty)
    recorder.pointee.end(.zero, isAbandoned: isAbandoned)
  }
}

// MARK: - Computations

extension LayoutPass {
  /// `layOut(_:in:_:)`, recorded as the outcome of the measurement that caused it, or as an event of its own.
  @inline(never)
  func layOutRecorded(_ id: Int, in range: SizeRange, _ parentSize: Size) -> Size {
    let isOwnEvent = !recorder.pointee.isAsked(id)
    if isOwnEvent {
      recorder.pointee.purpose = recorder.pointee.open.isEmpty ? .placing : .baseline
      recorder.pointee.begin(id, range, parentSize, resolved: range)
    }
    recorder.pointee.note(.computed)
    let size: Size
    if let answer = recorder.pointee.answers.size(of: id, in: range) {
      scratch.pointee.counters.computations &+= 1
      recorder.pointee.note(content: answer)
      size = answer
    } else {
      size = layOutUnrecorded(id, in: range, parentSize)
    }
    recorder.pointee.note(.computed, unrounded: size)
    if isOwnEvent { recorder.pointee.end(grid.ceil(size), isAbandoned: isAbandoned) }
    return size
  }
}

// MARK: - The content of stacks

extension LayoutPass {
  /// Records the size of a stack's children and spacing, before they flex and stretch.
  func noteContent<Axis: StackAxis>(of lines: [StackLine], _ length: Double, in stack: StackPass<Axis>) {
    var crossSize = stack.record.pointee.parameters.lineSpacing * Double(lines.count - 1)
    for var line in lines {
      findCrossSize(of: &line, in: stack, isOnlyLine: false)
      crossSize += line.crossSize
    }
    recorder.pointee.note(content: Axis.size(main: length, cross: crossSize))
  }
}
