#!/usr/bin/env python3
"""Expensive writes of one client, while another adds items: returns of many sales, movements under one reference,
corrections of a sale with many returns, large batches of long texts, deleting an item with many reviews. Then one batch
that arrives twice at once, how the server counts what they store, and what a full store deletes."""

import contextlib
import json
import os
import sqlite3
import threading
import time

import clock
from clients import ATTACKER, GOOD, Timed
from image_files import png
from served import Case, multipart

# Limits: the time that another's add may take beyond its undisturbed time, in seconds, and the memory of the server in MiB.
DELAY = 0.5
MEMORY = 160
PASSWORD = "correct horse"


def move(server, *movements, timeout=60):
    """Sends movements in one request."""
    body = json.dumps({"movements": [{"password": PASSWORD} | movement for movement in movements]})
    return server.request(
        "POST", "/movements", body, {"Content-Type": "application/json"}, timeout, ATTACKER)


def batch(server, lines, timeout=120, source=ATTACKER, **fields):
    """Sends lines in one batch."""
    kind, body = multipart({"password": PASSWORD} | fields, [])
    boundary = kind.partition("boundary=")[2]
    parts = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="item"\r\n\r\n'.encode()
        + json.dumps(line, ensure_ascii=False).encode() + b"\r\n" for line in lines)
    end = f"--{boundary}--\r\n".encode()
    return server.request(
        "POST", "/items", body[:-len(end)] + parts + end, {"Content-Type": kind}, timeout, source)


