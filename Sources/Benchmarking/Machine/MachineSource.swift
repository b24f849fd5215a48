import Foundation

/// A source of facts about a machine. nil = unsupported.
package protocol MachineSource: Sendable {
  /// Returns the contents of a small text file.
  func text(atPath path: String) -> String?
  /// Returns a `sysctl` value by its name.
  func systemControl(_ name: String) -> String?
  /// Returns the kernel's name, release, version and machine type.
  func kernel() -> String?
  /// Returns the cores that this process may run on. A core with two hardware threads counts as two.
  func logicalCores() -> Int?
  /// Returns the threads that were running or ready, averaged over the last minute.
  func loadAverage() -> Double?
  /// Returns the machine's memory in bytes.
  func memoryBytes() -> UInt64?
  /// Returns the names in a folder, in any order. Default: nil.
  func names(inFolder path: String) -> [String]?
  /// Returns the folders searched for programs. Default: nil.
  func searchPath() -> [String]?
  /// Returns true if there is a file that this process may execute. Default: false.
  func isExecutable(atPath path: String) -> Bool
}

extension MachineSource {
  func names(inFolder path: String) -> [String]? { nil }
  func searchPath() -> [String]? { nil }
  func isExecutable(atPath path: String) -> Bool { false }

  /// Returns a file's first word.
  func word(atPath path: String) -> String? {
    text(atPath: path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Returns a file's first word if it is a number.
  func number(atPath path: String) -> Int? { word(atPath: path).flatMap { Int($0) } }

  /// Returns the time that the cores have spent in each state.
  func processorTicks() -> ProcessorTicks? {
    text(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:))
  }
}

/// The machine that the program runs on.
package struct SystemMachine: MachineSource {
  package init() {}

  package func text(atPath path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  package func systemControl(_ name: String) -> String? {
    #if canImport(Darwin)
    var size = 0
    guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
    return nil
    #endif
  }

  package func kernel() -> String? {
    // C's character arrays are tuples in Swift.
    func string<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return [string(names.sysname), string(names.release), string(names.version), string(names.machine)]
      .joined(separator: " ")
  }

  package func logicalCores() -> Int? {
    // Containers and batch schedulers may bind processes to some of the cores.
    if let status = text(atPath: "/proc/self/status"), let count = Self.allowedCores(inStatus: status) {
      return count
    }
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return count > 0 ? count : nil
  }

  package func loadAverage() -> Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  package func memoryBytes() -> UInt64? { ProcessInfo.processInfo.physicalMemory }

  package func names(inFolder path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path)
  }

  package func searchPath() -> [String]? {
    ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
  }

  package func isExecutable(atPath path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  /// Returns how many cores the line `Cpus_allowed_list:` names, as in `0-3,8`.
  static func allowedCores(inStatus text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("Cpus_allowed_list:") {
      var count = 0
      for range in line.drop(while: { $0 != "\t" }).dropFirst().split(separator: ",") {
        let ends = range.split(separator: "-").compactMap { Int($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        count += last - first + 1
      }
      return count > 0 ? count : nil
    }
    return nil
  }
}
