/// The texts of a post, drawn in the order of the properties.
package struct PostTexts {
  package let title: String
  let body: String
  let meta: String

  init(_ random: inout SplitMix64) {
    title = random.text(words: 3 + random.below(6))
    body = random.text(words: 15 + random.below(46))
    meta = random.text(words: 1 + random.below(2))
  }
}
