#include "CAssets.h"

// #embed (C23) takes 0.03 s for openapi.json, which as an array of numbers in Swift took a third of the whole build.
#define ASSET(name) \
  CAsset cassets_##name(void) { return (CAsset){name, sizeof name}; }

static const uint8_t openapi_json[] = {
#embed "../../.github/openapi.json"
};
ASSET(openapi_json)

// One file a component; the last has what goes for all.
static const uint8_t market_css[] = {
#embed "../Storefront/Assets/base.css" suffix(,)
#embed "../Storefront/Assets/banner.css" suffix(,)
#embed "../Storefront/Assets/lists.css" suffix(,)
#embed "../Storefront/Assets/item.css" suffix(,)
#embed "../Storefront/Assets/best.css" suffix(,)
#embed "../Storefront/Assets/prices.css" suffix(,)
#embed "../Storefront/Assets/forms.css" suffix(,)
#embed "../Storefront/Assets/dev.css" suffix(,)
#embed "../Storefront/Assets/media.css" suffix(,)
};
ASSET(market_css)

static const uint8_t market_js[] = {
#embed "../Storefront/Assets/market.js"
};
ASSET(market_js)

static const uint8_t sell_js[] = {
#embed "../Storefront/Assets/sell.js"
};
ASSET(sell_js)

static const uint8_t icon_svg[] = {
#embed "../Storefront/Assets/icon.svg"
};
ASSET(icon_svg)

static const uint8_t ko_po[] = {
#embed "../Wording/ko.po"
};
ASSET(ko_po)

static const uint8_t headers_words[] = {
#embed "../market/Import/Columns/headers.words"
};
ASSET(headers_words)

// One after the other, in the order in which a table is compared with them.
static const uint8_t shops[] = {
#embed "../market/Import/Shops/shopify.shop" suffix(,)
#embed "../market/Import/Shops/woocommerce.shop" suffix(,)
#embed "../market/Import/Shops/cafe24.shop" suffix(,)
#embed "../market/Import/Shops/smartstore.shop" suffix(,)
#embed "../market/Import/Shops/prestashop.shop" suffix(,)
#embed "../market/Import/Shops/magento.shop" suffix(,)
#embed "../market/Import/Shops/medusa.shop" suffix(,)
#embed "../market/Import/Shops/square.shop" suffix(,)
#embed "../market/Import/Shops/sortly.shop" suffix(,)
#embed "../market/Import/Shops/inflow.shop" suffix(,)
#embed "../market/Import/Shops/loyverse.shop" suffix(,)
#embed "../market/Import/Shops/lightspeed.shop" suffix(,)
#embed "../market/Import/Shops/wix.shop" suffix(,)
#embed "../market/Import/Shops/odoo.shop" suffix(,)
#embed "../market/Import/Shops/etsy.shop" suffix(,)
#embed "../market/Import/Shops/squarespace.shop" suffix(,)
#embed "../market/Import/Shops/zoho.shop" suffix(,)
#embed "../market/Import/Shops/amazon.shop" suffix(,)
#embed "../market/Import/Shops/google.shop" suffix(,)
#embed "../market/Import/Shops/ebay.shop" suffix(,)
#embed "../market/Import/Shops/coupang.shop" suffix(,)
#embed "../market/Import/Shops/bagisto.shop" suffix(,)
#embed "../market/Import/Shops/shopee.shop" suffix(,)
};
ASSET(shops)
