import Console

extension Korean {
  /// Notes, questions, tables and cards.
  static let answers: Language.Table = [
    "%1 changed": "바뀜 %1개",
    "%1 gone": "없어짐 %1개",
    "%1 in stock": "재고 %1개",
    "%1 new": "새로 %1개",
    "%1 of %2": "%2개 중 %1",
    "%1 pictures": "사진 %1장",
    "%1 to %2": "%1부터 %2까지",
    "%1 · %2 in all": "%1 · 모두 %2개",
    "%1, was %2": "%1, 이전 %2",
    "%1, was %2, %3%% off": "%1, 이전 %2, %3%% 할인",
    "1 picture": "사진 1장",
    "< %1 (%2 bytes, %3 ms)": "< %1 (%2바이트, %3 ms)",
    "< no answer: %1 (%2 ms)": "< 응답 없음: %1 (%2 ms)",
    "> %1 %2 (%3 bytes)": "> %1 %2 (%3바이트)",
    "ADDED": "등록",
    "Added": "등록",
    "added %1": "%1 등록",
    "Changed since it was last seen: %1": "지난번에 본 뒤로 바뀐 것: %1",
    "Currency": "통화",
    "default": "기본값",
    "Delete it for good?": "영구히 삭제할까요?",
    "Delete these %1 for good?": "이 %1개를 영구히 삭제할까요?",
    "Deleted %1": "삭제함: %1",
    "Description": "설명",
    "Discounted price": "할인가",
    """
    Everyone who reaches %1:%2 can read this market. Passwords cross the network as they
    are: put a server that speaks TLS in front, and see 'market help serve'.
    """:
      """
    %1:%2에 접속하는 누구나 이 마켓을 볼 수 있습니다. 비밀번호가 암호화되지 않은 채
    네트워크를 지나므로, 앞에 TLS를 쓰는 서버를 두세요. 'market help serve'를 보세요.
    """,
    "FROM": "출처",
    "ID": "번호",
    "Image": "사진",
    "Item %1 has no pictures": "%1번 상품에는 사진이 없습니다",
    "Keep the secret: it is not shown again.": "비밀 키를 보관하세요. 다시 보여 주지 않습니다.",
    "next: %1": "다음: %1",
    "no pictures": "사진 없음",
    "No vendors yet · the first: market vendor add <name>": "아직 판매자가 없습니다 · 첫 판매자: market vendor add <이름>",
    "none": "없음",
    "Nothing for sale holds '%1'": "'%1' 말이 든 상품이 없습니다",
    "Nothing has been searched for": "지난 검색이 없습니다",
    "Nothing is different.": "달라진 것이 없습니다.",
    "Nothing is for sale yet · the first: market add --title <title> --price <amount>":
      "아직 상품이 없습니다 · 첫 상품: market add --title <제목> --price <가격>",
    "Nothing on page %1": "%1쪽에는 아무것도 없습니다",
    "Nothing was added. This would be:": "아무것도 추가하지 않았습니다. 추가할 상품:",
    "Nothing was changed. This would be:": "아무것도 바꾸지 않았습니다. 바꿀 내용:",
    "Nothing was deleted.": "아무것도 삭제하지 않았습니다.",
    "Nothing was deleted. This would be:": "아무것도 삭제하지 않았습니다. 삭제할 상품:",
    "offline · %1": "오프라인 · %1",
    "option": "옵션",
    "Password": "비밀번호",
    "Password for item %1: ": "%1번 상품의 비밀번호: ",
    "Picture": "사진",
    "Pictures": "사진",
    "PRICE": "가격",
    "Price": "가격",
    "refreshing": "새로 고치는 중",
    "seen %1": "%1 확인",
    "SETTING": "설정",
    "sold out": "품절",
    "STOCK": "재고",
    "Stock": "재고",
    "Stopped with requests unanswered.": "답하지 못한 요청을 남기고 멈췄습니다.",
    "Stopping: the requests under way are answered first. Again stops at once.":
      "멈추는 중: 처리 중인 요청에 먼저 답합니다. 한 번 더 누르면 바로 멈춥니다.",
    "The password that was used is not the one of item %1.": "사용한 비밀번호는 %1번 상품의 비밀번호가 아닙니다.",
    "The searches are forgotten": "지난 검색을 지웠습니다",
    "TITLE": "제목",
    "Title": "제목",
    "Uploading": "올리는 중",
    "VALUE": "값",
    "Waiting for %1": "기다리는 중: %1",
    "… more: %1": "… 더 보기: %1",
  ]
}
