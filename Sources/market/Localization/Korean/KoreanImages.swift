import Console

extension Korean {
  /// The images of an item: saving them, and changing them one at a time.
  static let images: Language.Table = [
    "Add two images behind the others.": "다른 사진 뒤에 사진 두 장을 추가합니다.",
    "All images of item 7, into the current folder.": "7번 상품의 모든 사진을 현재 폴더에.",
    """
    Each image is saved unchanged, under a name such as 7-1-macbook.png: the id of the item, the number of the \
    image, and the title. Existing files are kept unless --force is given.

    With 'add', 'remove' or 'move' after one item its images are changed one at a time; the others stay as they are. Images are \
    named by their numbers, as they are saved and shown. Piped, the line is the word images with the numbers before and after, \
    where a new image has its file name. A market that replaces all images at once is sent all of them again.
    """:
      """
    사진을 원본 그대로, 7-1-macbook.png 같은 이름으로 저장합니다. 상품 번호, 사진 번호, 상품명의 순서입니다. --force를 지정하지 않으면 기존 파일을 바꾸지 않습니다.

    상품 하나 다음에 'add', 'remove', 'move'를 입력하면 사진을 한 장씩 추가, 삭제, 이동하며 나머지 사진은 그대로 둡니다. 사진은 저장하거나 표시할 때의 번호로 지정합니다. 파이프에서는 \
    images와 이전 번호, 이후 번호를 출력하며 새 사진은 파일 이름으로 표시합니다. 사진 전체를 교체하는 마켓에는 모든 사진을 다시 보냅니다.
    """,
    "give the number of an image": "사진의 번호를 입력하세요",
    "give two numbers of images": "사진의 번호 두 개를 입력하세요",
    "Item %1 has no image '%2': it has %3": "%1번 상품에 '%2'번 사진이 없습니다(사진 %3장)",
    "Item %1 has no image '%2': it has none": "%1번 상품에 '%2'번 사진이 없습니다(사진 없음)",
    "Make the third image the first.": "세 번째 사진을 첫 번째로 옮깁니다.",
    "Remove one first: 'market images %1 remove <image>'": "먼저 사진을 삭제하세요: 'market images %1 remove <사진>'",
    "Remove the second image.": "두 번째 사진을 삭제합니다.",
    "Run 'market show %1' to see its images": "사진은 'market show %1'로 볼 수 있습니다",
    "Save the images of an item, or change them.": "상품의 사진을 저장하거나 변경합니다.",
    "The images of item %1 have changed meanwhile": "그사이 %1번 상품의 사진이 변경되었습니다",
    "This market replaces all images at once: %1 are fetched and sent again":
      "이 마켓은 사진 전체를 교체하므로 %1장을 받아 다시 보냅니다",
    "This market replaces all images at once: 1 is fetched and sent again":
      "이 마켓은 사진 전체를 교체하므로 1장을 받아 다시 보냅니다",
    "This market replaces all images of an item at once": "이 마켓은 상품의 사진 전체를 교체합니다",
    "Too many images: item %1 has %2, and can have at most %3":
      "사진이 너무 많습니다. %1번 상품에 %2장이 있으며 최대 %3장까지 등록할 수 있습니다",
  ]
}
