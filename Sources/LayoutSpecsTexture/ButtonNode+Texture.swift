extension ButtonNode {
  /// The node that shows the title. Set titles by the button's methods: a text that is set on this node itself is not shown.
  public final var titleNode: TextNode {
    if let node = nodes.title { return node }
    // Makes the node, and no title.
    setAttributedTitle(nil as AttributedText?, for: .normal)
    return nodes.title ?? TextNode()
  }

  /// The node that shows the image. Set images by the button's methods.
  public final var imageNode: ImageNode {
    if let node = nodes.image { return node }
    setImageSize(nil, for: .normal)
    return nodes.image ?? ImageNode()
  }

  /// Sets the title of a state.
  public final func setAttributedTitle(_ title: NSAttributedString?, for state: ControlState) {
    setAttributedTitle(title.map { AttributedText($0) }, for: state)
  }

  /// Sets the title of a state in a font and a colour. Without a font this is `setTitle(_:for:)`, and the colour is ignored.
  public final func setTitle(
    _ title: String, with font: UIFont?, with color: UIColor?, for state: ControlState
  ) {
    guard let font else { return setTitle(title, for: state) }
    setTitle(title, with: TextFont(font), with: color.map { TextColor($0) }, for: state)
  }

  /// Sets the title of a state in a font and a colour.
  public final func setTitle(
    _ title: String, with font: TextFont, with color: TextColor?, for state: ControlState
  ) {
    setAttributedTitle(AttributedText([TextRun(title, font: font, color: color)]), for: state)
  }

  /// Sets the image of a state, whose size is laid out. Nil removes it.
  public final func setImage(_ image: UIImage?, for state: ControlState) {
    setImageSize(image.map { Size(width: $0.size.width, height: $0.size.height) }, for: state)
    keep(images.merging([state: image]) { $1 }, "images")
  }

  /// Returns the image of a state; nil if none was set.
  public final func image(for state: ControlState) -> UIImage? { images[state] ?? nil }

  /// Sets the image behind the whole button in a state. The button's size does not depend on it. Nil removes it.
  public final func setBackgroundImage(_ image: UIImage?, for state: ControlState) {
    if backgroundImageNode == nil { backgroundImageNode = ImageNode() }
    keep(backgroundImages.merging([state: image]) { $1 }, "backgroundImages")
  }

  /// Returns the image behind the button in a state; nil if none was set.
  public final func backgroundImage(for state: ControlState) -> UIImage? { backgroundImages[state] ?? nil }

  private final var images: [ControlState: UIImage?] { kept() ?? [:] }

  private final var backgroundImages: [ControlState: UIImage?] { kept() ?? [:] }
}
