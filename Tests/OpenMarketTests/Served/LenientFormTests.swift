import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Forms as real clients send them, byte for byte.
@Suite(.serialized) struct LenientFormTests {
  private static let json =
    #"{"name":"MacBook","description":"used","price":5,"currency":"KRW","stock":1,"secret":"SECRET"}"#

  /// Sends a form in which `⟨png⟩` and `⟨jpeg⟩` stand for images, and LF for CRLF.
  private func send(
    _ text: String, to target: String, contentType: String = "multipart/form-data; boundary=cut",
    method: HTTPMethod = .post, in store: VendorMarket? = nil
  ) async throws -> HTTPResponse {
    let store = if let store { store } else { try await VendorMarket() }
    var body = Data()
    let written = text.replacing("SECRET", with: store.vendor.secret).replacing("\n", with: "\r\n")
    for (index, piece) in written.split(separator: "⟨", omittingEmptySubsequences: false).enumerated() {
      let halves = index == 0 ? ["", piece] : piece.split(separator: "⟩", omittingEmptySubsequences: false)
      if index > 0 {
        body += try MockData.bytes(halves[0] == "png" ? "macbook.png" : "macbook.jpg")
      }
      body += Data(halves.dropFirst().joined(separator: "⟩").utf8)
    }
    return try await store.market.response(
      to: HTTPRequest(
        method, target: target,
        headers: ["Content-Type": contentType, "identifier": store.vendor.identifier], body: HTTPBody(body)))
  }

  private static let image = """
    --cut
    Content-Disposition: form-data; name="images"; filename="a.png"
    Content-Type: image/png

    ⟨png⟩

    """

  /// A complete form for v2. `params` are the header fields of the part with the JSON; `before` and `end` surround the
  /// parts.
  private static func form(
    params: String = "Content-Disposition: form-data; name=\"params\"", json: String = json,
    image: String = image, before: String = "", end: String = "--cut--\n"
  ) -> String {
    "\(before)--cut\n\(params)\n\n\(json)\n\(image)\(end)"
  }

