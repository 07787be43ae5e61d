#include "CAssets.h"

// #embed (C23) takes 0.03 s for openapi.json, which as an array of numbers in Swift took a third of the whole build.
#define ASSET(name) \
  CAsset cassets_##name(void) { return (CAsset){name, sizeof name}; }

static const uint8_t openapi_json[] = {
#embed "../../.github/openapi.json"
};
ASSET(openapi_json)

static const uint8_t market_css[] = {
#embed "../Storefront/Assets/market.css"
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
