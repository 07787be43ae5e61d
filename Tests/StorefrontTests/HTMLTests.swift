import Foundation
import SystemSupport
import Testing
import Wording

@testable import OpenMarket
@testable import Storefront

/// How markup is written: nothing that is not of the source becomes markup.
struct HTMLTests {
  private static let format = OutputFormat(
    language: .english, isAccessible: false, words: Locale(identifier: "en_US"),
    money: Locale(identifier: "en_US"),
    time: Locale(identifier: "en_US"), region: Locale(identifier: "en_US"), timeZone: .gmt,
    currencyStyle: .auto,
    now: Date(timeIntervalSince1970: 0))

  private func written(_ write: (inout HTML) -> Void) -> String {
    var html = HTML(Self.format)
    write(&html)
    return html.string
  }

  @Test func `a part has the version of its facts, whatever varies in it`() {
    func part(_ title: String, _ key: String, _ price: String = "1") -> String? {
      let markup = written { html in
        html.part("li", [.id("one")]) { html in
          html.text(title)
          html.hidden("key", key)
          html.element("b", text: price)
        }
      }
      return MarkupReader(markup).values(of: "data-part").first
    }
    #expect(part("Lamp", "a") != nil)
    #expect(part("Lamp", "a") == part("Lamp", "another key"))
    #expect(part("Lamp", "a") != part("Lamps", "a"))
    // Markup behind a value that varies counts as well.
    #expect(part("Lamp", "a") != part("Lamp", "a", "2"))
  }

  @Test(
    "text and attribute values are escaped",
    arguments: [
      ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"),
      ("\" onclick='x'", "&quot; onclick=&#39;x&#39;"),
      ("a\0b\u{1B}[31m", "a\u{FFFD}b\u{FFFD}[31m"), ("한글 😀\n\t", "한글 😀\n\t"),
      ("\u{202E}abc\u{2066}", "\u{FFFD}abc\u{FFFD}"),
      ("\u{FFFE}\u{FFFF}\u{FFFD}ﬁ", "\u{FFFD}\u{FFFD}\u{FFFD}ﬁ"),
      ("\u{85}\u{9B}é", "\u{FFFD}\u{FFFD}é"), ("", ""), ("\u{2028}\u{20AC}", "\u{2028}\u{20AC}"),
    ])
  func escaping(text: String, escaped: String) {
    #expect(written { $0.element("p", text: text) } == "<p>\(escaped)</p>")
    #expect(written { $0.void("img", [.text(.alt, text)]) } == "<img alt=\"\(escaped)\">")
    #expect(written { $0.element("p", LocalizedPhrase("Tag “\(text)”")) } == "<p>Tag “\(escaped)”</p>")
    #expect(
      written { $0.void("img", [.phrase(.alt, LocalizedPhrase(verbatim: text))]) }
        == "<img alt=\"\(escaped)\">")
  }

  @Test("an address is a path of this server, a fragment, or a URL of the web")
  func addresses() {
    #expect(PageURL([]).text == "/")
    #expect(PageURL(["", "tags", "a/b?c#d"]).text == "/tags/a%2Fb%3Fc%23d")
    #expect(PageURL(["evil.example"]).text == "/evil.example")
    #expect(PageURL(["javascript:alert(1)"]).text == "/javascript%3Aalert%281%29")
    #expect(
      PageURL(["search"], [("q", "\"><x&=")], fragment: "a b").text == "/search?q=%22%3E%3Cx%26%3D#a%20b")
    #expect(PageURL(tag: "..").text == "/?tag=..")
    #expect(PageURL(tag: "집").text == "/tags/%EC%A7%91")
    for text in [
      "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http:", "//host/x", "http+unix://x/",
    ] {
      #expect(URL(string: text).flatMap { PageURL(absolute: $0) } == nil, "\(text)")
    }
    #expect(
      URL(string: "https://a.example/b").flatMap { PageURL(absolute: $0) }?.text == "https://a.example/b")
  }

  @Test("an image has its copies as sources, where there are copies")
  func sources() {
    let image = StoredImage(id: 7, format: .png)
    #expect(
      written { $0.void("img", $0.sources(of: image, .large, room: "72px")) } == "<img src=\"/images/7.png\">"
    )
    var html = HTML(Self.format, hasThumbnails: true)
    html.void("img", html.sources(of: image, .large, room: "72px"))
    #expect(
      html.string
        == "<img src=\"/thumbnails/960/7.png\" srcset=\"/thumbnails/320/7.png 320w, /thumbnails/960/7.png 960w\" "
        + "sizes=\"72px\">")
    // A copy has the width of its image, as far as it fits, and one that is as large as the other is one source.
    for (pixels, source) in [
      ((600, 1600), "srcset=\"/thumbnails/320/7.png 120w, /thumbnails/960/7.png 600w\" sizes=\"72px\""),
      ((100, 90), ""),
    ] as [((Int, Int), String)] {
      var html = HTML(Self.format, hasThumbnails: true)
      html.pixels[7] = pixels
      html.void("img", html.sources(of: image, .small, room: "72px"))
      #expect(
        html.string == "<img src=\"/thumbnails/320/7.png\"\(source.isEmpty ? "" : " ")\(source)>")
    }
    // The copy of a tall image is as wide as its height allows.
    #expect(ThumbnailSize.small.width(ofCopy: (600, 1600)) == 120)
    #expect(ThumbnailSize.large.width(ofCopy: (1600, 600)) == 960)
    #expect(ThumbnailSize.large.width(ofCopy: (600, 1600)) == 600)
  }

  @Test func `items are added to the query of an address before its fragment`() {
    let url = PageURL(["sell"], [("q", "lamp")], fragment: "i1")
    #expect(url.adding([("done", "a.b")]).text == "/sell?q=lamp&done=a.b#i1")
    #expect(PageURL(["sell"], fragment: "i1").adding([("done", "a.b")]).text == "/sell?done=a.b#i1")
    #expect(PageURL(["sell"]).adding([("done", "a.b")]).text == "/sell?done=a.b")
  }

  @Test("a block of JSON cannot be ended by a text in it")
  func data() throws {
    let json = try JSON.encode(["a": "</script><!-- & \u{2028}\u{202E}\u{90}"])
    #expect(
      written { $0.data("application/ld+json", json: json) }
        == "<script type=\"application/ld+json\">{\"a\":\"\\u003c/script\\u003e\\u003c!-- \\u0026 \u{2028}\\u202e\\u0090\"}</script>"
    )
  }

  @Test("contents are compressed as gzip reads them, and short ones are not")
  func compression() throws {
    let contents = Data(String(repeating: "<li>한글</li>", count: 300).utf8)
    let compressed = try #require(Gzip.compress(contents))
    #expect(compressed.count < 200)
    #expect(try gunzipped(compressed) == contents)
    #expect(Gzip.compress(Data("short".utf8)) == nil)
    #expect(Gzip.compress(Data(count: Gzip.most)) != nil)
    #expect(Gzip.compress(Data(count: Gzip.most + 1)) == nil)
  }

  @Test("a text in a row is cut between characters, where its markup is longer than a limit")
  func cut() {
    func row(_ text: String, _ limit: Int) -> String {
      var html = HTML(Self.format)
      html.isolated(text, limit: limit)
      return html.string
    }
    #expect(row("a<b", 6) == "<bdi>a&lt;b</bdi>")
    #expect(row("a<b", 5) == "<bdi>a&lt;…</bdi>")
    #expect(row("a<b", 4) == "<bdi>a…</bdi>")
    #expect(row("가나", 5) == "<bdi>가…</bdi>")
  }
}
