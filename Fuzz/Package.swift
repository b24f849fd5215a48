// swift-tools-version: 6.3

import PackageDescription

// Fuzzing needs the modules as they are, compiled once more with libFuzzer's instrumentation, and what
// `package` makes visible in them. So `Sources` has links to their folders, and they are targets of this
// package.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v13)],
  targets: [
    .systemLibrary(name: "CSystemCalls"),
    .target(name: "LayoutSpecs"),
    .target(name: "StrictJSON"),
    .target(name: "LayoutDiagnostics", dependencies: ["LayoutSpecs"]),
    .target(name: "LayoutDocuments", dependencies: ["LayoutDiagnostics", "LayoutSpecs", "StrictJSON"]),
    .target(name: "Measuring", dependencies: ["CSystemCalls", "StrictJSON"]),
    .target(name: "Reporting", dependencies: ["Measuring", "StrictJSON"]),
    .target(name: "LayoutTestSupport", dependencies: ["LayoutSpecs"]),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "LayoutDiagnostics", "LayoutDocuments", "LayoutSpecs", "LayoutTestSupport", "Measuring",
        "Reporting", "StrictJSON",
      ],
      // The program has a main of its own, so that of libFuzzer stays in its archive. `swift build --sanitize
      // fuzzer` links the archive first, and then there are two. The linker that Swift takes on Linux by
      // default does not read the archive.
      linkerSettings: [
        .unsafeFlags(["-sanitize=fuzzer"]), .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The generators and the naive models decide nothing, and need no instrumentation. The targets ask for more
// than the modules show to other packages, as the tests do.
for target in package.targets where target.type == .regular && target.name != "LayoutTestSupport" {
  target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing", "-assert-config", "Debug"])]
}
