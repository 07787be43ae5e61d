import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Images of rows: by a column, or by a folder.
struct ImportImageTests {
  private static func market(isServed: Bool) throws -> ImportMarket {
    let market = try ImportMarket(isServed: isServed)
    let lamp = try MockData.bytes("macbook.png")
    for name in ["A.png", "A-2.png", "B/2.png", "B/10.png", "extra.png"] {
      try market.home.write(name.hasPrefix("A") ? lamp : Pixel.png, to: "photos/\(name)")
    }
    try market.home.write("no image", to: "photos/C.jpg")
    return market
  }

  private static func images(_ market: ImportMarket) async -> [String] {
    var counts: [String] = []
    let ids = await market.run("list --json=id --all --sort oldest").output.filter {
      $0.isNumber || $0 == "\n"
    }
    for id in ids.split(separator: "\n") {
      let item = await market.run("show \(id) --json=images").output
      counts.append(String(item.components(separatedBy: "://").count - 1))
    }
    return counts
  }

  @Test(arguments: [false, true])
  func `images of a column are found beside the file; a new row without them is rejected`(isServed: Bool)
    async throws
  {
    let market = try Self.market(isServed: isServed)
    let table = """
      sku,title,price,images
      A,Lamp,1,photos/A.png|photos/A-2.png
      B,Desk,2,photos/none.png
      C,Chair,3,photos/C.jpg
      D,Shelf,4,
      """
    let outcome = try await market.importing(table)
    #expect(outcome.output == "2 added, 2 rejected\n")
    #expect(outcome.error.contains("  images: 2 found, 2 missing\n"))
    let rejects = try market.text(of: "items.csv.rejects.csv").split(separator: "\r\n").dropFirst()
    #expect(rejects.map { $0.contains(",images,photos/") && $0.contains(",image,") } == [true, true])
    // Unchanged ones are not sent again.
    let versions = try await market.items(without: [])
    #expect(try await market.importing(table).output == "2 unchanged, 2 rejected\n")
    #expect(try await market.items(without: []) == versions)
    // On an update a missing one is a warning, and the fields are changed.
    let update = try await market.importing(
      "sku,title,images\nA,Lantern,photos/none.png\nD,,photos/B/2.png\n")
    #expect(update.output == "2 updated\n")
    #expect(update.error.contains("\nRow 2: "))
    #expect(try await market.items().map { $0.contains("Lantern") } == [true, false])
    #expect(await Self.images(market) == ["2", "1"])
    // Cleared, unless images are skipped.
    let clear = "sku,images\nA,\\empty\n"
    #expect(
      try await market.importing(clear, "--yes --skip-images").output
        == "1 unchanged\n")
    #expect(try await market.importing(clear).output == "1 updated\n")
    #expect(await Self.images(market) == ["0", "1"])
  }

  @Test(arguments: [false, true], ["--image-folder", "--images"])
  func `images of a folder belong to the SKU in their names`(isServed: Bool, option: String) async throws {
    let market = try Self.market(isServed: isServed)
    let table = "sku,title,price\nA,Lamp,1\nB,Desk,2\nC,Chair,3\nD,Shelf,4\n"
    let options = "--yes \(option) \(market.home.path)/photos"
    #expect(
      try await market.importing(table, options).output == "3 added, 1 rejected\n")
    #expect(await Self.images(market) == ["2", "2", "0"])
    #expect(
      try await market.importing(table, options).output == "3 unchanged, 1 rejected\n")
    // Another image is sent.
    try market.home.write(Pixel.png, to: "photos/A-2.png")
    #expect(
      try await market.importing(table, options).output == "1 updated, 2 unchanged, 1 rejected\n")
    #expect(
      try await market.importing(table, "--yes \(option) \(market.home.path)/none").exitCode == .usage)
    // An underscore parts the number, too, and a barcode names the image of an item.
    for name in ["E_2.png", "8801234567893.png"] { try market.home.write(Pixel.png, to: "photos/\(name)") }
    let codes = "sku,barcode,title,price\nE,,Rack,3\n,8801234567893,Vase,5\n"
    #expect(try await market.importing(codes, options).output == "2 added\n")
    #expect(await Self.images(market).suffix(2) == ["1", "1"])
  }

  @Test(arguments: [false, true])
  func `an export with images comes back with them`(isServed: Bool) async throws {
    let market = try Self.market(isServed: isServed)
    let path = market.home.path
    _ = try await market.importing(
      "sku,title,price,images\nA,Lamp,1,photos/A.png|photos/B/2.png\n,Desk,2,photos/B/2.png\nE,None,3,\n")
    let export = await market.run("export --image-folder \(path)/out/images -o \(path)/out/all.csv")
    export.prints("! Exported 3 items")
    #expect(market.home.files(in: "out/images") == ["A-2.png", "A.png", "item-2.png"])
    #expect(
      try market.text(of: "out/all.csv").split(separator: "\r\n").map {
        String($0.split(separator: ",", omittingEmptySubsequences: false)[11])
      } == ["images", "images/A.png|images/A-2.png", "images/item-2.png", ""])
    #expect(
      await market.run("import \(path)/out/all.csv --yes").output
        == "3 unchanged\n")
    let target = try ImportMarket(home: Home())
    try FileManager.default.copyItem(atPath: path + "/out", toPath: target.home.path + "/out")
    #expect(
      await target.run("import \(target.home.path)/out/all.csv --yes").output
        == "3 added\n")
    #expect(await Self.images(target) == ["2", "1", "0"])
    #expect(
      await market.run("export --images \(path)/out/images").exitCode == .refused)
  }

  @Test func `a folder alone is no import, and a missing image is no unreadable one`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    try FileManager.default.createDirectory(atPath: path + "/photos", withIntermediateDirectories: true)
    await market.run("import \(path)/photos --dry-run").prints(
      """
      ! Error: 'HOME/photos' is a folder of images; the table of items is missing
      ! Help:  Name both, as in 'market import items.csv HOME/photos'
      exit 2
      """, in: market)
    try await market.importing("sku,title,price\nA,Lamp,1\n", "--dry-run --image-folder \(path)/none").prints(
      """
      ! Error: There is no folder 'HOME/none' that can be read
      ! Help:  Check the path of '--image-folder'
      exit 2
      """, in: market)
    try market.home.write(Pixel.png, to: "photos/b.png")
    try await market.importing(
      "sku,title,price,images\nA,Lamp,1000,photos/a.png\nB,Desk,1000,photos/b.png\n", "--dry-run"
    ).prints(
      """
      1 to add, 1 rejected
        2 rows read
        images: 1 found, 1 missing

      Row 3  new  Desk · KRW 1,000 · 1 in stock · 1 image

      There is no image 'HOME/photos/a.png'
        image, row 2 (A Lamp)
      exit 7
      """, in: market)
    // In the folder that is given, it is looked for there.
    let table = "sku,title,price,Photos\nA,Lamp,1000,a.png\nB,Desk,1000,b.png\n"
    _ = try await market.importing(table, "--yes --image-folder \(path)/photos")
    #expect(
      try market.text(of: "items.csv.rejects.csv")
        == "sku,title,price,Photos,row,column,value,rule,sentence\r\n"
        + "A,Lamp,1000,a.png,2,Photos,a.png,image,There is no image 'HOME/photos/a.png'\r\n")
  }

  @Test(arguments: ["/etc/hostname", "../missing.png", "../outside.png", "file:///etc/passwd"])
  func `an image outside the folder costs no row, and nothing of it is read`(name: String) async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "outside.png")
    try market.home.write("title,price,photo\nA,5,\(name)\n", to: "in/items.csv")
    let line = "import \(market.home.path)/in/items.csv --currency KRW --yes"
    let outcome = await market.run(line)
    #expect(outcome.output == "1 added\n", "\(outcome.text)")
    #expect(outcome.error.contains("are left out; --allow-outside reads them (1):"))
    #expect(await Self.images(market) == ["0"])
  }

  @Test func `an image that was left out comes in with the option`() async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "outside.png")
    for name in ["../outside.png", "file://\(market.home.path)/outside.png"] {
      try market.home.write("title,sku,price,photo\nA,\(name.count),5,\(name)\n", to: "in/items.csv")
      let line = "import \(market.home.path)/in/items.csv --currency KRW --yes"
      #expect(await market.run(line).output == "1 added\n")
      #expect(await market.run(line).output == "1 unchanged\n")
      #expect(await market.run("\(line) --allow-outside").output == "1 updated\n")
      #expect(await market.run("\(line) --allow-outside").output == "1 unchanged\n")
    }
    #expect(await Self.images(market) == ["1", "1"])
  }

  @Test func `a row without a key whose image is gone is unchanged, with a warning`() async throws {
    let market = try ImportMarket()
    for name in ["a.png", "b.png"] { try market.home.write(Pixel.png, to: name) }
    let table = "title,price,photo\nA,5,a.png\nB,5,b.png\n"
    #expect(try await market.importing(table, "--yes").output == "2 added\n")
    try FileManager.default.removeItem(atPath: market.home.path + "/b.png")
    let again = try await market.importing(table, "--yes")
    #expect(again.output == "2 unchanged\n")
    #expect(again.error.contains("Row 3: There is no image"), "\(again.error)")
  }

  @Test func `a row without a key gets its images from the folder that the warning asks for`() async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "photos/a.png")
    let table = "title,price,photo\nA,5,a.png\n"
    let folder = "--yes --image-folder \(market.home.path)/photos"
    #expect(
      try await market.importing(table, "--yes").error.contains("Name their folder with --image-folder"))
    // A stock that was changed since stays, and a plan for new rows alone changes nothing.
    _ = await market.run("edit 1 --stock 7")
    #expect(try await market.importing(table, "--on-existing skip \(folder)").output == "1 unchanged\n")
    #expect(try await market.importing(table, folder).output == "1 updated\n")
    #expect(try await market.importing(table, folder).output == "1 unchanged\n")
    #expect(try await market.importing(table, "--yes").output == "1 unchanged\n")
    #expect(await Self.images(market) == ["1"])
    #expect(await market.run("list --columns id,stock").output == "1\t7\n")
  }

  @Test func `a folder among the files is the folder of images`() async throws {
    let market = try Self.market(isServed: false)
    let photos = market.home.path + "/photos"
    #expect(
      try await market.importing("sku,title,price\nA,Lamp,1\nB,Desk,2\n", "--yes '\(photos)/'").output
        == "2 added\n")
    #expect(await Self.images(market) == ["2", "2"])
    // A folder that is named twice counts once.
    #expect(
      try await market.importing(
        "sku,title,price\nA,Lamp,1\n", "'\(photos)' '\(photos)/.' --images \(photos) --dry-run"
      ).exitCode == .done)
    try market.home.write(Pixel.png, to: "more/A.png")
    for options in [
      "'\(photos)' '\(market.home.path)/more'", "--images \(photos) '\(market.home.path)/more'",
    ] {
      try await market.importing("sku,title,price\nA,Lamp,1\n", options).prints(
        """
        ! Error: Two folders of images: 'HOME/photos' and 'HOME/more'
        ! Help:  Name one folder; the images of all files are found there
        exit 2
        """, in: market)
    }
    #expect(await market.run("import \(photos) --yes").exitCode == .usage)
  }
}
