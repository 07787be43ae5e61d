import TestSupport

/// The paths of pages, one of each kind.
enum EveryPage {
  static let ofBuyers = [
    "/", "/?view=list&sort=price", "/?page=3", "/goods/\(WalkedShop.laptop)", "/goods/1", "/search?q=lamp",
    "/search?q=nothing", "/best-sellers", "/best-sellers/\(WalkedShop.dayBefore)",
    "/best-sellers/\(WalkedShop.dayBefore)?period=month&view=list", "/price-list",
    "/tags/%EB%85%B8%ED%8A%B8%EB%B6%81", "/vendors/1", "/nowhere", "/?page=x", "/sell", "/sell?item=7",
    "/goods/1/review?receipt=ABCD", "/?min=x&in-stock=1&discounted=1",
  ]
  /// For a signed-in seller. The page to edit an item checks the password, and its own page then has more forms.
  static let ofSellers = [
    "/sell", "/sell?day=\(WalkedShop.dayBefore)", "/sell/add", "/goods/\(WalkedShop.laptop)/edit",
    "/goods/\(WalkedShop.laptop)/delete",
    "/goods/\(WalkedShop.laptop)", "/goods/1?done=sold",
  ]

  /// Adds the language to a path.
  static func address(_ path: String, _ language: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "lang=" + language
  }
}
