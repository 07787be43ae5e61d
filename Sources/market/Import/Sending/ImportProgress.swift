import Console
import Wording

struct ImportProgress {
  private let done = CountedProgress()
  let total: Int

  func advance() { done.count(1) }

  /// The line: a bar, the rows, the rate, and the time left.
  func line(after elapsed: Duration, columns: Int, style: Style, format: OutputFormat) -> String {
    let done = done.count
    let seconds = elapsed / .seconds(1)
    let rate = seconds > 0.5 ? Int(Double(done) / seconds) : 0
    let part = total > 0 ? Double(done) / Double(total) : 1
    let facts: [LocalizedPhrase?] = [
      "\(format.number(done)) of \(format.number(total)) rows",
      rate > 0 ? "\(format.number(rate)) a second" : nil, ProgressBar.timeLeft(part, elapsed),
    ]
    let bar = ProgressBar(LocalizedPhrase("Importing"), in: format.language, locale: format.words)
    return bar.line(part: part, facts, columns: columns, style: style)
  }
}