  @Test(arguments: [
    ("CRLF before the first delimiter", form(before: "\n")),
    ("no CRLF after the last delimiter", form(end: "--cut--")),
    ("an ordinary delimiter at the end", form(end: "--cut")),
    ("an ordinary delimiter and CRLF at the end", form(end: "--cut\n")),
    ("a broken quote in the file name", form(image: image.replacing("a.png", with: "image\"0"))),
    ("a file name without the closing quote", form(image: image.replacing("a.png\"", with: "a.png"))),
    ("the type jpeg", form(image: image.replacing("image/png", with: "jpeg"))),
    ("a type with a parenthesis", form(image: image.replacing("image/png", with: "image/jpeg)"))),
    ("two types", form(image: image.replacing("image/png", with: "image/jpeg, image/png"))),
    ("an empty line after the JSON", form(json: json + "\n")),
    ("white space after the JSON", form(json: json + " \t\n\n")),
    (
      "a type with a space behind it",
      form(params: "Content-Disposition: form-data; name=\"params\"\nContent-Type: application/json ")
    ),
    (
      "a type of text",
      form(params: "Content-Disposition: form-data; name=\"params\"\nContent-Type: text/plain")
    ),
    (
      "a file name for the JSON",
      form(params: "Content-Disposition: form-data; name=\"params\"; filename=\"params.json\"")
    ),
    ("a name without quotes", form(params: "Content-Disposition: form-data; name=params")),
    (
      "no space before the type of disposition",
      form(params: "Content-Disposition:form-data; name=\"params\"")
    ),
    ("no space between parameters", form(params: "Content-Disposition:form-data;name=\"params\"")),
    ("fields in lower case", form(params: "content-disposition: form-data; name=\"params\"")),
    (
      "the image first",
      image + "--cut\nContent-Disposition: form-data; name=\"params\"\n\n\(json)\n--cut--\n"
    ),
    (
      "a file name in Hangul, with spaces and colons",
      form(image: image.replacing("a.png", with: "스크린샷 2022-01-04 오후 3:00:00.png"))
    ),
    ("a file name that is a path", form(image: image.replacing("a.png", with: "../../../etc/passwd"))),
    ("no file name", form(image: image.replacing("; filename=\"a.png\"", with: ""))),
    ("another image's type", form(image: image.replacing("image/png", with: "image/jpeg"))),
    ("an unregistered type", form(image: image.replacing("image/png", with: "image/jpg"))),
    ("an invalid type", form(image: image.replacing("image/png", with: "png"))),
    ("no type", form(image: image.replacing("Content-Type: image/png\n", with: ""))),
    ("v1's name for images", form(image: image.replacing("\"images\"", with: "\"images[]\""))),
    ("an unknown part", form(before: "--cut\nContent-Disposition: form-data; name=\"color\"\n\ngrey\n")),
    ("null", form(json: json.replacing("\"stock\":1", with: "\"stock\":1,\"discounted_price\":null"))),
  ])
  func `a product's form is accepted with this variation`(variation: String, form: String) async throws {
    let response = try await send(form, to: "/api/products")
    #expect(response.status == 201, "\(variation): \(response.shown)")
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(body.contains(#""name":"MacBook""#))
    #expect(body.contains(#""thumbnail":"http://m.example/images/\#(MockData.png(1))""#))
  }

  @Test(arguments: [
    "multipart/form-data; boundary=\"cut\"", "multipart/form-data;boundary=cut",
    "Multipart/Form-Data; Boundary=cut",
    "multipart/form-data; charset=utf-8; boundary=cut", "multipart/form-data; boundary=cut; charset=utf-8",
  ])
  func `the form's Content-Type may have this spelling`(contentType: String) async throws {
    #expect(try await send(Self.form(), to: "/api/products", contentType: contentType).status == 201)
  }

  @Test(arguments: ["--cut", "----WebKitFormBoundaryABC", "Boundary-B5A4", "'()+_,-./:=?"])
  func `a boundary may begin with dashes and contain all characters of RFC 2046`(boundary: String)
    async throws
  {
    let form = Self.form().replacing("--cut", with: "--" + boundary)
    let type = "multipart/form-data; boundary=\"\(boundary)\""
    #expect(try await send(form, to: "/api/products", contentType: type).status == 201)
  }

  @Test func `empty lines after an image do not change the stored image`() async throws {
    let store = try await VendorMarket()
    let form = Self.form(image: Self.image.replacing("⟨png⟩", with: "⟨png⟩\n\n"))
    // Bytes after the end of a PNG are not stored. Here they are part of the image's contents, not of the delimiter.
    #expect(try await send(form, to: "/api/products", in: store).status == 201)
    let served = try await store.send(.get, "/images/1.png")
    #expect(served.body == (try MockData.bytes("macbook.png")))
  }

  @Test func `a GET may have the Content-Type of a form`() async throws {
    let store = try await VendorMarket()
    for target in ["/items/1", "/api/products", "/healthChecker"] {
      let response = try await store.send(.get, target, as: "", ["Content-Type": "multipart/form-data"])
      #expect(response.status == 200)
    }
  }

  private static let item = ["title", "descriptions", "price", "currency", "stock", "password"].map { name in
    let text = name == "price" || name == "stock" ? "5" : name == "currency" ? "KRW" : "text"
    return "--cut\nContent-Disposition: form-data; name=\"\(name)\"\n\n\(text)\n"
  }.joined()

  private static let oldImage = image.replacing("\"images\"", with: "\"images[]\"")

  @Test(arguments: [
    ("as ever", item + oldImage + "--cut--\n"),
    ("images first", oldImage + item + "--cut--\n"),
    ("an ordinary delimiter at the end", item + oldImage + "--cut"),
    ("an ordinary delimiter and CRLF at the end", item + oldImage + "--cut\n"),
    ("a broken quote in the file name", item + oldImage.replacing("a.png", with: "image\"0") + "--cut--\n"),
    ("images without brackets", item + image + "--cut--\n"),
    ("CRLF in front and none behind", "\n" + item + oldImage + "--cut--"),
    ("empty lines behind values", item.replacing("text\n", with: "text\n\n") + oldImage + "--cut--\n"),
    ("names without quotes", item.replacing(/name="(\w+)"/) { "name=\($0.1)" } + oldImage + "--cut--\n"),
    (
      "no space before the disposition",
      (item + oldImage).replacing(": form-data", with: ":form-data") + "--cut--\n"
    ),
    ("a JPEG under the type of old", item + oldImage.replacing("image/png", with: "image/jpg") + "--cut--\n"),
    (
      "types for text",
      item.replacing("\"\n\n", with: "\"\nContent-Type: text/plain\n\n") + oldImage + "--cut--\n"
    ),
  ])
  func `an item's form is accepted with this variation`(variation: String, form: String) async throws {
    let name = form.contains("a.png") ? "a.png" : #"image\"0"#
    for target in ["/item", "/item/"] {
      let response = try await send(form, to: target)
      #expect(
        response.shown == """
          201 {"currency":"KRW","descriptions":"text","id":1,"image_names":["\(name)"],\
          "images":["http://m.example/images/\(MockData.png(1))"],"price":5,"rating_count":0,"registration_date":1611523563.719116,"stock":5,"thumbnails":["http://m.example/images/\(MockData.png(1))"],\
          "title":"text"}
          """, "\(variation)")
    }
  }

  @Test func `a delete by id and password returns the id, as the oldest clients expect`() async throws {
    let store = try await VendorMarket()
    _ = try await send(Self.item + Self.oldImage + "--cut--\n", to: "/item", in: store)
    #expect(
      try await store.send(.delete, "/item/1", #"{"id":1,"password":"text"}"#).shown == #"200 {"id":1}"#)
  }

  /// Each version reports the defect of a form in its own format.
  @Test(arguments: [
    ("", "multipart/form-data; boundary=cut"), ("", "multipart/form-data"), ("{}", "application/json"),
    (form(end: ""), "multipart/form-data; boundary=cut"), (form(), "multipart/form-data; boundary=other"),
    (form(params: "Content-Type: text/plain"), "multipart/form-data; boundary=cut"),
  ])
  func `both versions reject an invalid form for the same reason`(text: String, contentType: String)
    async throws
  {
    let item = try await send(text, to: "/item", contentType: contentType)
    let product = try await send(text, to: "/api/products", contentType: contentType)
    let reason = try #require(JSON.decode(APIError.Body.self, from: item.body).reason)
    #expect(!reason.isEmpty)
    #expect(
      item.shown
        == #"400 {"code":"malformed","error":true,"message":\#(Self.quoted(reason)),"reason":\#(Self.quoted(reason))}"#
    )
    #expect(product.shown == #"400 {"code":400,"message":\#(Self.quoted(reason))}"#)
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: (try? JSON.encode(text)) ?? Data(), as: UTF8.self)
  }
}
