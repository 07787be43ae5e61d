import Console

extension Korean {
  /// The log of changes, and taking them back.
  static let log: Language.Table = [
    "A removed vendor does not get its secret back: add it again": "삭제한 판매자의 비밀 키는 복구할 수 없습니다. 판매자를 다시 추가하세요",
    "A review belongs to its author, and is not taken back": "리뷰는 작성자만 삭제할 수 있으므로 취소할 수 없습니다",
    "A vendor is not taken back: remove it": "판매자 추가는 취소할 수 없습니다. 판매자를 삭제하세요",
    "Add it again with 'market add'": "다시 등록하려면 'market add'를 사용하세요",
    "added": "등록",
    """
    An entry of 'market log' is taken back as a whole, in one transaction: an edit with its texts and images, a deletion, \
    an item that was added, an import, a count, a delivery, a sale, an answer. Without a number it is the newest entry, \
    and that may be an undo: it is taken back in turn. What has changed since is refused, or taken back too with --force. \
    Of an import, what was sold, edited or reviewed since stays, and is listed. Reviews, vendors and what was purged are \
    not taken back. A server takes an entry back for the password of its items; to one that keeps no log, the inverse of a request \
    of this machine is sent: an item that was added is deleted, and an edit gets its former values, but no images. On a terminal the changes are shown and asked for; elsewhere --yes is needed.
    """:
      """
    'market log'의 기록 하나를 트랜잭션 하나로 모두 취소합니다. 수정(설명과 사진 포함), 삭제, 등록, 가져오기, 재고 실사, 입고, 판매, 답변을 취소할 수 있습니다. 번호를 지정하지 않으면 마지막 \
    기록을 취소하며, 마지막 기록이 취소이면 그 취소를 되돌립니다. 이후에 변경된 내용은 거부하며 --force를 지정하면 함께 취소합니다. 가져오기에서는 이후에 판매, 수정되었거나 리뷰가 등록된 \
    상품을 남기고 목록에 표시합니다. 리뷰, 판매자, 완전히 삭제한 내용은 취소할 수 없습니다. 서버에서는 그 상품의 비밀번호가 필요하며, 기록이 없는 서버에는 이 컴퓨터에서 보낸 변경의 반대 요청을 보냅니다(등록한 상품은 삭제하고, 수정은 사진을 제외하고 이전 값으로 되돌림). 터미널에서는 변경 내용을 표시하고 확인을 요청하며, 그 밖에는 --yes가 필요합니다.
    """,
    "and %1 more": "외 %1건",
    "answer to review %1 removed": "리뷰 %1의 답변 취소",
    "changed since": "이후 변경됨",
    "COMMAND": "명령",
    "Date": "날짜",
    "Days in the trash": "휴지통 보관 일수",
    "deleted": "삭제",
    "deleted for good": "영구 삭제",
    "deleted since": "이후 삭제됨",
    "Entry %1 has more than %2 changes, which a server does not take back at once":
      "%1번 기록의 변경이 %2건을 넘어 서버에서 한 번에 취소할 수 없습니다",
    "Entry %1 was taken back already, by entry %2": "%1번 기록은 이미 %2번 기록으로 취소했습니다",
    "Entry %1, '%2', would be taken back:": "취소할 기록 %1번(%2):",
    "Everything that entry %1 changed has changed since": "%1번 기록에서 변경한 내용이 이후에 모두 변경되었습니다",
    "Item %1 has changed since": "이후에 %1번 상품이 변경되었습니다",
    "Item %1 is gone for good": "%1번 상품은 영구히 삭제되었습니다",
    "Item %1 was deleted, and this market does not bring it back": "%1번 상품은 삭제되었으며 이 마켓에서는 복구할 수 없습니다",
    "Item %1, '%2', has changed since": "이후에 %1번 상품이 변경되었습니다: '%2'",
    "its SKU or reference is taken": "SKU 또는 참조가 사용 중",
    "long texts changed": "긴 텍스트 변경",
    "Look with 'market log %1', or take it back all the same with '--force'":
      "'market log %1'로 확인하거나, 그래도 취소하려면 '--force'를 지정하세요",
    "Look with 'market log', and change the item with 'market edit'":
      "'market log'로 확인하고 'market edit'로 수정하세요",
    "Number of the entry in the log.": "변경 기록의 번호.",
    "Older entries are gone: the log keeps a limited number": "오래된 기록은 삭제되었습니다. 기록은 일정한 수까지만 보관합니다",
    "Older entries are not listed: this market looks through a limited number":
      "오래된 기록은 표시하지 않습니다. 이 마켓은 일정한 수까지만 찾습니다",
    "purged": "완전 삭제",
    "purged since": "이후 완전 삭제됨",
    "restored": "복원",
    "review %1 answered": "리뷰 %1에 답변",
    "review %1 changed": "리뷰 %1 수정",
    "review %1 deleted": "리뷰 %1 삭제",
    "review %1 folded": "리뷰 %1 접음",
    "review %1 unfolded": "리뷰 %1 펼침",
    "review %1 written": "리뷰 %1 작성",
    "reviewed since": "이후 리뷰 등록됨",
    "Run 'market log' to see what can be taken back": "취소할 수 있는 변경은 'market log'로 확인하세요",
    "Set them again: 'market edit %1 --image <file>'": "사진을 다시 등록하세요: 'market edit %1 --image <파일>'",
    "Show what entry 12 would be taken back to.": "12번 기록을 취소하면 바뀔 내용을 표시합니다.",
    "Show what was changed in the market, and when.": "마켓의 변경 기록을 표시합니다.",
    "sold since": "이후 판매됨",
    "Stays, %1: %2": "유지(%1): %2",
    "Take a change of the market back.": "마켓의 변경을 취소합니다.",
    "Take back what has changed since, too.": "이후에 변경된 내용도 취소합니다.",
    "take it back": "변경을 취소",
    "Take it back all the same with '--force'": "그래도 취소하려면 '--force'를 지정하세요",
    "Take that back: 'market undo %1'": "다시 적용하려면: 'market undo %1'",
    "Take the last change back, after confirming.": "확인 후 마지막 변경을 취소합니다.",
    "Take this back?": "이 변경을 취소할까요?",
    "taken back by %1": "%1번으로 취소됨",
    "takes back %1": "%1번 취소",
    "The delivery of entry %1 had no cost before: a cost cannot be removed":
      "%1번 입고에는 원가가 없었습니다. 원가는 삭제할 수 없습니다",
    "The former images of item %1 are not kept on this machine": "%1번 상품의 이전 사진이 이 컴퓨터에 없습니다",
    "The former images of item %1 were too large to keep": "%1번 상품의 이전 사진은 용량이 커서 보관하지 않았습니다",
    "The images stay: the former ones are not kept on this machine": "사진은 그대로 둡니다. 이전 사진이 이 컴퓨터에 없습니다",
    "the items of entry %1 of the log": "변경 기록 %1번의 상품",
    "The last changes.": "최근 변경.",
    "The log has no entry": "변경 기록이 없습니다",
    "The log has no entry '%1'": "변경 기록에 %1번이 없습니다",
    "The log is empty": "변경 기록이 없습니다.",
    "the log of your items": "내 상품의 변경 기록",
    """
    The newest entry comes first: every write, with its command, and the values before and after it. With an id the entries \
    of that item. 'market undo' takes one back. The log keeps the last 200,000 changes and 256 MiB, and says when older \
    ones are gone. A server has the log of an item, and that of the items of a seller, for the password; at one that \
    keeps no log, what was sent from this machine is listed. In a pipe each line is a change: the entry, its time and command, the entry that has taken it back, \
    the kind of change, the item, its title, the field, and its value before and after, separated by tabs.
    """:
      """
    모든 변경을 명령, 이전 값, 이후 값과 함께 최근 순으로 표시합니다. 번호를 지정하면 그 상품의 변경만 표시합니다. 변경은 'market undo'로 취소합니다. 최근 변경 200,000건, 256 MiB까지 \
    보관하며 오래된 기록이 삭제되었으면 알립니다. 서버에서는 비밀번호로 상품 하나 또는 그 판매자의 모든 상품의 기록을 볼 수 있으며, 기록이 없는 서버에서는 이 컴퓨터에서 보낸 변경을 표시합니다. 파이프에서는 한 줄에 변경 하나를 탭으로 구분하여 표시합니다: 기록 번호, 시각, 명령, 이 기록을 취소한 기록, 변경 종류, 상품 번호, 상품명, \
    필드, 이전 값, 이후 값.
    """,
    "The setting '%1' has changed since": "이후에 설정이 변경되었습니다: '%1'",
    "The values before entry %1 are not known on this machine": "%1번 기록 이전의 값이 이 컴퓨터에 없습니다",
    "This market keeps no log of changes": "이 마켓은 변경 기록을 보관하지 않습니다",
    "This market keeps no log: '%1' takes the change back": "이 마켓은 기록을 보관하지 않아 '%1' 요청으로 변경을 취소합니다",
    "This market keeps no log: these are the changes that were sent from this machine":
      "이 마켓은 기록을 보관하지 않습니다. 이 컴퓨터에서 보낸 변경을 표시합니다",
    "Time zone": "시간대",
    "Took entry %1 back, as entry %2": "%1번 기록을 취소했습니다(기록 %2번)",
    "vendor added": "판매자 추가",
    "vendor removed": "판매자 삭제",
    "What was changed of item 7.": "7번 상품의 변경 기록.",
    "What was purged cannot be brought back": "완전히 삭제한 내용은 복구할 수 없습니다",
    "WHEN": "시점",
    "Would take back:": "취소할 내용:",
    "… and %1 more changes": "… 외 변경 %1건",
    "… and %1 more items stay": "… 외 상품 %1개 유지",
  ]
}
