import Console

extension Korean {
  /// The command for the time zone.
  static let zone: Language.Table = [
    "Change it, after confirming.": "확인 후 시간대를 변경합니다.",
    "change the time zone": "시간대를 변경",
    "Change the time zone to %1?": "시간대를 변경할까요? 새 시간대: %1",
    "Name in the time zone database, such as Asia/Seoul.": "시간대 데이터베이스의 이름. 예: Asia/Seoul.",
    "No sale moves to another day.": "날짜가 바뀌는 판매가 없습니다.",
    "No such time zone '%1'": "시간대가 없습니다: '%1'",
    "Nothing was changed.": "변경하지 않았습니다.",
    """
    Sales and best sellers are counted by days of the market's time zone, which is this machine's when the store is \
    made. Changing it moves sales near midnight to another day: the command says how many, and which days, and then \
    adds all sales up again in one transaction. A market that is being served waits meanwhile.
    """:
      """
    매출과 판매 순위는 마켓 시간대의 날짜로 집계합니다. 저장소를 만들 때는 이 컴퓨터의 시간대로 정해집니다. 시간대를 변경하면 자정 무렵의 판매가 다른 날짜로 옮겨집니다. 옮겨지는 판매의 수와 \
    날짜를 먼저 표시하고, 모든 집계를 트랜잭션 하나로 다시 계산합니다. 그동안 서비스 중인 마켓에 대한 쓰기 요청은 대기합니다.
    """,
    "Sales and returns that move to another day: %1": "날짜가 바뀌는 판매와 반품: %1건",
    "Show or change the time zone of the market's days.": "마켓 날짜의 기준 시간대를 표시하거나 변경합니다.",
    "Show what would move.": "변경하면 옮겨질 판매를 표시합니다.",
    "The present time zone.": "현재 시간대.",
    "The time zone is %1 already": "시간대가 이미 %1입니다",
    "The time zone is %1 now": "시간대를 변경했습니다: %1",
    "Use a name of the time zone database, such as 'Asia/Seoul'": "'Asia/Seoul'처럼 시간대 데이터베이스의 이름을 사용하세요",
    "Would move:": "옮겨질 판매:",
    "… and from %1 more days": "… 외 %1일",
  ]
}
