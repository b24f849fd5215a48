/// The way in which the measuring program was built.
package struct BuildFacts: Hashable, Sendable, Codable {
  package enum Configuration: String, Hashable, Sendable, Codable {
    case debug
    case release
  }

  var swiftVersion: String
  var configuration: Configuration
  /// The allocator of the program's memory, as `jemalloc 5.3.0`; nil if unknown.
  var allocator: String?
  /// The hash of the sources, as `SourceStamp.hash`; nil if unknown, as in runs of older programs.
  var sourceHash: String?

  /// - Parameters:
  ///   - swiftVersion: default the major and minor version of the compiler that built this module.
  ///   - configuration: default the configuration of this module.
  package init(
    swiftVersion: String = BuildFacts.compilerVersion,
    configuration: Configuration = BuildFacts.ownConfiguration,
    allocator: String? = nil, sourceHash: String? = nil
  ) {
    self.swiftVersion = swiftVersion
    self.configuration = configuration
    self.allocator = allocator
    self.sourceHash = sourceHash
  }

  /// The version of the compiler that built this module, as `6.3`; `6.2 or older` if it is not known.
  static var compilerVersion: String {
    #if compiler(>=6.5)
    "6.5 or newer"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2 or older"
    #endif
  }

  /// The architecture that this module was built for, as `x86_64`.
  package static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "another architecture"
    #endif
  }

  /// The configuration in which this module was built.
  static var ownConfiguration: Configuration {
    #if DEBUG
    .debug
    #else
    .release
    #endif
  }
}

extension BuildFacts: CustomStringConvertible {
  /// A description for people, as `Swift 6.3, release build, jemalloc 5.3.0, sources 9f6c1b7838`.
  package var description: String {
    let parts = ["Swift \(swiftVersion)", "\(configuration.rawValue) build", allocator]
    let sources = sourceHash.map { "sources \($0.prefix(10))" }
    return (parts + [sources]).compactMap { $0 }.joined(separator: ", ")
  }
}
