import Console
import Foundation
import Testing

struct LocaleTests {
  @Test(arguments: [
    ([:], "en_US"),
    (["LANG": "ko_KR.UTF-8"], "ko_KR"),
    (["LANG": "ko_KR.UTF-8", "LC_MONETARY": "ja_JP"], "ja_JP"),
    (["LANG": "ko_KR.UTF-8", "LC_TIME": "ja_JP"], "ko_KR"),
    (["LANG": "ko_KR.UTF-8", "LC_MONETARY": "ja_JP", "LC_ALL": "de_DE@euro"], "de_DE"),
    (["LANG": "ko_KR.UTF-8", "LC_ALL": ""], "ko_KR"),
    (["LANG": "ko_KR.UTF-8", "LC_ALL": "C.UTF-8"], "en_US"),
    (["LANG": "POSIX"], "en_US"),
    (["LANG": "../../etc"], "en_US"),
    (["LANG": "zh_Hant_TW"], "zh_Hant_TW"),
    (["LANG": "fr"], "fr"),
  ])
  func `the environment names the locale in the order of POSIX`(
    environment: [String: String], expected: String
  ) {
    #expect(Locale.forCategory(.money, environment: environment).identifier == expected)
  }

  @Test func `the option comes before the environment`() {
    let locale = Locale.forCategory(.time, environment: ["LC_ALL": "de_DE"], override: "ko-kr")
    #expect(locale.identifier == "ko_KR")
  }

  @Test(arguments: ["C", "POSIX", "", "k", "korean", "ko_", "ko_K", "ko_KR_x", "ko KR", "ko_12", "한국"])
  func `invalid locale names are rejected`(name: String) {
    #expect(Locale.named(name) == nil)
  }

  @Test func `plain English groups its digits`() {
    #expect(
      1_690_000.formatted(.number.locale(.forCategory(.money, environment: ["LANG": "C"]))) == "1,690,000")
  }
}
