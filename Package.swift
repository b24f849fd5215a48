// swift-tools-version: 6.2

// 6.2 because of `defaultIsolation`, with which a target of tests is compiled, and traits need 6.1. What only Swift 6.3 has,
// `@inline(always)`, is behind `#if compiler(>=6.3)`: with an older compiler some loops of the engine are slower.

import PackageDescription

/// Another package: here exactly this version, so that two clones, and two revisions that are compared, are built from the
/// same sources; in an app, which has others that need it too, any later one that is compatible.
func dependency(_ url: String, _ version: Version) -> Package.Dependency {
  // SwiftPM reads a dependency's manifest from its repository, without a folder, to choose versions, and then from its
  // checkout. Xcode has these in another folder. A clone in somebody's own folder "checkouts" is no app's.
  let folder = Context.packageDirectory
  let isInAnApp =
    folder == "/" || ["/.build/checkouts/", "/SourcePackages/checkouts/"].contains { folder.contains($0) }
  return isInAnApp ? .package(url: url, from: version) : .package(url: url, exact: version)
}

// Arrows point one way: the command line names everything, LayoutSpecs names nothing.
//
// A package has one list of platforms for all its targets, tests and layoutbench too: what the libraries need, which is
// macOS 13 and the systems of that year. `PlatformTests` finds what is newer.
let package = Package(
  name: "LayoutBench",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "LayoutSpecs", targets: ["LayoutSpecs"]),
    .library(name: "LayoutSpecsTexture", targets: ["LayoutSpecsTexture"]),
    .library(name: "LayoutSpecsTesting", targets: ["LayoutSpecsTesting"]),
    .library(name: "LayoutDiagnostics", targets: ["LayoutDiagnostics"]),
    .library(name: "LayoutDocuments", targets: ["LayoutDocuments"]),
    .library(name: "LayoutText", targets: ["LayoutText"]),
    .library(name: "LayoutBenchmark", targets: ["LayoutBenchmark"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
  ],
  traits: [
    .default(enabledTraits: ["Harness"]),
    .trait(
      name: "Harness",
      description: "The program layoutbench, the library LayoutBenchmark, and the packages that they need."),
    .trait(
      name: "Jemalloc",
      description: "Programs of the library LayoutBenchmark link jemalloc, and count allocations with it."),
    .trait(
      name: "Text",
      description: "Real fonts: the library LayoutText, on Linux with Pango (scripts/install-text)."),
  ],
  dependencies: [
    dependency("https://github.com/apple/swift-argument-parser", "1.8.2"),
    dependency("https://github.com/hummingbird-project/swift-mustache", "2.1.1"),
    dependency("https://github.com/swiftcsv/SwiftCSV", "0.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
    .systemLibrary(name: "CSystemCalls"),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangoft2", providers: [.apt(["libpango1.0-dev"])]),
    .target(name: "LayoutSpecs"),
    .target(name: "LayoutSpecsTexture", dependencies: ["LayoutSpecs"]),
    // Empty without the trait.
    .target(
      name: "LayoutText",
      dependencies: [
        "LayoutSpecs",
        .target(name: "CPango", condition: .when(platforms: [.linux], traits: ["Text"])),
      ]),
    .target(name: "StrictJSON"),
    .target(name: "LayoutDiagnostics", dependencies: ["LayoutSpecs"]),
    // For test targets alone: it imports Swift Testing.
    .target(name: "LayoutSpecsTesting", dependencies: ["FrameReplay", "LayoutDiagnostics", "LayoutSpecs"]),
    .target(name: "LayoutDocuments", dependencies: ["LayoutDiagnostics", "LayoutSpecs", "StrictJSON"]),
    .target(name: "LayoutWorkloads", dependencies: ["LayoutSpecs", "ConstraintLayout", "StrictJSON"]),
    .target(name: "ConstraintLayout", dependencies: ["LayoutSpecs"]),
    // Depends on LayoutSpecs as an app does.
    .target(name: "MainThreadJobs", dependencies: ["LayoutSpecs", "LayoutWorkloads"]),
    .target(name: "FrameReplay", dependencies: ["LayoutSpecs"]),
    .target(name: "Measuring", dependencies: ["CSystemCalls", "StrictJSON"]),
    .target(name: "Reporting", dependencies: ["Measuring", "StrictJSON"]),
    .target(name: "JemallocCounting", dependencies: ["Measuring", "CJemalloc"]),
    // The command line as a library, for programs that measure layouts of their own. The allocator is a trait,
    // because it counts in every process that links it: tests keep the system's.
    .target(
      name: "LayoutBenchmark",
      dependencies: [
        "LayoutSpecs", "LayoutDiagnostics", "LayoutDocuments", "StrictJSON", "LayoutWorkloads",
        "ConstraintLayout", "FrameReplay", "MainThreadJobs", "Measuring", "Reporting",
        .target(name: "JemallocCounting", condition: .when(traits: ["Jemalloc"])),
        .target(name: "LayoutText", condition: .when(traits: ["Text"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [
        "page.mustache", "report.mustache", "inspector.mustache", "page.css", "inspector.css", "report.js",
        "inspector-model.js", "inspector-tree.js", "inspector-stage.js", "inspector.js", "profile.mustache",
        "flame.mustache",
        "flame.css", "flame.js",
      ].map { .embedInCode("Pages/Templates/\($0)") }
        + ["Benchmarks.swift.txt", "benchmark.yml", "benchmark-comment.yml"].map {
          .embedInCode("Commands/Templates/\($0)")
        },
      plugins: ["SourceStamp"]),
    .executableTarget(name: "layoutbench", dependencies: ["LayoutBenchmark", "JemallocCounting"]),
    .plugin(name: "SourceStamp", capability: .buildTool()),
    .executableTarget(name: "SignUpForm", dependencies: ["LayoutSpecs"], path: "Examples/SignUpForm"),
    .executableTarget(
      name: "OwnBenchmarks", dependencies: ["LayoutBenchmark", "LayoutSpecs"], path: "Examples/OwnBenchmarks"),

    // Started by the tests of the command line: code under test that prints, exits, crashes and hangs.
    .executableTarget(
      name: "MisbehavingBenchmarks", dependencies: ["LayoutBenchmark", "JemallocCounting"],
      path: "Tests/MisbehavingBenchmarks"),
    .target(
      name: "LayoutTestSupport", dependencies: ["CSystemCalls", "LayoutSpecs"],
      path: "Tests/LayoutTestSupport"),
    .testTarget(name: "LayoutSpecsTests", dependencies: ["LayoutSpecs", "LayoutTestSupport"]),
    .testTarget(name: "LayoutSpecsTextureTests", dependencies: ["LayoutSpecsTexture"]),
    .testTarget(
      name: "LayoutSpecsTestingTests",
      dependencies: ["LayoutSpecs", "LayoutSpecsTesting", "LayoutTestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "LayoutDiagnosticsTests",
      dependencies: ["LayoutDiagnostics", "LayoutSpecs", "LayoutSpecsTesting", "LayoutTestSupport"],
      // Read from where they are, so that they can be recorded there.
      exclude: ["Snapshots", "Lint/Snapshots"]),
    // Code of an app as Xcode sets up new ones: nothing in it says `nonisolated`.
    .testTarget(
      name: "MainActorTests", dependencies: ["LayoutSpecs"],
      swiftSettings: [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    .testTarget(
      name: "LayoutTextTests",
      dependencies: [
        "LayoutSpecs", "LayoutTestSupport", "LayoutText", "LayoutWorkloads",
        .target(name: "CPango", condition: .when(platforms: [.linux], traits: ["Text"])),
      ],
      exclude: ["Corpus"]),
    .testTarget(name: "StrictJSONTests", dependencies: ["LayoutTestSupport", "StrictJSON"]),
    .testTarget(
      name: "LayoutDocumentsTests",
      dependencies: [
        "LayoutDiagnostics", "LayoutDocuments", "LayoutSpecs", "LayoutSpecsTesting", "LayoutTestSupport",
        "StrictJSON",
      ],
      exclude: ["Snapshots", "WorstTrees"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["LayoutDiagnostics", "LayoutDocuments", "LayoutSpecs", "LayoutTestSupport"],
      resources: [.copy("Cases")]),
    .testTarget(
      name: "ConstraintLayoutTests",
      dependencies: ["ConstraintLayout", "LayoutSpecs", "LayoutWorkloads", "LayoutTestSupport"]),
    .testTarget(name: "ExamplesTests", dependencies: ["LayoutSpecs", "SignUpForm"]),
    // The targets of the package Fuzz, without libFuzzer, which run their seeds.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "LayoutDiagnostics", "LayoutDocuments", "LayoutSpecs", "LayoutTestSupport", "Measuring",
        "Reporting", "StrictJSON",
      ],
      exclude: ["Targets/Main.swift"]),
    // Compiles the samples on the pages with the modules that are built beside it.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "LayoutBenchmark", "LayoutDiagnostics", "LayoutSpecs", "LayoutSpecsTesting", "LayoutSpecsTexture",
        "LayoutTestSupport",
      ]),
    // Runs the program that is built beside it; naming it would link jemalloc into every test.
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "LayoutBenchmark", "LayoutTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Read from where they are, so that they can be recorded there.
      exclude: ["Refusals"]),
    .testTarget(
      name: "LayoutWorkloadsTests",
      dependencies: [
        "ConstraintLayout", "LayoutDiagnostics", "LayoutSpecs", "LayoutTestSupport", "LayoutWorkloads",
      ]),
    .testTarget(name: "FrameReplayTests", dependencies: ["FrameReplay", "LayoutSpecs"]),
    .testTarget(
      name: "MainThreadJobsTests",
      dependencies: ["LayoutSpecs", "LayoutTestSupport", "LayoutWorkloads", "MainThreadJobs"]),
    .testTarget(
      name: "MeasuringTests",
      // SwiftCSV is a reader that is not ours, to check that others can read what is written.
      dependencies: [
        "LayoutTestSupport", "Measuring", "Reporting", "StrictJSON",
        .product(name: "SwiftCSV", package: "SwiftCSV"),
      ],
      // Read from where they are, so that they can be recorded there.
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)

// The libraries need no other package, so every product of one is under the trait Harness: SwiftPM fetches nothing
// for a trait that is off. The trait is on by default, so that `swift build` builds everything here; an app turns it
// off with `traits: []`. scripts/check-dependency makes such an app.
for target in package.targets {
  target.dependencies = target.dependencies.map { dependency in
    guard case .productItem(let name, let package?, _, _) = dependency else { return dependency }
    return .product(name: name, package: package, condition: .when(traits: ["Harness"]))
  }
}

// scripts/sanitize and scripts/check-text build the tests that they run and no others: targets, or a folder of one.
if let names = Context.environment["LAYOUTBENCH_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { target in target.type == .test && !names.contains { $0.hasPrefix(target.name) }
  }
  for name in names {
    let parts = name.split(separator: "/").map(String.init)
    if parts.count == 2 {
      package.targets.first { $0.name == parts[0] }?.sources = parts[1].split(separator: ",").map(String.init)
    }
  }
}

// scripts/test and scripts/sanitize optimise the engine, with the checks and messages of a debug build: it then runs
// several times as fast. The tests, which are most of what there is to compile, are not optimised. The address
// sanitizer watches the modules that read and write through pointers; in the others the language does. The thread
// sanitizer watches all, and optimises none. Nobody changes a file in these builds, but for that of scripts/test: so each
// module is compiled as a whole, which takes less than its files one by one. In those of the address sanitizer and of
// scripts/check-platforms what tests run for long is optimised too: statistics, which draw thousands of comparisons,
// replays and findings.
if let engine = Context.environment["LAYOUTBENCH_ENGINE"], !engine.isEmpty {
  let whole = ["-whole-module-optimization", "-num-threads", "2"]
  let optimised = whole + ["-Osize", "-assert-config", "Debug"]
  let names = [
    "ConstraintLayout", "LayoutDocuments", "LayoutSpecs", "LayoutTestSupport", "LayoutText",
    "LayoutWorkloads", "StrictJSON",
  ]
  let busyNames = ["FrameReplay", "LayoutDiagnostics", "MainThreadJobs", "Measuring"]
  for target in package.targets where target.type == .regular || target.type == .test {
    let isEngine = names.contains(target.name)
    var flags = engine == "optimised" ? [] : whole
    let isBusy = busyNames.contains(target.name) && engine != "optimised"
    if (isEngine || isBusy) && engine != "thread" { flags = optimised }
    if isEngine && engine == "address" {
      flags.append("-sanitize=address")
      target.linkerSettings = [.unsafeFlags(["-sanitize=address"])]
    }
    if !flags.isEmpty { target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)] }
  }
}

// scripts/check-platforms builds the libraries as for a system without threads and Dispatch.
if Context.environment["LAYOUTSPECS_FAKE_PLATFORM"] != nil {
  for target in package.targets
  where ["LayoutSpecs", "LayoutSpecsTests", "LayoutTestSupport"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LAYOUTSPECS_FAKE_PLATFORM")]
  }
}
