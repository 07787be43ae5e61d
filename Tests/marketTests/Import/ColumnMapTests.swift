import Console
import Testing

@testable import market

struct ColumnMapTests {
  /// The columns that a header has, or the error, its help and its exit code.
  private func columns(
    _ header: String, _ options: ColumnOptions = ColumnOptions(), _ language: Language = .english
  )
    -> String
  {
    do {
      let map = try ColumnMap(RowCase.columns(header), options: options)
      let entries = map.entries.map { "\($0.position)=\($0.column.rawValue)" }
      let unread = map.unread.isEmpty ? "" : " unread \(map.unread.map(\.name).joined(separator: ","))"
      return entries.joined(separator: " ") + unread + (map.keyPosition.map { " key \($0)" } ?? "")
    } catch {
      let help = error.help(nil).map { " / " + language.text($0) } ?? ""
      return language.text(error.message) + help + " exit \(error.exitCode.rawValue)"
    }
  }

  @Test(arguments: [
    ("id;sku;title;description;price;currency", "0=id 1=sku 2=title 3=description 4=price 5=currency"),
    (
      "discounted_price;stock;tags;note;images;registration_date",
      "0=discounted_price 1=stock 2=tags 3=note 4=images 5=registration_date"
    ),
    ("reference;version;command", "0=reference 1=version 2=command"),
    ("상품명;가격;재고;할인가;설명;통화", "0=title 1=price 2=stock 3=discounted_price 4=description 5=currency"),
    ("사진;태그;메모;등록일", "0=images 1=tags 2=note 3=registration_date"),
    ("이미지;상품 코드", "0=images 1=sku"),
    (
      "TITLE; Price ;Discounted-Price;registrationDate",
      "0=title 1=price 2=discounted_price 3=registration_date"
    ),
    ("ＳＫＵ;상 품 명;sale_price;qty", "0=sku 1=title 2=discounted_price 3=stock"),
    ("\u{FEFF}title;price\u{A0}", "0=title 1=price"),
    // Hangul in separate letters, as macOS writes file names.
    ("\u{1100}\u{1161}\u{1100}\u{1167}\u{11A8};title", "0=price 1=title"),
    ("title;;price", "0=title 2=price unread "),
    ("코드;상품명*;판매가(원);바코드", "0=sku 1=title 2=price 3=barcodes"),
    ("바코드;상품명(필수);카테고리;원가", "0=barcodes 1=title 2=tags 3=cost"),
    ("title;cost per item;Price (USD)", "0=title 1=cost 2=price"),
    ("nome;preço de custo;preço de venda;estoque", "0=title 1=cost 2=price 3=stock"),
    ("articolo;prezzo;giacenza;taglia", "0=title 1=price 2=stock unread taglia"),
    ("nombre_comercial;precio_costo;precio_publico", "0=title 1=cost 2=price"),
    ("product_id;name;price", "1=title 2=price unread product_id"),
    // Without the accents of its words.
    ("Codigo;Articulo;Preco;Quantite;Désignation", "0=sku 1=title 2=price 3=stock unread Désignation"),
    (
      "ArtikelNr;Artikelname;Einzelpreis;Lagerbestand;Einheit", "0=sku 1=title 2=price 3=stock unread Einheit"
    ),
    // Two columns of one list are both read.
    ("title;UPC;EAN;image;image_link", "0=title 1=barcodes 2=barcodes 3=images 4=images"),
    ("title;Supplier;Supplier", "0=title unread Supplier,Supplier"),
    ("title;price;sale end", "0=title 1=price unread sale end"),
    ("title;sale end;sale price", "0=title 2=discounted_price"),
    ("title;Photo 1;Photo 2;Image3", "0=title 1=images 2=images 3=images"),
    ("제품명;판매단가;공급업체;Kategorien;Schlagwörter", "0=title 1=price 4=tags unread 공급업체,Kategorien"),
    ("Produkt;Kosten;Verfügbare Menge", "0=title 1=cost 2=stock"),
    ("nom;Quantité en stock", "0=title 1=stock"), ("Title;SKU;On hand (current)", "0=title 1=sku 2=stock"),
    ("상품명;단위;재고", "0=title 2=stock unread 단위"),
  ])
  func `a header matches in English and Korean, without regard to case and space`(
    header: String, found: String
  ) {
    #expect(columns(header) == found)
  }

