import Console
import Testing

struct ExitCodeTests {
  @Test func `the numbers are those that scripts depend on`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 130, 143])
  }

  @Test(arguments: ExitCode.allCases)
  func `every meaning is a sentence`(code: ExitCode) {
    let meaning = Language.english.text(code.meaning)
    #expect(meaning.first?.isUppercase == true && meaning.hasSuffix("."))
  }
}
