import Console
import OpenMarket

extension ItemField {
  /// The field before its value, and at the beginning of a sentence.
  var name: Phrase {
    switch self {
    case .title: Phrase("Title")
    case .descriptions: Phrase("Description")
    case .price: Phrase("Price")
    case .currency: Phrase("Currency")
    case .stock: Phrase("Stock")
    case .discountedPrice: Phrase("Discounted price")
    case .password: Phrase("Password")
    case .images: Phrase("Image")
    }
  }

  /// The option that gives it, without its dashes.
  var option: String {
    switch self {
    case .title: Option.title.long
    case .descriptions: Option.description.long
    case .price: Option.price.long
    case .currency: Option.currency.long
    case .stock: Option.stock.long
    case .discountedPrice: Option.discountedPrice.long
    case .password: Option.passwordFile.long
    case .images: Option.image.long
    }
  }
}