  @Test(arguments: [
    (
      "titel;price",
      """
      Unknown column 'titel' in column 1 / Did you mean 'title' for 'titel'? Then run: market import --map 'titel=title'. \
      Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "상품명;가겨;크기",
      """
      Unknown column '가겨' in column 2; Unknown column '크기' in column 3 / Did you mean '가격' for '가겨'? \
      Then run: market import --map '가겨=price' --ignore '크기'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "상품명;가격(대)",
      """
      Unknown column '가격(대)' in column 2 / Did you mean '가격' for '가격(대)'? Then run: market import \
      --map '가격(대)=price'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "title;wheels",
      """
      Unknown column 'wheels' in column 2 / Leave it out: market import --ignore 'wheels'. \
      Or read it with --map 'wheels=<column>'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "title;price;Title",
      """
      Column 'title' is there twice: column 1 and column 3 / Rename one of them exit 2
      """
    ),
    (
      "title;price;가격",
      """
      Two columns are 'price': 'price' in column 2 and '가격' in column 3 / Choose one: --map 'price=price' or \
      --map '가격=price' exit 2
      """
    ),
    (
      "Goods;In the shop;stock",
      """
      Unknown column 'Goods' in column 1; Unknown column 'In the shop' in column 2 / Leave it out: market \
      import --ignore 'Goods' --ignore 'In the shop'. Or read it with --map 'Goods=<column>'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    // A maker's price is not that of the shop.
    (
      "title;RRP;Our price",
      """
      Unknown column 'Our price' in column 3 / Did you mean 'price' for 'Our price'? Then run: market import \
      --map 'Our price=price'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "title;정상가;우리가격",
      """
      Unknown column '우리가격' in column 3 / Did you mean 'price' for '우리가격'? Then run: market import \
      --map '우리가격=price'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    // Most letters of another word are no reason for its meaning.
    (
      "title;price;On Sale;Product Type",
      """
      Unknown column 'On Sale' in column 3; Unknown column 'Product Type' in column 4 / Leave it out: market import \
      --ignore 'On Sale' --ignore 'Product Type'. Or read it with --map 'On Sale=<column>'. \
      Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    // A dealer's price is none of the shop.
    (
      "title;Dealer price;Shop price",
      """
      Unknown column 'Dealer price' in column 2; Unknown column 'Shop price' in column 3 / Did you mean 'price' for \
      'Shop price'? Then run: market import --ignore 'Dealer price' --map 'Shop price=price'. \
      Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    // Not the one without the tax, wherever it stands, nor one in another unit.
    (
      "title;Price incl. VAT;Price excl. VAT;판매가(천원);Price (cents)",
      """
      Unknown column 'Price incl. VAT' in column 2; Unknown column 'Price excl. VAT' in column 3; Unknown column \
      '판매가(천원)' in column 4; Unknown column 'Price (cents)' in column 5 / Did you mean 'price' for \
      'Price incl. VAT'? Then run: market import --map 'Price incl. VAT=price' --ignore 'Price excl. VAT' \
      --ignore '판매가(천원)' --ignore 'Price (cents)'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "title;price;가격;wheels;wheels",
      """
      Two columns are 'price': 'price' in column 2 and '가격' in column 3; Unknown column 'wheels' in column 4; \
      Unknown column 'wheels' in column 5 / Did you mean 'price' for 'price'? Then run: market import \
      --map 'price=price' --ignore 'wheels'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "sku;Goods",
      """
      Unknown column 'Goods' in column 2 / Leave it out: market import --ignore 'Goods'. \
      Or read it with --map 'Goods=<column>'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "Goods;Shelf",
      """
      The file has no header row with a known column / Leave it out: market import --ignore 'Goods' --ignore 'Shelf'. \
      Or read it with --map 'Goods=<column>'. Known columns: \(ImportColumn.englishList) exit 2
      """
    ),
    (
      "Lamp;12;brass",
      "The file has no header row with a known column / The first row names the columns: \(ImportColumn.englishList) exit 2"
    ),
    (
      "",
      "The file has no header row with a known column / The first row names the columns: \(ImportColumn.englishList) exit 2"
    ),
  ])
  func `a header that cannot be used says why`(header: String, message: String) {
    #expect(columns(header) == message)
  }

  @Test(arguments: [
    (
      "titel;price",
      "알 수 없는 열: 1번째 열 'titel' / 혹시 'titel' 대신 'title'인가요? 그렇다면 실행하세요: market import --map 'titel=title'. 사용할 수 있는 열: \(ImportColumn.koreanList) exit 2"
    ),
    (
      "title;price;가격",
      """
      'price'에 해당하는 열이 둘입니다: 2번째 열 'price', 3번째 열 '가격' / 하나를 고르세요: --map 'price=price' 또는 \
      --map '가격=price' exit 2
      """
    ),
    (
      "a;b",
      """
      파일에 인식할 수 있는 열이 있는 머리글 행이 없습니다 / 읽지 않으려면: market import --ignore 'a' --ignore 'b'. \
      읽으려면 --map 'a=<column>' 옵션을 지정하세요. 사용할 수 있는 열: \(ImportColumn.koreanList) exit 2
      """
    ),
    ("1;2", "파일에 인식할 수 있는 열이 있는 머리글 행이 없습니다 / 첫 행에는 열 이름이 있어야 합니다: \(ImportColumn.koreanList) exit 2"),
  ])
  func `a header that cannot be used says why in Korean`(header: String, message: String) {
    #expect(columns(header, ColumnOptions(), .korean) == message)
  }

  @Test(arguments: [
    (
      "Product;Retail price;On hand;Supplier;Size;Color", "0=title 1=price 2=stock unread Supplier,Size,Color"
    ),
    // A name of a column comes before a word of the trade.
    (
      "Item;Name;Quantity;Current quantity;Price;Sales price",
      "1=title 2=stock 4=price unread Item,Current quantity,Sales price"
    ),
    (
      "Item name;Price each;Unit cost;UPC;Min stock;Notes",
      "0=title 1=price 2=cost 3=barcodes 4=reorder_at 5=note"
    ),
    (
      "Item #;Product;Retail;EK;Available;Min. stock;EAN13;Warengruppe",
      "0=sku 1=title 2=price 3=cost 4=stock 5=reorder_at 6=barcodes 7=tags"
    ),
    ("Item No;품목명;정상가;Punto de pedido", "0=sku 1=title 2=price 3=reorder_at"),
    ("Product;MSRP;Stock minimal", "0=title 1=price 2=reorder_at"),
    ("Produkt;VK;Seuil de réapprovisionnement", "0=title 1=price 2=reorder_at"),
    (
      "Réf;Produit;Prix HT;Available quantity;Safety stock;Reorder quantity",
      "0=sku 1=title 2=price 3=stock 4=reorder_at unread Reorder quantity"
    ),
    ("Product;Prix HT;Prix TTC;Low stock", "0=title 2=price 3=reorder_at unread Prix HT"),
    ("Product;RRP", "0=title 1=price"), ("RRP;Product;Selling price", "1=title 2=price unread RRP"),
    ("소비자가;품명;정가", "1=title 2=price unread 소비자가"),
    ("품목명;소비자가;현재고;공급처;최소재고", "0=title 1=price 2=stock 4=reorder_at unread 공급처"),
    ("商品名;販売価格;在庫数;商品コード;サイズ", "0=title 1=price 2=stock 3=sku unread サイズ"),
    (
      "Artikelnummer;Bezeichnung;Verkaufspreis;Lagerbestand;Lieferant",
      "0=sku 1=title 2=price 3=stock unread Lieferant"
    ),
    ("Référence;Désignation;Prix de vente;Quantité;Prix d’achat", "0=sku 1=title 2=price 3=stock 4=cost"),
    ("Código;Artículo;Precio;Existencias;Talla", "0=sku 1=title 2=price 3=stock unread Talla"),
  ])
  func `headers of the trade are read where no other column has their meaning`(header: String, found: String)
  {
    #expect(columns(header) == found)
  }

  @Test func `a header that is to be ignored is not read, whatever it means`() {
    let options = ColumnOptions(ignored: ["wheels", "Product"])
    #expect(columns("sku;Wheels;Product;title", options) == "0=sku 3=title unread Wheels,Product")
    // A misspelled one is an error: the column that is meant would be read.
    #expect(
      columns("sku;title;price", ColumnOptions(ignored: ["prise"]))
        == "The file has no column 'prise' / Did you mean 'price'? exit 2")
  }

