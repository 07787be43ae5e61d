import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A form that a seller sends: checked, done, and followed by the page that shows the result.
struct SellerForms {
  /// Parts of the largest form: fields, images, a token.
  private static let parts = 40

  private enum Action {
    case signIn
    case signOut
    case add
    case edit(Int)
    case delete(Int)
    case restore(Int)
    case stock(Int)
    case review(item: Int, Int)

    /// Nil for a path that takes no form.
    init?(_ path: [String]) {
      func number(_ index: Int) -> Int? { path.count > index ? PageRequest.positive(path[index]) : nil }
      switch (path.first, path.count, path.count == 2 ? path[1] : path.count > 2 ? path[2] : "") {
      case ("sell", 1, _): self = .signIn
      case ("sell", 2, "out"): self = .signOut
      case ("sell", 2, "add"): self = .add
      case ("goods", 3, let word):
        guard let id = number(1) else { return nil }
        switch word {
        case "edit": self = .edit(id)
        case "delete": self = .delete(id)
        case "restore": self = .restore(id)
        case "stock": self = .stock(id)
        default: return nil
        }
      case ("goods", 4, "reviews"):
        guard let item = number(1), let review = number(3) else { return nil }
        self = .review(item: item, review)
      default: return nil
      }
    }
  }

  private let page: PageRequest

  init(_ page: PageRequest) {
    self.page = page
  }

  private var marketplace: Marketplace { page.market.marketplace }
  private var client: String? { page.request.peer }

  func response() async throws -> HTTPResponse {
    guard let action = Action(page.path) else { throw PageError.notAllowed }
    guard let sellers = page.sellers else { throw PageError.notFound }
    guard page.market.isOwnPage(page.request) else { throw PageError.foreignForm }
    if case .signIn = action { return try await signIn(page.request.form(partLimit: Self.parts), sellers) }
    // Before the form is read, which may have 50 MiB.
    guard let seller = page.seller else { return SignInPage(page, problem: .signedOut).page(status: 403) }
    let form = try page.request.form(partLimit: Self.parts)
    guard form["token"]?.text == seller.token else { return try await stale(action, form) }
    switch action {
    case .signIn, .signOut:
      sellers.end(seller)
      return .redirect(to: PageURL(["sell"]), cookie: SellerSessions.cookie(nil, for: page))
    case .add: return try await add(form, seller, sellers)
    case .edit(let id): return try await edit(id, form, seller, sellers)
    case .delete(let id):
      let deleted = try await marketplace.delete(id: id, seller.credentials, client: client)
      let done: SellerNotice = deleted.expiry == nil ? .deletedForGood : .deleted
      return .redirect(to: done.url(PageURL.sell, item: id))
    case .restore(let id): return try await restore(id, seller, sellers)
    case .stock(let id): return try await record(id, form, seller, sellers)
    case .review(let item, let review):
      return try await changeReview(review, ofItem: item, form, seller, sellers)
    }
  }

  /// The response to a form of another session, which changes nothing: the form again, with what was typed, where it has texts.
  private func stale(_ action: Action, _ form: MultipartForm) async throws -> HTTPResponse {
    var goods = GoodsForm(form)
    goods.note(
      LocalizedPhrase("You have signed in again since the form was opened. Check it, and send it again."),
      in: nil
    )
    switch action {
    case .add: return GoodsPage(goods, page).response(status: PageError.foreignForm.status)
    case .edit(let id):
      let present = try await marketplace.item(id: id)
      return GoodsPage(goods, editing: present, page).response(status: PageError.foreignForm.status)
    case .signIn, .signOut, .delete, .restore, .stock, .review: throw PageError.foreignForm
    }
  }

  // MARK: Signing in

