import Console
import Testing

@testable import market

struct KoreanTests {
  private let home: Home

  init() throws { home = try Home() }

  private var terminal: Terminal {
    var terminal = home.terminal(120)
    terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
    return terminal
  }

  @Test func `the whole help of a command`() async {
    await terminal.run("help --all delete").prints(
      """
      개요: 상품을 삭제합니다. 'market trash restore'로 복원할 수 있습니다.

      삭제한 상품은 휴지통으로 옮겨져 'market trash'로 볼 수 있으며 30일 뒤에 영구히
      삭제됩니다. 휴지통이 없는 서버에서는 바로 영구히 삭제됩니다. 터미널에서는 확인을
      요청합니다. 확인을 표시할 수 없는 곳(파이프, --no-input, CI)에서는 상품 하나는
      바로 삭제하고 출력하며, 여러 개를 삭제하려면 --yes가 필요합니다. 여러 상품 중
      하나라도 없으면 하나도 삭제하지 않습니다.

      예시:
        market delete 7
            확인 후 7번 상품을 삭제합니다.
        market delete 7 8 9 --yes
            확인 없이 상품 세 개를 삭제합니다.
        market delete --tag summer --sold-out --dry-run
            이 태그에서 무엇이 삭제될지 미리 봅니다.
        market list lamp --all | market delete - --yes
            검색한 상품을 삭제합니다.

      사용법: market delete [<옵션>] [<번호> ...]

      인자:
        <번호>                  상품 번호, 상품 코드 또는 바코드. 범위는 4-9, 표준
                                입력은 -(한 줄에 하나).

      옵션:
        -y, --yes               확인 없이 진행합니다.
        -n, --dry-run           실행하지 않고, 실행할 내용만 표시합니다.
        --no-input              묻지 않습니다. 확인이 필요한 명령은 실패합니다.
        -h, --help              이 도움말을 표시합니다.

      필터:
        --sold-out              품절된 상품만 표시합니다.
        --in-stock              재고가 있는 상품만 표시합니다.
        --below <수량>          재고가 이 수량보다 적은 상품만 표시합니다.
        --currency <코드>       이 통화(ISO 4217)의 상품만 표시합니다.
        --min <금액>            이 금액 이상인 상품만 표시합니다. 할인된 금액을
                                기준으로 합니다.
        --max <금액>            이 금액 이하인 상품만 표시합니다.
        --discounted            할인 중인 상품만 표시합니다.
        --seller <이름>         이 판매자의 상품만 표시합니다. 이름이나 번호로
                                지정합니다.
        --tag <태그>            이 태그가 있는 상품만 표시합니다. 여러 번 지정하면
                                모두 있는 상품만 표시합니다. (여러 번 사용 가능)
        --since <날짜>          이 날짜부터 등록된 상품만 표시합니다.
        --sold-since <날짜>     이 날짜부터 팔린 적이 있는 상품만 표시합니다.
        --unsold-for <일수>     이 일수 동안 팔리지 않은 상품만 표시합니다. 예: 30d.
        --without-image         사진이 없는 상품만 표시합니다.
        --low                   재고가 상품의 '--reorder-at' 이하인 상품만 표시합니다.
        --off-sale              판매 중지한 상품만 표시합니다. 다른 목록에는 나오지
                                않습니다.

      출력 옵션:
        --color <시점>          색상 사용 여부. (값: auto, always, never; 기본값:
                                auto)
        --accessible            표, 색상, 애니메이션 대신 일반 텍스트 줄로 표시합니다.
                                (환경 변수: ACCESSIBLE)
        --locale <로케일>       언어, 금액, 날짜, 통화의 로케일. 예: ko_KR. (환경
                                변수: MARKET_LOCALE)
        --currency-style <방식>
                                통화를 코드(KRW)나 기호(₩), 또는 언어에 맞게(auto)
                                표시합니다. (값: auto, code, symbol; 기본값: auto)
        -q, --quiet             데이터와 오류만 표시합니다.
        --verbose               요청과 응답을 표준 오류에 기록합니다. (환경 변수:
                                MARKET_DEBUG)

      마켓 옵션:
        --server <주소>         이 URL의 마켓 서버를 사용합니다. (환경 변수:
                                MARKET_SERVER)
        --store <파일>          사용할 저장소: 파일 또는 postgres:// 데이터베이스.
                                (환경 변수: MARKET_STORE)
        --timeout <초>          진행이 없을 때 기다리는 최대 시간(초). (기본값: 30)
        --max-time <초>         요청 하나의 최대 시간(초). (기본값: 600)
        --cacert <파일>         이 PEM 파일에 있는 인증 기관으로 서버를 확인합니다.
                                (환경 변수: MARKET_CACERT)
        --curl                  요청을 보내지 않고 curl 명령으로 출력합니다.
        --replay <폴더>         'market serve --record'가 기록한 폴더로 응답합니다.
        --profile <프로필>      설정 파일에서 이 프로필의 설정을 사용합니다. (환경
                                변수: MARKET_PROFILE)

      비밀번호 옵션:
        --password-file <파일>  이 파일에서 비밀번호를 읽습니다. '-'이면 표준 입력을
                                읽습니다. (환경 변수: MARKET_PASSWORD_FILE)
      """)
  }

