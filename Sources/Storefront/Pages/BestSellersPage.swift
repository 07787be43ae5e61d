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
  /// The day that the page is about, in its period.
  private let day: CalendarDay
  private let page: PageRequest

  /// - Parameter path: The day in the path; nil for one in the query, or today.
  init(_ path: String?, _ page: PageRequest) async throws {
    guard page.market.hasRankings else { throw PageError.notFound }
    let marketplace = page.market.marketplace
    let today = try await marketplace.today()
    let text = path ?? page.value(.day) ?? today.description
    guard let given = GivenDay(text) else { throw PageError.invalid(name: "day", value: text) }
    let scale = try Self.scale(page)
    day = given.day(today: today)
    guard day <= today else { throw PageError.future(day: text) }
    var query = BestQuery(.period(SalesPeriod(scale, containing: day)))
    query.limit = Self.places
    best = try await marketplace.bestSellers(query)
    var month = BestQuery(.period(SalesPeriod(.month, containing: day)))
    month.limit = 1
    rankedDays = Set(try await marketplace.bestSellers(month).days)
    self.page = page
  }

  private static func scale(_ page: PageRequest) throws(PageError) -> SalesPeriod.Scale {
    guard let text = page.value(.period) else { return .day }
    guard let scale = SalesPeriod.Scale.allCases.first(where: { $0.name == text }) else {
      throw .invalid(name: "period", value: text)
    }
    return scale
  }

  var response: HTTPResponse {
    let format = page.format()
    let period = format.text(format.period(best.period))
    var layout = Layout(title: format.text(LocalizedPhrase("Best sellers")) + ", " + period)
    layout.canonical = address(day, best.period.scale)
    let html = layout.page(for: page) { html in
      html.element("div", [.class("wide best")]) { html in
        html.element("div", [.class("heading")]) { html in
          html.element("h1", LocalizedPhrase("Best sellers"))
          html.element("p", [.class("count")], text: period)
        }
        html.element("div", [.class("ranking")]) { html in
          choices(&html)
          places(&html)
        }
      }
    }
    return .page(html, for: page)
  }

  private func address(_ day: CalendarDay, _ scale: SalesPeriod.Scale) -> PageURL {
    PageURL(
      ["best-sellers", day.description], scale == .day ? [] : [("period", scale.name ?? "")])
  }

  private func places(_ html: inout HTML) {
    html.element("div") { html in
      guard !best.places.isEmpty else {
        html.element("div", [.class("empty")]) { html in
          html.element("p", LocalizedPhrase("Nothing was sold in this time."))
          if let nearest = best.nearest, let day = nearest.days?.lowerBound {
            html.element("p") { html in
              html.element("a", [.class("button"), .href(address(day, nearest.scale))]) { html in
                html.text(html.format.period(nearest))
              }
            }
          }
        }
        return
      }
      html.views(page)
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

  /// The periods and days to choose from: links, a table of the month, and a form for another day.
  private func choices(_ html: inout HTML) {
    html.element("aside", [.class("days"), .label(LocalizedPhrase("Another day"))]) { html in
      html.element("ul", [.class("views")]) { html in
        for (scale, words) in [
          (SalesPeriod.Scale.day, LocalizedPhrase("Day")), (.week, LocalizedPhrase("Week")),
          (.month, LocalizedPhrase("Month")),
        ] {
          html.element("li") { html in
            html.element(
              "a", [.href(address(day, scale))] + (scale == best.period.scale ? [.current] : []), words)
          }
        }
      }
      html.calendar(
        MonthTable(
          day: day, period: best.period, first: best.first, today: best.today, marked: rankedDays,
          address: { address($0, best.period.scale) }))
      form(
        &html, "day", LocalizedPhrase("Another day"),
        [
          .token(.inputmode, "numeric"), .token(.pattern, "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
          .token(.placeholder, "2026-11-20"), .token(.autocomplete, "off"),
        ])
      // An extra: the calendar of a browser is in the language of the browser.
      form(
        &html, "date", LocalizedPhrase("A day of the browser's calendar"),
        [.token(.type, "date"), .text(.min, best.first.description), .text(.max, best.today.description)])
    }
  }

  /// A form with one field for a day.
  private func form(
    _ html: inout HTML, _ id: StaticString, _ label: LocalizedPhrase, _ attributes: [HTMLAttribute]
  ) {
    html.element("form", [.address(.action, PageURL(["best-sellers"]))]) { html in
      html.element("label", [.token(.for, id)], label)
      html.void(
        "input",
        [.token(.name, "day"), .id(id), .text(.value, day.description), .flag(.required)] + attributes)
      if let name = best.period.scale.name, best.period.scale != .day {
        html.void("input", [.token(.type, "hidden"), .token(.name, "period"), .text(.value, name)])
      }
      html.element("button", [.token(.type, "submit")], LocalizedPhrase("Show"))
    }
  }
}
