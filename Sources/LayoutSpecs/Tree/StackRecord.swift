/// A stack as the engine reads it.
struct StackRecord: Sendable {
  let parameters: StackParameters
  /// `justifyContent` and `alignItems`, resolved with the stack's alignments.
  let justifyContent: JustifyContent
  let alignItems: AlignItems
  /// The only child that both grows and shrinks, as its distance from the stack's id, which does not change
  /// when the stack moves in the arena; 0 if there is none, or more than one.
  var onlyFlexibleChild: UInt32 = 0
  /// The only child that grows, likewise.
  var onlyGrowingChild: UInt32 = 0
  /// True if all children have the stack's alignment, without spacing of their own.
  var hasUniformChildren = true
  var childCount: UInt32 = 0
  /// The spacing along one line of all children: between them, before and after.
  var spacingSum: Double = 0
  /// The sums of the children's factors.
  var flexGrowSum: Double = 0
  var flexShrinkSum: Double = 0
  /// The first child's first and the last child's last baseline, which a vertical stack reports as its own.
  var ascender: Double = 0
  var descender: Double = 0

  /// True if the stack has so many children that it is quicker to update it than to lay it out.
  var isWorthUpdating: Bool { childCount >= 4 }

  /// The record without any facts about the children.
  var withoutChildren: StackRecord {
    StackRecord(parameters: parameters, justifyContent: justifyContent, alignItems: alignItems)
  }
}

extension StackRecord {
  init(_ parameters: StackParameters) {
    self.init(
      parameters: parameters.checked, justifyContent: parameters.resolvedJustifyContent,
      alignItems: parameters.resolvedAlignItems)
  }
}
