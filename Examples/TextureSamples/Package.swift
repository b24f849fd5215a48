// swift-tools-version: 6.3

import PackageDescription

// An app of its own, which knows LayoutBench as any other app does: by one dependency and one product.
let package = Package(
  name: "TextureSamples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "LayoutBench", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TextureSamples", dependencies: [.product(name: "LayoutSpecs", package: "LayoutBench")])
  ],
  swiftLanguageModes: [.v6]
)
