import Foundation
import TestSupport
import Testing

@testable import market

struct HTMLTextTests {
  @Test(arguments: [
    ("Plain\n  text", "Plain\n  text"), ("<p>One</p><p>Two</p>", "One\n\nTwo"),
    ("One<br>Two<br/>Three", "One\nTwo\nThree"),
    ("<ul><li>A</li><li>B</li></ul>after", "- A\n- B\n\nafter"), ("<h1>T</h1>text", "T\n\ntext"),
    ("a &amp; b &lt;c&gt; &#44; &#x41; &nbsp;d &unknown; &", "a & b <c> , A d &unknown; &"),
    ("  a \n b  <b>c</b>d ", "a b cd"), ("<script>alert('<p>x</p>')</script>text<style>p{}</style>", "text"),
    ("<!-- <p>no</p> -->yes", "yes"), ("<script>never closed", ""),
    ("a < b and b > c <i>x</i>", "a < b and b > c x"),
    ("<img src=\"a>b\" alt='x'>text", "text"),
    ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"),
    ("<pre>a\n b</pre>", "a\nb"), ("<SCRIPT>x</SCRIPT><P>가나</P>", "가나"), ("<div>a</div><div>b</div>", "a\nb"),
    ("a<br><br><br><br>b", "a\n\nb"), ("<p", ""), ("&#0;&#xD800;a", "&#0;&#xD800;a"),
    ("한글 &amp; 숫자 &#51060;", "한글 & 숫자 이"),
    ("It&#39;s red.\n\n- warm\r\n- 1 &lt; 2", "It's red.\n\n- warm\n- 1 < 2"),
    ("It&#39;s <b>red</b>.\nWarm", "It's red. Warm"),
  ])
  func `HTML becomes plain text`(html: String, text: String) {
    #expect(HTMLText.plain(html) == text)
  }

  @Test func `hostile HTML takes no longer than its length`() throws {
    let limit = WaitLimit(for: "the text is read")
    for part in ["<", "<p", "&", "<script><", "<!--", "</script", "<a b='", "&#x"] {
      let text = String(repeating: part, count: 1 << 15)
      #expect(HTMLText.plain(text).utf8.count <= text.utf8.count)
    }
    try limit.check()
  }
}
