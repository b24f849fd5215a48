import Foundation
import LayoutBenchmark
import LayoutSpecs

/// Measures layouts of its own: `swift run -c release OwnBenchmarks run`.
@main
struct OwnBenchmarks: LayoutBenchmarkCommand {
  static var workloads: [BenchmarkWorkload] {
    [
      .nodes("inbox", sizes: [1, 100], summary: "a list of N messages") { size, random in
        InboxNode(messages: (0..<size).map { _ in Message(&random) })
      },
      .spec("header", summary: "a title with a button on either side") { _, _ in header() },
      .tree("badges", sizes: [10, 1_000], summary: "a row of N badges of random widths") {
        builder, size, random in
        builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 4)))
        for _ in 0..<size {
          builder.add(.sizedNode(Size(Double(Int.random(in: 8...40, using: &random)), 20)))
        }
        builder.end()
      },
      .measure(
        "decode", sizes: [100], summary: "N messages read from JSON", throughput: .elements(perSize: 1)
      ) { size, random in
        try JSONEncoder().encode((0..<size).map { _ in Message(&random) })
      } job: { json in
        try JSONDecoder().decode([Message].self, from: json)
      },
      // Each job needs numbers that are not sorted yet.
      .measure(
        "sort", sizes: [1_000], summary: "N numbers", throughput: .bytes(perSize: 8), freshInputs: true
      ) { size, random in
        (0..<size).map { _ in random.next() }
      } job: { numbers in
        numbers.sort()
      },
      .measure("deliver", sizes: [100], summary: "N messages to an actor") { size in
        let outbox = Outbox()
        for _ in 0..<size { await outbox.add() }
        return await outbox.count
      },
    ]
  }

  static var subjects: [any BenchmarkSubject] { [RowsByHand()] }

  /// Specs are made anew for each layout, as an app makes them.
  private static func header() -> any LayoutElement {
    StackLayoutSpec(justifyContent: .spaceBetween, alignItems: .center) {
      ButtonNode(title: "Back")
      TextNode("Inbox").flexShrink()
      ButtonNode(title: "Edit")
    }
  }
}

actor Outbox {
  private(set) var count = 0

  func add() { count += 1 }
}

/// Frames written by hand for the row of badges, to see what the engine costs beside them.
struct RowsByHand: BenchmarkSubject {
  let name = "own.rows"
  let summary = "hand-written frames of a row of nodes"

  struct Unsupported: Error, CustomStringConvertible {
    let description: String
  }

  func makeLayout(of input: BenchmarkInput) throws -> any BenchmarkLayout {
    let tree = input.tree
    guard case .stack(let row) = tree.content(of: tree.root), row.direction == .horizontal else {
      throw Unsupported(description: "only rows of nodes are written by hand")
    }
    let sizes = try tree.children(of: tree.root).map { child in
      guard case .sizedNode(let size) = tree.content(of: child) else {
        throw Unsupported(description: "only rows of nodes are written by hand")
      }
      return size
    }
    return Row(sizes: sizes, spacing: row.spacing, width: input.range.max.width)
  }

  private final class Row: BenchmarkLayout {
    private let sizes: [Size]
    private let spacing: Double
    private let width: Double
    private(set) var frames: [Rect]

    init(sizes: [Size], spacing: Double, width: Double) {
      self.sizes = sizes
      self.spacing = spacing
      self.width = width
      frames = [Rect](repeating: .zero, count: sizes.count + 1)
    }

    func run() {
      var x = 0.0
      var height = 0.0
      for (index, size) in sizes.enumerated() {
        frames[index + 1] = Rect(origin: Point(x, 0), size: size)
        x += size.width + spacing
        height = max(height, size.height)
      }
      frames[0] = Rect(x: 0, y: 0, width: width, height: height)
    }
  }
}
