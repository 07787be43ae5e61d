import Console

extension Korean {
  /// The trash.
  static let trash: Language.Table = [
    "'--sku' is for one item": "'--sku'는 상품 하나에만 사용할 수 있습니다",
    """
    A deleted item goes into the trash, where 'market trash' lists it, and is deleted for good after 30 days; a server \
    without a trash deletes it for good at once. On a terminal, asks for confirmation. Where no prompt can be shown (in a pipe, with --no-input or CI), a single \
    item is deleted at once and printed; several items require --yes.
    """:
      """
    삭제한 상품은 휴지통으로 옮겨져 'market trash'로 볼 수 있으며 30일 뒤에 영구히 삭제됩니다. 휴지통이 없는 서버에서는 바로 영구히 삭제됩니다. 터미널에서는 확인을 요청합니다. 확인을 \
    표시할 수 없는 곳(파이프, --no-input, CI)에서는 상품 하나는 바로 삭제하고 출력하며, 여러 개를 삭제하려면 --yes가 필요합니다.
    """,
    """
    A deleted item stays in the trash for 30 days, or as long as 'market trash keep' says; then it is deleted for good. \
    It counts as stored for the network that deleted it: where a write does not fit, the oldest items in the trash go \
    first. At a server the items of the password's seller are listed. In a pipe each line is an item: its id, title, \
    vendor, when it was deleted and until when it can be restored, separated by tabs.
    """:
      """
    삭제한 상품은 휴지통에 30일 동안, 또는 'market trash keep'으로 정한 기간 동안 보관되며 이후 영구히 삭제됩니다. 휴지통의 상품도 삭제한 네트워크의 저장 용량에 \
    포함되며, 저장할 공간이 부족하면 오래된 것부터 삭제됩니다. 서버에서는 비밀번호에 해당하는 판매자의 상품만 표시합니다. 파이프에서는 한 줄에 상품 하나를 탭으로 구분하여 \
    표시합니다: 번호, 상품명, 판매자, 삭제 시각, 보관 기한.
    """,
    "A new number holds for items that are deleted from then on; with 0 they are deleted for good.":
      "새 일수는 이후에 삭제하는 상품에 적용됩니다. 0이면 휴지통에 넣지 않고 영구히 삭제합니다.",
    "A number of days, 0 to 3650.": "일수. 0~3650.",
    """
    An item comes back as it was: with its id, images, details, reviews and history. Its SKU is unique among the items of \
    a seller: where another item has it now, --sku gives the restored one another.
    """:
      """
    상품 번호, 사진, 상세 정보, 리뷰, 이력을 포함하여 삭제 전 상태로 복원합니다. SKU는 판매자의 상품 사이에서 고유합니다. 다른 상품이 그 SKU를 사용 중이면 --sku로 새 SKU를 \
    지정하세요.
    """,
    "Bring deleted items back from the trash.": "삭제한 상품을 휴지통에서 복원합니다.",
    "Bring it back with another SKU.": "다른 SKU로 복원합니다.",
    "Bring item 7 back.": "7번 상품을 복원합니다.",
    "Delete items; 'market restore' brings them back.": "상품을 삭제합니다. 'market restore'로 복원할 수 있습니다.",
    "Delete the items in the trash for good.": "휴지통의 상품을 영구히 삭제합니다.",
    "Delete the newer item first": "새 상품을 먼저 삭제하세요",
    "Delete them for good, after confirming.": "확인 후 영구히 삭제합니다.",
    "Delete these %1 items? They can be restored.": "이 상품 %1개를 삭제할까요? 나중에 복원할 수 있습니다.",
    "Delete this item? It can be restored.": "이 상품을 삭제할까요? 나중에 복원할 수 있습니다.",
    "DELETED": "삭제",
    "Deleted items are kept for %1 days now": "이제 삭제한 상품을 %1일 동안 보관합니다",
    "empty the trash": "휴지통을 비우기",
    "Give it another one: 'market restore %1 --sku <sku>'": "다른 SKU를 지정하세요: 'market restore %1 --sku <sku>'",
    "Ids of deleted items.": "삭제한 상품의 번호.",
    "it is a whole number from 0 to 3650": "0부터 3650까지의 정수여야 합니다",
    "Item %1 was deleted for good: the trash is turned off, or has no room":
      "%1번 상품을 영구히 삭제했습니다. 휴지통이 꺼져 있거나 공간이 없습니다",
    "Item '%1' is not in the trash": "%1번 상품은 휴지통에 없습니다",
    "Keep deleted items for 90 days.": "삭제한 상품을 90일 동안 보관합니다.",
    "List deleted items that can be restored.": "복원할 수 있는 삭제된 상품을 표시합니다.",
    "Restored %1": "복원했습니다: %1",
    "Run 'market trash' to see what can be restored": "복원할 수 있는 상품은 'market trash'로 확인하세요",
    "Show or set for how many days deleted items are kept.": "삭제한 상품의 보관 일수를 표시하거나 설정합니다.",
    "The item's SKU in place of its former one.": "이전 SKU 대신 사용할 SKU.",
    "the items in the trash": "휴지통의 상품",
    "The present number of days.": "현재 보관 일수.",
    "The reference of item %1 is taken by an item that was imported since":
      "이후에 가져온 상품이 %1번 상품의 참조를 사용하고 있습니다",
    "The SKU of item %1 is taken by another item now": "%1번 상품의 SKU를 이미 다른 상품이 사용하고 있습니다",
    "The trash is empty": "휴지통이 비어 있습니다",
    "This market has no trash: what is deleted there is gone": "이 마켓에는 휴지통이 없습니다. 삭제한 상품은 복원할 수 없습니다",
    "UNTIL": "보관 기한",
    "Until %1 it can be brought back: market restore %2": "%1까지 복원할 수 있습니다: market restore %2",
    "VENDOR": "판매자",
    "What was deleted, the last first.": "삭제한 상품을 최근 순으로 표시합니다.",
  ]
}
