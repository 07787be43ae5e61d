import Console

extension Korean {
  /// The declarations of commands.
  static let help: Language.Table = [
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
    "A part of the title or the description.": "제목이나 설명의 일부.",
    """
    A review has a password of its own, kept apart from those of items; it is needed to delete the review, and to write \
    again with the same receipt, which changes it. The receipt of a sale marks a verified purchase. The owner of the item \
    answers a review once and folds its text, with the password of the item; its stars still count. Only the operator \
    of the market removes one, at the store itself.
    """:
      """
    리뷰에는 상품과 따로 보관하는 자체 비밀번호가 있습니다. 리뷰를 삭제하거나 같은 영수증으로 다시 써서 수정할 때 필요합니다. 판매 영수증이 있으면 구매 인증으로 표시됩니다. 상품의 \
    주인은 상품 비밀번호로 리뷰에 한 번 답글을 남기고 내용을 접을 수 있으며, 별점은 그대로 반영됩니다. 마켓 운영자만 저장소에서 직접 리뷰를 삭제할 수 있습니다.
    """,
    "Add a vendor; prints its id, identifier and secret.": "판매자를 추가하고 번호, 식별자, 비밀 키를 출력합니다.",
    "Add an item with an image.": "사진과 함께 상품을 등록합니다.",
    "Add an item.": "상품을 등록합니다.",
    "Add this line to ~/.bashrc.": "~/.bashrc 파일에 이 줄을 추가합니다.",
    "Add this line to ~/.config/fish/config.fish.": "~/.config/fish/config.fish 파일에 이 줄을 추가합니다.",
    "Add this line to ~/.zshrc, after 'compinit'.": "~/.zshrc 파일의 'compinit' 다음에 이 줄을 추가합니다.",
    "Add three lamps at a discount.": "램프 세 개를 할인가로 등록합니다.",
    "Add, list or remove vendors of the served market.": "서비스하는 마켓의 판매자를 추가, 나열, 삭제합니다.",
    "add, list or remove.": "add, list, remove 중 하나.",
    "All images of item 7, into the current folder.": "7번 상품의 모든 사진을 현재 폴더에.",
    "All items as JSON, one a line.": "모든 상품을 한 줄에 하나씩 JSON으로.",
    "amounts": "금액",
    """
    An item matches if it contains every word, whole or as a part of another. The last hundred searches are kept in \
    a file that only you can read; --private keeps this one out of it.
    """: "모든 단어가 온전히든 일부로든 들어 있는 상품을 찾습니다. 최근 검색 100개는 본인만 읽을 수 있는 파일에 남습니다. --private을 지정하면 이 검색은 남지 않습니다.",
    "Answer review 12, as the owner of its item.": "상품의 주인으로서 12번 리뷰에 답글을 남깁니다.",
    "As JSON, one a line.": "한 줄에 하나씩 JSON으로.",
    "Cards with images.": "사진이 있는 카드로.",
    "Change an item.": "상품을 수정합니다.",
    "Check the server against the certificate authorities in this PEM file.":
      "이 PEM 파일에 있는 인증 기관으로 서버를 확인합니다.",
    "Clear the search history.": "검색 기록을 모두 지웁니다.",
    "Code of the receipt that 'market sell' printed.": "'market sell'이 출력한 영수증의 코드.",
    """
    Completes commands, options, option values, files and topics, item ids with their titles, and the \
    numbers of past searches. Of a server's items, the cached ones are completed.
    """: "명령, 옵션과 그 값, 파일, 주제, 제목이 붙은 상품 번호, 지난 검색의 번호를 완성합니다. 서버의 상품은 캐시에 있는 것만 완성합니다.",
    "Currency of the price (ISO 4217), such as KRW.": "가격의 통화 (ISO 4217). 예: KRW.",
    "Delete item 7 after confirming.": "확인 후 7번 상품을 삭제합니다.",
    "Delete item 7.": "7번 상품을 삭제합니다.",
    "Delete items for good.": "상품을 영구히 삭제합니다.",
    "Delete three items without confirming.": "확인 없이 상품 세 개를 삭제합니다.",
    "Delete your review 12, after confirming.": "확인 후 내가 쓴 12번 리뷰를 삭제합니다.",
    "Description; '-' reads standard input.": "상품 설명. '-'이면 표준 입력을 읽습니다.",
    "Do not read or write the cache of server responses.": "서버 응답의 캐시를 읽지도 저장하지도 않습니다.",
    """
    Each image is saved unchanged, under a name such as 7-1-macbook.png: the id of the item, the number of the \
    image, and the title. Existing files are kept unless --force is given.
    """:
      "사진을 원본 그대로, 7-1-macbook.png 같은 이름으로 저장합니다. 상품 번호, 사진 번호, 제목의 순서입니다. --force를 지정하지 않으면 기존 파일을 바꾸지 않습니다.",
    """
    Editing and deleting an item requires its password. Without --password-file, MARKET_PASSWORD_FILE \
    or MARKET_PASSWORD, the first add to a market creates a password in a file that only you can read, \
    and later commands use it.
    """:
      """
    상품을 수정하거나 삭제하려면 비밀번호가 필요합니다. --password-file, MARKET_PASSWORD_FILE, MARKET_PASSWORD가 모두 없으면 마켓에 처음 \
    등록할 때 비밀번호를 만들어 본인만 읽을 수 있는 파일에 저장하고, 이후의 명령에서 사용합니다.
    """,
    "Find items by words in title or description.": "제목이나 설명에 든 단어로 상품을 찾습니다.",
    "Fold its text.": "내용을 접습니다.",
    "For scripts: print only the id.": "스크립트용: 번호만 출력합니다.",
    "How to show images; by default as the terminal supports.": "사진 표시 방식. 기본값은 터미널이 지원하는 방식입니다.",
    "Id of the item.": "상품 번호.",
    "Id of the item; or delete, answer, fold or remove.": "상품 번호. 또는 delete, answer, fold, remove 중 하나.",
    "Id of the review to delete, answer, fold or remove.": "삭제하거나 답글을 남기거나 접을 리뷰의 번호.",
    "Ids of the items.": "상품 번호.",
    "Images of two items, replacing existing files.": "두 상품의 사진을, 기존 파일을 바꾸면서.",
    "Item 7 as a card.": "7번 상품의 카드.",
    "Items 51–100, most expensive first.": "비싼 순으로 51–100번째 상품.",
    "Items with both words.": "두 단어가 모두 든 상품.",
    "Lamps, cheapest first.": "lamp를 싼 순으로.",
    "Leave this search out of the history.": "이 검색을 기록하지 않습니다.",
    "List all vendors.": "모든 판매자를 나열합니다.",
    "List the exit codes.": "종료 코드를 나열합니다.",
    "List the items for sale.": "판매 중인 상품의 목록을 표시합니다.",
    "Locale of text, amounts, dates and currency, such as ko_KR.": "언어, 금액, 날짜, 통화의 로케일. 예: ko_KR.",
    "Log requests and responses to stderr.": "요청과 응답을 표준 오류에 기록합니다.",
    "Longest time for a whole request, in seconds.": "요청 하나의 최대 시간(초).",
    "Longest time without any progress, in seconds.": "진행이 없을 때 기다리는 최대 시간(초).",
    "Manage an open market's inventory on the command line.": "명령줄에서 오픈마켓 재고를 관리합니다.",
    "MARKET OPTIONS": "마켓 옵션",
    "Name of the vendor to add, or id of the vendor to remove.": "추가할 판매자의 이름 또는 삭제할 판매자의 번호.",
    "Name under which the review is shown.": "리뷰에 표시할 이름.",
    "Never show a prompt; fail if one is needed.": "확인을 묻지 않습니다. 확인이 필요하면 실패합니다.",
    "New items as they arrive.": "새 상품을 실시간으로.",
    "Omit the table header.": "표 머리글을 표시하지 않습니다.",
    """
    On a terminal the first page begins with the ratings by star. In a pipe each line contains id, id of the item, \
    stars, text, author, verified, folded, date, date of the last change, answer and its date, separated by tabs.
    """:
      """
    터미널에서는 첫 페이지가 별점 분포로 시작합니다. 파이프에서는 한 줄에 번호, 상품 번호, 별점, 내용, 작성자, 구매 인증 여부, 접힘 여부, 작성일, 수정일, 답글, 답글 날짜가 탭으로 \
    구분되어 나옵니다.
    """,
    """
    On a terminal the list is a table that continues when you press the space bar; / searches, g shows images, q \
    quits. In a pipe each line contains id, title, currency, price, discounted price, stock and date, separated by tabs.
    """:
      "터미널에서는 표로 표시하며, 스페이스를 누르면 이어집니다. /는 검색, g는 사진, q는 종료입니다. 파이프에서는 한 줄에 상품 하나씩 번호, 제목, 통화, 가격, 할인가, 재고, 날짜를 탭으로 구분해 출력합니다.",
    """
    On a terminal, asks for confirmation. Where no prompt can be shown (in a pipe, with --no-input or \
    CI), a single item is deleted at once and printed, so that it can be added again; several items \
    require --yes.
    """:
      """
    터미널에서는 삭제하기 전에 확인합니다. 확인할 수 없는 곳(파이프, --no-input, CI)에서는 상품 하나를 바로 삭제하고, 다시 등록할 수 있도록 그 내용을 출력합니다. \
    여러 상품을 삭제하려면 --yes가 필요합니다.
    """,
    "One field, for a program.": "한 필드를 다른 프로그램으로.",
    "One of %1.": "%1 중 하나.",
    """
    Only the given fields change. --image replaces all images. A new currency needs the new price with \
    it. Piped, each line is a changed field: its name, the old value and the new value, separated by \
    tabs.
    """:
      """
    지정한 필드만 바뀝니다. --image를 지정하면 사진은 전체가 새 사진으로 교체됩니다. 통화를 바꿀 때는 새 가격도 함께 지정해야 합니다. 파이프로는 바뀐 필드마다 한 줄씩 \
    이름, 이전 값, 새 값을 탭으로 구분하여 출력합니다.
    """,
    """
    Options override environment variables, variables the config file, and the config file the defaults. \
    The config file is ~/.config/market/config ($XDG_CONFIG_HOME), with one line 'name = value' per \
    setting: %1.
    """:
      """
    옵션, 환경 변수, 설정 파일, 기본값의 순서로 우선합니다. 설정 파일은 ~/.config/market/config ($XDG_CONFIG_HOME)이며, \
    한 줄에 설정 하나를 '이름 = 값'으로 입력합니다: %1.
    """,
    "Order the list.": "목록의 순서.",
    "Order the reviews.": "리뷰의 정렬 순서.",
    "OUTPUT OPTIONS": "출력 옵션",
    "PASSWORD OPTIONS": "비밀번호 옵션",
    "PNG or JPEG image of up to 10 MiB; '-' reads standard input. Up to five, each with '--image'.":
      "10 MiB 이하의 PNG 또는 JPEG 사진. '-'이면 표준 입력을 읽습니다. 사진마다 '--image'를 지정하며, 다섯 장까지 됩니다.",
    "Print only the id of the new item.": "새 상품의 번호만 출력합니다.",
    "Print the candidates for the last word.": "마지막 단어의 완성 후보를 출력합니다.",
    "Print the completion script for a shell.": "셸의 자동 완성 스크립트를 출력합니다.",
    "Print the manual page (roff) of the program or the command.": "프로그램이나 명령의 매뉴얼 페이지(roff)를 출력합니다.",
    "Print the request as a curl command without sending it.": "요청을 보내지 않고 curl 명령으로 출력합니다.",
    "Proceed without confirmation.": "확인 없이 진행합니다.",
    "Quantity in stock.": "재고 수량.",
    "Read the password from this file; '-' reads standard input.": "이 파일에서 비밀번호를 읽습니다. '-'이면 표준 입력을 읽습니다.",
    "Refresh the page whenever the market changes; on a terminal.": "마켓이 바뀔 때마다 화면을 갱신합니다. 터미널 전용.",
    "Remove it, as the operator.": "운영자로서 리뷰를 삭제합니다.",
    "Remove the discount.": "할인을 없앱니다.",
    "Repeat the second-last search.": "끝에서 두 번째 검색을 다시.",
    "Repeat this entry of the search history.": "검색 기록의 이 항목을 다시 검색합니다.",
    "Replace existing files.": "기존 파일을 바꿉니다.",
    "Review an item; answer, fold or delete a review.": "상품에 리뷰를 쓰거나, 리뷰에 답글을 남기고 접거나 삭제합니다.",
    "Review item 7.": "7번 상품에 리뷰를 씁니다.",
    "Revoke vendor 2's right to sell, after confirming.": "확인 후 2번 판매자의 판매 권한을 취소합니다.",
    "Save into this folder.": "이 폴더에 저장합니다.",
    "Save the images of an item.": "상품의 사진을 저장합니다.",
    "Set a discount, and the stock to two.": "할인가를 정하고 재고를 2개로 바꿉니다.",
    "Show all items from that page on.": "그 페이지부터 모든 상품을 표시합니다.",
    "Show all settings.": "모든 설정을 표시합니다.",
    "Show an item with all its details.": "상품의 모든 정보를 표시합니다.",
    "Show cards with images side by side; on a terminal.": "사진이 있는 카드를 나란히 보여 줍니다. 터미널에서만.",
    "Show currencies by code (KRW) or by symbol (₩).": "통화를 코드(KRW) 또는 기호(₩)로 표시합니다.",
    "Show each setting and where it comes from.": "각 설정과 그 출처를 봅니다.",
    "Show help for a command or a topic.": "명령이나 주제의 도움말을 표시합니다.",
    "Show how to add an item.": "상품을 등록하는 방법을 표시합니다.",
    "Show one page and exit, also on a terminal.": "터미널에서도 한 페이지만 표시하고 끝냅니다.",
    "Show only data and errors.": "데이터와 오류만 표시합니다.",
    "Show texts that the seller has folded, too.": "판매자가 접은 내용도 표시합니다.",
    "Show the reviews of an item.": "상품의 리뷰를 표시합니다.",
    "Show the search history.": "검색 기록을 표시합니다.",
    "Show the second page of the items for sale.": "판매 중인 상품의 두 번째 페이지를 표시합니다.",
    "Show the version.": "버전을 표시합니다.",
    "Show the whole description, also a long one.": "설명이 길어도 모두 표시합니다.",
    "Show this help.": "이 도움말을 표시합니다.",
    "Show this many items on a page, at most 500.": "한 페이지에 표시할 상품의 수. 최대 500개.",
    "Show this many reviews on a page, at most 50.": "한 페이지에 표시할 리뷰 수(최대 50).",
    "Show this page, counted from 1.": "이 페이지를 표시합니다(1부터).",
    "Show what would be done without doing it.": "실행하지 않고, 실행할 내용만 표시합니다.",
    "Stars, 1 to 5.": "별점(1~5).",
    "Text of the review or the answer, up to 5,000 characters; '-' reads standard input.":
      "리뷰나 답글의 내용(최대 5,000자). '-'이면 표준 입력을 읽습니다.",
    "The first page, and more on request.": "첫 페이지부터, 원하는 만큼.",
    """
    The images appear below on terminals that draw them: kitty, Ghostty, iTerm2, WezTerm and others; with \
    chafa installed also on those that draw sixels or only colours. 'market images' saves them. The \
    ratings by star and the newest reviews are last; 'market reviews' shows all.
    """:
      "사진을 그릴 수 있는 터미널(kitty, Ghostty, iTerm2, WezTerm 등)에서는 아래에 사진이 나옵니다. 식셀이나 색만 지원하는 터미널에는 chafa가 필요합니다. 'market images'로 저장할 수 있습니다. 마지막에 별점 분포와 최신 리뷰가 나오며, 전체는 'market reviews'로 볼 수 있습니다.",
    "The newest reviews of item 7.": "7번 상품의 최신 리뷰.",
    "The same as data.": "같은 내용을 데이터로.",
    "The search history, newest first.": "검색 기록을 최근 순으로.",
    "Those with the fewest stars first.": "별점이 낮은 리뷰부터.",
    "Title; up to 1,000 bytes.": "제목. 1,000바이트까지.",
    "Unit price after the discount.": "할인 후 개당 가격.",
    "Unit price, such as 1690000 or 12.50.": "개당 가격. 예: 1690000, 12.50.",
    "Use plain lines instead of tables, colours and animation.": "표, 색상, 애니메이션 대신 일반 텍스트 줄로 표시합니다.",
    "Use the embedded market in this store file.": "이 저장소 파일의 내장 마켓을 사용합니다.",
    "Use the market server at this URL.": "이 URL의 마켓 서버를 사용합니다.",
    "When to use colours.": "색상 사용 여부.",
    "Why the operator removes the review.": "운영자가 리뷰를 삭제하는 사유.",
    "With the receipt of the sale.": "판매 영수증과 함께.",
    "Without --server or MARKET_SERVER, the embedded market is used: one file, no setup.":
      "--server나 MARKET_SERVER가 없으면 내장 마켓을 사용합니다. 파일 하나로 동작하며 준비할 것이 없습니다.",
    "Words after 'market'.": "'market' 다음의 단어.",
    "Write a manual page for 'man'.": "'man'으로 볼 매뉴얼 페이지를 만듭니다.",
    "Write JSON, one object a line.": "한 줄에 객체 하나씩 JSON으로 출력합니다.",
    "Write JSON, one object a line: all fields, or the given ones.":
      "한 줄에 객체 하나씩 JSON으로 출력합니다. 모든 필드 또는 지정한 필드.",
  ]
}
