import Console

extension Korean {
  /// Phrases about SKU, tags, note and the columns of a list.
  static let fields: Language.Table = [
    "%1 in '%2'": "%1 (파일 '%2')",
    "A private note, which no list or page shows; up to 4,096 bytes.":
      "목록과 페이지에 표시되지 않는 비공개 메모, 최대 4,096바이트.",
    "A tag of up to 50 bytes. Up to 20, each with '--tag'.": "태그, 최대 50바이트. 각각 '--tag'로 20개까지.",
    "DISCOUNTED PRICE": "할인가",
    "Keep the item, with its history, out of all lists.": "상품과 기록은 남기고 모든 목록에서 뺍니다.",
    "not shown": "표시 안 함",
    "NOTE": "메모",
    "note %1": "메모 %1",
    "OFF SALE": "판매 중지",
    "Pass '--tag' at most %1 times": "'--tag'는 최대 %1번 지정할 수 있습니다",
    "Put the item back on sale.": "상품을 다시 판매합니다.",
    "RATINGS": "평점 수",
    "Ratings": "평점 수",
    "Remove all tags.": "태그를 모두 삭제합니다.",
    "Remove the note.": "메모를 삭제합니다.",
    "Remove the SKU.": "상품 코드를 삭제합니다.",
    "Remove the stock at which it is ordered again.": "재주문 기준을 삭제합니다.",
    "REORDER AT": "재주문 기준",
    "reorder at %1": "재주문 기준 %1개",
    "Show these columns, such as id,kind,receipt,cost.":
      "표시할 열, 예: id,kind,receipt,cost.",
    "Show these columns, such as id,title,sku. A terminal that is too narrow leaves the last ones out.":
      "표시할 열, 예: id,title,sku. 터미널이 좁으면 뒤의 열부터 생략합니다.",
    "SKU %1": "상품 코드 %1",
    "TAGS": "태그",
    "tags %1": "태그 %1",
    "The stock at which it has to be ordered again: '--low' finds it then.":
      "재주문할 재고 기준. 재고가 이 수량 이하이면 '--low' 옵션으로 찾습니다.",
    "This market did not store: %1": "이 마켓이 저장하지 않은 항목: %1",
    "Up to %1 bytes of text for you alone. No list, page or response has it.":
      "최대 %1바이트의 비공개 텍스트. 목록, 페이지, 응답에 나오지 않습니다.",
    "Up to %1 words of up to %2 bytes, none with | in it, in your order. An array in JSON; in piped previews and changes separated by |.":
      "최대 %2바이트의 단어를 %1개까지, 입력한 순서대로. |는 사용할 수 없습니다. JSON에서는 배열, 파이프의 미리 보기와 변경 내용에서는 |로 구분합니다.",
    "With your own code, and words to group items by.": "상품 코드와 분류용 태그를 함께 지정합니다.",
    "yes": "예",
    "Your own columns.": "원하는 열만 표시합니다.",
    "Your own name for an item: up to %1 bytes, compared exactly, so abc is not ABC. No two items of a seller have the same. It stands wherever an id does; write sku:123 where it looks like a number.":
      "상품을 구별하는 고유한 상품 코드, 최대 %1바이트. abc와 ABC는 다른 값이며, 같은 판매자의 상품끼리 겹칠 수 없습니다. 상품 번호 대신 쓸 수 있고, 숫자로 된 코드는 sku:123처럼 씁니다.",
    "Your own name for the item, which no other has; up to 100 bytes.": "상품마다 고유한 상품 코드, 최대 100바이트.",
  ]
}
