import Console

extension Korean {
  /// The declarations of commands.
  static let help: Language.Table = [
    "%1 movements": "재고 기록 %1건",
    "1 movement": "재고 기록 1건",
    """
    A client of v2 sells as a vendor, with an identifier and a secret. Both are shown once, when the \
    vendor is added. When a vendor is removed, its identifier and secret stop working. Its items stay for \
    sale as they are: it can no longer edit or delete them, in v1 either.
    """:
      """
    v2의 클라이언트는 식별자와 비밀 키를 가진 판매자로서 상품을 판매합니다. 둘 다 판매자를 추가할 때 한 번만 표시됩니다. 판매자를 삭제하면 식별자와 비밀 키는 더 이상 사용할 수 \
    없습니다. 상품은 그대로 판매되지만, 그 판매자는 v1에서도 상품을 수정하거나 삭제할 수 없습니다.
    """,
    "A command or a topic: %1.": "명령 또는 주제: %1.",
    "a day such as 2026-11-20, 11-20, today or yesterday": "2026-11-20, 11-20, 오늘, 어제 같은 날짜",
    "A note for yourself; up to 1,000 bytes.": "판매자용 메모. 최대 1,000바이트.",
    "A part of the title, the description, the SKU or a tag.": "상품명, 설명, 상품 코드, 태그의 일부.",
    "A return is taken against the sale of --reference, or against the newest sales of the item, and says which: at most what was sold and has not come back. Its price is that of the sale. Rankings and sales count it on the day of the return. Several items are recorded together or not at all.":
      "반품은 --reference의 판매에서, 없으면 상품의 최근 판매부터 차감하고 어느 판매인지 표시합니다. 판매한 수량에서 이미 반품한 수량을 뺀 만큼만 가능합니다. 금액은 판매할 때의 가격이며, 순위와 매출에는 반품한 날짜로 반영됩니다. 여러 상품은 한 번에 모두 기록되거나 하나도 기록되지 않습니다.",
    "A sale of the past.": "지난 판매를 기록합니다.",
    "Add a vendor; prints its id, identifier and secret.": "판매자를 추가하고 번호, 식별자, 비밀 키를 출력합니다.",
    "Add an item with an image.": "사진과 함께 상품을 등록합니다.",
    "Add an item.": "상품을 등록합니다.",
    "Add new items in won.": "새 상품을 원화로 등록합니다.",
    "Add this line to ~/.bashrc.": "~/.bashrc 파일에 이 줄을 추가합니다.",
    "Add this line to ~/.config/fish/config.fish.": "~/.config/fish/config.fish 파일에 이 줄을 추가합니다.",
    "Add this line to ~/.zshrc, after 'compinit'.": "~/.zshrc 파일의 'compinit' 다음에 이 줄을 추가합니다.",
    "Add three lamps at a discount.": "램프 세 개를 할인가로 등록합니다.",
    "Add up sales by day, item, tag or currency.": "날짜, 상품, 태그, 통화별 매출을 집계합니다.",
    "Add, list or remove vendors of the served market.": "판매자를 추가·조회·삭제합니다.",
    "All items as JSON, one a line.": "모든 상품을 한 줄에 하나씩 JSON으로.",
    "All revenue, less what was paid for the pieces.": "전체 매출에서 원가를 뺀 금액.",
    "amounts": "금액",
    "An entry is never edited: one is added that takes it back, and one with the new terms, both for the day of the sale. Its returns are corrected with it. '--quantity 0' voids a sale. A stock that was counted after the sale stays as it was counted. The cost of a delivery or of the opening stock can be corrected, too; recorded sales keep theirs. 'market history' shows the numbers of entries; with --reference the entry is found by its item. On a terminal the correction is shown and asked for.":
      "기록은 수정되지 않습니다. 기존 기록을 취소하는 기록과 새 내용의 기록이 판매한 날짜로 추가됩니다. 반품도 함께 정정됩니다. '--quantity 0'은 판매를 취소합니다. 판매 이후에 실사한 재고는 그대로입니다. 입고나 기초 재고의 원가도 정정할 수 있으며, 이미 기록된 판매의 원가는 바뀌지 않습니다. 기록 번호는 'market history'로 확인할 수 있습니다. --reference를 지정하면 상품으로 기록을 찾습니다. 터미널에서는 정정할 내용을 표시하고 확인합니다.",
    """
    An item matches if it contains every word, whole or as a part of another; in titles, SKUs and tags also across \
    spaces and marks. The best fit comes first: titles before SKUs and tags, and these before descriptions; whole words \
    before parts; then the newest. --sort gives another order. The last hundred searches are kept in a file that only \
    you can read; --private keeps this one out of it.
    """:
      "모든 단어가 온전히든 일부로든 들어 있는 상품을 찾습니다. 상품명, 상품 코드, 태그에서는 띄어쓰기와 기호로 나뉜 단어도 찾습니다. 가장 잘 맞는 상품을 먼저 표시합니다: 상품명, 상품 코드와 태그, 설명의 순서이고, 온전한 단어가 일부보다 먼저이며, 그다음은 최신순입니다. 다른 순서는 --sort로 지정합니다. 최근 검색 100개는 본인만 읽을 수 있는 파일에 남습니다. --private을 지정하면 이 검색은 남지 않습니다.",
    "An order is what one 'market sell' recorded, with a reference or without, as it was corrected; undone and void ones are left out, returned ones stay. Without a day, week or month the orders are those of this week so far. In a pipe each line is an order: when it was sold, its reference, its receipt, the items as 'market sell' takes them, the sum and the currency, separated by tabs.":
      "주문은 'market sell' 명령 하나가 기록한 판매이며, 주문 이름이 없어도 됩니다. 정정된 내용으로 표시하고, 취소된 주문은 제외하며, 반품된 주문은 남깁니다. 날짜, 주, 월을 지정하지 않으면 이번 주의 주문입니다. 파이프에서는 주문을 한 줄에 하나씩, 판매 시각, 주문 이름, 영수증, 'market sell'에 쓸 수 있는 상품, 합계, 통화를 탭으로 구분해 출력합니다.",
    "at most %1 items are recorded at once": "한 번에 최대 %1개 상품까지 기록할 수 있습니다",
    "Back up a store that is being served.": "서버에서 사용 중인 저장소를 백업합니다.",
    "Back up the store of this machine.": "이 컴퓨터의 저장소를 백업합니다.",
    "Cards with images.": "사진이 있는 카드로.",
    "CHANGE": "변동",
    "Change nothing unless the stock is this before.": "현재 재고가 이 값일 때만 변경합니다.",
    "Check a store, also one that is being served.": "서버가 사용 중인 저장소도 검사합니다.",
    "Check the server against the certificate authorities in this PEM file.":
      "이 PEM 파일에 있는 인증 기관으로 서버를 확인합니다.",
    "Check the store and its ledger.": "저장소와 재고 기록을 검사합니다.",
    "Clear the search history.": "검색 기록을 모두 지웁니다.",
    "columns": "열",
    """
    Completes commands, options, option values, files and topics, item ids with their titles, and the \
    numbers of past searches. Of a server's items, the cached ones are completed.
    """: "명령, 옵션과 그 값, 파일, 주제, 상품명이 붙은 상품 번호, 지난 검색의 번호를 완성합니다. 서버의 상품은 캐시에 있는 것만 완성합니다.",
    "Correct a recorded sale, or the cost of a delivery.": "기록된 판매나 입고의 원가를 정정합니다.",
    "Cost of one piece of the stock; private.": "재고의 개당 원가. 공개되지 않습니다.",
    "Cost of one piece; private.": "개당 원가. 공개되지 않습니다.",
    "Costs are private: a server does not send them": "원가는 비공개이며 서버에서 제공하지 않습니다",
    "Count only sales in this currency; revenue is ranked in one, by default the most used.":
      "이 통화로 판매한 것만 집계합니다. 매출 순위는 한 통화로 매기며, 기본값은 가장 많이 판매된 통화입니다.",
    "Counted quantity in stock; +3 or -1 adds to it.": "실사한 재고 수량. +3, -1은 현재 재고에 더합니다.",
    "Currency of the price (ISO 4217), such as KRW.": "가격의 통화 (ISO 4217). 예: KRW.",
    "Damaged: %1": "손상: %1",
    "delete %1 items": "상품 %1개를 삭제",
    "Delete item 7 after confirming.": "확인 후 7번 상품을 삭제합니다.",
    "Delete item 7.": "7번 상품을 삭제합니다.",
    "Delete three items without confirming.": "확인 없이 상품 세 개를 삭제합니다.",
    "Description; '-' reads standard input.": "상품 설명. '-'이면 표준 입력을 읽습니다.",
    "DETAILS": "상세",
    "Do not read or write the cache of server responses.": "서버 응답의 캐시를 읽지도 저장하지도 않습니다.",
    "Each day with sales.": "판매가 있는 날짜를 모두 표시합니다.",
    """
    Editing and deleting an item requires its password. Without --password-file, MARKET_PASSWORD_FILE \
    or MARKET_PASSWORD, the first add to a market creates a password in a file that only you can read, \
    and later commands use it.
    """:
      """
    상품을 수정하거나 삭제하려면 비밀번호가 필요합니다. --password-file, MARKET_PASSWORD_FILE, MARKET_PASSWORD가 모두 없으면 마켓에 처음 \
    등록할 때 비밀번호를 만들어 본인만 읽을 수 있는 파일에 저장하고, 이후의 명령에서 사용합니다.
    """,
    "ENTRY": "번호",
    "Entry %1: its stock is not the sum of the entries up to it": "%1번 기록: 재고가 그 기록까지의 합계와 다릅니다",
    "Entry 12 was no sale.": "12번 기록의 판매를 취소합니다.",
    "Entry 12 was sold for 4.": "12번 기록의 판매 가격을 4로 정정합니다.",
    "Find items by words in their texts, SKUs and tags.": "텍스트, 상품 코드, 태그에 든 단어로 상품을 찾습니다.",
    "Five were counted, if the stock is still eight.": "재고가 아직 여덟 개일 때만, 실사한 다섯 개로 변경합니다.",
    "For scripts: print only the id.": "스크립트용: 번호만 출력합니다.",
    "How to show images; by default as the terminal supports.": "사진 표시 방식. 기본값은 터미널이 지원하는 방식입니다.",
    "Id of the vendor to remove.": "삭제할 판매자의 번호.",
    "Id or SKU of an item, with ':' and the number of pieces where it is not one.":
      "상품 번호 또는 상품 코드. 한 개가 아니면 ':'와 수량을 붙입니다.",
    "Id or SKU of the item.": "상품 번호 또는 상품 코드.",
    "Ids or SKUs of the items.": "상품 번호 또는 상품 코드.",
    "Images of two items, replacing existing files.": "두 상품의 사진을, 기존 파일을 바꾸면서.",
    "it is before %1": "%1보다 앞선 날짜입니다",
    "it is for one item": "한 가지 상품일 때만 사용할 수 있습니다",
    "it must be %1": "%1로 입력하세요",
    "it must be an amount, such as 12.50": "12.50 같은 금액으로 입력하세요",
    "it must be the address of a database, such as postgres://host/market":
      "postgres://host/market과 같은 데이터베이스 주소여야 합니다",
    "it must be the path of a file, ':memory:', or the address of a database, such as postgres://host/market":
      "파일 경로, ':memory:', 또는 postgres://host/market과 같은 데이터베이스 주소여야 합니다",
    "it must not have a password, which other users can see: use a password file (PGPASSFILE)":
      "비밀번호를 포함할 수 없습니다. 다른 사용자에게 보이므로 비밀번호 파일(PGPASSFILE)을 사용하세요",
    "Item %1: the stock is %2, its movements add up to %3": "%1번 상품: 재고는 %2개이지만 재고 기록의 합계는 %3개입니다",
    "Item %1: the tags by which lists find it are not its own": "%1번 상품: 목록에서 찾을 때 쓰는 태그가 상품의 태그와 다릅니다",
    "Item %1: the total of %2 in %3 is not that of its sales": "%1번 상품: %2의 %3 집계가 판매 기록과 다릅니다",
    "Item 7 as a card.": "7번 상품의 카드.",
    "Items 51–100, most expensive first.": "비싼 순으로 51–100번째 상품.",
    """
    Items are ranked by the pieces sold, less those returned. The change of a rank is that since the day, week or month \
    before; 'new' was never ranked before, and 're-entry' was, but not in the period before. Without a date it is the last \
    whole period: yesterday, or last week or month. Days are those of the market's time zone.
    On a terminal ← and → go to the day before and after, d opens a calendar, Enter shows the item, v shows images, q \
    quits. In a pipe each line contains rank, previous rank, change, status, id, title, pieces, pieces to date and \
    revenue, separated by tabs.
    """:
      """
    반품을 뺀 판매 수량으로 순위를 매깁니다. 순위 변동은 전날, 전주, 전월과 비교한 것입니다. '신규'는 순위에 처음 오른 상품이고, '재진입'은 이전에 순위에 올랐지만 직전 \
    기간에는 없던 상품입니다. 날짜를 지정하지 않으면 마지막으로 끝난 기간, 곧 어제, 지난주, 지난달의 순위입니다. 날짜는 마켓의 시간대를 따릅니다.
    터미널에서는 ←와 →로 전날과 다음 날로 이동하고, d는 달력을 열고, Enter는 상품을 표시하고, v는 사진을 표시하고, q는 끝냅니다. 파이프에서는 각 줄에 순위, 이전 순위, 변동, \
    상태, 번호, 상품명, 판매 수량, 누적 판매 수량, 매출을 탭으로 구분해 출력합니다.
    """,
    "Items with both words.": "두 단어가 모두 든 상품.",
    "KIND": "구분",
    "Lamps, cheapest first.": "lamp를 싼 순으로.",
    "Last month, by revenue in won.": "지난달을 원화 매출순으로.",
    "Leave this search out of the history.": "이 검색을 기록하지 않습니다.",
    "List all vendors.": "모든 판매자를 조회합니다.",
    "List the exit codes.": "종료 코드를 조회합니다.",
    "List the items for sale.": "판매 중인 상품의 목록을 표시합니다.",
    "List the orders of a day, week or month.": "하루, 한 주 또는 한 달의 주문을 표시합니다.",
    "Locale of text, amounts, dates and currency, such as ko_KR.": "언어, 금액, 날짜, 통화의 로케일. 예: ko_KR.",
    "Log requests and responses to stderr.": "요청과 응답을 표준 오류에 기록합니다.",
    "Longest time for a whole request, in seconds.": "요청 하나의 최대 시간(초).",
    "Longest time without any progress, in seconds.": "진행이 없을 때 기다리는 최대 시간(초).",
    "Make a backup of the store.": "저장소를 백업합니다.",
    "Manage an open market's inventory on the command line.": "명령줄에서 오픈마켓 재고를 관리합니다.",
    "MARKET OPTIONS": "마켓 옵션",
    "Movements, for a program.": "프로그램에서 사용할 재고 기록.",
    "Name of a setting.": "설정의 이름.",
    "Name of the vendor to add.": "추가할 판매자의 이름.",
    "Never ask. What needs a yes fails; deleting one named item does not.":
      "묻지 않습니다. 확인이 필요한 작업은 실패하며, 지정한 상품 하나의 삭제는 바로 진행합니다.",
    "New items as they arrive.": "새 상품을 실시간으로.",
    "No sales": "판매 내역이 없습니다",
    "November by item.": "11월의 상품별 매출.",
    "Number of pieces that were sold; 0 voids the sale.": "판매한 수량. 0은 판매를 취소합니다.",
    "Number of pieces.": "수량.",
    "Number of the entry in the history of an item; its item with --reference.":
      "상품 이력의 기록 번호. --reference와 함께 쓰면 상품.",
    "Omit the table header.": "표 머리글을 표시하지 않습니다.",
    """
    On a terminal the list is a table that continues when you press the space bar; / searches, g shows images, b goes on in 'market browse', q \
    quits. In a pipe each line contains id, title, currency, price, discounted price, stock and date, separated by tabs; \
    --columns chooses others.
    """:
      "터미널에서는 표로 표시하며, 스페이스를 누르면 이어집니다. /는 검색, g는 사진, b는 'market browse'로 이동, q는 종료입니다. 파이프에서는 한 줄에 상품 하나씩 번호, 상품명, 통화, 가격, 할인가, 재고, 날짜를 탭으로 구분해 출력합니다. 다른 열은 --columns로 선택합니다.",
    "One broken piece.": "파손된 상품 한 개.",
    "One field, for a program.": "한 필드를 다른 프로그램으로.",
    "One LMP-7 was sold in order-81.": "order-81에서 LMP-7은 1개만 팔렸습니다.",
    "One of %1.": "%1 중 하나.",
    "One piece of item 7, now.": "7번 상품 한 개를 지금 판매합니다.",
    "One piece of the newest sale.": "가장 최근 판매에서 한 개를 반품합니다.",
    "Order the list; 'best' is what fits a search best, and else the oldest first.":
      "목록의 순서. 'best'는 검색에서는 검색어에 가장 잘 맞는 순서, 그 외에는 등록순입니다.",
    "OUTPUT OPTIONS": "출력 옵션",
    "PASSWORD OPTIONS": "비밀번호 옵션",
    "Pieces and revenue are net of returns, which count on their own day. Days are those of the market's time zone. On a terminal bars show the revenue, and the last lines a total for each currency. In a pipe each line is a day or the id and title of an item, the pieces, the revenue and the currency, separated by tabs. Without dates a server answers for the last 366 days, and a store for all. By tag, an item with several tags counts under each of them.":
      "수량과 매출은 반품을 뺀 값이며, 반품은 반품한 날짜에 반영됩니다. 날짜는 마켓의 시간대를 따릅니다. 터미널에는 매출 막대와 통화별 합계가 표시됩니다. 파이프에서는 한 줄에 날짜 또는 상품 번호와 상품명, 수량, 매출, 통화가 탭으로 구분되어 출력됩니다. 날짜를 지정하지 않으면 서버는 최근 366일, 저장소는 전체 기간을 계산합니다. 태그별로 집계하면 태그가 여러 개인 상품은 각 태그에 모두 포함됩니다.",
    "Pieces of two items, for one reason.": "두 상품의 재고를 같은 사유로 차감합니다.",
    "PNG or JPEG image of up to 10 MiB; '-' reads standard input. Up to five, each with '--image'.":
      "10 MiB 이하의 PNG 또는 JPEG 사진. '-'이면 표준 입력을 읽습니다. 사진마다 '--image'를 지정하며, 다섯 장까지 됩니다.",
    "Print only the id of the new item.": "새 상품의 번호만 출력합니다.",
    "Print the candidates for the last word.": "마지막 단어의 완성 후보를 출력합니다.",
    "Print the completion script for a shell.": "셸의 자동 완성 스크립트를 출력합니다.",
    "Print the manual page (roff) of the program or the command.": "프로그램이나 명령의 매뉴얼 페이지(roff)를 출력합니다.",
    "Print the request as a curl command without sending it.": "요청을 보내지 않고 curl 명령으로 출력합니다.",
    "Print the value of a setting.": "설정의 값을 출력합니다.",
    "Proceed without confirmation.": "확인 없이 진행합니다.",
    "Quantity in stock.": "재고 수량.",
    "Read the password from this file; '-' reads standard input.": "이 파일에서 비밀번호를 읽습니다. '-'이면 표준 입력을 읽습니다.",
    "Record pieces that are gone without a sale.": "분실·파손·자가 사용 재고를 차감합니다.",
    "Record pieces that came in.": "입고를 기록합니다.",
    "Record sales; prints their receipt.": "판매를 기록하고 영수증을 출력합니다.",
    "Record sold pieces that came back.": "반품을 기록합니다.",
    "RECORDED": "기록 시각",
    "Refresh the page whenever the market changes; on a terminal.": "마켓이 바뀔 때마다 화면을 갱신합니다. 터미널 전용.",
    "Refused: the command works at the store itself.": "사용할 수 없습니다. 이 명령은 저장소에서 직접 실행합니다.",
    "Remove a setting from the config file; comments stay.": "설정 파일에서 설정을 지웁니다. 주석은 그대로 둡니다.",
    "Remove the discount.": "할인을 없앱니다.",
    "remove the vendor": "판매자를 삭제",
    "Repeat the second-last search.": "끝에서 두 번째 검색을 다시.",
    "Repeat this entry of the search history.": "검색 기록의 이 항목을 다시 검색합니다.",
    "Replace existing files.": "기존 파일을 바꿉니다.",
    "Revoke a vendor's right to sell.": "판매자의 판매 권한을 취소합니다.",
    "Revoke vendor 2's right to sell, after confirming.": "확인 후 2번 판매자의 판매 권한을 취소합니다.",
    "Run the command at the store itself, with '--store <file>'": "'--store <파일>'로 저장소에서 직접 실행하세요",
    "Save into this folder.": "이 폴더에 저장합니다.",
    "Send it as a new one. Without it, a command whose response was lost is settled first when it is repeated.":
      "새 요청으로 보냅니다. 이 옵션이 없으면 응답이 유실된 명령을 다시 실행할 때 먼저 결과를 확인합니다.",
    "Set a discount, and the stock to two.": "할인가를 정하고 재고를 2개로 바꿉니다.",
    "Several items are one order: all are recorded or none, with one sum and one receipt, whose code serves the review of each item. An item that is named twice has the sum of its pieces. A sale is refused where fewer pieces are in stock. With --reference the same sale is recorded once, and prints the same receipt again. The price is that of the item, after its discount, unless --price gives another. In a pipe the output is the code of the receipt.":
      "여러 상품은 주문 하나로 모두 기록되거나 하나도 기록되지 않으며, 합계와 영수증이 하나씩입니다. 영수증 코드로 각 상품의 리뷰를 쓸 수 있습니다. 같은 상품을 두 번 지정하면 수량을 더합니다. 재고가 부족하면 판매가 거부됩니다. --reference를 지정하면 같은 판매는 한 번만 기록되고 같은 영수증이 다시 출력됩니다. --price를 지정하지 않으면 할인된 현재 가격으로 기록합니다. 파이프에서는 영수증 코드만 출력됩니다.",
    "Several items are recorded together or not at all. The cost of a piece is private: a market never sends it. 'market sales --margin' shows it, at the store itself. It is in the currency of the item, and goes into the average cost of what is there; 'market correct' changes it. With --reference the same delivery is recorded once.":
      "여러 상품은 한 번에 모두 기록되거나 하나도 기록되지 않습니다. 원가는 비공개이며 마켓이 전송하지 않습니다. 저장소에서 직접 실행하는 'market sales --margin'에만 표시됩니다. 통화는 상품의 통화이며, 재고의 평균 원가에 반영됩니다. 'market correct'로 정정할 수 있습니다. --reference를 지정하면 같은 입고는 한 번만 기록됩니다.",
    "Several items are recorded together or not at all. With --reference the same write-off is recorded once.":
      "여러 상품은 한 번에 모두 기록되거나 하나도 기록되지 않습니다. --reference를 지정하면 같은 차감은 한 번만 기록됩니다.",
    "Show all entries from that page on.": "그 페이지부터 모든 기록을 표시합니다.",
    "Show all items from that page on.": "그 페이지부터 모든 상품을 표시합니다.",
    "Show all settings.": "모든 설정을 표시합니다.",
    "Show an item with all its details.": "상품의 모든 정보를 표시합니다.",
    "Show cards with images side by side; on a terminal.": "사진이 있는 카드를 나란히 보여 줍니다. 터미널에서만.",
    "Show currencies by code (KRW) or symbol (₩), or as the language does (auto).":
      "통화를 코드(KRW)나 기호(₩), 또는 언어에 맞게(auto) 표시합니다.",
    "Show help for a command or a topic.": "명령이나 주제의 도움말을 표시합니다.",
    "Show how to add an item.": "상품을 등록하는 방법을 표시합니다.",
    "Show one page and exit, also on a terminal.": "터미널에서도 한 페이지만 표시하고 끝냅니다.",
    "Show one ranking and exit, also on a terminal.": "터미널에서도 순위 하나만 표시하고 끝냅니다.",
    "Show only data and errors.": "데이터와 오류만 표시합니다.",
    "Show or change the settings.": "설정을 표시하거나 변경합니다.",
    "Show the best sellers of a day, week or month.": "하루, 한 주, 한 달의 베스트셀러를 표시합니다.",
    "Show the cost and the margin too; at the store itself.": "원가와 이익도 표시합니다. 저장소에서 직접 실행할 때만 가능합니다.",
    "Show the sale with this code on its receipt.": "영수증에 이 코드가 있는 판매를 표시합니다.",
    "Show the search history.": "검색 기록을 표시합니다.",
    "Show the second page of the items for sale.": "판매 중인 상품의 두 번째 페이지를 표시합니다.",
    "Show the version.": "버전을 표시합니다.",
    "Show the whole description, also a long one.": "설명이 길어도 모두 표시합니다.",
    "Show this help.": "이 도움말을 표시합니다.",
    "Show this many entries on a page, at most 500.": "한 페이지에 표시할 기록 수. 최대 500.",
    "Show this many items on a page, at most 500.": "한 페이지에 표시할 상품의 수. 최대 500개.",
    "Show this many items, at most 500.": "상품을 이 개수만큼 표시합니다. 최대 500개.",
    "Show this page, counted from 1.": "이 페이지를 표시합니다(1부터).",
    "Show what happened to an item and its stock.": "상품과 재고의 이력을 표시합니다.",
    "Show what was recorded under this reference.": "이 참조 번호로 기록한 내역을 표시합니다.",
    "Show what would be done without doing it.": "실행하지 않고, 실행할 내용만 표시합니다.",
    "Table '%1', row '%2': the value of '%3' is damaged": "'%1' 표의 '%2' 행: '%3' 열의 값이 손상되었습니다",
    "Ten pieces for 8.00 each.": "개당 8.00에 열 개를 입고합니다.",
    "The backup, a new file.": "백업 파일. 새 파일이어야 합니다.",
    "The currency of new items.": "새 상품의 통화.",
    "The currency of the locale again.": "다시 로케일의 통화를 사용합니다.",
    "The day: %1.": "날짜: %1.",
    "The first day: %1.": "시작 날짜: %1.",
    "The first page, and more on request.": "첫 페이지부터, 원하는 만큼.",
    "The first twenty of a week.": "한 주의 상위 20개.",
    """
    The images appear below on terminals that draw them: kitty, Ghostty, iTerm2, WezTerm and others; with \
    chafa installed also on those that draw sixels or only colours. 'market images' saves them. The \
    ratings by star and the newest reviews are last; 'market reviews' shows all.
    """:
      "사진을 그릴 수 있는 터미널(kitty, Ghostty, iTerm2, WezTerm 등)에서는 아래에 사진이 나옵니다. 식셀이나 색만 지원하는 터미널에는 chafa가 필요합니다. 'market images'로 저장할 수 있습니다. 마지막에 별점 분포와 최신 리뷰가 나오며, 전체는 'market reviews'로 볼 수 있습니다.",
    "The ISO week, such as 2026-W47; without a value the last one.": "ISO 주. 예: 2026-W47. 값이 없으면 지난주.",
    "The ISO week, such as 2026-W47; without a value this one so far.":
      "2026-W47 같은 ISO 주. 값이 없으면 이번 주 오늘까지.",
    "The last day, likewise.": "마지막 날짜. 같은 형식으로 입력합니다.",
    "The last entries of item 7.": "7번 상품의 최근 이력.",
    "The month, such as 2026-11; without a value the last one.": "월. 예: 2026-11. 값이 없으면 지난달.",
    "The month, such as 2026-11; without a value this one so far.": "2026-11 같은 월. 값이 없으면 이번 달 오늘까지.",
    "The new value.": "새 값.",
    "The newest entries come first: every change of the stock, with the stock after it, and changes of the title and the price. It needs the password of the item. In a pipe each line is an entry: its number, kind, change, stock, unit price, currency, note, reference, the times of recording and reporting, and the counted and the expected stock, or the value before and after, separated by tabs; --columns chooses others. '--reference' and '--receipt' find a sale again, with its returns and corrections: at the store without an id and a password, at a server among the sales of the item.":
      "최근 기록부터 모든 재고 변동과 변동 후 재고, 상품명과 가격의 변경을 표시합니다. 상품의 비밀번호가 필요합니다. 파이프에서는 한 줄에 기록 하나로 번호, 구분, 변동, 재고, 개당 가격, 통화, 메모, 참조 번호, 기록 시각과 발생 시각, 실사 수량과 예상 수량 또는 변경 전후의 값이 탭으로 구분되어 출력됩니다. '--columns'로 다른 열을 고를 수 있습니다. '--reference'와 '--receipt'는 판매를 반품, 정정과 함께 찾습니다. 저장소에서는 상품 번호와 비밀번호가 필요 없고, 서버에서는 지정한 상품의 판매에서 찾습니다.",
    "the number of an entry is a whole number from 1": "기록 번호는 1 이상의 정수입니다",
    "The pieces cannot be sold again: they do not add to the stock.": "다시 판매할 수 없는 상품이므로 재고에 더하지 않습니다.",
    "The pieces in stock cost 8.50 each.": "재고 상품의 원가는 개당 8.50입니다.",
    "The pieces of delivery 9 cost 8.50 each.": "9번 입고의 개당 원가를 8.50으로 정정합니다.",
    "The reference of the entry.": "기록의 참조 번호.",
    "The same as data.": "같은 내용을 데이터로.",
    "The search history, newest first.": "검색 기록을 최근 순으로.",
    "The stock was counted since: it stays as it was counted.": "이후에 재고를 실사했습니다. 실사한 재고를 그대로 둡니다.",
    "The store is sound: %1, %2": "저장소에 이상이 없습니다: 상품 %1, %2",
    "This month so far, for a program.": "이번 달 오늘까지, 프로그램용.",
    "This server serves %1, and not the requested host: add it with --public-url":
      "이 서버는 %1 주소로 제공됩니다. 요청한 호스트를 추가하려면 --public-url을 사용하세요",
    "This week so far, by tag.": "이번 주 오늘까지, 태그별.",
    "This week so far, the newest first.": "이번 주 오늘까지, 최신순.",
    "Three items of one order, all or none.": "한 주문의 상품 세 가지를 한 번에 기록합니다.",
    "Three more than there are.": "현재 재고에 세 개를 더합니다.",
    "Title; up to 1,000 bytes.": "상품명. 1,000바이트까지.",
    "Two items of one delivery, all or none.": "한 번에 입고된 두 상품을 함께 기록합니다.",
    "Two pieces of an order, broken.": "한 주문에서 파손된 두 개를 반품합니다.",
    "Unit price after the discount.": "할인 후 개당 가격.",
    "Unit price, such as 1690000 or 12.50.": "개당 가격. 예: 1690000, 12.50.",
    "Use plain lines instead of tables, colours and animation.": "표, 색상, 애니메이션 대신 일반 텍스트 줄로 표시합니다.",
    "Use the market server at this URL.": "이 URL의 마켓 서버를 사용합니다.",
    "What is added up.": "집계 기준.",
    "What items are ranked by.": "순위를 매기는 기준.",
    "What was sold under a reference.": "한 참조 번호로 판매한 내역.",
    "When it happened, such as 18:30, yesterday or 2026-11-20T18:30 in the market's time zone; now by default.":
      "발생한 시각. 마켓의 시간대로 18:30, 어제, 2026-11-20T18:30처럼 입력하며, 기본값은 현재입니다.",
    "When to use colours.": "색상 사용 여부.",
    "Why they are gone.": "없어진 사유.",
    "with a sign it is the only change": "부호가 있으면 다른 변경과 함께 사용할 수 없습니다",
    "With the receipt of the sale.": "판매 영수증과 함께.",
    "Without --server or MARKET_SERVER, the embedded market is used: one file, no setup.":
      "--server나 MARKET_SERVER가 없으면 내장 마켓을 사용합니다. 파일 하나로 동작하며 준비할 것이 없습니다.",
    "Words after 'market'.": "'market' 다음의 단어.",
    "Write a manual page for 'man'.": "'man'으로 볼 매뉴얼 페이지를 만듭니다.",
    "Write a setting to the config file; comments stay.": "설정 파일에 설정을 저장합니다. 주석은 그대로 둡니다.",
    "write an id, or an id and a number of pieces such as 7:2": "상품 번호, 또는 7:2처럼 상품 번호와 수량을 입력하세요",
    "Write JSON, one object a line.": "한 줄에 객체 하나씩 JSON으로 출력합니다.",
    "Write JSON, one object a line: all fields, or the given ones.":
      "한 줄에 객체 하나씩 JSON으로 출력합니다. 모든 필드 또는 지정한 필드.",
    "Write to this file; - for standard output.": "이 파일에 저장합니다. -는 표준 출력입니다.",
    "Yesterday's best sellers.": "어제의 베스트셀러.",
    "Yesterday's orders.": "어제의 주문.",
    "Your name for the delivery, such as its number.": "입고 번호처럼 입고를 구분하는 이름.",
    "Your name for the sale, such as an order's number.": "주문 번호처럼 판매를 구분하는 이름.",
    "Your name for the write-off.": "차감을 구분하는 이름.",
  ]
}
