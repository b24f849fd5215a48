// Insets, positions and spacers along an unbounded axis, where there is no room to fill or to be placed in.

import LayoutSpecs

extension Linter {
  /// An infinite inset, a center or relative spec and a spacer that grows fill spare room. An unbounded length has no
  /// spare room, and they do nothing.
  func checkFillInUnboundedAxis(_ element: ElementID) {
    // A root may be meant for another parent, or for a bounded range.
    guard element != tree.root, let size = frame(element)?.size else { return }
    for axis in LayoutAxis.allCases {
      guard let range = recorded.question(to: element, settling: axis)?.resolved,
        axis.length(range.max) == .infinity
      else { continue }
      switch tree.content(of: element) {
      case .inset(let insets): checkInfiniteInset(element, insets, axis)
      case .center(let parameters):
        checkPosition(element, parameters.relative, size, axis, parameters.centering)
      case .relative(let parameters): checkPosition(element, parameters, size, axis)
      case .spec where axis.length(size) == 0: checkSpacer(element, axis)
      default: break
      }
    }
  }

  /// An inset that is infinite only at the end leaves its child where it is.
  private func checkInfiniteInset(_ element: ElementID, _ insets: EdgeInsets, _ axis: LayoutAxis) {
    let edges = axis.edges(of: insets)
    guard edges[0] == .infinity else { return }
    let sides = zip(axis.sides, edges).filter { $0.1 == .infinity }.map(\.0)
    report(
      .fillInUnboundedAxis, element,
      "\(opening(element)) has infinite insets (\(listText(sides))), but its \(axis.name) is not bounded here, so they count as 0.",
      fix:
        "Put \(the(element)) into a wrapper spec with a \(axis.name), or give finite insets.")
  }

  /// In an unbounded length, a spec that positions its child is as long as the child or as the spec's own minimum.
  private func checkPosition(
    _ element: ElementID, _ parameters: RelativeParameters, _ size: Size, _ axis: LayoutAxis,
    _ centering: Centering? = nil
  ) {
    let position = axis == .horizontal ? parameters.horizontalPosition : parameters.verticalPosition
    // With a minimum there is room for shorter children.
    guard position == .center || position == .end, axis.value(.minimum, of: style(element)) == .auto,
      let child = frame(ElementID(element.index + 1))?.size,
      axis.length(size) - axis.length(child) < tree.roundingTolerance
    else { return }
    let isWidth = axis == .horizontal
    let without: Centering = centering == .xy ? (isWidth ? .y : .x) : .none
    let key = isWidth ? "horizontalPosition" : "verticalPosition"
    report(
      .fillInUnboundedAxis, element,
      "\(opening(element)) is to place its child \(position == .end ? "at the end" : "in the middle") of its \(axis.name), but that is not bounded here, so it is as \(axis.adjective) as its child, and there is no room to place it in.",
      fix:
        "Give \(the(element)) a \(axis.name), or a \(axis.key(.minimum)); or set \(centering != nil ? "centering \(without)" : "\(key) none"), which says what happens."
    )
  }

  private func checkSpacer(_ element: ElementID, _ axis: LayoutAxis) {
    guard style(element).flexGrow > 0, recorded.isAlongStack(element, axis), let parent = parent(of: element),
      let around = recorded.question(to: parent, settling: axis)?.resolved,
      axis.length(around.max) == .infinity,
      // A stack that has room has a rule of its own.
      unusedRoom(of: parent) == nil
    else { return }
    report(
      .fillInUnboundedAxis, element, others: [parent],
      "\(opening(element)) is to grow, but the \(axis.name) of \(the(parent)) is not bounded here, so nothing is left over, and it is 0 points \(axis.adjective).",
      fix:
        "Give \(the(parent)) a \(axis.name) or a \(axis.key(.minimum)), or remove \(the(element)).")
  }
}
