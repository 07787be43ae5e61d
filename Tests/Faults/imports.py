#!/usr/bin/env python3
"""Kills imports at random moments, like a crash, and goes on: into a store with the same command, and into a server with --resume. The result
must be that of an undisturbed import: no row twice, none left out, the same rows rejected."""

import contextlib
import csv
import json
import sqlite3
import subprocess
import time

from image_files import png
from served import PROGRAM, Case

COLUMNS = ["sku", "title", "price", "currency", "stock", "description", "images"]


def table(case, path, rows):
    """Rows with a SKU and without one, some twice, some wrong, some with an image."""
    (case.folder / "image.png").write_bytes(png(b"grey" * 16))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for number in range(rows):
            kind = case.random.random()
            sku = f"A-{number}" if kind < 0.7 else ""
            title = "" if 0.7 <= kind < 0.72 else f"Row {number % 50 if kind > 0.9 else number}"
            image = "image.png" if case.random.random() < 0.05 else ""
            writer.writerow([sku, title, case.random.randint(1, 99), "USD", number % 7, "text\n" * (number % 3), image])


def items(case, *place):
    """All items without what differs between two imports of the same rows: numbers, versions and times."""
    listed = case.market("export", "--format", "jsonl", *place)
    if listed.returncode != 0:
        case.holds(False, f"the items can be exported: {listed.stderr.strip()}")
    found = []
    for item in map(json.loads, listed.stdout.splitlines()):
        found.append(json.dumps({key: value for key, value in item.items()
                                 if key not in ("id", "version", "registration_date")}, sort_keys=True))
    return sorted(found)


def has_rows(store):
    """Whether a transaction of the import has ended."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT EXISTS (SELECT 1 FROM item)").fetchone() == (1,)
    except sqlite3.Error:  # There is no store yet, or no table in it.
        return False


def import_killed(case, path, store, begins, after, *place):
    """Imports a file, and kills the import after so many seconds; with `begins` they are counted from its first
    transaction. Returns whether the import was still running, and the run with which it was finished."""
    words = ["import", path, "--yes", *place]
    process = subprocess.Popen(
        [str(PROGRAM), *map(str, words)], env=case.environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while begins and process.poll() is None and not has_rows(store):
        time.sleep(0.002)
    time.sleep(after)
    process.kill()
    is_hit = process.wait() == -9
    if "--store" in place:
        left = list((case.folder / ".local/state/market/imports").glob("*"))
        if left:
            case.holds(False, f"an import into a store leaves no plan and no journal: {left}")
        return is_hit, case.market(*words)
    last = case.market(*words, "--resume")
    # It was killed before its plan was whole, or after its end.
    return is_hit, last if last.returncode != 2 else case.market(*words)


def compare(case, words, path, expected, rejects, kills, place):
    """`place` takes a store and returns the options that lead to it. Kills imports until so many kills were in time, and
    half as many had written rows (an eighth in a store, which takes 5,000 rows at once). Every other kill waits for the
    first rows, since how long these take differs with the machine and its load."""
    begun = max(1, kills // (8 if words == "store" else 2))
    start = time.monotonic()
    first = case.market("import", path, "--yes", *place(case.folder / f"{words}-whole.db"))
    duration = time.monotonic() - start
    case.holds(first.returncode == 7, f"{words}: an import that is not killed ends, {duration:.2f} s")
    rejected = path.with_name(f"{path.name}.rejects.csv")
    hits, resumed, tries, wrong = 0, 0, 0, []
    while tries < 3 * kills and (hits < kills or resumed < begun):
        store = case.folder / f"{words}-{tries}.db"
        tries += 1
        options = place(store)
        rejected.unlink(missing_ok=True)
        begins = tries % 2 == 0
        # Not before the program has started; behind the first transaction, shortly before the next one, too.
        after = case.random.uniform(0, duration / 20) if begins else case.random.uniform(duration / 10, duration)
        is_hit, last = import_killed(case, path, store, begins, after, *options)
        hits += is_hit
        resumed += is_hit and ("unchanged" in last.stdout if words == "store" else "rows read" not in last.stderr)
        # The first import took longer, for example because the machine was busy.
        if not is_hit and not begins:
            duration = (duration + after) / 2
        if last.returncode != 7:
            wrong.append(f"{tries}: exit {last.returncode}: {last.stderr.strip()[-200:]}")
        elif items(case, *options) != expected:
            wrong.append(f"{tries}: other items; {last.stdout.strip()}")
        elif read(rejected) != rejects:
            wrong.append(f"{tries}: other rejected rows")
        elif case.market("check", "--store", store).returncode != 0:
            wrong.append(f"{tries}: the ledger does not add up")
    case.note(f"{words}: {hits} of {tries} kills hit an import, {resumed} of them were resumed")
    case.holds(hits >= kills and resumed >= begun, f"{words}: {kills} kills hit an import, {begun} of them a begun one")
    case.none(wrong, f"{words}: items and rejected rows are those of an undisturbed import")


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def main(case):
    def stored(store):
        return ["--store", store]

    def served(store):
        return ["--server", f"http://127.0.0.1:{case.serve(store).port}"]

    # More rows than a transaction of a store takes; a server takes far fewer in a batch.
    kills = 8 if case.short else 25
    for words, rows, place in [("store", 8_000 if case.short else 16_000, stored), ("server", 2_000 if case.short else 16_000, served)]:
        path = case.folder / f"{words}.csv"
        table(case, path, rows)
        whole = case.folder / f"whole-{words}.db"
        first = case.market("import", path, "--yes", "--store", whole)
        case.note(first.stdout.strip())
        case.holds(first.returncode == 7, f"an undisturbed import ends, some rows rejected: {first.returncode}")
        rejects = read(path.with_name(f"{path.name}.rejects.csv"))
        expected = items(case, "--store", whole)
        again = case.market("import", path, "--yes", "--store", whole)
        case.holds(items(case, "--store", whole) == expected, f"the same file again changes nothing: {again.stdout.strip()}")
        compare(case, words, path, expected, rejects, kills, place)


if __name__ == "__main__":
    with Case(__doc__) as case:
        case.attempt(main)
