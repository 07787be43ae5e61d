import Console
import OpenMarket

extension OptionSection {
  /// How results are written.
  static let output = OptionSection("OUTPUT OPTIONS", position: 2, listing: .shared)
  /// Which market is used, and how.
  static let market = OptionSection("MARKET OPTIONS", position: 3, listing: .shared)
  static let passwords = OptionSection("PASSWORD OPTIONS", position: 4, listing: .shared)
}

/// The options that several commands share: one name has one meaning everywhere.
extension Option {
  static var help: Option<Bool> {
    .init("help", short: "h", help: "Show this help.", endsParsing: true).listed(.shared)
  }
  static var color: Option<String?> {
    .init(
      .color, "when", help: "When to use colours.", choices: ColorChoice.allCases.map(\.rawValue),
      section: .output, aliases: [.init("--no-color", value: "never")])
  }
  static var accessible: Option<Bool> {
    .init(
      "accessible", help: "Use plain lines instead of tables, colours and animation.",
      environment: "ACCESSIBLE", section: .output)
  }
  static var quiet: Option<Bool> {
    .init("quiet", short: "q", help: "Show only data and errors.", section: .output)
  }
  static var verbose: Option<Bool> {
    .init(
      "verbose", help: "Log requests and responses to stderr.", environment: "MARKET_DEBUG", section: .output)
  }
  static var noInput: Option<Bool> {
    .init("no-input", help: "Never ask; commands that need a confirmation fail.").listed(.shared)
  }
  static var locale: Option<String?> {
    .init(
      .locale, "locale", help: "Locale of text, amounts, dates and currency, such as ko_KR.",
      section: .output)
  }
  static var currencyStyle: Option<String?> {
    .init(
      .currencyStyle, "style",
      help: "Show currencies by code (KRW) or symbol (₩), or as the language does (auto).",
      choices: Price.CurrencyStyle.allCases.map(\.rawValue), section: .output)
  }

  static var server: Option<String?> {
    .init(.server, "url", help: "Use the market server at this URL.", section: .market)
  }
  static var store: Option<String?> {
    .init(
      .store, "file", help: "Use this store: a file, or a database at postgres://.",
      candidates: .files,
      section: .market)
  }
  static var timeout: Option<String?> {
    .init(.timeout, "seconds", help: "Longest time without any progress, in seconds.", section: .market)
  }
  static var maxTime: Option<String?> {
    .init(.maxTime, "seconds", help: "Longest time for a whole request, in seconds.", section: .market)
  }
  static var cacert: Option<String?> {
    .init(
      .cacert, "file",
      help: "Check the server against the certificate authorities in this PEM file.", candidates: .files,
      section: .market)
  }
  static var curl: Option<Bool> {
    .init("curl", help: "Print the request as a curl command without sending it.", section: .market)
  }
  static var replay: Option<String?> {
    .init(
      "replay", "folder", help: "Answer from a folder of 'market serve --record'.",
      candidates: .files, section: .market
    ).listed(.rare)
  }
  static var noCache: Option<Bool> {
    .init("no-cache", help: "Do not read or write the cache of server responses.", section: .market)
  }
  static var refresh: Option<Bool> {
    .init("refresh", help: "Do not read the cache; store new responses in it.", section: .market)
  }

  /// `--json` of what has no fields to choose.
  static var wholeJSON: Option<Bool> {
    .init("json", help: "Write JSON, one object a line.", section: .output).listed(.rare)
  }

  static var images: Option<String?> {
    .init(
      .images, "how", help: "How to show images; by default as the terminal supports.",
      choices: Setting.imageChoices, section: .output
    ).listed(.rare)
  }
  static var grid: Option<Bool> { .init("grid", help: "Show cards with images side by side; on a terminal.") }
  static var noPager: Option<Bool> {
    .init("no-pager", help: "Show one page and exit, also on a terminal.").listed(.rare)
  }
  static var noHeaders: Option<Bool> {
    .init("no-headers", help: "Omit the table header.", section: .output).listed(.rare)
  }
  static var page: Option<Int> {
    .init("page", "number", help: "Show this page, counted from 1.", default: 1, in: 1...1_000_000_000)
  }
  static var perPage: Option<String?> {
    .init(
      .perPage, "count", help: "Show this many items on a page, at most 500.",
      aliases: [.init("--limit"), .init("-L")])
  }
  static var all: Option<Bool> { .init("all", help: "Show all items from that page on.") }

