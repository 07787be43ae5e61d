"""Clients add and sell over three market servers of one PostgreSQL database, while servers are killed and the database crashes
and is stopped. Each request is repeated with its key, at another server, until there is a response: everything acknowledged is
there, nothing twice, and no item is sold more often than it was in stock."""

import http.client
import json
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Faults"))

from postgres import Postgres  # noqa: E402
from served import Case, NotStarted  # noqa: E402

SERVERS, CLIENTS, ITEMS, STOCK = 3, 6, 4, 400


class Load:
    """Clients that add items and sell pieces of common ones, each request until it is answered."""

    def __init__(self, case, servers, items):
        self.servers, self.items = servers, items
        self.added, self.sold, self.refused, self.wrong = {}, {}, 0, []
        self.retries, self.slowest, self.lock, self.is_running = 0, 0.0, threading.Lock(), True
        self.threads = [
            threading.Thread(target=self.work, args=(number, random.Random(case.random.random())))
            for number in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def work(self, number, chance):
        count = 0
        while self.is_running:
            count += 1
            key = f"{number}-{count}"
            if chance.random() < 0.4:
                self.until_answered(chance, self.add, f"item-{key}")
            else:
                self.until_answered(chance, self.sell, f"sale-{key}", chance.choice(self.items))

    def until_answered(self, chance, action, key, *values):
        began = time.monotonic()
        while time.monotonic() < began + 120:
            server = chance.choice(self.servers)
            try:
                status, body = action(server, key, *values)
            except (OSError, http.client.HTTPException):
                status, body = 0, b""
            if status in (0, 503):
                with self.lock:
                    self.retries += 1
                time.sleep(0.05 + 0.2 * chance.random())
                continue
            self.note(action, key, values, status, body)
            with self.lock:
                self.slowest = max(self.slowest, time.monotonic() - began)
            return
        with self.lock:
            self.wrong.append((key, "no response in 120 s"))

    def add(self, server, key):
        return server.add(key, key=key, timeout=20)

    def sell(self, server, key, item):
        body = json.dumps({"kind": "sold", "quantity": 1, "password": "correct horse"}).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        return server.request("POST", f"/item/{item}/movements", body, headers, timeout=20)

    def note(self, action, key, values, status, body):
        with self.lock:
            if status in (200, 201) and action == self.add:
                self.added[key] = json.loads(body)["id"]
            elif status in (200, 201):
                self.sold[key] = values[0]
            elif status == 409 and b"not_enough_stock" in body:
                self.refused += 1
            else:
                self.wrong.append((key, status, body[:200]))

    def stop(self):
        self.is_running = False
        for thread in self.threads:
            thread.join()


def main():
    with Case(__doc__) as case:
        postgres = Postgres("max_connections=60")
        case.cleanup.callback(postgres.close)
        options = ["--connections", "6", "--limit-uploads", "10G"]

        def serve():
            return case.serve(postgres.url, *options)

        # Three first starts at once.
        servers = [None] * SERVERS
        starts = [threading.Thread(target=lambda n=n: servers.__setitem__(n, serve())) for n in range(SERVERS)]
        for start in starts:
            start.start()
        for start in starts:
            start.join()
        case.holds(all(servers), "three servers start at once on an empty database")
        items = [json.loads(servers[0].add(f"common {n}", stock=str(STOCK))[1])["id"] for n in range(ITEMS)]
        operate(case, postgres, servers[1])
        load = Load(case, servers, items)
        rounds = 2 if case.short else 12
        for number in range(rounds):
            time.sleep(1.5)
            victim = case.random.randrange(SERVERS)
            servers[victim].kill()
            time.sleep(0.5)
            servers[victim] = serve()
            time.sleep(1)
            postgres.crash()
            time.sleep(0.3)
            postgres.start()
            time.sleep(1.5)
            if number == 0:
                paused(case, postgres, servers)
        load.stop()
        compare(case, postgres, load, items)


def operate(case, postgres, server):
    """A client that can connect to the database is its operator at a server too; another client is not."""
    address = ["--server", f"http://127.0.0.1:{server.port}"]
    outcome = case.market("zone", *address, MARKET_STORE=postgres.url, MARKET_PASSWORD=None)
    case.holds(outcome.returncode == 0, f"the operator's commands work at a server: {outcome.stderr.strip()}")
    outcome = case.market("zone", *address, MARKET_PASSWORD=None)
    case.holds(outcome.returncode == 4, "without the database or the key they are refused")


def paused(case, postgres, servers):
    """Stops the database: servers say 503 and when to come again, and work when it goes on."""
    postgres.pause()
    began = time.monotonic()
    try:
        status, _, headers = servers[0].exchange("GET", "/items/1", None, None, 40, "127.0.0.1")[:3]
    except (OSError, http.client.HTTPException) as error:
        status, headers = repr(error), {}
    waited = time.monotonic() - began
    postgres.go_on()
    case.holds(status == 503 and "Retry-After" in headers,
               f"while the database is stopped a server says 503 and when to come again ({status}, {waited:.1f} s)")
    end, status = time.monotonic() + 20, 0
    while time.monotonic() < end and status != 200:
        try:
            status = servers[0].request("GET", "/items/1", timeout=20)[0]
        except (OSError, http.client.HTTPException):
            status = 0
    case.holds(status == 200, "it works again when the database goes on")


def compare(case, postgres, load, items):
    case.none(load.wrong, "every request has a response that was expected")
    case.holds(load.retries > 0, f"{load.retries} requests were cut off and repeated")
    found = dict(
        line.split("|") for line in postgres.query("SELECT title, id FROM item WHERE title LIKE 'item-%'").splitlines())
    missing = [title for title, number in load.added.items() if found.get(title) != str(number)]
    case.none(missing, f"all of {len(load.added)} acknowledged items are there")
    count = int(postgres.query("SELECT count(*) FROM item WHERE title LIKE 'item-%'"))
    case.holds(count == len(found) == len(load.added), f"no item is there twice ({count} of {len(load.added)})")
    for item in items:
        sold = sum(1 for other in load.sold.values() if other == item)
        stock = int(postgres.query(f"SELECT stock FROM item WHERE id = {item}"))
        case.holds(STOCK - stock == sold, f"item {item} was sold as often as it was acknowledged ({STOCK - stock}, {sold})")
    case.adds_up(postgres.url)
    case.note(f"{len(load.added)} added, {len(load.sold)} sold, {load.refused} refused, {load.retries} repeated; "
          f"the slowest took {load.slowest:.1f} s")


try:
    main()
except NotStarted as error:
    sys.exit(f"Error: {error}")
