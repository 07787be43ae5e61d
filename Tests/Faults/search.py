#!/usr/bin/env python3
"""Searches for what is expensive to find, from one address, again and again, and disconnects after half a second.
Others still get their items, and their searches find what they name."""

import json
import time
import urllib.parse

import clock
from clients import ATTACKER, GOOD, Attackers, Timed, addresses
from served import Case

LETTERS = "abcdefghijklmnop"
SEARCHERS = 24


def searches():
    """Name and words of each search."""
    return {
        "the same letter 16 times": " ".join(["a"] * 16),
        "16 letters": " ".join(LETTERS),
        "a word of 400 letters": "a" * 400,
        "100 words of 3 letters": " ".join(["aaa"] * 100),
    }


def disconnecting(server, path):
    """Sends a search and disconnects after half a second, with or without a response."""

    def attack(thread, number):
        with server.connect(ATTACKER, timeout=0.5) as connection:
            # Another page each time, so that none comes from a cache.
            connection.sendall(server.head("GET", path.format(thread * 100_000 + number + 1)))
            start = time.monotonic()
            try:
                data = connection.recv(1 << 16)
            except TimeoutError:
                return "no response"
            time.sleep(max(0, 0.5 - (time.monotonic() - start)))
            return data[9:12].decode()

    return attack


def has_found(server, path, key):
    """What is wrong with an ordinary search; None if it finds its one item."""
    code, body = server.request("GET", path, source=GOOD, timeout=30)
    if code != 200:
        return f"{code} {body[:80]}"
    found = [row.get("title", row.get("name")) for row in json.loads(body)[key]]
    return None if found == ["Brass lamp"] else f"it finds {found[:3]}"


with Case(__doc__) as case:
    store = case.folder / "market.db"
    server = case.serve(store)
    server.add("Brass lamp", source=GOOD)
    runs = "a" * 65_536
    sources = addresses(8)
    for number in range(40):
        letters = "".join(case.random.choices([f"{letter} " for letter in LETTERS], k=32_768))
        status, body = server.add(
            "Letters", descriptions=runs if number % 2 else letters, source=sources[number % 8], timeout=60)
        if status != 201:
            case.note(f"an item of 64 kB of letters is rejected: {status} {body[:120]}")
    seconds = 1.5 if case.short else 15
    for name, words in searches().items():
        word = urllib.parse.quote(words)
        for path in (f"/items/{{}}?q={word}", f"/api/products?page_no={{}}&search_value={word}"):
            def item(_):
                code, body = server.request("GET", "/item/1", source=GOOD, timeout=30)
                return None if code == 200 else f"{code} {body[:80]}"

            with Attackers(SEARCHERS, disconnecting(server, path)) as attackers, Timed(item) as good:
                time.sleep(seconds)
            version = "v2" if "products" in path else "v1"
            good.report(case, f"{version}, {name}, {SEARCHERS} searches at once: GET of an item", 1)
            case.note(f"the searches: {attackers.words}")
            if good.wrong or good.worst > 1:
                # The next search is not to wait for what this one left.
                server.kill()
                server = case.serve(store)

    start = time.perf_counter()
    defects = [has_found(server, "/items/1?q=brass+lamp", "items"),
               has_found(server, "/api/products?search_value=brass%20lamp", "pages")]
    seconds = clock.seconds(start)
    case.holds(defects == [None, None], f"afterwards a search finds its item, in v1 and in v2: {defects}")
    case.holds(seconds <= 2, f"the two take {seconds:.2f} s (limit 2 s)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
