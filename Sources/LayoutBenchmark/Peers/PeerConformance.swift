import Foundation
import LayoutSpecs
import Measuring

/// Checks a peer against the protocol: each check states a rule in a sentence, and finds violations of it.
struct PeerConformance {
  /// The outcome of a check.
  enum Outcome: Equatable {
    case passed
    /// The peer refused, with this reason: it need not support everything.
    case leftOut(String)
    case failed(String)
  }

  let program: InstalledProgram

  /// Runs every check, and hands each outcome over as soon as it is known.
  func run(_ report: (String, Outcome) -> Void) {
    for (sentence, check) in checks {
      do throws(PeerFailure) {
        try check()
        report(sentence, .passed)
      } catch {
        if case .refused = error {
          report(sentence, .leftOut(error.description))
        } else {
          report(sentence, .failed(error.description))
          // A program that does not even greet answers no other request.
          if sentence == Self.greeting { return }
        }
      }
    }
  }

  private static let greeting = "It greets in this version of the protocol"

  private typealias Check = () throws(PeerFailure) -> Void

  private var checks: [(String, Check)] {
    var checks: [(String, Check)] = [
      (Self.greeting, { () throws(PeerFailure) in _ = try PeerProcess(program) }),
      ("It refuses a version that it does not speak", checkVersion),
      ("It answers what it does not understand with an error", checkBadLines),
      ("It answers a tree that is none with an error", checkBadTrees),
      ("It refuses what it has no word for, and names the element", checkRefusal),
      ("A tree replaces the one before it", checkReplacement),
    ]
    for texts in [PeerTexts.told, .measured] {
      for work in PeerWork.allCases {
        for (name, tree) in Self.trees {
          // Without texts there is one case.
          if texts == .measured && !name.contains("text") { continue }
          checks.append(
            (
              "\(work.rawValue), texts \(texts.rawValue): the frames, checksum and time of \(name)",
              { () throws(PeerFailure) in try check(PeerProcess(program), tree, work, texts) }
            ))
        }
      }
    }
    return checks
  }

  // MARK: Greetings and bad input

