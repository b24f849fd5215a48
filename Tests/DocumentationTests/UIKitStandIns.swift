import LayoutSpecsTexture

// The parts of UIKit and Core Graphics that the samples on hosting need, where neither exists: views that only hold
// data. The samples are checked together with this file, and run with it.

typealias CGFloat = Double
typealias CGPoint = Point
typealias CGSize = Size
typealias CGRect = Rect

// Core Graphics' types and this package's are converted into each other. Here they are the same.
extension Point { init(_ point: Point) { self = point } }
extension Size { init(_ size: Size) { self = size } }
extension Rect { init(_ rect: Rect) { self = rect } }

class NSCoder {}
class UIEvent {}

@MainActor struct UITraitCollection { let displayScale: CGFloat = 2 }

@MainActor class CALayer {
  var cornerRadius: CGFloat = 0
  var borderWidth: CGFloat = 0
  var borderColor: CGColor?
  var shadowColor: CGColor?
  var shadowOpacity: Float = 0
  var shadowOffset = CGSize(width: 0, height: -3)
  var shadowRadius: CGFloat = 3
}

@MainActor class UIView {
  var frame: CGRect
  var alpha: CGFloat = 1
  var isHidden = false
  var backgroundColor: UIColor?
  var tintColor: UIColor!
  var contentMode = LayoutSpecsTexture.UIView.ContentMode.scaleToFill
  var clipsToBounds = false
  var isUserInteractionEnabled = true
  var accessibilityIdentifier: String?
  var accessibilityLabel: String?
  var accessibilityValue: String?
  let layer = CALayer()
  private(set) var subviews: [UIView] = []
  private weak var superview: UIView?
  private var needsLayout = true

  init(frame: CGRect) { self.frame = frame }
  convenience init() { self.init(frame: .zero) }
  required init?(coder: NSCoder) { nil }

  var bounds: CGRect { CGRect(x: 0, y: 0, width: frame.width, height: frame.height) }
  var traitCollection: UITraitCollection { UITraitCollection() }
  var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0) }

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
  var attributedText: NSAttributedString?
  var numberOfLines = 1
}

class UIImageView: UIView { var image: UIImage? }

@MainActor protocol UIScrollViewDelegate: AnyObject { func scrollViewDidScroll(_ scrollView: UIScrollView) }

class UIScrollView: UIView {
  weak var delegate: (any UIScrollViewDelegate)?
  var contentSize = CGSize.zero
  var contentOffset = CGPoint.zero {
    didSet { if contentOffset != oldValue { delegate?.scrollViewDidScroll(self) } }
  }
}

@MainActor class UIViewController {
  /// Made by `loadView` when it is first asked for.
  var view: UIView! {
    get {
      if loadedView == nil { loadView() }
      return loadedView
    }
    set { loadedView = newValue }
  }
  private var loadedView: UIView?

  init(nibName: String?, bundle: Bundle?) {}
  required init?(coder: NSCoder) { nil }

  func loadView() { view = UIView() }
  func viewSafeAreaInsetsDidChange() {}
  func viewWillAppear(_ animated: Bool) {}
  func viewDidDisappear(_ animated: Bool) {}
}

@MainActor class UIApplication {
  static let shared = UIApplication()
  /// The actions that were sent, for tests.
  var sent: [Selector] = []

  @discardableResult
  func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    sent.append(action)
    return true
  }
}
