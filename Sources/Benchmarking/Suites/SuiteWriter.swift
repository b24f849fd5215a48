import Foundation

extension BenchmarkSuite: Encodable {
  private enum Key: String, CodingKey {
    case format, version, name, description, budgetSeconds, rounds, threads, dispatch, cells
  }

  /// In the file's own keys; what is nil, or as it is by default, is left out.
  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(Self.format, forKey: .format)
    try object.encode(Self.version, forKey: .version)
    try object.encode(name, forKey: .name)
    if !description.isEmpty { try object.encode(description, forKey: .description) }
    try object.encodeIfPresent(budgetSeconds, forKey: .budgetSeconds)
    try object.encodeIfPresent(rounds, forKey: .rounds)
    try object.encode(threads, forKey: .threads)
    if dispatch != [.serialQueues] { try object.encode(dispatch, forKey: .dispatch) }
    try object.encode(cells, forKey: .cells)
  }

  /// The suite's file: keys in alphabetical order, a line end at the end. Reading it gives an equal suite.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

extension BenchmarkSuite.Cell: Encodable {
  private enum Key: String, CodingKey {
    case workload, document, subjects, threads, dispatch
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch source {
    case .workload(let workload): try object.encode(workload, forKey: .workload)
    case .document(let path): try object.encode(path, forKey: .document)
    }
    try object.encode(subjects, forKey: .subjects)
    try object.encodeIfPresent(threads, forKey: .threads)
    try object.encodeIfPresent(dispatch, forKey: .dispatch)
  }
}

extension ThreadList: Encodable {
  /// An array of numbers, or a string where there is a range or `max` in it.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let numbers = writtenOut { try value.encode(numbers) } else { try value.encode(description) }
  }
}
