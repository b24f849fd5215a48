import LayoutSpecs

/// How high a text is in this width, in points; 0 for everything else.
func textHeight(_ tree: LayoutTree, _ id: ElementID, width: Double) -> Double {
  guard case .text(let text) = tree.content(of: id) else { return 0 }
  let metrics = MonospaceMetrics(advance: text.advance, lineHeight: text.lineHeight)
  // A width that came out of a solver may be short of the exact one by a rounding error.
  return metrics.size(of: text.string, maxWidth: width + 1e-6).height
}
