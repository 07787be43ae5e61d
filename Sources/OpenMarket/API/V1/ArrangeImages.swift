import Foundation
import HTTP
import SystemSupport

/// `PATCH /item/{id}/images`: which images an item has, and in which order. Those that it has already are not sent again.
///
/// It is a path of its own, and no part of the form of v1: a market that does not know that part would replace all images.
struct ArrangeImages: MarketRequest {
  typealias Response = Item

  static let route = Route(method: .patch, path: "/item/{id}/images", isNumbered: true)
  static let absence: ClientError? = .unsupported(.imageOrder)

  let id: Int
  /// The images in their order: the ids of those that the item has, and nil for each new one in turn.
  let order: [Int?]
  let images: [ItemImage]
  let credentials: BasicCredentials?

  var items: [Int] { [id] }

  private static let orderPart = "order"

  static func read(_ received: ReceivedRequest) throws -> Self {
    let credentials = try received.requiredCredentials()
    let form = try received.message.form()
    guard case .bytes(let json)? = form[orderPart]?.content else {
      throw APIError.missing(orderPart)
    }
    let places: [JSON]?
    do throws(JSONDefect) {
      places = try JSONReader.value(of: json, JSON.init).elements
    } catch {
      throw APIError.malformed(error, in: orderPart)
    }
    let images = form.parts.filter { $0.name == ItemField.images.rawValue }.map { ItemImage($0) }
    guard let places, places.allSatisfy({ $0 == .null || $0.integer != nil }),
      case let order = places.map(\.integer), images.areArranged(by: order)
    else {
      throw APIError.malformed(
        "order is not a list of the ids of images, each once, and of a null for each part images[]",
        field: orderPart)
    }
    guard order.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
    return Self(id: try received.id(), order: order, images: images, credentials: credentials)
  }

  func write(to message: inout HTTPRequest, boundary: String) {
    let places = JSON.array(order.map { id in id.map { .number(String($0)) } ?? .null })
    let parts = [MultipartForm.Part(name: Self.orderPart, text: places.compact)] + images.map(\.part)
    (message.headers[.contentType], message.body) = MultipartForm(parts: parts).encoded(boundary: boundary)
    message.headers[.authorization] = credentials?.text
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    let item = try await api.marketplace.edit(
      id: id, images: images, order: order, credentials: credentials.credentials, client: message.peer
    ) { $0 }
    return try .json(
      item.item(
        base: api.imageBase(of: message), isFull: true, representation: .exact, names: item.imageNames))
  }

  func error(in failure: FailedResponse) -> ClientError? {
    failure.code == .changedSince ? .imagesChanged(item: id) : failure.error(about: parameter)
  }
}

extension [ItemImage] {
  /// Whether an order of images has each id once, and nil for each of these new ones.
  package func areArranged(by order: [Int?]) -> Bool {
    let ids = order.compactMap(\.self)
    return Set(ids).count == ids.count && order.count == ids.count + count
  }
}
