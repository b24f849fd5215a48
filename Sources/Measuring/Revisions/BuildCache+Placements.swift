import Foundation

/// A program's placements: the same functions, linked in other orders.
///
/// A function's place in memory can make it some percent slower, and any change of a program moves all functions. Programs in
/// many orders make this scatter, which a comparison's intervals include; with one order it looks like a change.
///
/// Source: Curtsinger and Berger, "STABILIZER: Statistically Sound Performance Evaluation", ASPLOS 2013, which moves functions
/// while a program runs; here the linker does, once.
extension BuildCache {
  /// The placements of a program. An exact test of as many values can name one cell of five thousand.
  static let placementCount = 20
  /// The prefix of the names of placements, except the first, which has the program's own name.
  static let placementPrefix = "placement-"

  /// The flags of `swift build` for a section a function, and a linker that can put sections in a random order. Apple's
  /// linker cannot.
  static let placementFlags: [String] = {
    #if os(Linux)
    [
      "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xswiftc", "-use-ld=lld", "-Xlinker",
      order(1),
    ]
    #else
    []
    #endif
  }()

  private static func order(_ number: Int) -> String { "--shuffle-sections=.text*=\(number)" }

  /// Links a program that was built with `placementFlags` in the other orders, into a folder: a second each. Does nothing if
  /// the package manager's plan does not have the link command.
  func linkPlacements(of program: URL, scratch: URL, into folder: URL) throws(RevisionError) {
    guard let (link, output) = linkCommand(of: program, scratch: scratch) else { return }
    for number in 2...Self.placementCount {
      let name = Self.placementPrefix + NumberText.padded(UInt64(number), digits: 2)
      let linked = scratch.appendingPathComponent(name)
      var arguments = link.map { $0 == Self.order(1) ? Self.order(number) : $0 }
      arguments[output] = linked.path
      // Only the first is profiled, which needs symbols.
      arguments += ["-Xlinker", "--strip-all"]
      guard result(of: arguments).exitCode == 0 else { return }
      try install(linked, at: folder.appendingPathComponent(name))
    }
  }

  /// Returns the command that linked a program, and the place of the program's path in the command, from the package
  /// manager's plan; nil if the plan has no command of this form.
  private func linkCommand(of program: URL, scratch: URL) -> (arguments: [String], output: Int)? {
    let plan = scratch.appendingPathComponent("release.yaml")
    guard let text = try? String(contentsOf: plan, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.contains("\"-emit-executable\"") {
      guard let start = line.range(of: "args: ")?.upperBound,
        let arguments = try? JSONDecoder().decode([String].self, from: Data(line[start...].utf8)),
        let output = arguments.firstIndex(of: "-o").map({ $0 + 1 }), output < arguments.count,
        URL(fileURLWithPath: arguments[output]).lastPathComponent == program.lastPathComponent
      else { continue }
      return (arguments, output)
    }
    return nil
  }
}

extension BuildCache.Build {
  /// The program in each order of its functions: at least itself.
  var placements: [URL] {
    let folder = executable.deletingLastPathComponent()
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return [executable]
      + files.filter { $0.hasPrefix(BuildCache.placementPrefix) }.sorted().map(folder.appendingPathComponent)
  }
}
