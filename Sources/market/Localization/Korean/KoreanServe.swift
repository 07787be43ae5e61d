import Console

extension Korean {
  /// Help and messages of `market serve`.
  static let serve: Language.Table = [
    "Accept connections from other machines; required for addresses other than loopback.":
      "다른 컴퓨터의 접속을 허용합니다. 루프백이 아닌 주소에는 꼭 필요합니다.",
    "Access log format.": "접속 로그 형식.",
    "API v1: %1/items/1": "v1 API 주소: %1/items/1",
    "API v2: %1/api/products (%2)": "v2 API 주소: %1/api/products (%2)",
    "At a free port, without changes.": "비어 있는 포트에서, 변경 없이.",
    "At a Unix domain socket, for a reverse proxy.": "리버스 프록시용 유닉스 도메인 소켓에서.",
    "Connections: at most %1": "연결: 최대 %1개",
    "Do not round fractional prices up for old clients, most of which read integers.":
      "정수만 읽는 기존 클라이언트에도 가격의 소수를 올림하지 않습니다.",
    "Finishing open requests; press Ctrl-C again to stop now.":
      "처리 중인 요청을 마무리합니다. 바로 종료하려면 Ctrl-C를 한 번 더 누르세요.",
    "For other machines, behind a TLS reverse proxy.": "TLS 리버스 프록시 뒤에서, 다른 컴퓨터에.",
    "For this machine only, at http://127.0.0.1:8080.": "이 컴퓨터에서만, http://127.0.0.1:8080에서.",
    "ISO 4217 lists no such code; use codes with commas between them, such as KRW,USD,JPY":
      "ISO 4217에 없는 코드입니다. KRW,USD,JPY처럼 코드를 쉼표로 구분해 입력하세요",
    "it must be a path": "경로여야 합니다",
    "it must be a size such as 500M or 10G": "500M이나 10G 같은 크기여야 합니다",
    "it must be a whole number from 0 to 65535": "0부터 65535까지의 정수여야 합니다",
    "Items in currencies other than %1, listed in v2: %2": "%1 이외 통화의 상품 (v2에 표시): %2개",
    """
    Items in currencies other than %1: %2. They are left out of v2; use '--currencies' or \
    '--all-currencies' to list them.
    """:
      """
    %1 이외 통화의 상품: %2개. v2에는 표시하지 않습니다. 표시하려면 '--currencies'나 '--all-currencies'를 사용하세요.
    """,
    "Items with a fractional price, rounded up for old clients: %1":
      "가격에 소수가 있는 상품 (기존 클라이언트에는 올림): %1개",
    """
    Items with a fractional price: %1. Clients that read integers cannot read a page with one of \
    them; leave out '--exact-prices' to round up.
    """:
      """
    가격에 소수가 있는 상품: %1개. 정수만 읽는 클라이언트는 이 상품이 있는 페이지를 읽지 못합니다. 올림하려면 \
    '--exact-prices'를 빼세요.
    """,
    "Largest size of the store, such as 500M or 20G; more is refused with 507.":
      "저장소의 최대 크기. 500M이나 20G처럼 입력하며, 넘으면 507로 거부합니다.",
    "Let anyone read sales and revenue, with '--public' or '--trusted-proxy' too.":
      "'--public'이나 '--trusted-proxy'를 지정해도 누구나 판매 내역과 매출을 볼 수 있습니다.",
    "Let sellers add and change items in a browser from other machines too; use it behind TLS.":
      "다른 컴퓨터의 브라우저에서도 판매자가 상품을 등록하고 수정할 수 있습니다. TLS와 함께 사용하세요.",
    "Let web pages of this origin read and write (CORS); '*' for any.":
      "이 출처의 웹 페이지에 읽기와 쓰기를 허용합니다(CORS). '*'이면 모두 허용합니다.",
    "List items in all currencies in v2.": "모든 통화의 상품을 v2에 표시합니다.",
    "List items in these currencies in v2, such as KRW,USD,JPY; clients must know all of them.":
      "이 통화의 상품을 v2에 표시합니다. KRW,USD,JPY처럼 입력하며, 클라이언트가 모두 아는 통화여야 합니다.",
    "Listen at this address; 'localhost' is 127.0.0.1 and ::1.":
      "이 주소로 접속을 받습니다. 'localhost'는 127.0.0.1과 ::1입니다.",
    "Listen at this port; 0 for a free one.": "이 포트로 접속을 받습니다. 0이면 비어 있는 포트를 사용합니다.",
    "Listen at this Unix domain socket instead; its owner and group may connect (mode 0660).":
      "포트 대신 이 유닉스 도메인 소켓으로 접속을 받습니다. 소켓의 소유자와 그룹이 접속할 수 있습니다(모드 0660).",
    "Listening: %1": "수신 주소: %1",
    "Lists have whole images: libvips is not installed": "libvips가 없어 목록에 원본 사진을 보냅니다",
    "Name of the market on its pages; the default is the setting 'shop-title'.":
      "페이지에 표시할 마켓 이름. 기본값은 'shop-title' 설정입니다.",
    "Open: %1": "열기: %1",
    "other machines can reach it; add '--public' to allow that":
      "다른 컴퓨터가 접속할 수 있는 주소입니다. 허용하려면 '--public'을 지정하세요",
    """
    Other machines can read this market. Passwords are sent unencrypted: use a TLS reverse proxy, see \
    'market help serve'.
    """:
      """
    다른 컴퓨터에서 이 마켓을 볼 수 있습니다. 비밀번호가 암호화되지 않은 채 전송되므로 TLS 리버스 프록시를 사용하세요. \
    'market help serve'를 참고하세요.
    """,
    "Other users can read the token file '%1'": "다른 사용자가 토큰 파일을 읽을 수 있습니다: '%1'",
    "Refuse to rank items by their sales.": "판매 순위를 제공하지 않습니다.",
    "Reject requests that change the market.": "마켓을 변경하는 요청을 거부합니다.",
    "Serve the API alone, without pages for browsers.": "브라우저용 페이지 없이 API만 제공합니다.",
    "Serve the embedded market over the network.": "내장 마켓을 네트워크로 서비스합니다.",
    "Set a limit: %1.": "제한을 설정합니다: %1.",
    "Show metrics to other machines that send the token in this file (mode 0600).":
      "이 파일(모드 0600)의 토큰을 보내는 다른 컴퓨터에도 지표를 제공합니다.",
    "Stop: press Ctrl-C": "종료: Ctrl-C",
    "Stopped with open requests.": "처리 중인 요청을 남긴 채 종료했습니다.",
    "Store: %1": "저장소: %1",
    "The first line of '%1' is not a token": "'%1'의 첫 줄이 토큰이 아닙니다",
    "The most that one client's network may store in an hour.": "한 클라이언트 네트워크가 한 시간에 저장할 수 있는 최대 크기.",
    "The store is in memory: nothing is kept after the server stops":
      "저장소가 메모리에 있어 서버가 종료되면 내용이 사라집니다",
    "The token file '%1' cannot be read": "토큰 파일을 읽을 수 없습니다: '%1'",
    "The URL that clients use; image URLs begin with it, of several with the one that a request names.":
      "클라이언트가 사용하는 URL. 사진의 URL이 이것으로 시작합니다. 여러 개이면 요청이 가리킨 URL을 사용합니다.",
    "The variant of v2 to serve.": "서비스할 v2 형식.",
    """
    Trust X-Forwarded-For, -Proto and -Host from these addresses, networks or 'unix'; without a value \
    from this machine.
    """:
      """
    이 주소와 네트워크 또는 'unix'가 보낸 X-Forwarded-For, -Proto, -Host를 신뢰합니다. 값이 없으면 이 컴퓨터가 보낸 것을 \
    신뢰합니다.
    """,
    "use '%1=<number>' with a whole number from 1 to %2": "'%1=<숫자>' 형식으로 1부터 %2까지의 정수를 입력하세요",
    "Use 16 to 512 visible ASCII characters, such as from 'openssl rand -hex 32'":
      "'openssl rand -hex 32'로 만든 것처럼 공백 없는 ASCII 문자 16~512자를 사용하세요",
    "use addresses, networks such as 10.0.0.0/8, or 'unix'": "주소, 10.0.0.0/8 같은 네트워크, 'unix'를 입력하세요",
    "use the form https://shop.example, or '*'": "https://shop.example 형식이나 '*'를 입력하세요",
    """
    Works with clients of the Open Market API: v1, and v2 in the variant that --api selects. Other \
    commands can use the same store at the same time. Ctrl-C finishes open requests and stops; a second \
    Ctrl-C stops at once.

    A browser shows the same items as pages: a list, search, best sellers and reviews, without an account. On this \
    machine, and elsewhere with --storefront-selling, sellers also add, change and sell items there.

    /healthz says that the server is alive, /readyz whether it can serve requests. /metrics has its \
    counts, on this machine or with --metrics-token.

    Sockets that a service manager passes, as systemd does for a socket unit, are used instead of --host \
    and --port.
    """:
      """
    오픈마켓 API의 클라이언트를 지원합니다: v1, 그리고 --api로 고른 형식의 v2. 다른 명령도 동시에 같은 저장소를 사용할 수 있습니다. \
    Ctrl-C를 누르면 처리 중인 요청을 마무리한 뒤 종료하고, 한 번 더 누르면 바로 종료합니다.

    브라우저에서는 같은 상품을 페이지로 볼 수 있습니다: 목록, 검색, 베스트셀러, 리뷰. 계정은 필요 없습니다. 이 컴퓨터에서는, \
    다른 곳에서는 --storefront-selling을 지정하면, 판매자가 상품을 등록하고 수정하고 판매를 기록할 수도 있습니다.

    /healthz는 서버가 살아 있는지, /readyz는 요청을 처리할 수 있는지 알려 줍니다. /metrics는 이 컴퓨터에서, 또는 \
    --metrics-token의 토큰으로 볼 수 있는 지표입니다.

    systemd의 소켓 유닛처럼 서비스 관리자가 넘겨준 소켓이 있으면 --host와 --port 대신 그 소켓을 사용합니다.
    """,
  ]
}
