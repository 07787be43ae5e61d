import Console

extension Korean {
  /// Changes of several items.
  static let edits: Language.Table = [
    "%1 of %2 items cannot be changed; nothing was changed": "상품 %2개 중 %1개를 수정할 수 없어, 아무것도 변경하지 않았습니다",
    "%1 of %2 items changed": "상품 %2개 중 %1개 수정됨",
    "'%1' changes one item, named by its id": "'%1'은(는) 번호로 지정한 상품 하나에만 쓸 수 있습니다",
    "'%1' chooses items by itself: give ids or filters": "'%1'은(는) 조건에 맞는 상품을 고릅니다. 번호와 필터 중 하나만 지정하세요",
    "a change in per cent begins with a sign, such as '+5%%'": "비율은 '+5%%'처럼 부호로 시작하세요",
    "a change is such as '+5%%', '-500' or '+0.50'": "'+5%%', '-500', '+0.50'처럼 입력하세요",
    "a discount is such as '20%%' or '500'": "'20%%'나 '500'처럼 입력하세요",
    "a range begins with the lower id: '%1-%2'": "범위는 작은 번호부터 입력하세요: '%1-%2'",
    "Add this tag, beside those that are there.": "있는 태그는 두고 이 태그를 추가합니다.",
    "at most %1 items are named; use filters": "번호로는 %1개까지 지정할 수 있습니다. 필터를 사용하세요",
    "Begin each line with an id, as 'market list' writes them": "'market list'의 출력처럼 각 줄을 상품 번호로 시작하세요",
    "Change items.": "상품을 수정합니다.",
    "change several items": "여러 상품을 수정",
    "Change these %1 items?": "상품 %1개를 수정할까요?",
    "Change this item?": "이 상품을 수정할까요?",
    "Changed %1 items": "상품 %1개를 수정했습니다",
    "Changed 1 item": "상품 1개를 수정했습니다",
    "Comparing the items": "상품을 비교하는 중",
    "Discount all items with a tag.": "태그가 있는 상품을 모두 할인합니다.",
    "Give one id: 'market edit <id> …'": "번호를 하나만 지정하세요: 'market edit <번호> …'",
    "Ids and SKUs of the items, and ranges such as 4-9; '-' reads them from standard input.":
      "상품 번호와 SKU, 4-9 같은 범위. '-'를 쓰면 표준 입력에서 읽습니다.",
    "it must be more than 0": "0보다 커야 합니다",
    "it rounds what '--price +5%%' or '--discount 20%%' change":
      "'--price +5%%'나 '--discount 20%%'로 바뀌는 가격에만 쓸 수 있습니다",
    "Item %1 cannot be changed; nothing was changed": "%1번 상품을 수정할 수 없어, 아무것도 변경하지 않았습니다",
    "Item %1 has another password; nothing was changed": "%1번 상품은 비밀번호가 달라, 아무것도 변경하지 않았습니다",
    "Item %1 has changed meanwhile; nothing was changed": "그사이 %1번 상품이 변경되어, 아무것도 변경하지 않았습니다",
    "Item %1 was deleted meanwhile; nothing was changed": "그사이 %1번 상품이 삭제되어, 아무것도 변경하지 않았습니다",
    "its price is in %1": "가격의 통화가 %1입니다",
    "Leave out the items of other sellers": "다른 판매자의 상품을 빼고 다시 실행하세요",
    "Leave out the items that are named above": "위에 표시된 상품을 빼고 다시 실행하세요",
    "Line %1 of standard input: '%2' is not an id": "표준 입력의 %1번째 줄: '%2'은(는) 상품 번호가 아닙니다",
    "Name the items by their ids: 'market list … | market edit - …'":
      "번호로 상품을 지정하세요: 'market list … | market edit - …'",
    "No changes given": "수정할 내용이 없습니다",
    "No items were found": "상품을 찾지 못했습니다",
    "Nothing to change": "변경할 내용이 없습니다",
    """
    Only the given fields change. --image replaces all images, and --tag all tags. A new currency needs the new price with it. Piped, \
    each line is a changed field: its name, the old value and the new value, separated by tabs, with the id before them where several \
    items are changed. A stock with a sign, +3 or -1, changes the present one; without it, it is a count. A price with a sign changes \
    the present one and the discounted one by an amount or in per cent.

    Several items are named by ids and ranges such as 4-9, on standard input with '-', or without ids by filters: --tag and --currency \
    then choose items, and nothing else of them is set. The changes are shown and confirmed before they are made, in a store on this \
    machine all or none.
    """:
      """
    지정한 필드만 바뀝니다. --image는 사진 전체를, --tag는 태그 전체를 교체합니다. 통화를 바꿀 때는 새 가격도 지정하세요. 파이프에서는 \
    바뀐 필드를 한 줄에 하나씩 이름, 이전 값, 새 값을 탭으로 구분해 출력하고, 여러 상품을 수정할 때는 상품 번호를 앞에 붙입니다. 재고는 \
    +3이나 -1처럼 부호를 붙이면 현재 재고에 더하고, 부호가 없으면 실제로 센 수량입니다. 가격은 부호를 붙이면 현재 가격과 할인가를 금액이나 \
    비율만큼 바꿉니다.

    여러 상품은 번호와 4-9 같은 범위로 지정하거나, '-'로 표준 입력에서 읽거나, 번호 없이 필터로 고릅니다. 필터로 고를 때 --tag와 \
    --currency는 상품을 고를 뿐, 값을 바꾸지 않습니다. 바꿀 내용을 먼저 보여 주고 확인을 받으며, 이 컴퓨터의 저장소에서는 전부 \
    바꾸거나 하나도 바꾸지 않습니다.
    """,
    "Prices are rounded to %1": "가격은 %1 단위로 반올림합니다",
    "Raise the prices of seven items.": "상품 일곱 개의 가격을 올립니다.",
    "Remove this tag.": "이 태그를 삭제합니다.",
    "Round changed prices to multiples of this; without it to the currency's unit.":
      "바뀐 가격을 이 금액의 배수로 반올림합니다. 지정하지 않으면 통화의 최소 단위로 반올림합니다.",
    "Run the command again to see the present values": "명령을 다시 실행해 현재 값을 확인하세요",
    "Set the discount: 20%% of the price, or an amount off.": "할인을 설정합니다. 20%%처럼 비율이나 할인할 금액으로 지정합니다.",
    "Tag the items of a list.": "목록의 상품에 태그를 붙입니다.",
    "There is no item %1": "%1번 상품이 없습니다",
    "This market does not filter items": "이 마켓은 필터를 지원하지 않습니다",
  ]
}
