#!/usr/bin/env python3
"""Kills imports at random moments, like a crash, and goes on with --resume: into a store, and into a server. The result
must be that of an undisturbed import: no row twice, none left out, the same rows rejected."""

import csv
import json
import subprocess
import time

from image_files import png
from served import PROGRAM, Case

COLUMNS = ["sku", "title", "price", "currency", "stock", "description", "images"]


def table(case, path, rows):
    """Rows with a SKU and without one, some twice, some wrong, some with a picture."""
    (case.folder / "picture.png").write_bytes(png(b"grey" * 16))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for number in range(rows):
            kind = case.random.random()
            sku = f"A-{number}" if kind < 0.7 else ""
            title = "" if 0.7 <= kind < 0.72 else f"Row {number % 50 if kind > 0.9 else number}"
            image = "picture.png" if case.random.random() < 0.05 else ""
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


def disturbed(case, path, kills, *place):
    """Imports a file with so many kills. Returns how many of them hit an import, and the outcome of the last run."""
    words = [str(PROGRAM), "import", str(path), "--yes", *map(str, place)]
    hits, resume = 0, []
    for _ in range(kills):
        process = subprocess.Popen(
            words + resume, env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        time.sleep(case.random.uniform(0.02, 0.35))
        process.kill()
        error = process.communicate()[1]
        hits += process.returncode == -9
        # A run that was killed before its plan was whole, or has ended, leaves nothing to go on with.
        resume = ["--resume"]
        if "was stopped" in error or "no whole plan" in error:
            resume = []
    last = case.market(*words[1:], *resume)
    if last.returncode == 2:
        last = case.market(*words[1:])
    return hits, last


def compare(case, words, path, expected, rejects, kills, store, *place):
    (case.folder / "table.csv.rejects.csv").unlink(missing_ok=True)
    hits, last = disturbed(case, path, kills, *place)
    case.note(f"{words}: {hits} of {kills} kills hit an import; {last.stdout.strip()}")
    case.holds(hits >= kills // 2, "kills interrupt imports")
    case.holds(last.returncode == 7, f"the last run ends with its rejected rows: {last.stderr.strip()[-200:]}")
    found = items(case, *place)
    case.holds(found == expected, f"the {len(found)} items are those of an undisturbed import ({len(expected)})")
    with open(case.folder / "table.csv.rejects.csv", encoding="utf-8", newline="") as file:
        case.holds(file.read() == rejects, "the rejected rows are those of an undisturbed import")
    case.store_is_whole(store)


def main(case):
    rows, kills = (1_500, 8) if case.short else (6_000, 25)
    path = case.folder / "table.csv"
    table(case, path, rows)
    whole = case.folder / "whole.db"
    first = case.market("import", path, "--yes", "--store", whole)
    case.note(first.stdout.strip())
    case.holds(first.returncode == 7, f"an undisturbed import ends: {first.stderr.strip()[-200:]}")
    with open(case.folder / "table.csv.rejects.csv", encoding="utf-8", newline="") as file:
        rejects = file.read()
    expected = items(case, "--store", whole)
    again = case.market("import", path, "--yes", "--store", whole)
    case.holds(items(case, "--store", whole) == expected, f"the same file again changes nothing: {again.stdout.strip()}")

    embedded = case.folder / "embedded.db"
    compare(case, "into a store", path, expected, rejects, kills, embedded, "--store", embedded)
    served = case.folder / "served.db"
    server = case.serve(served)
    compare(case, "into a server", path, expected, rejects, kills, served, "--server", f"http://127.0.0.1:{server.port}")


if __name__ == "__main__":
    with Case(__doc__) as case:
        case.attempt(main)
