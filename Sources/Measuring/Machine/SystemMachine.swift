import Foundation

/// The machine that the program runs on.
struct SystemMachine: MachineSource {
  func text(atPath path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  func systemControl(_ name: String) -> String? {
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

  func kernel() -> String? {
    // C's character arrays are tuples in Swift.
    func string<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return [string(names.sysname), string(names.release), string(names.version), string(names.machine)]
      .joined(separator: " ")
  }

  func logicalCores() -> Int? {
    // Containers and batch schedulers may bind processes to some of the cores.
    let allowed = SystemProcessorPinning().processors().count
    let count = allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return count > 0 ? count : nil
  }

  func loadAverage() -> Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  func names(inFolder path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path)
  }

  func searchPath() -> [String]? {
    ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
  }

  func isExecutable(atPath path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}