  private func signIn(_ form: MultipartForm, _ sellers: SellerSessions) async throws -> HTTPResponse {
    let item = form["item"]?.text.flatMap(PageRequest.positive)
    let (identifier, next) = (form["identifier"]?.text ?? "", form["then"]?.text)
    let secret = form["password"]?.text ?? ""
    let credentials: Credentials =
      identifier.isEmpty ? .password(secret) : .vendor(identifier: identifier, secret: secret)
    if identifier.isEmpty, let key = OperatorKey(secret), try await marketplace.isOperator(with: key) {
      guard page.isConfidential else {
        return SignInPage(page, item: item, next: next, problem: .exposedKey).page(status: 403)
      }
      return begin(.password(""), operatorKey: key, item: item, next: next, sellers)
    }
    var vendor: StoredVendor?
    var own: [Int] = []
    do {
      try validatePassword(secret)
      if !identifier.isEmpty {
        guard identifier.utf8.count <= SellerSessions.identifierBytes else {
          throw MarketplaceError.unknownVendor
        }
        vendor = try await marketplace.checkedVendor(identifier, secret: secret, client: client)
      } else if let item {
        try await marketplace.check(credentials, ofItem: item, client: client)
      } else {
        // Counts as a guess, whether or not there are items.
        own = try await marketplace.items(
          of: credentials, before: nil, limit: SellerHome.rows, client: client
        ).map(\.id)
        if own.isEmpty, try await marketplace.trash(1, size: 1, credentials, client: client).total == 0,
          let problem = problem(ofNew: secret, again: form["again"]?.text ?? "")
        {
          return SignInPage(page, next: next, problem: .new(problem)).page(status: 422)
        }
      }
    } catch let error as ValidationError {
      return SignInPage(page, item: item, identifier: identifier, next: next, problem: .invalid(error))
        .page(status: 422)
    } catch let error as MarketplaceError {
      guard let problem = SellerProblem(error) else { throw error }
      let status = page.market.failure(error, of: page.request)?.status == 429 ? 429 : 403
      return SignInPage(page, item: item, identifier: identifier, next: next, problem: problem)
        .page(status: status)
    }
    if vendor == nil, let item { own.append(item) }
    return begin(credentials, vendor: vendor, items: own, item: item, next: next, sellers)
  }

  /// Begins a session in place of the former one, and leads to where the seller wanted to go.
  private func begin(
    _ credentials: Credentials, vendor: StoredVendor? = nil, operatorKey: OperatorKey? = nil,
    items: [Int] = [],
    item: Int?, next: String?, _ sellers: SellerSessions
  ) -> HTTPResponse {
    if let former = page.seller { sellers.end(former) }
    let session = sellers.begin(
      credentials, vendor: vendor, operatorKey: operatorKey, items: items, for: page.request,
      now: page.market.now)
    return .redirect(
      to: SignInPage.following(item: item, next: next),
      cookie: SellerSessions.cookie(session, for: page))
  }

  /// Why a password that no item has does not begin yet: a mistyped one would open a shop of its own.
  private func problem(ofNew password: String, again: String) -> SellerProblem.NewPassword? {
    if again.isEmpty { return .unknown }
    if password.count < SignInPage.shortest { return .tooShort }
    return again == password ? nil : .notRepeated
  }

  // MARK: Items

  private func add(
    _ form: MultipartForm, _ seller: SellerSession, _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    var goods = GoodsForm(form)
    guard let draft = goods.draft() else { return GoodsPage(goods, page).response(status: 422) }
    do {
      let (item, _) = try await marketplace.add(
        draft, images: goods.images, credentials: seller.credentials,
        key: goods.key.isEmpty ? nil : goods.key, client: client)
      sellers.note(item: item.id, in: seller)
      return .redirect(to: SellerNotice.added.url(item.url))
    } catch {
      guard let (field, words) = SellerProblem.words(error) else { throw error }
      goods.note(words, in: field)
      return GoodsPage(goods, page).response(status: status(of: error))
    }
  }

