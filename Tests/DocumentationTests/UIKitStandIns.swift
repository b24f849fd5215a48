import LayoutSpecs

// The parts of UIKit and Core Graphics that the samples on hosting need, where neither exists: views that only hold
// data. The samples are checked together with this file, and run with it.

typealias CGFloat = Double

struct CGRect: Equatable {
  static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)

  var x, y, width, height: CGFloat

  init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  init(_ rect: Rect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.size.width, height: rect.size.height)
  }
}

class NSCoder {}

@MainActor struct UITraitCollection { let displayScale: CGFloat = 2 }

@MainActor class UIView {
  var frame: CGRect
  var alpha: CGFloat = 1
  var isHidden = false
  private(set) var subviews: [UIView] = []
  private weak var superview: UIView?
  private var needsLayout = true

  init(frame: CGRect) { self.frame = frame }
  convenience init() { self.init(frame: .zero) }
  required init?(coder: NSCoder) { nil }

  var bounds: CGRect { CGRect(x: 0, y: 0, width: frame.width, height: frame.height) }
  var traitCollection: UITraitCollection { UITraitCollection() }

  func layoutSubviews() {}
  func setNeedsLayout() { needsLayout = true }

  func layoutIfNeeded() {
    if needsLayout { layoutSubviews() }
    needsLayout = false
  }

  func insertSubview(_ view: UIView, at index: Int) {
    view.removeFromSuperview()
    subviews.insert(view, at: index)
    view.superview = self
  }

  func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

class UILabel: UIView {
  var text: String?
  var numberOfLines = 1
}
