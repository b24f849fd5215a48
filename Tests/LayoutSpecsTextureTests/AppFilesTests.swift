import LayoutSpecsTexture
import Testing

// The files in Apps are such as apps on Texture have: whole classes of nodes, with nothing but the edits that the page
// "Coming from Texture" lists. Here they are laid out. A character is 8 points wide, and a line 20 points high.

/// The images of the apps.
private let hasImages: Bool = {
  let side = { (points: Double) in Size(points, points) }
  UIImage.catalogue = [
    "heart": side(16), "link": side(40), "ring": side(64), "gear": side(24), "arrow": Size(10, 14),
    "plus": side(24), "clear": side(16), "button": Size(100, 40), "bell": side(24), "page": side(120),
    "logo": Size(120, 60), "play": side(32), "pause": side(32), "back": side(24), "next": side(24),
    "cover": side(300), "search": side(20), "empty": side(96),
  ]
  return true
}()

@Suite("Whole files of apps on Texture")
struct AppFilesTests {
  init() { #expect(hasImages) }

  private struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: CGSize
    let make: @Sendable () -> ASDisplayNode

    init(_ name: String, _ width: Double, _ height: Double, _ make: @escaping @Sendable () -> ASDisplayNode) {
      (testDescription, expected, self.make) = (name, CGSize(width: width, height: height), make)
    }
  }

