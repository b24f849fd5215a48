import Foundation

/// The names of functions as you write them: `LayoutSession.layOut(_:in:keptVersion:)`.
///
/// All code that the compiler makes of a function has its name: specialisations, thunks, parts of closures.
struct FunctionNames: Sendable {
  private var names: [String: String] = [:]
  /// True if Swift's names stay as the linker writes them, because the toolchain that reads them is missing.
  package private(set) var isMangled = false

  /// The most names that one call of the tool gets: a command line has its limits.
  private static let batch = 500

  /// - Complexity: one call of `swift demangle` for 500 names.
  init(of functions: [CallGraph.Function], runner: any ProcessRunner = SystemProcessRunner()) {
    let parts = functions.flatMap { $0.name.split(separator: "'") }
    let mangled = Set(parts.filter { $0.hasPrefix("$s") }.map(String.init)).sorted()
    for first in stride(from: 0, to: mangled.count, by: Self.batch) {
      let batch = Array(mangled[first..<min(first + Self.batch, mangled.count)])
      let result = runner.run(
        ["swift", "demangle", "--simplified", "--compact"] + batch, environment: [:])
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      guard result.exitCode == 0, lines.count >= batch.count else {
        isMangled = true
        return
      }
      for (name, line) in zip(batch, lines) { names[name] = Self.short(String(line)) }
    }
  }

  /// The name of functions without a name.
  static let none = "(no name)"

  /// Returns a function's name; with `isCaller`, the first name outside of the runtime: its own or a
  /// caller's.
  func callAsFunction(_ function: CallGraph.Function, asCaller isCaller: Bool = false) -> String {
    var name = function.linkerName
    if isCaller,
      let caller = function.name.split(separator: "'").first(where: {
        !Self.isRuntime($0) && !$0.allSatisfy(\.isNumber)
      })
    {
      name = caller
    }
    // Such as the code that frees the context of a closure.
    if name.hasPrefix("0x") || name == "???" { return Self.none }
    return names[String(name)] ?? Self.shortC(String(name))
  }

  /// True for a function of Swift's runtime, wherever it is linked.
  static func isRuntime(_ name: some StringProtocol) -> Bool {
    name.hasPrefix("swift_") || name.hasPrefix("_swift_") || name.contains("swift::")
  }

  /// Returns a name without the compiler's additions: `closure #1 in`, `specialized`, `partial apply for`.
  static func short(_ name: String) -> String {
    var name = name[...]
    if name.hasPrefix("protocol witness for "), let range = name.range(of: " in conformance ") {
      // `P.f(_:) in conformance T` is T's function.
      let requirement = name[..<range.lowerBound].dropFirst("protocol witness for ".count)
      let type = name[range.upperBound...]
      let member = requirement.firstIndex(of: ".").map { requirement[requirement.index(after: $0)...] }
      name = withoutGenerics(type)[...] + "." + (member ?? requirement)
    }
    var isStripped = true
    while isStripped {
      isStripped = false
      for prefix in prefixes where name.hasPrefix(prefix) {
        name = name.dropFirst(prefix.count)
        isStripped = true
      }
      if name.hasPrefix("closure #"), let range = name.range(of: " in ") {
        name = name[range.upperBound...]
        isStripped = true
      }
    }
    return withoutGenerics(name)
  }

  private static let prefixes = [
    "specialized ", "partial apply for ", "merged ", "reabstraction thunk helper from ", "implicit ",
    "dispatch thunk of ", "static ", "@objc ", "thunk for ",
  ]

  /// Returns a name without the parameters in angle brackets.
  private static func withoutGenerics(_ name: Substring) -> String {
    var result = ""
    var depth = 0
    for character in name {
      // An operator may be `<` itself.
      if character == "<", let last = result.last, last.isLetter || last.isNumber || depth > 0 {
        depth += 1
      } else if character == ">", depth > 0 {
        depth -= 1
      } else if depth == 0 {
        result.append(character)
      }
    }
    return depth == 0 ? result : String(name)
  }

  /// Returns the name of a C++ function without its parameters, its result and its templates; a C function's as it is.
  private static func shortC(_ name: String) -> String {
    guard name.contains("::") else { return name }
    let plain = withoutGenerics(name[...]).prefix { $0 != "(" }
    return plain.split(separator: " ").last.map(String.init) ?? name
  }
}
