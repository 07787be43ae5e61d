import Console

extension Korean {
  /// The help topics.
  static let topics: Language.Table = [
    "%1. A kind has only its own keys.": "%1. 구분에 따라 해당하는 키만 있습니다.",
    "--json of best": "best의 --json",
    "--json of movements, history": "재고 기록과 history의 --json",
    "--json of reviews": "리뷰의 --json",
    "--json of sales": "sales의 --json",
    """
    A cached list or item is shown at once, then checked with the server and updated in place: + marks \
    a new item, ~ a changed one.
    """: "캐시에 있는 목록이나 상품은 바로 표시한 뒤 서버에서 확인하여 그 자리에서 갱신합니다. +는 새 상품, ~는 바뀐 상품입니다.",
    "Base folders of the config file, the store, the search history and the cache.":
      "설정 파일, 저장소, 검색 기록, 캐시의 기본 폴더.",
    "cached data": "캐시",
    "Cached data is shown, with its age on stderr, such as 'offline · 3 minutes ago'. The exit code is 0.":
      "캐시에 있는 내용을 표시하고, 표준 오류에 '오프라인 · 3분 전'처럼 얼마나 지났는지 알립니다. 종료 코드는 0입니다.",
    "Certificate authorities of servers, as with --cacert.": "서버의 인증 기관. --cacert와 같습니다.",
    "changes": "변경",
    "config file": "설정 파일",
    "currencies": "통화",
    "Currency of new items (ISO 4217).": "새 상품의 통화 (ISO 4217).",
    "dates": "날짜",
    "Do not read or write the cache.": "캐시를 읽지도 저장하지도 않습니다.",
    "Do not read the cache; store new responses in it.": "캐시를 읽지 않고, 새 응답만 캐시에 저장합니다.",
    "Each moved day a line: moved or would move, the old day, the new one, sales and returns; then changed, the old zone and the new one.":
      "옮겨지는 날짜마다 한 줄: moved 또는 would move, 이전 날짜, 새 날짜, 판매와 반품의 수. 다음 줄에 changed, 이전 시간대, 새 시간대.",
    "Edit and delete always read the item from the server. A changed item leaves the cache.":
      "수정하거나 삭제할 상품은 항상 서버에서 읽습니다. 바뀐 상품은 캐시에서 지웁니다.",
    "ENVIRONMENT": "환경 변수",
    "Environment variables.": "환경 변수.",
    """
    Exact decimals such as 1690000 or 12.50, with at most the decimal places that ISO 4217 defines for \
    the currency; never rounded. 1,690,000, KRW 1690000 and ₩1690000 are accepted too. Numbers in \
    JSON.
    """:
      """
    1690000, 12.50 같은 정확한 십진수. 소수 자릿수는 ISO 4217에서 통화마다 정한 자릿수까지이며 반올림하지 않습니다. 1,690,000, KRW 1690000, \
    ₩1690000도 입력할 수 있습니다. JSON에서는 숫자입니다.
    """,
    "Exit codes.": "종료 코드.",
    "EXIT STATUS": "종료 코드",
    "File with the password in its first line; only you may have access.":
      "첫 줄이 비밀번호인 파일. 본인만 접근할 수 있어야 합니다.",
    "FORMATS": "형식",
    "Formats of data, dates, amounts and the config file.": "데이터, 날짜, 금액, 설정 파일의 형식.",
    "How images are shown: kitty, iterm, sixel, blocks or none.":
      "사진 표시 방식: kitty, iterm, sixel, blocks, none 중 하나.",
    "If empty or 'cat', lists do not open in the pager, as with --no-pager.":
      "비어 있거나 'cat'이면 --no-pager처럼 목록을 페이저로 열지 않습니다.",
    "If set, no prompt is shown, as with --no-input.": "값이 있으면 --no-input처럼 확인을 묻지 않습니다.",
    "If set, the same as --accessible.": "값이 있으면 --accessible과 같습니다.",
    "If set, the same as --verbose.": "값이 있으면 --verbose와 같습니다.",
    "in a pipe": "파이프에서",
    "ISO 4217 codes, such as KRW.": "ISO 4217 코드. 예: KRW.",
    "ISO 8601 with the offset of your time zone (TZ), such as 2026-11-21T14:58:00+09:00.":
      "사용자 시간대(TZ)의 오프셋을 붙인 ISO 8601. 예: 2026-11-21T14:58:00+09:00.",
    """
    Lists, items and images from servers, in ~/.cache/market/responses, which only you can read. Up to \
    256 MiB; the least recently used are removed first. The folder can be deleted at any time.
    """:
      """
    서버에서 받은 목록, 상품, 사진. 본인만 읽을 수 있는 ~/.cache/market/responses에 256 MiB까지 보관하고, 오래 사용하지 않은 것부터 지웁니다. 폴더는 \
    언제든 삭제해도 됩니다.
    """,
    "Locale of text, amounts, dates and the currency of new items, such as ko_KR.":
      "언어, 금액, 날짜, 새 상품의 통화를 정하는 로케일. 예: ko_KR.",
    "Locale, where MARKET_LOCALE is not set (POSIX).": "MARKET_LOCALE이 없을 때의 로케일 (POSIX).",
    "OFFLINE": "오프라인",
    "on a terminal": "터미널에서",
    "One changed field a line: name, old value, new value.": "바뀐 필드마다 한 줄: 이름, 이전 값, 새 값.",
    "One entry a line: id, kind, change, stock, unit price, currency, note, reference, recorded, reported, and the counted and expected stock, or the value before and after.":
      "한 줄에 기록 하나: 번호, 구분, 변동, 재고, 개당 가격, 통화, 메모, 참조, 기록 시각, 발생 시각, 실사와 예상 재고 또는 변경 전후의 값.",
    "One field a line: name, tab, value.": "필드마다 한 줄: 이름, 탭, 값.",
    """
    One item a line, fields separated by tabs: %1. Not truncated, without a header. The discounted \
    price is empty if there is no discount. --columns chooses others, by their names in JSON; tags are \
    separated by |.
    """:
      "한 줄에 상품 하나, 필드는 탭으로 구분합니다: %1. 내용을 자르지 않고 머리글도 없습니다. 할인이 없으면 할인가는 비어 있습니다. --columns로 다른 열을 JSON의 이름으로 선택하며, 태그는 |로 구분합니다.",
    "One item a line: rank, previous rank, change, status, id, title, pieces, pieces to date, revenue.":
      "한 줄에 상품 하나: 순위, 이전 순위, 변동, 상태, 번호, 상품명, 판매 수량, 누적 판매 수량, 매출.",
    "One movement a line: id, item, kind, change, stock.": "한 줄에 재고 기록 하나: 번호, 상품 번호, 구분, 변동, 재고.",
    """
    One object a line, of items: %1; for single items also %2. --json=id,title writes those two, in that order. \
    Missing values are null.
    """: "한 줄에 객체 하나. 상품: %1. 상품 하나를 출력할 때는 %2도 포함합니다. --json=id,title은 그 둘을 그 순서로 출력합니다. 값이 없으면 null입니다.",
    "One order a line: when it was sold, reference, receipt, items with their pieces, sum, currency.":
      "한 줄에 주문 하나: 판매 시각, 참조 번호, 영수증, 상품과 수량, 합계, 통화.",
    "One review a line: %1.": "한 줄에 리뷰 하나: %1.",
    "One row a line: the day, or the id and the title of an item, pieces, revenue, currency; with --margin also cost and margin.":
      "한 줄에 집계 하나: 날짜 또는 상품의 번호와 상품명, 수량, 매출, 통화. --margin을 지정하면 원가와 이익도 출력합니다.",
    "One saved image a line: path, media type, width, height, size in bytes.":
      "저장한 사진마다 한 줄: 경로, 미디어 형식, 너비, 높이, 바이트 크기.",
    "One value a line: its name, tab, value; those that are there.": "한 줄에 값 하나: 이름, 탭, 값. 있는 값만 출력합니다.",
    "Output waits for the server, which does not resend unchanged data.":
      "서버의 응답을 기다려 출력합니다. 바뀌지 않은 데이터는 다시 받지 않습니다.",
    "password file": "비밀번호 파일",
    "piped best": "파이프의 best",
    "piped delete": "파이프의 delete",
    "piped edit": "파이프의 edit",
    "piped history": "파이프의 history",
    "piped images": "파이프의 images",
    "piped list, search": "파이프의 list, search",
    "piped restock, return, write-off, correct": "파이프의 restock, return, write-off, correct",
    "piped review": "파이프의 review",
    "piped reviews": "파이프의 reviews",
    "piped sales": "파이프의 sales",
    "piped sell": "파이프의 sell",
    "piped show": "파이프의 show",
    "piped zone": "파이프의 zone",
    "Proxy for requests to a server, as curl reads them.": "서버에 보내는 요청의 프록시. curl과 같은 방식으로 읽습니다.",
    "server unreachable": "서버에 연결할 수 없을 때",
    "Store file of the embedded market.": "내장 마켓의 저장소 파일.",
    "text": "텍스트",
    "The cache of server responses, and when they are shown.": "서버 응답의 캐시와 그것을 표시하는 때.",
    "The code of the receipt, once an order; earlier versions printed a code for each item.":
      "주문마다 영수증 코드 하나. 이전 버전은 상품마다 코드를 출력했습니다.",
    "The password is the first line. Only you may have access to the file.":
      "첫 줄이 비밀번호입니다. 파일은 본인만 접근할 수 있어야 합니다.",
    "The password.": "비밀번호.",
    "Time zone of dates.": "날짜의 시간대.",
    "Two lines an item: the word deleted, id and title; then the item as JSON, without images.":
      "상품마다 두 줄: 'deleted'와 번호, 상품명. 그다음 줄은 사진을 뺀 상품의 JSON.",
    "unknown outcome": "결과를 알 수 없을 때",
    "URL of the market server; without it the embedded market is used.": "마켓 서버의 URL. 없으면 내장 마켓을 사용합니다.",
    """
    UTF-8. Control characters and invisible characters are shown as escapes such as \\u{1B}, \\t or \
    \\n. JSON has its own escapes for them.
    """:
      "UTF-8. 제어 문자와 보이지 않는 문자는 \\u{1B}, \\t, \\n 같은 이스케이프로 표시합니다. JSON에서는 JSON의 이스케이프를 사용합니다.",
    "Whether to use colours.": "색상 사용 여부.",
    "Width of the terminal.": "터미널의 너비.",
    "With exit code 5, or a signal, a change may have been recorded although no response came. The same command within a day finds out, and reports what was recorded in place of doing it again; --new does it once more.":
      "종료 코드가 5이거나 신호로 끝나면 응답을 받지 못했어도 이미 기록되었을 수 있습니다. 하루 안에 같은 명령을 실행하면 다시 처리하지 않고 기록된 내용을 알려 줍니다. 한 번 더 하려면 --new를 지정하세요.",
    "Writes a copy of the store in use to a new file, which is a store too: --store opens it. It is read back before the command succeeds, and a copy by other means may be damaged.":
      "사용 중인 저장소의 사본을 새 파일에 만듭니다. 사본도 저장소이므로 --store로 열 수 있습니다. 다시 읽어 확인한 뒤에 성공하며, 다른 방법으로 만든 사본은 손상될 수 있습니다.",
  ]
}
