import Foundation
import TestSupport
import Testing

@testable import Console

struct KittyImageTests {
  private let box = ImageBox(columns: 8, rows: 3)

  @Test func `a small PNG is one sequence with the unchanged file`() {
    #expect(
      KittyImage.drawn(.png(Data("PNG!".utf8)), in: box) == [
        "\u{1B}_Ga=T,q=2,f=100,c=8,r=3,C=1,m=0;UE5HIQ==\u{1B}\\"
      ])
  }

  @Test func `chunks are 4,096 characters, and all but the last announce more`() {
    // 3,072 bytes are 4,096 characters.
    let one = KittyImage.drawn(.png(Data(repeating: 0, count: 3_072)), in: box)
    #expect(
      one == ["\u{1B}_Ga=T,q=2,f=100,c=8,r=3,C=1,m=0;" + String(repeating: "A", count: 4_096) + "\u{1B}\\"])
    let three = KittyImage.drawn(.png(Data(repeating: 0, count: 6_145)), in: box)
    let full = String(repeating: "A", count: 4_096)
    #expect(
      three == [
        "\u{1B}_Ga=T,q=2,f=100,c=8,r=3,C=1,m=1;\(full)\u{1B}\\", "\u{1B}_Gq=2,m=1;\(full)\u{1B}\\",
        "\u{1B}_Gq=2,m=0;AA==\u{1B}\\",
      ])
  }

  @Test func `the chunks decode to the original bytes`() throws {
    let png = try MockData.bytes("macbook.png")
    let sent = KittyImage.drawn(.png(png), in: box)
      .map { $0.dropLast(2).split(separator: ";", maxSplits: 1)[1] }.joined()
    #expect(Data(base64Encoded: sent) == png)
  }

  @Test func `pixels are sent with their width and height`() {
    #expect(
      KittyImage.drawn(.pixels(Data([255, 0, 0, 255, 0, 0, 0, 0]), width: 2, height: 1), in: box) == [
        "\u{1B}_Ga=T,q=2,f=32,s=2,v=1,c=8,r=3,C=1,m=0;/wAA/wAAAAA=\u{1B}\\"
      ])
  }

  @Test func `a stored image is shown by placeholders in the colour of its id`() {
    let box = ImageBox(columns: 3, rows: 2)
    #expect(
      KittyImage.stored(.png(Data("PNG!".utf8)), in: box, id: 0x01_02_FF) == [
        "\u{1B}_Ga=T,q=2,f=100,c=3,r=2,U=1,i=66303,m=0;UE5HIQ==\u{1B}\\"
      ])
    #expect(
      KittyImage.placeholders(in: box, id: 0x01_02_FF).map { Array($0.unicodeScalars) } == [
        Array("\u{1B}[38;2;1;2;255m\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{10EEEE}\u{1B}[39m".unicodeScalars),
        Array("\u{1B}[38;2;1;2;255m\u{10EEEE}\u{30D}\u{305}\u{10EEEE}\u{10EEEE}\u{1B}[39m".unicodeScalars),
      ])
  }

  @Test func `the pixels are extracted from the output of chafa, each chunk padded or not`() {
    let output =
      "\u{1B}_Ga=T,f=32,s=1,v=2,c=1,r=1,m=1\u{1B}\\\u{1B}_Gm=1;AQIDBA==\u{1B}\\\u{1B}_Gm=1;BQYHCA==\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"
    #expect(
      KittyImage.Payload(chafa: Data(output.utf8))
        == .pixels(Data([1, 2, 3, 4, 5, 6, 7, 8]), width: 1, height: 2))
  }

  @Test(arguments: [
    "", "hello", "\u{1B}_Ga=T,f=100;AAAA\u{1B}\\", "\u{1B}_Gf=32,s=1,v=1,m=0;AQID\u{1B}\\",
    "\u{1B}_Gf=32,s=1,v=2,m=0;AQIDBA==\u{1B}\\", "\u{1B}_Gf=32,s=-1,v=-1,m=0;AQIDBA==\u{1B}\\",
    "\u{1B}_Gf=32,s=9223372036854775807,v=2,m=0;AQIDBA==\u{1B}\\", "\u{1B}_Gf=32,s=1,v=1,m=0;!!!!\u{1B}\\",
  ])
  func `other output of chafa is no image`(output: String) {
    #expect(KittyImage.Payload(chafa: Data(output.utf8)) == nil)
  }
}
