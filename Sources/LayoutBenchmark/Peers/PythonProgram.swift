import Foundation

/// A program in Python under `Benchmarks`, in the environment that a script installs for it.
struct PythonProgram {
  let executable: URL
  let arguments: [String]
}

extension PythonProgram {
  /// A program in a folder of `Benchmarks`, by its file's name.
  init(_ script: String, in folder: URL, arguments: [String] = []) {
    executable = folder.appendingPathComponent(".venv/bin/python")
    // -B: no compiled files beside the sources.
    self.arguments = ["-B", folder.appendingPathComponent(script).path] + arguments
  }

  /// Returns a folder in `Benchmarks` whose environment is installed in the versions that this checkout requires; nil if it
  /// is missing, or has other versions.
  ///
  /// - Parameter requirements: files in the folder, which name its packages. The script that installs these leaves a copy
  ///   of all files, one after the other.
  static func installedFolder(_ name: String, requirements: [String]) -> URL? {
    guard let folder = PackageFolder.current?.benchmarks.appendingPathComponent(name, isDirectory: true),
      let installed = try? Data(contentsOf: folder.appendingPathComponent(".venv/installed.txt"))
    else { return nil }
    let required = requirements.map { try? Data(contentsOf: folder.appendingPathComponent($0)) }
    return !required.contains(nil) && installed == Data(required.compactMap { $0 }.joined()) ? folder : nil
  }
}
