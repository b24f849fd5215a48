import LayoutSpecs
import LayoutWorkloads

/// The random numbers of workloads: the same on every machine for the same seed.
public typealias BenchmarkRandom = SplitMix64

/// A thing to measure: a node, a spec, a tree written through the builder, or any code, of one or several sizes.
///
/// A workload is code that makes the layout. It is called for every measurement of making the layout, on the
/// threads of the workers, and with the same seed each time: it MUST make the same layout from the same size
/// and random numbers. Parts that it keeps from an earlier call are not measured.
public struct BenchmarkWorkload: Sendable {
  /// The sizes that a workload may have.
  static let allowedSizes = 0...1_000_000

  let family: WorkloadFamily
  /// The sizes that are measured; none for a workload of one size.
  let sizes: [Int]
  /// The shipped subjects that measure the workload if no suite names others.
  let subjects: [String]

  /// The workloads' texts, in suites and in results.
  var examples: [String] { sizes.isEmpty ? [family.name] : sizes.map { "\(family.name)(\($0))" } }

  /// A node with its subnodes, as an app's cell or screen.
  ///
  /// Measured with `node.first`, `node.relayout`, `node.change` and `node.edit`, the time that an app spends;
  /// with `spec.build`; and, on the tree that the nodes make in `range`, with `spec.cold`, `spec.resize` and
  /// `spec.edit`, the engine's part of this time.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, `.`, `-` and `_`.
  ///   - sizes: The sizes to measure, each 0 to a million. Default: none, for a workload of one size: `make`
  ///     gets 1.
  ///   - summary: A description in one line, for `list`. Default: empty.
  ///   - range: The sizes that the node may take. Default: 375 points wide, of any height.
  ///   - otherRange: The range that the tree is resized to and back from. Default: 414 points wide.
  ///   - make: Makes the node from a size and random numbers. Called on any thread.
  public static func nodes(
    _ name: String, sizes: [Int] = [], summary: String = "", range: SizeRange = Self.narrow,
    resizedTo otherRange: SizeRange? = Self.wide,
    _ make: @escaping @Sendable (_ size: Int, _ random: inout BenchmarkRandom) -> DisplayNode
  ) -> BenchmarkWorkload {
    var family = family(name, sizes, summary, range, otherRange)
    family.element = { make(size(in: $0), &$1) }
    family.nodes = { arguments, seed in
      OneNode {
        var random = BenchmarkRandom(seed: seed)
        return make(size(in: arguments), &random)
      }
    }
    return BenchmarkWorkload(
      family: family, sizes: sizes,
      subjects: engineSubjects
        + ["spec.build", "node.first", "node.relayout", "node.change", "node.edit"])
  }

  /// A spec, or any other element.
  ///
  /// Measured with `spec.build`, the time that an app spends; and with `spec.cold`, `spec.resize` and
  /// `spec.edit`, the engine's part of this time, on the tree that the element makes in `range`.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, `.`, `-` and `_`.
  ///   - sizes: The sizes to measure, each 0 to a million. Default: none, for a workload of one size: `make`
  ///     gets 1.
  ///   - summary: A description in one line, for `list`. Default: empty.
  ///   - range: The sizes that the element may take. Default: 375 points wide, of any height.
  ///   - otherRange: The range that the tree is resized to and back from. Default: 414 points wide.
  ///   - make: Makes the element from a size and random numbers. Called on any thread.
  public static func spec(
    _ name: String, sizes: [Int] = [], summary: String = "", range: SizeRange = Self.narrow,
    resizedTo otherRange: SizeRange? = Self.wide,
    _ make: @escaping @Sendable (_ size: Int, _ random: inout BenchmarkRandom) -> any LayoutElement
  ) -> BenchmarkWorkload {
    var family = family(name, sizes, summary, range, otherRange)
    family.element = { make(size(in: $0), &$1) }
    return BenchmarkWorkload(family: family, sizes: sizes, subjects: engineSubjects + ["spec.build"])
  }

  /// A tree that is written through the builder.
  ///
  /// Measured with `spec.tree`, which writes it, and with `spec.cold`, `spec.resize` and `spec.edit`.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, `.`, `-` and `_`.
  ///   - sizes: The sizes to measure, each 0 to a million. Default: none, for a workload of one size: `write`
  ///     gets 1.
  ///   - summary: A description in one line, for `list`. Default: empty.
  ///   - range: The sizes that the root may take. Default: 375 points wide, of any height.
  ///   - otherRange: The range that the tree is resized to and back from. Default: 414 points wide.
  ///   - write: Writes one root element and its children, from a size and random numbers. Called on any
  ///     thread.
  public static func tree(
    _ name: String, sizes: [Int] = [], summary: String = "", range: SizeRange = Self.narrow,
    resizedTo otherRange: SizeRange? = Self.wide,
    _ write:
      @escaping @Sendable (
        _ builder: inout LayoutTreeBuilder, _ size: Int, _ random: inout BenchmarkRandom
      ) -> Void
  ) -> BenchmarkWorkload {
    let family = family(name, sizes, summary, range, otherRange) { write(&$0, size(in: $1), &$2) }
    return BenchmarkWorkload(family: family, sizes: sizes, subjects: engineSubjects + ["spec.tree"])
  }

  /// 375 points wide, of any height: a phone in portrait.
  public static var narrow: SizeRange { SizeRange(width: 375...375, height: 0...(.infinity)) }
  /// 414 points wide, of any height: a larger phone in portrait.
  public static var wide: SizeRange { SizeRange(width: 414...414, height: 0...(.infinity)) }

  private static let engineSubjects = ["spec.cold", "spec.resize", "spec.edit"]

  private static func size(in arguments: [Int]) -> Int { arguments.first ?? 1 }

  /// Returns a family with one parameter, the size, or none.
  static func family(
    _ name: String, _ sizes: [Int], _ summary: String, _ range: SizeRange, _ otherRange: SizeRange?,
    write: @escaping @Sendable (inout LayoutTreeBuilder, [Int], inout SplitMix64) -> Void = { _, _, _ in }
  ) -> WorkloadFamily {
    let size = WorkloadFamily.Parameter(name: "N", allowed: allowedSizes, usual: sizes.last ?? 1)
    return WorkloadFamily(
      name: name, parameters: sizes.isEmpty ? [] : [size], summary: summary, range: range, otherRange, write)
  }
}

/// A workload that is a single node.
private struct OneNode: NodeWorkload {
  let make: @Sendable () -> DisplayNode

  var cellCount: Int { 1 }
  var isOneTree: Bool { true }
  func makeCell(_ index: Int) -> DisplayNode { make() }
}