  /// `--all` of what shows all rows anyway.
  static var acceptedAll: Option<Bool> {
    all.described(as: "Everything is shown without it, too.").listed(.rare)
  }

  static var dryRun: Option<Bool> {
    .init("dry-run", short: "n", help: "Show what would be done without doing it.")
  }
  static var yes: Option<Bool> { .init("yes", short: "y", help: "Proceed without confirmation.") }
  static var new: Option<Bool> {
    .init(
      "new",
      help:
        "Record it again even if the same command was sent before."
    ).listed(.rare)
  }
  static var force: Option<Bool> { .init("force", short: "f", help: "Replace existing files.") }
  static var passwordFile: Option<String?> {
    .init(
      .passwordFile, "file", help: "Read the password from this file; '-' reads standard input.",
      candidates: .files, section: .passwords)
  }

  static var everywhere: OptionGroup {
    .init(of: .color, .accessible, .locale, .currencyStyle, .quiet, .verbose, .noInput, .profile, .help)
  }
  static var markets: OptionGroup {
    .init(of: .server, .store, .timeout, .maxTime, .cacert, .curl, .replay)
  }
  /// Which market is meant and how it is spoken to, for command lines within a command.
  static var place: OptionGroup {
    .init(of: .server, .store, .timeout, .maxTime, .cacert, .profile, .color, .locale, .currencyStyle)
  }
  /// For commands that only read.
  static var looking: OptionGroup { .init(of: .markets, .noCache, .refresh) }
  /// All options that commands share.
  static var shared: OptionGroup { .init(of: .everywhere, .passwordFile, .looking) }
}

extension Option<String?> {
  /// The option of a setting.
  init(
    _ setting: Setting, _ value: String, help: LocalizedPhrase, choices: [String] = [],
    candidates: Candidates? = nil, section: OptionSection = .command,
    aliases: [OptionDeclaration.Alias] = []
  ) {
    self.init(
      setting.rawValue, value, help: help, choices: choices, candidates: candidates,
      defaultValue: setting.defaultValue, environment: setting.variable, section: section, aliases: aliases)
  }

  /// The option of any setting, as it is read.
  static func of(_ setting: Setting) -> Self { Self(setting, setting.rawValue, help: "") }
}

extension Positional {
  static let itemID = Positional(name: "id", help: "Id, SKU or barcode of the item.", candidates: .items)
  static let optionalItemID = Positional(name: "id", help: itemID.help, required: false, candidates: .items)
  /// Without one, the items that meet the conditions of lists.
  static let chosenItems = Positional(
    name: "id", help: "Ids, SKUs or barcodes; 4-9 for a range, - for a line each on standard input.",
    repeats: true, required: false, candidates: .items)
  static let trashedIDs = Positional(
    name: "id", help: "Ids or SKUs of deleted items; 4-9 for a range, - for a line each on standard input.",
    repeats: true, required: false, candidates: .lookup(CompletionReference.trashed.rawValue))
  static let itemCounts = Positional(
    name: "item",
    help:
      "Id, SKU or barcode, and ':3' for three pieces; 4-9 for a range, - for a line each on standard input.",
    repeats: true, required: false, candidates: .items)
}

extension Candidates {
  static let items = Candidates.lookup(CompletionReference.itemID.rawValue)
}

/// The options that set the fields of an item.
extension Option {
  static var title: Option<String?> { .init("title", "text", help: "Title; up to 1,000 bytes.") }
  static var price: Option<AmountText?> {
    .init(amount: "price", help: "Unit price, such as 1690000 or 12.50.")
  }
  static var cost: Option<AmountText?> { .init(amount: "cost", help: "Cost of one piece; private.") }
  static var currency: Option<String?> { currency(environment: Setting.currency.variable) }
  /// `--currency` for an item that has a currency already, which no default changes.
  static var newCurrency: Option<String?> { currency(environment: nil) }
  static var discountedPrice: Option<AmountText?> {
    .init(amount: "discounted-price", help: "Unit price after the discount.")
  }
  static var stock: Option<Int?> {
    .init("stock", "count", help: "Quantity in stock.") { try Int($0, .stock) }
  }
  static var description: Option<String?> {
    .init("description", "text", help: "Description; '-' reads standard input.")
  }
  static var editor: Option<Bool> {
    .init("editor", help: "Write the description in your editor ($VISUAL or $EDITOR).")
  }
  static var image: Option<[String]> {
    .init(
      "image", "file",
      help: "PNG or JPEG image of up to 10 MiB; '-' reads standard input. Up to five, each with '--image'.",
      candidates: .files)
  }