  @Test(arguments: [
    "Shipping price", "Price change date", "Price code", "Price group", "Price list name", "Buying price",
    "Dealer price", "wholesale price", "Min price", "Competitor price", "Total price", "Extended price",
    "Previous price", "Price per kg", "이전 가격", "할인 전 가격", "Last price", "할인액", "Special price",
    "Online price;Store price",
  ])
  func `a price of another meaning, and one of several, is not guessed`(header: String) {
    let options = header.split(separator: ";").map { "--ignore '\($0)'" }.joined(separator: " ")
    let found = columns("title;\(header)")
    #expect(found.contains("market import \(options). Or read it with"), "\(found)")
  }

  @Test(arguments: ["Shop price", "Our price", "Online price;Member price", "우리 가격", "우리가격"])
  func `a header with a word for the price alone is guessed as it`(header: String) {
    let found = columns("title;\(header)")
    #expect(found.contains("--map '\(header.split(separator: ";")[0])=price'"), "\(found)")
  }

  /// Words of another meaning, of which the letters are nearly those of a name.
  @Test(arguments: [
    "Value", "Amount", "Country", "Counter", "Host", "Cast", "Store", "Max stock", "Old stock", "Image alt",
  ])
  func `a word of another meaning is not taken for a misspelled name`(header: String) {
    #expect(columns("sku;\(header)").contains("Leave it out: market import --ignore '\(header)'"))
  }

