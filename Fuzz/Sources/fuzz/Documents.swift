import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

@testable import LayoutDocuments

/// A document: read, laid out within a limit, laid out again, written and read back, examined and drawn.
@Sendable func fuzzDocument(_ bytes: [UInt8]) {
  let located: LocatedDocument
  do {
    located = try LocatedDocument(parsing: bytes, file: "document")
  } catch {
    require(!"\(error)".contains { $0.isNewline }, "An error takes more than a line: \(error)")
    return
  }
  let document = located.document
  step("\(document.tree.elementCount) elements in \(document.constrainedSize)")
  for id in document.tree.elementIDs {
    let place = located.position(of: id)
    require(place.line > 0 && place.column > 0, "\(id) is at \(place)")
  }
  check(document)
  guard document.tree.elementCount < 1000, isLaidOutQuickly(document) else { return }
  for finding in located.lint() { require(!"\(finding)".isEmpty, "A finding says nothing") }
  examine(document)
}

/// The computations that the search allows; the program allows fifty times as many.
private let searchLimit = 20_000

private func isLaidOutQuickly(_ document: SpecDocument) -> Bool {
  var context = LayoutContext()
  context.computationLimit = searchLimit
  context.layout(document.tree, in: document.constrainedSize)
  return context.abandonedElement == nil
}

private func check(_ document: SpecDocument) {
  let (tree, range) = (document.tree, document.constrainedSize)
  let written = checkWriting(document)

  var context = LayoutContext()
  // An input that is run alone has the limit of the program, which is to be reached in time as well.
  context.computationLimit = FuzzTarget.isReplay ? 1_000_000 + 64 * tree.elementCount : searchLimit
  let size = context.layout(tree, in: range)
  step("\(context.counters.computations) computations, \(size)")
  guard context.abandonedElement == nil, context.counters.computations <= searchLimit else { return }
  for id in tree.elementIDs {
    guard let frame = context.frame(of: id) else { continue }
    let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
    require(
      numbers.allSatisfy(\.isFinite) && frame.size.width >= 0 && frame.size.height >= 0, "\(id) has \(frame)")
  }
  let checksum = context.checksum
  require(written.tree.layoutThatFits(range).checksum == checksum, "What is written has another layout")

  // There and back again, by what the context keeps.
  let narrower = SizeRange(min: .zero, max: Size(min(range.max.width / 2, 200), .infinity))
  context.computationLimit = 4 * searchLimit
  for range in [range, narrower, range] {
    context.relayout(tree, in: range)
    guard context.abandonedElement == nil else { return }
    require(context.checksum == tree.layoutThatFits(range).checksum, "Laid out again in \(range)")
  }
}

/// Writes a document in both forms, and returns what is read back.
private func checkWriting(_ document: SpecDocument) -> SpecDocument {
  let compact = SpecDocumentWriter(form: .compact)
  let text = requireNoError("A document that was read is not written") { try compact.bytes(of: document) }
  let indented = requireNoError("A document that was read is not written") {
    try SpecDocumentWriter(form: .indented).bytes(of: document)
  }
  let documents = [text, indented].map { text in
    requireNoError("What was written is not read") { try SpecDocument(parsing: text, file: "written") }
  }
  for copy in documents {
    let again = requireNoError("What was written and read is not written") { try compact.bytes(of: copy) }
    require(again == text, "Written again it is another document")
  }
  return documents[0]
}

/// Explains, measures in many widths and draws a small document.
private func examine(_ document: SpecDocument) {
  let (tree, range) = (document.tree, document.constrainedSize)
  let layout = tree.layoutThatFits(range)
  var trace = LayoutTrace()
  var context = LayoutContext()
  context.layout(tree, in: range, recording: &trace)
  require(context.checksum == layout.checksum, "Recorded it has another layout")

  var json: [UInt8] = []
  ExplanationReport(tree.elementIDs, of: layout.explainer(), in: tree).write { json += $0 }
  _ = requireNoError("The explanation is no JSON") { try ParsedJSON(parsing: json) }
  layout.explainer().outline { require(!$0.isEmpty, "A line of the explanation is empty") }
  require(layout.svg().contains("<svg"), "The picture is none")
  _ = (tree.asciiArtString, layout.recursiveDescription)
}
