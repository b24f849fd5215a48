/// A language of the feed of real texts.
///
/// A text has the form of one of the language's few: the punctuation, the digits, the short words and the number of words.
/// Drawn words take the place of the others. They are drawn as people use words, by Zipf's law: a word of rank *r* comes
/// about once in 9*r* words. So a screen knows as many words of the screens before it as in posts that people wrote, which
/// is what matters to code that remembers words, or pairs of letters.
///
/// The sentences about human rights are articles 1 and 3 of the Universal Declaration of Human Rights, United Nations,
/// 1948; all other texts are this project's.
struct FeedLanguage: Sendable {
  /// What drawn words take the place of.
  enum Writing: Sendable {
    /// Each word of more than `longestKept` letters.
    case words
    /// Letters without a space between them: as many words as are as long.
    case phrases
    /// Ideographs in a row, likewise. Sentences have no space between them.
    case ideographs
  }

  let names: [String]
  let titles: [String]
  let sentences: [String]
  /// Words, the most frequent first: one of the first group, two of the second, four of the third, and so on.
  private let words: [String]
  private let writing: Writing
  private let longestKept: Int

  private static let groupCount = 12

  /// The text between sentences.
  var separator: String { writing == .ideographs ? "" : " " }

  /// - Parameters:
  ///   - beginnings: Parts of words, with spaces between them; ideographs have none.
  ///   - endings: Parts of words at the end of words of several parts. Default: none, and beginnings stand there too.
  init(
    names: [String], titles: [String], sentences: [String], beginnings: String, endings: String = "",
    writing: Writing = .words, longestKept: Int = 3
  ) {
    (self.names, self.titles, self.sentences, self.writing) = (names, titles, sentences, writing)
    self.longestKept = writing == .words ? longestKept : 0
    let first =
      writing == .ideographs ? beginnings.map(String.init) : beginnings.split(separator: " ").map(String.init)
    let last = endings.isEmpty ? first : endings.split(separator: " ").map(String.init)
    var random = SplitMix64(seed: 1)
    func draw(_ parts: [String]) -> String { parts[random.below(UInt64(parts.count))] }
    words = (0..<Self.groupCount).flatMap { group in
      (0..<1 << group).map { _ in
        // Frequent words are short: they have one part, and rare ones three.
        let word = (0..<max(1, group / 4)).map { _ in draw(first) }.joined()
        return group < 4 ? word : word + draw(last)
      }
    }
  }

  /// Returns a text of the same form, of drawn words.
  func text(like form: String, _ random: inout SplitMix64) -> String {
    var (text, row) = ("", "")
    for character in form {
      if isReplaced(character) {
        row.append(character)
      } else {
        text += replacement(of: row, &random)
        text.append(character)
        row = ""
      }
    }
    return text + replacement(of: row, &random)
  }

  private func isReplaced(_ character: Character) -> Bool {
    guard writing == .ideographs else { return character.isLetter }
    return character.unicodeScalars.first.map { (0x4E00...0x9FFF).contains($0.value) } ?? false
  }

  private func replacement(of row: String, _ random: inout SplitMix64) -> String {
    let count = row.count
    guard count > longestKept else { return row }
    var text = word(&random)
    if writing != .words {
      while text.count < count { text += word(&random) }
    }
    return row.first?.isUppercase == true ? text.prefix(1).uppercased() + text.dropFirst() : text
  }

  /// Draws a word: each group is as likely as another, and each word of the group.
  private func word(_ random: inout SplitMix64) -> String {
    let group = random.below(UInt64(Self.groupCount))
    return words[(1 << group) - 1 + random.below(1 << UInt64(group))]
  }
}

