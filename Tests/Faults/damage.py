#!/usr/bin/env python3
"""Sets each column of each table of a store to values that it cannot have, and runs every command: none may crash, each ends
with an exit code of the documentation, and `market check` names the table, the row and the column."""

import concurrent.futures
import contextlib
import os
import shutil
import sqlite3
import subprocess

from image_files import png
from served import PROGRAM, Case

INTEGERS = (-(1 << 63), (1 << 63) - 1, -1, 0, 1 << 53, 1 << 62, 4_611_686_018_427_387_903, -(1 << 62))
# Values of other types, for which the tables must not be STRICT.
OTHERS = ("", "x" * 100_000, "text", "\x1b]0;title\x07", 1e308, float("-inf"), -0.5, b"\xff\x00")
# Tables that only SQLite writes and reads.
SKIPPED = ("sqlite_", "item_search")
SECONDS = 20

READING = [
    ["list"], ["list", "--all", "--sort", "rating"], ["list", "--json"], ["show", "1"], ["show", "1", "--accessible"],
    ["list", "--grid"], ["search", "lamp"], ["history", "1"], ["history", "1", "--json"], ["sales"],
    ["sales", "--margin", "--by", "item"], ["sales", "--by", "currency"], ["best"], ["best", "--week", "2026-W47"],
    ["best", "--month", "--by", "revenue"], ["reviews", "1"], ["reviews", "1", "--sort", "lowest"], ["check"],
    ["export"], ["vendor", "list"], ["zone"], ["zone", "UTC", "--dry-run"], ["images", "1", "--output", "images"],
]
WRITING = [
    ["edit", "1", "--title", "Edited"], ["edit", "1", "--stock", "+3"], ["edit", "1", "--stock", "5"],
    ["sell", "1"], ["sell", "1", "--price", "3", "--reference", "order-1"], ["return", "1"],
    ["restock", "1", "--quantity", "2", "--cost", "1.50"], ["write-off", "1", "--reason", "lost"],
    ["correct", "3", "--price", "4"], ["review", "1", "--stars", "4"], ["review", "fold", "1"],
    ["review", "remove", "1", "--reason", "spam", "--yes"], ["import", "rows.csv", "--yes", "--force"],
    ["zone", "Asia/Tokyo", "--yes"], ["vendor", "remove", "2", "--yes"], ["add", "--title", "New", "--price", "1"],
    ["delete", "1", "--yes"],
]


