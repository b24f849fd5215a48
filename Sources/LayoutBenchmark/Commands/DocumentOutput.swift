import ArgumentParser
import Foundation
import LayoutDocuments

/// The options for the file and the form of a written document.
struct DocumentOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write. Default: standard output.", completion: .file())
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Flag(help: "Write everything on one line.")
  var compact = false

  func write(_ document: SpecDocument) throws {
    let bytes: [UInt8]
    do throws(UnwritableDocumentError) {
      bytes = try SpecDocumentWriter(form: compact ? .compact : .indented).bytes(of: document)
    } catch {
      throw CommandFailure.failed(error)
    }
    try write(Data(bytes))
  }

  private func write(_ data: Data) throws {
    guard let output else {
      StandardOutput.write(data)
      return
    }
    try WholeFile.write(data, to: output, force: force)
  }
}
