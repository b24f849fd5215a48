/// A spec whose children follow each other, as in CSS's flexbox.
///
/// ```swift
/// StackLayoutSpec(direction: .horizontal, spacing: 8, alignItems: .center) {
///   avatar
///   name.flexShrink()
///   LayoutSpec().flexGrow()
///   time
/// }
/// ```
///
/// If the children exceed the stack's maximum they shrink by `Style.flexShrink`; if they do not reach its
/// minimum they grow by `Style.flexGrow`.
///
/// A stack may also be configured after it was made, with children from an array:
///
/// ```swift
/// var stack = StackLayoutSpec.vertical()
/// stack.spacing = 8
/// stack.children = [title, body]
/// ```
///
/// All properties of its `parameters` are also properties of the stack.
///
/// Source: Texture's `ASStackLayoutSpec`.
@dynamicMemberLookup
public struct StackLayoutSpec<Children: LayoutContent>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The arrangement of the children.
  public var parameters: StackParameters
  /// The elements, in order.
  public var children: Children

  /// Creates a stack of `children` arranged by `parameters`.
  @inlinable
  public init(_ parameters: StackParameters, children: consuming Children) {
    self.parameters = parameters
    self.children = children
  }

  /// Creates a stack with these properties, and with children written between braces; the other properties
  /// have the defaults of `StackParameters`.
  @inlinable
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: StackParameters.HorizontalAlignment = .none,
    verticalAlignment: StackParameters.VerticalAlignment = .none, isConcurrent: Bool = false,
    @LayoutElementBuilder children: () -> Children
  ) {
    parameters = StackParameters(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent)
    self.children = children()
  }

  public var sublayoutElements: [any LayoutElement] { children.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.beginStack(parameters, style, debugName)
    children._write(to: &builder)
    builder.end()
  }
}

extension StackLayoutSpec<[any LayoutElement]> {
  /// Creates a stack of `children` with these properties; the others have the defaults of `StackParameters`.
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: StackParameters.HorizontalAlignment = .none,
    verticalAlignment: StackParameters.VerticalAlignment = .none, isConcurrent: Bool = false,
    children: [any LayoutElement] = []
  ) {
    let parameters = StackParameters(
      direction: direction, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      flexWrap: flexWrap, alignContent: alignContent, lineSpacing: lineSpacing,
      horizontalAlignment: horizontalAlignment, verticalAlignment: verticalAlignment,
      isConcurrent: isConcurrent)
    self.init(parameters, children: children)
  }

  /// Creates a vertical stack without children.
  public static func vertical() -> Self { Self(direction: .vertical) }

  /// Creates a horizontal stack without children.
  public static func horizontal() -> Self { Self(direction: .horizontal) }
}

// MARK: - Properties

extension StackLayoutSpec {
  /// A property of the stack's `parameters`, such as `spacing`.
  @inlinable
  public subscript<Value>(dynamicMember property: WritableKeyPath<StackParameters, Value>) -> Value {
    get { parameters[keyPath: property] }
    set { parameters[keyPath: property] = newValue }
  }
}

// MARK: - Laying out

// The layout of a stack. It takes the steps of Texture's stack, which follow a part of CSS's flexible box
// layout (https://www.w3.org/TR/css-flexbox-1/#layout-algorithm):
//
//  1. Measure each child in an unbounded length along the stack.
//  2. Break the children into lines.
//  3. Flex the children of each line that is too short or too long.
//  4. Find each line's length across, and its baseline.
//  5. Stretch lines, and the children that stretch to their line.
//  6. Place lines across the stack, and children along their lines.
//
// After a change of a few children, fewer steps may do: see `StackLayout+Updating.swift`.

extension LayoutPass {
  /// Lays out a stack along `Axis`, and returns its size, not yet in whole pixels.
  @inline(__always)
  func layOutStack<Axis: StackAxis>(
    _ id: Int, _ record: UnsafePointer<StackRecord>, _ range: SizeRange, along axis: Axis.Type
  ) -> Size {
    guard record.pointee.childCount > 0 else { return range.min }
    let stack = StackPass<Axis>(record, range, id: id, end: Int(elements[id].end))
    if record.pointee.parameters.flexWrap == .noWrap { return layOutOnlyLine(of: stack) }
    return layOutLines(of: stack)
  }