  static var text: Option<String?> {
    .init(
      "text", "text",
      help: "Text of the review or the answer, up to 5,000 characters; '-' reads standard input.")
  }

  static var details: OptionGroup { .init(DetailField.allCases.map(\.option)) }
  /// With the options that remove a field's value.
  static var detailChanges: OptionGroup {
    .init(DetailField.allCases.flatMap { [$0.option, $0.removal.listed(.rare).declaration] })
  }

  private static func currency(environment: String?) -> Option<String?> {
    .init(
      "currency", "code", help: "Currency of the price (ISO 4217), such as KRW.",
      candidates: .lookup(CompletionReference.currency.rawValue), environment: environment)
  }
}

/// The options of the commands of the ledger.
extension Option {
  /// The options that all of them end with.
  static var movement: OptionGroup {
    .init(
      of: .new, .yes.listed(.rare), .dryRun, ListFilter.options.listed(.rare), .passwordFile, .movementJSON,
      .markets, .everywhere)
  }
  static var quantity: Option<Int?> {
    .init(
      "quantity", "count", help: "Number of pieces, of each item.", defaultValue: "1"
    ) {
      try Int($0, .quantity)
    }
  }
  static var time: Option<ReportedTime?> {
    .init(
      "at", "time",
      help:
        "The time: 18:30, yesterday, 2026-11-20T18:30 in the market's time zone; by default now."
    ) {
      if let time = ReportedTime($0.text) { return time }
      throw ValidationError(.time, .notATime, value: $0.text)
    }
  }
  static var alreadyCounted: Option<Bool> {
    .init("already-counted", help: "The stock was counted since: it stays as it was counted.").listed(.rare)
  }
  static var note: Option<String?> { .init("note", "text", help: "A note for yourself; up to 1,000 bytes.") }
  static var reference: Option<String?> {
    .init(
      "reference", "text", help: "Your name for the sale, such as an order's number.",
      candidates: .lookup(CompletionReference.reference.rawValue))
  }
}

extension Option<ReceiptCode?> {
  /// The code of a receipt.
  static func receipt(help: LocalizedPhrase) -> Self {
    Self("receipt", "code", help: help) { given in
      if let code = ReceiptCode(typed: given.text) { return code }
      throw given.invalid(given.text, "a code has 16 letters and digits")
    }
  }
}

extension Option<GivenDay?> {
  init(day long: String, help: LocalizedPhrase) {
    self.init(long, "date", help: help) { given in
      if let day = GivenDay(given.text) { return day }
      throw given.invalid(given.text, "it must be \(GivenDay.examples)")
    }
  }
}

/// The options that choose a period.
extension Option<BestQuery.Time?> {
  static var date: Self {
    Self("date", "day", help: "The day: \(GivenDay.examples).") { given in
      if let day = GivenDay(given.text) { return BestQuery.Time(day, .day) }
      throw given.invalid(given.text, "it must be \(GivenDay.examples)")
    }
  }
  /// The weeks and months of rankings: a ranking is of a period that is over.
  static var week: Self {
    Self(.last(.week), help: "The ISO week, such as 2026-W47; without a value the last one.")
  }
  static var month: Self {
    Self(.last(.month), help: "The month, such as 2026-11; without a value the last one.")
  }

  /// The options of reports, which mean the present week or month without a value.
  static var weekSoFar: Self {
    Self(
      .init(.today, .week), help: "The ISO week, such as 2026-W47; without a value this one so far.")
  }
  static var monthSoFar: Self {
    Self(.init(.today, .month), help: "The month, such as 2026-11; without a value this one so far.")
  }

