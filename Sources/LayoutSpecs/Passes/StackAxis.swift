/// The main axis of a stack, along which its children follow each other. The stack's layout is compiled for
/// each axis.
protocol StackAxis {
  static var isHorizontal: Bool { get }
}

extension StackAxis {
  @inline(__always) static func main(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
  @inline(__always) static func cross(_ size: Size) -> Double { isHorizontal ? size.height : size.width }
  @inline(__always) static func main(_ point: Point) -> Double { isHorizontal ? point.x : point.y }
  @inline(__always) static func cross(_ point: Point) -> Double { isHorizontal ? point.y : point.x }
  @inline(__always) static func size(main: Double, cross: Double) -> Size {
    isHorizontal ? Size(main, cross) : Size(cross, main)
  }
  @inline(__always) static func point(main: Double, cross: Double) -> Point {
    isHorizontal ? Point(main, cross) : Point(cross, main)
  }
}
