#!/usr/bin/env python3
"""Measures imports and exports: their speed as ratios to `curl` and `sqlite3` doing the same, and their memory.

    imports.py FOLDER STORE

`market` is found in PATH; STORE has a million items.
"""

import csv
import os
import pathlib
import random
import signal
import statistics
import struct
import subprocess
import sys
import zlib

from measure import report, run

ROWS = 10_000
POSTS = 600
IMAGES = 1_000


def table(path, rows, word="상품"):
    chosen = random.Random(1)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["sku", "title", "description", "price", "currency", "stock", "tags", "note"])
        for number in range(rows):
            writer.writerow([
                f"SKU-{word}-{number}", f"{word} {number}", f"설명, \"{number}\"", chosen.randint(1, 10**6), "KRW", number % 50,
                f"tag|x{number % 9}", f"memo {number}"])
    return path


def png():
    """A PNG of random pixels, about 300 kB."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    side = 316
    pixels = b"".join(b"\0" + os.urandom(3 * side) for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels, 1)) + chunk(b"IEND", b"")


def illustrated(folder):
    """A table of rows with an image of their own each."""
    (folder / "photos").mkdir()
    path = folder / "images.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["sku", "title", "price", "currency", "images"])
        for number in range(IMAGES):
            (folder / f"photos/{number}.png").write_bytes(png())
            writer.writerow([f"SKU-{number}", f"상품 {number}", number + 1, "KRW", f"photos/{number}.png"])
    return path


def images(folder):
    """Images are to be bound by the disk: their import is compared with `cp`, which then waits for the disk."""
    path = illustrated(folder)
    copy, stored, served = [], [], []
    for number in range(3):
        target = folder / f"copy-{number}"
        copy.append(run(f"cp -r {folder}/photos {target} && sync {target}/* {target}")[0])
        stored.append(run(f"market import {path} --yes --quiet --store {folder}/images-{number}.db")[0])
        server, url = serve(folder / f"images-served-{number}.db")
        try:
            served.append(run(f"market import {path} --yes --quiet --server {url}")[0])
        finally:
            end(server)
    copy, stored, served = map(statistics.median, (copy, stored, served))
    print(f"{IMAGES} images of 300 kB: {stored:.2f} s embedded, {served:.2f} s served, {copy:.2f} s by cp and sync")
    at_most("import of images, embedded : cp and sync", 1.5, stored / copy)
    at_most("import of images through serve : cp and sync", 3, served / copy)


def serve(store):
    server = subprocess.Popen(
        ["market", "serve", "--port", "0", "--quiet", "--store", str(store)], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


def end(server):
    server.send_signal(signal.SIGTERM)
    server.wait()


def median(lines):
    return statistics.median(run(line)[0] for line in lines)


def ratio(label, limit, value):
    """A figure that is to be at least its limit."""
    print(f"{label}: {value:.3g}, at least {limit}{'' if value >= limit else '   misses'}", flush=True)


def at_most(label, limit, value):
    """A figure that is to be at most its limit."""
    print(f"{label}: {value:.3g}, at most {limit}{'' if value <= limit else '   misses'}", flush=True)


def main(folder, million):
    small, large = table(folder / "small.csv", ROWS), table(folder / "large.csv", 10 * ROWS)
    embedded = ROWS / median(
        f"market import {small} --yes --quiet --store {folder}/import-{number}.db" for number in range(3))
    bare = ROWS / median(
        f"sqlite3 {folder}/bare-{number}.db 'CREATE TABLE t (sku, title, description, price, currency, stock, tags, note)'"
        f" '.mode csv' '.import --skip 1 {small} t'" for number in range(3))

    server, url = serve(folder / "served.db")
    try:
        form = "-F title=Lamp{} -F descriptions=d -F price=10 -F currency=KRW -F stock=1 -F password=secret -F 'images[]=@/dev/null;filename='"
        posts = POSTS / run(f"seq {POSTS} | xargs -P2 -I{{}} sh -c \"curl -sf -o /dev/null {form} {url}/item\"")[0]
        served = ROWS / median([f"market import {small} --yes --quiet --server {url}"])
    finally:
        end(server)

    print(f"rows a second: {embedded:.0f} embedded, {served:.0f} served, {posts:.0f} by curl, {bare:.0f} by sqlite3")
    ratio("import, embedded : xargs -P2 curl", 40, embedded / posts)
    ratio("import through serve : xargs -P2 curl", 20, served / posts)
    ratio("import, embedded : sqlite3 .import", 0.3, embedded / bare)
    images(folder)
    seconds, memory = run(f"market import {large} --dry-run --store {folder}/none.db")
    report("plan of 100,000 rows", "once", seconds * 1_000, " ms", 1_200)
    report("  its memory", "peak", memory, " MiB", 64)
    store = folder / "large.db"
    seconds, memory = run(f"market import {large} --yes --quiet --store {store}")
    report("import of 100,000 rows", "once", seconds * 1_000, " ms", 16_000)
    report("  its memory", "peak", memory, " MiB", 160)
    # SQLite alone writes the rows of the import, with every table and index.
    run(f"sqlite3 {store} .dump > {folder}/large.sql")
    written = run(f"sqlite3 {folder}/dumped.db < {folder}/large.sql")[0]
    ratio("import of 100,000 rows : SQLite writing the same", 0.2, written / seconds)
    other = table(folder / "other.csv", 10 * ROWS, "제품")
    seconds, _ = run(f"market import {other} --dry-run --store {store}")
    report("plan of 100,000 other rows beside them", "once", seconds * 1_000, " ms", 2_400)
    seconds, _ = run(f"market export --quiet --store {store} -o {folder}/large-export.csv")
    report("export of 100,000 rows", "once", seconds * 1_000, " ms", 4_000)
    seconds, memory = run(f"market export --quiet --store {million} -o {folder}/million.csv")
    report("export of a million: memory", f"{seconds:.0f} s", memory, " MiB", 48)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
