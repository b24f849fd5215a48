/// A text as it was wrapped: what stands on each line.
///
/// The rules are those of `TextParameters`, and so are the numbers of lines and their lengths.
struct TextLines {
  let lines: [String]

  /// The text in lines of at most `width` points.
  init(_ text: TextParameters, width: Double) {
    let words = text.string.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let characters = width / text.advance
    let limit = characters >= 1 ? Int(min(characters, Double(Int32.max))) : 1
    var lines: [String.UnicodeScalarView] = []
    var line = String.UnicodeScalarView()
    var count = 0
    var isEmpty = true
    for word in words {
      let length = word.count
      if !isEmpty && count + 1 + length <= limit {
        line.append(" ")
        line.append(contentsOf: word)
        count += 1 + length
        continue
      }
      if !isEmpty { lines.append(line) }
      isEmpty = false
      // A word that is longer than a line begins one of its own and is cut; its rest is the current line.
      // What is left is counted on: to count a rest takes as long as the rest is.
      var rest = word[...]
      count = length
      while count > limit {
        let cut = rest.index(rest.startIndex, offsetBy: limit)
        lines.append(String.UnicodeScalarView(rest[..<cut]))
        rest = rest[cut...]
        count -= limit
      }
      line = String.UnicodeScalarView(rest)
    }
    lines.append(line)
    self.lines = lines.map { String($0) }
  }
}
