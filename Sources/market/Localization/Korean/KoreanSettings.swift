import Console

extension Korean {
  /// The config file, its profiles, and editors.
  static let settings: Language.Table = [
    "%1 = %2, in the profile '%3' of '%4'": "%1 = %2, '%4' 파일의 '%3' 프로필",
    "%1 is '%2', which cannot be the name of a profile": "%1 변수의 값 '%2'은(는) 프로필 이름으로 쓸 수 없습니다",
    "%1 is not set in the profile '%2' of '%3'": "'%3' 파일의 '%2' 프로필에 %1 설정이 없습니다",
    "%1 is set, and has precedence over the profile '%2'": "%1 변수가 '%2' 프로필보다 우선합니다",
    "%1 names the profile '%2', which the config file '%3' does not have":
      "%1에 지정한 '%2' 프로필이 설정 파일 '%3'에 없습니다",
    "'%1' cannot be the name of a profile": "'%1'은(는) 프로필 이름으로 쓸 수 없습니다",
    "A name has letters, digits, '-' and '_', up to 40":
      "이름에는 문자, 숫자, '-', '_'만 40자까지 사용할 수 있습니다",
    "A profile begins with a line such as [market.shop]": "프로필은 [market.shop]과 같은 줄로 시작합니다",
    "A profile: settings for one market, chosen with '--market shop' or MARKET_PROFILE.":
      "프로필: 한 마켓의 설정이며 '--market shop' 또는 MARKET_PROFILE로 선택합니다.",
    "Add one with 'market config set server <url> --market %1', or with 'market config edit'":
      "'market config set server <주소> --market %1' 또는 'market config edit'로 추가하세요",
    "An editor requires an interactive terminal": "편집기는 대화형 터미널에서만 사용할 수 있습니다",
    "Change the description in your editor.": "상품 설명을 편집기에서 수정합니다.",
    "Compare it with 'market show %1', and edit it again":
      "'market show %1'의 내용과 비교한 뒤 다시 편집하세요",
    "Edit it again?": "다시 편집할까요?",
    "Edit the config file in your editor.": "설정 파일을 편집기에서 엽니다.",
    "Edit the settings and the profiles.": "설정과 프로필을 편집합니다.",
    "Going on with the text that was kept in '%1'": "'%1' 파일에 보관된 내용을 이어서 편집합니다",
    "Lines that begin with # are ignored. Remove it to set one of these:":
      "#으로 시작하는 줄은 무시합니다. 설정하려면 #을 지우세요:",
    "No description was written": "상품 설명을 입력하지 않았습니다",
    "No editor is set": "편집기가 설정되어 있지 않습니다",
    "Opens the config file in $VISUAL or $EDITOR, or one with comments where there is none. What is saved is checked first: where a line is wrong, the file stays as it was, and the text is kept for another try, beside it in config.draft.":
      "설정 파일을 $VISUAL 또는 $EDITOR로 엽니다. 파일이 없으면 설명이 담긴 새 파일을 엽니다. 저장한 내용은 먼저 검사합니다. 잘못된 줄이 있으면 파일은 그대로 두고, 다시 편집할 수 있도록 내용을 같은 폴더의 config.draft에 보관합니다.",
    "Options override environment variables, variables a profile, a profile the rest of the config file, and that the defaults. The config file is ~/.config/market/config ($XDG_CONFIG_HOME), with one line 'name = value' per setting: %1.\nThe lines below [market.shop] are the profile 'shop', which --market shop or MARKET_PROFILE chooses. Its password file is not read where an option or a variable names another server or store.":
      "옵션, 환경 변수, 프로필, 설정 파일의 나머지, 기본값의 순서로 우선합니다. 설정 파일은 ~/.config/market/config ($XDG_CONFIG_HOME)이며, 한 줄에 설정 하나를 '이름 = 값'으로 입력합니다: %1.\n[market.shop] 아래의 줄은 'shop' 프로필이며 --market shop 또는 MARKET_PROFILE로 선택합니다. 옵션이나 환경 변수로 다른 서버나 저장소를 지정하면 프로필의 비밀번호 파일은 사용하지 않습니다.",
    "profile %1": "프로필 %1",
    "Profile of the config file, as with --market.": "설정 파일의 프로필(--market과 같음).",
    "Run 'market config edit' again, and compare the two":
      "'market config edit'를 다시 실행하여 두 내용을 비교하세요",
    "Run it in a terminal, or pass the text or the setting with the command":
      "터미널에서 실행하거나 내용 또는 설정을 명령에 직접 지정하세요",
    "Saved '%1'": "저장했습니다: '%1'",
    "Set VISUAL or EDITOR to a program that is installed": "VISUAL 또는 EDITOR에 설치된 프로그램을 지정하세요",
    "Set VISUAL or EDITOR to your editor, such as EDITOR=nano":
      "VISUAL 또는 EDITOR에 사용할 편집기를 지정하세요. 예: EDITOR=nano",
    "Show the settings with those of a profile.": "프로필을 적용한 설정을 표시합니다.",
    "The config file '%1' has no profile '%2'": "설정 파일 '%1'에 '%2' 프로필이 없습니다",
    "The config file '%1' was changed by another command meanwhile":
      "편집하는 동안 다른 명령이 설정 파일을 변경했습니다: '%1'",
    "The config file is unchanged. Your text is kept in '%1', and the next 'market config edit' goes on with it":
      "설정 파일은 그대로입니다. 입력한 내용은 '%1'에 보관했으며 다음 'market config edit'에서 이어서 편집할 수 있습니다",
    "The description is unchanged": "상품 설명이 바뀌지 않았습니다",
    "The description of item %1 was changed meanwhile": "편집하는 동안 %1번 상품의 설명이 변경되었습니다",
    "The editor '%1' failed with exit code %2": "편집기 '%1'이(가) 종료 코드 %2로 실패했습니다",
    "The editor '%1' was ended by a signal": "편집기 '%1'이(가) 신호로 종료되었습니다",
    "The editor '%1' was not found": "편집기 '%1'을(를) 찾을 수 없습니다",
    "The profile '%1' is chosen by %2, and has precedence": "%2로 선택한 '%1' 프로필이 우선합니다",
    "The settings of market, a line 'name = value' for each. 'market config' shows those in force.":
      "market의 설정입니다. 한 줄에 하나씩 '이름 = 값'으로 입력합니다. 적용 중인 설정은 'market config'로 볼 수 있습니다.",
    "Unknown section '%1' on line %2 of '%3'": "'%3' 파일 %2번째 줄에 알 수 없는 구역이 있습니다: '%1'",
    "Use the settings of this profile of the config file.": "설정 파일에서 이 프로필의 설정을 사용합니다.",
    "Write it to the profile 'shop'.": "'shop' 프로필에 저장합니다.",
    "Write the description in your editor ($VISUAL or $EDITOR).":
      "상품 설명을 편집기($VISUAL 또는 $EDITOR)에서 입력합니다.",
    "Your editor, for 'market config edit' and --editor; the first that is set.":
      "'market config edit'와 --editor에 사용할 편집기. 먼저 설정된 것을 사용합니다.",
    "Your text is kept in '%1': pass it with --description - < %2":
      "입력한 내용은 '%1'에 보관했습니다. 다음과 같이 지정하세요: --description - < %2",
    "~/.config/market/config: one setting a line, such as 'currency = KRW'. Settings: %1. Empty lines and lines that begin with # are ignored. Below [market.shop] they are those of the profile 'shop'.":
      "~/.config/market/config: 한 줄에 설정 하나, 예: 'currency = KRW'. 설정: %1. 빈 줄과 #으로 시작하는 줄은 무시합니다. [market.shop] 아래는 'shop' 프로필의 설정입니다.",
  ]
}
