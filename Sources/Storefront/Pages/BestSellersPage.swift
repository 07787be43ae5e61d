import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The ranking of the items by pieces sold in a day, a week or a month, with a calendar to choose another day.
struct BestSellersPage {
  /// Places of a ranking.
  private static let places = 50

  private let best: StoredBestSellers
  /// The days of the month with a ranking.
  private let rankedDays: Set<CalendarDay>
  private let pixels: [Int: (width: Int, height: Int)]
  /// The day that the page is about, in its period.
  private let day: CalendarDay
  private let page: PageRequest

  /// - Parameter path: The day in the path; nil for one in the query, or today.
  init(_ path: String?, _ page: PageRequest) async throws {
    let marketplace = page.market.marketplace
    let today = try await marketplace.today()
    let text = path ?? page.value(.day) ?? today.description
    guard let given = GivenDay(text) else { throw PageError.invalid(name: "day", value: text) }
    let scale = try Self.scale(page)
    var day = given.day(today: today)
    guard day <= today else { throw PageError.future(day: text) }
    func ranking(_ period: SalesPeriod) async throws -> StoredBestSellers {
      var query = BestQuery(.period(period))
      query.limit = Self.places
      return try await marketplace.bestSellers(query)
    }
    var best = try await ranking(SalesPeriod(scale, containing: day))
    // Each week begins empty: the last one with sales is what a reader looks for.
    if path == nil, page.value(.day) == nil, page.value(.period) == nil, best.places.isEmpty,
      let last = best.nearest
    {
      (day, best) = (last.days.lowerBound, try await ranking(last))
    }
    (self.day, self.best) = (day, best)
    var month = BestQuery(.period(SalesPeriod(.month, containing: day)))
    month.limit = 1
    pixels = try await marketplace.pixels(of: best.places.compactMap(\.item.images.first))
    rankedDays = Set(try await marketplace.bestSellers(month).days)
    self.page = page
  }

  private static func scale(_ page: PageRequest) throws(PageError) -> SalesPeriod.Scale {
    guard let text = page.value(.period) else { return .week }
    guard let scale = SalesPeriod.Scale(rawValue: text) else {
      throw .invalid(name: "period", value: text)
    }
    return scale
  }

  var response: HTTPResponse {
    let format = page.format()
    let period = format.text(format.period(best.period))
    var layout = Layout(title: format.text(SitePage.bestSellers.words) + ", " + period)
    layout.canonical = address(day, best.period.scale)
    let html = layout.page(for: page, in: "wide best") { html in
      html.element("div", [.class("heading")]) { html in
        html.element("h1", SitePage.bestSellers.words)
        html.views(page)
      }
      html.element("div", [.class("ranking")]) { html in
        choices(&html)
        places(&html)
      }
    }
    return .page(html, for: page)
  }

  private func address(_ day: CalendarDay, _ scale: SalesPeriod.Scale) -> PageURL {
    PageURL(
      [SitePage.bestSellers.rawValue, day.description], scale == .week ? [] : [("period", scale.rawValue)])
  }

  private func places(_ html: inout HTML) {
    html.element("div") { html in
      guard !best.places.isEmpty else {
        html.element("div", [.class("empty")]) { html in
          html.element("p", "Nothing was sold in this time.")
          if let nearest = best.nearest {
            let address = address(nearest.days.lowerBound, nearest.scale)
            html.element("p") { $0.link($0.format.period(nearest), address, .class("button")) }
          }
        }
        return
      }
      html.pixels = pixels
      html.element("ol", [.id("items"), .items(in: page.preferences.view)]) { html in
        for (index, place) in best.places.enumerated() {
          html.card(place.item, isFirst: index < 4, isOnSale: place.isOnSale) { html in
            html.element("p", [.class("rank")]) { html in
              html.element("span", [.class("unseen")], LocalizedPhrase("Rank"))
              html.text(" ")
              html.element("b", text: html.format.number(place.rank))
              html.text(" ")
              html.element(
                "span", [.text(.class, "change " + place.status.rawValue)],
                place.status.words(change: (place.previousRank ?? place.rank) - place.rank))
              html.text(" ")
              html.element(
                "span", [.class("sold")], LocalizedPhrase("\(html.format.number(place.pieces)) sold"))
            }
          }
        }
      }
    }
  }

  /// The periods and days to choose from.
  private func choices(_ html: inout HTML) {
    html.element("aside", [.class("days"), .label("Another day")]) { html in
      html.views(
        [
          (SalesPeriod.Scale.day, LocalizedPhrase("Day")), (.week, LocalizedPhrase("Week")),
          (.month, LocalizedPhrase("Month")),
        ].map { (address(day, $0), $1, $0 == best.period.scale) })
      let month = MonthTable(
        day: day, period: best.period, first: best.first, today: best.today, marked: rankedDays,
        address: { address($0, best.period.scale) })
      html.element("p", [.class("steps")]) { html in
        html.turn(to: best.period.previous, month, "‹", LocalizedPhrase("Previous"))
        html.element("span", html.format.period(best.period))
        html.turn(to: best.period.next, month, "›", LocalizedPhrase("Next"))
      }
      html.element("details") { html in
        html.element("summary", [.class("quiet")], "Another day")
        html.calendar(month)
        html.element("form", [.address(.action, SitePage.bestSellers.url)]) { html in
          html.element("label", [.class("unseen"), .token(.for, "day")], "Another day")
          html.void(
            "input",
            [
              .token(.type, "date"), .token(.name, "day"), .id("day"), .text(.value, day.description),
              .text(.min, best.first.description), .text(.max, best.today.description), .flag(.required),
            ])
          html.hidden("period", best.period.scale.rawValue)
          html.submit(LocalizedPhrase("Show"), [.class("quiet")])
        }
      }
    }
  }
}
