import Console

extension Korean {
  /// The conditions of lists.
  static let filters: Language.Table = [
    "a currency that ISO 4217 lists": "ISO 4217에 있는 통화",
    "a number of days from 1 to %1, such as 30d": "30d처럼 1에서 %1 사이의 일수",
    "a text of up to %1 bytes": "%1바이트 이하의 텍스트",
    "a whole number from 1": "1 이상의 정수",
    "an amount, such as 12.50": "12.50 같은 금액",
    "days": "일수",
    "End with the pieces and the value of all items of the list, by currency.":
      "마지막에 목록 전체의 재고와 금액을 통화별로 표시합니다.",
    "FILTERS": "필터",
    "it is more than --max %1": "--max %1보다 큽니다",
    "Item %1: the number of its images is wrong": "%1번 상품: 사진 수가 올바르지 않습니다",
    "No items meet these filters": "이 조건에 맞는 상품이 없습니다",
    "Only items in stock.": "재고가 있는 상품만 표시합니다.",
    "Only items in this currency (ISO 4217).": "이 통화(ISO 4217)의 상품만 표시합니다.",
    "Only items of this vendor, by name or id.": "이 판매자의 상품만 표시합니다. 이름이나 번호로 지정합니다.",
    "Only items that are off sale, which no other list has.": "판매 중지한 상품만 표시합니다. 다른 목록에는 나오지 않습니다.",
    "Only items that are sold out.": "품절된 상품만 표시합니다.",
    "Only items that cost at least this; what is paid counts.": "이 금액 이상인 상품만 표시합니다. 할인된 금액을 기준으로 합니다.",
    "Only items that cost at most this.": "이 금액 이하인 상품만 표시합니다.",
    "Only items that were added on this day or later.": "이 날짜부터 등록된 상품만 표시합니다.",
    "Only items that were not sold for so many days, such as 30d.": "이 일수 동안 팔리지 않은 상품만 표시합니다. 예: 30d.",
    "Only items that were sold on this day or later.": "이 날짜부터 팔린 적이 있는 상품만 표시합니다.",
    "Only items with a discount.": "할인 중인 상품만 표시합니다.",
    "Only items with a stock at or below their own '--reorder-at'.": "재고가 상품의 '--reorder-at' 이하인 상품만 표시합니다.",
    "Only items with fewer pieces than this.": "재고가 이 수량보다 적은 상품만 표시합니다.",
    "Only items with this tag; given several times, with all of them.":
      "이 태그가 있는 상품만 표시합니다. 여러 번 지정하면 모두 있는 상품만 표시합니다.",
    "Only items without an image.": "사진이 없는 상품만 표시합니다.",
    "Rebuilt what lists find by tags and without images": "태그와 사진 유무로 찾는 정보를 다시 만들었습니다",
    "This market does not add up items": "이 마켓은 합계를 계산하지 않습니다",
    "This market does not filter by vendors and sales": "이 마켓은 판매자와 판매 기록으로 상품을 고를 수 없습니다",
    "This market does not filter; the items were filtered here": "이 마켓은 필터를 지원하지 않아, 받은 상품 중에서 골랐습니다",
    "This market does not know the field '%1': it is older than this program":
      "이 마켓은 '%1' 필드를 지원하지 않습니다. 마켓 서버가 이 프로그램보다 이전 버전입니다",
    "Total %1": "합계 %1",
    "up to %1 tags of up to %2 bytes": "%1개 이하의 태그(각 %2바이트 이하)",
    "What has to be ordered.": "주문해야 할 상품을 내보냅니다.",
    "What is nearly sold out, of one tag.": "한 태그에서 품절이 임박한 상품을 표시합니다.",
    "What lists find by tags and without images: %1": "태그와 사진 유무로 찾는 정보: %1건",
  ]
}
