/// The name that a person most likely meant by `text`, or nil where none is near.
///
/// Near means that at most a third of the letters differ, and at least one may: letters left out, put in, exchanged or
/// swapped with their neighbour. Upper and lower case count as the same.
func nearestName(to text: some Collection<UInt8>, among names: [String]) -> String? {
  guard text.count <= 40 else { return nil }
  let word = text.map(lowercased)
  var nearest: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(word, name.utf8.map(lowercased))
    if distance <= max(1, name.utf8.count / 3), distance < nearest?.distance ?? .max {
      nearest = (name, distance)
    }
  }
  return nearest?.name
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// How many edits turn one word into the other: a letter put in, left out or exchanged, or two neighbours swapped.
///
/// This is the optimal string alignment distance, with three rows of its table.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
