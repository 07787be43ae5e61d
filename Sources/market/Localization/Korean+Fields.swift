import Console

extension Korean {
  /// What is wrong with the value of a field.
  static let fields: Language.Table = [
    "%1 begins or ends with white space": "%1: 앞뒤에 공백이 있습니다",
    "%1 cannot be read": "%1: 읽을 수 없습니다",
    "%1 contains a '|'": "%1: '|' 문자가 들어 있습니다",
    "%1 contains a control character": "%1: 제어 문자가 들어 있습니다",
    "%1 contains a NUL character": "%1: NUL 문자가 들어 있습니다",
    "%1 has more decimals than %2 has (%3)": "%1: 소수 자릿수가 %2 통화의 자릿수(%3)보다 많습니다",
    "%1 has more decimals than %2 has (none)": "%1: %2 통화에는 소수 자리가 없습니다",
    "%1 in '%2'": "%1 (파일 '%2')",
    "%1 is above %2": "%1: %2보다 큽니다",
    "%1 is above the price '%2'": "%1: 가격 '%2'보다 큽니다",
    "%1 is broken: %2": "%1: 손상되었습니다 (%2)",
    "%1 is empty": "%1: 비어 있습니다",
    "%1 is given twice": "%1: 두 번 지정했습니다",
    "%1 is larger than %2 MiB": "%1: %2 MiB보다 큽니다",
    "%1 is longer than %2 bytes": "%1: %2바이트보다 깁니다",
    "%1 is longer than %2 characters": "%1: %2자보다 깁니다",
    "%1 is missing": "%1: 없습니다",
    "%1 is negative": "%1: 음수입니다",
    "%1 is neither a PNG nor a JPEG image": "%1: PNG도 JPEG도 아닙니다",
    "%1 is none of %2": "%1: 사용할 수 있는 값은 %2입니다",
    "%1 is not a currency that ISO 4217 lists": "%1: ISO 4217에 있는 통화가 아닙니다",
    "%1 is not a JSON array of strings": "%1: JSON 문자열 배열이 아닙니다",
    "%1 is not a number: write it like 1690000 or 12.50": "%1: 숫자가 아닙니다. 1690000이나 12.50처럼 입력하세요",
    "%1 is not a time: write it like 2026-11-20T18:30": "%1: 시각이 아닙니다. 2026-11-20T18:30처럼 입력하세요",
    "%1 is not a whole number": "%1: 정수가 아닙니다",
    "%1 is not a whole number from 1 to 5": "%1: 1에서 5까지의 정수가 아닙니다",
    "%1 is not at least 1": "%1: 1 이상이어야 합니다",
    "%1 is not valid UTF-8 text": "%1: 올바른 UTF-8 텍스트가 아닙니다",
    "%1 looks like '%2'": "%1: 다음 이름과 혼동할 수 있습니다: '%2'",
  ]
}
