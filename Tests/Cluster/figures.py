#!/usr/bin/env python3
"""Figures of one, two and three servers over PostgreSQL beside one server over SQLite, in one run on one machine, in turns.

    Tests/Cluster/figures.py [--short] [--rows NUMBER] [--seed NUMBER]

Needs wrk and pgbench. SCALE.md has the figures of one run; read the ratios."""

import contextlib
import csv
import http.client
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Faults"))

from postgres import Postgres  # noqa: E402
from served import PROGRAM, Case, NotStarted  # noqa: E402

WORDS = ["책상", "램프", "의자", "노트북", "키보드", "모니터", "마우스", "가방", "커피잔", "자전거", "헤드폰", "카메라", "선풍기"]
# One in 100,000 items has it.
RARE = "쾌청한하늘빛"
OPTIONS = ["--limit-uploads", "1000G", "--limit", "client-connections=4000", "--limit-store", "1000G"]

PAGES = """
local thread = 0
function setup(each) thread = thread + 1; each:set("id", thread) end
function init() math.randomseed(id * 7919 + os.time()) end
function request() return wrk.format("GET", "/items/" .. math.random(1, %d)) end
"""
ITEMS = """
local thread = 0
function setup(each) thread = thread + 1; each:set("id", thread) end
function init() math.randomseed(id * 7919 + os.time()) end
function request() return wrk.format("GET", "/item/" .. math.random(1, %d)) end
"""
SALES = """
local thread = 0
function setup(each) thread = thread + 1; each:set("id", thread) end
function init() math.randomseed(id * 7919 + os.time()) end
function request()
  return wrk.format("POST", "/item/" .. math.random(1, 16) .. "/movements", {["Content-Type"] = "application/json"},
    '{"kind":"sold","quantity":1,"password":"correct horse"}')
end
"""