  @Test(arguments: [
    ("Titel", "title"), ("Prices", "price"), ("Item nmae", "item name"), ("Reorder leval", "reorder level"),
  ])
  func `a name with a slip is offered`(header: String, name: String) {
    #expect(columns("sku;\(header)").contains("Did you mean '\(name)' for '\(header)'?"))
  }

  @Test func `no unknown column is taken for one that only exports have`() {
    #expect(columns("title;comand").contains("--ignore 'comand'"))
  }

  @Test func `unknown columns are left unread where that is asked for`() {
    #expect(
      columns("title;wheels;price", ColumnOptions(ignoresUnknown: true)) == "0=title 2=price unread wheels")
  }

  @Test func `a mapping names a column, and comes before those with a name of their own`() throws {
    let options = ColumnOptions(mapping: [
      try .init(argument: "Preis=price"), try .init(argument: "a=b = 상품명"),
    ])
    #expect(columns("a=b;Preis;stock", options) == "0=title 1=price 2=stock")
    #expect(columns("a=b;price;Preis", options) == "0=title 2=price unread price")
    // The other way round.
    #expect(try ColumnOptions.Mapping(argument: "title=Goods") == .init(argument: "Goods=title"))
    #expect(
      columns("a=b;Preis;pirce", options)
        == """
        Unknown column 'pirce' in column 3 / Leave it out: market import --ignore 'pirce'. \
        Or read it with --map 'pirce=<column>'. Known columns: \(ImportColumn.englishList) exit 2
        """)
    #expect(
      columns("title;Pries", ColumnOptions(mapping: options.mapping, ignoresUnknown: true))
        == "The file has no column 'Preis'; The file has no column 'a=b' / Did you mean 'Pries'? exit 2")
  }

  @Test(arguments: [
    ("price", "'price' is not '<header>=<column>' / Write it like '--map \"가격=price\"'"),
    ("=price", "'=price' is not '<header>=<column>' / Write it like '--map \"가격=price\"'"),
    (
      "Preis=prise", "'prise' is not a column / Did you mean 'price'? Choose from \(ImportColumn.englishList)"
    ),
    ("Preis=", "'' is not a column / Choose from \(ImportColumn.englishList)"),
  ])
  func `a mapping that is none says why`(argument: String, message: String) {
    let error = #expect(throws: ColumnError.self) { try ColumnOptions.Mapping(argument: argument) }
    let lines = [error?.message, error?.help(nil)].compactMap(\.self).map { Language.english.text($0) }
    #expect(lines.joined(separator: " / ") == message)
  }

  @Test func `the column of the key may be one that is known or not`() {
    #expect(columns("Handle;title", ColumnOptions(keyColumn: "handle")) == "1=title key 0")
    #expect(columns("price;title", ColumnOptions(keyColumn: "title")) == "0=price 1=title key 1")
    #expect(
      columns("price;title", ColumnOptions(keyColumn: "titel"))
        == "The file has no column 'titel' / Did you mean 'title'? exit 2")
    // The column that is meant is not called unknown.
    #expect(
      columns("Handle;title", ColumnOptions(keyColumn: "Handl"))
        == "The file has no column 'Handl' / Did you mean 'Handle'? exit 2")
  }

  @Test func `columns may come with the rows`() throws {
    var map = try ColumnMap(
      [], options: ColumnOptions(mapping: [try .init(argument: "Preis=price")]), isComplete: false)
    try map.extend(to: RowCase.columns("title"))
    #expect(throws: ColumnError([.absent("Preis", nearest: nil)])) { try map.checkComplete() }
    try map.extend(to: RowCase.columns("title;Preis"))
    try map.checkComplete()
    #expect(map.entries.map(\.column) == [.title, .price])
    #expect(throws: ColumnError.self) { try map.extend(to: RowCase.columns("title;Preis;wheels")) }
  }

  @Test func `no name is that of two columns`() {
    let names = ImportColumn.allCases.flatMap { column in column.names.map { (HeaderKey($0), column) } }
    for (key, column) in names { #expect(ImportColumn(named: key.text) == column) }
  }

  @Test(arguments: [
    ("price_eur", "EUR"), ("price [€]", "EUR"), ("Preis in EUR", "EUR"), ("Price (in EUR)", "EUR"),
    ("EUR Preis", "EUR"), ("€ price", "EUR"), ("판매가(원)", "KRW"), ("가격 원", "KRW"), ("UNIT PRICE USD", "USD"),
  ])
  func `a header names the currency of its column`(header: String, code: String) throws {
    let map = try ColumnMap(RowCase.columns("title;\(header)"))
    #expect(map.entries.last?.column == .price && map.entries.last?.currencies.map(\.code) == [code])
    let mapped = ColumnOptions(mapping: [.init(header: header, column: .discountedPrice)])
    #expect(
      try ColumnMap(RowCase.columns("title;\(header)"), options: mapped).entries.last?.currencies.map(\.code)
        == [code])
  }

  @Test func `a cost in another currency than its price is an error`() throws {
    #expect(
      try RowCase().summary("title;price (EUR);cost (USD)", "Lamp;5;4")
        == "2 cost (USD) currency-contradiction: '4' in 'cost (USD)' is not in EUR, the currency of the row")
  }

  @Test func `each of several misspelled columns has its suggestion`() {
    #expect(
      columns("sku;titel;wheels;prise")
        == """
        Unknown column 'titel' in column 2; Unknown column 'wheels' in column 3; Unknown column 'prise' in column 4 \
        / Did you mean 'title' for 'titel', 'price' for 'prise'? Then run: market import --map 'titel=title' \
        --ignore 'wheels' --map 'prise=price'. Known columns: \(ImportColumn.englishList) exit 2
        """)
    #expect(
      columns("재고;상품멍;가걱", ColumnOptions(), .korean)
        == """
        알 수 없는 열: 2번째 열 '상품멍'; 알 수 없는 열: 3번째 열 '가걱' / 혹시 '상품멍' 대신 '상품명', '가걱' 대신 '가격'인가요? \
        그렇다면 실행하세요: market import --map '상품멍=title' --map '가걱=price'. 사용할 수 있는 열: \(ImportColumn.koreanList) exit 2
        """)
  }

  @Test func `the list of known columns has each of them, in Korean by a name that headers may have`() {
    #expect(Language.english.text(ImportColumn.list) == ImportColumn.englishList)
    let names = ImportColumn.koreanList.split(separator: ", ").map {
      $0.split(separator: "(").map(String.init)
    }
    #expect(names.map { ImportColumn(named: $0[0]) } == ImportColumn.ofSheets)
    #expect(names.map { $0[1] } == ImportColumn.ofSheets.map { $0.rawValue + ")" })
  }
}

extension ImportColumn {
  /// Without those that only exports have.
  static var ofSheets: [Self] { allCases.filter { ![.registrationDate, .version, .command].contains($0) } }
  static var englishList: String { ofSheets.map(\.rawValue).joined(separator: ", ") }
  static var koreanList: String { Language.korean.text(list) }
}
