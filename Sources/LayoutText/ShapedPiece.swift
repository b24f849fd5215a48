#if Text && canImport(CPango)
/// Characters in one face that are shaped together: complex pairs with the characters beside them, or an item in a face
/// without pairs.
struct ShapedPiece: Hashable, Sendable {
  let face: ScriptFonts.FaceKey
  /// The characters, with the one behind them unless an item ends there.
  let scalars: [UInt16]
  let endsItem: Bool
}
#endif
