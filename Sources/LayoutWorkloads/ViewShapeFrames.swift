import LayoutSpecs

/// `flatAbsolute(N)` laid out by hand, at a height of 1,000 points.
public struct FlatAbsoluteFrames: HandWrittenFrames {
  private var positions: [Point] = []

  /// So many views, at the positions that `flatAbsolute(N)` draws from this seed.
  public init(viewCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    positions = (0..<viewCount).map { _ in Point(Double(random.below(960)), Double(random.below(980))) }
  }

  public var elementCount: Int { positions.count + 1 }

  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    frames[0] = Rect(x: 0, y: 0, width: width, height: 1000)
    frames.withUnsafeMutableBufferPointer { frames in
      for index in positions.indices {
        frames[index + 1] = Rect(origin: positions[index], size: Size(40, 20))
      }
    }
  }
}

/// `flatRelative(N)` laid out by hand, in any width of whole points that its views fit in.
public struct FlatRelativeFrames: HandWrittenFrames {
  private var sizes: [Size] = []

  /// So many views, of the sizes that `flatRelative(N)` draws from this seed.
  public init(viewCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    sizes = (0..<viewCount).map { _ in
      Size(20 + Double(random.below(300)), 10 + Double(random.below(30)))
    }
  }

  public var elementCount: Int { sizes.count + 1 }

  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    frames.withUnsafeMutableBufferPointer { frames in
      var y = 0.0
      for index in sizes.indices {
        frames[index + 1] = Rect(origin: Point(0, y), size: sizes[index])
        y += sizes[index].height + 4
      }
      frames[0] = Rect(x: 0, y: 0, width: width, height: sizes.isEmpty ? 0 : y - 4)
    }
  }
}

/// `nestedViews(N)` laid out by hand, in its own width.
public struct NestedViewFrames: HandWrittenFrames {
  private let viewCount: Int

  /// So many views around a node.
  public init(viewCount: Int) { self.viewCount = viewCount }

  public var elementCount: Int { viewCount + 1 }

  public func layOut(width: Double, into frames: inout [Rect]) {
    precondition(frames.count >= elementCount, "There is room for every frame")
    frames.withUnsafeMutableBufferPointer { frames in
      var side = width
      for index in 0...viewCount {
        let inset = index == 0 ? 0.0 : 1
        frames[index] = Rect(x: inset, y: inset, width: side, height: side)
        side -= 2
      }
    }
  }
}
