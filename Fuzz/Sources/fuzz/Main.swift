import Foundation

/// The target that libFuzzer's callback runs: a C function, which captures nothing. Set once, before anything
/// runs.
nonisolated(unsafe) private var chosen: FuzzTarget?

/// libFuzzer without a main of its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
struct Main {
  private static let targetVariable = "LAYOUTBENCH_FUZZ_TARGET"

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    // libFuzzer starts the program again to make an input smaller, with its own arguments alone.
    if let name = ProcessInfo.processInfo.environment[targetVariable] { arguments = [name] + arguments }
    guard let target = arguments.first.flatMap({ FuzzTarget(named: $0) }) else {
      for target in FuzzTarget.all {
        print(target.name.padding(toLength: 13, withPad: " ", startingAt: 0) + target.summary)
      }
      exit(arguments.isEmpty ? 0 : 64)
    }
    chosen = target
    setenv(targetVariable, target.name, 1)
    FuzzTarget.isReplay = arguments.dropFirst().contains { argument in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) && !isFolder.boolValue
    }
    exit(fuzz([CommandLine.arguments[0]] + arguments.dropFirst()))
  }

  private static func fuzz(_ arguments: [String]) -> CInt {
    // libFuzzer keeps them until the process ends.
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { pointers[index] = strdup(argument) }
    pointers[arguments.count] = nil
    var count = CInt(arguments.count)
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = pointers
    return runDriver(&count, &list) { bytes, count in
      chosen?.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}
