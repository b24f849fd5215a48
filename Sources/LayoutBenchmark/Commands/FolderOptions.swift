import ArgumentParser
import Foundation
import Measuring

/// The option of commands that make a folder for each measurement.
struct FolderOptions: ParsableArguments {
  @Option(
    help: "The parent of the new folder. Default: results in the checkout or the working folder.",
    completion: .directory, transform: nonEmptyName)
  var out: String?

  var parent: URL { out.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ResultsFolder.current.url }
}
