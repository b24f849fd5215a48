import LayoutSpecs

/// The work and the time of layouts by kind of element, and by element.
///
/// ```swift
/// var profile = LayoutProfile(of: tree)
/// profile.add(trace)
/// ```
///
/// Times include the recording, which weighs most on cheap elements. Compare the times with each other, and
/// not with times of a layout that is not recorded.
public struct LayoutProfile: Sendable {
  /// Counts and times, of a kind or of an element.
  public struct Entry: Hashable, Sendable {
    /// The counts.
    public package(set) var counters = LayoutCounters()
    /// Nanoseconds, without the elements below.
    public package(set) var selfNanoseconds: UInt64 = 0
    /// Nanoseconds, with all elements below. If elements of one kind lie within each other, only the
    /// outermost counts.
    public package(set) var totalNanoseconds: UInt64 = 0
    /// The number of elements in the tree.
    public package(set) var elementCount = 0

    package init(elementCount: Int = 0) { self.elementCount = elementCount }
  }

  /// The tree that was laid out.
  public let tree: LayoutTree
  /// An entry for each kind of element in the tree, by its name in spec documents, or by its class if the
  /// class says more.
  public var kinds: [String: Entry] { Dictionary(uniqueKeysWithValues: zip(names, kindEntries)) }
  /// An entry for each element of the tree, in pre-order.
  public private(set) var elements: [Entry]
  /// The number of layouts that were added.
  public private(set) var layoutCount = 0
  /// The time of all these layouts together, in nanoseconds.
  public private(set) var nanoseconds: UInt64 = 0
  /// The part of `nanoseconds` that belongs to no element: preparing, and walking the tree to place.
  public private(set) var unattributedNanoseconds: UInt64 = 0
  /// The names of the kinds.
  private let names: [String]
  /// An entry for each of `names`.
  private var kindEntries: [Entry]
  /// Each element's kind, by its place in `names`.
  private let kindOfElement: [Int]

  private struct Kind: Hashable {
    let kind: ElementKind
    let type: ObjectIdentifier?
  }

  /// Creates an empty profile.
  ///
  /// - Complexity: linear in the number of elements.
  public init(of tree: LayoutTree) {
    self.tree = tree
    var names: [String] = []
    // A name takes long to make, so it is made once for each kind and type.
    var numbers: [Kind: Int] = [:]
    kindOfElement = tree.elementIDs.map { id in
      let kind = Kind(kind: tree.kind(of: id), type: tree.notedType(of: id).map { ObjectIdentifier($0) })
      if let number = numbers[kind] { return number }
      let name = tree.typeName(of: id)
      let number = names.firstIndex(of: name) ?? names.count
      if number == names.count { names.append(name) }
      numbers[kind] = number
      return number
    }
    self.names = names
    elements = Array(repeating: Entry(elementCount: 1), count: tree.elementCount)
    kindEntries = Array(repeating: Entry(), count: names.count)
    for kind in kindOfElement { kindEntries[kind].elementCount += 1 }
  }

  /// Creates a profile of one layout, from several of the same tree in the same range.
  ///
  /// The kinds and the totals come from the layout that took the median time. The times of each element are
  /// medians over all layouts, so that a moment's disturbance does not move an element to the top. For an
  /// even number of layouts the lower of the two middle times counts.
  ///
  /// - Precondition: the traces are of this tree, and there is at least one.
  /// - Complexity: linear in the number of events of all traces, and n log n in the number of traces for each element.
  public init(of tree: LayoutTree, medianOf traces: [LayoutTrace]) {
    precondition(!traces.isEmpty, "A median needs a layout")
    let empty = LayoutProfile(of: tree)
    self = empty
    add(traces.sorted { $0.duration < $1.duration }[(traces.count - 1) / 2])
    let count = elements.count
    var (own, total) = ([UInt64](), [UInt64]())
    for trace in traces {
      var profile = empty
      profile.add(trace)
      own += profile.elements.lazy.map(\.selfNanoseconds)
      total += profile.elements.lazy.map(\.totalNanoseconds)
    }
    func median(_ times: [UInt64], of element: Int) -> UInt64 {
      stride(from: element, to: times.count, by: count).map { times[$0] }.sorted()[(traces.count - 1) / 2]
    }
    for element in elements.indices {
      elements[element].selfNanoseconds = median(own, of: element)
      elements[element].totalNanoseconds = median(total, of: element)
    }
  }

  /// The counts of all layouts that were added.
  public var counters: LayoutCounters {
    kindEntries.reduce(into: LayoutCounters()) { $0 += $1.counters }
  }

  /// Adds a layout of the tree.
  ///
  /// - Precondition: the trace is of this tree.
  /// - Complexity: linear in the number of events.
  public mutating func add(_ trace: LayoutTrace) {
    layoutCount += 1
    nanoseconds += trace.duration
    var selfNanoseconds = trace.events.map(\.duration)
    var outermost: UInt64 = 0
    for event in trace.events {
      if let parent = event.parent {
        selfNanoseconds[parent] -= event.duration
      } else {
        outermost += event.duration
      }
    }
    unattributedNanoseconds += trace.duration - outermost

    // The events around the present one, and how many of them are of each kind and element.
    var open: [Int] = []
    var openOfKind = Array(repeating: 0, count: names.count)
    var openOfElement = [UInt16](repeating: 0, count: elements.count)
    for (index, event) in trace.events.enumerated() {
      while let last = open.last, last != event.parent {
        let element = trace.events[last].element.index
        openOfElement[element] -= 1
        openOfKind[kindOfElement[element]] -= 1
        open.removeLast()
      }
      let element = event.element.index
      let kind = kindOfElement[element]
      elements[element].add(event, selfNanoseconds[index], isOutermost: openOfElement[element] == 0)
      kindEntries[kind].add(event, selfNanoseconds[index], isOutermost: openOfKind[kind] == 0)
      open.append(index)
      openOfKind[kind] += 1
      openOfElement[element] += 1
    }
  }

  /// The elements with the most time of their own, in descending order; at equal times by the number of
  /// measurements, then in pre-order.
  ///
  /// - Parameter count: The maximum number of elements to return.
  public func topElements(_ count: Int) -> [(element: ElementID, entry: Entry)] {
    let order = elements.indices.sorted { a, b in
      let (x, y) = (elements[a], elements[b])
      return (x.selfNanoseconds, x.counters.measurements, b) > (y.selfNanoseconds, y.counters.measurements, a)
    }
    return order.prefix(max(0, count)).map { (ElementID($0), elements[$0]) }
  }
}

extension LayoutProfile.Entry {
  fileprivate mutating func add(_ event: LayoutTrace.Event, _ own: UInt64, isOutermost: Bool) {
    counters += event.counters
    selfNanoseconds += own
    if isOutermost { totalNanoseconds += event.duration }
  }
}