  private func checkVersion() throws(PeerFailure) {
    let peer = try PeerProcess(program)
    try requireError(peer, #"{"request": "hello", "version": 99}"#)
  }

  private func checkBadLines() throws(PeerFailure) {
    let peer = try PeerProcess(program)
    for line in [
      "{", "[]", "nonsense", "{}", #"{"request": "dance"}"#, #"{"request": "load"}"#,
      #"{"request": "run", "iterations": 1}"#, #"{"request": "frames"}"#,
    ] {
      try requireError(peer, line)
    }
    _ = try peer.ask(PeerRequest(request: "load", tree: Self.wrappingText.peerTree(.told)), for: \.elements)
    for line in [#"{"request": "run", "iterations": 0}"#, #"{"request": "run"}"#] {
      try requireError(peer, line)
    }
    _ = try peer.ask(PeerRequest(request: "run", iterations: 1), for: \.run)
  }

  private func checkBadTrees() throws(PeerFailure) {
    let peer = try PeerProcess(program)
    for elements in [
      #"[]"#, #"3"#,
      #"[{"box": {}, "children": [5]}]"#,
      #"[{"box": {}, "children": [0]}]"#,
      #"[{"box": {"width": "wide"}}]"#,
      #"[{"box": {}, "children": [1]}, {"box": {"width": []}}]"#,
    ] {
      try requireError(
        peer,
        #"{"request": "load", "tree": {"width": [9, 9], "height": [0, null], "elements": \#(elements)}}"#)
    }
    let tree = #"{"width": [9, 9], "height": [0, null], "elements": [{"box": {"width": 9}}]}"#
    try requireError(peer, #"{"request": "load", "work": "dance", "tree": \#(tree)}"#)
    try requireError(peer, #"{"request": "load", "work": "edit", "tree": \#(tree)}"#)
    // No part of the tree is loaded.
    try requireError(peer, #"{"request": "run", "iterations": 1}"#)
  }

  /// Throws unless the peer answers a line with an error or a refusal.
  private func requireError(_ peer: PeerProcess, _ line: String) throws(PeerFailure) {
    let reply = try peer.ask(line: Data(line.utf8))
    guard !reply.ok else { throw .nonsense("it is content with \(line)") }
    if reply.error ?? reply.refused == nil { throw .nonsense("it gives no reason in answer to \(line)") }
  }

  private func checkRefusal() throws(PeerFailure) {
    let peer = try PeerProcess(program)
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    builder.begin(.overlay)
    builder.add(.node)
    builder.add(.node)
    builder.end()
    builder.end()
    let overlay = Case(tree: builder.finish())
    do throws(PeerFailure) {
      try peer.load(PeerRequest(request: "load", tree: overlay.peerTree(.told)), of: [overlay.tree])
    } catch {
      // An engine without trees names no element.
      guard case .refused(_, let element?) = error else { throw error }
      guard element == 1 else { throw .nonsense("the overlay is element #1, and it names #\(element)") }
    }
  }

  private func checkReplacement() throws(PeerFailure) {
    let peer = try PeerProcess(program)
    for (_, item) in Self.trees + Self.trees.reversed() {
      do throws(PeerFailure) {
        try check(peer, item, .cold, .told)
      } catch {
        // Another check tests whether the peer lays this tree out.
        guard case .refused = error else { throw error }
      }
    }
  }

  // MARK: Work

  private func check(
    _ peer: PeerProcess, _ item: Case, _ work: PeerWork, _ texts: PeerTexts
  ) throws(PeerFailure) {
    var request = PeerRequest(request: "load", tree: item.peerTree(texts))
    request.work = work
    let states = work == .edit ? item.states : [item.tree]
    if work == .edit, let element = item.edited {
      request.edit = PeerEdit(of: element, states, in: item.range, texts: texts)
    }
    try peer.load(request, of: [item.tree])
    let first = layoutChecksum(of: try peer.frames(of: [states[0]], in: item.range))
    // One job, then several; for edits a number of jobs after which the tree is in its first state again.
    for iterations in [1, work == .edit ? 5 : 20] {
      let start = ContinuousClock.now
      let run = try peer.ask(PeerRequest(request: "run", iterations: iterations), for: \.run)
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      let most = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
      guard run.nanoseconds > 0, run.nanoseconds <= most else {
        throw .nonsense("\(run.nanoseconds) ns for work that was answered within \(most) ns")
      }
      let isOther = work == .edit && iterations == 1
      let state = states[isOther ? 1 : 0]
      let sum = layoutChecksum(of: try peer.frames(of: [state], in: item.range))
      guard abs(run.checksum - sum) <= 1e-6 * max(1, abs(sum)) else {
        throw .nonsense("the checksum \(run.checksum), and that of its frames is \(sum)")
      }
      guard isOther || sum == first else { throw .nonsense("other frames after \(iterations) jobs") }
    }
  }
}

// MARK: - Trees

extension PeerConformance {
  /// A tree for which peers and this engine have the same frames, and the leaf that is edited.
  struct Case {
    let tree: LayoutTree
    var edited: ElementID?
    var changed: ElementContent?
    let range = SizeRange(min: Size(300, 0), max: Size(300, .infinity))

    /// The tree before and after the edit.
    var states: [LayoutTree] {
      guard let edited, let changed else { return [tree, tree] }
      var other = tree
      other.setContent(changed, of: edited)
      return [tree, other]
    }

    func peerTree(_ texts: PeerTexts) -> PeerTree { PeerTree(tree, in: range, texts: texts) }
  }

  /// A text above a node; the text takes two or three lines, and after the edit one.
  static let wrappingText: Case = {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical, spacing: 7)))
    builder.add(.text(TextParameters("words that do not fit in a line of three hundred points")))
    builder.add(.sizedNode(Size(40, 30)))
    builder.end()
    return Case(
      tree: builder.finish(), edited: ElementID(1),
      changed: .text(TextParameters("it says ß and \"more\" \\ of it \u{1F600}")))
  }()

  /// A node with padding in a row, aligned and growing.
  private static let row: Case = {
    var builder = LayoutTreeBuilder()
    var growing = Style()
    growing.flexGrow = 1
    var end = Style()
    end.alignSelf = .end
    end.spacingBefore = 5
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 10, alignItems: .center)))
    builder.begin(.inset(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)))
    builder.add(.sizedNode(Size(50, 60)))
    builder.end()
    builder.add(.node, style: growing)
    builder.add(.sizedNode(Size(20, 20)), style: end)
    builder.end()
    return Case(tree: builder.finish(), edited: ElementID(4), changed: .sizedNode(Size(30, 25)))
  }()

  /// Lines of nodes.
  private static let lines: Case = {
    var builder = LayoutTreeBuilder()
    builder.begin(
      .stack(
        StackParameters(
          direction: .horizontal, spacing: 6, alignItems: .start, flexWrap: .wrap, lineSpacing: 9)))
    for index in 0..<12 { builder.add(.sizedNode(Size(40 + Double(index), 30))) }
    builder.end()
    return Case(tree: builder.finish(), edited: ElementID(3), changed: .sizedNode(Size(80, 50)))
  }()

  private static let trees: [(String, Case)] = [
    ("a column with a text", wrappingText), ("a row with padding", row), ("a row that wraps", lines),
  ]
}
