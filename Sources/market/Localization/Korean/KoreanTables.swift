import Console

extension Korean {
  /// Errors of files without a readable table, and notes on the detected format of a file.
  static let tableFiles: Language.Table = [
    "'%1' yields more than %2 bytes; a pipe or a device may yield no more":
      "'%1'에서 %2바이트보다 많이 읽혔습니다. 파이프와 장치에서는 그만큼만 읽습니다",
    "A quote in the header row of '%1' is not closed (line %2, character %3)":
      "'%1' 머리글 행의 따옴표가 닫히지 않았습니다(%2행 %3번째 글자)",
    "Check the path, and whether you may read the file": "경로와 파일의 읽기 권한을 확인하세요",
    "Correct the first row of the file": "파일의 첫 행을 고치세요",
    "Detected delimiter: %1": "감지한 구분 문자: %1",
    "Detected encoding: %1": "감지한 인코딩: %1",
    "If there is an object on each line, pass '--format jsonl'": "행마다 객체가 하나씩 있다면 '--format jsonl'을 지정하세요",
    "Its sheets: %1": "있는 시트: %1",
    "Name the one in which the line reads well, such as '--encoding cp949'":
      "글자가 바르게 보이는 인코딩을 '--encoding cp949'처럼 지정하세요",
    "Name the row with the names of the columns": "열 이름이 있는 행의 번호를 지정하세요",
    "No program writes to the pipe '%1': waited %2 seconds":
      "'%1' 파이프에 쓰는 프로그램이 없습니다(%2초 기다림)",
    "Reading sheet '%1' of %2 sheets": "시트 %2개 중 '%1' 시트를 읽습니다",
    "Reading sheet '%1', the first of %2; choose with --sheet":
      "시트 %2개 중 첫 번째 '%1' 시트를 읽습니다. 다른 시트는 --sheet로 고르세요",
    "Remove the columns that are not needed": "필요 없는 열을 지우세요",
    "Row %1 of '%2' is empty, and '--header-row' names it":
      "'--header-row'로 지정한 '%2' 파일의 %1행이 비어 있습니다",
    "Save the file as UTF-8, or as UTF-16 with a byte order mark":
      "파일을 UTF-8이나 바이트 순서 표시가 있는 UTF-16으로 저장하세요",
    "Save the table as a file, and import the file": "표를 파일로 저장한 뒤 그 파일을 가져오세요",
    "Save the table in a spreadsheet program as .csv or as .xlsx without a password":
      "스프레드시트 프로그램에서 .csv나 암호 없는 .xlsx로 저장하세요",
    "Start the program that writes to it first": "쓰는 프로그램을 먼저 실행하세요",
    "tab": "탭",
    "The byte order of '%1' is not certain": "'%1' 파일의 바이트 순서를 알 수 없습니다",
    "The encoding of '%1' is not certain; its first line in each: %2":
      "'%1' 파일의 인코딩을 알 수 없습니다. 인코딩별 첫 줄: %2",
    "The file '%1' cannot be opened": "'%1' 파일을 열 수 없습니다",
    "The file '%1' has more than %2 columns": "'%1' 파일의 열이 %2개보다 많습니다",
    "The file '%1' has no header row: it is empty": "'%1' 파일에 머리글 행이 없습니다. 빈 파일입니다",
    "The file '%1' has no header row: it is not text": "'%1' 파일에 머리글 행이 없습니다. 텍스트가 아닙니다",
    "The file '%1' is a PDF document, not a table": "'%1' 파일은 표가 아니라 PDF 문서입니다",
    "The file '%1' is a web page, not a table": "'%1' 파일은 표가 아니라 웹 페이지입니다",
    "The file '%1' is a workbook of Excel 97 to 2003, or has a password":
      "'%1' 파일은 Excel 97~2003 통합 문서이거나 암호가 걸려 있습니다",
    "The file '%1' is a ZIP file without an .xlsx workbook": "'%1' 파일은 .xlsx 통합 문서가 없는 ZIP 파일입니다",
    "The file '%1' is an image, not a table": "'%1' 파일은 표가 아니라 이미지입니다",
    "The file '%1' is compressed": "'%1' 파일은 압축되어 있습니다",
    "The file '%1' is not a JSON array of objects (line %2, character %3)":
      "'%1' 파일은 객체로 된 JSON 배열이 아닙니다(%2행 %3번째 글자)",
    "The file '%1' is XML, not a table": "'%1' 파일은 표가 아니라 XML입니다",
    "The first row names the columns, such as 'sku,title,price,stock'":
      "첫 행에는 'sku,title,price,stock'처럼 열 이름이 있어야 합니다",
    "The formula has no result; open the file in a spreadsheet program and save it again":
      "수식의 결과가 없습니다. 스프레드시트 프로그램에서 파일을 열어 다시 저장하세요",
    "The header row of '%1' cannot be read (line %2, character %3)":
      "'%1' 파일의 머리글 행을 읽을 수 없습니다(%2행 %3번째 글자)",
    "The header row of '%1' is not %2 (line %3, character %4)":
      "'%1' 파일의 머리글 행이 %2 인코딩이 아닙니다(%3행 %4번째 글자)",
    "The workbook '%1' has no sheet '%2'": "'%1' 통합 문서에 '%2' 시트가 없습니다",
    "The workbook '%1' has too much text": "'%1' 통합 문서의 텍스트가 너무 많습니다",
    "The workbook '%1' is compressed in a way that is not supported":
      "'%1' 통합 문서의 압축 방식을 지원하지 않습니다",
    "The workbook '%1' is damaged": "'%1' 통합 문서가 손상되었습니다",
    "The workbook '%1' is damaged: '%2' is not valid XML":
      "'%1' 통합 문서가 손상되었습니다. '%2' 부분이 올바른 XML이 아닙니다",
    "The workbook '%1' is encrypted": "'%1' 통합 문서는 암호화되어 있습니다",
    "The workbook '%1' is too large: '%2'": "'%1' 통합 문서가 너무 큽니다: '%2'",
    "The workbook '%1' lacks a part: '%2'": "'%1' 통합 문서에 '%2' 부분이 없습니다",
    "There is no file '%1'": "'%1' 파일이 없습니다",
    "Unpack the file first": "먼저 파일의 압축을 푸세요",
  ]
}
