/// The list of items as the API writes it.
struct PageBody: Codable {
  let page: Int
  let items: [Item]
}
