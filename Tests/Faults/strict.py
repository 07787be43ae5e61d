#!/usr/bin/env python3
"""Reads lists and items as strict old clients do: v1 with integer prices and the first thumbnail, v2 with an enumeration of
currencies and dates by a clock of 12 hours. No item may cost them a page. Also sends forms as such clients write them."""

import json
import re
import sqlite3
from decimal import Decimal

from image_files import png
from served import Case, form, multipart, product_form

TITLES = ["Lamp", "맥북 💻", 'say "hi" \\ \t', "</script><b>", "\u202eright to left", "e\u0301\u200d\ufeff", "%s %n {0}",
          "'; DROP TABLE item; --", "가" * 300, "null", "0", "\u2028line"]
# Price, discounted price and currency; each with an image and without.
PRICES = [("80", None, "USD"), ("12.50", None, "USD"), ("12.50", "12.25", "USD"), ("12.50", "11.75", "USD"),
          ("0.75", None, "USD"), ("12", "12", "USD"), ("5000", "4000", "KRW"), ("99", None, "JPY"), ("7.5", None, "EUR"),
          ("1.234", None, "KWD"), ("0", None, "KRW"), ("99999999999999.99", None, "USD")]
LISTED = {"KRW", "USD"}
# A quarter past three in the afternoon, in UTC; in Seoul the next day.
AFTERNOON = 1_772_896_500
DAYS = {"UTC": "2026-03-07", "Asia/Seoul": "2026-03-08"}


def load(text):
    return json.loads(text, parse_float=Decimal)


class Unreadable(Exception):
    """What a client fails on."""


def value(row, key, kind, optional=False):
    """A value of exactly this type, as a typed decoder reads it."""
    if optional and key not in row:
        return None
    found = row.get(key)
    kinds = (int, Decimal) if kind is Decimal else (kind,)
    if isinstance(found, bool) or not isinstance(found, kinds):
        raise Unreadable(f"item {row.get('id')}: '{key}' is {found!r} and not {kind.__name__}")
    return found


def first(row, key, base):
    urls = value(row, key, list)
    if not urls:
        raise Unreadable(f"item {row['id']}: '{key}[0]' is beyond the end")
    if not str(urls[0]).startswith((base + "/images/", base + "/thumbnails/320/")):
        raise Unreadable(f"item {row['id']}: '{key}[0]' is {urls[0]}")


def read_v1(row, base, is_full=False):
    for key, kind in {"id": int, "title": str, "price": int, "currency": str, "stock": int}.items():
        value(row, key, kind)
    value(row, "registration_date", Decimal)
    discounted = value(row, "discounted_price", int, optional=True)
    if discounted is not None and discounted > row["price"]:
        raise Unreadable(f"item {row['id']}: the discounted price is {discounted}, the price {row['price']}")
    first(row, "thumbnails", base)
    if is_full:
        value(row, "descriptions", str)
        first(row, "images", base)


