#!/usr/bin/env python3
"""Requests responses over many connections, and does not read them: pages and exports with long descriptions, ranges of an image,
whole images, price lists for people, small responses. The server's memory stays small, and is given back afterwards."""

import contextlib
import itertools
import json
import time

import clock
from clients import ATTACKER, GOOD, Timed, addresses
from image_files import png
from served import Case, allow_open_files, image_path

DESCRIPTION = 65_536
# In MiB.
PEAK = 160
# As DEPLOYMENT says.
ALL = 300


def fill(case, server, count):
    """Adds items with descriptions of 64 kB, from several addresses. Those of every fourth are six times as long in JSON."""
    sources, added = addresses(50), 0
    for number in range(count):
        text = f"{number}: ".ljust(DESCRIPTION, "\x01" if number % 4 == 0 else "x")
        status, body = server.add(f"Item {number}", descriptions=text, source=sources[number % 50], timeout=60)
        added += status == 201
    case.holds(added == count, f"{added} of {count} items with descriptions of 64 kB are added")


@contextlib.contextmanager
def unread(server, requests, sources=(ATTACKER, *addresses(1))):
    """Sends each request over a connection of its own, from these addresses, and reads nothing of the responses."""
    with contextlib.ExitStack() as connections:
        for head, source in zip(requests, itertools.cycle(sources)):
            with contextlib.suppress(OSError):
                connection = connections.enter_context(server.connect(source, receive_buffer=4096))
                connection.sendall(head)
        yield


def settle(server, seconds):
    """Waits until memory has not grown for a second, for `seconds` at most."""
    peak, since, end = server.memory(), time.monotonic(), time.monotonic() + seconds
    while time.monotonic() < min(end, since + 1):
        time.sleep(0.1)
        if server.memory() > peak:
            peak, since = server.memory(), time.monotonic()


def get_item(server):
    def item(_):
        code, body = server.request("GET", "/item/1", source=GOOD, timeout=30)
        return None if code == 200 else f"{code} {body[:80]}"

    return item


def pages(case):
    case.note("24 readers of pages with 500 descriptions of 64 kB each:")
    server = case.serve(case.folder / "pages.db")
    fill(case, server, 500)
    # Other targets, so that no two are one page of a cache.
    heads = [server.head("GET", f"/api/products?page_no=1&items_per_page=500&reader={n}") for n in range(24)]
    ask(case, server, heads)
    status, body = server.request("GET", "/api/products?page_no=1&items_per_page=500", source=GOOD, timeout=60)
    rows = json.loads(body)["pages"] if status == 200 else []
    lengths = {len(row["description"]) for row in rows}
    case.holds(len(rows) == 500 and lengths == {DESCRIPTION},
               f"afterwards others get the whole page: {status}, {len(rows)} rows, descriptions of {sorted(lengths)} "
               "bytes")
    case.holds(server.memory() < PEAK, f"VmHWM: {server.memory():.0f} MiB (limit {PEAK} MiB)")
    case.note("24 readers of exports of the same items:")
    body = b'{"limit":500}'
    export = server.head("POST", "/items/export", {"Content-Type": "application/json", "Content-Length": len(body)}) + body
    ask(case, server, [export] * 24)
    case.note("12 readers of pages and 12 of exports:")
    ask(case, server, heads[:12] + [export] * 12)
    status, body = server.request(
        "POST", "/items/export", body, {"Content-Type": "application/json"}, source=GOOD, timeout=60)
    rows = [json.loads(line) for line in body.splitlines()] if status == 200 else []
    lengths = {len(row["description"]) for row in rows}
    case.holds(len(rows) == 500 and lengths == {DESCRIPTION},
               f"afterwards others get the whole export: {status}, {len(rows)} lines, descriptions of {sorted(lengths)} "
               "bytes")
    case.holds(server.memory() < PEAK, f"VmHWM: {server.memory():.0f} MiB (limit {PEAK} MiB)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def ask(case, server, requests):
    """Asks for large responses, and reads none; in the full run three times."""
    for _ in range(1 if case.short else 3):
        with Timed(get_item(server), 0.1) as good, unread(server, requests):
            settle(server, 20)
        good.report(case, "others' GET of an item", 2)
        case.holds(server.memory() < PEAK, f"VmHWM: {server.memory():.0f} MiB (limit {PEAK} MiB)")


def images(case):
    server = case.serve(case.folder / "images.db")
    server.add("Item", source=GOOD)
    image = png(case.random.randbytes(10_400_000))
    large = image_path(server.add("Large", image=image, source=GOOD))
    time.sleep(1)
    at_start = server.memory("VmRSS")

    def growth(what, heads, limit, rounds):
        before = server.memory("VmRSS")
        server.forget_peak()
        for _ in range(rounds):
            with Timed(get_item(server), 0.1) as good, unread(server, heads):
                settle(server, 20)
        good.report(case, "others' GET of an item", 2)
        grown = server.memory() - before
        case.holds(grown < limit, f"{what}: memory grows by {grown:.0f} MiB (limit {limit} MiB)")

    rounds = 1 if case.short else 3
    ranges = [server.head("GET", large, {"Range": f"bytes={first}-{first + 4_999_999}"}) for first in range(50)]
    growth("50 unread ranges of 5 MB of an image of 10 MB", ranges, 120, rounds)
    count = 100 if case.short else 300
    growth(f"{count} unread images of 10 MB", [server.head("GET", large)] * count, 200, rounds)
    start = time.perf_counter()
    while clock.seconds(start) < 3:
        time.sleep(0.1)
    left = server.memory("VmRSS") - at_start
    case.holds(left < 32, f"3 s after all have disconnected, {left:.0f} MiB more are used than before (limit 32 MiB)")
    whole = server.request("GET", large, source=GOOD)
    part = server.request("GET", large, headers={"Range": "bytes=5000000-5000099"}, source=GOOD)
    case.holds(whole == (200, image) and part == (206, image[5_000_000:5_000_100]),
               f"others get the image, and the range: {whole[0]}, {part[0]}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def people(case):
    """Price lists with the longest titles, whose characters take six bytes each as markup; and small responses."""
    allow_open_files(4096)
    server, sources = case.serve(case.folder / "people.db"), addresses(50)
    for number in range(200):
        server.add(f"{number}".ljust(1000, '"'), source=sources[number % 50], timeout=60)
    size = len(server.request("GET", "/price-list", source=GOOD)[1])
    case.holds(size < 256 << 10, f"a price list of 200 items with the longest titles has {size / 1024:.0f} KiB (limit 256 KiB)")

    def add(_):
        code, body = server.add("Lamp", source=GOOD, timeout=60)
        return None if code == 201 else f"{code} {body[:80]}"

    for what, target in (("price lists", "/price-list?item="), ("small responses", "/items/1?reader=")):
        for count, clients in [(500, [ATTACKER])] if case.short else [(500, [ATTACKER]), (1200, addresses(4, 7))]:
            heads = [server.head("GET", f"{target}{number}", {"Accept": "text/html"}) for number in range(count)]
            case.note(f"{count} unread {what} from {len(clients)} addresses:")
            with Timed(get_item(server), 0.1) as get, Timed(add, 0.1) as added, unread(server, heads, clients):
                settle(server, 20)
            get.report(case, "others' GET of an item", 2)
            added.report(case, "others' additions", 2)
            case.holds(server.memory() < ALL, f"VmHWM: {server.memory():.0f} MiB (limit {ALL} MiB)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


with Case(__doc__) as case:
    pages(case)
    images(case)
    people(case)