  private static let shapes = [
    Shape("post", 320, 123) { PostCellNode(post: Post()) },
    Shape("post with a photo", 320, 275) { PostCellNode(post: Post(photoURL: URL(string: "a"))) },
    Shape("link", 320, 80) {
      LinkPreviewNode(title: "A note on the engine, by its reader", host: "a.org", imageURL: nil)
    },
    Shape("comment", 320, 32) { CommentCellNode(depth: 0, body: "Yes") },
    Shape("answer to an answer", 320, 52) {
      CommentCellNode(depth: 2, body: "No, and this is longer than a line")
    },
    Shape("poll option", 320, 36) { PollOptionNode(name: "Tea", share: 0.25) },
    Shape("story", 320, 104) { StoryNode(name: "ada") },
    Shape("loading", 320, 52) { LoadingCellNode() },
    Shape("bubble", 320, 36) { BubbleNode(text: "Hello", isOutgoing: true) },
    Shape("message", 320, 66) { MessageCellNode(text: "Shall we meet at noon today?", isOutgoing: false) },
    Shape("date", 320, 24) { DateHeaderNode(date: "Today") },
    Shape("photo message", 320, 108) {
      PhotoMessageCellNode(size: CGSize(width: 400, height: 200), caption: nil)
    },
    Shape("photo message with a caption", 320, 232) {
      PhotoMessageCellNode(size: CGSize(width: 100, height: 200), caption: "Hi")
    },
    Shape("composer", 320, 44) { ComposerNode() },
    Shape("typing", 320, 32) { TypingNode() },
    Shape("row of settings", 320, 56) {
      SettingsRowNode(model: .init(icon: "gear", title: "General", value: "On"))
    },
    Shape("last row of settings", 320, 56) { SettingsRowNode(model: .init(title: "About", isLast: true)) },
    Shape("row with a switch", 320, 64) { SwitchRowNode(title: "Wi-Fi", note: "Asks before joining") },
    Shape("header of settings", 320, 48) { SectionHeaderNode(title: "Privacy") },
    Shape("row with a button", 320, 66) {
      ButtonRowNode(title: "Log out", insets: UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8), action: nil)
    },
    Shape("row with a field", 320, 56) { TextFieldRowNode(placeholder: "Name", isSecure: false) },
    Shape("profile", 320, 290) {
      ProfileHeaderNode(name: "Ada", bio: "Analyst", stats: [("posts", 12), ("readers", 340)])
    },
    Shape("numbers of a profile", 320, 40) { StatNode(title: "posts", count: 12) },
    Shape("badge", 320, 24) { BadgeNode(count: 3) },
    Shape("biography", 320, 30) {
      BioTextNode(text: "See ada.org", linkRange: NSRange(location: 4, length: 7), url: "https://ada.org")
    },
    Shape("menu", 320, 44) { MenuNode(titles: ["A", "B"]) },
    Shape("photo", 320, 320) { PhotoCellNode(url: nil, duration: "0:12") },
    Shape("a photo of a mosaic", 320, 192) { PhotoMosaicNode(count: 1) },
    Shape("three photos", 320, 320) { PhotoMosaicNode(count: 3) },
    Shape("four photos", 320, 320) { PhotoMosaicNode(count: 4) },
    Shape("header of an album", 320, 44) { AlbumHeaderNode(title: "Hills", count: 7) },
    Shape("carousel", 320, 128) { CarouselCellNode(title: "New", count: 5) },
    Shape("dots", 320, 6) { PageDotsNode(count: 3) },
    Shape("controls of a player", 320, 72) { PlayerControlsNode() },
    Shape("film", 320, 220) { VideoCellNode(title: "The engine") },
    Shape("track", 320, 56) { TrackCellNode(number: 1, title: "Nocturne", artist: "Chopin") },
    Shape("track without an artist", 320, 36) { TrackCellNode(number: 1, title: "Nocturne", artist: nil) },
    Shape("bar of a player", 320, 56) { NowPlayingBarNode() },
    Shape("search bar", 320, 52) { SearchBarNode() },
    Shape("result", 320, 64) { ResultCellNode(title: "Engine", snippet: "Weaves", match: "gin") },
    Shape("tags", 320, 64) { TagsNode(tags: ["history", "machines", "patterns", "shuttles"]) },
    Shape("nothing found", 320, 184) { EmptyStateNode(message: "No results") },
    Shape("product", 320, 376) { ProductCellNode(name: "Loom", price: "12", oldPrice: "15") },
    Shape("row of a cart", 320, 76) { CartRowNode(name: "Loom") },
    Shape("mail", 320, 104) {
      MailCellNode(
        sender: "Charles", subject: "The engine", preview: "I have drawn it once more, with fewer wheels",
        isUnread: true, hasAttachment: true)
    },
    Shape("short mail", 320, 84) {
      MailCellNode(
        sender: "Charles", subject: "The engine", preview: "Yes", isUnread: false, hasAttachment: false)
    },
    Shape("attachment", 320, 144) { AttachmentNode(name: "drawing.pdf") },
    Shape("mail to write", 320, 165) { MailEditorNode(attachments: []) },
    Shape("mail with attachments", 320, 465) { MailEditorNode(attachments: ["a", "b", "c"]) },
    Shape("event", 320, 72) { EventCellNode(title: "Tea", place: "At the hall", hours: 1.5) },
    Shape("short event", 320, 24) { EventCellNode(title: "Tea", place: "At the hall", hours: 0.5) },
    Shape("week", 320, 32) { WeekNode() },
    Shape("transaction", 320, 56) { TransactionCellNode(payee: "Baker", cents: -320, note: "Bread") },
    Shape("transaction without a note", 320, 52) { TransactionCellNode(payee: "Baker", cents: 1200) },
    Shape("balance", 320, 64) { BalanceNode(sum: "1,200") },
    Shape("match", 320, 48) { MatchCellNode(home: "Town", guest: "City", score: "2:1") },
    Shape("row of a table of teams", 320, 32) {
      StandingsRowNode(place: 2, team: "Town", numbers: [12, 7, 30])
    },
    Shape("question", 320, 132) {
      QuestionNode(question: "Who wrote it?", answers: ["Ada", "Charles", "Mary"])
    },
    Shape("head of an article", 320, 180) { ArticleHeadNode(title: "The engine", section: "Science") },
    Shape("quote", 320, 124) { QuoteNode(text: "It weaves algebraic patterns", name: "Ada") },
    Shape("ingredients", 320, 68) { IngredientsNode([(120, "flour"), (50, "sugar"), (8, "yeast")]) },
    Shape("boarding pass", 320, 161) { BoardingPassNode(from: "London", to: "Turin") },
    Shape("place", 320, 224) { PlaceCardNode(name: "Hall", stars: 4, distance: "2 km") },
    Shape("hours", 320, 64) { HoursNode(degrees: [8, 14, 80]) },
  ]

  @Test(arguments: shapes)
  private func `A cell of a table has the height of its content`(shape: Shape) {
    let node = shape.make()
    #expect(node.layoutThatFits(.tableCell(width: 320)).size == shape.expected)
    node.layoutIfNeeded()
    #expect(node.calculatedSize == shape.expected)
  }

  @Test func `Bubbles stand at the side of who wrote them, and as wide as their texts`() {
    let node = MessageCellNode(text: "Hello", isOutgoing: true)
    _ = node.layoutThatFits(.tableCell(width: 320))
    node.layoutIfNeeded()
    #expect(node.bubbleNode.frame == CGRect(x: 320 - 12 - 64, y: 4, width: 64, height: 36))
    #expect(node.bubbleNode.textNode.frame == CGRect(x: 12, y: 8, width: 40, height: 20))
    #expect(node.timeNode.frame.maxX == node.bubbleNode.frame.minX - 8)
  }

  @Test func `A row of settings has its line at the bottom, and what it is called by`() {
    let node = SettingsRowNode(model: .init(icon: "gear", title: "General", value: "On"))
    _ = node.layoutThatFits(.tableCell(width: 320))
    node.layoutIfNeeded()
    node.hostDidLoad()
    #expect(node.titleNode.frame == CGRect(x: 16 + 24 + 12, y: 18, width: 56, height: 20))
    #expect(node.lineNode.frame == CGRect(x: 16, y: 55, width: 304, height: 1))
    #expect(node.backgroundColor == .white && node.accessibilityIdentifier == "settings-General")
  }

  @Test func `A field that has text shows the button to send it`() {
    let node = ComposerNode()
    node.traitOverrides.safeAreaInsets.bottom = 34
    #expect(node.layoutThatFits(.tableCell(width: 320)).size.height == 78)
    node.layoutIfNeeded()
    #expect(
      node.fieldNode.frame == CGRect(x: 44, y: 6, width: 264, height: 32) && node.sendButton.supernode == nil)
    node.fieldNode.attributedText = NSAttributedString(string: "Hi")
    node.fieldNode.delegate?.editableTextNodeDidUpdateText(node.fieldNode)
    node.layoutIfNeeded()
    #expect(node.fieldNode.frame.width == 264 - 8 - 32 && node.sendButton.isEnabled)
  }

  @Test func `A form scrolls, and shows what is wrong`() {
    let node = LoginNode()
    func layOut() {
      _ = node.layoutThatFits(SizeRange(exactly: Size(320, 200)))
      node.layoutIfNeeded()
    }
    layOut()
    #expect(node.contentSize == Size(320, 48 + 60 + 24 + 12 + 44 + 12 + 44 + 12 + 44 + 24))
    #expect(node.logoNode.frame == CGRect(x: 100, y: 48, width: 120, height: 60))
    node[node.showsError] = true
    layOut()
    #expect(
      node.contentSize.height == 324 + 32
        && node.errorNode.frame.minY == 48 + 60 + 24 + 12 + 44 + 12 + 44 + 12)
  }

  @Test func `A mail's text view has the field's text and insets, and keeps the rest`() {
    let node = MailEditorNode(attachments: [])
    let view = node.bodyField.textView
    #expect(view.text == "" && view.isEditable && view.isSelectable && view.dataDetectorTypes == [])
    node.subjectField.onFirstResponder = { $0 }
    node.hostDidLoad()
    #expect(view.text == "-- Ada" && view.isEditable && view.dataDetectorTypes.contains(.phoneNumber))
    #expect(
      node.bodyField.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
        == .systemFont(ofSize: 16))
    #expect(node.bodyField.textContainerInset == UIEdgeInsets(top: 12, left: 0, bottom: 12, right: 0))
    node.editableTextNodeDidUpdateText(node.bodyField)
    #expect(node.bodyField.selectedRange == NSRange(location: 6, length: 0))
    view.text = nil
    view.isSelectable = false
    view.font = .boldSystemFont(ofSize: 12)
    #expect(node.bodyField.attributedText == nil && !view.isSelectable)
    #expect(
      view.font == .boldSystemFont(ofSize: 12)
        && MailEditorNode(attachments: []).bodyField.textView.font == nil)
  }

  @Test func `A pager of a layout has pages as large as itself`() {
    let node = GuideNode(titles: ["One", "Two"])
    node.traitOverrides.safeAreaInsets.top = 44
    _ = node.layoutThatFits(SizeRange(exactly: Size(320, 480)))
    node.layoutIfNeeded()
    #expect(node.pagerNode.frame == CGRect(x: 0, y: 44, width: 320, height: 436))
    #expect(node.pagerNode.nodeForPage(at: 1)?.frame.size == Size(320, 436))
    #expect(node.pagerNode.allowsAutomaticInsetsAdjustment && !ASPagerNode().allowsAutomaticInsetsAdjustment)
  }

  @Test func `A hidden balance is a bar in place of the sum, and a chosen answer has a border`() {
    let balance = BalanceNode(sum: "1,200")
    _ = balance.layoutThatFits(.tableCell(width: 320))
    balance.layoutIfNeeded()
    #expect(balance.sumNode.supernode === balance && balance.hiddenNode.supernode == nil)
    balance.toggle()
    #expect(balance.hiddenNode.frame == CGRect(x: 100, y: 24, width: 120, height: 40))
    let question = QuestionNode(question: "Who?", answers: ["Ada", "Mary"])
    question.choose(1)
    #expect(question.answerNodes.map(\.borderWidth) == [0, 2])
  }

  @Test func `The notches of a pass lie at both edges of its line`() {
    let pass = BoardingPassNode(from: "London", to: "Turin")
    _ = pass.layoutThatFits(.tableCell(width: 320))
    pass.layoutIfNeeded()
    #expect(pass.notchNodes.map(\.frame.minX) == [-8, 312] && pass.notchNodes[0].frame.minY == 52)
    #expect(pass.codeNode.frame == CGRect(x: 100, y: 81, width: 120, height: 60))
  }

  @Test func `Cells of films hear that they are shown, and so do tapped links and buttons`() {
    let film = VideoCellNode(title: "The engine")
    film.setInterfaceState(preload: true, display: true, visible: true)
    film.setInterfaceState(preload: true, display: true, visible: false)
    #expect(film[film.entered] == 1 && film[film.exited] == 1)
    let biography = BioTextNode(
      text: "See ada.org", linkRange: NSRange(location: 4, length: 7), url: "https://ada.org")
    _ = biography.layoutThatFits(.tableCell(width: 320))
    biography.layoutIfNeeded()
    #expect(!biography.textNode.tapLink(at: CGPoint(x: 4, y: 4)))
    #expect(
      biography.textNode.tapLink(at: CGPoint(x: 60, y: 4)) && biography[biography.tapped] == "https://ada.org"
    )
    nonisolated(unsafe) var tapCount = 0
    let row = ButtonRowNode(title: "Log out", insets: .zero) { tapCount += 1 }
    row.tappedNode.sendActions(forControlEvents: .touchUpInside) { target, action in
      if action == "handleTap" { (target as? ButtonRowNode)?.handleTap() }
    }
    #expect(tapCount == 1)
  }
}
