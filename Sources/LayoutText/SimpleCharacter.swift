#if Text && canImport(CPango)
/// A simple character of the paragraph that is being prepared.
struct SimpleCharacter {
  let scalar: UInt16
  let traits: CharacterTraits
  /// In Pango's units of 1/1024 point.
  var width: Int32 = 0

  init(_ scalar: UInt16) { (self.scalar, traits) = (scalar, CharacterTraits.all[Int(scalar)]) }

  init(_ scalar: UInt16, _ traits: CharacterTraits) { (self.scalar, self.traits) = (scalar, traits) }
}
#endif
