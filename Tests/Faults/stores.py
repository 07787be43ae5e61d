#!/usr/bin/env python3
"""Fills a store to its limit, opens stores that others may read or that were made to do harm, and a config file that
others may write: the limit holds, and a hostile store neither hangs the program nor runs anything."""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

from clients import ATTACKER, GOOD
from image_files import png
from served import PROGRAM, Case, Hangs, NotStarted, form

LIMIT = 50 << 20
# A program that ends later hangs.
SECONDS = 10

# A statement that reads this view never ends.
ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
# An expression, within quotes, of functions that a schema may call.
GIGABYTES = " + ".join(f"length(replace(hex(zeroblob({300_000_000 + number})), ''00'', title))" for number in range(10))
ITEM_COLUMNS = ("x AS id, 1 AS vendor_id, 'T' AS title, 'USD' AS currency, 0 AS price, NULL AS discounted_price, "
                "1 AS stock, 0 AS registration_date, '' AS password_hash, '' AS description")
HOSTILE = {
    "a view without end in place of the items": f"""
        PRAGMA foreign_keys = OFF; DROP TABLE item; CREATE VIEW item AS {ENDLESS} SELECT {ITEM_COLUMNS} FROM n""",
    "a view without end in place of the vendors": f"""
        PRAGMA foreign_keys = OFF; ALTER TABLE vendor RENAME TO vendors;
        CREATE VIEW vendor AS {ENDLESS} SELECT x AS id, 'V' AS name, NULL AS identifier, NULL AS secret_hash,
          0 AS registration_date FROM n WHERE x < 0 OR x > 0""",
    "a trigger without end on adds": f"""
        CREATE VIEW endless AS {ENDLESS} SELECT x FROM n;
        CREATE TRIGGER hostile BEFORE INSERT ON item BEGIN SELECT count(*) FROM endless; END""",
    "triggers that write": "".join(f"""
        CREATE TRIGGER hostile_{what}_{table} AFTER {what} ON {table} BEGIN
          INSERT INTO ran VALUES ('{what}'); UPDATE item SET title = 'Changed by a trigger' WHERE id = 1; END;"""
        for what, table in [("INSERT", "item"), ("DELETE", "item"), ("INSERT", "image"), ("DELETE", "image")]),
    "a check that handles gigabytes": f"""
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'title TEXT NOT NULL',
          'title TEXT NOT NULL CHECK (0 <= {GIGABYTES})') WHERE name = 'item'""",
    "a schema of 32 MB": f"""
        PRAGMA writable_schema = ON;
        INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) SELECT 'view', 'v' || x, 'v' || x, 0,
          'CREATE VIEW v' || x || ' AS SELECT 1 AS "' || printf('%.*c', 300, 'x') || '"'
          FROM ({ENDLESS} SELECT x FROM n LIMIT 100000)""",
}


