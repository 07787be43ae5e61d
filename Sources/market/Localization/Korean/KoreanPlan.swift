import Console

extension Korean {
  /// Phrases of an import about its plan and its rows, and those of an export.
  static let plans: Language.Table = [
    "%1 (count %2)": "%1 (실사 %2)",
    "%1 a second": "초당 %1행",
    "%1 fields cleared": "비워지는 값 %1개",
    "%1 images outside the folders of the import, or in a private network:":
      "가져오기 폴더 밖이나 사설 네트워크에 있는 사진 %1장:",
    "%1 items exported": "상품 %1개 내보냄",
    "%1 of %2 rows": "%2행 중 %1행",
    "%1 rows read": "읽은 행 %1개",
    "%1, %2 and %3 more": "%1, %2 외 %3개",
    "%1, line %2": "%1, %2행",
    "%1, lines %2": "%1, %2행",
    "%1, lines %2 and %3 more": "%1, %2행 외 %3개",
    "'%1' and '%2' name the same file '%3'": "'%1'과(와) '%2'에 같은 파일을 지정했습니다: '%3'",
    "'%1' is a folder of images; the table of items is missing": "'%1'은(는) 사진 폴더입니다. 상품 표도 지정하세요",
    "'%1' is no kind of file that an export writes": "'%1': 내보낼 수 없는 파일 형식입니다",
    "'%1' is not a complete import plan": "완전한 가져오기 계획이 아닙니다: '%1'",
    "'%1' is taken as a table of %2; '--map' turns this off":
      "'%1' 파일을 %2 표로 읽습니다. '--map'을 지정하면 그렇게 읽지 않습니다",
    "'%1' names a file of the import: '%2'": "'%1'에 가져올 파일을 지정했습니다: '%2'",
    "'--atomic' at a server is one request, and the images are too much for one":
      "서버에서 '--atomic'은 요청 하나로 처리되는데, 사진이 한 요청의 한도를 넘습니다",
    "'--atomic' changes at most %1 items at a server, and the plan has %2":
      "서버에서 '--atomic'은 한 번에 최대 %1건만 변경할 수 있는데, 계획에 %2건이 있습니다",
    "1 field cleared": "비워지는 값 1개",
    "1 image outside the folders of the import, or in a private network:":
      "가져오기 폴더 밖이나 사설 네트워크에 있는 사진 1장:",
    "1 row read": "읽은 행 1개",
    "A sheet has at most %1 rows, and there are more items":
      "시트 하나에는 최대 %1행까지 담을 수 있는데 상품이 더 많습니다",
    "A workbook is written to a file only": "통합 문서는 파일로만 내보낼 수 있습니다",
    "added %1 · updated %2 · left %3": "등록 %1건 · 변경 %2건 · 유지 %3건",
    "Another import of '%1' is running": "다른 가져오기가 진행 중입니다: '%1'",
    "Another item has this value": "다른 상품이 사용 중인 값입니다",
    "Check the path of '--image-folder'": "'--image-folder' 경로를 확인하세요",
    "Choose '--on-existing update' or '--on-existing skip'":
      "'--on-existing update'나 '--on-existing skip'을 지정하세요",
    "Choose a name such as 'items.xlsx' or 'items.csv'; spreadsheet programs open both":
      "'items.xlsx'나 'items.csv' 같은 이름을 지정하세요. 둘 다 스프레드시트에서 열 수 있습니다",
    "Choose another path": "다른 경로를 지정하세요",
    "Choose another path, or replace the file with '--force'": "다른 경로를 지정하거나 '--force'로 덮어쓰세요",
    "Columns that are not read: %1": "읽지 않는 열: %1",
    "Comparing the rows with the market": "행을 마켓과 비교하는 중",
    "Confirmation is required": "확인이 필요합니다",
    "delete": "삭제",
    "delete %1": "삭제 %1건",
    "deleted %1": "삭제 %1건",
    "Do this for %1 rows, and leave out the rejected ones?": "거부된 행을 빼고 %1개 행을 적용할까요?",
    "Do this for %1 rows?": "%1개 행을 적용할까요?",
    "Do this for 1 row, and leave out the rejected ones?": "거부된 행을 빼고 1개 행을 적용할까요?",
    "Do this for 1 row?": "1개 행을 적용할까요?",
    "Export CSV, as with '-o items.csv', or fewer items with '--search'":
      "'-o items.csv'로 CSV로 내보내거나 '--search'로 상품을 줄이세요",
    "Exported %1 items": "상품 %1개를 내보냈습니다",
    "Exported 1 item": "상품 1개를 내보냈습니다",
    "Finishing the batch; press Ctrl-C again to stop now.":
      "처리 중인 묶음을 마무리합니다. 바로 종료하려면 Ctrl-C를 한 번 더 누르세요.",
    "images: %1 found, %2 missing": "사진: 찾음 %1, 없음 %2",
    "Importing": "가져오는 중",
    "Item %1: '%2' is longer than a cell (%3 characters), and is left out":
      "%1번 상품: '%2' 열의 값이 셀 하나의 한도(%3자)보다 길어 제외합니다",
    "Line %1": "%1행",
    "Line %1 of '%2'": "'%2' 파일 %1행",
    "Line %1 of '%2' was refused, so nothing was changed: %3": "'%2' 파일의 %1행이 거부되어 아무것도 변경하지 않았습니다: %3",
    "Line %1 was refused, so nothing was changed": "%1행이 거부되어 아무것도 변경하지 않았습니다",
    "Line %1 was refused, so nothing was changed: %2": "%1행이 거부되어 아무것도 변경하지 않았습니다: %2",
    "Make a new plan with '--plan <file>'": "'--plan <file>'로 새 계획을 만드세요",
    "Name both, as in 'market import items.csv %1'": "'market import items.csv %1'처럼 둘 다 지정하세요",
    "Name it: '-o items.xlsx'": "파일 이름을 지정하세요: '-o items.xlsx'",
    "Name one folder; the images of all files are found there": "모든 파일의 사진이 있는 폴더 하나만 지정하세요",
    "Pass '--yes' to apply the plan": "계획을 적용하려면 '--yes'를 지정하세요",
    "reject %1": "거부 %1건",
    "rejected %1": "거부 %1건",
    "Rejected rows: %1, more than '--max-errors %2' allows; nothing was changed":
      "거부된 행 %1개: '--max-errors %2' 한도를 넘어 아무것도 변경하지 않았습니다",
    "Rejected rows: %1; with '--atomic' nothing was changed": "거부된 행 %1개: '--atomic'이므로 아무것도 변경하지 않았습니다",
    "Rows whose items exist: %1, the first on line %2 of '%3'; nothing was changed":
      "이미 있는 상품의 행 %1개(첫 행: '%3' 파일 %2행): 아무것도 변경하지 않았습니다",
    "Rows whose items exist: %1, the first on line %2; nothing was changed":
      "이미 있는 상품의 행 %1개(첫 행: %2행): 아무것도 변경하지 않았습니다",
    "Run it on the server's machine with '--store <file>', or without '--atomic'":
      "서버가 있는 기기에서 '--store <file>'로 실행하거나 '--atomic' 없이 실행하세요",
    "Run the command again when it has ended": "끝난 다음에 다시 실행하세요",
    "Run the import without '--atomic'": "'--atomic' 없이 가져오세요",
    "Run the import without '--resume'": "'--resume' 없이 가져오세요",
    "Run the import without '--resume' or '--apply' to plan it again":
      "'--resume'이나 '--apply' 없이 가져와 계획을 다시 만드세요",
    "See the plan with '--dry-run', then pass '--yes'": "'--dry-run'으로 계획을 확인한 뒤 '--yes'를 지정하세요",
    "See the rows with '--dry-run', and correct them": "'--dry-run'으로 행을 확인해 고치세요",
    "See the rows with '--dry-run', correct them, or allow more with '--max-errors'":
      "'--dry-run'으로 행을 확인해 고치거나 '--max-errors'로 한도를 늘리세요",
    "skip %1": "건너뛰기 %1건",
    "skipped %1": "건너뜀 %1건",
    "The file '%1' already exists": "파일이 이미 있습니다: '%1'",
    "The file '%1' cannot be read": "파일을 읽을 수 없습니다: '%1'",
    "The file '%1' cannot be written": "파일에 쓸 수 없습니다: '%1'",
    "The file '%1' has changed since its import was planned": "계획을 만든 뒤에 파일이 바뀌었습니다: '%1'",
    "The import was not finished. Go on with '%1'": "가져오기를 끝내지 못했습니다. 이어서 하려면 '%1'을(를) 실행하세요",
    "The import was stopped. Go on with '%1'": "가져오기를 중단했습니다. 이어서 하려면 '%1'을(를) 실행하세요",
    "The item has another password": "상품의 비밀번호가 다릅니다",
    "The item has changed since it was exported": "내보낸 뒤에 상품이 변경되었습니다",
    "The item has changed since the plan was made": "계획을 만든 뒤에 상품이 변경되었습니다",
    "The item was deleted since the plan was made": "계획을 만든 뒤에 상품이 삭제되었습니다",
    "The plan '%1' was changed after it was written": "저장한 뒤에 바뀐 계획입니다: '%1'",
    "The plan '%1' was made for another market": "다른 마켓용으로 만든 계획입니다: '%1'",
    "The rejected rows are in '%1'": "거부된 행은 '%1' 파일에 있습니다",
    "The workbook would be larger than 4 GiB": "통합 문서가 4 GiB보다 커집니다",
    "There is an item with the key '%1' already": "이 키의 상품이 이미 있습니다: '%1'",
    "There is no folder '%1' that can be read": "읽을 수 있는 폴더가 아닙니다: '%1'",
    "There is no image '%1'": "사진 '%1': 파일이 없습니다",
    "There is no item with the key '%1'": "이 키의 상품이 없습니다: '%1'",
    "There is no stopped import of '%1'": "중단된 가져오기가 없습니다: '%1'",
    "This market takes one item at a time": "이 마켓은 상품을 한 번에 하나씩만 받습니다",
    "This market takes one item at a time, so '--atomic' cannot be used":
      "이 마켓은 상품을 한 번에 하나씩만 받으므로 '--atomic'을 사용할 수 없습니다",
    "Too many wrong passwords for this item; try again in %1 s": "이 상품의 비밀번호를 너무 많이 틀렸습니다. %1초 후에 다시 시도하세요",
    "Two folders of images: '%1' and '%2'": "사진 폴더가 둘입니다: '%1', '%2'",
    "would add %1 · update %2 · leave %3": "예정: 등록 %1건 · 변경 %2건 · 유지 %3건",
    "… and %1 more": "… 외 %1개",
    "… and %1 more changes": "… 외 변경 %1개",
    "… and %1 more deleted": "… 외 삭제 %1개",
    "… and %1 more new items": "… 외 신규 상품 %1개",
    "… and %1 more warnings": "… 외 경고 %1개",
  ]
}
