import Foundation
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct ItemImageTests {
  private func validationError(of path: String) -> ValidationError? {
    do throws(ValidationError) {
      _ = try ItemImage(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an image's type comes from its bytes, not from its name`() throws {
    let folder = try TemporaryFolder()
    for (name, contents, type) in [
      ("a.jpg", "macbook.png", "image/png"), ("b", "macbook.jpg", "image/jpeg"),
      ("c.txt", "macbook.jpg", "image/jpeg"),
    ] {
      try MockData.bytes(contents).write(to: URL(filePath: folder.path(name)))
      let image = try ItemImage(path: folder.path(name))
      #expect(image.filename == name)
      #expect(image.mediaType == type)
    }
  }

  @Test(arguments: [
    ("front.png", "front.png"), ("C:\\Pictures\\앞면.png", "앞면.png"), ("../../b\u{1B}[31m.png", "b[31m.png"),
    ("a\u{2028}b\u{FFFE}\n.png ", "ab.png"), ("image", nil), ("", nil), ("photos/", "photos"), ("\u{7}", nil),
    (String(repeating: "가", count: 100), String(repeating: "가", count: 85)),
  ])
  func `a market keeps the last component of a file name`(sent: String, kept: String?) {
    #expect(ItemImage(filename: sent, content: .bytes(Data())).storedName == kept)
  }

  @Test func `an image's path may be a symbolic link`() throws {
    let folder = try TemporaryFolder()
    let link = folder.path("link.png")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: MockData.path("macbook.png"))
    #expect(try ItemImage(path: link).bytes() == MockData.bytes("macbook.png"))
  }

  @Test func `a file that cannot be uploaded is a validation error with its name`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.png")
    #expect(validationError(of: path) == ValidationError(.images, .unreadable, value: path))
    #expect(validationError(of: "") == ValidationError(.images, .unreadable, value: ""))
    #expect(validationError(of: "/dev/zero") == ValidationError(.images, .unreadable, value: "/dev/zero"))
    let directory = folder.url.path(percentEncoded: false)
    #expect(validationError(of: directory) == ValidationError(.images, .unreadable, value: directory))

    let png = try MockData.bytes("macbook.png")
    let cases: [(Data, ValidationError.Rule)] = [
      (Data(), .notAnImage), (Data("GIF89a".utf8), .notAnImage), (png.dropLast(), .broken(.cutOff)),
      (png + Data(count: ItemLimits.imageBytes + 1 - png.count), .longerThan(bytes: ItemLimits.imageBytes)),
    ]
    for (bytes, rule) in cases {
      try bytes.write(to: URL(filePath: path))
      #expect(validationError(of: path) == ValidationError(.images, rule, value: "x.png"))
    }
    try (png + Data(count: ItemLimits.imageBytes - png.count)).write(to: URL(filePath: path))
    #expect(validationError(of: path) == nil)
  }

  @Test func `the error names the image and its defect`() throws {
    let folder = try TemporaryFolder()
    try MockData.bytes("macbook.jpg").dropLast(2).write(to: URL(filePath: folder.path("x.jpg")))
    #expect(
      validationError(of: folder.path("x.jpg"))?.reason(calling: "images[]")
        == "images[] 'x.jpg' is broken: it ends too early")
  }
}
