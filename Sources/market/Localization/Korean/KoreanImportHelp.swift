import Console

extension Korean {
  /// Help of `import` and `export`.
  static let importHelp: Language.Table = [
    "A file with a line 'column = header' for each column.": "열마다 '열 = 머리글' 한 줄씩 적은 파일.",
    "A table, or a folder of images as with --image-folder; '-' is standard input.":
      "표 파일, 또는 --image-folder처럼 사진을 찾을 폴더. '-'이면 표준 입력을 읽습니다.",
    "Add and change items by the rows of a table.": "엑셀·CSV 파일로 상품을 한꺼번에 등록하거나 수정합니다.",
    "All items, to a file.": "모든 상품을 파일에 저장합니다.",
    "Another column that identifies an item; it is kept as its reference.":
      "상품을 식별하는 다른 열. 값은 참조 번호로 저장됩니다.",
    "Apply a plan that '--plan' wrote.": "'--plan'으로 저장한 계획을 적용합니다.",
    "Apply all rows or none; at a server at most %1 changes with %2 MiB, in this machine's store any number.":
      "모든 행을 적용하거나 하나도 적용하지 않습니다. 서버에서는 %2 MiB 이하의 변경 최대 %1건, 이 기기의 저장소에서는 제한이 없습니다.",
    "Apply the plan without a prompt; required in a pipe.": "확인 없이 적용합니다. 파이프에서는 필수입니다.",
    "Begin with a byte order mark, by which Excel recognizes UTF-8.":
      "Excel이 UTF-8로 인식하도록 바이트 순서 표시로 시작합니다.",
    "Continue a stopped import of these files.": "이 파일들의 중단된 가져오기를 이어서 진행합니다.",
    "How the stock of a row changes an existing item.": "행의 재고를 기존 상품에 반영하는 방법.",
    "Leave images as they are.": "사진을 그대로 둡니다.",
    "Leave out this column; with 'id' the versions too.": "이 열을 제외합니다. 'id'이면 버전 열도 제외합니다.",
    "Leave out unknown columns.": "알 수 없는 열을 제외합니다.",
    "Only items that contain all these words.": "이 단어를 모두 포함한 상품만 내보냅니다.",
    "Only show the plan.": "계획만 표시합니다.",
    "Only these columns, such as id,title,price; an export has all.":
      "내보낼 열, 예: id,title,price. 지정하지 않으면 모든 열을 내보냅니다.",
    "Read a column whose header is not known.": "머리글이 다른 열을 지정해 읽습니다.",
    "Read a header as a column, such as '가격=price'.":
      "'가격=price'처럼 머리글에 해당하는 열을 지정합니다.",
    """
    Reads CSV, TSV, JSON and Excel workbooks, compares each row with the market, shows the plan, asks, and applies it \
    batch by batch. A stopped import continues with --resume, and nothing is done twice. The item of a row is the one \
    with its SKU; importing the same file again changes nothing. An empty cell leaves a value and \\empty clears it. \
    Rejected rows go to FILE.rejects.csv with the reasons; corrected, that file can be imported as it is. The exit code \
    is 7 if rows are rejected.
    """:
      """
    CSV, TSV, JSON, Excel 통합 문서를 읽어 행마다 마켓의 상품과 비교하고, 계획을 표시해 확인을 받은 뒤 여러 행씩 묶어 \
    적용합니다. 중단된 가져오기는 --resume으로 이어지며 같은 작업이 두 번 실행되지 않습니다. 상품 코드가 같은 상품이 그 행의 \
    상품이고, 같은 파일을 다시 가져와도 아무것도 바뀌지 않습니다. 빈 칸은 값을 그대로 두고 \\empty는 값을 지웁니다. 거부된 행은 \
    이유와 함께 FILE.rejects.csv에 저장되며, 고친 뒤 그대로 가져올 수 있습니다. 거부된 행이 있으면 종료 코드는 7입니다.
    """,
    "Replace existing files of rejects, results and plans.":
      "거부된 행, 결과, 계획의 파일이 이미 있으면 덮어씁니다.",
    "Save the images in this folder.": "사진을 이 폴더에 저장합니다.",
    "Show the plan, ask, and apply it.": "계획을 표시하고 확인을 받은 뒤 적용합니다.",
    "The column that identifies an item.": "상품을 식별하는 열.",
    "The decimal sign of amounts in text.": "텍스트로 된 금액의 소수점 기호.",
    "The encoding of text, such as utf-8, utf-16, cp949, shift-jis or windows-1252; by default it is detected.":
      "utf-8, utf-16, cp949, shift-jis, windows-1252 같은 텍스트 인코딩. 지정하지 않으면 감지합니다.",
    "The folder of images: SKU.jpg, SKU-2.jpg, SKU/….": "사진 폴더: SKU.jpg, SKU-2.jpg, SKU/….",
    "The format of the files; by default it is detected.": "파일 형식. 지정하지 않으면 감지합니다.",
    "The format of the table.": "표의 형식.",
    "The lamps, as JSON lines.": "'lamp' 상품을 JSON Lines로 내보냅니다.",
    "The names of the columns; a workbook has those of the language, and CSV keys.":
      "열 이름의 언어. 지정하지 않으면 통합 문서는 사용 언어, CSV는 영문 키로 씁니다.",
    "The row that names the columns; by default it is found in the first ten.":
      "열 이름이 있는 행. 지정하지 않으면 처음 10행에서 찾습니다.",
    "The same as an Excel workbook.": "같은 내용을 엑셀 파일로 저장합니다.",
    "The separator of cells; by default it is detected.": "칸의 구분 문자. 지정하지 않으면 감지합니다.",
    "The sheet of a workbook, by name or number; by default the first.":
      "통합 문서의 시트 이름이나 번호. 지정하지 않으면 첫 시트.",
    "The shop that wrote the files; by default it is detected.": "파일을 만든 쇼핑몰. 지정하지 않으면 감지합니다.",
    "What an empty cell does to the value of an item.": "빈 칸을 만났을 때 상품의 값을 처리하는 방법.",
    "What to do with products of another shop that have variants.": "다른 쇼핑몰의 옵션 상품을 처리하는 방법.",
    "What to do with rows whose items exist.": "이미 있는 상품의 행을 처리하는 방법.",
    "With --dry-run, exit with 1 if anything would change.": "--dry-run에서 변경할 내용이 있으면 1로 종료합니다.",
    "With more rejected rows than this, change nothing.": "거부된 행이 이보다 많으면 아무것도 변경하지 않습니다.",
    "With the images of the items, in a folder.": "상품 사진도 폴더에 저장합니다.",
    "With the images photos/SKU.jpg, without a prompt.": "photos/SKU.jpg 사진과 함께 확인 없이 가져옵니다.",
    "Write all items as a table.": "전체 상품을 CSV 파일로 내보냅니다.",
    "Write rejected rows to this file.": "거부된 행을 이 파일에 저장합니다.",
    "Write texts without apostrophes before formulas and keys.":
      "수식이나 숫자로 바뀔 수 있는 값에도 작은따옴표를 붙이지 않습니다.",
    "Write the plan to this file and apply nothing.": "계획을 이 파일에 저장하고 적용하지 않습니다.",
    "Write the result of each row to this CSV file; with --dry-run what would become of it.":
      "행별 결과를 이 CSV 파일에 저장합니다. --dry-run에서는 예상 결과를 저장합니다.",
    """
    Writes CSV (RFC 4180), an Excel workbook or JSON lines, which 'market import' reads back exactly. In CSV an apostrophe \
    stands before a text that a spreadsheet would run as a formula, and before a key that it would change, such as 007; \
    an import removes it. Private notes of a store on this machine are always written, those of a server only with \
    their password.
    """:
      """
    'market import'가 그대로 다시 읽을 수 있는 CSV(RFC 4180), 엑셀 파일, JSON Lines로 내보냅니다. CSV에서는 스프레드시트가 \
    수식으로 실행할 텍스트와 007처럼 바꿀 수 있는 코드 앞에 작은따옴표를 붙이며, 가져올 때 제거됩니다. 비공개 메모는 이 기기의 저장소라면 항상, 서버라면 비밀번호가 맞을 때만 \
    포함됩니다.
    """,
  ]
}
