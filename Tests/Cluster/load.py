"""Clients that read, sell, edit and upload through a balancer, and write a history of what they did."""

import collections
import hashlib
import http.client
import itertools
import json
import random
import threading
import time

from history import problems
from image_files import png
from served import multipart

STOCK = 3000
# The timeout of a request; the market gives up before that.
TIMEOUT = 75


class Load:
    """`entries` are where the requests go, one chosen for each."""

    def __init__(self, case, entries, items, clients=6, pause=0.02):
        self.entries, self.items, self.pause = entries, items, pause
        self.operations, self.uploads, self.wrong = [], {}, []
        # Reads that failed, and how: (began, ended, status, text).
        self.failed_reads, self.statuses = [], collections.Counter()
        # When a write was acknowledged, or a read answered.
        self.writes, self.reads = [], []
        self.without_retry_after, self.slowest = [], 0.0
        self.prices, self.lock, self.is_running = itertools.count(1000), threading.Lock(), True
        self.threads = [
            threading.Thread(target=self.work, args=(f"client-{number}", random.Random(case.random.random())), daemon=True)
            for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def work(self, client, chance):
        for count in itertools.count():
            if not self.is_running:
                return
            item, dice = chance.choice(self.items), chance.random()
            try:
                if dice < 0.5:
                    self.read(client, chance, item)
                elif dice < 0.75:
                    self.sell(client, chance, item, f"{client}-{count}")
                elif dice < 0.9:
                    self.edit(client, chance, item)
                else:
                    self.upload(chance, f"{client}-{count}")
            except Exception as error:  # A client that ends would make the load less.
                self.note_wrong(client, repr(error))
            time.sleep(self.pause * chance.random())

    def note_wrong(self, *words):
        with self.lock:
            self.wrong.append(words)

    def send(self, chance, method, path, body=None, headers=None):
        """Status 0 stands for a connection that ended without a response."""
        began = time.monotonic()
        try:
            status, body, fields = chance.choice(self.entries).exchange(method, path, body, headers, TIMEOUT)
        except (OSError, http.client.HTTPException) as error:
            status, body, fields = 0, repr(error).encode(), {}
        with self.lock:
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.statuses[(method, status)] += 1
            # That of the balancer has none.
            if status == 503 and "Retry-After" not in fields and b"<html>" not in body:
                self.without_retry_after.append((method, path, body[:100]))
        return status, body, fields

    def note(self, **operation):
        with self.lock:
            self.operations.append(operation)
            if operation["outcome"] == "ok":
                (self.reads if operation["kind"] == "read" else self.writes).append(operation["ended"])

    def read(self, client, chance, item):
        began = time.monotonic()
        status, body, fields = self.send(chance, "GET", f"/item/{item}")
        if status != 200:
            with self.lock:
                self.failed_reads.append((began, time.monotonic(), status, body[:100]))
            return None
        values = json.loads(body)
        self.note(client=client, item=item, kind="read", began=began, ended=time.monotonic(), outcome="ok",
                  stock=values["stock"], price=int(values["price"]))
        return int(values["price"]), fields.get("ETag")

    def until_answered(self, chance, *request, patience=120):
        """Repeats a request with a key until there is a response that says what became of it; None if there is none."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            status, body, _ = self.send(chance, *request)
            if status not in (0, 502, 503, 504) and b"store_read_only" not in body:
                return status, body
            time.sleep(0.05 + 0.2 * chance.random())
        return None

    def sell(self, client, chance, item, key):
        quantity = chance.choice([1, 1, 1, 2, 5])
        operation = {"client": client, "item": item, "kind": "sell", "key": key, "quantity": quantity, "stock": None,
                     "began": time.monotonic()}
        body = {"kind": "sold", "quantity": quantity, "password": "correct horse", "reference": key}
        response = self.until_answered(
            chance, "POST", f"/item/{item}/movements", json.dumps(body),
            {"Content-Type": "application/json", "Idempotency-Key": key})
        outcome = "unknown"
        if response:
            status, body = response
            if status in (200, 201):
                outcome, operation["stock"] = "ok", json.loads(body)["movements"][0]["stock"]
            elif status == 409 and b"not_enough_stock" in body:
                outcome = "refused"
            else:
                self.note_wrong("sell", status, body[:200])
        self.note(**operation, outcome=outcome, ended=time.monotonic())

    def edit(self, client, chance, item):
        seen = self.read(client, chance, item)
        if not seen:
            return
        before, tag = seen
        price, began = next(self.prices), time.monotonic()
        kind, body = multipart({"password": "correct horse", "price": price})
        status, text, _ = self.send(chance, "PATCH", f"/item/{item}", body, {"Content-Type": kind, "If-Match": tag})
        if status == 200:
            outcome = "ok"
        elif status == 412 or b"store_read_only" in text or status == 503 and b"may have been" not in text:
            # The server says that nothing was changed, and is taken at its word.
            outcome = "refused"
        else:
            outcome = "unknown"
            if status not in (0, 502, 503, 504) and b"store_read_only" not in body:
                self.note_wrong("edit", status, text[:200])
        self.note(client=client, item=item, kind="edit", began=began, ended=time.monotonic(), outcome=outcome, before=before,
                  price=price)

    def upload(self, chance, key):
        image = png(chance.randbytes(chance.choice([1_000, 50_000, 300_000])))
        fields = {"title": key, "price": "80", "currency": "USD", "stock": "1", "descriptions": "", "password": "correct horse"}
        kind, body = multipart(fields, [("images[]", image)])
        response = self.until_answered(chance, "POST", "/item", body, {"Content-Type": kind, "Idempotency-Key": key})
        if not response or response[0] not in (200, 201):
            return self.note_wrong("upload", key, *(response or ["no response"]))
        with self.lock:
            self.uploads[key] = json.loads(response[1])["id"], hashlib.sha256(image).hexdigest()
            self.writes.append(time.monotonic())

    def stop(self):
        self.is_running = False
        for thread in self.threads:
            thread.join(200)

    def first_write(self, after):
        """Seconds from a time to the first acknowledged write that follows; None if there is none."""
        with self.lock:
            following = [time for time in self.writes if time > after]
        return min(following) - after if following else None

    def longest_gap(self, began, ended):
        """The longest time without an acknowledged write."""
        with self.lock:
            times = [began, *sorted(time for time in self.writes if began < time < ended), ended]
        return max(later - earlier for earlier, later in zip(times, times[1:]))

    def failures(self, since=0.0):
        """The reads that failed since then, also those that began earlier."""
        with self.lock:
            return [each for each in self.failed_reads if since <= each[1]]

    def failures_between(self, began, ended):
        """The failed reads that began and ended in a time."""
        return [each for each in self.failures(began) if began <= each[0] and each[1] <= ended]

    def compare(self, case, database, server_url):
        """Compares the history with what the database has."""
        case.none(self.wrong, "every request has a response that was expected")
        case.none(self.without_retry_after, "every 503 says when to come again")
        ledgers, prices = {}, {}
        for item in self.items:
            rows = json.loads(database.query(
                "SELECT json_agg(json_build_object('quantity', quantity, 'stock', stock, 'reference', reference) ORDER BY id) "
                f"FROM movement WHERE item_id = {item}"))
            ledgers[item] = rows
            prices[item] = (999, int(database.query(f"SELECT price / 10000 FROM item WHERE id = {item}")))
        found = problems(self.operations, ledgers, prices)
        counts = collections.Counter((each["kind"], each["outcome"]) for each in self.operations)
        case.none(found, "the history of sales, edits and reads is one that the market allows: "
                  + ", ".join(f"{number} {kind} {outcome}" for (kind, outcome), number in sorted(counts.items())))
        stored = json.loads(database.query(
            "SELECT json_agg(json_build_array(title, item.id, encode(sha256(image.bytes), 'hex'))) FROM item "
            "JOIN image ON image.item_id = item.id WHERE title LIKE 'client-%'") or "[]") or []
        found = {title: (number, digest) for title, number, digest in stored}
        missing = [key for key, values in self.uploads.items() if found.get(key) != values]
        case.none(missing, f"all of {len(self.uploads)} acknowledged uploads are there, with their images")
        case.holds(len(stored) == len(found), f"no upload is there twice ({len(stored)}, {len(found)})")
        case.adds_up(server_url)
        statuses = ", ".join(f"{method} {status}: {count}" for (method, status), count in sorted(self.statuses.items()))
        case.note(f"{statuses}; the slowest took {self.slowest:.1f} s")
