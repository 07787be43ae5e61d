import Console

extension Korean {
  /// The declarations of the commands for reviews.
  static let reviews: Language.Table = [
    """
    A review has a password of its own, kept apart from those of items; it is needed to delete the review, and to write \
    again with the same receipt, which changes it, and leaves a text and a name that are not given. The receipt of a sale marks a verified purchase. The owner of the item \
    answers a review once and folds its text, with the password of the item; its stars still count. Only the operator \
    of the market removes one, at the store itself.
    """:
      """
    리뷰의 비밀번호는 상품의 비밀번호와 별도로 관리됩니다. 리뷰를 삭제하거나 같은 영수증으로 다시 써서 수정할 때 필요하며, 다시 쓸 때 지정하지 않은 내용과 이름은 그대로 둡니다. 판매 영수증의 코드를 지정하면 구매 인증으로 표시됩니다. \
    판매자는 상품 비밀번호로 리뷰에 답글을 한 번 남기고 내용을 접을 수 있으며, 접은 리뷰의 별점도 그대로 반영됩니다. 다른 사람의 리뷰는 마켓 운영자만 저장소에서 직접 삭제할 수 있습니다.
    """,
    "Answer a review, as the owner of its item.": "판매자로서 리뷰에 답글을 남깁니다.",
    "Answer review 12, as the owner of its item.": "판매자로서 12번 리뷰에 답글을 남깁니다.",
    "As JSON, one a line.": "한 줄에 하나씩 JSON으로.",
    "Code of the receipt that 'market sell' printed.": "'market sell'이 출력한 영수증의 코드.",
    "Delete your review 12, after confirming.": "확인 후 내가 쓴 12번 리뷰를 삭제합니다.",
    "Delete your review.": "내가 쓴 리뷰를 삭제합니다.",
    "Fold its text.": "12번 리뷰의 내용을 접습니다.",
    "Fold the text of a review, as the owner of its item.": "판매자로서 리뷰의 내용을 접습니다.",
    "Id of the review.": "리뷰 번호.",
    "Item %1: its SKU and its keys are those of another seller": "%1번 상품: 상품 코드와 키가 다른 판매자의 것입니다",
    "Item %1: the rating is not that of its reviews": "%1번 상품: 별점이 리뷰와 다릅니다",
    "Name under which the review is shown.": "리뷰에 표시할 이름.",
    """
    On a terminal the first page begins with the ratings by star. In a pipe each line contains id, id of the item, \
    stars, text, author, verified, folded, date, date of the last change, answer and its date, separated by tabs.
    """:
      """
    터미널에서는 첫 페이지가 별점 분포로 시작합니다. 파이프에서는 한 줄에 번호, 상품 번호, 별점, 내용, 작성자, 구매 인증 여부, 접힘 여부, 작성일, 수정일, 답글, 답글 날짜가 탭으로 \
    구분되어 나옵니다.
    """,
    "Order the reviews.": "리뷰의 정렬 순서.",
    "Remove a review, as the operator of the market.": "마켓 운영자로서 리뷰를 삭제합니다.",
    "Remove it, as the operator.": "운영자로서 리뷰를 삭제합니다.",
    "Review %1: the mark of a verified purchase is not that of its sale": "%1번 리뷰: 구매 인증 표시가 판매 기록과 다릅니다",
    "Review an item; answer, fold or delete a review.": "상품에 리뷰를 쓰거나, 리뷰에 답글을 남기고 접거나 삭제합니다.",
    "Review item 7.": "7번 상품에 리뷰를 씁니다.",
    "Show texts that the seller has folded, too.": "판매자가 접은 내용도 표시합니다.",
    "Show the reviews of an item.": "상품의 리뷰를 표시합니다.",
    "Show this many reviews on a page, at most 50.": "한 페이지에 표시할 리뷰 수(최대 50).",
    "Stars, 1 to 5.": "별점(1~5).",
    "Text of the review or the answer, up to 5,000 characters; '-' reads standard input.":
      "리뷰나 답글의 내용(최대 5,000자). '-'이면 표준 입력을 읽습니다.",
    "The newest reviews of item 7.": "7번 상품의 최신 리뷰.",
    "Those with the fewest stars first.": "별점이 낮은 리뷰부터.",
    "Why the operator removes the review.": "운영자가 리뷰를 삭제하는 사유.",
  ]
}
