import Foundation
import TestSupport
import Testing

@testable import Console

/// One after the other, because they start processes.
@Suite(.serialized) struct ImageRendererTests {
  private let folder: TemporaryFolder
  private let png: TerminalImage
  private let jpeg: TerminalImage

  init() throws {
    folder = try TemporaryFolder()
    png = try #require(
      TerminalImage(bytes: MockData.bytes("macbook.png"), isPNG: true, width: 32, height: 24))
    jpeg = try #require(
      TerminalImage(bytes: MockData.bytes("macbook.jpg"), isPNG: false, width: 32, height: 24))
  }

  /// A script in place of chafa.
  private func chafa(_ script: String, timeout: Duration = .seconds(10)) throws -> Chafa {
    Chafa(path: try folder.program("chafa", script), hasTrueColor: true, timeout: timeout)
  }

  private let box = ImageBox(columns: 8, rows: 8)

  @Test func `kitty gets a PNG unchanged, as large as fits`() {
    let screen = ImageRenderer(.kitty)
    #expect(
      screen.drawing(of: png, in: box)
        == Drawing(
          box: ImageBox(columns: 8, rows: 3),
          .sequence(KittyImage.drawn(.png(png.bytes), in: ImageBox(columns: 8, rows: 3)).joined())))
  }

  @Test func `kitty gets a large PNG unchanged, also with chafa installed`() throws {
    let large = try #require(
      TerminalImage(
        bytes: png.bytes + Data(count: 2 << 20), isPNG: true, width: png.width, height: png.height))
    let chafa = try chafa(#"printf '\033_Ga=T,f=32,s=1,v=1;AQIDBA==\033\\\n'"#)
    #expect(
      ImageRenderer(.kitty, chafa: chafa).drawing(of: large, in: box)
        == ImageRenderer(.kitty).drawing(of: large, in: box))
  }

  @Test func `kitty gets a JPEG as pixels with chafa, and nothing without it`() throws {
    #expect(ImageRenderer(.kitty).drawing(of: jpeg, in: box) == nil)
    let chafa = try chafa(
      #"printf '\033_Ga=T,f=32,s=1,v=1,c=8,r=3,m=1\033\\\033_Gm=1;AQIDBA==\033\\\033_Gm=0\033\\\n'"#)
    #expect(
      ImageRenderer(.kitty, chafa: chafa).drawing(of: jpeg, in: box)
        == Drawing(
          box: ImageBox(columns: 8, rows: 3),
          .sequence("\u{1B}_Ga=T,q=2,f=32,s=1,v=1,c=8,r=3,C=1,m=0;AQIDBA==\u{1B}\\")))
  }

  @Test func `in tmux kitty stores the image, and placeholders show it`() throws {
    let screen = ImageRenderer(.kitty, multiplexer: .tmux)
    let drawing = try #require(screen.drawing(of: png, in: ImageBox(columns: 4, rows: 4)))
    #expect(drawing.box == ImageBox(columns: 4, rows: 2))
    #expect(drawing.preparation.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,q=2,f=100,c=4,r=2,U=1,i="))
    #expect(drawing.preparation.hasSuffix("\u{1B}\u{1B}\\\u{1B}\\"))
    guard case .text(let rows) = drawing.content else {
      Issue.record("\(drawing)")
      return
    }
    #expect(rows.count == 2)
    // An equal image at an equal size gets an equal id.
    #expect(screen.drawing(of: png, in: ImageBox(columns: 4, rows: 4)) == drawing)
    #expect(screen.drawing(of: png, in: ImageBox(columns: 6, rows: 4)) != drawing)
  }

  @Test func `chafa gets the options of the box, and the image on standard input`() throws {
    let seen = folder.path("seen")
    let chafa = try chafa(
      #"{ echo "$@"; env | sort | grep -E '^(TERM|TMUX|LC_ALL)='; cat | wc -c; } > '\#(seen)'"#)
    #expect(ImageRenderer(.blocks, chafa: chafa).drawing(of: png, in: box) == nil)
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8).replacing(" ", with: "_") == """
        --format_symbols_--symbols_block+space_--colors_full_--size_8x3_--stretch_--animate_off_--polite_on_-
        LC_ALL=C.UTF-8
        TERM=xterm-256color
        \(png.bytes.count)

        """)
  }

  @Test(arguments: [
    "exit 1", "kill -9 $$", "printf '\\033[2J'", "cat", "exec sleep 100", "sleep 100 & echo; echo",
    "yes | head -c 40000000",
    "printf '▀▀▀▀▀▀▀▀\\n▀▀▀▀▀▀▀▀\\n▀▀▀▀▀▀▀▀\\n'; exit 3",
  ])
  func `a chafa that fails, hangs, floods or lies yields no image`(script: String) throws {
    let chafa = try chafa(script, timeout: .milliseconds(1_500))
    #expect(ImageRenderer(.blocks, chafa: chafa).drawing(of: png, in: box) == nil)
    #expect(ImageRenderer(.kitty, chafa: chafa).drawing(of: jpeg, in: box) == nil)
  }

  @Test func `without a working chafa there is no image`() throws {
    let chafa = Chafa(path: folder.path("nothing"), hasTrueColor: true)
    #expect(ImageRenderer(.blocks, chafa: chafa).drawing(of: png, in: box) == nil)
    #expect(ImageRenderer(.blocks).drawing(of: png, in: box) == nil)
    #expect(ImageRenderer.none.drawing(of: png, in: box) == nil)
  }

  @Test func `chafa is found in the absolute folders of PATH`() throws {
    _ = try chafa("exit 0")
    let here = folder.url.path(percentEncoded: false)
    let environment = ["PATH": ".::relative:/nowhere:\(here)", "COLORTERM": "truecolor"]
    #expect(
      Chafa(environment: environment)
        == Chafa(path: (here.hasSuffix("/") ? here : here + "/").dropLast() + "/chafa", hasTrueColor: true))
    #expect(Chafa(environment: ["PATH": ".:bin"]) == nil)
    #expect(Chafa(environment: [:]) == nil)
  }

  /// With more time than it has on a machine that is not busy.
  private static let installed = Chafa(environment: ProcessInfo.processInfo.environment).map {
    Chafa(path: $0.path, hasTrueColor: $0.hasTrueColor, timeout: patience)
  }

  @Test(.enabled(if: orMissing("chafa", installed != nil), "chafa is not installed"))
  func `the output of a real chafa is accepted`() throws {
    for image in [png, jpeg] {
      let fitted = ImageBox(columns: 8, rows: 3)
      guard
        case .text(let rows)? = ImageRenderer(.blocks, chafa: Self.installed).drawing(of: image, in: box)?
          .content
      else {
        Issue.record("no blocks")
        return
      }
      #expect(rows.count == 3)
      guard
        case .pixels(_, let width, let height)? = Self.installed?.pixels(image, in: fitted, cell: .assumed)
      else {
        Issue.record("no pixels")
        return
      }
      #expect(width >= 64 && height >= 48, "\(width)×\(height)")
    }
  }

  @Test func `tmux is run with its own variables only`() throws {
    let seen = folder.path("seen")
    func client(_ script: String, timeout: Duration = .seconds(60)) throws -> TmuxClient? {
      _ = try folder.program("tmux", script)
      return TmuxClient(
        environment: [
          "PATH": folder.url.path(percentEncoded: false), "TMUX": "/tmp/tmux-0/default,1,0",
          "TMUX_PANE": "%3",
          "SECRET": "1",
        ], timeout: timeout)
    }
    let answer = #"printf 'on\nxterm-kitty\nkitty(0.35.1)\n'"#
    #expect(
      try client(#"{ echo "$1 $2 $3"; env | grep -E '^(TMUX|SECRET)' | sort; } > '\#(seen)'; \#(answer)"#)?
        .imageProtocol == .kitty)
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8) == """
        display-message -p #{allow-passthrough}
        #{client_termname}
        #{client_termtype}
        TMUX=/tmp/tmux-0/default,1,0
        TMUX_PANE=%3

        """)
    #expect(try client("exec sleep 100", timeout: .milliseconds(250)) == nil)
    #expect(try client("\(answer); exit 1") == nil)
    #expect(TmuxClient(environment: ["TMUX": "/tmp/tmux-0/default,1,0"]) == nil)
  }

  @Test func `a box is filled as far as the image's proportions go`() throws {
    func filled(_ width: Int, _ height: Int, cell: CellSize = .assumed) throws -> [Int] {
      let image = try #require(TerminalImage(bytes: Data(), isPNG: true, width: width, height: height))
      let box = ImageBox(columns: 40, rows: 10).filled(by: image, cell: cell)
      return [box.columns, box.rows]
    }
    #expect(try filled(400, 200) == [40, 10])
    #expect(try filled(200, 200) == [20, 10])
    #expect(try filled(1_000, 100) == [40, 2])
    #expect(try filled(100, 1_000) == [2, 10])
    #expect(try filled(10_000, 1) == [40, 1])
    #expect(try filled(1, 10_000) == [1, 10])
    #expect(try filled(1, 1) == [20, 10])
    #expect(try filled(200, 200, cell: CellSize(width: 10, height: 10)) == [10, 10])
  }

  @Test func `an image never fills more than the screen`() {
    let screen = ImageRenderer(.kitty, rows: 6)
    #expect(screen.drawing(of: png, in: ImageBox(columns: 200, rows: 100))?.box.rows == 4)
  }

  @Test(arguments: [(10_001, 1), (1, 10_001), (8_001, 8_001), (0, 5), (5, -1)])
  func `images over the limits of terminals are rejected`(width: Int, height: Int) {
    #expect(TerminalImage(bytes: Data(), isPNG: true, width: width, height: height) == nil)
  }
}
