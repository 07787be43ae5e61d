import Console
import OpenMarket
import Wording

extension CommandContext {
  /// Shows a screen until the person leaves; nil, and nothing is shown, where there is no keyboard.
  ///
  /// - Parameters:
  ///   - place: The options that name the market, for the commands of the screen.
  ///   - chosen: The columns that were chosen for the list.
  ///   - recordsSearches: Whether searches on the screen are added to the search history.
  func browse(
    _ browser: Browser, place: [String], hasMouse: Bool, chosen: [String]? = nil,
    showsHeader: Bool = true, recordsSearches: Bool = true
  ) async throws -> Browser? {
    // The screen is there before the terminal has answered which images it draws.
    var renderer = try environment.images(settings, console, false)
    renderer.isForCanvas = true
    let drawing = BrowserScreen(
      name: settings.name.sanitizedLine, console: console, format: formatNow, images: renderer,
      chosen: chosen, showsHeader: showsHeader)
    let password = isRemote ? try? passwords.givenPassword()?.text : ""
    var view = BrowserView(
      self, browser, drawing: drawing, place: place, hasMouse: hasMouse, password: password,
      searches: recordsSearches ? SearchHistory(path: settings.directories.searches) : nil)
    return try await view.show() ? view.browser : nil
  }

  /// - Parameter declaration: One that has the conditions of lists.
  func browserForms(_ declaration: CommandDeclaration) -> BrowserForms {
    BrowserForms(
      format: format, declaration: declaration, problem: { [runner] in runner?.problem($0)?.reason },
      currency: settings.currency.code, findsOrders: !isRemote || settings[.keyFile].text != nil)
  }
}

extension Settings {
  /// The market in a word or two: the host of a server, or the file of a store without its folder.
  fileprivate var name: String {
    switch place {
    case .server(let url): url.host() ?? url.absoluteString
    case .embedded(let store):
      self[.store].source == .fallback ? "market" : store.description.lastPathComponent
    }
  }
}
