import Console

extension Korean {
  /// Phrases about the columns and rows of an import.
  static let imports: Language.Table = [
    "%1 (line %2, character %3)": "%1 (%2행 %3번째 글자)",
    "'%1' cannot be cleared": "'%1' 열은 비울 수 없습니다",
    "'%1' follows a closing quote": "'%1': 닫는 따옴표 뒤에 글자가 있습니다",
    "'%1' for '%2'": "'%2' 대신 '%1'",
    "'%1' has a key twice: '%2'": "'%1': '%2' 키가 두 번 있습니다",
    "'%1' has a NUL character": "'%1': NUL 문자가 있습니다",
    "'%1' has bytes that are not %2": "'%1': %2 인코딩이 아닌 바이트가 있습니다",
    "'%1' has half of a surrogate pair": "'%1': 서로게이트 쌍의 반쪽이 있습니다",
    "'%1' has more digits than a workbook stores exactly": "'%1': 통합 문서가 정확히 저장할 수 있는 자릿수를 넘습니다",
    "'%1' has more values than an item can have; the last %2 are left out":
      "'%1' 열의 값이 상품 하나의 한도보다 많아 마지막 %2개를 제외합니다",
    "'%1' holds an object or a list of lists": "'%1': 객체나 목록의 목록이 들어 있습니다",
    "'%1' in '%2' has a sign that several currencies share; name one with '--currency' or a column":
      "'%1'('%2' 열): 여러 통화가 함께 쓰는 기호입니다. '--currency' 옵션이나 통화 열로 통화를 지정하세요",
    "'%1' in '%2' has characters that are not permitted there": "'%1'('%2' 열): 사용할 수 없는 문자가 있습니다",
    "'%1' in '%2' has groups of digits that are not of three": "'%1'('%2' 열): 쉼표 위치가 잘못되었습니다",
    "'%1' in '%2' has more than 19 digits": "'%1'('%2' 열): 숫자가 19자리보다 깁니다",
    "'%1' in '%2' has no currency; name it with '--currency' or a column":
      "'%1'('%2' 열): 통화가 없습니다. '--currency' 옵션이나 통화 열로 지정하세요",
    "'%1' in '%2' has the other decimal sign; see '--decimal comma' and '--decimal point'":
      "'%1'('%2' 열): 소수점 기호가 다릅니다. '--decimal comma'와 '--decimal point'를 확인하세요",
    "'%1' in '%2' is an error value of a spreadsheet; correct the formula, and save the file again":
      "'%1'('%2' 열): 스프레드시트의 오류 값입니다. 수식을 고치고 파일을 다시 저장하세요",
    "'%1' in '%2' is damaged, or no version of an export; copy it from the export again, or pass '--ignore version'":
      "'%1'('%2' 열): 손상되었거나 내보낸 파일의 버전이 아닙니다. 내보낸 파일에서 다시 복사하거나 '--ignore version'을 지정하세요",
    "'%1' in '%2' is in row %3 of '%4' too": "'%1'('%2' 열): '%4' 파일 %3행에도 있습니다",
    "'%1' in '%2' is in row %3 too": "'%1'('%2' 열): %3행에도 있습니다",
    "'%1' in '%2' is negative; the stock is taken as 0": "'%1'('%2' 열): 음수이므로 재고를 0으로 읽습니다",
    "'%1' in '%2' is none of %3": "'%1'('%2' 열): 사용할 수 있는 값은 %3입니다",
    "'%1' in '%2' is not a date; write it like 2026-11-20 or 2026-11-20T18:30":
      "'%1'('%2' 열): 날짜가 아닙니다. 2026-11-20이나 2026-11-20T18:30처럼 입력하세요",
    "'%1' in '%2' is not a number": "'%1'('%2' 열): 숫자가 아닙니다",
    "'%1' in '%2' is not a whole number from 1": "'%1'('%2' 열): 1 이상의 정수가 아닙니다",
    "'%1' in '%2' is not in %3, the currency of the row": "'%1'('%2' 열): 이 행의 통화인 %3 금액이 아닙니다",
    "'%1' in '%2' was probably changed by a spreadsheet (1-2 → 2-Jan). Format the column as text and enter it again":
      "'%1'('%2' 열): 스프레드시트가 바꾼 값으로 보입니다(1-2 → 2-Jan). 열 서식을 텍스트로 바꾸고 다시 입력하세요",
    "'%1' in '%2' was probably shortened by a spreadsheet (8801234567890 → 8.80E+12). Format the column as text and enter it again":
      "'%1'('%2' 열): 스프레드시트가 줄여 쓴 값으로 보입니다(8801234567890 → 8.80E+12). 열을 텍스트 서식으로 바꾸고 다시 입력하세요",
    "'%1' in '%2' was shortened by a spreadsheet; format its cells as numbers without an exponent":
      "'%1'('%2' 열): 스프레드시트가 줄여 쓴 값입니다. 셀 서식을 지수 없는 숫자로 바꾸세요",
    "'%1' in column %2": "%2번째 열 '%1'",
    "'%1' in column %2 in row %3": "%3행의 %2번째 열 '%1'",
    "'%1' is not '<header>=<column>'": "'%1': '<머리글>=<열>' 형식이 아닙니다",
    "'%1' is not a column": "'%1': 그런 열은 없습니다",
    "'%1' is not a currency": "'%1': 통화가 아닙니다",
    "'%1' takes one value, not a list": "'%1' 열에는 목록이 아니라 값 하나만 쓸 수 있습니다",
    "Check its name and its permissions": "파일 이름과 권한을 확인하세요",
    "Choose one: %1 or %2": "하나를 고르세요: %1 또는 %2",
    "column %1": "%1번째 열",
    "column %1 in row %2": "%2행의 %1번째 열",
    "Column '%1' is on line %2 and on line %3 of '%4'": "'%4' 파일의 %2행과 %3행에 '%1' 열이 두 번 있습니다",
    "Column '%1' is there twice: %2 and %3": "'%1' 열이 두 번 있습니다: %2, %3",
    "Did you mean %1? Known columns: %2. '--ignore-unknown' leaves others out":
      "혹시 %1인가요? 사용할 수 있는 열: %2. '--ignore-unknown'을 쓰면 다른 열은 읽지 않습니다",
    "Did you mean '%1'? Then pass %2. Known columns: %3. '--ignore-unknown' leaves others out":
      "혹시 '%1'인가요? 그렇다면 %2 옵션을 지정하세요. 사용할 수 있는 열: %3. '--ignore-unknown'을 쓰면 다른 열은 읽지 않습니다",
    "Discounted price '%1' is above the price '%2'": "할인가 '%1': 가격 '%2'보다 큽니다",
    "Fewer cells (%1) than columns (%2); the others are empty": "칸(%1개)이 열(%2개)보다 적습니다. 나머지는 빈 칸입니다",
    "id, sku, title, description, price, currency, discounted_price, stock, cost, tags, note, reorder_at, off_sale, images, registration_date, reference, version, command":
      "번호(id), 상품코드(sku), 상품명(title), 설명(description), 가격(price), 통화(currency), 할인가(discounted_price), 재고(stock), 원가(cost), 태그(tags), 메모(note), 재주문 기준(reorder_at), 판매 중지(off_sale), 사진(images), 등록일(registration_date), 참조(reference), 버전(version), 명령(command)",
    "Line %1 of '%2' is not 'column = header'": "'%2' 파일의 %1행: '열 = 머리글' 형식이 아닙니다",
    "More cells (%1) than columns (%2)": "칸(%1개)이 열(%2개)보다 많습니다",
    "Name each column once": "열마다 한 번씩만 쓰세요",
    "Name the shop that wrote the file, or leave '--from' out":
      "파일을 만든 쇼핑몰을 지정하거나 '--from' 옵션을 빼세요",
    "Registration date": "등록일",
    "Rename one of them": "둘 중 하나의 이름을 바꾸세요",
    "row": "행",
    "Row %1 of the same product is rejected": "같은 상품의 %1행이 거부되었습니다",
    "rule": "규칙",
    "sentence": "이유",
    "The cell cannot be read": "칸을 읽을 수 없습니다",
    "The cell is longer than %1 bytes": "칸이 %1바이트보다 깁니다",
    "The file has no column '%1'": "파일에 '%1' 열이 없습니다",
    "The file has no column '%1', which tables of %2 have": "파일에 %2 표의 '%1' 열이 없습니다",
    "The file has no header row with a known column": "파일에 인식할 수 있는 열이 있는 머리글 행이 없습니다",
    "The first row names the columns: %1": "첫 행에는 열 이름이 있어야 합니다: %1",
    "The mapping file '%1' cannot be read": "매핑 파일 '%1'을(를) 읽을 수 없습니다",
    "The mapping file '%1' is not UTF-8 text of at most 64 KiB": "매핑 파일 '%1'이(가) 64 KiB 이하의 UTF-8 텍스트가 아닙니다",
    "The options in '%1' have no rows of their own; one item stands for all":
      "'%1' 열의 옵션에는 각각의 행이 없어 상품 하나로 등록합니다",
    "The product has variants, and '--variants reject' was given": "옵션이 있는 상품이고 '--variants reject'를 지정했습니다",
    "The quote is not closed": "따옴표가 닫히지 않았습니다",
    "The row has no key in '%1'": "행의 '%1' 열에 키가 없습니다",
    "The row is longer than %1 bytes": "행이 %1바이트보다 깁니다",
    "The row is not a JSON object": "행이 JSON 객체가 아닙니다",
    "The row is not JSON": "행이 JSON이 아닙니다",
    "The row looks like a total, and is left out; a SKU or a description makes it an item":
      "합계 행으로 보여 제외합니다. 상품이라면 상품 코드나 설명을 입력하세요",
    "This looks like a file of %1: use '--from %2', or leave '--from' out":
      "%1 파일로 보입니다. '--from %2' 옵션을 쓰거나 '--from' 옵션을 빼세요",
    "To read it, pass %1. Known columns: %2. '--ignore-unknown' leaves others out":
      "이 열을 읽으려면 %1 옵션을 지정하세요. 사용할 수 있는 열: %2. '--ignore-unknown'을 쓰면 다른 열은 읽지 않습니다",
    "Two columns are '%1': %2 and %3": "'%1'에 해당하는 열이 둘입니다: %2, %3",
    "Unknown column %1": "알 수 없는 열: %1",
    "Unknown column '%1' on line %2 of '%3'": "'%3' 파일의 %2행: 알 수 없는 열 '%1'",
    "Use a name from the first row of the file": "파일의 첫 행에 있는 이름을 사용하세요",
    "Version": "버전",
    "Write it like '--map \"가격=price\"'": "'--map \"가격=price\"'처럼 입력하세요",
    "Write one column per line, such as 'price = 가격'": "한 줄에 열 하나씩 'price = 가격'처럼 쓰세요",
  ]
}