  private func edit(
    _ id: Int, _ form: MultipartForm, _ seller: SellerSession, _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    var goods = GoodsForm(form)
    let present = try await marketplace.item(id: id)
    let order = goods.order(of: present)
    guard let draft = goods.draft() else {
      return GoodsPage(goods, editing: present, page).response(status: 422)
    }
    let seen = (goods.seen, stock: goods.seenStock)
    let changesStock = draft.draft.stock != seen.stock
    do {
      _ = try await marketplace.edit(
        id: id, images: order == nil ? nil : goods.images, order: order, isCount: changesStock,
        codes: draft.draft.details.codes, credentials: seller.credentials, client: client,
        expecting: { item in
          guard GoodsForm.fingerprint(of: item) == seen.0 else { throw ChangedItem() }
          if changesStock, let stock = seen.stock, item.draft.stock != stock {
            throw LedgerRefusal.stockMoved(item: id, expected: stock, stock: item.draft.stock)
          }
        }
      ) { [goods] former in
        var edited = goods.edited(draft.draft, from: former)
        if !changesStock { edited.stock = former.stock }
        return edited
      }
      sellers.note(item: id, in: seller)
      return .redirect(to: SellerNotice.edited.url(present.url))
    } catch {
      guard let (field, words) = SellerProblem.words(error) else { throw error }
      goods.note(words, in: field)
      // Sent again, the form replaces what is there now.
      let now = try await marketplace.item(id: id)
      goods.see(now)
      return GoodsPage(goods, editing: now, page).response(status: status(of: error))
    }
  }

  private func restore(
    _ id: Int, _ seller: SellerSession, _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    do {
      let item = try await marketplace.restore(id: id, sku: nil, seller.credentials, client: client)
      sellers.note(item: id, in: seller)
      return .redirect(to: SellerNotice.restored.url(item.url))
    } catch {
      guard let (_, words) = SellerProblem.words(error) else { throw error }
      return try await SellerHome(page.at(["sell"]), problem: words).response(status: status(of: error))
    }
  }

  /// Records a sale or a delivery.
  private func record(
    _ id: Int, _ form: MultipartForm, _ seller: SellerSession, _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    let kind = form["kind"]?.text ?? ""
    guard ["sell", "restock"].contains(kind) else { throw PageError.invalid(name: "kind", value: kind) }
    let isSale = kind == "sell"
    let text = (form["quantity"]?.text ?? "").trimmingCharacters(in: .whitespaces)
    do {
      let quantity = try ItemField.quantity.wholeNumber(text)
      let action: MovementRequest.Action =
        isSale ? .sell(quantity: quantity, price: nil) : .restock(quantity: quantity, cost: nil)
      _ = try await marketplace.record(
        [(MovementRequest(itemID: id, action), seller.secret)], key: form["key"]?.text, client: client)
      sellers.note(item: id, in: seller)
      return .redirect(to: (isSale ? SellerNotice.sold : .restocked).url(PageURL("goods", id)))
    } catch {
      guard let (_, words) = SellerProblem.words(error) else { throw error }
      let attempt = ItemPage.Attempt(form: isSale ? "sell" : "restock", text: text, problem: words)
      return try await ItemPage(id: id, page.at(["goods", String(id)]), attempt).response(
        status: status(of: error))
    }
  }

  /// Folds or answers a review.
  private func changeReview(
    _ id: Int, ofItem item: Int, _ form: MultipartForm, _ seller: SellerSession, _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    guard try await marketplace.review(id: id).itemID == item else { throw PageError.notFound }
    let answer = form["answer"]?.text?.replacing("\r\n", with: "\n")
    do {
      if let answer {
        _ = try await marketplace.answer(review: id, answer, password: seller.secret, client: client)
      } else {
        _ = try await marketplace.fold(review: id, password: seller.secret, client: client)
      }
      sellers.note(item: item, in: seller)
      let query = page.query.filter { ["order", "reviews"].contains($0.name) }
      let notice = answer == nil ? SellerNotice.folded : .answered
      return .redirect(to: PageURL(["goods", String(item)], query + [("done", notice.rawValue)]))
    } catch {
      guard let (_, words) = SellerProblem.words(error) else { throw error }
      let attempt = ItemPage.Attempt(form: "review-\(id)", text: answer ?? "", problem: words)
      return try await ItemPage(id: item, page.at(["goods", String(item)]), attempt).response(
        status: status(of: error))
    }
  }

  /// The status of a form that shows an error: that of the API, and 422 where a value is invalid.
  private func status(of error: any Error) -> Int {
    let status = page.market.failure(error, of: page.request)?.status ?? 422
    return status == 400 ? 422 : status
  }
}

extension PageURL {
  static let sell = PageURL(["sell"])
}
