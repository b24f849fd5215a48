// swift-tools-version: 6.0
import PackageDescription

// SwiftCrossUI and its backend without a screen, from the sources that scripts/install-peers puts beside this file: two of
// the package's modules, unchanged. Its other modules, and what those need, are not fetched.
let package = Package(
  name: "swiftcrossui-worker",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.6.4")],
  targets: [
    .target(
      name: "SwiftCrossUI", dependencies: ["ImageFormats", .product(name: "Logging", package: "swift-log")],
      path: "swift-cross-ui/Sources/SwiftCrossUI",
      swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]),
    .target(
      name: "DummyBackend", dependencies: ["SwiftCrossUI"], path: "swift-cross-ui/Sources/DummyBackend",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "ImageFormats"),
    .target(name: "PeerProtocol", path: "native", exclude: ["yoga.cpp"], publicHeadersPath: "."),
    .executableTarget(
      name: "peer-swiftcrossui", dependencies: ["SwiftCrossUI", "DummyBackend", "PeerProtocol"],
      path: "Sources/Worker", swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
