import CAssets
import Foundation
import HTTP

/// The response at the root path, for a browser: the kind of server and the paths of its APIs.
struct WelcomePage: Session {
  let contract: ProductContract

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let isKorean = request.headers.accepted(.acceptLanguage).first?.hasPrefix("ko") == true
    return HTTPResponse(
      status: 200,
      headers: [
        .contentType: "text/plain; charset=utf-8", "Content-Language": isKorean ? "ko" : "en",
        .vary: "Accept-Language", .contentTypeOptions: "nosniff",
      ], body: Data(text(isKorean: isKorean).utf8))
  }

  private func text(isKorean: Bool) -> String {
    func say(_ english: String, _ korean: String) -> String { isKorean ? korean : english }
    return """
      \(say("This is an Open Market API server.", "오픈마켓 API 서버입니다."))

        /items/1                 \(say("the list, page by page (v1)", "상품 목록 (v1)"))
        /item/7                  \(say("one item (v1)", "상품 하나 (v1)"))
        /api/products?page_no=1  \(say("the list of products, with vendors", "판매자별 상품 목록")) (\(contract.rawValue))
        /openapi.json            \(say("the paths beside v1 and v2, in OpenAPI", "v1과 v2 외의 경로 (OpenAPI)"))

      \(say("At a terminal: market list --server <this address>", "터미널에서: market list --server <이 주소>"))

      """
  }
}

/// The response at `/openapi.json`: the description of the paths beside v1 and v2.
struct OpenAPIPage: Session {
  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let description = cassets_openapi_json()
    return HTTPResponse(
      status: 200,
      headers: [
        .contentType: "application/json", .cacheControl: "no-cache", .contentTypeOptions: "nosniff",
      ],
      body: Data(bytes: description.bytes, count: description.count)
    ).tagged.conditional(on: request)
  }
}