def limit(case):
    store = case.folder / "limited.db"
    server = case.serve(store, "--limit-store", "50M")
    first = server.add("Lamp", source=GOOD)
    image = png(case.random.randbytes(4_000_000))
    statuses, reason = [], ""
    for number in range(30):
        # Another address each time: the rate of one client is not what is tested.
        status, body = server.add(f"Large {number}", image=image, source=f"127.0.6.{number + 1}")
        statuses.append(status)
        if status == 507:
            reason = json.loads(body).get("reason", "")
    size = sum(path.stat().st_size for path in case.folder.glob("limited.db*")) / (1 << 20)
    case.holds(201 in statuses and statuses[-1] == 507 and set(statuses) == {201, 507},
               f"with --limit-store 50M, {statuses.count(201)} of 30 images of 4 MB get in, then 507: {reason}")
    case.holds(size <= LIMIT / (1 << 20) + 1, f"the store has {size:.1f} MiB (limit 50 MiB)")
    got = server.request("GET", "/item/1", source=GOOD)
    case.holds(got == (200, first[1]), f"an item can be read: {got[0]}")
    edited = server.edit(1, title="Edited", source=GOOD)[0]
    deleted = [server.delete(number, source=GOOD)[0] for number in (2, 3)]
    case.holds(deleted == [200, 200], f"items can be deleted: {deleted}")
    case.note(f"an edit of a title gets {edited}")
    status = server.add("Again", image=image, source=GOOD)[0]
    case.holds(status == 201, f"then there is space for another image: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(store)


def uploads(case):
    server = case.serve(case.folder / "uploads.db", "--limit-uploads", "20M")
    image, responses = png(case.random.randbytes(4_000_000)), []
    for number in range(12):
        responses.append(server.exchange("POST", "/item", *parts(number, image), source=ATTACKER))
    taken = sum(response[0] == 201 for response in responses)
    status, body, headers = responses[-1]
    case.holds(1 <= taken <= 5 and status == 429 and headers["Retry-After"],
               f"with --limit-uploads 20M, {taken} of 12 images of 4 MB of one address get in, then {status}: "
               f"{json.loads(body).get('reason')}; Retry-After: {headers['Retry-After']}")
    status = server.add("Lamp", image=image, source=GOOD)[0]
    case.holds(status == 201, f"another's image gets in: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def parts(number, image):
    """The body and the header fields of an add."""
    kind, body = form({"title": f"Large {number}", "price": "1", "currency": "USD", "stock": "1"}, image)
    return body, {"Content-Type": kind}


def modes(case):
    store = case.folder / "modes.db"
    server = case.serve(store)
    server.add("Lamp", source=GOOD)
    server.stop()

    def start(*options):
        """What `market serve` writes to stderr in its first seconds; the exit code is None if it starts."""
        try:
            done = subprocess.run(
                [PROGRAM, "serve", "--port", "0", "--store", store, *options], env=case.environment(),
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1.5)
            return done.returncode, done.stderr
        except subprocess.TimeoutExpired as stopped:
            return None, (stopped.stderr or b"").decode()

    def said(text):
        """The line about permissions."""
        words = "permission|chmod|other users|others|by anyone"
        return next((line for line in text.splitlines() if re.search(words, line)), None)

    code, text = start("--public")
    case.holds(code is None and not said(text), f"a private store is served in public, without a warning: {said(text)}")
    store.chmod(0o644)
    code, text = start()
    case.holds(code is None and said(text), f"a store that others can read is served with a warning: {said(text)}")
    code, text = start("--public")
    case.holds(code not in (None, 0) and said(text), f"and not in public, exit code {code}: {said(text)}")
    store.chmod(0o600)
    config = case.folder / ".config/market/config"
    config.parent.mkdir(parents=True, mode=0o700)
    config.write_text("# none\n")
    config.chmod(0o666)
    code, text = start()
    case.holds(code is None and said(text), f"a config file that others can write is used with a warning: {said(text)}")
    code, text = start("--public")
    case.holds(code not in (None, 0) and said(text), f"and not in public, exit code {code}: {said(text)}")
    config.unlink()


def hostile(case):
    original = case.folder / "original.db"
    server = case.serve(original)
    for number in range(2):
        server.add(f"Lamp {number}", source=GOOD)
    server.stop()
    for name, script in HOSTILE.items():
        store = case.folder / "hostile.db"
        shutil.copy(original, store)
        with contextlib.closing(sqlite3.connect(store)) as database:
            # Where what runs leaves a trace.
            database.executescript(f"CREATE TABLE ran (what TEXT); {script}")
        slow = run_all(case, store)
        case.holds(not slow, f"{name}: every command ends within {SECONDS} s"
                   + (f", but: {', '.join(slow)}" if slow else ""))
        with contextlib.closing(sqlite3.connect(store)) as database:
            ran = database.execute("SELECT count(*) FROM ran").fetchone()[0]
            titles = [] if "in place of the items" in name else database.execute(
                "SELECT title FROM item WHERE title LIKE 'Changed%'").fetchall()
        case.holds(not ran and not titles, f"{name}: nothing of it has run ({ran} traces)")
        store.unlink()
        for rest in case.folder.glob("hostile.db*"):
            rest.unlink()


def run_all(case, store):
    """The first command that does not end in time. A server has to end, or to respond."""
    commands = [["list", "--all"], ["show", "1"], ["search", "lamp"], ["add", "--title", "T", "--price", "1"],
                ["edit", "1", "--title", "T"], ["vendor", "list"], ["delete", "2", "--yes"]]
    # Each may take some seconds to refuse a store.
    for words in commands[::3] if case.short else commands:
        try:
            subprocess.run([PROGRAM, *words, "--store", store], env=case.environment(), stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=SECONDS, preexec_fn=lambda: os.nice(5))
        except subprocess.TimeoutExpired:
            return [words[0]]
    try:
        server = case.serve(store, patience=SECONDS)
    except Hangs:
        return ["serve"]
    except NotStarted:
        return []
    requests = {
        path: lambda path=path: server.request("GET", path, timeout=SECONDS)
        for path in ("/items/1", "/item/1", "/api/products", "/items/1?q=lamp")
    } | {"POST": lambda: server.add("T", timeout=SECONDS), "PATCH": lambda: server.edit(1, title="T", timeout=SECONDS)}
    try:
        for name, request in requests.items():
            try:
                request()
            except TimeoutError:
                return [f"serve, {name}"]
            except OSError:
                pass
        return []
    finally:
        server.kill()


with Case(__doc__) as case:
    for part in (limit, uploads, modes, hostile):
        case.attempt(part)
