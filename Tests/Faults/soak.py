#!/usr/bin/env python3
"""Mixed load from many addresses, good and bad, for a long time: memory and descriptors stay flat, and at the end the
store has every item whose add was acknowledged, as it was edited last, and none whose delete was.

    soak.py --seconds 3600
"""

import collections
import contextlib
import http.client
import itertools
import json
import random
import statistics
import threading
import time

from clients import addresses
from image_files import png
from served import Case, form, image_path, multipart

SELLERS, READERS, BAD = 6, 8, 6
# Items of a seller at one time.
STOCK = 12


class Client:
    """Repeats what `step` does until the load ends, from one address, over a persistent connection."""

    def __init__(self, load, address, seed):
        self.load, self.address, self.random = load, address, random.Random(seed)
        self.session = None
        self.counts = collections.Counter()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.load.is_over.is_set():
            try:
                self.step()
            except (OSError, http.client.HTTPException) as error:
                self.counts[type(error).__name__] += 1
                self.disconnect()
            self.load.is_over.wait(self.random.uniform(0, 0.04))
        self.disconnect()

    def disconnect(self):
        if self.session:
            self.session.close()
            self.session = None

    def request(self, method, path, body=None, headers=None):
        """Status and body; over the connection of the last request in four of five cases."""
        if not self.session or not self.session.sock or self.random.random() < 0.2:
            self.disconnect()
            self.session = self.load.server.session(self.address, 60)
        self.session.request(method, path, body, headers or {})
        response = self.session.getresponse()
        body = response.read()
        self.counts[f"{method} {response.status}"] += 1
        return response.status, body


