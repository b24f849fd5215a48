import LayoutSpecs

/// The frames of a tree in every whole width of a range, as piecewise linear functions of the width.
///
/// Elements often move and grow alike, so functions are kept once, in a table.
package struct WidthSweep: Sendable {
  /// The places in `functions` of an element's x, y, width and height. In parent coordinates, as
  /// `Layout.frame(of:)`; all four miss values where the element has no layout.
  package struct Components: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
  }

  /// The different functions.
  package let functions: [PiecewiseLinear]
  /// An entry for each element, in pre-order.
  package let elements: [Components]

  /// A sweep that was given up.
  package struct Exhausted: Error, Hashable, Sendable {
    /// The width in which the computations ran out.
    package let width: Int
  }

  /// Lays the tree out in each width exactly, and in the heights of `range`.
  ///
  /// - Parameters:
  ///   - range: the range whose heights are kept.
  ///   - widths: the widths, in points.
  ///   - computationLimit: the most computations for all widths together. Default: no limit.
  /// - Complexity: that of a layout for each width.
  package init(
    of tree: LayoutTree, in range: SizeRange, widths: ClosedRange<Int>, computationLimit: Int = .max
  ) throws(Exhausted) {
    var context = LayoutContext()
    let empty = PiecewiseLinear(first: widths.lowerBound)
    var components = [PiecewiseLinear](repeating: empty, count: 4 * tree.elementCount)
    for width in widths {
      context.computationLimit = max(0, computationLimit - context.counters.computations)
      context.layout(tree, in: range.withExactWidth(Double(width)))
      guard context.abandonedElement == nil, context.counters.computations <= computationLimit else {
        throw Exhausted(width: width)
      }
      for id in tree.elementIDs {
        let frame = context.frame(of: id)
        components[4 * id.index].append(frame?.origin.x)
        components[4 * id.index + 1].append(frame?.origin.y)
        components[4 * id.index + 2].append(frame?.size.width)
        components[4 * id.index + 3].append(frame?.size.height)
      }
    }
    var functions: [PiecewiseLinear] = []
    var places: [PiecewiseLinear: Int] = [:]
    let indices = components.map { function in
      if let place = places[function] { return place }
      places[function] = functions.count
      functions.append(function)
      return functions.count - 1
    }
    self.functions = functions
    elements = tree.elementIDs.map { id in
      let start = 4 * id.index
      return Components(
        x: indices[start], y: indices[start + 1], width: indices[start + 2], height: indices[start + 3])
    }
  }

  /// Returns the element's frame relative to its parent element; nil if it has no layout in this width.
  package func frame(of element: ElementID, width: Int) -> Rect? {
    let components = elements[element.index]
    func value(_ function: Int) -> Double? { functions[function].value(at: width) }
    guard let x = value(components.x), let y = value(components.y), let width = value(components.width),
      let height = value(components.height)
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }
}

extension SizeRange {
  /// Returns the range with its heights and one width.
  package func withExactWidth(_ width: Double) -> SizeRange {
    SizeRange(min: Size(width, min.height), max: Size(width, max.height))
  }
}