def hangul(case, size):
    """A text of so many bytes of which every run of three letters is another one."""
    return "".join(chr(case.random.randrange(0xAC00, 0xD7A4)) for _ in range(size // 3))


def add(server, title="Lamp", stock=1, source=ATTACKER):
    added = server.add(title, stock=stock, source=source)
    return json.loads(added[1])["id"]


class Other:
    """Another client, which adds an item every 20 ms."""

    def __init__(self, case, server):
        self.case, self.server = case, server
        with Timed(self.add) as quiet:
            time.sleep(1 if case.short else 3)
        self.undisturbed = quiet.worst

    def add(self, number):
        status, body = self.server.add(f"Other {number}", source=GOOD)
        return None if status == 201 else f"{status} {body[:100]}"

    @contextlib.contextmanager
    def adding(self, what):
        self.server.forget_peak()
        with Timed(self.add) as adds:
            yield
        self.case.holds(adds.calls and not adds.wrong, f"{what}: another's adds succeed: {adds.words}")
        delay = adds.worst - self.undisturbed
        self.case.holds(
            delay <= DELAY,
            f"{what}: another's add takes {delay:.2f} s at most beyond its {self.undisturbed:.2f} s (limit {DELAY} s)")
        memory = self.server.memory()
        self.case.holds(memory <= MEMORY, f"{what}: memory is {memory:.0f} MiB (limit {MEMORY} MiB)")


def sell(server, item, count):
    for start in range(0, count, 100):
        sales = [{"item": item, "kind": "sold", "quantity": 1}] * min(100, count - start)
        status, body = move(server, *sales)
        assert status == 201, body[:200]


def returns(case, server, other):
    count = 3_000 if case.short else 100_000
    item = add(server, "Returned", 2 * count)
    sell(server, item, count)
    for _ in range(0, count, 1_000):
        move(server, {"item": item, "kind": "returned", "quantity": 1_000})
    sell(server, item, 20)
    many = {"item": item, "kind": "returned", "quantity": 1}
    with other.adding(f"20 returns in a request after {count:,} sales that came back"):
        start = time.perf_counter()
        status = move(server, *[many] * 20)[0]
        first = time.perf_counter() - start
        statuses = [move(server, *[many] * 20)[0] for _ in range(10)]
    case.holds(status == 201 and set(statuses) == {409}, f"what can be returned is: {status}, then {set(statuses)}")
    case.note(f"20 returns take {first:.3f} s")
    sell(server, item, 1_100)
    status, body = move(server, many | {"quantity": 1_001})
    case.holds(
        status == 409 and json.loads(body)["code"] == "too_many_movements",
        f"a return of 1,001 sales is refused: {status}")
    with other.adding("returns of 1,000 sales at once"):
        start = time.perf_counter()
        status = move(server, many | {"quantity": 1_000})[0]
        took = time.perf_counter() - start
        case.holds(status == 201, f"a return of 1,000 sales is recorded: {status}, in {took:.2f} s")
        for _ in range(2 if case.short else 20):
            sell(server, item, 1_000)
            move(server, many | {"quantity": 1_000})


def references(case, server, other):
    count = 1_000 if case.short else 6_000
    item = add(server, "Referenced", 2 * count)
    one = {"item": item, "reference": "R"}
    move(server, one | {"kind": "sold", "quantity": count + 300})
    def returned(times):
        start = time.perf_counter()
        for _ in range(times):
            move(server, *[one | {"kind": "returned", "quantity": 1}] * 100)
        return clock.seconds(start) / times
    first = returned(1)
    with other.adding(f"{count:,} returns under one reference"):
        returned(count // 100)
    last = returned(2)
    case.holds(last <= max(3 * first, 0.3), f"100 returns take {first:.3f} s at first and {last:.3f} s at last")


def corrections(case, server, other):
    item = add(server, "Corrected", 1_000)
    sold = json.loads(move(server, {"item": item, "kind": "sold", "quantity": 1_000, "note": "n" * 900})[1])
    entry = sold["movements"][0]["id"]
    for _ in range(4):
        move(server, *[{"item": item, "kind": "returned", "quantity": 1, "note": "n" * 900}] * 100)
    size = os.path.getsize(server.store)
    with other.adding("corrections of a sale with 400 returns"):
        worst = 0
        for price in range(1, 4 if case.short else 40):
            start = time.perf_counter()
            status, body = move(server, {"item": item, "kind": "correction", "entry": entry, "price": price})
            worst = max(worst, clock.seconds(start))
            if status != 201:
                case.holds(False, f"a correction is recorded: {status} {body[:100]}")
                return
            entry = json.loads(body)["movements"][-1]["id"]
    case.holds(worst <= DELAY, f"a correction takes {worst:.2f} s at most (limit {DELAY} s)")
    grown = (os.path.getsize(server.store) - size) / price
    case.holds(grown <= 600_000, f"a correction stores {grown:,.0f} bytes (limit 600,000)")
    for _ in range(2):
        move(server, *[{"item": item, "kind": "returned", "quantity": 1}] * 100)
    status, body = move(server, {"item": item, "kind": "correction", "entry": entry, "price": 99})
    case.holds(status == 409, f"a correction of a sale with 600 returns is refused: {status}")


def texts(case, server, other):
    count = 60 if case.short else 500
    lines = [{"action": "add", "title": f"Long {number}", "price": 1, "currency": "USD", "stock": 1,
              "description": hangul(case, 50_000)} for number in range(count)]
    with other.adding(f"a batch of {count} texts of 50 kB"):
        start = time.perf_counter()
        status, body = batch(server, lines)
        took = time.perf_counter() - start
        results = [json.loads(line) for line in body.splitlines()]
        case.holds(
            status == 200 and {result["result"] for result in results} == {"added"},
            f"{count} texts of 50 kB are added: {status}, in {took:.1f} s")
        word = lines[-1]["description"][:3]
        found = json.loads(server.request("GET", "/items/1?q=" + "".join(f"%{byte:02x}" for byte in word.encode()))[1])
        case.holds(
            [item["id"] for item in found["items"]] == [results[-1]["id"]], "a long text is found when its batch is done")
        updates = [{"action": "update", "id": result["id"], "description": hangul(case, 50_000)} for result in results]
        status, _ = batch(server, updates[:count // 3])
        deletions = [{"action": "delete", "id": result["id"]} for result in results]
        status = status, batch(server, deletions)[0]
    case.holds(status == (200, 200), f"long texts are changed and deleted: {status}")


def lower_bound(counts):
    """What the store sorts by, in billionths of a star (Evan Miller, "Ranking Items With Star Ratings")."""
    total = sum(counts) + 5
    shares = [(stars, (count + 1) / total) for stars, count in enumerate(counts, 1)]
    mean = sum(stars * share for stars, share in shares)
    square = sum(stars * stars * share for stars, share in shares)
    return round((mean - 1.65 * ((square - mean * mean) / (total + 1)) ** 0.5) * 1_000_000_000)


def reviewed(case, server, other):
    """Deletes an item with as many long reviews as clients write in days."""
    item, count = add(server, "Reviewed"), 1_000 if case.short else 6_000
    with contextlib.closing(sqlite3.connect(server.store, timeout=10)) as database, database:
        database.execute(
            "UPDATE item SET five_stars = ?, rating = ? WHERE id = ?", (count, lower_bound([0, 0, 0, 0, count]), item))
        database.executemany(
            "INSERT INTO review (item_id, stars, verified, date, password_hash, text) VALUES (?, 5, 0, 1, 'x', ?)",
            ((item, hangul(case, 15_000)) for _ in range(count)))
    with other.adding(f"deleting an item with {count:,} reviews of 15 kB"):
        start = time.perf_counter()
        status = server.request("DELETE", f"/item/{item}", json.dumps({"password": PASSWORD}),
                                {"Content-Type": "application/json"}, source=ATTACKER)[0]
        took = time.perf_counter() - start
    case.holds(status == 200, f"an item with {count:,} reviews is deleted: {status}, in {took:.2f} s")


def twice(case):
    """Sends one batch of keyed lines over two addresses at once, as a client does whose network has changed."""
    store = case.folder / "twice.db"
    server = case.serve(store)
    rounds, count, wrong = 4 if case.short else 20, 240, []
    for number in range(rounds):
        lines = [{"action": "add", "key": f"row {number}.{row}", "sku": f"S-{number}-{row}", "title": f"Row {row}",
                  "price": 1, "currency": "USD", "stock": 3, "description": "d" * 10_000} for row in range(count)]
        responses, barrier = {}, threading.Barrier(2)

        def send(source):
            barrier.wait()
            responses[source] = batch(server, lines, source=source)

        threads = [threading.Thread(target=send, args=[source]) for source in (ATTACKER, GOOD)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        results = [[json.loads(line) for line in body.splitlines()] for _, body in responses.values()]
        kinds = [{(result["result"], result.get("code")) for result in rows} for rows in results]
        ids = [[result.get("id") for result in rows] for rows in results]
        if kinds != [{("added", None)}] * 2 or ids[0] != ids[1] or len(set(ids[0])) != count:
            wrong.append(f"{[status for status, _ in responses.values()]} {kinds}")
    case.none(wrong, f"{rounds} batches of {count} lines arrive twice at once, and both are told the same items")
    case.holds(server.stop() == 0, "the server stops with exit code 0")
    titles = case.titles(store) or []
    case.holds(len(titles) == rounds * count, f"each line is added once: {len(titles):,} of {rounds * count:,} items")


def growth(case):
    """What updates store is counted: a client's network stores half of an hour's bytes at once."""
    server = case.serve(case.folder / "growth.db", "--limit-uploads", "8M")
    server.store = case.folder / "growth.db"
    item, start = add(server), os.path.getsize(server.store)
    status, sent = 200, 0
    while status == 200 and sent < 400:
        line = {"action": "update", "id": item, "title": f"{sent} " + hangul(case, 990), "description": hangul(case, 900)}
        status, body = batch(server, [line | {"title": f"{number} {line['title']}"[:900]} for number in range(100)])
        sent += 1
    grown = os.path.getsize(server.store) - start
    case.holds(
        sent == 400 and grown < 8 << 20 or status == 429,
        f"{sent} batches of updates of one item store {grown:,} bytes, then {status}")
    with sqlite3.connect(f"file:{server.store}?mode=ro", uri=True) as database:
        changes, = database.execute("SELECT count(*) FROM item_change").fetchone()
    case.holds(changes <= 100, f"{changes} changes of an item are kept (limit 100)")
    start, status, stored = os.path.getsize(server.store), 201, 0
    while status == 201 and stored < 400:
        status = move(server, *[{"item": item, "kind": "received", "quantity": 1, "note": "n" * 999}] * 100)[0]
        stored += 1
    grown = os.path.getsize(server.store) - start
    case.holds(
        status == 429 and grown <= 2 * (4 << 20),
        f"movements are counted: {grown:,} bytes under a limit of 4 MiB at once, then {status}")
    status = server.request("DELETE", f"/item/{item}", json.dumps({"password": PASSWORD}),
                            {"Content-Type": "application/json"}, source=ATTACKER)[0]
    case.holds(status == 200, f"who has stored too much can delete: {status}")
    case.holds(server.stop() == 0, "the server stops with exit code 0")


def full(case):
    """A full store deletes, in a batch as well."""
    server = case.serve(case.folder / "full.db", "--limit-store", "6M")
    image, ids, status = png(case.random.randbytes(500_000)), [], 201
    while status == 201:
        status, body = server.add("Large", image=image, source=ATTACKER)
        if status == 201:
            ids.append(json.loads(body)["id"])
    case.holds(status == 507, f"a store of 6 MiB is full after {len(ids)} images: {status}")
    while batch(server, [{"action": "add", "title": hangul(case, 900), "price": 1, "currency": "USD"}])[0] == 200:
        pass
    status, body = batch(server, [{"action": "delete", "id": number} for number in ids])
    results = {json.loads(line)["result"] for line in body.splitlines()}
    case.holds((status, results) == (200, {"deleted"}), f"a batch deletes from a full store: {status} {results}")
    status = server.add("Again", image=image, source=ATTACKER)[0]
    case.holds(status == 201, f"there is room then: {status}")
    case.holds(server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(case.folder / "full.db")


with Case(__doc__) as case:
    server = case.serve(case.folder / "writes.db", "--limit-uploads", "100G", "--limit-store", "100G")
    server.store = case.folder / "writes.db"
    other = Other(case, server)
    for part in (returns, references, corrections, texts, reviewed):
        case.attempt(lambda case: part(case, server, other))
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(server.store)
    case.attempt(twice)
    case.attempt(growth)
    case.attempt(full)
