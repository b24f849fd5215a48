import Foundation

/// The exact versions of a package's dependencies: the contents of its `Package.resolved`.
package struct DependencyPins: Hashable, Sendable {
  /// The file's name in the package's folder.
  static let fileName = "Package.resolved"

  /// The file's text.
  package var text: String

  /// Returns the shared dependencies with differing versions, each as `swift-numerics 1.0.2 and 1.1.0`, or
  /// the file's name if it cannot be parsed.
  package func differences(from other: DependencyPins) -> [String] {
    guard text != other.text else { return [] }
    guard let own = versions, let others = other.versions else { return [Self.fileName] }
    return own.keys.sorted().compactMap { name in
      guard let (one, two) = own[name].flatMap({ one in others[name].map { (one, $0) } }), one != two else {
        return nil
      }
      return "\(name) \(one.text) and \(two.text)"
    }
  }

  private struct State: Decodable, Equatable {
    var version: String?
    var branch: String?
    var revision: String?

    var text: String { version ?? revision.map { String($0.prefix(10)) } ?? branch ?? "of no known version" }
  }

  private struct File: Decodable {
    struct Pin: Decodable {
      var identity: String
      var state: State
    }
    var pins: [Pin]
  }

  private var versions: [String: State]? {
    (try? JSONDecoder().decode(File.self, from: Data(text.utf8))).map { file in
      Dictionary(file.pins.map { ($0.identity, $0.state) }) { first, _ in first }
    }
  }
}
