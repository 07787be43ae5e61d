/// Metrics as text, in one of the two forms that Prometheus and its relatives read.
struct MetricsText {
  enum Form {
    /// OpenMetrics 1.0.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/).
    case openMetrics
    /// The text format of Prometheus, version 0.0.4, for readers that know no other.
    case prometheus

    /// The form that a reader asks for: the older one only where it names that one alone.
    init(accepted: [String]) {
      self =
        accepted.contains("text/plain") && !accepted.contains("application/openmetrics-text")
        ? .prometheus : .openMetrics
    }

    var contentType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }
  }

  /// A label of a sample, with its value as it is.
  typealias Label = (name: String, value: String)

  private let form: Form
  private var text = ""

  init(_ form: Form) {
    self.form = form
  }

  /// The text of all families that were added.
  func finished() -> String { form == .openMetrics ? text + "# EOF\n" : text }

  /// Adds a family of values that go up and down.
  ///
  /// - Parameter unit: The last word of the name; nil for a number of things.
  mutating func addGauge(
    _ name: String, unit: String? = nil, _ help: String, _ samples: [(labels: [Label], value: String)]
  ) {
    addHead(of: name, "gauge", unit: unit, help)
    for sample in samples { add(name, sample.labels, sample.value) }
  }

  /// Adds a family of counts that only go up while the server runs. Their samples are named `<name>_total`.
  mutating func addCounter(_ name: String, _ help: String, _ samples: [(labels: [Label], value: Int)]) {
    addHead(of: form == .openMetrics ? name : name + "_total", "counter", help)
    for sample in samples { add(name + "_total", sample.labels, String(sample.value)) }
  }

  /// Adds a family of distributions of durations in seconds.
  ///
  /// - Parameters:
  ///   - bounds: The upper bounds in milliseconds, ascending.
  ///   - samples: The counts between the bounds, one more than there are bounds, and the sum in milliseconds.
  mutating func addHistogram(
    _ name: String, _ help: String, bounds: [Int],
    _ samples: [(labels: [Label], counts: [Int], milliseconds: Int)]
  ) {
    addHead(of: name, "histogram", unit: "seconds", help)
    for sample in samples {
      var count = 0
      for (bound, more) in zip(bounds.map(Self.seconds) + ["+Inf"], sample.counts) {
        count += more
        add(name + "_bucket", sample.labels + [("le", bound)], String(count))
      }
      add(name + "_sum", sample.labels, Self.seconds(sample.milliseconds))
      add(name + "_count", sample.labels, String(count))
    }
  }

  /// Milliseconds as exact seconds, with a point: `0.025`, `10.0`.
  static func seconds(_ milliseconds: Int) -> String {
    var fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds / 1_000).\(fraction)"
  }

  private mutating func addHead(of name: String, _ type: String, unit: String? = nil, _ help: String) {
    text += "# TYPE \(name) \(type)\n"
    if let unit, form == .openMetrics { text += "# UNIT \(name) \(unit)\n" }
    // OpenMetrics escapes quotation marks here too; the older form would show the backslash.
    let escaped = form == .openMetrics ? Self.escaped(help) : Self.escapedLines(help)
    text += "# HELP \(name) \(escaped)\n"
  }

  private mutating func add(_ name: String, _ labels: [Label], _ value: String) {
    text += name
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  private static func escaped(_ text: String) -> String { escapedLines(text).replacing("\"", with: "\\\"") }

  private static func escapedLines(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}
