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
    let period = page.value(.period) ?? SalesPeriod.Scale.week.rawValue
    guard let scale = SalesPeriod.Scale(rawValue: period) else {
      throw PageError.invalid(name: "period", value: period)
    }
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
      html.element("p", [.class("steps")]) { html in
        turn(&html, to: best.period.previous, "‹", LocalizedPhrase("Previous"))
        html.element("span", html.format.period(best.period))
        turn(&html, to: best.period.next, "›", LocalizedPhrase("Next"))
      }
      html.element("details") { html in
        html.element("summary", [.class("quiet")], "Another day")
        calendar(&html)
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

  /// The month as a table of weeks, in which each day from the first sale to the present one is a link.
  private func calendar(_ html: inout HTML) {
    let month = SalesPeriod(.month, containing: day)
    let days = month.days
    html.element("table", [.class("calendar")]) { html in
      html.element("caption") { html in
        turn(&html, to: month.previous, "‹", "Month before")
        html.element("span", html.format.period(month))
        turn(&html, to: month.next, "›", "Month after")
      }
      let first = html.format.firstWeekday
      html.columns((0..<7).map { OutputFormat.weekdays[(first + $0) % 7] })
      html.element("tbody") { html in
        let start = days.lowerBound - (days.lowerBound.weekday - first + 7) % 7
        for week in stride(from: start.number, to: days.upperBound.number, by: 7) {
          html.element("tr") { html in
            for number in week..<week + 7 {
              html.element("td") { html in
                if days.contains(CalendarDay(number)) { link(&html, to: CalendarDay(number)) }
              }
            }
          }
        }
      }
    }
  }

  /// A link to a period that has days with sales; none to another one.
  private func turn(_ html: inout HTML, to period: SalesPeriod, _ sign: String, _ words: LocalizedPhrase) {
    let days = period.days
    guard days.lowerBound <= best.today, best.first < days.upperBound else { return }
    let address = address(max(days.lowerBound, best.first), best.period.scale)
    html.element("a", [.href(address), .label(words)], text: sign)
  }

  private func link(_ html: inout HTML, to day: CalendarDay) {
    let text = String(day.day)
    guard best.first <= day, day <= best.today else { return html.element("span", text: text) }
    let shown = best.period.days
    let isShown = shown.contains(day)
    var attributes: [HTMLAttribute] = [.href(address(day, best.period.scale))]
    if isShown { attributes.append(.token(.ariaCurrent, "date")) }
    if isShown, day == shown.lowerBound || day + 1 == shown.upperBound {
      attributes.append(.class("end"))
    } else if rankedDays.contains(day) {
      attributes.append(.class("sales"))
    }
    html.element("a", attributes, text: text)
  }
}
