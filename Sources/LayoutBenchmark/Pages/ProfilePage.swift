import Benchmarking
import Foundation
import StrictJSON

/// The page of a profile: a flame graph of a job, its phases, and its functions.
struct ProfilePage {
  let profile: SubjectProfile
  let title: String

  func html() throws -> String {
    let functions = profile.functions
    let phases = profile.phases.rows.map { ($0.phase, $0.instructions) } + [("(none)", profile.phases.rest)]
    return try Page(
      title: title,
      content: [
        "sentence": FunctionTable(functions, top: 0).sentence().trimmingCharacters(in: .newlines),
        "machine": MachineLine.text(
          machine: MachineFacts(of: SystemMachine()),
          build: BuildFacts(allocator: ThisProgram.allocations.allocatorName)),
        "phases": phases.map { name, instructions in
          ["name": name, "instructions": count(instructions), "share": share(instructions / functions.total)]
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
        "data": Page.Markup(Page.scriptData(Self.json(FlameTree(functions)))),
      ]
    ).html(.profile)
  }

  private func count(_ value: Double) -> String { value == 0 ? "" : NumberText.grouped(Int(value.rounded())) }
  private func share(_ value: Double) -> String { NumberText.percentage(value) }

  /// Returns a tree as the page's script reads it: name, weights, and children; the weights before, if it is a difference.
  static func json(_ tree: FlameTree) -> String {
    var json = JSONWriter(isCompact: true)
    write(tree, to: &json)
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  private static func write(_ tree: FlameTree, to json: inout JSONWriter) {
    json.beginArray()
    json.string(tree.name)
    json.beginArray()
    for weight in [tree.weights.instructions, tree.weights.allocations, tree.weights.references] {
      json.number((weight * 100).rounded() / 100)
    }
    json.endArray()
    json.beginArray()
    for child in tree.children { write(child, to: &json) }
    json.endArray()
    json.endArray()
  }
}
