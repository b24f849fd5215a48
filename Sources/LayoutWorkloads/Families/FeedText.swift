import LayoutSpecs

extension WorkloadFamily {
  /// The feed with texts that people write, in eleven languages.
  ///
  /// - Parameter metrics: Real fonts, for a workload. In monospace metrics the texts are the same.
  public static func feedText(in metrics: any TextMetrics) -> WorkloadFamily {
    list(
      "feedText", of: 0...100_000, usual: 1_000, cellSize: 12,
      summary: "the feed with real fonts and texts in eleven languages, a tenth of them in several fonts",
      nodes: { FeedTextNodes(postCount: $0, seed: $1, metrics: metrics) },
      cell: { builder, random in
        let cell = FeedCell(&builder)
        cell.write(FeedTextPost(&random), in: metrics, to: &builder)
      })
  }
}

extension FeedCell {
  fileprivate func write(
    _ post: FeedTextPost, in metrics: any TextMetrics, to builder: inout LayoutTreeBuilder
  ) {
    func content(_ text: AttributedText) -> ElementContent {
      // Metrics that only have sizes measure the text without its runs.
      Paragraph(text, metrics: metrics).map(ElementContent.paragraph)
        ?? .measured(TextMeasurement(text: text.string, metrics: metrics))
    }
    write(to: &builder, title: content(post.title), body: content(post.body), meta: content(post.meta))
  }
}

/// The feed of real texts as an app has it: a node for each post.
private struct FeedTextNodes: NodeWorkload {
  let posts: [FeedTextPost]
  let metrics: any TextMetrics

  init(postCount: Int, seed: UInt64, metrics: any TextMetrics) {
    var random = SplitMix64(seed: seed)
    posts = (0..<postCount).map { _ in FeedTextPost(&random) }
    self.metrics = metrics
  }

  var cellCount: Int { posts.count }

  func makeCell(_ index: Int) -> DisplayNode {
    let post = posts[index]
    func node(_ text: AttributedText) -> TextNode { TextNode(attributedText: text, metrics: metrics) }
    return PostNode(title: node(post.title), body: node(post.body), meta: node(post.meta))
  }
}

// MARK: - Texts

/// The texts of one post: a title, one to four sentences, and when it was written.
struct FeedTextPost {
  let title: AttributedText
  let body: AttributedText
  let meta: AttributedText

  private static let titleFont = TextFont(size: 17, weight: 700)
  private static let bodyFont = TextFont(size: 15)
  private static let metaFont = TextFont(size: 13)

  /// Draws a language and the texts. One body in ten has a bold beginning and a link in italics.
  init(_ random: inout SplitMix64) {
    let language = FeedLanguage.all[random.below(UInt64(FeedLanguage.all.count))]
    func sentence(_ random: inout SplitMix64) -> String {
      language.sentences[random.below(UInt64(language.sentences.count))]
    }
    title = AttributedText(
      language.titles[random.below(UInt64(language.titles.count))], font: Self.titleFont)
    var sentences: [String] = []
    for _ in 0...random.below(4) { sentences.append(sentence(&random)) }
    let text = sentences.joined(separator: language.separator)
    if random.below(10) == 0 {
      body = AttributedText([
        TextRun(language.names[0] + " ", font: TextFont(size: 15, weight: 700)),
        TextRun(text + " ", font: Self.bodyFont),
        TextRun("example.org/posts/\(1_000 + random.below(9_000))", font: TextFont(size: 15, isItalic: true)),
      ])
    } else {
      body = AttributedText(text, font: Self.bodyFont)
    }
    let name = language.names[random.below(UInt64(language.names.count))]
    meta = AttributedText("\(name) · \(1 + random.below(59)) min", font: Self.metaFont)
  }
}

/// The texts in one language. The sentences about human rights are articles 1 and 3 of the Universal
/// Declaration of Human Rights, United Nations, 1948; all other texts are this project's.
private struct FeedLanguage: Sendable {
  let names: [String]
  let titles: [String]
  let sentences: [String]
  /// The text between sentences.
  var separator = " "

