import Foundation

/// An examination of a machine as JSON.
///
/// Keys are in alphabetical order; those with unknown values are absent. An infinite load is `"inf"`.
package enum ExaminationJSON {
  /// The version of the keys' meaning. New keys do not raise it.
  package static let schema = 1

  private struct Document: Encodable {
    var schema: Int
    var machine: MachineFacts
    var build: BuildFacts
    var clockResolutionNanoseconds: UInt64
    var findings: [MachineFinding]
    var notTold: [MachineFinding.Topic]
  }

  /// Returns the JSON in UTF-8 with a line end at the end.
  package static func data(of examination: MachineExamination) throws -> Data {
    let document = Document(
      schema: schema, machine: examination.machine, build: examination.build,
      clockResolutionNanoseconds: examination.clockResolutionNanoseconds, findings: examination.findings,
      notTold: examination.notTold)
    return try StableJSON.data(of: document)
  }
}
