import Foundation
import PackagePlugin

/// Has `stamp` write into a program which sources it is made from, and again whenever they change.
///
/// A command of the build, and not one before it: those are run only where the package's files come and go. What git knows is no input,
/// because a build whose input is gone fails: a commit alone writes nothing anew, and the hash is what tells programs apart.
@main
struct SourceStampPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) -> [Command] {
    let package = context.package.directoryURL
    let script = package.appending(path: "Plugins/SourceStamp/stamp")
    let output = context.pluginWorkDirectoryURL.appending(path: "SourceStamp.swift")
    return [
      .buildCommand(
        displayName: "Writing which sources \(target.name) is made from",
        executable: URL(filePath: "/bin/sh"), arguments: [script.path, package.path, output.path],
        inputFiles: [script] + sources(of: context.package), outputFiles: [output])
    ]
  }

  /// The files of all targets in `Sources`. Where one comes or goes, plugins are asked again.
  private func sources(of package: Package) -> [URL] {
    let root = package.directoryURL
    let folder = root.appending(path: "Sources")
    let files = ["Package.swift", "Package.resolved"].map { root.appending(path: $0) } + [folder]
    let folders = package.targets.map(\.directoryURL).filter { $0.path.hasPrefix(folder.path + "/") }
    return (files + folders.flatMap(Self.files(in:))).filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private static func files(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    return (files?.compactMap { $0 as? URL } ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
  }
}