  /// Runs steps 1 and 3 to 6 for a stack that does not wrap.
  ///
  /// The first pass measures the children, sums them up, and places them as if nothing flexed or stretched
  /// further and all began at the start. Usually that is enough; whatever does not hold is recomputed.
  private func layOutOnlyLine<Axis: StackAxis>(of stack: StackPass<Axis>) -> Size {
    var line = StackLine(first: stack.firstChild, end: stack.end, count: Int(stack.record.pointee.childCount))
    var summary = LineSummary(mainSize: stack.record.pointee.spacingSum)
    measureAndPlace(&summary, of: stack)
    if isAbandoned { return .zero }
    let naturalLength = summary.mainSize

    flexOnlyLine(line, &summary, of: stack)
    if summary.isIncomplete {
      (summary.hasSizes, summary.hasPlaces, summary.hasLength) = (false, false, false)
      if summary.hasBaselines { measureRest(of: line, in: stack) }
    }
    if !summary.hasSizes && !summary.hasBaselines { sumUp(line, &summary, in: stack) }
    if summary.hasSizes && !summary.hasBaselines {
      line.crossSize = smaller(larger(stack.minCross, summary.crossSize), stack.maxCross)
    } else {
      findCrossSize(of: &line, in: stack, isOnlyLine: true)
    }
    if Recording.isOn { noteContent(of: [line], naturalLength, in: stack) }
    if !summary.hasSizes || line.crossSize - summary.shortestStretched > violationEpsilon {
      stretchChildren(of: line, in: stack)
      (summary.hasPlaces, summary.hasLength) = (false, false)
    }
    line.mainSize =
      summary.hasLength
      ? summary.mainSize : mainSize(of: line, in: stack, spacing: stack.record.pointee.spacingSum)
    let offset = lineOffset(stack.crossViolation(line.crossSize), lineCount: 1, in: stack).first
    if !summary.hasPlaces || summary.isAligned || offset != 0
      || stack.record.pointee.justifyContent != .start
    {
      placeChildren(of: line, in: stack, crossOffset: offset)
    }
    return Axis.size(main: larger(0, line.mainSize), cross: line.crossSize).clamped(to: stack.range)
  }

  /// Runs step 3 for a stack's only line. If one child alone grows, the summary is updated with its new size.
  @inline(__always)
  private func flexOnlyLine<Axis: StackAxis>(
    _ line: StackLine, _ summary: inout LineSummary, of stack: StackPass<Axis>
  ) {
    let violation = stack.mainViolation(summary.mainSize)
    let factorSum = violation > 0 ? stack.record.pointee.flexGrowSum : stack.record.pointee.flexShrinkSum
    let flexes = abs(violation) >= violationEpsilon && factorSum > 0
    let unmeasured = stack.unmeasuredChild
    guard flexes || unmeasured != 0 else { return }
    (summary.hasPlaces, summary.hasLength) = (false, false)
    let onlyGrowing = Int(stack.record.pointee.onlyGrowingChild)
    let growing = stack.firstChild - 1 + onlyGrowing
    guard flexes && violation > 0 && onlyGrowing != 0 && (unmeasured == 0 || unmeasured == growing) else {
      summary.hasSizes = false
      flex(line, of: stack, violation: violation, factorSum: factorSum)
      return
    }
    let before = frames[growing].size
    growAlone(growing, by: violation, of: stack)
    let cross = Axis.cross(frames[growing].size)
    if cross < Axis.cross(before) { summary.hasSizes = false }
    summary.crossSize = larger(summary.crossSize, cross)
    // This child may not be one that stretches. Then step 5 examines the children and finds none to stretch.
    summary.shortestStretched = smaller(summary.shortestStretched, cross)
  }

  /// Sums up the children's sizes again after flexing, and measures postponed children that did not flex.
  private func sumUp<Axis: StackAxis>(
    _ line: StackLine, _ summary: inout LineSummary, in stack: StackPass<Axis>
  ) {
    let (elements, frames) = (elements, frames)
    let isUniform = stack.record.pointee.hasUniformChildren
    let alignsAll = stack.alignItems == .stretch
    var mainSize = stack.record.pointee.spacingSum
    var crossSize = 0.0
    var shortest = Double.infinity
    for child in siblings(line.first, line.end) {
      var size = frames[child].size
      if Axis.cross(size).isNaN {
        // Equal siblings have equal shares, so the sibling before did not flex either.
        if isLikeSiblingBefore(child) {
          size = frames[child - 1].size
          scratch.pointee.counters.measurements &+= 1
        } else {
          size = measureWithoutFlexing(child, of: stack)
        }
        frames[child].size = size
      }
      mainSize += Axis.main(size)
      crossSize = larger(crossSize, Axis.cross(size))
      if isUniform ? alignsAll : stack.alignment(of: styles + Int(elements[child].style)) == .stretch {
        shortest = smaller(shortest, Axis.cross(size))
      }
    }
    (summary.mainSize, summary.crossSize, summary.shortestStretched) = (mainSize, crossSize, shortest)
    (summary.hasSizes, summary.hasLength) = (true, true)
  }
}

/// The results of the first pass over a stack's children.
struct LineSummary {
  /// The length of the children and the spacing between them, along the stack.
  var mainSize: Double
  /// The largest length of a child across.
  var crossSize = 0.0
  /// The shortest length across of the children that stretch.
  var shortestStretched = Double.infinity
  /// True if a child is aligned by its baseline.
  var hasBaselines = false
  /// True if a child does not lie at the start across.
  var isAligned = false
  /// True if a child's length across is not known yet.
  var isIncomplete = false
  /// True if the values about the children's sizes across are valid.
  var hasSizes = true
  /// True if `mainSize` is valid.
  var hasLength = true
  /// True if the positions that the first pass wrote are valid.
  var hasPlaces = true
}
