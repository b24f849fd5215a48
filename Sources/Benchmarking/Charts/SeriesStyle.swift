/// How series are told apart: by colour, shape and dashes, so that colour is never alone.
enum SeriesStyle {
  /// Seven, which has no factor in common with the twelve colours, so that each of the first 84 series has a
  /// pair of its own.
  static let shapes = [
    "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
  ]
  private static let dashes: [JSONValue] = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]]

  /// An encoding of the field by colour. The theme has the colours.
  ///
  /// - Parameters:
  ///   - names: in the order of the legend.
  ///   - title: the legend's.
  static func color(_ field: String, _ names: [String], title: String) -> JSONValue {
    channel(field, names, title: title, scale: [:])
  }

  /// The same by the shape of points.
  static func shape(_ field: String, _ names: [String], title: String) -> JSONValue {
    channel(field, names, title: title, scale: [:])
  }

  /// The same by the dashes of lines.
  static func dash(_ field: String, _ names: [String], title: String) -> JSONValue {
    let range = names.indices.map { dashes[$0 % dashes.count] }
    return channel(field, names, title: title, scale: ["range": .array(range)])
  }

  private static func channel(
    _ field: String, _ names: [String], title: String, scale: [String: JSONValue]
  ) -> JSONValue {
    let domain = JSONValue.array(names.map { .string($0) })
    return [
      "field": .string(field), "type": "nominal", "title": .string(title),
      "scale": .object(scale.merging(["domain": domain]) { $1 }),
    ]
  }
}