class Seller(Client):
    """Adds, edits, reads and deletes items of its own, and keeps what was acknowledged."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Titles by id, as the last acknowledged write left them; None where a write had no response.
        self.items, self.deleted, self.defects = {}, set(), []
        self.numbers = itertools.count()

    def step(self):
        known = [number for number, title in self.items.items() if title is not None]
        if len(known) < STOCK and self.random.random() < 0.5 or not known:
            return self.add()
        action = self.random.choice([self.edit, self.edit, self.read, self.read, self.read, self.delete])
        action(self.random.choice(known))

    def title(self):
        return f"{self.address} {next(self.numbers)} 맥북 lamp"

    def add(self):
        title = self.title()
        # Less in an hour than the server takes of one client.
        size, = self.random.choices([100, 30_000, 300_000, 2_000_000], [60, 30, 9, 1])
        image = png(self.random.randbytes(size))
        fields = {"title": title, "price": "1", "currency": "USD", "stock": "1", "password": self.address}
        kind, body = form(fields, image)
        headers = {"Content-Type": kind, "Idempotency-Key": title.encode().hex()[:200]}
        for _ in range(3):
            # A request without a response is repeated under its key.
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, response = self.request("POST", "/item", body, headers)
                break
            self.disconnect()
        else:
            return self.load.unknown.add(title)
        if status == 201:
            item = json.loads(response)
            self.items[item["id"]] = title
            path = image_path((status, response))
            if self.request("GET", path) not in ((200, image),):
                self.defects.append(f"{path} differs from what was added")

    def write(self, number, action):
        """The status of a write; what it left is unknown until it has a response."""
        title, self.items[number] = self.items[number], None
        status = action()
        if status >= 400:
            self.items[number] = title
        if status == 404:
            self.defects.append(f"item {number} was not found")
        return status

    def edit(self, number):
        title = self.title()
        kind, body = multipart({"title": title, "password": self.address})
        status = self.write(number, lambda: self.request("PATCH", f"/item/{number}", body, {"Content-Type": kind})[0])
        if status == 200:
            self.items[number] = title

    def delete(self, number):
        body = json.dumps({"password": self.address})
        if self.write(number, lambda: self.request("DELETE", f"/item/{number}", body)[0]) == 200:
            del self.items[number]
            self.deleted.add(number)

    def read(self, number):
        status, body = self.request("GET", f"/item/{number}")
        if status == 200 and (title := json.loads(body)["title"]) != self.items[number]:
            self.defects.append(f"item {number} is '{title}', not '{self.items[number]}'")
        elif status == 404:
            self.defects.append(f"item {number} was not found")


class Reader(Client):
    """Reads lists, items, images and ranges of them, and searches, in both versions."""

    def step(self):
        page = self.random.randint(1, 4)
        word = self.random.choice(["lamp", "맥북", "맥", "a", "127 0", "nothing"]).encode().hex("%")
        path = self.random.choice([
            f"/items/{page}", f"/items/{page}", f"/items/1?per_page={self.random.randint(1, 100)}",
            f"/items/1?q=%{word}", f"/api/products?page_no={page}",
            f"/api/products?search_value=%{word}", "/healthChecker", "image", "image"])
        if path != "image":
            return self.request("GET", path)
        images = [url for item in json.loads(self.request("GET", "/items/1?sort=newest")[1]).get("items", [])
                  for url in item["thumbnails"]]
        if images:
            first = self.random.randint(0, 50_000)
            ranges = [{}, {"Range": f"bytes={first}-{first + 10_000}"}, {"Range": f"bytes={first}-"}]
            path = "/" + self.random.choice(images).split("/", 3)[3]
            self.request("GET", path, headers=self.random.choice(ranges))


class BadClient(Client):
    """Guesses passwords, aborts uploads, reads slowly, stays idle, sends nonsense."""

    def step(self):
        self.random.choice([self.guess, self.abort, self.read_slowly, self.idle, self.garbage])()

    def guess(self):
        body = json.dumps({"password": str(self.random.random())})
        self.request("DELETE", f"/item/{self.random.randint(1, 200)}", body)

    def abort(self):
        kind, body = form({"title": "T", "price": "1", "currency": "USD", "stock": "1"}, png(bytes(3_000_000)))
        with self.load.server.connect(self.address, 5) as connection:
            head = self.load.server.head("POST", "/item", {"Content-Type": kind, "Content-Length": len(body)})
            connection.sendall(head + body[: self.random.randrange(len(body) - 1)])
        self.counts["aborted"] += 1

    def read_slowly(self):
        with self.load.server.connect(self.address, 5, receive_buffer=4096) as connection:
            connection.sendall(self.load.server.head("GET", self.load.large) * self.random.randint(1, 3))
            for _ in range(self.random.randint(1, 20)):
                connection.recv(1000)
                self.load.is_over.wait(0.2)
        self.counts["slow"] += 1

    def idle(self):
        with contextlib.ExitStack() as connections:
            for _ in range(10):
                connections.enter_context(self.load.server.connect(self.address, 5))
            self.load.is_over.wait(self.random.uniform(0, 5))
        self.counts["idle"] += 10

    def garbage(self):
        with self.load.server.connect(self.address, 5) as connection:
            connection.sendall(self.random.randbytes(self.random.randint(1, 3000)))
            connection.recv(1000)
        self.counts["garbage"] += 1


class Load:
    """All clients, and what the server needs meanwhile."""

    def __init__(self, case, server):
        self.case, self.server = case, server
        self.is_over, self.unknown = threading.Event(), set()
        self.large = image_path(server.add("Large", image=png(case.random.randbytes(9_000_000)), source="127.0.5.250"))
        kinds = [Seller] * SELLERS + [Reader] * READERS + [BadClient] * BAD
        self.clients = [kind(self, address, case.random.randrange(1 << 32))
                        for kind, address in zip(kinds, addresses(len(kinds), network=5))]
        self.samples = []

    def run(self, seconds, interval):
        self.is_over.clear()
        for client in self.clients:
            client.thread = threading.Thread(target=client.run, daemon=True)
            client.thread.start()
        start = time.monotonic()
        while (elapsed := time.monotonic() - start) < seconds and self.server.is_up:
            self.samples.append((elapsed, self.server.memory("VmRSS"), len(self.server.descriptors()), self.total("")))
            time.sleep(max(0, min(interval, seconds - elapsed)))
        self.is_over.set()
        for client in self.clients:
            client.thread.join()

    def total(self, prefix):
        return sum(count for client in self.clients for kind, count in client.counts.items() if kind.startswith(prefix))

    def print_series(self):
        case = self.case
        case.note("seconds   VmRSS MiB   descriptors   requests")
        step = max(1, len(self.samples) // 20)
        for elapsed, memory, descriptors, requests in self.samples[::step]:
            case.note(f"{elapsed:7.0f}   {memory:9.1f}   {descriptors:11}   {requests:8}")
        counts = sum((client.counts for client in self.clients), collections.Counter())
        case.note("; ".join(f"{count} × {kind}" for kind, count in sorted(counts.items())))


def is_flat(case, load):
    """Compares quarters of the time: the first one warms up."""
    memory = [memory for _, memory, _, _ in load.samples]
    quarter = len(memory) // 4
    early, late = statistics.mean(memory[quarter : 2 * quarter]), statistics.mean(memory[-quarter:])
    # Seconds are few to average over.
    most = 1.5 if case.short else 1.2
    case.holds(late <= most * early,
               f"memory: {late:.1f} MiB on average in the last quarter, {early:.1f} in the second (limit {most} times "
               "that)")


def is_complete(case, load, store):
    """Compares the store with what was acknowledged."""
    sellers = [client for client in load.clients if isinstance(client, Seller)]
    listed = case.market("list", "--all", "--json=id,title", "--store", store)
    found = {item["id"]: item["title"] for item in map(json.loads, listed.stdout.splitlines())}
    expected = {number: title for seller in sellers for number, title in seller.items.items()}
    deleted = set().union(*(seller.deleted for seller in sellers))
    lost = [number for number, title in expected.items() if title is not None and found.get(number) != title]
    case.holds(not lost, f"each of {len(expected)} items that were added, and not deleted, is there as it was edited "
               f"last ({len(lost)} are not{f', such as {lost[0]}' if lost else ''})")
    back = deleted & found.keys()
    case.holds(not back, f"none of {len(deleted)} deleted items is there ({len(back)} are)")
    others = [title for number, title in found.items()
              if number not in expected and title not in load.unknown and title != "Large" and number not in back]
    case.holds(not others, f"there are no others ({len(others)})")
    defects = [defect for seller in sellers for defect in seller.defects]
    case.holds(not defects, f"every read had what was written last ({len(defects)} had not"
               + (f", such as: {defects[0]}" if defects else "") + ")")


with Case(__doc__, seconds=300) as case:
    store = case.folder / "market.db"
    server = case.serve(store, "--limit", "idle-seconds=10")
    load = Load(case, server)
    # Pools and caches fill.
    load.run(3, 1)
    time.sleep(3)
    load.samples.clear()
    before = len(server.descriptors())
    seconds = 20 if case.short else case.seconds
    load.run(seconds, min(10, max(1, seconds / 40)))
    load.print_series()
    is_flat(case, load)
    time.sleep(5)
    after = len(server.descriptors())
    case.holds(after <= before + 2, f"descriptors: {before} before the load, {after} after it")
    writes = sum(load.total(kind) for kind in ("POST 201", "PATCH 200", "DELETE 200"))
    case.holds(writes > seconds, f"{writes} writes were acknowledged")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    is_complete(case, load, store)
    case.store_is_whole(store)
