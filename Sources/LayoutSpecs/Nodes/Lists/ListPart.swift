/// The cells that were measured in one layout of a list, which keeps them.
typealias MeasuredCells = [ObjectIdentifier: ListCell]

/// The cells in a part of a list at one moment, all of them measured unless only those that are ready are placed.
struct ListPart {
  var indices = 0..<0
  /// These, and the cells beside them that would reach into the part if they were higher.
  var touching = 0..<0
  var cells: [ListCell] = []
  /// The indices of those that are to be made or measured.
  var missing: [Int] = []
  /// Those of the cells that have changed, and stay as they are.
  var outdated: Set<ObjectIdentifier> = []
}
