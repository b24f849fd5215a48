import Benchmarking
import Foundation

/// The folder of a comparison and the files in it.
struct ComparisonFiles {
  let folder: RunFolder
  let samples: SampleWriter

  init(_ description: RunDescription, in parent: URL) throws {
    do throws(FileError) {
      folder = try RunFolder(creating: description, in: parent)
      samples = try folder.makeSampleWriter()
    } catch {
      throw CommandFailure.failed(error)
    }
  }

  func write(_ description: RunDescription) throws {
    do throws(FileError) {
      try folder.write(description)
    } catch {
      throw CommandFailure.failed(error)
    }
  }

  func write(_ comparison: Comparison) throws {
    do throws(FileError) {
      try folder.write(comparison)
    } catch {
      throw CommandFailure.failed(error)
    }
  }
}
