import LayoutSpecs

/// Fills the form in, and prints what would be on the screen meanwhile.
@main
enum SignUpForm {
  static func main() {
    for line in lines() { print(line) }
  }

  /// The frame and the alpha of each subnode, from back to front, every tenth of a second.
  static func lines() -> [String] {
    let form = SignUpNode()
    let animator = ManualAnimator()
    form.animator = animator
    form.frame = Rect(x: 0, y: 0, width: 320, height: 240)
    form.layoutIfNeeded()

    var lines = ["name"] + look(of: form, at: 0)
    for state in [SignUpNode.FieldState.age, .done] {
      form.fieldState = state
      form.transitionLayout(withAnimation: true)
      lines.append("\(state)")
      for tenths in 0...4 {
        if tenths > 0 { animator.advance(by: 0.1) }
        lines += look(of: form, at: tenths)
      }
    }
    return lines
  }

  private static func look(of form: SignUpNode, at tenths: Int) -> [String] {
    form.subnodes.map { node in
      let frame = node.frame
      let shown = Rect(
        x: rounded(frame.minX), y: rounded(frame.minY), width: frame.size.width, height: frame.size.height)
      return "  0.\(tenths) s  \(node.debugName ?? "")  \(shown)  alpha \(rounded(node.alpha))"
    }
  }

  /// The nearest number with two decimals.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
