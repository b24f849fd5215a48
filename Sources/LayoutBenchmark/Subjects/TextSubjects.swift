import LayoutSpecs
import LayoutWorkloads

#if Text && canImport(CPango)
import LayoutText
#endif

/// The real fonts, which only a program with the package's trait Text has.
enum RealFonts {
  #if Text
  static let families = [
    WorkloadFamily.feedText(in: FontLibrary.system), .feedTextScreen(in: FontLibrary.system),
  ]
  #else
  static let families: [WorkloadFamily] = []
  #endif

  /// A remedy for programs without the trait, to follow the name of the feature.
  static let remedy = """
    needs real fonts, which this program was built without. In the package's folder type \
    scripts/install-text, and then: swift run -c release --traits Harness,Text layoutbench
    """

  /// Throws if the workload needs real fonts and there are none.
  static func requireFonts(for workload: String) throws(WorkloadError) {
    if families.isEmpty && workload.hasPrefix("feedText") {
      throw WorkloadError(description: "\(workload) \(remedy)")
    }
  }
}

extension LayoutTree {
  /// The texts that are prepared.
  var paragraphs: [Paragraph] {
    elementIDs.compactMap { id in
      if case .paragraph(let paragraph) = content(of: id) { paragraph } else { nil }
    }
  }

  /// Returns the tree with another content in the place of each prepared text.
  fileprivate func replacingParagraphs(by content: (Paragraph) -> ElementContent) -> LayoutTree {
    TreeSteps(self) { old in
      if case .paragraph(let paragraph) = old { content(paragraph) } else { old }
    }.tree()
  }
}

extension BenchmarkInput {
  func requireParagraphs() throws(Refusal) {
    if tree.paragraphs.isEmpty { throw Refusal(description: "it has no texts that are prepared") }
  }

  /// Returns the texts of the screens before this one.
  fileprivate func textsBefore() throws(Refusal) -> [AttributedText] {
    guard let workload, workload.family.name == "feedTextScreen" else {
      throw Refusal(description: "it is not a screen of a feed; write for example feedTextScreen(5)")
    }
    let count = WorkloadFamily.postCount(beforeScreen: workload.arguments[0])
    let before = try? Catalogue.workload("feedText(\(count))")
    return before?.tree(seed: seed).paragraphs.map(\.text) ?? []
  }

  /// Returns the tree with texts that Pango lays out whenever their size is asked for.
  func treeOfParagraphs() throws(Refusal) -> LayoutTree {
    #if Text && canImport(CPango)
    try requireParagraphs()
    return treeOfPangoParagraphs(areAligned: false)
    #else
    throw Refusal(description: "it \(RealFonts.remedy)")
    #endif
  }
}

extension AttributedText {
  /// An equal text in memory of its own.
  fileprivate var copied: AttributedText {
    var copy = self
    for index in runs.indices {
      copy.runs[index].string = String(decoding: Array(runs[index].string.utf8), as: UTF8.self)
    }
    return copy
  }
}

extension JobSubject {
  /// Each text of the tree prepared, as before its first layout.
  static var prepare: JobSubject {
    JobSubject("text.prepare", "texts: each text of a tree with real fonts prepared, and nothing laid out") {
      input in
      // Each worker has texts of its own, as an app's threads prepare different texts: threads that count references to
      // one text wait for each other.
      let paragraphs = input.tree.paragraphs
      let (texts, metrics) = (paragraphs.map(\.text.copied), paragraphs.map(\.metrics))
      var prepared: [PreparedText?] = texts.map { _ in nil }
      return JobWorker {
        for index in texts.indices { prepared[index] = metrics[index].preparedText(of: texts[index]) }
      } checksum: {
        prepared.reduce(0) { $0 + ($1?.naturalWidth ?? .nan) }
      }
    } check: { input throws(Refusal) in
      try input.requireParagraphs()
    }
  }