  static let all: [FeedLanguage] = [
    FeedLanguage(
      names: ["Ada", "Grace", "Margaret Hamilton"],
      titles: [
        "Moved in!", "What the harbour looked like this morning", "Does anybody have a spare ticket?",
      ],
      sentences: [
        "The ferry left two minutes early, so I had the whole pier to myself and a very large coffee.",
        "Nobody told me that the trail is closed in winter; it's lovely anyway.",
        "If you need a desk, a lamp or about forty paperbacks, write to me by Friday.",
        "All human beings are born free and equal in dignity and rights.",
        "Everyone has the right to life, liberty and security of person.",
        "3 of 4 tests passed (the fourth wasn't plugged in).", "Thank you all \u{1F60A}",
      ]),
    FeedLanguage(
      names: ["Jürgen", "Käthe", "Anneliese Groß"],
      titles: [
        "Frühstück am See", "Wer kennt eine gute Fahrradwerkstatt?", "Straßenbahnhaltestelle verlegt",
      ],
      sentences: [
        "Die Wohnungsbaugenossenschaft hat die Fahrradabstellmöglichkeiten endlich erweitert.",
        "Heute früh um 6:45 Uhr lag der Nebel so dicht, dass man den Kirchturm nicht mehr sah.",
        "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
        "Wer noch Stühle übrig hat: Wir nehmen sie gern, auch einzeln.",
        "Die Geschwindigkeitsbegrenzung gilt jetzt auch in der Schlossallee.",
      ]),
    FeedLanguage(
      names: ["Zoé", "François", "Hélène Lefèvre"],
      titles: ["Marché du samedi", "Où trouver du bon pain ?", "C’est l’été !"],
      sentences: [
        "On a dîné dehors jusqu’à minuit ; les voisins ont apporté le dessert.",
        "Tous les êtres humains naissent libres et égaux en dignité et en droits.",
        "Le train de 18 h 04 est supprimé, celui d’après aussi.",
        "Quelqu’un aurait-il une échelle à prêter pour dimanche ?",
      ]),
    FeedLanguage(
      names: ["Íñigo", "Lucía", "Belén Muñoz"],
      titles: ["¡Por fin llueve!", "Se busca guitarra", "La plaza, vacía"],
      sentences: [
        "Mañana abrimos a las nueve; trae a quien quieras y algo de pan.",
        "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
        "¿Alguien sabe por qué no pasa el autobús número 12?",
        "Hemos pintado la cocina de un amarillo que en la lata parecía otro.",
      ]),
    FeedLanguage(
      names: ["Юрий", "Ольга", "Наталья Кузнецова"],
      titles: ["Первый снег", "Отдам котят", "Кто едет на дачу?"],
      sentences: [
        "Утром вышли на лёд, а к обеду река уже шумела под мостом.",
        "Все люди рождаются свободными и равными в своем достоинстве и правах.",
        "Отдам в хорошие руки книжный шкаф и швейную машинку.",
        "Электричка опоздала на сорок минут, зато дочитал книгу.",
      ]),
    FeedLanguage(
      names: ["Ωρίων", "Μαρία"],
      titles: ["Καλημέρα από το νησί", "Ψάχνω ποδήλατο"],
      sentences: [
        "Ο αέρας έπεσε και τα καΐκια βγήκαν πάλι στο πέλαγος.",
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
        "Το πλοίο φεύγει στις 7:30, μην αργήσετε.",
      ]),
    FeedLanguage(
      names: ["سارة", "يوسف"],
      titles: ["صباح الخير", "من يعرف مكتبة قريبة؟"],
      sentences: [
        "وصل القطار بعد ساعة، لكن الطريق كان جميلًا.",
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
        "لكل فرد الحق في الحياة والحرية وفي الأمان على شخصه.", "اشترينا 3 كراسي وطاولة بـ 450 فقط.",
      ]),
    FeedLanguage(
      names: ["נועה", "דוד"],
      titles: ["בוקר טוב", "מי רוצה ספרים?"],
      sentences: [
        "ירד גשם כל הלילה, ובבוקר כל הרחוב היה שקט.",
        "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
        "קנינו 2 כיסאות ב-150 ש\"ח, וקיבלנו שלישי במתנה.",
      ]),
    FeedLanguage(
      names: ["สมชาย", "มาลี"],
      titles: ["ตลาดเช้าวันเสาร์", "ฝนตกอีกแล้ว"],
      sentences: [
        "เมื่อเช้านี้เรือออกเร็วกว่าปกติสองนาที เลยต้องรอรอบถัดไป",
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
        "ใครมีเก้าอี้เหลือบ้าง ขอยืมวันอาทิตย์นะ",
      ]),
    FeedLanguage(
      names: ["さくら", "健太"],
      titles: ["朝の港", "自転車を探しています", "引っ越しました！"],
      sentences: [
        "今朝の船は二分早く出たので、桟橋には誰もいませんでした。",
        "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。",
        "余っている椅子があれば、日曜日まで貸してください。", "コーヒーがおいしい店を見つけた。",
      ], separator: ""),
    FeedLanguage(
      names: ["小明", "李华"],
      titles: ["今天的日落", "谁有多余的票？"],
      sentences: [
        "人人生而自由，在尊严和权利上一律平等。", "早上六点的公园里只有我和一只猫。", "火车晚点了四十分钟，正好把书看完了。",
        "周五以前需要书桌或台灯的朋友请留言。",
      ], separator: ""),
  ]
}
