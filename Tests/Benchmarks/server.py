#!/usr/bin/env python3
"""Compares `market serve` with nginx and with the disk it writes to, in alternating runs, so that a busy machine slows
both alike. Needs nginx and wrk, both Debian packages.

    server.py FOLDER FEW.db MILLION.db
"""

import concurrent.futures
import contextlib
import datetime
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Faults"))
from served import form, png  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1])
TURNS = 5


def report(label, figures, value, unit, limit, least=True):
    misses = value < limit if least else value > limit
    print(f"{label:<38} {figures:<34} {value:7.2f}{unit:<4} (at {'least' if least else 'most'} {limit:g})"
          + ("   misses" if misses else ""), flush=True)


@contextlib.contextmanager
def market(store):
    """The port and process of a server whose access log is on, as by default."""
    process = subprocess.Popen(["market", "serve", "--port", "0", "--store", store], stdout=subprocess.PIPE,
                               stderr=open(FOLDER / "access.log", "w"), text=True)
    try:
        yield int(process.stdout.readline().rsplit(":", 1)[1]), process.pid
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def nginx(page):
    """The port of an nginx that serves the same bytes from a file."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = FOLDER / "site"
    (site / "items").mkdir(parents=True)
    (site / "items/1").write_bytes(page)
    site.chmod(0o755)
    FOLDER.chmod(0o755)
    configuration = FOLDER / "nginx.conf"
    configuration.write_text(f"""
      daemon off; worker_processes auto; pid {FOLDER}/nginx.pid; error_log {FOLDER}/nginx.log;
      events {{ worker_connections 2048; }}
      http {{
        access_log {FOLDER}/nginx-access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000;
        open_file_cache max=16; default_type application/json;
        client_body_temp_path {FOLDER}; proxy_temp_path {FOLDER}; fastcgi_temp_path {FOLDER};
        uwsgi_temp_path {FOLDER}; scgi_temp_path {FOLDER};
        server {{ listen 127.0.0.1:{port}; root {site}; }}
      }}""")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([program, "-c", configuration], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 200, response.status
        return response.read()


# Requests no page twice, so that none comes from the cache.
UNCACHED = """
local number = 0
function setup(thread) number = number + 1; thread:set("thread", number) end
function request()
  number = number + 1
  return wrk.format("GET", "/items/1?unread=" .. thread .. "-" .. number)
end
"""


def load(port, threads, connections, seconds=3, script=None):
    """Requests per second, and the median and 99th percentile of the latency in milliseconds."""
    command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency"]
    if script:
        (FOLDER / "script.lua").write_text(script)
        command += ["-s", FOLDER / "script.lua"]
    output = subprocess.run([*command, f"http://127.0.0.1:{port}/items/1"], capture_output=True, text=True,
                            check=True).stdout
    for error in re.findall(r"Non-2xx.*|Socket errors.*", output):
        print(f"  of {connections} connections: {error}")
    units = {"us": 0.001, "ms": 1, "s": 1000}
    half, most = (float(number) * units[unit]
                  for number, unit in re.findall(r"^ +(?:50|99)% +([\d.]+)(us|ms|s)$", output, re.M))
    return float(re.search(r"Requests/sec: +([\d.]+)", output)[1]), half, most


def switches(pid):
    """How often the threads of a process have waited."""
    texts = (path.read_text() for path in pathlib.Path(f"/proc/{pid}/task").glob("*/status"))
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1]) for text in texts)


def peak(pid):
    """The peak memory of a process in MiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024


def beside_nginx(port, pid):
    with nginx(get(port, "/items/1")) as other:
        assert get(other, "/items/1") == get(port, "/items/1")
        for threads, connections, least in [(1, 32, 1.5), (2, 256, 1.3)]:
            turns, waits = [], []
            for _ in range(TURNS):
                before = switches(pid)
                mine = load(port, threads, connections)
                waits.append((switches(pid) - before) / (mine[0] * 3))
                turns.append((mine, load(other, threads, connections)[0]))
            mine, theirs = statistics.median(turn[0][0] for turn in turns), statistics.median(turn[1] for turn in turns)
            report(f"GET /items/1 : nginx, {connections} connections", f"{mine:.0f}/s : {theirs:.0f}/s", mine / theirs, "",
                   least)
            report("  context switches a request", "", statistics.median(waits), "", 0.3, least=False)
    half, most = (statistics.median(turn[0][index] for turn in turns) for index in (1, 2))
    report("  p99 : median", f"{most:.1f} ms : {half:.1f} ms", most / half, "", 5, least=False)


def uncached(port):
    """The rate at which pages are read from the store and encoded."""
    rate = statistics.median(load(port, 1, 32, script=UNCACHED)[0] for _ in range(TURNS))
    report("GET /items/1, each from the store", "", rate, "/s", 1_000)


