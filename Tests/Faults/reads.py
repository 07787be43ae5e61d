#!/usr/bin/env python3
"""Asks for lists, searches, exports and reports that take long, over 64 connections from 32 networks, never twice the same.
Others still add items, read them, and find what few items have."""

import json
import time
import urllib.parse

from clients import GOOD, Attackers, Timed, addresses
from served import Case

CONNECTIONS = 64
NETWORKS = addresses(32)
# In MiB.
PEAK = 300


def fill(case, store, count):
    """Imports items of a few frequent words, of which one in a thousand has a word of its own."""
    words = ("brass red old small large wooden green heavy modern antique silver golden quiet bright broken folding lamp "
             "chair table clock vase kettle mirror basket bottle carpet drawer helmet jacket ladder").split()
    sheet = case.folder / "items.csv"
    with sheet.open("w") as file:
        file.write("title,price,currency,stock,description,tags\n")
        for number in range(count):
            first, second, third = case.random.choices(words, k=3)
            rare = f"zyx{number // 1_000}" if number % 1_000 == 0 else third
            file.write(f"{first} {second} {number},{case.random.randint(1, 99_999) / 100},USD,{case.random.randint(0, 9)},"
                       f"A {first} {second} {rare} from the workshop beside the old market hall.,{third}\n")
    done = case.market("import", sheet, "--yes", "--quiet", "--store", store)
    case.holds(done.returncode == 0, f"{count:,} items are imported: {done.stderr.strip()[:200]}")


def floods():
    """Name, and the request with a number: method, target and body."""
    def list_of(number):
        low = number % 400
        return "GET", f"/items/{1 + number % 50}?min={low}&max={low + 300 + number % 7}&in-stock=1&below={4 + number % 5}", None

    def price_list(number):
        return "GET", f"/items/{200 + number % 1_000}?sort={'-' if number % 2 else ''}price&min={number % 100}", None

    def search(number):
        letters = "etaoinsrhld"
        words = f"{letters[number % 11]} {letters[number // 11 % 11]} {number % 90 + 10}"
        return "GET", f"/items/{1 + number % 20}?q={urllib.parse.quote(words)}&sort=title", None

    def export(number):
        body = {"filters": {"min": str(number % 500), "in-stock": "1"}, "after": number % 10_000, "limit": 500}
        return "POST", "/items/export", json.dumps(body)

    return {"filtered lists": list_of, "price lists": price_list, "searches": search, "exports": export}


def attack_with(server, request_of):
    def attack(thread, number):
        method, target, body = request_of(thread * 100_000 + number)
        code, _ = server.request(
            method, target, body, {"Content-Type": "application/json"} if body else {}, timeout=60,
            source=NETWORKS[thread % len(NETWORKS)])
        return code

    return attack


with Case(__doc__) as case:
    store, count = case.folder / "market.db", 20_000 if case.short else 300_000
    fill(case, store, count)
    server = case.serve(store, patience=120)
    seconds = 2.5 if case.short else 20

    def read(number):
        code, body = server.request("GET", f"/item/{1 + number % count}", source=GOOD, timeout=60)
        return None if code == 200 else f"{code} {body[:80]}"

    def add(number):
        code, body = server.add(f"New {number}", source=GOOD, timeout=60)
        return None if code == 201 else f"{code} {body[:80]}"

    def search(number):
        code, body = server.request("GET", f"/items/1?q=zyx{number % (count // 1_000)}", source=GOOD, timeout=60)
        found = len(json.loads(body)["items"]) if code == 200 else 0
        return None if found else f"{code} {body[:80]}"

    for name, request_of in floods().items():
        with Attackers(CONNECTIONS, attack_with(server, request_of), pause=0) as attackers:
            with Timed(read) as reads, Timed(add, 0.2) as adds, Timed(search, 0.2) as searches:
                time.sleep(seconds)
        case.note(f"{name}: {attackers.words}")
        reads.report(case, f"beside {name}: GET of an item", 0.3)
        adds.report(case, f"beside {name}: an item is added", 0.3)
        searches.report(case, f"beside {name}: a search for a rare word", 1)
    case.holds(server.memory() <= PEAK, f"the server's memory: {server.memory():.0f} MiB (limit {PEAK})")
    code, body = server.request("GET", "/items/1?q=e", source=GOOD)
    case.holds(code == 200 and len(json.loads(body)["items"]) == 20, f"a search for a letter that all items have: {code}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