  /// - Parameter absent: The period of the option without a value.
  private init(_ absent: BestQuery.Time, help: LocalizedPhrase) {
    let isWeek = absent.scale == .week
    let long = isWeek ? "week" : "month"
    self.init(long, long, help: help, optionalValue: true) { given in
      if given.texts.isEmpty { return absent }
      // As Koreans write a month: `2026년 11월`, `11월`.
      if !isWeek, given.text.hasSuffix("월"), let day = GivenDay(given.text + "1일") {
        return BestQuery.Time(day, .month)
      }
      if let period = SalesPeriod(given.text), period.scale == absent.scale { return .period(period) }
      throw given.invalid(
        given.text,
        isWeek ? "it must be an ISO week, such as 2026-W47" : "it must be a month, such as 2026-11")
    }
  }
}

extension Arguments {
  /// The day, week or month that is chosen; nil for none.
  func period(
    week: Option<BestQuery.Time?> = .week, month: Option<BestQuery.Time?> = .month
  ) throws -> BestQuery.Time? {
    try allowOne(of: .date, week, month)
    return try self[.date] ?? self[week] ?? self[month]
  }
}

extension Int {
  /// A number of pieces as a person writes it, with its digits grouped or not. `3.000` is refused with both readings.
  init(_ given: GivenOption, _ field: ItemField) throws {
    if let reason = AmountText(given.text).ambiguity() { throw given.invalid(given.text, reason) }
    self = try field.wholeNumber(given.text.typedNumber)
  }
}

extension DetailField {
  /// Sets the field.
  var option: OptionDeclaration {
    switch self {
    case .sku:
      Option<String?>("sku", "text", help: "Your own name for the item, which no other has; up to 100 bytes.")
        .declaration
    case .tags:
      Option<[String]>(
        "tag", "tag", help: "A tag of up to 50 characters. Up to 20, each with '--tag'.",
        candidates: .lookup(CompletionReference.tag.rawValue)
      ).declaration
    case .note:
      Option<String?>(
        "note", "text", help: "A private note, which no list or page shows; up to 4,096 bytes."
      ).declaration
    case .reorderAt:
      Option<Int?>(
        "reorder-at", "count", help: "The stock to reorder at. Items at or below it are listed by '--low'."
      ) { try Int($0, .detail(.reorderAt)) }.declaration
    case .offSale:
      Option<Bool>("off-sale", help: "Keep the item, with its history, out of all lists.").declaration
    case .barcodes:
      Option<[String]>(
        "barcode", "digits", help: "An EAN, UPC or ISBN of the item. Up to 20, each with '--barcode'."
      ).declaration
    }
  }

  /// Removes the field's value.
  var removal: Option<Bool> {
    switch self {
    case .sku: .init("no-sku", help: "Remove the SKU.")
    case .tags: .init("no-tags", help: "Remove all tags.")
    case .note: .init("no-note", help: "Remove the note.")
    case .reorderAt: .init("no-reorder-at", help: "Remove the stock at which it is ordered again.")
    case .offSale: .init("on-sale", help: "Put the item back on sale.")
    case .barcodes: .init("no-barcodes", help: "Remove all barcodes.")
    }
  }
}

/// The kinds of candidates that are looked up when completion runs.
enum CompletionReference: String {
  case itemID = "id"
  case tag, reference, sale, entry, trashed
  case topic
  case search
  case currency
  case zone
  case profile
}

extension Option<String?> {
  /// Chooses a profile.
  static var profile: Self {
    .init(
      "profile", "profile", help: "Use the settings of this profile of the config file.",
      candidates: .lookup(CompletionReference.profile.rawValue), environment: Settings.profileVariable,
      section: .market, aliases: [.init("--market")])
  }
}

extension CommandContext {
  /// Notes that a variable names a market in the place of that of the profile which the person has chosen.
  func noteOverriddenProfile() {
    guard let profile = settings.profile, profile.source == .option else { return }
    for setting in [Setting.server, .store] {
      guard case .variable(let variable) = settings[setting].source,
        settings.isSet(setting, inProfile: profile.name)
      else { continue }
      note("\(variable) is set, and has precedence over the profile '\(profile.name)'")
    }
  }
}