def deep(port, pages=40):
    """Compares requests per second at the end of the list and at its beginning, over one connection. No page is
    requested twice, so that none comes from the cache."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def rate(numbers):
        start = time.perf_counter()
        for number in numbers:
            connection.request("GET", f"/items/{number}")
            assert connection.getresponse().read()
        return len(numbers) / (time.perf_counter() - start)

    turns = []
    for turn in range(2 * TURNS):
        begin = turn * pages
        turns.append((rate(range(50_000 - begin, 50_000 - begin - pages, -1)), rate(range(1 + begin, 1 + begin + pages))))
    last, first = (statistics.median(side) for side in zip(*turns[1:]))
    report("GET /items/50000 : /items/1, cold", f"{last:.0f}/s : {first:.0f}/s", last / first, "", 0.8)


def rankings(port):
    """Milliseconds for the best sellers of days, of which none is requested twice."""
    def duration(day):
        start = time.perf_counter()
        get(port, f"/best/{day}")
        return 1000 * (time.perf_counter() - start)

    first = datetime.date(2024, 10, 10)
    ordinary = statistics.median(duration(first + datetime.timedelta(days=number)) for number in range(51))
    report("GET /best of a day of 24,000 items", "", ordinary, " ms", 50, least=False)
    report("  of a day of 300,000 items", "", duration(datetime.date(2025, 10, 31)), " ms", 50, least=False)
    report("  and 300,000 on the day before", "", duration(datetime.date(2025, 11, 1)), " ms", 50, least=False)


def posts(port, count=200, clients=8):
    """Adds per second, of items with an image of 300 kB, which are on the disk before the response."""
    kind, body = form({"title": "T", "price": "1", "currency": "USD", "stock": "1"}, png(os.urandom(300_000)))

    def add(_):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(count // clients):
            connection.request("POST", "/item", body, {"Content-Type": kind})
            response = connection.getresponse()
            assert response.status == 201, response.status
            response.read()

    start = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        # Rethrows the error of a thread.
        list(pool.map(add, range(clients)))
    return count / (time.perf_counter() - start)


def disk(folder, count=100):
    """Commits per second that the disk allows: the writes and syncs of a rollback journal for 300 kB."""
    pages, start = os.urandom(300_000), time.perf_counter()
    directory = os.open(folder, os.O_RDONLY)
    store = os.open(folder / "store", os.O_RDWR | os.O_CREAT)
    for number in range(count):
        journal = os.open(folder / "journal", os.O_RDWR | os.O_CREAT)
        os.pwrite(journal, pages[:32_768], 0)
        os.fsync(journal)
        os.fsync(directory)
        os.pwrite(journal, pages[:512], 0)
        os.fsync(journal)
        os.pwrite(store, pages, number * len(pages))
        os.fsync(store)
        os.close(journal)
        os.unlink(folder / "journal")
        os.fsync(directory)
    os.close(store)
    os.close(directory)
    (folder / "store").unlink()
    return count / (time.perf_counter() - start)


def durable(port):
    posts(port, 8)
    turns = [(posts(port), disk(FOLDER)) for _ in range(TURNS)]
    mine, allowed = (statistics.median(side) for side in zip(*turns))
    report("POST of 300 kB, durable : fsync", f"{mine:.0f}/s : {allowed:.0f}/s", mine / allowed, "", 0.5)


def sales(port, count=200, clients=8):
    """Sales per second, which are on the disk before the response."""
    body = json.dumps({"kind": "sold", "password": os.environ["MARKET_PASSWORD"]})

    def sell(_):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(count // clients):
            connection.request("POST", "/item/1/movements", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            assert response.read() and response.status == 201, response.status

    start = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        list(pool.map(sell, range(clients)))
    return count / (time.perf_counter() - start)


def inserted(store, count=200):
    """Transactions per second in which SQLite alone writes the rows of a sale, one connection after the other."""
    with contextlib.closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = FULL")
        start = time.perf_counter()
        for _ in range(count):
            database.execute("BEGIN IMMEDIATE")
            database.execute("UPDATE item SET stock = stock - 1 WHERE id = 1")
            database.execute("""
              INSERT INTO movement (item_id, kind, quantity, stock, currency, unit_price, recorded_at, reported_at, day)
              VALUES (1, 'sold', -1, (SELECT stock FROM item WHERE id = 1), 'KRW', 1, 1, 1, 1)""")
            database.execute("""
              INSERT INTO sale_total VALUES (1, 'KRW', 1, 1, 1)
              ON CONFLICT DO UPDATE SET pieces = pieces + 1, revenue = revenue + 1""")
            database.execute("COMMIT")
        return count / (time.perf_counter() - start)


def sold(port, store):
    """A thousand sales through the server, and as many as SQLite writes alone, in turns of 200."""
    copy = FOLDER / "sold.db"
    shutil.copy(store, copy)
    sales(port, 8)
    turns = [(sales(port), inserted(copy)) for _ in range(TURNS)]
    mine, theirs = (statistics.median(side) for side in zip(*turns))
    report("1,000 sales : the inserts in SQLite", f"{mine:.0f}/s : {theirs:.0f}/s", mine / theirs, "", 0.4)


with market(sys.argv[2]) as (port, pid):
    beside_nginx(port, pid)
    uncached(port)
    report("  its memory", "", peak(pid), " MiB", 64, least=False)
    durable(port)
    sold(port, sys.argv[2])
    report("  its memory", "", peak(pid), " MiB", 64, least=False)
with market(sys.argv[3]) as (port, pid):
    deep(port)
    rankings(port)
    report("  its memory", "", peak(pid), " MiB", 64, least=False)
