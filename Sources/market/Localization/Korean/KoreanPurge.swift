import Console

extension Korean {
  /// The command that forgets, and reports of sales.
  static let purge: Language.Table = [
    "#%1 %2 stays for sale, with its stock": "#%1 %2: 판매 중이며 재고는 그대로입니다",
    "%1 movements forgotten": "재고 기록 %1건 삭제",
    "'purge' needs to know what to forget": "'purge'로 영구히 삭제할 대상을 지정하세요",
    "1 movement forgotten": "재고 기록 1건 삭제",
    """
    A deleted item that was sold keeps its movements, its sales and its title. This command forgets them, and the \
    sales leave all totals: they cannot be brought back. The given options must all apply to an item. With \
    '--sales-of' the item may still be for sale: it keeps its stock, and its history begins again with it; receipts \
    of its sales are valid no more. The plan is shown before anything changes. The command works beside a server, in \
    short transactions: when it is interrupted, the store adds up, and the same command continues.
    """:
      """
    판매된 적이 있는 상품은 삭제해도 재고 기록, 판매, 상품명이 남습니다. 이 명령은 그 기록을 영구히 삭제하고 모든 \
    집계에서 그 판매를 뺍니다. 되돌릴 수 없습니다. 지정한 조건을 모두 만족하는 상품만 대상이 됩니다. '--sales-of'의 \
    상품은 판매 중이어도 됩니다. 재고는 그대로이고 이력은 현재 재고에서 다시 시작하며, 삭제한 판매의 영수증은 더 \
    이상 유효하지 않습니다. 변경하기 전에 대상을 먼저 표시합니다. 서비스 중인 마켓에서도 짧은 트랜잭션으로 나누어 \
    실행합니다. 도중에 중단해도 저장소는 올바른 상태이며, 같은 명령으로 이어서 실행할 수 있습니다.
    """,
    """
    A line for each kind of rows: forgot or would forget, the kind, how many. A dry run also has: seller, its \
    number, the name of a vendor, deleted items; and stays, id and title of an item that keeps its stock.
    """:
      """
    기록의 종류마다 한 줄: forgot 또는 would forget, 종류, 개수. 모의 실행에는 seller, 판매자 번호, 이름, 삭제된 \
    상품의 수를 적은 줄과, 재고를 유지하는 상품의 stays, 번호, 상품명을 적은 줄이 더 있습니다.
    """,
    "Adding up the sales takes too long": "매출 집계가 너무 오래 걸립니다",
    "Changes of titles and prices": "상품명과 가격 변경",
    "Choose fewer days with '--from' and '--to'": "'--from'과 '--to'로 기간을 줄이세요",
    "Deleted items of a seller without an account.": "계정이 없는 판매자의 삭제된 상품.",
    "Forget deleted items and sales.": "삭제된 상품과 판매의 기록을 영구히 삭제합니다.",
    "forget deleted items or sales": "기록을 영구히 삭제",
    "Forget this? It cannot be brought back.": "영구히 삭제할까요? 되돌릴 수 없습니다.",
    "it sent more than %1 pages": "%1페이지보다 많이 보냈습니다",
    "it sent more than %1 rows": "%1행보다 많이 보냈습니다",
    "it sent the same page twice": "같은 페이지를 두 번 보냈습니다",
    """
    Item %1: its sales add up to more than the market can count; 'market purge --sales-of %2' forgets them
    """:
      "%1번 상품: 판매의 합계가 집계할 수 있는 범위를 넘습니다. 'market purge --sales-of %2' 명령으로 판매를 영구히 삭제할 수 있습니다",
    "Item %1: the numbers of its movements are wrong": "%1번 상품: 재고 기록의 개수나 합계가 올바르지 않습니다",
    """
    Items of this vendor, by id or name; of a seller without an account, anonymous:<number> as in the plan, or market \
    for all of these.
    """:
      "이 판매자의 상품. 번호나 이름. 계정이 없는 판매자는 대상 목록에 표시되는 anonymous:<번호>, 모두이면 market.",
    "Items that were deleted before this day.": "이 날짜 전에 삭제된 상품.",
    "long lists": "긴 목록",
    "Movements": "재고 기록",
    "Notes on removed reviews": "삭제한 리뷰의 기록",
    "Nothing to forget": "영구히 삭제할 기록이 없습니다",
    """
    Of a server at most %1 rows; of sales, and of a table of a history, %2. A list that has more, or the same page \
    twice, is an error.
    """:
      "서버에서 최대 %1행까지 읽습니다. 매출과 이력 표는 최대 %2행입니다. 그보다 길거나 같은 페이지가 되풀이되는 목록은 오류입니다.",
    "Pass '--deleted-before <date>', '--seller <seller>' or '--sales-of <id>'":
      "'--deleted-before <날짜>', '--seller <판매자>', '--sales-of <번호>' 중에서 지정하세요",
    "Pass the id of a vendor from 'market vendor list', or a number from the plan of a purge":
      "'market vendor list'의 판매자 번호나, 'purge' 대상 목록의 번호를 지정하세요",
    "piped purge": "파이프의 purge",
    "Sale %1: what it says is not what its movements add up to": "%1번 판매: 내용이 재고 기록의 합계와 다릅니다",
    "Sales": "판매",
    "Seller %1: %2 items": "판매자 %1: 상품 %2개",
    "Seller %1: 1 item": "판매자 %1: 상품 1개",
    "Show what would be forgotten.": "영구히 삭제할 대상을 표시합니다.",
    "The sales of item 7, without confirming.": "확인 없이 7번 상품의 판매를 영구히 삭제합니다.",
    "The sales of this item.": "이 상품의 판매.",
    "There is no seller '%1', or several have this name": "'%1' 판매자가 없거나, 같은 이름이 둘 이상입니다",
    "Vendor %1: the total of %2 in %3 is not that of its sales":
      "판매자 %1: %2의 %3 합계가 판매 내역과 다릅니다",
    "Would forget:": "영구히 삭제할 기록:",
  ]
}
