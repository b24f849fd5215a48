#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension FontLibrary: LocalTextMetrics {
  /// Letters of one script and one face, between which the space has the advance of two pairs, are prepared word by word:
  /// no rule of shaping, of scripts, of fonts or of line breaks looks beyond them.
  package func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool {
    guard max(first.value, second.value) < CharacterTraits.all.count else { return false }
    let (first, second) = (SimpleCharacter(UInt16(first.value)), SimpleCharacter(UInt16(second.value)))
    guard first.traits.script != .common, first.traits.script == second.traits.script,
      first.traits.lineClass == SimpleLineBreaks.letter, second.traits.lineClass == SimpleLineBreaks.letter
    else { return false }
    let font = resolved(font)
    guard let script = shapers.knowledge.fonts.first(where: { $0.font == font })?[first.traits.script],
      case .known(let face) = script.face(of: first.scalar),
      case .known(face) = script.face(of: second.scalar)
    else { return false }
    let pairs = script.faces[face].pairs
    return pairs.hasAdvance(of: first.scalar, before: 0x20)
      && pairs.hasAdvance(of: 0x20, before: second.scalar)
  }

  package func cuts(in scalars: [Unicode.Scalar], _ font: TextFont) -> [Bool] {
    let font = resolved(font)
    return shapers.withShaper { $0.cuts(in: scalars, font) }
  }
}
#endif