extension FeedLanguage {
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
      ],
      beginnings: """
        ab ac ad al an ar be bo can car cha col com con cor de dif dis do eff en ev ex far fe fin fla for \
        fra gar gen go gra har hea hor im in jour ju kit la lea lit loo ma mar mea mid mo na ne off ou pa \
        pe pla po pre pro qua ra re ri sa sea sha so sto sub sur ta ten tha to tra tur un up va ve wa wea \
        whi win won
        """,
      endings: """
        able age al ance ant ard ate ed el ence ent er ers est ful ice ing ion ish ist ity ive le less ly \
        ment ness ock ome on ore ous own se ship st ted ter ther thing tion tor ty ure ward y
        """),
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
      ],
      beginnings: """
        ab an auf aus be bahn berg blick brü dach ent er fahr feld fern fluss frei früh für ge gar groß \
        gut hau heim hoch ja kar kü land lauf licht lös mal mit mö nach nacht neu ober plat quer rad raum \
        schla schö see sicht spiel sprech stadt stra süd ta tür über um un ver vor wahl wan was weg werk \
        wirt wohn wür zeit zu zwi
        """,
      endings: """
        bar chen de e ei el en er es fach haft heit ich ig in keit lich ling los nis sal sam schaft ßen te \
        ten ter tum ung ungen voll wärts ze zen
        """),
    FeedLanguage(
      names: ["Zoé", "François", "Hélène Lefèvre"],
      titles: ["Marché du samedi", "Où trouver du bon pain ?", "C’est l’été !"],
      sentences: [
        "On a dîné dehors jusqu’à minuit ; les voisins ont apporté le dessert.",
        "Tous les êtres humains naissent libres et égaux en dignité et en droits.",
        "Le train de 18 h 04 est supprimé, celui d’après aussi.",
        "Quelqu’un aurait-il une échelle à prêter pour dimanche ?",
      ],
      beginnings: """
        a accro ai amou an ap au avan bai beau bri ca cham chan che cla co con cou dé des di dou é effa em \
        en es fa fê fi flo fran gar gou hau in jar jou la le lou ma mé mer mon na nou œu ou pa pei plai \
        poé por pré quar ra ré ri sa sau sé si sou ta tem tra trou va ver vi voi
        """,
      endings: """
        able age aine al ance ant at âtre çon çu é eau ée elle ement ent er erie esse ette eur euse eux ible \
        ie ien ième ier ière if ille ique ir isme ité oir ois on ons té tion ure
        """),
    FeedLanguage(
      names: ["Íñigo", "Lucía", "Belén Muñoz"],
      titles: ["¡Por fin llueve!", "Se busca guitarra", "La plaza, vacía"],
      sentences: [
        "Mañana abrimos a las nueve; trae a quien quieras y algo de pan.",
        "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
        "¿Alguien sabe por qué no pasa el autobús número 12?",
        "Hemos pintado la cocina de un amarillo que en la lata parecía otro.",
      ],
      beginnings: """
        a ab ac al am an ar ba bue ca cam ci co com con cre cue de des di do en es fa fe fi flo ga gra gue \
        ha her in ja ju la li lu lla ma me mi mo na nie no nu o pa per pi pla po pre pue que qui ra re ri \
        sa se si sue ta te tie tra u va ve vi vo ye za
        """,
      endings: """
        able ación ado aje al amos ana ano ante ar aría ción dad dor echo eda era ería ero és ez ía iana \
        ible ido iente illa ín ismo ista ito izo mente ño or oso ura uz
        """),
    FeedLanguage(
      names: ["Юрий", "Ольга", "Наталья Кузнецова"],
      titles: ["Первый снег", "Отдам котят", "Кто едет на дачу?"],
      sentences: [
        "Утром вышли на лёд, а к обеду река уже шумела под мостом.",
        "Все люди рождаются свободными и равными в своем достоинстве и правах.",
        "Отдам в хорошие руки книжный шкаф и швейную машинку.",
        "Электричка опоздала на сорок минут, зато дочитал книгу.",
      ],
      beginnings: """
        без бе бо бра бы ве вер вну во вре вы гла го гра да дво де до дру же жи за зе зна и из ка кни ко \
        кра кру ле ли ло лю ма ме мо мы на не но ноч ни о об от па пе пи по при про пу ра раз ре ро са све \
        се сло сно со ста сто сту та те тра ту у уче фо хо це че чи ша ше шу эта ю я
        """,
      endings: """
        ает али ами ание ать ая вая вший ева ели ение енный ент ет ец ешь ие ий ик ина ить ия ка ки ла лся \
        ник ная ние ной ного ность ный ого ой ок ом ость очка ский ся та ти ть ую цы чик ший щий ые ый ют \
        яя
        """),
    FeedLanguage(
      names: ["Ωρίων", "Μαρία"],
      titles: ["Καλημέρα από το νησί", "Ψάχνω ποδήλατο"],
      sentences: [
        "Ο αέρας έπεσε και τα καΐκια βγήκαν πάλι στο πέλαγος.",
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
        "Το πλοίο φεύγει στις 7:30, μην αργήσετε.",
      ],
      beginnings: """
        α αγ αλ αν απο αρ αυ βα βι βρα γε γι γρα δε δια δρο δυ ε εκ ελ εν επι ερ ευ ζω η ηλι θα θε θυ ι ισ \
        κα κε κο κρι λα λε λο μα με μη μι μο να νε νη νο ξε ο οι ου πα πε πι πλη πο πρα πρω ρε σα σε σκο \
        στα συ σχε τα τε το τρα υπο φι φω χα χει χρο ψα ψυ
        """,
      endings: """
        άδα αίνω άκι άλι άμε ανός άρι άς άτο είο ένα ες έτο ή ήμα ης ής ία ιά ίδι ικό ικός ίνα ίο ίσω ίτης \
        μα μένος μός ός ος ότητα ού ούλα ους ούμε ση τής τικά ύνη ω ώ ώνας ών ως
        """),
    FeedLanguage(
      names: ["سارة", "يوسف"],
      titles: ["صباح الخير", "من يعرف مكتبة قريبة؟"],
      sentences: [
        "وصل القطار بعد ساعة، لكن الطريق كان جميلًا.",
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
        "لكل فرد الحق في الحياة والحرية وفي الأمان على شخصه.", "اشترينا 3 كراسي وطاولة بـ 450 فقط.",
      ],
      beginnings: """
        ال ا ب با بل بي تر تح ت جا جم حا حد حر خا خط دا در ذا را رس زا سا سف سم شا شر صا صو ضا طا طر ظه عا \
        عم غا غر فا في فر قا قد كا كت لا لم ما مج مد مس مش مع من مو نا نظ ها و وا ور يا يو
        """,
      endings: "ات ار ال ان اء ة ته تي د دة ر رة س ف ق قة ك ل لة م مة ن نا ه ها هم ون ي ية ين",
      longestKept: 2),
    FeedLanguage(
      names: ["נועה", "דוד"],
      titles: ["בוקר טוב", "מי רוצה ספרים?"],
      sentences: [
        "ירד גשם כל הלילה, ובבוקר כל הרחוב היה שקט.",
        "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
        "קנינו 2 כיסאות ב-150 ש\"ח, וקיבלנו שלישי במתנה.",
      ],
      beginnings: """
        א אב אח אל אר בא בי בר ג גב גד דו דר ה הח המ הת זמ ח חב חד חל חר ט יו יש כ כל כנ כת ל לב למ מ מד \
        מכ מל מס מע מש נ נס ס ספ סי ע עב על ער פ פר צ צב ק קו קר ר רח רו ש שי של שמ ת תח תל
        """,
      endings: "ה ות ים ית ן נו ון י ת תי ר ד ל ם ש ק ב ני יה או רון לה מה שה בה רה דה",
      longestKept: 2),
    FeedLanguage(
      names: ["สมชาย", "มาลี"],
      titles: ["ตลาดเช้าวันเสาร์", "ฝนตกอีกแล้ว"],
      sentences: [
        "เมื่อเช้านี้เรือออกเร็วกว่าปกติสองนาที เลยต้องรอรอบถัดไป",
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
        "ใครมีเก้าอี้เหลือบ้าง ขอยืมวันอาทิตย์นะ",
      ],
      beginnings: """
        การ ความ คน วัน น้ำ ใจ บ้าน เมือง ถนน รถ เรือ ฝน ฟ้า แดด ลม ทะเล ภูเขา ต้นไม้ ดอกไม้ ตลาด ร้าน \
        อาหาร ข้าว ปลา ผัก กาแฟ ชา หนังสือ โรงเรียน เพื่อน ครู เด็ก แม่ พ่อ พี่ น้อง งาน เงิน เวลา เช้า \
        เย็น เดือน ปี ใหม่ เก่า ใหญ่ เล็ก สวย ดี ร้อน หนาว เร็ว ช้า ไกล ใกล้ มาก น้อย ไป มา อยู่ กิน ดื่ม \
        เดิน วิ่ง นั่ง นอน อ่าน เขียน พูด ฟัง ดู เห็น รู้ คิด รัก ชอบ ซื้อ ขาย ให้ ได้ ทำ เล่น เปิด ปิด \
        ขึ้น ลง เข้า ออก กลับ รอ หา พบ ถาม ตอบ ช่วย เริ่ม และ หรือ แต่ ที่ ใน จาก กับ ของ ก็ ไม่ ยัง แล้ว \
        จะ เคย ต้อง อีก ทุก บาง นี้ นั้น
        """,
      writing: .phrases),
    FeedLanguage(
      names: ["さくら", "健太"],
      titles: ["朝の港", "自転車を探しています", "引っ越しました！"],
      sentences: [
        "今朝の船は二分早く出たので、桟橋には誰もいませんでした。",
        "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。",
        "余っている椅子があれば、日曜日まで貸してください。", "コーヒーがおいしい店を見つけた。",
      ],
      beginnings: """
        日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨朝昼夜海空町村森林道駅店客家族犬猫\
        魚鳥花草風雪春夏秋冬色赤青黒音楽歌絵紙物動体手足目耳口心思考使作持待買売貸借送着起寝歩走止開閉始終決選変強弱重軽近遠早新古広明暗安多少同別
        """,
      writing: .ideographs),
    FeedLanguage(
      names: ["小明", "李华"],
      titles: ["今天的日落", "谁有多余的票？"],
      sentences: [
        "人人生而自由，在尊严和权利上一律平等。", "早上六点的公园里只有我和一只猫。", "火车晚点了四十分钟，正好把书看完了。",
        "周五以前需要书桌或台灯的朋友请留言。",
      ],
      beginnings: """
        的一是了我不在人有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动\
        两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东海口使教西再平真听世气信北少关并内加化由却代入先山五太\
        水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期常提感金何更反合放做
        """,
      writing: .ideographs),
  ]
}
