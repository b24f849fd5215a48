import Foundation

/// Every sample of Texture's documents on layout, as an app writes it, with the frames that it gives.
///
/// Each sample is the original's in this package's terms, statement by statement; the code is this project's
/// own. `swift run` lays them all out, and fails if a frame differs.
@main
struct TextureSamples {
  static func main() {
    let checks = Checks()
    checkScreens(checks)
    checkSpecs(checks)
    checkProperties(checks)
    checkSizes(checks)
    checkAnimalCard(checks)
    checkSignUp(checks)
    for failure in checks.failures { print(failure) }
    print("\(checks.sampleCount) samples, \(checks.count) checks, \(checks.failures.count) failures")
    exit(checks.failures.isEmpty ? 0 : 1)
  }
}

/// Counts what was checked, and collects what differs.
final class Checks {
  private(set) var sampleCount = 0
  private(set) var count = 0
  private(set) var failures: [String] = []
  private var name = ""

  /// Begins a sample; what follows belongs to it.
  func sample(_ name: String) {
    self.name = name
    sampleCount += 1
  }

  /// Checks that a value is the expected one.
  func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    count += 1
    if value != expected { failures.append("\(file):\(line): \(name): \(value) and not \(expected)") }
  }
}
