import Console

extension Korean {
  /// What the declarations of commands say, and the topics.
  static let help: Language.Table = [
    "A command, or one of the topics: %1.": "명령, 또는 주제 가운데 하나: %1.",
    "A discount, and two are left.": "할인하고, 두 개가 남았습니다.",
    "A line for each change: the field, the value before, the value after.": "바뀐 것마다 한 줄: 필드, 이전 값, 새 값.",
    "A line for each field: its name, a tab, its value.": "필드마다 한 줄: 이름, 탭, 값.",
    "A line for each image that was saved: its path, media type, width, height and size in bytes.":
      "저장한 사진마다 한 줄: 경로, 미디어 형식, 너비, 높이, 바이트 크기.",
    "A line for each item: the word deleted, its id, its title.": "상품마다 한 줄: 'deleted', 번호, 제목.",
    "A line for ~/.bashrc.": "~/.bashrc 파일에 넣을 한 줄.",
    "A line for ~/.config/fish/config.fish.": "~/.config/fish/config.fish 파일에 넣을 한 줄.",
    "A line for ~/.zshrc, after 'compinit'.": "~/.zshrc 파일의 'compinit' 다음에 넣을 한 줄.",
    """
    A list or an item that was seen before is shown at once. The server is asked whether it is still so, \
    and what has changed is drawn over it, cards below the others: + is new, ~ is different.
    """: "전에 본 목록이나 상품은 바로 보여 줍니다. 그대로인지 서버에 물어, 바뀐 것을 그 위에(카드는 그 아래에) 다시 그립니다. +는 새 상품, ~는 바뀐 상품입니다.",
    "A manual page, for 'man'.": "'man'으로 보는 매뉴얼 페이지.",
    "A new vendor: prints its id, identifier and secret.": "새 판매자: 번호, 식별자, 비밀 키를 출력합니다.",
    "A part of title or description.": "제목이나 설명의 일부.",
    "A PNG or JPEG image of up to 10 MiB; up to five of them.": "10 MiB까지의 PNG 또는 JPEG 사진. 다섯 장까지.",
    """
    A terminal that draws images shows them below: kitty, Ghostty, iTerm2, WezTerm and others by \
    themselves; with chafa installed also those that draw sixels or just colours. 'market images' saves \
    them.
    """:
      """
    사진을 그릴 수 있는 터미널에서는 아래에 사진이 나옵니다. kitty, Ghostty, iTerm2, WezTerm 등은 그대로, 식셀이나 색만 쓰는 터미널은 chafa가 설치되어 \
    있으면 됩니다. 'market images'로 저장할 수 있습니다.
    """,
    "Add, list or remove vendors of the served market.": "서비스하는 마켓의 판매자를 추가, 나열, 삭제합니다.",
    "add, list or remove.": "add, list, remove 가운데 하나.",
    "Address of the market to ask, in place of the embedded one.": "내장 마켓 대신 쓸 마켓의 주소.",
    "All images of item 7, here.": "7번 상품의 모든 사진을 이곳에.",
    "All of them.": "모든 설정.",
    "amounts": "금액",
    """
    An item is found when it holds every word somewhere, as a whole word or as a part of one. Searches \
    are kept, the last hundred of them, in a file that only you can read; --private keeps none.
    """: "모든 단어가 온전히든 일부로든 들어 있는 상품을 찾습니다. 최근 검색 100개는 본인만 읽을 수 있는 파일에 남습니다. --private을 쓰면 남지 않습니다.",
    "An open market's inventory at the command line.": "명령줄에서 다루는 오픈 마켓의 재고.",
    """
    An option comes before a variable, a variable before the config file, the config file before the \
    default. The config file is ~/.config/market/config ($XDG_CONFIG_HOME), with a line 'name = value' \
    for each setting: %1.
    """:
      """
    옵션, 환경 변수, 설정 파일, 기본값의 순서로 앞서는 것을 씁니다. 설정 파일은 ~/.config/market/config ($XDG_CONFIG_HOME)이며, 설정마다 '이름 \
    = 값' 한 줄을 씁니다: %1.
    """,
    "At a free port, for looking only.": "비어 있는 포트에서, 보기 전용으로.",
    "Believe X-Forwarded-For, -Proto and -Host.": "X-Forwarded-For, -Proto, -Host를 믿습니다.",
    "Cards with images.": "사진이 있는 카드로.",
    "Change a limit: %1.": "제한을 바꿉니다: %1.",
    "Change an item.": "상품을 고칩니다.",
    "changes": "변경",
    """
    Clients of v2 sell as a vendor, with an identifier and a secret. Both are shown when the vendor is \
    added, and never again. What a removed vendor sold stays.
    """: "v2의 클라이언트는 식별자와 비밀 키가 있는 판매자로서 상품을 팝니다. 둘 다 판매자를 추가할 때 한 번만 표시됩니다. 판매자를 삭제해도 그 상품은 남습니다.",
    """
    Commands, options, their values, files and topics are completed, and so are the ids of items, each \
    with its title beside it, and the numbers of past searches. Of a server's items those are known that \
    were seen before.
    """:
      "명령, 옵션과 그 값, 파일, 주제를 완성합니다. 상품의 번호는 제목과 함께, 지난 검색의 번호는 검색한 단어와 함께 보여 줍니다. 서버의 상품은 전에 본 것만 완성합니다.",
    "Complete the last of the words typed so far.": "지금까지 입력한 단어 가운데 마지막 것을 완성합니다.",
    "config file": "설정 파일",
    "currencies": "통화",
    "Currency of new items, an ISO 4217 code.": "새 상품의 통화, ISO 4217 코드.",
    "Currency of the price (ISO 4217), such as KRW.": "가격의 통화 (ISO 4217). 예: KRW.",
    "dates": "날짜",
    "Delete items for good.": "상품을 영구히 삭제합니다.",
    "Do not ask for confirmation.": "확인 없이 진행합니다.",
    "Do not keep this search.": "이 검색을 남기지 않습니다.",
    "Do not read cached responses.": "캐시된 응답을 읽지 않습니다.",
    "Draw images this way instead of detecting the terminal.": "터미널을 감지하는 대신 이 방식으로 사진을 표시합니다.",
    """
    Each is saved as it is, under a name such as 7-1-macbook.png: the id of the item, which image it \
    is, and the title. Nothing is overwritten without --force.
    """:
      "사진마다 원본 그대로, 7-1-macbook.png 같은 이름으로 저장합니다. 상품의 번호, 몇 번째 사진인지, 제목의 순서입니다. --force 없이는 아무것도 덮어쓰지 않습니다.",
    "ENVIRONMENT": "환경 변수",
    """
    Every client of the Open Market API can use it: those of v1, and those of v2 in the one of its two \
    forms that --api chooses. Other commands can use the same store meanwhile. Ctrl-C stops it when the \
    requests under way are answered; a second one at once.
    """:
      """
    오픈 마켓 API의 모든 클라이언트가 쓸 수 있습니다. v1은 그대로, v2는 두 형식 가운데 --api로 고른 것을 씁니다. 그동안 다른 명령도 같은 저장소를 쓸 수 있습니다. \
    Ctrl-C를 누르면 처리 중인 요청에 응답한 다음 종료하고, 한 번 더 누르면 바로 종료합니다.
    """,
    "Everything else about it; '-' reads standard input.": "그 밖의 설명. '-'이면 표준 입력을 읽습니다.",
    "Everything, as JSON, one item a line.": "모든 상품을 한 줄에 하나씩 JSON으로.",
    """
    Exact decimals, as in 1690000 or 12.50, with no more digits than ISO 4217 gives the currency, and \
    never rounded. In JSON they are numbers.
    """: "1690000이나 12.50 같은 정확한 십진수. 소수 자릿수는 ISO 4217이 그 통화에 정한 만큼까지이며, 반올림하지 않습니다. JSON에서는 숫자입니다.",
    "EXIT STATUS": "종료 코드",
    "Explain a command or a topic.": "명령이나 주제를 설명합니다.",
    "File of the embedded market.": "내장 마켓의 파일.",
    "File whose first line is the password; only you may read it.": "첫 줄이 비밀번호인 파일. 본인만 읽을 수 있어야 합니다.",
    "Find items by words in title or description.": "제목이나 설명에 든 단어로 상품을 찾습니다.",
    "For a script: prints the id.": "스크립트용: 번호를 출력합니다.",
    "For everyone, behind a proxy that speaks TLS.": "TLS를 쓰는 프록시 뒤에서, 모두에게.",
    "Forget what was searched for.": "지난 검색을 모두 지웁니다.",
    "FORMATS": "형식",
    "How data, dates, amounts and the config file are written.": "데이터, 날짜, 금액, 설정 파일을 쓰는 형식.",
    "How images are drawn: kitty, iterm, sixel, blocks or none.":
      "사진을 그리는 방식: kitty, iterm, sixel, blocks, none 가운데 하나.",
    "How many there are.": "재고의 수.",
    "How to put an item up for sale.": "상품을 올리는 방법.",
    "How to reach a server.": "서버에 접속하는 방법.",
    "in a pipe": "파이프에서",
    "ISO 8601 with the offset of your time zone (TZ), as in 2026-11-21T14:58:00+09:00.":
      "시간대(TZ)의 차이를 붙인 ISO 8601. 예: 2026-11-21T14:58:00+09:00.",
    "Item 7, after a question.": "7번 상품을, 물어본 다음.",
    "Items with both words.": "두 단어가 모두 든 상품.",
    "Let other machines in: needed for any address but this machine's own.":
      "다른 컴퓨터의 접속을 허용합니다. 이 컴퓨터 자신의 주소가 아니면 꼭 필요합니다.",
    "Let web pages of this origin ask; '*' for any.": "이 출처의 웹 페이지를 허용합니다. '*'이면 모두 허용합니다.",
    "List what is for sale.": "판매 중인 상품을 나열합니다.",
    "Listen at this address.": "이 주소에서 요청을 받습니다.",
    "Listen at this port; 0 picks a free one.": "이 포트에서 요청을 받습니다. 0이면 빈 포트를 고릅니다.",
    """
    Lists, items and images that servers have sent, in ~/.cache/market/answers, which only you can \
    read: up to 256 MiB, and what was not used for longest goes first. It may be deleted at any time.
    """:
      "서버가 보낸 목록, 상품, 사진. 본인만 읽을 수 있는 ~/.cache/market/answers에 256 MiB까지 두고, 오래 쓰지 않은 것부터 지웁니다. 언제든 삭제해도 됩니다.",
    "Locale of words, amounts, dates and the currency of new items, such as ko_KR.":
      "언어, 금액, 날짜, 새 상품의 통화를 정하는 로케일. 예: ko_KR.",
    "Log requests and responses to stderr.": "요청과 응답을 표준 오류에 기록합니다.",
    "MARKET OPTIONS": "마켓 옵션",
    "Neither read nor write cached responses.": "캐시된 응답을 읽지도 저장하지도 않습니다.",
    "Never prompt; fail instead.": "묻지 않으며, 물어야 하면 실패합니다.",
    "Nothing that was kept is used, and nothing is kept.": "보관한 것을 쓰지 않고, 새로 보관하지도 않습니다.",
    "Nothing that was kept is used; what comes is kept.": "보관한 것을 쓰지 않고, 새로 온 것은 보관합니다.",
    "OFFLINE": "오프라인",
    "Omit the table header.": "표 머리글을 표시하지 않습니다.",
    "on a terminal": "터미널에서",
    """
    On a terminal it asks once before it deletes; where there is no terminal it goes ahead, since the ids \
    were named.
    """: "터미널에서는 삭제하기 전에 한 번 묻습니다. 터미널이 아니면 번호를 지정했으므로 바로 삭제합니다.",
    """
    On a terminal the list is a table that goes on when you press the space bar; / searches, g shows \
    images, q leaves. Piped, each line holds id, title, currency, price, discounted price, stock and \
    date, with tabs between.
    """:
      """
    터미널에서는 표로 보여 주고, 스페이스를 누르면 이어집니다. /는 검색, g는 사진, q는 끝내기입니다. 파이프로는 한 줄에 상품 하나씩 번호, 제목, 통화, 가격, 할인가, 재고, \
    날짜를 탭으로 나누어 씁니다.
    """,
    "On this machine, at http://127.0.0.1:8080.": "이 컴퓨터의 http://127.0.0.1:8080에서.",
    "One field of it, for a program.": "그중 한 필드를 다른 프로그램으로.",
    """
    One item a line, with tabs between %1. Nothing is cut off, and there is no header. The discounted \
    price is empty where there is no discount.
    """: "한 줄에 상품 하나씩 탭으로 나누어 씁니다: %1. 아무것도 자르지 않고, 머리글은 없습니다. 할인이 없으면 할인가는 비어 있습니다.",
    """
    One object a line: %1; and where one item is meant, %2. --json=id,title writes those two, in that \
    order. What there is none of is null.
    """: "한 줄에 객체 하나: %1. 상품 하나일 때는 %2도 씁니다. --json=id,title은 그 둘을 그 순서로 씁니다. 없는 것은 null입니다.",
    "One of %1.": "%1 가운데 하나.",
    """
    Only what is named changes. Images are replaced, all of them. Piped, each line holds a field that \
    changed, what it was and what it is, with tabs between.
    """: "지정한 것만 바뀝니다. 사진은 한꺼번에 모두 바뀝니다. 파이프로는 한 줄에 하나씩 바뀐 필드, 이전 값, 새 값을 탭으로 나누어 씁니다.",
    "Order the list.": "정렬 순서.",
    "OUTPUT OPTIONS": "출력 옵션",
    "password file": "비밀번호 파일",
    "PASSWORD OPTIONS": "비밀번호 옵션",
    "piped delete": "파이프의 delete",
    "piped edit": "파이프의 edit",
    "piped images": "파이프의 images",
    "piped list, search": "파이프의 list, search",
    "piped show": "파이프의 show",
    "Price after the discount.": "할인한 가격.",
    "Price of one, such as 1690000 or 12.50.": "한 개의 가격. 예: 1690000, 12.50.",
    "Print only data and errors.": "데이터와 오류만 출력합니다.",
    "Print the id of the new item and nothing else.": "새 상품의 번호만 출력합니다.",
    "Print the manual page (roff) of the program or of that command.": "프로그램이나 그 명령의 매뉴얼 페이지(roff)를 출력합니다.",
    "Print the request as a curl command; send nothing.": "요청을 curl 명령으로 출력하고, 보내지는 않습니다.",
    "Print the script that completes words in a shell.": "셸의 자동 완성 스크립트를 출력합니다.",
    "Put an item up for sale.": "상품을 판매 목록에 올립니다.",
    "Read the password from this file, or from stdin if it is '-'.": "비밀번호를 이 파일에서, '-'이면 표준 입력에서 읽습니다.",
    "Refuse everything that would change the market.": "마켓을 바꾸는 요청을 모두 거부합니다.",
    "Replace files that are there.": "이미 있는 파일을 바꿉니다.",
    "Request timeout in seconds.": "요청 제한 시간(초).",
    "Save into this folder.": "이 폴더에 저장합니다.",
    "Save the images of an item.": "상품의 사진을 저장합니다.",
    "Search for that entry of the history.": "그 번호의 지난 검색을 다시 합니다.",
    "See what is for sale.": "판매 중인 상품을 봅니다.",
    "Serve the embedded market over the network.": "내장 마켓을 네트워크로 서비스합니다.",
    "Show cards with images side by side; on a terminal.": "사진이 있는 카드를 나란히 보여 줍니다. 터미널에서만.",
    "Show currencies as codes (KRW) or symbols (₩).": "통화를 코드(KRW) 또는 기호(₩)로 표시합니다.",
    "Show each setting and where it comes from.": "각 설정과 그 출처를 봅니다.",
    "Show every item from that page on.": "그 페이지부터 모든 상품을 봅니다.",
    "Show everything about an item.": "상품의 모든 정보를 봅니다.",
    "Show one page and end, also on a terminal.": "터미널에서도 한 페이지만 보여 주고 끝냅니다.",
    "Show the page anew whenever the market changes; on a terminal.": "마켓이 바뀔 때마다 화면을 새로 그립니다. 터미널에서만.",
    "Show the version.": "버전을 표시합니다.",
    "Show the whole description, however long it is.": "설명이 길어도 모두 보여 줍니다.",
    "Show this help.": "이 도움말을 표시합니다.",
    "Show this many items on a page, at most 500.": "한 페이지에 표시할 상품 수. 최대 500개.",
    "Show this page, counted from 1.": "이 페이지를 봅니다. 1부터 셉니다.",
    "Show what was searched for.": "지난 검색을 봅니다.",
    "Show what would be done; change nothing.": "수행할 작업만 표시하고 변경하지 않습니다.",
    "Take an item off the market.": "상품을 내립니다.",
    "Take the discount away.": "할인을 없앱니다.",
    "Takes vendor 2 the right to sell.": "2번 판매자는 더 팔 수 없습니다.",
    "text": "텍스트",
    "The card of item 7.": "7번 상품의 카드.",
    "The cheapest lamp first.": "lamp를 싼 것부터.",
    "The dearest 51st to 100th.": "비싼 순서로 51번째부터 100번째까지.",
    "The discount is over.": "할인이 끝났습니다.",
    "The first page, and more as you like.": "첫 페이지, 그리고 원하는 만큼 더.",
    "The form of v2 to speak.": "사용할 v2 API의 형식.",
    """
    The item can be edited and deleted by who has its password. Without --password-file, \
    MARKET_PASSWORD_FILE or MARKET_PASSWORD one is made on the first add to a market, kept in a file that \
    only you can read, and used from then on.
    """:
      """
    비밀번호가 있는 사람만 상품을 고치고 삭제할 수 있습니다. --password-file, MARKET_PASSWORD_FILE, MARKET_PASSWORD가 모두 없으면 마켓에 \
    처음 추가할 때 비밀번호를 만들어 본인만 읽을 수 있는 파일에 두고, 그 뒤로 계속 씁니다.
    """,
    "The last search but one, once more.": "끝에서 두 번째 검색을 다시.",
    "The name of a new vendor, or the id of one to remove.": "새 판매자의 이름, 또는 삭제할 판매자의 번호.",
    "The newest, as they come.": "새 상품을, 올라오는 대로.",
    "The number of the item.": "상품의 번호.",
    "The numbers of the items.": "상품의 번호.",
    "The password is its first line. Nobody but you may read the file.":
      "첫 줄이 비밀번호입니다. 본인 말고는 읽을 수 없는 파일이어야 합니다.",
    "The password itself.": "비밀번호 그 자체.",
    "The same as data.": "같은 것을 데이터로.",
    "The same, as everywhere (POSIX).": "같은 것을 POSIX 표준대로 정합니다.",
    "The server is asked first. It does not send again what has not changed.":
      "서버에 먼저 묻습니다. 바뀌지 않은 것은 다시 보내지 않습니다.",
    "The variables that it reads.": "프로그램이 읽는 환경 변수.",
    "The words after 'market'.": "'market' 다음의 단어.",
    "Those of two items, in place of earlier ones.": "두 상품의 사진을, 전에 저장한 것 대신.",
    "Those who are there.": "모든 판매자.",
    "Three letters of ISO 4217, such as KRW.": "ISO 4217의 세 글자. 예: KRW.",
    "Three of them, without one.": "세 상품을, 묻지 않고.",
    "Three, at a discount.": "세 개를 할인가로.",
    "Time zone of the dates in data.": "데이터에 쓰는 날짜의 시간대.",
    "Use colour.": "색을 사용합니다.",
    "Use plain lines instead of tables, colours and redrawing.": "표, 색, 화면 갱신 대신 일반 텍스트로 표시합니다.",
    "Use the embedded market in this file.": "이 파일의 내장 마켓을 사용합니다.",
    "Use the market server at this URL.": "이 URL의 마켓 서버를 사용합니다.",
    "Use this locale for language, amounts, dates and currency, such as ko_KR.":
      "언어, 금액, 날짜, 통화에 이 로케일을 사용합니다. 예: ko_KR.",
    """
    UTF-8. What could steer a terminal, or cannot be seen, is shown as an escape such as \\u{1B}, \\t or \
    \\n; JSON keeps it as data, escaped as JSON does.
    """: "UTF-8. 터미널을 조종하거나 보이지 않는 문자는 \\u{1B}, \\t, \\n처럼 바꾸어 보여 줍니다. JSON에서는 JSON의 방식으로 데이터 그대로 씁니다.",
    "What clients reach it at; image URLs begin with it.": "클라이언트가 접속하는 주소. 사진의 URL이 이것으로 시작합니다.",
    "what is kept": "보관하는 것",
    "What is kept of servers' answers, and when it is shown.": "서버의 응답 가운데 보관하는 것, 그것을 보여 주는 때.",
    "What is to be edited or deleted is always asked for. What you change is forgotten.":
      "고치거나 삭제할 것은 늘 서버에 묻습니다. 바꾼 것은 보관에서 지웁니다.",
    "What it is; up to 1,000 bytes.": "상품의 제목. 1,000바이트까지.",
    "What the program tells a script when it ends.": "프로그램이 끝날 때 스크립트에 알리는 것.",
    "What the program tells a script.": "프로그램이 스크립트에 알리는 것.",
    "What was searched for, the last search first.": "지난 검색을 최근 것부터.",
    """
    What was seen before is shown, with its age on stderr as in 'offline · 3 minutes ago', and the exit \
    code is 0.
    """: "전에 본 것을 보여 주고, 표준 오류에 '오프라인 · 3분 전'처럼 그 시간을 알립니다. 종료 코드는 0입니다.",
    "When it is empty or 'cat', a list shows one page and ends, as with --no-pager.":
      "비어 있거나 'cat'이면 --no-pager처럼 목록을 한 페이지만 보여 주고 끝냅니다.",
    "When set, no question is asked.": "값이 있으면 아무것도 묻지 않습니다.",
    "When set, the same as --accessible.": "값이 있으면 --accessible과 같습니다.",
    "When set, the same as --verbose.": "값이 있으면 --verbose와 같습니다.",
    "Where the config file, the embedded market, the kept searches and servers' kept answers are.":
      "설정 파일, 내장 마켓, 지난 검색, 보관한 서버의 응답이 있는 곳.",
    "Whether to use colour.": "색을 쓸지 여부.",
    "Width of the terminal.": "터미널의 너비.",
    "With an image.": "사진과 함께.",
    "Without --server or MARKET_SERVER the market is embedded: one file, nothing to set up.":
      "--server나 MARKET_SERVER가 없으면 내장 마켓을 씁니다. 파일 하나뿐이고 준비할 것이 없습니다.",
    "without an answer": "응답이 없으면",
    "Write JSON, one object a line, with all fields or these.": "모든 필드 또는 지정한 필드를 한 줄에 한 객체씩 JSON으로 출력합니다.",
    "Write JSON, one object a line.": "한 줄에 객체 하나씩 JSON으로 씁니다.",
    "Write the access log like this.": "접근 로그의 형식.",
    """
    ~/.config/market/config: a line such as 'currency = KRW' for each setting, out of %1. Empty lines and \
    lines that begin with # mean nothing.
    """: "~/.config/market/config: 설정마다 'currency = KRW' 같은 한 줄. 설정은 %1입니다. 빈 줄과 #으로 시작하는 줄은 무시합니다.",
  ]
}
