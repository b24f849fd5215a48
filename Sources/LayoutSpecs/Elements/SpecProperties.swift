/// The properties of a spec, apart from its children and its style, as the engine reads them.
///
/// A stack has a `StackRecord` instead, and specs without properties have none. Each kind takes a line in each of the
/// members here; the layout rules are in the files of the specs.
enum SpecProperties: Hashable, Sendable {
  case inset(EdgeInsets)
  case center(CenterParameters)
  case relative(RelativeParameters)
  case ratio(Double)
  case absolute(AbsoluteSizing)
  case corner(CornerParameters)

  /// nil for other content.
  @inline(__always)
  init?(_ content: ElementContent) {
    switch content {
    case .inset(let insets): self = .inset(insets)
    case .center(let parameters): self = .center(parameters)
    case .relative(let parameters): self = .relative(parameters)
    case .ratio(let ratio): self = .ratio(ratio)
    case .absolute(let sizing): self = .absolute(sizing)
    case .corner(let parameters): self = .corner(parameters)
    default: return nil
    }
  }

  /// The properties, checked again, since one may have been set after `init`, with 0 for -0.
  var checked: SpecProperties {
    switch self {
    case .inset(let insets): return .inset(insets.checked)
    case .corner(let parameters): return .corner(parameters.checked)
    case .ratio(let ratio):
      precondition(ratio >= 0 && ratio < .infinity, "A ratio is a finite number, 0 or more")
      return .ratio(ratio + 0)
    case .center, .relative, .absolute: return self
    }
  }

  var content: ElementContent {
    switch self {
    case .inset(let insets): .inset(insets)
    case .center(let parameters): .center(parameters)
    case .relative(let parameters): .relative(parameters)
    case .ratio(let ratio): .ratio(ratio)
    case .absolute(let sizing): .absolute(sizing)
    case .corner(let parameters): .corner(parameters)
    }
  }
}
