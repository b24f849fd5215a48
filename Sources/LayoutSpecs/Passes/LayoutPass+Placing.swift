// The second half of a pass; see `LayoutPass.swift`.

extension LayoutPass {
  /// Walks adjacent subtrees from front to back. Parents come before children, so each element is laid out in
  /// its final constraint before its children are visited. A subtree with final frames is skipped: nothing
  /// below an element is computed unless the element itself is.
  func place(_ range: Range<Int>) {
    _ = place(range.lowerBound, upTo: range.upperBound)
  }

  /// Walks from `first` up to `end`, and returns the element to continue with.
  func place(_ first: Int, upTo end: Int) -> Int {
    var id = first
    while id < end {
      let element = elements + id
      guard element.pointee.kind.isCached else {
        id += 1
        continue
      }
      let state = states + Int(element.pointee.cache)
      let requested = state.pointee.requested
      if requested == CacheState.none {
        forgetFrames(below: id)
        id = Int(element.pointee.end)
      } else if state.pointee.settled == requested {
        id = Int(element.pointee.end)
      } else {
        if state.pointee.computed != requested {
          layOutAsRequested(id)
          if scratch.pointee.isStopped {
            unsettle(around: id, downTo: first)
            return end
          }
        }
        state.pointee.settled = requested
        if element.pointee.kind == .deferredNode {
          let range = row(requested, of: Int(element.pointee.cache)).pointee.range
          nodes?.settle(Int(element.pointee.payload), in: range)
        }
        // If all children are leaves there is nothing to do below.
        id = element.pointee.flags.contains(.hasOnlyLeaves) ? Int(element.pointee.end) : id + 1
      }
    }
    return id
  }

  /// Marks the elements around `id`, from `first` on, as not final: the walk has not reached their ends, and
  /// another walk may continue it.
  @inline(never)
  private func unsettle(around id: Int, downTo first: Int) {
    var id = id
    while Int(elements[id].parent) < id, Int(elements[id].parent) >= first {
      id = Int(elements[id].parent)
      states[Int(elements[id].cache)].settled = CacheState.none
    }
  }

  /// Lays the element out in the constraint that its parent requested last.
  private func layOutAsRequested(_ id: Int) {
    let cache = Int(elements[id].cache)
    let key = row(states[cache].requested, of: cache).pointee
    layOutFromTop(id, in: key.range, key.parentSize)
    // After a stop the walk may be repeated, for the elements that a batch has left.
    states[cache].computed = scratch.pointee.isStopped ? CacheState.none : states[cache].requested
    states[cache].settled = CacheState.none
  }

  /// Marks all elements below as without a layout. From then on the frames there match no computed layout.
  private func forgetFrames(below id: Int) {
    states[Int(elements[id].cache)].forgetFrames()
    for descendant in id + 1..<Int(elements[id].end) {
      frames[descendant].size.width = .nan
      if elements[descendant].kind.isCached { states[Int(elements[descendant].cache)].forgetFrames() }
    }
  }

  /// Leaves the element without a layout: 0 × 0, and nothing for the elements below it.
  func leaveWithoutLayout(_ id: Int) {
    frames[id].size = .zero
    if elements[id].kind.isCached { states[Int(elements[id].cache)].requested = CacheState.none }
  }
}

// MARK: - Baselines

extension LayoutPass {
  /// Returns the baselines that a measured element reports to the stack around it. Only one of the two is valid: the last
  /// one if `isLast`, else the first one.
  ///
  /// A vertical stack reports its first child's first and its last child's last baseline; other elements, and a stack
  /// without a layout, report their style's baselines, or a text its own.
  func baselines(of id: Int, forLast isLast: Bool) -> (ascender: Double, descender: Double) {
    var id = id
    while let stack = verticalStack(id) {
      if !elements[id].flags.contains(.hasLateBaseline) {
        return (stack.pointee.ascender, stack.pointee.descender)
      }
      for child in children(of: id) {
        id = child
        if !isLast { break }
      }
    }
    return tables.pointee.baselines(of: id, styles + Int(elements[id].style))
  }

  /// Returns the element as a vertical stack whose children decide its baselines, laid out in its final
  /// constraint; nil if it is no such stack.
  private func verticalStack(_ id: Int) -> UnsafePointer<StackRecord>? {
    let element = elements + id
    guard element.pointee.kind == .stack, Int(element.pointee.end) > id + 1 else { return nil }
    let state = states + Int(element.pointee.cache)
    let stack = stacks + Int(element.pointee.payload)
    guard state.pointee.requested != CacheState.none, stack.pointee.parameters.direction == .vertical else {
      return nil
    }
    if element.pointee.flags.contains(.hasLateBaseline) { layOutForFrames(id) }
    return stack
  }

  /// Lays the element out in the constraint requested last, if its children's frames belong to another one.
  func layOutForFrames(_ id: Int) {
    let cache = Int(elements[id].cache)
    guard states[cache].computed != states[cache].requested else { return }
    let key = row(states[cache].requested, of: cache).pointee
    guard mayDescend(to: id, key.range, key.parentSize, isForFrames: true) else { return }
    scratch.pointee.depth += 1
    _ = layOut(id, in: key.range, key.parentSize)
    scratch.pointee.depth -= 1
    states[cache].computed = isAbandoned ? CacheState.none : states[cache].requested
    states[cache].settled = CacheState.none
  }
}
