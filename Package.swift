// swift-tools-version: 6.3

import PackageDescription

// Arrows point one way: the command line names everything, LayoutSpecs names nothing.
let package = Package(
  name: "LayoutBench",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LayoutSpecs", targets: ["LayoutSpecs"]),
    .library(name: "LayoutDocuments", targets: ["LayoutDocuments"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
  ],
  // SwiftPM fetches no package that is used only under a disabled trait. Harness is on by default, so that
  // `swift build` and `swift test` build everything here; an app that says `traits: []` fetches nothing else.
  // scripts/check-dependency proves it.
  traits: [
    .default(enabledTraits: ["Harness"]),
    .trait(name: "Harness", description: "The program layoutbench, and the packages that it needs."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
    .systemLibrary(name: "CSystemCalls"),
    .target(name: "LayoutSpecs"),
    .target(name: "LayoutDocuments", dependencies: ["LayoutSpecs"]),
    .target(name: "LayoutWorkloads", dependencies: ["LayoutSpecs", "ConstraintLayout"]),
    .target(name: "ConstraintLayout", dependencies: ["LayoutSpecs"]),
    .target(
      name: "Benchmarking",
      dependencies: [
        "CSystemCalls", .harness("Histogram", package: "hdrhistogram-swift"),
        .harness("TextTable", package: "TextTable"),
      ]),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "LayoutSpecs", "LayoutDocuments", "LayoutWorkloads", "ConstraintLayout",
        "Benchmarking", "CJemalloc",
        .harness("ArgumentParser", package: "swift-argument-parser"),
      ],
      plugins: ["SourceStamp"]),
    .plugin(name: "SourceStamp", capability: .buildTool()),
    .executableTarget(name: "SignUpForm", dependencies: ["LayoutSpecs"], path: "Examples/SignUpForm"),

    .target(name: "LayoutTestSupport", dependencies: ["LayoutSpecs"], path: "Tests/LayoutTestSupport"),
    .testTarget(
      name: "LayoutSpecsTests", dependencies: ["LayoutSpecs", "LayoutTestSupport"],
      // Read from where they are, so that they can be recorded there.
      exclude: ["Snapshots"]),
    .testTarget(
      name: "LayoutDocumentsTests", dependencies: ["LayoutDocuments", "LayoutSpecs", "LayoutTestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["LayoutDocuments", "LayoutSpecs"],
      resources: [.copy("Cases")]),
    .testTarget(
      name: "ConstraintLayoutTests",
      dependencies: ["ConstraintLayout", "LayoutSpecs", "LayoutWorkloads", "LayoutTestSupport"]),
    .testTarget(name: "ExamplesTests", dependencies: ["LayoutSpecs", "SignUpForm"]),
    // Runs the program that is built beside it; naming it would link jemalloc into every test.
    .testTarget(name: "CommandLineTests"),
    .testTarget(
      name: "LayoutWorkloadsTests", dependencies: ["ConstraintLayout", "LayoutSpecs", "LayoutWorkloads"]),
    .testTarget(
      name: "BenchmarkingTests",
      // SwiftCSV is a reader that is not ours, to check that others can read what is written.
      dependencies: ["Benchmarking", .harness("SwiftCSV", package: "SwiftCSV")],
      // Read from where they are, so that they can be recorded there.
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  /// A product of another package, under the trait Harness. Every product of another package is named this way:
  /// one that is not is fetched by every app.
  static func harness(_ product: String, package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Harness"]))
  }
}

// A build that checks the package, and not one that uses it, takes warnings for errors.
if Context.environment["LAYOUTBENCH_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
