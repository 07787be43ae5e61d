import Console
import Foundation
import TestSupport
import Testing

struct LocalizedPhraseTests {
  private let backwards = Language(
    ["%1 of %2": "%2 fo %1", "sold out": "tuo dlos", "%1%% off": "ffo %%%1", "no '%1'": "'%1' on"],
    affirmations: ["oui"])

  @Test func `a phrase without a translation is shown in English`() {
    let phrase: LocalizedPhrase = "\(3) of \("many")"
    #expect(phrase.key == "%1 of %2")
    #expect(Language.english.text(phrase) == "3 of many")
    #expect(backwards.text(phrase) == "many fo 3")
    #expect(backwards.text("not in the table: \(7)") == "not in the table: 7")
  }

  @Test func `a phrase within a phrase is translated too`() {
    let fact: LocalizedPhrase = "sold out"
    #expect(backwards.text("no '\(fact)'") == "'tuo dlos' on")
    #expect(Language.english.text("no '\(fact)'") == "no 'sold out'")
  }

  @Test func `percent signs are kept, in the code and in a value`() {
    #expect(Language.english.text("\(11)% off") == "11% off")
    #expect(backwards.text("\("%1 %2 %%")% off") == "ffo %%1 %2 %%")
    #expect(Language.english.text("100%") == "100%")
  }

  @Test func `a placeholder without a value is shown as it is`() {
    #expect(Language(["one %1": "%2, %0, %, %9x"]).text("one \("value")") == "%2, %0, %, %9x")
  }

  @Test func `values are never translated`() {
    #expect(backwards.text(LocalizedPhrase(verbatim: "sold out")) == "sold out")
    #expect(LocalizedPhrase(verbatim: "").isEmpty)
  }

  @Test(arguments: [
    ("램프", "'램프'는 없음"), ("책", "'책'은 없음"), ("A-10", "'A-10'은 없음"), ("A-12", "'A-12'는 없음"),
    ("책".decomposedStringWithCanonicalMapping, "'\("책".decomposedStringWithCanonicalMapping)'은 없음"),
    ("lamp", "'lamp'은(는) 없음"), ("", "''은(는) 없음"), ("책은(는)", "'책은(는)'은(는) 없음"),
  ])
  func `a Korean particle follows the last sound of a value`(value: String, sentence: String) {
    let korean = Language(["no %1": "'%1'은(는) 없음"])
    #expect(korean.text("no \(value)") == sentence)
    #expect(Language(["%1": "%1을(를) 이(가)"]).text("\("책")") == "책을 이(가)")
  }

  @Test(arguments: [
    ("17", "17로"), ("16", "16으로"), ("12", "12로"), ("달", "달로"), ("밤", "밤으로"), ("USD", "USD(으)로"),
  ])
  func `로 follows a vowel and ㄹ`(value: String, sentence: String) {
    #expect(Language(["%1": "%1(으)로"]).text("\(value)") == sentence)
  }

  @Test(arguments: [
    ("y", true), ("YES", true), ("Oui", true), (" oui ", true), ("n", false), ("", false), ("yep", false),
  ])
  func `a yes in the console's language is a yes`(answer: String, isYes: Bool) throws {
    let error = MemoryStream(isTerminal: true)
    var console = Console(
      output: MemoryStream(isTerminal: true), error: error, input: MemoryInput([answer], isTerminal: true))
    console.language = backwards
    #expect(try console.ask("sold out") == isYes)
    #expect(error.text == "tuo dlos [y/N] ")
  }
}
