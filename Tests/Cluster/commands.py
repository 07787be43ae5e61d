#!/usr/bin/env python3
"""Commands and one server over a PostgreSQL database: nothing is left of what is interrupted, a server works with the connections
that it has, an import stops no sales, and each of four roles has the rights that OPERATIONS gives it.

    Tests/Cluster/commands.py [--short] [--seed NUMBER] [--only PART]"""

import csv
import json
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Faults")]

import clock  # noqa: E402
from link import Link  # noqa: E402
from market_cluster import until  # noqa: E402
import parts  # noqa: E402
from pooler import MISSING, PROGRAM as POOLER, Pooler  # noqa: E402
from postgres import Postgres  # noqa: E402
from served import PROGRAM, NotStarted, png  # noqa: E402


class Shop:
    """A database with items, and the folder of the case."""

    def __init__(self, case, items, *settings):
        self.case = case
        self.postgres = Postgres("max_connections=60", *settings)
        case.cleanup.callback(self.postgres.close)
        self.url = self.postgres.url
        self.table = case.folder / "items.csv"
        write(self.table, range(items))
        done = case.market("import", self.table, "--yes", "--quiet", "--store", self.url)
        if done.returncode != 0:
            raise NotStarted(f"'market import' fails: {done.stderr.strip()}")

    def start(self, *words):
        return subprocess.Popen(
            [PROGRAM, *map(str, words)], env=self.case.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # A shell starts what runs in the background with INT ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def statements(self):
        """How many statements of the program run or wait, and transactions are open."""
        return int(self.postgres.query(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'market' AND state <> 'idle'"))

    def locked(self, table, item=None):
        """A transaction that has a table, or an item, for itself until its process is closed."""
        lock = f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE" if item is None else f"SELECT id FROM {table} WHERE id = {item} FOR UPDATE"
        words = [self.postgres.programs / "psql", "-h", self.postgres.folder, "-p", str(self.postgres.port), "-U", "market",
                 "-XqAt", "market"]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, user=self.postgres.user,
                                   cwd=self.postgres.folder)
        self.case.cleanup.callback(process.kill)
        process.stdin.write(f"BEGIN; {lock}; SELECT 'locked';\n")
        process.stdin.flush()
        process.stdout.readline()
        return process


def write(table, numbers, prefix="S", price=None):
    with open(table, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["sku", "title", "description", "price", "currency", "stock"])
        for number in numbers:
            writer.writerow([f"{prefix}{number}", f"상품 {number}", "a common word", price or number % 900 + 1, "KRW", 100_000])


def interrupted(case):
    """A statement that waits for another's lock ends with its command, however that ends."""
    shop = Shop(case, 200)
    files = case.folder / "backups"
    files.mkdir()
    # The last statement of a check, of a backup and of a copy to a file reads this table.
    commands = {
        "check": ["check", "--store", shop.url], "backup": ["backup", files / "one.db", "--store", shop.url],
        "copy": ["copy", shop.url, f"sqlite:{files}/two.db"], "list": ["list", "--store", shop.url],
        "sell": ["sell", "1:1", "--store", shop.url]}
    signals = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
    tries = [(name, signals[number % 3]) for number, name in enumerate(commands)] if case.short else [
        (name, number) for name in commands for number in signals]
    lock = shop.locked("item")
    for name, number in tries:
        process = shop.start(*commands[name])
        if until(lambda: shop.statements() > 0, 10) is None:
            case.holds(False, f"'{name}' waits for a lock: {process.communicate(timeout=60)}")
            continue
        process.send_signal(number)
        took = until(lambda: shop.statements() == 0 and process.poll() is not None, 10)
        process.kill()
        said = process.communicate()[1].strip()
        code = process.returncode
        expected = {signal.SIGINT: (130, -2), signal.SIGTERM: (143, -15), signal.SIGKILL: (-9,)}[number]
        case.holds(took is not None and took < 2 and code in expected,
                   f"'{name}' and its statement end {took or -1:.1f} s after {number.name}: {code} {said}")
        left = [file.name for file in files.iterdir()]
        case.none([file for file in left if number != signal.SIGKILL or ".part" not in file], f"'{name}' leaves no file")
        for file in files.iterdir():
            file.unlink()
    lock.kill()
    # An import of all or nothing ends at the first signal, among its rows.
    table, before = case.folder / "whole.csv", shop.postgres.query("SELECT count(*) FROM item")
    write(table, range(6_000), "W")
    for number in signals[:2]:
        process = shop.start("import", table, "--atomic", "--yes", "--quiet", "--store", shop.url)
        until(lambda: int(shop.postgres.query("SELECT count(*) FROM pg_locks WHERE relation = CAST('item' AS REGCLASS) "
                                              "AND mode = 'RowExclusiveLock'")) > 0, 60)
        process.send_signal(number)
        took = until(lambda: shop.statements() == 0 and process.poll() is not None, 10)
        said = process.communicate()[1].strip()
        left = shop.postgres.query("SELECT count(*) FROM item")
        case.holds(took is not None and took < 2 and process.returncode == 128 + number and left == before
                   and said == "Error: Interrupted; nothing was changed",
                   f"an import in one transaction ends {took or -1:.1f} s after {number.name}: {process.returncode} {said}, {left} items")


def ended_backup(case):
    """The database ends the connection of a backup and of a copy, which say so, and leave no backup."""
    shop = Shop(case, 3_000 if case.short else 20_000)
    for name, words in {"backup": ["backup", case.folder / "b.db"], "copy": ["copy", shop.url, f"sqlite:{case.folder}/c.db"]}.items():
        process = shop.start(*words, *(["--store", shop.url] if name == "backup" else []))
        until(lambda: shop.statements() > 0, 20)
        while process.poll() is None:
            shop.postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
            time.sleep(0.1)
        said = process.communicate()[1].strip()
        case.holds(process.returncode == 5 and "cannot be reached" in said, f"'{name}': {process.returncode} {said}")
    case.none([file.name for file in case.folder.iterdir() if file.name.startswith("b.db")], "no backup is left")


def without_connections(case):
    """The database gives a server two connections of the ten that it may open: it works with these."""
    shop = Shop(case, 200)
    shop.postgres.query("CREATE ROLE shop LOGIN IN ROLE market")
    server = case.serve(shop.url.replace("market@", "shop@"), "--limit-uploads", "100G", "--connections", "10")
    shop.postgres.query("ALTER ROLE shop CONNECTION LIMIT 2")
    shop.postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'shop'")
    time.sleep(0.2)
    results, seconds = [], 3 if case.short else 15
    end = time.monotonic() + seconds

    def work(number):
        count = 0
        while time.monotonic() < end:
            count += 1
            began = time.monotonic()
            if number == 0:
                status = sell(server, count % 200 + 1, f"few-{count}")
            else:
                path = ["/items/1", f"/item/{count % 200 + 1}", "/items/1?q=common"]
                status = server.request("GET", path[number % 3])[0]
            results.append((status, number, time.monotonic() - began, began))

    run(work, 8)
    # At first all ask for a connection at the same time.
    results = [result for result in results if result[3] > end - seconds + 1]
    refused = [result for result in results if result[0] not in (200, 201)]
    case.none(refused, f"none of {len(results)} requests is refused, the slowest takes {max(took for _, _, took, _ in results):.1f} s")
    opened = int(shop.postgres.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'shop'"))
    case.holds(opened <= 2, f"they took {opened} connections")
    link = Link(shop.postgres.port)
    case.cleanup.callback(link.close)
    server = case.serve(shop.url.replace(f":{shop.postgres.port}/", f":{link.port}/"), "--connections", "4")
    statuses = []
    for _ in range(5):
        link.full = 1
        link.cut()
        statuses += [server.request("GET", "/items/1")[0] for _ in range(3)]
    case.holds(set(statuses) == {200} and link.full == 0, f"a place comes free after a connection was refused: {statuses}")


def beside_import(case):
    """An import of all or nothing, beside six clients that sell other items."""
    shop = Shop(case, 600)
    server = case.serve(shop.url, "--limit-uploads", "100G")
    rows = 1_500 if case.short else 20_000
    table = case.folder / "new.csv"
    write(table, range(rows), "N")
    results, is_running, turn = [], True, "others"

    def work(number):
        count = 0
        while is_running:
            count += 1
            began = time.perf_counter()
            item = 1 + number * 100 + count % 100
            status = sell(server, item, f"{turn}-{number}-{count}")
            results.append((began, time.perf_counter(), status, item))
            time.sleep(0.02)

    sellers = threading.Thread(target=run, args=(work, 6))
    sellers.start()
    time.sleep(0.5)
    began = time.monotonic()
    done = shop.start("import", table, "--atomic", "--yes", "--quiet", "--store", shop.url)
    said = done.communicate(timeout=600)[1].strip()
    took = time.monotonic() - began
    is_running = False
    sellers.join()
    case.holds(done.returncode == 0, f"{rows} rows are imported in {took:.1f} s: {done.returncode} {said}")
    case.none([result for result in results if result[2] not in (200, 201)], f"none of {len(results)} sales is refused")
    sold, times = len(results), [clock.seconds(began, end) for began, end, _, _ in results]
    case.holds(max(times) <= 1, f"the slowest of them takes {max(times):.2f} s, half of them {statistics.median(times):.3f} s")
    # Items of the import are sold meanwhile, too. `check` compares the stocks with the ledger.
    write(table, range(600), price=950)
    results, is_running, turn = [], True, "same"
    sellers = threading.Thread(target=run, args=(work, 6))
    sellers.start()
    done = case.market("import", table, "--on-existing", "overwrite", "--yes", "--quiet", "--store", shop.url)
    is_running = False
    sellers.join()
    changed = int(shop.postgres.query("SELECT count(*) FROM item WHERE price = 9500000"))
    case.holds(done.returncode in (0, 7) and changed > 0, f"{changed} items that are sold get another price: {done.returncode}")
    case.none([result for result in results if result[2] not in (200, 201)], f"none of {len(results)} sales of them is refused")
    recorded = int(shop.postgres.query("SELECT count(*) FROM movement WHERE kind = 'sold'"))
    case.holds(recorded == sold + len(results), f"each of {sold + len(results)} sales is there once: {recorded}")
    # An import of all or nothing keeps its items to itself, and no others: a sale that waits for one of its items stops no other sale.
    write(table, range(300), price=951)
    results, is_running, turn = [], True, "half"
    sellers = threading.Thread(target=run, args=(work, 6))
    sellers.start()
    done = case.market("import", table, "--atomic", "--on-existing", "overwrite", "--yes", "--quiet", "--store", shop.url)
    is_running = False
    sellers.join()
    case.holds(done.returncode in (0, 6), f"it is done, or refused for a sale since its plan: {done.returncode}")
    others = [result for result in results if result[3] > 300]
    case.none([result for result in others if result[2] not in (200, 201)], f"none of {len(others)} sales of other items is refused")
    slowest = max(clock.seconds(began, end) for began, end, _, _ in others)
    case.holds(slowest <= 1, f"the slowest of them takes {slowest:.2f} s")
    # Two imports of equal codes at once: each code is given to one item.
    twins = [case.folder / "twin.csv", case.folder / "other-twin.csv"]
    for twin in twins:
        write(twin, range(300), "T")
    both = [shop.start("import", twin, "--atomic", "--yes", "--quiet", "--store", shop.url) for twin in twins]
    said = [(process.communicate(timeout=600)[1].strip(), process.returncode) for process in both]
    count = shop.postgres.query("SELECT count(*), count(DISTINCT code) FROM item_code WHERE code LIKE 't%' OR code LIKE 'T%'")
    case.holds(count == "300|300", f"two imports of the same codes at a time give each to one item: {count} {said}")
    case.adds_up(shop.url)


def sell(server, item, key):
    body = json.dumps({"kind": "sold", "quantity": 1, "password": "correct horse", "reference": key})
    return server.request("POST", f"/item/{item}/movements", body,
                          {"Content-Type": "application/json", "Idempotency-Key": key}, timeout=60)[0]


def run(work, count):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def roles(case):
    """Each role has the rights that OPERATIONS gives it, and no others."""
    shop = Shop(case, 50)
    text = (HERE.parents[1] / ".github/OPERATIONS.md").read_text()
    rights = re.search(r"### Roles.*?```sql\n(.*?)```", text, re.DOTALL)[1]
    shop.postgres.query(f"SET ROLE market; {rights}")

    def store(role):
        return shop.url.replace("market@", f"market_{role}@")

    def done(role, *words):
        done = case.market(*words, "--store", store(role))
        return None if done.returncode == 0 else f"{role} {words[0]}: {done.returncode} {done.stderr.strip()}"

    def refused(role, *words):
        done = case.market(*words, "--store", store(role))
        return None if done.returncode == 1 and f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO market_{role}" in done.stderr else f"{role} {words}: {done.returncode} {done.stderr.strip()}"

    server = case.serve(store("server"), "--limit-uploads", "100G")
    added = server.add("an image", "image", png(case.random.randbytes(600_000)))[0]
    sold = sell(server, 1, "role")
    case.holds((added, sold) == (201, 201), f"a server adds an image in pieces and sells: {added} {sold}")
    wrong = [done("server", "list"), done("server", "edit", "2", "--price", "7"), done("backup", "backup", case.folder / "role.db"),
             done("reader", "list"), done("reader", "show", "1"), done("reader", "sales")]
    case.none([text for text in wrong if text], "each role does what it is for")
    wrong = [refused(role, "sell", "1:1") for role in ("backup", "reader")]
    case.none([text for text in wrong if text], "the others write nothing, and are told the right that is missing")
    shop.postgres.query("REVOKE TEMPORARY ON DATABASE market FROM PUBLIC")
    for role in ("server", "backup", "reader"):
        checked = case.market("check", "--store", store(role))
        case.holds(checked.returncode == 0 and "not compared" in checked.stdout,
                   f"a check as '{role}' finds the rights that it needs: {checked.returncode} {checked.stdout.strip()}")
    for role, code, words in (("server", 200, b"ready"), ("reader", 503, b"The role 'market_reader' may not write to the store")):
        found, body = case.serve(store(role)).request("GET", "/readyz")
        case.holds(found == code and words in body, f"/readyz of a server as '{role}': {found} {body.decode().strip()}")
    shop.postgres.query("REVOKE USAGE ON SCHEMA public FROM PUBLIC, market_server")
    code, body = server.request("GET", "/readyz")
    case.holds(code == 503 and b"may not use the schema 'public'" in body, f"/readyz without USAGE: {code} {body.decode().strip()}")
    status = sell(server, 1, "without")
    case.holds(status == 500, f"a sale without USAGE: {status}")
    shop.postgres.query("GRANT USAGE ON SCHEMA public TO market_server")
    case.holds(sell(server, 1, "with") == 201, "a sale with USAGE again")
    shop.postgres.query("REVOKE UPDATE ON item FROM market_server; REVOKE TEMPORARY ON DATABASE market FROM market_server")
    checked = case.market("check", "--store", store("server"))
    case.holds(checked.returncode == 1 and "GRANT SELECT, INSERT" in checked.stdout and "GRANT TEMPORARY" in checked.stdout,
               f"a check finds the rights that a server lacks: {checked.returncode} {checked.stdout.strip()}")
    shop.postgres.query("REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM market_backup")
    made = case.market("backup", case.folder / "without.db", "--store", store("backup"))
    case.holds(made.returncode == 1 and "ON ALL SEQUENCES" in made.stderr, f"a backup without sequences: {made.returncode} {made.stderr.strip()}")
    for role in ("server", "backup", "reader"):
        made = shop.postgres.run("psql", "-d", store(role), "-XqAtc", "CREATE TABLE theirs (number INTEGER)", check=False)
        case.holds(made.returncode != 0, f"'{role}' makes no tables")


def refused(case):
    """What a database does not do is said, with what mends it, and a market is found wherever the search path has it."""
    shop = Shop(case, 20)
    query = shop.postgres.query

    def said(code, words, *command, query=""):
        done = case.market(*command, "--store", shop.url + query)
        case.holds(done.returncode == code and words in done.stdout + done.stderr,
                   f"{command} with '{query}' ends with {code} and '{words}': {done.returncode} {(done.stdout + done.stderr).strip()}")

    # A schema before that of the market, named as the role is.
    query("CREATE SCHEMA market; CREATE TABLE market.item (number INTEGER); CREATE TABLE market.sale (number INTEGER)")
    for options in ("", "?prepare=off"):
        said(0, "상품", "list", query=options)
        said(0, "20", "backup", case.folder / f"refused{len(options)}.db", query=options)
        said(0, "sound", "check", query=options)
        said(0, "", "sell", "1:1", query=options)
    query("DROP SCHEMA market CASCADE")
    lock = shop.locked("item")
    for command in (["list"], ["export"], ["list", "common"], ["check"]):
        said(5, "pg_locks", *command)
    said(5, "pg_locks", "check", query="?prepare=off")
    lock.kill()
    lock = shop.locked("market_schema")
    for command in (["list"], ["sell", "1:1"]):
        said(5, "pg_locks", *command)
    lock.kill()
    until(lambda: query("SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock'") == "0", 10)
    query("ALTER ROLE market SET default_transaction_read_only = on")
    said(1, "with 'target_session_attrs=any'", "list")
    said(0, "상품", "list", query="?target_session_attrs=any")
    said(1, "read-only", "sell", "1:1", query="?target_session_attrs=any")
    said(1, "read-only", "serve", "--port", "0")
    query("BEGIN READ WRITE; ALTER ROLE market RESET default_transaction_read_only; COMMIT")
    for name, words, sql in (("latin", "the encoding LATIN1", None), ("others", "no market", "CREATE TABLE item (number INTEGER)")):
        query(f"CREATE DATABASE {name} ENCODING '{'UTF8' if sql else 'LATIN1'}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
        address = shop.url.removesuffix("market") + name
        if sql:
            shop.postgres.run("psql", "-d", address, "-XqAtc", sql)
        for command in (["list", "--store", address], ["check", "--store", address], ["copy", shop.url, address]):
            done = case.market(*command)
            case.holds(done.returncode == (6 if sql and command[0] == "copy" else 1) and (words in done.stderr or command[0] == "copy" and sql),
                       f"'{command[0]}' of another database: {done.returncode} {done.stderr.strip()}")
    # What never helps to be tried again is no outage, and no message has what an address hides.
    for address, code in (("postgres://market@[::1/market", 2), (f"{shop.url}?user=a=b", 2), (f"{shop.url}?channel_binding=require", 1),
                          (f"{shop.url}?sslmode=require", 1), ("postgres:///?service=hunter2", 1), (f"{shop.url}?sslmode=hunter2", 2),
                          ("host=127.0.0.1 password=hunter2", 2), ("postgres:/market:hunter2@h/market", 2),
                          ("postgres://market@nowhere.invalid/market", 5), ("postgres://market@127.0.0.1:1/market", 5)):
        done = case.market("list", "--store", address)
        case.holds(done.returncode == code and "hunter2" not in done.stderr, f"'{address}': {done.returncode} {done.stderr.strip()}")
    # A table of another program is none of the market's, and one of the market that another program has changed is named.
    query("CREATE TABLE customers (number INTEGER)")
    said(0, "sound", "check")
    # Nor does it stop a backup or a copy, which leave it out.
    query("CREATE VIEW my_report AS SELECT id, title FROM item")
    said(0, "made them: customers, my_report", "backup", case.folder / "others.db")
    done = case.market("copy", shop.url, case.folder / "others-copy.db")
    case.holds(done.returncode == 0 and "made them: customers, my_report" in done.stderr, f"a copy beside others: {done.returncode} {done.stderr.strip()}")
    query("ALTER TABLE sale_total ADD COLUMN theirs INTEGER")
    said(1, "make them: sale_total", "check")
    query("ALTER TABLE sale_total DROP COLUMN theirs")
    query("ALTER SYSTEM SET full_page_writes = off")
    query("SELECT pg_reload_conf()")
    until(lambda: query("SHOW full_page_writes") == "off", 5)
    said(1, "full_page_writes = off", "check")


def without_writes(case):
    """A running server whose database takes no writes any more says so, reads on, and writes when it may again."""
    shop = Shop(case, 20)
    query = shop.postgres.query
    server = case.serve(shop.url, "--limit-uploads", "100G")
    sell(server, 1, "before")
    query("ALTER DATABASE market SET default_transaction_read_only = on")
    query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
    code, body = server.request("GET", "/readyz")
    case.holds(code == 503 and b"read-only" in body, f"/readyz: {code} {body.decode().strip()}")
    statuses = [sell(server, 1, "meanwhile"), server.request("GET", "/item/1")[0], server.request("GET", "/items/1")[0]]
    case.holds(statuses == [403, 200, 200], f"a sale is refused, and pages are read: {statuses}")
    query("BEGIN READ WRITE; ALTER DATABASE market RESET default_transaction_read_only; COMMIT")
    until(lambda: server.request("GET", "/readyz")[0] == 200, 5)
    statuses = [server.request("GET", "/readyz")[0], sell(server, 1, "after")]
    case.holds(statuses == [200, 201], f"it goes on when it may: {statuses}")
    query("CREATE DATABASE empty")
    empty = shop.url.removesuffix("market") + "empty"
    shop.postgres.run("psql", "-d", empty, "-XqAtc", "CREATE ROLE poor LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    done = case.market("check", "--store", empty)
    case.holds(done.returncode == 1 and "has no market yet" in done.stderr, f"a check of no market: {done.returncode} {done.stderr.strip()}")
    poor = empty.replace("market@", "poor@")
    for command in ("check", "list", "serve"):
        done = case.market(command, "--store", poor, *(["--port", "0"] if command == "serve" else []))
        case.holds(done.returncode == 1 and "GRANT CREATE ON SCHEMA" in done.stderr,
                   f"'{command}' where no market may be made: {done.returncode} {done.stderr.strip()}")


def locked_item(case):
    """A lock by somebody else on one item stops the sales of that item alone."""
    shop = Shop(case, 50)
    server = case.serve(shop.url, "--limit-uploads", "100G")
    case.holds(sell(server, 1, "before") == 201, "an item is sold")
    lock = shop.locked("item", 1)
    stuck, times, end = [], [], time.monotonic() + 15

    def work(number):
        count = 0
        while time.monotonic() < end:
            count += 1
            if number < 6:
                stuck.append(sell(server, 1, f"stuck-{number}-{count}"))
                continue
            began = time.monotonic()
            # Two clients sell one item without a pause: their transactions end each other.
            item = 2 if number > 7 else number * 5 + count % 5
            status = sell(server, item, f"free-{number}-{count}")
            times.append((time.monotonic() - began, status))
            time.sleep(0 if number > 7 else 0.05)

    run(work, 10)
    case.none([status for status in stuck if status != 503], f"each of {len(stuck)} sales of the item is refused for now")
    case.none([status for _, status in times if status != 201], f"none of {len(times)} sales of others is refused")
    case.holds(max(times)[0] <= 1, f"the slowest of them takes {max(times)[0]:.2f} s, half of them {statistics.median(took for took, _ in times):.3f} s")
    lock.kill()
    sold = until(lambda: sell(server, 1, "after") in (200, 201), 10)
    case.holds(sold is not None, "the item is sold again")


def pooled(case):
    """A server behind pgbouncer that was not told so: it serves, and /readyz says when the database takes no writes."""
    if not POOLER:
        return case.note(MISSING)
    shop = Shop(case, 50)
    pooler = Pooler(case, shop.postgres.port)
    server = case.serve(pooler.url, "--limit-uploads", "100G")
    statuses = []

    def work(number):
        for count in range(40):
            statuses.append(server.request("GET", ["/items/1", "/item/2", "/readyz"][count % 3])[0] if number % 2 else
                            sell(server, number * 5 + 1, f"pooled-{number}-{count}"))

    run(work, 6)
    case.none([status for status in statuses if status not in (200, 201)], f"none of {len(statuses)} requests fails")
    shop.postgres.query("ALTER ROLE market SET default_transaction_read_only = on")
    shop.postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'psql' AND datname = 'market'")
    told = until(lambda: server.request("GET", "/readyz")[0] == 503, 5)
    code, body = server.request("GET", "/readyz")
    case.holds(told is not None and code == 503, f"/readyz says that it takes no writes: {code} {body.decode().strip()}")


PARTS = [interrupted, ended_backup, without_connections, beside_import, roles, refused, without_writes, locked_item, pooled]

parts.run(__doc__, PARTS)