  @Test func `the help of a command in short`() async {
    let page = await terminal.run("delete --help").output
    #expect(page.hasPrefix("개요: 상품을 삭제합니다.") && !page.contains("--locale"))
    #expect(page.hasSuffix("\n\n공통 옵션: 'market help options', 모든 옵션: 'market help delete --all'\n"))
  }

  @Test func `the program's help in short`() async {
    #expect(
      await terminal.run("").output.hasPrefix(
        """
        개요: 명령줄에서 오픈마켓 재고를 관리합니다.

        사용법: market [<옵션>] <하위 명령>

          판매           sell     판매를 기록하고 영수증을 출력합니다.
                         return   반품을 기록합니다.
        """))
    #expect(
      await terminal.run("help --man show").output.hasPrefix(
        #"""
        .TH "MARKET\-SHOW" 1 "" "market \#(ProgramVersion.version)"
        .ad l
        .nh
        .SH \[uC774]\[uB984]
        market\-show \- 
        """#))
  }

  @Test(arguments: [
    ("lsit", "알 수 없는 명령: 'lsit'", "혹시 'list'인가요?", ExitCode.usage),
    (
      "list --sort dear", "잘못된 '--sort' 값: 'dear'",
      "다음 중에서 고르세요: best, oldest, newest, price, -price, title, -title, stock, -stock, rating, -rating",
      .usage
    ),
    ("list --page", "'--page' 옵션에는 값이 필요합니다", "'--page=<숫자>' 형식을 사용하세요 (값이 '-'로 시작하면 필수)", .usage),
    ("list --colour always", "알 수 없는 옵션: '--colour'", "혹시 '--color'인가요?", .usage),
    (
      "add --dry-run", "필수 옵션이 없습니다: '--title', '--price'", "'market add --help' 명령으로 사용법을 볼 수 있습니다", .usage
    ),
    ("show", "번호 입력이 필요합니다", "'market show --help' 명령으로 사용법을 볼 수 있습니다", .usage),
    ("show 9", "9번 상품이 없습니다", "판매 중인 상품은 'market list'로 볼 수 있습니다", .notFound),
    (
      "add --title x --price five", "가격 'five': 숫자가 아닙니다. 1690000이나 12.50처럼 입력하세요",
      "'--price' 옵션에 다른 값을 입력하세요",
      .usage
    ),
    ("add --title x --price 1 --password-file no", "파일이 없습니다: 'no'", "경로를 확인하세요", .usage),
  ])
  func `an error is in Korean`(line: String, message: String, hint: String, code: ExitCode) async throws {
    try await home.fill()
    await terminal.run(line).prints("! 오류:   \(message)\n! 도움말: \(hint)\nexit \(code.rawValue)")
  }

  @Test func `the locale of the messages is the one that counts, in the usual order`() async throws {
    let english = "Error: No such command 'x'\nHelp:  Run 'market --help' to see all commands\n"
    let korean = "오류:   알 수 없는 명령: 'x'\n도움말: 'market --help' 명령으로 모든 명령을 볼 수 있습니다\n"
    let cases: [(environment: [String: String], words: String, text: String)] = [
      ([:], "x", english), (["LANG": "ko_KR.UTF-8"], "x", korean), (["LANG": "ko"], "x", korean),
      (["LC_MESSAGES": "ko_KR", "LANG": "C"], "x", korean),
      (["LC_MESSAGES": "C", "LANG": "ko_KR"], "x", english),
      (["LC_ALL": "C", "LC_MESSAGES": "ko_KR"], "x", english),
      (["LC_ALL": "ko_KR", "LANG": "de_DE"], "x", korean),
      (["LC_TIME": "ko_KR", "LC_MONETARY": "ko_KR"], "x", english), (["LANG": "ja_JP"], "x", english),
      (["MARKET_LOCALE": "ko_KR", "LC_ALL": "C"], "x", korean),
      (["MARKET_LOCALE": "", "LANG": "ko_KR"], "x", korean),
      (["MARKET_LOCALE": "en_GB", "LANG": "ko_KR"], "x", english),
      (["LANG": "ko_KR"], "x --locale en_US", english), ([:], "x --locale=ko", korean),
      ([:], "x --locale", english),
      ([:], "x -- --locale ko", english),
    ]
    for (environment, words, text) in cases {
      var pipe = home.pipe
      pipe.environment = environment
      #expect(await pipe.run(words).error == text, "\(environment) \(words)")
    }
    try home.write("locale = ko_KR", to: ".config/market/config")
    #expect(await home.pipe.run("x").error == korean)
    #expect(await home.pipe.run("x --locale en_US").error == english)
  }

  @Test(arguments: [
    (
      ["LC_ALL": "de_DE.UTF-8"], "1.690.000 KRW → 1.490.000 KRW (−11%)",
      "1 in stock · added 3 days ago · 1 image · no ratings"
    ),
    (
      ["LC_ALL": "ko_KR", "MARKET_LOCALE": "fr_CH"], nil,
      "1 in stock · added 3 days ago · 1 image · no ratings"
    ),
    (
      ["LC_MESSAGES": "ko_KR"], "1,690,000원 → 1,490,000원 (−11%)",
      "재고 1개 · 3일 전 등록 · 사진 1장 · 별점 없음"
    ),
    (
      ["LANG": "ko_KR", "LC_MONETARY": "de_DE"], "1.690.000원 → 1.490.000원 (−11%)",
      "재고 1개 · 3일 전 등록 · 사진 1장 · 별점 없음"
    ),
  ])
  func `an age is in the language around it, and amounts follow their own locale`(
    environment: [String: String], price: String?, facts: String
  ) async throws {
    try await home.fill()
    var terminal = home.terminal()
    terminal.environment = environment
    let lines = await terminal.run("show 1").output.split(separator: "\n").map(String.init)
    if let price { #expect(lines[1] == price) }
    #expect(lines[2] == facts)
  }

  @Test func `data is the same in every language`() async throws {
    try await home.fill()
    var pipe = home.pipe
    pipe.environment = ["LC_MESSAGES": "ko_KR"]
    for line in [
      "list", "show 1", "list --json", "config", "search lamp", "delete 3 --dry-run",
      "edit 2 --stock 7 --dry-run",
    ] {
      #expect(await pipe.run(line).output == home.pipe.run(line).output, "\(line)")
    }
  }

  @Test(arguments: ["예", "네", "ㅇ", "ㅛ", "y", "YES"])
  func `a yes is a yes in both languages`(answer: String) async throws {
    try await home.fill()
    var terminal = terminal
    terminal.input = [answer]
    await terminal.run("delete 2").prints(
      """
      삭제했습니다: #2 기계식 키보드
      ! #2 기계식 키보드 · 89,000원
      ! 이 상품을 삭제할까요? 나중에 복원할 수 있습니다. [y/N] 2026-12-24 14:58까지 복원할 수 있습니다: market trash restore 2
      """)
  }

  @Test func `anything else is a no`() async throws {
    try await home.fill()
    var terminal = terminal
    terminal.input = ["아니요"]
    await terminal.run("delete 2").prints(
      """
      ! #2 기계식 키보드 · 89,000원
      ! 이 상품을 삭제할까요? 나중에 복원할 수 있습니다. [y/N] 삭제하지 않았습니다.
      exit 8
      """)
  }

  @Test func `a change and a preview line up`() async throws {
    try await home.fill()
    await terminal.run("edit 1 --stock 3 --discounted-price 1390000").prints(
      """
      #1 맥북 프로
        할인가  1,490,000원 → 1,390,000원
        재고    1 → 3
      ! #1을 변경했습니다
      """)
    await terminal.run("add --title Lamp --price 5 --description '잘 됩니다' --dry-run").prints(
      """
        상품명  Lamp
        가격    USD 5.00
        재고    1
        설명    잘 됩니다
      ! 모의 실행이며 등록하지 않았습니다. 등록할 상품:
      """)
  }

  @Test func `every command's refusal of an unknown option is Korean`() async {
    for name in CommandDeclaration.all.map(\.words) {
      let outcome = await terminal.run("\(name) --frobnicate")
      #expect(
        outcome.error == "오류:   알 수 없는 옵션: '--frobnicate'\n도움말: 'market \(name) --help' 명령으로 사용법을 볼 수 있습니다\n")
    }
  }

  @Test func `completion explains in Korean, and manual pages too`() async {
    var pipe = home.pipe
    pipe.environment = ["LANG": "ko_KR.UTF-8"]
    await pipe.run("--complete -- de").prints(
      "delete\t상품을 삭제합니다. 'market trash restore'로 복원할 수 있습니다.\ndev\t'market serve --dev'로 시작한 서버를 초기화합니다.")
    await pipe.run("--complete -- delete --y").prints("--yes\t확인 없이 진행합니다.")
    #expect(
      await pipe.run("help --man delete").output == home.pipe.run("help --man delete --locale ko").output)
  }
}
