// Laying a node out again by comparing.
//
// A node's last layout is kept when the node is invalidated, with its tree, its frames and its nodes. The next layout in
// the same constraint asks the node for its spec, and the nodes within it that were invalidated too, and compares their
// specs with that tree. If nothing changed, the last layout is the new one. If only the content of leaves changed, the
// leaves are changed in the tree, which is laid out in one pass. In any other case the node is laid out as the first
// time, with the specs that were returned.
//
// Under other traits, every node that was asked for the last layout is asked again.
//
// Why the frames are the same as in a first layout: equal elements in an equal constraint have equal frames, and a node
// of the same version writes an equal element. A node's own code gives the same spec for the same range until the node
// is invalidated. So the pass over changed leaves stops if a node with a spec gets another range than last time.

extension LayoutSession {
  /// A node and the range in which it is asked for its spec.
  struct Question: Hashable {
    let node: NodeID
    let range: SizeRange
  }

  /// Makes the last layout of a node, in the same constraint, its new layout; false if the node has other elements now.
  func compareWithLast(
    _ root: DisplayNode, as last: inout NodeResults.Last, _ traits: TraitValues?, version: UInt64
  ) -> Bool {
    if self.traits !== traits { self.traits = traits }
    guard let changes = last.changes,
      isSame(root, as: last.layout, isShape: false, below: changes, version: version)
    else { return false }
    if isShared(&last.layout) { last.layout = NodeLayout(copying: last.layout) }
    // Moved out, and back: a copy counts references.
    let found = exchange(&self.changes, with: LayoutComparison.Changes())
    defer { self.changes = found }
    if !found.contents.isEmpty {
      usedDepths = 1
      guard last.layout.change(by: found, &top.context, room: wholeRoom) else { return false }
    }
    last.layout.renew(version: version, found.versions)
    if last.layout.traits !== traits || !found.traits.isEmpty { last.layout.renew(traits, found.traits) }
    return true
  }

  /// Compares a node with its last layout, or a shape, and records the changes; false if it has other elements now.
  func isSame(
    _ root: DisplayNode, as last: NodeLayout, isShape: Bool, below changed: NodeChanges, version: UInt64
  ) -> Bool {
    guard let range = last.contentRange else { return false }
    let tables = last.layout.contentsPointer.pointee.tree.tablesPointer
    let code = root.lock.withLock {
      if isShape { _ = root.guardedID(orNumber: numbers.make()) }
      return root.guardedCode(with: tables, 0, isShape: isShape)
    }
    guard let code else { return false }
    begin()
    return onThread {
      withUnsafeMutablePointer(to: &changes) { changes in
        var comparison = LayoutComparison(
          with: last, isShape: isShape, of: code.owner, below: changed, to: changes)
        return withUnsafeMutablePointer(to: &comparison) { comparison in
          top.builder.comparison = comparison
          compareSpec(of: root, 0, code, in: range, version: version, &top.builder)
          top.builder.comparison = nil
          comparedCount = asked.count
          if !comparedPlaces.isEmpty { comparedPlaces = [:] }
          return comparison.pointee.isWhole && cancellation?.isCancelled != true
        }
      }
    }
  }

  /// Compares the spec that a node returns now.
  func compareSpec(
    of node: DisplayNode, _ element: Int, _ code: NodeCode, in range: SizeRange,
    version: UInt64, _ builder: inout LayoutTreeBuilder
  ) {
    let inherited = traits
    path.append(code.owner)
    if let overrides = code.overrides { traits = node.traits(overrides, in: inherited) }
    room = max(room - DeepDescent.levelsPerNode, DeepDescent.levelsPerNode)
    func compare(_ spec: inout any LayoutElement) {
      builder.comparison?.pointee.check(
        element, isMirroredIn: layoutDirection == .rightToLeft ? node.mirroringElement : nil)
      builder.writeInPlace(&spec)
    }
    if comparedCount > 0, let place = placeOfCompared(code.owner.id, range, version: version, inherited) {
      var spec = asked[place].spec
      compare(&spec)
    } else if cancellation?.isCancelled != true,
      var spec = askForSpec(of: node, in: range, hasBlock: code.hasBlock)
    {
      // A node below that the node's code changed would be passed over.
      if hasChangedBelow { builder.comparison?.pointee.fail() }
      compare(&spec)
      // Moved: a copy counts references.
      asked.append(
        AskedSpec(
          node: code.owner.id, range: range, version: version, traits: inherited, spec: consume spec))
    } else {
      builder.comparison?.pointee.fail()
    }
    path.removeLast()
    if code.overrides != nil { traits = inherited }
  }

  /// Returns the index of the spec that a node of this version has already returned in a comparison.
  @inline(never)
  func placeOfCompared(
    _ node: NodeID, _ range: SizeRange, version: UInt64, _ traits: TraitValues?
  ) -> Int? {
    if comparedPlaces.isEmpty {
      for place in 0..<comparedCount {
        comparedPlaces[Question(node: asked[place].node, range: asked[place].range)] = place
      }
    }
    guard let place = comparedPlaces[Question(node: node, range: range)], asked[place].version == version,
      asked[place].traits === traits
    else { return nil }
    return place
  }
}

extension LayoutTreeBuilder {
  /// Writes or compares a spec of the caller, which moves it away afterwards.
  fileprivate mutating func writeInPlace(_ spec: inout any LayoutElement) { spec._write(to: &self) }

  /// Compares a node with the next one of the last layout.
  @inline(never)
  mutating func compare(_ node: DisplayNode, _ comparison: UnsafeMutablePointer<LayoutComparison>) {
    guard let session else { return comparison.pointee.fail() }
    session._withUnsafeGuaranteedRef { session in
      if let open = comparison.pointee.visit(node, in: session.traits) {
        let code = node.lock.withLock { node.guardedCode }
        compareContent(of: node, code, open, comparison, session)
      }
    }
  }

  @inline(__always)
  mutating func compareContent(
    of node: DisplayNode, _ code: NodeCode, _ open: LayoutComparison.OpenNode,
    _ comparison: UnsafeMutablePointer<LayoutComparison>, _ session: LayoutSession
  ) {
    if isDeep {
      comparison.pointee.fail()
    } else {
      comparison.pointee.enter(open, code.owner)
      session.compareSpec(of: node, open.element, code, in: open.range, version: open.version, &self)
    }
    comparison.pointee.leave(open)
  }
}

extension DisplayNode {
  /// Returns the node's code; nil if the node's style or name differs from an element's. In a first layout, which is compared
  /// with a shape, also nil if the node has kept an answer, and so is not to be asked. The caller holds the lock.
  @inline(__always)
  final func guardedCode(
    with tables: UnsafePointer<LayoutTables>, _ element: Int, isShape: Bool
  ) -> NodeCode? {
    if isShape, cache.handle?.extras.results.isEmpty == false || guardedPart != nil { return nil }
    let (style, name) = guardedStyleAndName
    return tables.pointee.matches(element, style, name) ? guardedCode : nil
  }
}
