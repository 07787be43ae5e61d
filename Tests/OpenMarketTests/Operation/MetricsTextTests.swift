import HTTP
import Testing

@testable import OpenMarket

struct MetricsTextTests {
  private static func text(_ form: MetricsText.Form) -> String {
    var text = MetricsText(form)
    text.addGauge("up_seconds", unit: "seconds", "A \"b\"\\\nc", [([], "1.5")])
    text.addCounter("seen", "Seen.", [([("name", "a\"b\\c\nd")], 3)])
    text.addHistogram(
      "took_seconds", "Took.", bounds: [1, 250, 10_000], [([("route", "/x")], [2, 0, 3, 1], 12_345)])
    return text.finished()
  }

  @Test func `OpenMetrics has units, escapes, cumulative buckets and an end`() {
    #expect(
      Self.text(.openMetrics) == #"""
        # TYPE up_seconds gauge
        # UNIT up_seconds seconds
        # HELP up_seconds A \"b\"\\\nc
        up_seconds 1.5
        # TYPE seen counter
        # HELP seen Seen.
        seen_total{name="a\"b\\c\nd"} 3
        # TYPE took_seconds histogram
        # UNIT took_seconds seconds
        # HELP took_seconds Took.
        took_seconds_bucket{route="/x",le="0.001"} 2
        took_seconds_bucket{route="/x",le="0.25"} 2
        took_seconds_bucket{route="/x",le="10.0"} 5
        took_seconds_bucket{route="/x",le="+Inf"} 6
        took_seconds_sum{route="/x"} 12.345
        took_seconds_count{route="/x"} 6
        # EOF

        """#)
  }

  @Test func `the older form names a counter with its ending, and has no unit and no end`() {
    #expect(
      Self.text(.prometheus).hasPrefix(
        #"""
        # TYPE up_seconds gauge
        # HELP up_seconds A "b"\\\nc
        up_seconds 1.5
        # TYPE seen_total counter
        # HELP seen_total Seen.
        seen_total{name="a\"b\\c\nd"} 3

        """#))
    #expect(!Self.text(.prometheus).contains("EOF"))
  }

  @Test(arguments: [
    (nil, MetricsText.Form.openMetrics), ("text/plain;q=0", .openMetrics), ("*/*", .openMetrics),
    ("text/plain;version=0.0.4", .prometheus),
    ("application/openmetrics-text;version=1.0.0,text/plain;q=0.3", .openMetrics),
  ])
  func `the form is the newer one unless the older one alone is asked for`(
    accept: String?, form: MetricsText.Form
  ) {
    let headers = accept.map { [.accept: $0] as HTTPHeaders } ?? [:]
    #expect(MetricsText.Form(accepted: headers.accepted(.accept)) == form)
  }
}
