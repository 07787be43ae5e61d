/// Files of the project that are part of the program: the description of the API, and what pages load,
/// and the messages of other languages.
#ifndef CASSETS_H
#define CASSETS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The contents of a file. They last as long as the process.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} CAsset;

/// `.github/openapi.json`.
CAsset cassets_openapi_json(void);

/// The files of `Storefront/Assets`.
CAsset cassets_market_css(void);
CAsset cassets_market_js(void);
CAsset cassets_sell_js(void);
CAsset cassets_icon_svg(void);

/// `Wording/ko.po`.
CAsset cassets_ko_po(void);

/// `market/Import/Columns/headers.words`.
CAsset cassets_headers_words(void);

/// The files of `market/Import/Shops`, one after the other.
CAsset cassets_shops(void);

#pragma clang assume_nonnull end

#endif