def wrk(case, servers, connections, script, seconds):
    """Requests a second of all servers, the mean of the median latencies in milliseconds, and errors."""
    path = case.folder / "script.lua"
    path.write_text(script)
    share = max(1, connections // len(servers))
    runs = [subprocess.Popen(["wrk", "-t1", f"-c{share}", f"-d{seconds}s", "--latency", "--timeout", "30s", "-s", path, each.url],
                             stdout=subprocess.PIPE, text=True) for each in servers]
    texts = [run.communicate()[0] for run in runs]
    errors = [line.strip() for text in texts for line in re.findall(r"Non-2xx.*|Socket errors.*", text)]
    units = {"us": 0.001, "ms": 1, "s": 1000}
    medians = [float(number) * units[unit] for text in texts for number, unit in re.findall(r"50% +([\d.]+)(us|ms|s)", text)]
    rate = sum(float(number) for text in texts for number in re.findall(r"Requests/sec: +([\d.]+)", text))
    return rate, statistics.mean(medians) if medians else 0, errors


def imported(case, store, rows):
    path = case.folder / "rows.csv"
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["reference", "title", "price", "currency", "stock", "description"])
        for number in range(rows):
            table.writerow([f"r{number}", title(number), 100 + number % 9973, "KRW", 10**6, f"설명 {number}"])
    began = time.monotonic()
    process = subprocess.Popen(
        [PROGRAM, "import", path, "--yes", "--quiet", "--store", store],
        env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, errors = process.communicate()
    case.holds(process.returncode == 0, f"{rows} rows are imported: {errors.decode()[-200:].strip()}")
    return time.monotonic() - began


def title(number):
    rare = f" {RARE}" if number % 100_000 == 77 else ""
    return f"{WORDS[number % 13]} {WORDS[number * 7 % 11]} {number}{rare}"


def fill_postgres(database, have, wanted):
    """Copies the last item, as the program has written it, with other titles, without triggers; the counts follow."""
    words = "ARRAY[" + ", ".join(f"'{word}'" for word in WORDS) + "]"
    text = (f"({words})[1 + n % 13] || ' ' || ({words})[1 + n * 7 % 11] || ' ' || n || "
            f"CASE WHEN n % 100000 = 77 THEN ' {RARE}' ELSE '' END")
    numbers = f"generate_series({have + 1}, {wanted}) AS n"

    def copy(table, **others):
        columns = database.query(f"SELECT string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns "
                                 f"WHERE table_name = '{table}'").split()
        values = ", ".join(others.get(column, column) for column in columns)
        key = "item_id" if "item_id" in columns else "id"
        database.query(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {numbers}, "
                       f"(SELECT * FROM {table} WHERE {key} = {have}) AS one")

    definition = database.query("SELECT pg_get_indexdef('item_search_by_run'::regclass)")
    database.query("DROP INDEX item_search_by_run")
    copy("item", id="n", title=text, price="n % 9973 * 10000")
    copy("movement", id="n + 10000000", item_id="n")
    database.query(f"INSERT INTO item_search (id, text) SELECT n, lower({text}) || chr(10) || '  ' FROM {numbers}")
    database.query("SET maintenance_work_mem = '512MB'; " + definition)
    for table in ("item", "movement"):
        database.query(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    database.query("VACUUM ANALYZE")


def milliseconds(server, path, times=15):
    """The median of requests over one connection, after one that is not counted."""
    durations = []
    with contextlib.closing(server.session()) as connection:
        for number in range(times + 1):
            began = time.perf_counter()
            connection.request("GET", path.replace("%d", str(number)))
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                return f"{response.status}"
            durations.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(durations[1:]):.1f} ms"


def searches(server):
    words = {"1 common": "램", "1 rare": "쾌", "2 common": "램프", "2 rare": "쾌청", "3 common": "노트북", "3 rare": "쾌청한",
             "6 rare": RARE}
    return {name: milliseconds(server, f"/api/products?page_no=1&items_per_page=20&search_value={urllib.parse.quote(word)}", 7) for name, word in words.items()}


def counting(case, database, server, seconds):
    """Inserts of 16 clients with the counts of items and without them, while the differences are added up each second."""
    script = database.folder / "insert.sql"
    script.write_text("INSERT INTO item (vendor_id, title, currency, price, stock, registration_date, password_hash, description) "
                      "VALUES (1, 'x', 'KRW', 1, 1, 1, '', '');\n")
    rates, ends = {True: [], False: []}, threading.Event()

    def sell():
        body = json.dumps({"kind": "sold", "quantity": 1, "password": "correct horse"})
        while not ends.wait(0.5):
            with contextlib.suppress(OSError, http.client.HTTPException):
                server.request("POST", "/item/1/movements", body, {"Content-Type": "application/json"})

    seller = threading.Thread(target=sell)
    seller.start()
    for turn in range(4):
        counts = turn % 2 == 0
        database.query(f"ALTER TABLE item {'ENABLE' if counts else 'DISABLE'} TRIGGER item_is_counted")
        done = database.run("pgbench", "-n", "-c", 16, "-j", 2, "-T", seconds, "-f", script, "-h", database.folder, "-p",
                            database.port, "-U", "market", "market")
        rates[counts].append(float(re.search(r"tps = ([\d.]+)", done.stdout)[1]))
    ends.set()
    seller.join()
    database.query("ALTER TABLE item ENABLE TRIGGER item_is_counted")
    deadlocks = database.query("SELECT sum(deadlocks) FROM pg_stat_database")
    return statistics.mean(rates[True]), statistics.mean(rates[False]), deadlocks


def main():
    given = None
    if "--rows" in sys.argv:
        # The rows that are imported; the others of the million are copies.
        place = sys.argv.index("--rows")
        given = int(sys.argv[place + 1])
        del sys.argv[place:place + 2]
    with Case(__doc__) as case:
        if not shutil.which("wrk"):
            return case.note("SKIPPED: on Debian: apt-get install wrk")
        rows, million, seconds = (1_000, 20_000, 2) if case.short else (100_000, 1_000_000, 5)
        rows = given or rows
        file = case.folder / "one.db"
        case.note("load of the machine before: " + " ".join(f"{each:.1f}" for each in os.getloadavg()))
        database = Postgres("max_connections=100", "shared_buffers=512MB", "max_wal_size=4GB")
        case.cleanup.callback(database.close)
        for name, store in (("SQLite", file), ("PostgreSQL", database.url)):
            case.note(f"import of {rows} rows, {name}: {imported(case, store, rows):.1f} s")
        one = [case.serve(file, *OPTIONS)]
        several = [case.serve(database.url, *OPTIONS, "--connections", "10") for _ in range(3)]
        groups = [("SQLite, 1 server", one), *((f"PostgreSQL, {count} server{'s' * (count > 1)}", several[:count])
                                               for count in (1, 2, 3))]
        for words, script, connections in (("pages of 20 items", PAGES % (rows // 20), 32), ("single items", ITEMS % rows, 32),
                                           ("durable sales", SALES, 16), ("durable sales", SALES, 1)):
            for name, servers in groups:
                if connections < len(servers):
                    continue
                turns = [wrk(case, servers, connections, script, seconds) for _ in range(2)]
                errors = [error for turn in turns for error in turn[2]]
                case.note(f"{words} a second, {connections} connections, {name}: {statistics.mean(turn[0] for turn in turns):.0f} "
                          f"(median {statistics.mean(turn[1] for turn in turns):.1f} ms) {'; '.join(errors)}")
        for name, servers in groups[:1] + groups[3:]:
            case.note(f"memory a process, {name}: " + ", ".join(f"{each.memory():.0f}" for each in servers) + " MiB at its peak")
        status = subprocess.run(["wrk", "-t1", "-c4", f"-d{seconds}s", several[0].url + "/metrics"], capture_output=True, text=True)
        case.note("/metrics: " + re.search(r"Requests/sec: +[\d.]+", status.stdout)[0])
        case.note(f"a page with its total among {rows}, SQLite: first {milliseconds(one[0], '/items/1?x=%d')}, "
                  f"in the middle {milliseconds(one[0], f'/items/{rows // 40}?x=%d')}; search: {searches(one[0])}")
        began = time.monotonic()
        have = int(database.query("SELECT max(id) FROM item"))
        fill_postgres(database, have, million)
        case.note(f"the rest of {million} items took {time.monotonic() - began:.0f} s")
        server = several[0]
        pages = million // 20
        case.note(f"a page with its total among {million}, PostgreSQL: first {milliseconds(server, '/items/1?x=%d')}, in the middle "
                  f"{milliseconds(server, f'/items/{pages // 2}?x=%d')}, last {milliseconds(server, f'/items/{pages}?x=%d')}")
        case.note(f"search among {million}, PostgreSQL: {searches(server)}")
        counted, plain, deadlocks = counting(case, database, server, seconds)
        case.note(f"16 writers insert {counted:.0f} items a second with counts, {plain:.0f} without: {counted / plain:.2f}; "
                  f"{deadlocks} deadlocks")
        case.note(f"the database takes {int(database.query('SELECT pg_database_size(current_database())')) >> 20} MiB")


try:
    main()
except NotStarted as error:
    sys.exit(f"Error: {error}")
