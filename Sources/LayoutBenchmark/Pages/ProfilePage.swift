import Benchmarking
import Foundation

/// The page of a profile: a flame graph of a job, its phases, and its functions.
struct ProfilePage {
  let profile: SubjectProfile
  let title: String

  func html() throws -> String {
    let functions = profile.functions
    return try Page(
      title: title,
      content: [
        "sentence": FunctionTable(functions, top: 0).sentence().trimmingCharacters(in: .newlines),
        "machine": MachineLine.text(
          machine: MachineFacts(of: SystemMachine()),
          build: BuildFacts(allocator: ThisProgram.allocations.allocatorName)),
        "phases": profile.phases.rows.map { row in
          [
            "name": row.phase, "instructions": count(row.instructions),
            "share": share(row.instructions / functions.total),
          ]
        },
        "functions": functions.rows.map { row in
          [
            "name": row.name, "cost": count(row.cost), "share": share(row.cost / functions.total),
            "libraries": count(row.libraries), "total": count(min(row.inclusive, functions.total)),
            "calls": count(row.calls), "allocations": count(row.events.allocations),
            "references": count(row.events.retains + row.events.releases),
            "callers": row.callers.prefix(3).joined(separator: ", "),
          ]
        },
        "samples": (profile.sampled?.rows.prefix(40) ?? []).map { row in
          ["name": row.name, "time": share(row.share), "instructions": row.instructionShare.map(share) ?? ""]
        },
        "hasSamples": profile.sampled != nil,
        "flame": profile.flame.values,
      ]
    ).html(.profile)
  }

  private func count(_ value: Double) -> String { value == 0 ? "" : NumberText.grouped(Int(value.rounded())) }
  private func share(_ value: Double) -> String { NumberText.percentage(value) }
}