  /// Each text of a screen prepared, as when somebody scrolls to it: the library has prepared the screens before it, and has
  /// loaded the fonts.
  static var prepareNew: JobSubject {
    JobSubject(
      "text.prepare.new",
      "texts: each text of a screen prepared, by a library that knows the screens before it"
    ) { input in
      #if Text && canImport(CPango)
      let fonts = FontLibrary.unlearned()
      for text in try input.textsBefore() { _ = fonts.preparedText(of: text) }
      let memory = fonts.memory
      let texts = input.tree.paragraphs.map(\.text.copied)
      var prepared = texts.map { fonts.preparedText(of: $0) }
      return JobWorker {
        fonts.goBack(to: memory)
        for (index, text) in texts.enumerated() { prepared[index] = fonts.preparedText(of: text) }
      } checksum: {
        prepared.reduce(0) { $0 + ($1?.naturalWidth ?? .nan) }
      }
      #else
      throw Refusal(description: "it \(RealFonts.remedy)")
      #endif
    } check: { input throws(Refusal) in
      _ = try input.textsBefore()
      #if !(Text && canImport(CPango))
      throw Refusal(description: "it \(RealFonts.remedy)")
      #endif
    }
  }

  /// The tree with monospace texts. Each has as many words as the prepared text has places to break a line.
  static var monospace: JobSubject {
    JobSubject(
      "spec.monospace", "the engine: with a monospace text of as many words in each prepared text's place"
    ) { input in
      let tree = input.tree.replacingParagraphs { paragraph in
        // Each word is as wide as the part, to the next character.
        let words = paragraph.prepared.unbrokenWidths.map { width in
          String(repeating: "x", count: max(1, Int((width / 8).rounded()) - 1))
        }
        return .text(TextParameters(words.joined(separator: " ")))
      }
      return JobWorker(layingOut: tree, in: input.range)
    } check: { input throws(Refusal) in
      try input.requireParagraphs()
    }
  }

  /// The tree laid out from scratch; the library of the fonts lays a text out whenever the engine asks for its size, as in
  /// programs that prepare nothing.
  static var paragraph: JobSubject {
    JobSubject(
      "text.paragraph", "texts: from scratch, and Pango lays a text out whenever its size is asked for"
    ) {
      JobWorker(layingOut: try $0.treeOfParagraphs(), in: $0.range)
    } check: { input throws(Refusal) in
      _ = try input.treeOfParagraphs()
      #if Text && canImport(CPango)
      var own = LayoutContext()
      var paragraphs = LayoutContext()
      own.layout(input.tree, in: input.range)
      paragraphs.layout(input.treeOfPangoParagraphs(areAligned: true), in: input.range)
      for id in input.tree.elementIDs {
        guard let a = own.frame(of: id), let b = paragraphs.frame(of: id) else { continue }
        let differences = [
          a.origin.x - b.origin.x, a.size.width - b.size.width, a.size.height - b.size.height,
        ]
        // Widths of cut words and of hyphens differ by parts of a pixel.
        if differences.contains(where: { $0.magnitude > 1 }) {
          throw Refusal(description: "its frame of element \(id) is \(b), and the prepared text's \(a)")
        }
      }
      #endif
    }
  }
}

#if Text && canImport(CPango)
extension BenchmarkInput {
  fileprivate func treeOfPangoParagraphs(areAligned: Bool) -> LayoutTree {
    tree.replacingParagraphs { .measured(PangoParagraph($0, isAligned: areAligned)) }
  }
}

private struct PangoParagraph: LeafMeasurement {
  let text: AttributedText
  let fonts: FontLibrary
  /// True for the sizes that are compared: Pango moves some scripts off the baseline.
  let isAligned: Bool

  init(_ paragraph: Paragraph, isAligned: Bool) {
    (text, self.isAligned) = (paragraph.text, isAligned)
    fonts = paragraph.metrics as? FontLibrary ?? .system
  }

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let width = constrainedSize.width
    return isAligned
      ? fonts.alignedParagraphSize(of: text, maxWidth: width)
      : fonts.paragraphSize(of: text, maxWidth: width)
  }
}
#endif