def filled(case):
    """A store with rows in all tables that commands write."""
    store = case.folder / "original.db"
    (case.folder / "lamp.png").write_bytes(png(b"grey" * 16))
    (case.folder / "rows.csv").write_text("sku,title,price,stock,tags\nLAMP-1,Lamp,9,4,a|b\nNEW-1,New,1,1,\n")

    def run(*words):
        done = case.market(*words, "--store", store)
        if done.returncode != 0:
            case.holds(False, f"{' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    for number in range(3):
        run("add", "--title", f"Lamp {number}", "--price", 12 + number, "--discounted-price", 9, "--currency", "USD",
            "--stock", 20, "--sku", f"LAMP-{number}", "--tag", "light", "--tag", "brass", "--note", "private",
            "--description", "A lamp", "--image", case.folder / "lamp.png")
    receipt = run("sell", 1, "--quantity", 3, "--reference", "order-1").strip()
    run("sell", 2, "--quantity", 2)
    run("restock", 1, "--quantity", 5, "--cost", "4.00")
    run("return", 1, "--quantity", 1)
    run("write-off", 1, "--reason", "broken")
    run("edit", 1, "--title", "Brass lamp", "--price", 15)
    run("edit", 1, "--stock", 18)
    run("correct", 4, "--price", 8)
    run("review", 1, "--stars", 4, "--text", "As described.", "--author", "Kim", "--receipt", receipt)
    run("review", "answer", 1, "--text", "Thank you!")
    run("review", 2, "--stars", 2, "--text", "Late.")
    run("vendor", "add", "Shop")
    run("import", case.folder / "rows.csv", "--yes")
    run("sell", 3)
    run("delete", 3, "--yes")
    return store


def columns(store):
    """Tables with their columns, and the type of each."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
                 if not name.startswith(SKIPPED)]
        return [(table, row[1], row[2]) for table in names for row in database.execute(f"PRAGMA table_info({table})")]


def damaged(store, copy, table, column, value):
    """Writes a value into a column of all rows, or of one where it is unique. Whether it is in the store then."""
    shutil.copy(store, copy)
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.executescript("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON")
        triggers = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        schema = database.execute("SELECT rowid, sql FROM sqlite_schema WHERE name = ?", [table]).fetchone()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')') "
                         "WHERE name = ?", [table])
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.executescript("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        written = 0
        for limit in ("", " WHERE rowid = (SELECT min(rowid) FROM {0})", " WHERE item_id = 1 AND scale = 0", " WHERE level = 1"):
            with contextlib.suppress(sqlite3.Error):
                written = database.execute(f"UPDATE {table} SET {column} = ?" + limit.format(table), [value]).rowcount
                break
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [schema[1], table])
        for _, sql in triggers:
            database.execute("PRAGMA writable_schema = OFF")
            database.execute(sql)
    return written > 0


def is_damage(table, column, kind, value):
    """Whether no store can have this value there; some columns take any number, and texts are not compared."""
    if kind == "TEXT":
        return isinstance(value, (bytes,))
    if kind != "INTEGER" or column == "fingerprint":
        return False
    if column == "seller_id":  # 63 bits of a keyed digest
        return not isinstance(value, int) or value < 0
    if (table, column) == ("sale_total", "revenue"):
        # An older version had amounts up to the ends of 64 bits: a check names the items whose totals are wrong.
        return not isinstance(value, int)
    return not isinstance(value, int) or abs(value) > (1 << 62)


def attack(case, store, number, table, column, kind, value):
    """What is wrong when every command runs with the value."""
    folder = case.folder / f"run-{number}"
    folder.mkdir()
    copy, wrong = folder / "damaged.db", []
    shutil.copy(case.folder / "rows.csv", folder / "rows.csv")
    shown = repr(value)[:30]
    try:
        if not damaged(store, copy, table, column, value):
            return []
        shutil.copy(copy, folder / "kept.db")
        for words in READING + WRITING:
            if words in WRITING:
                shutil.copy(folder / "kept.db", copy)
            try:
                done = subprocess.run(
                    [PROGRAM, *words, "--store", copy], env=case.environment(), stdin=subprocess.DEVNULL,
                    capture_output=True, timeout=SECONDS, cwd=folder)
            except subprocess.TimeoutExpired:
                wrong.append(f"{table}.{column} = {shown}: '{' '.join(words)}' does not end in {SECONDS} s")
                continue
            text = (done.stdout + done.stderr).decode(errors="replace")
            if not 0 <= done.returncode <= 8:
                wrong.append(f"{table}.{column} = {shown}: '{' '.join(words)}' ends with {done.returncode}: "
                             + text.strip()[-200:])
            elif words == ["check"] and is_damage(table, column, kind, value):
                line = next((line for line in text.splitlines() if f"'{table}'" in line and f"'{column}'" in line), "")
                if done.returncode != 1 or not line:
                    wrong.append(f"{table}.{column} = {shown}: 'check' does not name it: {text.strip()[:200]}")
    except sqlite3.Error as error:
        return [f"{table}.{column} = {shown}: not damaged: {error}"]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return wrong


def values(case):
    store = filled(case)
    attacks = []
    for table, column, kind in columns(store):
        attacks += [(table, column, kind, value) for value in INTEGERS + OTHERS
                    if kind == "INTEGER" or not isinstance(value, int)]
    found = len(attacks)
    if case.short:
        attacks = case.random.sample(attacks, 40)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda each: attack(case, store, each[0], *each[1]), enumerate(attacks))
        wrong = [line for lines in results for line in lines]
    case.note(f"{len(attacks)} of {found} values in {len(columns(store))} columns, {len(READING + WRITING)} commands each")
    for line in wrong[:40]:
        case.note(line)
    case.none(wrong, "no command crashes or hangs, and 'check' names the table and the column")


def named(case):
    """Damage in a row that a command reads is named with the table, the row and the column."""
    store = case.folder / "named.db"
    case.market("add", "--title", "Lamp", "--price", 12, "--store", store)
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE item SET registration_date = ?", [(1 << 63) - 1])
        database.commit()
    for words in (["show", 1], ["list"], ["export"], ["edit", 1, "--title", "New"]):
        done = case.market(*words, "--store", store)
        case.holds(done.returncode == 1 and "'item'" in done.stderr and "id 1" in done.stderr
                   and "'registration_date'" in done.stderr, f"{words[0]}: {done.stderr.splitlines()[:1]}")
    done = case.market("check", "--store", store)
    case.holds("'item'" in done.stdout and "'id 1'" in done.stdout and "'registration_date'" in done.stdout,
               f"check: {done.stdout.strip()}")


with Case(__doc__) as case:
    for part in (named, values):
        case.attempt(part)
