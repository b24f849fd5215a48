package import Foundation

/// The folder in which the tests were built.
package enum BuildFolder {
  /// Returns the first product that `product` finds in the folder of the bundle of tests, or in one of those
  /// around it: on macOS the bundle is a folder with the code further inside. Nil if there is none.
  package static func first(_ product: (URL) -> URL?) -> URL? {
    let starts =
      [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      + Bundle.allBundles.map(\.bundleURL)
    for start in starts {
      var folder = start
      for _ in 0..<4 {
        if let found = product(folder) { return found }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}
