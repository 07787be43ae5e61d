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

  private enum PartName {
    static let order = "order"
    static let images = ItemField.images.rawValue
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let credentials = try received.requiredCredentials()
    let form = try received.message.form()
    guard case .bytes(let json)? = form[PartName.order]?.content else {
      throw APIError.missing(PartName.order)
    }
    let places: [JSON]?
    do throws(JSONDefect) {
      places = try JSONReader.value(of: json, JSON.init).elements
    } catch {
      throw APIError.malformed(error, in: PartName.order)
    }
    let images = form.parts.filter { $0.name == PartName.images }.map {
      ItemImage(filename: $0.filename ?? ItemImage.unnamed, content: $0.content)
    }
    guard let places, places.allSatisfy({ $0 == .null || $0.integer != nil }),
      Set(places.compactMap(\.integer)).count + images.count == places.count
    else {
      throw APIError.malformed(
        "order is not a list of the ids of images, each once, and of a null for each part images[]",
        field: PartName.order)
    }
    guard places.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
    return Self(
      id: try received.id(), order: places.map(\.integer), images: images, credentials: credentials)
  }

  func write(to message: inout HTTPRequest, boundary: String) {
    let places = JSON.array(order.map { id in id.map { .number(String($0)) } ?? .null })
    let parts =
      [MultipartForm.Part(name: PartName.order, text: places.compact)]
      + images.map {
        .init(name: PartName.images, filename: $0.filename, contentType: $0.mediaType, content: $0.content)
      }
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
    switch (failure.status, failure.code) {
    case (404, .wrongPassword): .wrongPassword(id: id)
    case (409, .changedSince): .imagesChanged(item: id)
    default: nil
    }
  }
}
