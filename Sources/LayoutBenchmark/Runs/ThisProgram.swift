import Benchmarking
import Foundation

/// The sources of this program, and those of the checkout that it is used in.
enum ThisProgram {
  /// The build of this program.
  static var build: BuildFacts {
    BuildFacts(allocator: LayoutBench.allocations.allocatorName, sourceHash: SourceStamp.ofThisProgram.hash)
  }

  /// The revision that labels results; nil = unknown.
  ///
  /// A checkout with this program's sources knows their commit, even if they were committed after the build.
  static var git: GitState? {
    let own = SourceStamp.ofThisProgram
    return checkout?.hash == own.hash ? checkout?.git ?? own.git : own.git
  }

  /// A warning if the checkout has other sources than this program; nil if not, or without a checkout.
  static var otherSources: Warning? {
    guard let folder = PackageFolder.current?.url, let checkout,
      checkout.hash != SourceStamp.ofThisProgram.hash
    else { return nil }
    return Warning(
      cause:
        "This program was built from \(SourceStamp.ofThisProgram), and \(folder.path) now has \(checkout).",
      nextStep: "Results are of the former; for the latter, build it again: swift build -c release")
  }

  static func warnOfOtherSources() {
    if let otherSources { StandardError.print("warning: \(otherSources)") }
  }

  /// Read once, before anything is measured.
  private static let checkout = PackageFolder.current.flatMap { SourceStamp(ofPackage: $0.url) }
}