def date(row, key, contract):
    """Reads a date with the format `yyyy-MM-dd'T'hh:mm:ss`, with `.SS` in v2a."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)" + (r"\.\d\d" if contract == "v2a" else ""),
                         value(row, key, str))
    if not found or int(found[2]) > 12:
        raise Unreadable(f"'{key}' is {row[key]}")
    return found[1]


def read_v2(row, base, contract, whole, day, is_full=False):
    for key, kind in {"id": int, "vendor_id": int, "name": str, "stock": int, "thumbnail": str}.items():
        value(row, key, kind)
    for key in ("price", "bargain_price", "discounted_price"):
        value(row, key, int if whole else Decimal)
    if row["price"] - row["discounted_price"] != row["bargain_price"]:
        raise Unreadable(f"item {row['id']}: {row['price']} - {row['discounted_price']} ≠ {row['bargain_price']}")
    if row["currency"] not in LISTED:
        raise Unreadable(f"item {row['id']}: the enumeration has no {row['currency']}")
    if not row["thumbnail"].startswith((base + "/images/", base + "/thumbnails/320/")):
        raise Unreadable(f"item {row['id']}: the thumbnail is '{row['thumbnail']}'")
    dated = [row] + ([row["vendors"], *row["images"]] if is_full else [])
    days = {date(part, key, contract) for part in dated for key in ("created_at", "issued_at") if key in part}
    if days != {day}:
        raise Unreadable(f"item {row['id']}: its days are {days} and not {day}")


def read(unreadable, reading, *arguments, **settings):
    try:
        reading(*arguments, **settings)
    except Unreadable as error:
        unreadable.append(str(error))


def fill(case, store):
    """Difficult items, half of them of a vendor, all added in the afternoon. Returns their currencies by id."""
    vendor = case.vendor(store, "가게")
    server = case.serve(store)
    statuses = []
    for number, (price, discounted, currency) in enumerate(PRICES):
        fields = {"title": TITLES[number % len(TITLES)], "price": price, "currency": currency, "stock": str(10**12)}
        if discounted:
            fields["discounted_price"] = discounted
        kind, body = form(fields)
        statuses.append(server.request("POST", "/item", body, {"Content-Type": kind})[0])
        parts = fields | {"descriptions": "", "password": "correct horse"}
        kind, body = multipart(parts)
        # As a browser sends no file.
        none = b'--a-boundary-that-no-image-has\r\nContent-Disposition: form-data; name="images[]"; filename=""\r\n\r\n\r\n'
        statuses.append(server.request("POST", "/item", none + body, {"Content-Type": kind})[0])
    for currency in ("KRW", "USD", "JPY"):
        headers, body = product_form(vendor, price=1000, currency=currency, discounted_price=100)
        statuses.append(server.request("POST", "/api/products", body, headers)[0])
    case.none([status for status in statuses if status != 201], f"{len(statuses)} difficult items are added, JPY by v2 too")
    server.stop()
    with sqlite3.connect(store) as rows:
        rows.execute("UPDATE item SET registration_date = ?", [AFTERNOON * 1_000_000])
        return dict(rows.execute("SELECT id, currency FROM item"))


def first_version(case, store, currencies):
    server = case.serve(store)
    unreadable, ids, page = [], [], 1
    while rows := load(server.request("GET", f"/items/{page}")[1])["items"]:
        for row in rows:
            read(unreadable, read_v1, row, server.url)
        ids += [row["id"] for row in rows]
        page += 1
    case.none(unreadable, f"v1: a client of integers reads {page - 1} pages with {len(ids)} items")
    case.holds(ids == sorted(currencies), f"v1: the list has all items, {len(ids)} of {len(currencies)}")
    unreadable = []
    for number in ids:
        read(unreadable, read_v1, load(server.request("GET", f"/item/{number}")[1]), server.url, is_full=True)
    case.none(unreadable, f"v1: it reads {len(ids)} items")
    answers(case, server, store)
    itself(case, server, store)
    server.stop()


def amounts(store):
    with sqlite3.connect(store) as rows:
        return dict(rows.execute("SELECT id, price || ' ' || coalesce(discounted_price, '-') FROM item"))


def answers(case, server, store):
    """The client changes nothing but a stock, and sends all other fields back as it got them."""
    before, wrong = amounts(store), []
    with sqlite3.connect(store) as rows:
        own = [number for number, in rows.execute("SELECT id FROM item WHERE vendor_id = 1")]
    for number in own:
        row = load(server.request("GET", f"/item/{number}")[1])
        fields = {key: str(row[key]) for key in ("title", "descriptions", "price", "currency")}
        fields["discounted_price"] = str(row.get("discounted_price", ""))
        status, body = server.edit(number, stock="5", **fields)
        if status != 200 or load(body)["stock"] != 5:
            wrong.append(f"item {number}: {status} {body[:80]}")
    case.none(wrong, f"v1: {len(own)} items are changed with all fields sent back")
    after = amounts(store)
    case.none([f"item {number}: {before[number]} → {after[number]}" for number in before if before[number] != after[number]],
              "v1: their exact prices stay")
    status, body = server.edit(own[0], price="", stock="", discounted_price="", title="Desk")
    case.holds(status == 200 and load(body)["stock"] == 5,
               f"v1: number fields that are left empty stay as they are: {status}")


def itself(case, server, store):
    """`market` reads exact prices, and no placeholder."""
    listed = case.market("list", "--all", "--json", "--server", server.url)
    rows = [load(line) for line in listed.stdout.splitlines()]
    exact = {number: int(text.split()[0]) for number, text in amounts(store).items()}
    wrong = [row["id"] for row in rows if row["price"] * 10_000 != exact[row["id"]]]
    case.holds(len(rows) == len(exact) and not wrong, f"market lists {len(rows)} exact prices; wrong: {wrong}")
    bare = load(server.request("GET", "/item/2", headers={"Market-Client": "1"})[1])
    case.holds(bare["thumbnails"] == [], f"for market an item without images has none: {bare['thumbnails']}")
    plain, own = (server.exchange("GET", "/items/1", headers=headers)[2] for headers in ({}, {"Market-Client": "1"}))
    case.holds("market-client" in (plain["Vary"] or "").lower() and plain["ETag"] != own["ETag"],
               f"the list varies by Market-Client: {plain['Vary']}")


def second_version(case, store, currencies, contract, zone, whole):
    case.market("zone", zone, "--store", store, "--yes")
    server = case.serve(store, "--api", contract, *([] if whole else ["--exact-prices"]))
    name = f"{contract} in {zone}{', whole prices' if whole else ''}"
    ids, unreadable, page = [], [], 1
    total = "total_count" if contract == "v2a" else "totalCount"
    while (response := server.request("GET", f"/api/products?page_no={page}&items_per_page=10"))[0] == 200:
        body = load(response[1])
        for row in body["pages"]:
            read(unreadable, read_v2, row, server.url, contract, whole, DAYS[zone])
        ids += [row["id"] for row in body["pages"]]
        page += 1
    expected = sorted((number for number, code in currencies.items() if code in LISTED), reverse=True)
    case.none(unreadable, f"{name}: a strict client reads {page - 1} pages with {len(ids)} items")
    case.holds(ids == expected and body[total] == len(expected),
               f"{name}: the pages have the items in KRW and USD, {len(ids)} and {body[total]} of {len(expected)}")
    found = load(server.request("GET", "/api/products?search_value=product")[1])
    case.holds(found[total] == 2, f"{name}: a search finds {found[total]} products (2)")
    unreadable = []
    for number in ids:
        row = load(server.request("GET", f"/api/products/{number}")[1])
        read(unreadable, read_v2, row, server.url, contract, whole, DAYS[zone], is_full=True)
    case.none(unreadable, f"{name}: it reads {len(ids)} products")
    others = {number: server.request("GET", f"/api/products/{number}")[0]
              for number, code in currencies.items() if code == "JPY"}
    case.holds(set(others.values()) == {200}, f"{name}: items in JPY are there by id: {others}")
    server.stop()


def forms(case):
    """Forms and paths as clients write them."""
    server = case.serve(case.folder / "forms.db")
    fields = {"title": "Lamp", "price": "80", "currency": "USD", "stock": "1", "descriptions": "", "password": "p"}
    kind, texts = multipart(fields)
    start = texts.rindex(b"--a-boundary")
    closing = texts[start:]

    def image(disposition=b'name="images[]"; filename="1.png"', kind=b"image/png", end=b"\r\n"):
        head = b"--a-boundary-that-no-image-has\r\nContent-Disposition: form-data; " + disposition
        return texts[:start] + head + b"\r\nContent-Type: " + kind + b"\r\n\r\n" + png(b"\0") + end

    ordinary = closing.replace(b"has--", b"has")
    bodies = {
        'name="images[] before a file name': image(b'name="images[]; filename="1.png"') + closing,
        'name="images[] at the end': image(b'filename="1.png"; name="images[]') + closing,
        'filename="1.png': image(b'name="images[]"; filename="1.png') + closing,
        "an ordinary delimiter at the end": image() + ordinary,
        "the same without its line": image() + ordinary.strip(),
        "the part type jpeg": image(kind=b"jpeg") + closing, "image/jpeg)": image(kind=b"image/jpeg)") + closing,
        "image/jpeg, image/png": image(kind=b"image/jpeg, image/png") + closing,
        "two line ends behind the image": image(end=b"\r\n\r\n") + closing,
    }
    for what, body in bodies.items():
        status, added = server.request("POST", "/item?", body, {"Content-Type": kind})
        case.holds(status == 201 and len(load(added)["images"]) == 1, f"a form with {what}: {status} (201)")
    for path in ("//items/1", "/items//1", "//item/1", "/item/1/", "/item/1?", "//api/products?page_no=1", "/api//products/1",
                 "/api/products/?page_no=1", "/api/products/1/?"):
        status = server.request("GET", path)[0]
        case.holds(status == 200, f"GET {path}: {status} (200)")
    server.stop()


def addresses(case):
    """One server for the hosts of both old versions."""
    urls = ["https://old.example", "http://new.example:8080/shop"]
    server = case.serve(case.folder / "hosts.db", *(word for url in urls for word in ("--public-url", url)))
    kind, body = form({"title": "Lamp", "price": "80", "currency": "USD", "stock": "1"})
    server.request("POST", "/item", body, {"Content-Type": kind})
    for host, url in {"old.example": urls[0], "new.example:8080": urls[1], "127.0.0.1": urls[0]}.items():
        status, item = server.request("GET", "/item/1", headers={"Host": host})
        shown = load(item)["images"][0] if status == 200 else item
        case.holds(str(shown).startswith(f"{url}/images/1-"), f"at {host} the image is {shown}")
    for origin in urls[0], "http://new.example:8080":
        status = server.request("POST", "/item", body, {"Content-Type": kind, "Origin": origin})[0]
        case.holds(status == 201, f"a page of {origin} may write: {status} (201)")
    status = server.request("GET", "/item/1", headers={"Host": "else.example"})[0]
    case.holds(status == 421, f"another host gets {status} (421)")
    server.stop()


def lists(case):
    store = case.folder / "difficult.db"
    currencies = fill(case, store)
    first_version(case, store, currencies)
    cases = [("v2a", "UTC", False), ("v2b", "Asia/Seoul", True)]
    if not case.short:
        cases += [("v2a", "Asia/Seoul", True), ("v2b", "UTC", False)]
    for contract, zone, whole in cases:
        second_version(case, store, currencies, contract, zone, whole)


with Case(__doc__) as case:
    for part in (lists, forms, addresses):
        case.attempt(part)
