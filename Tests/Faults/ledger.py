#!/usr/bin/env python3
"""Writes to one store with several processes at once, commands and a server with its clients, in random sequences:
adds, edits, counts, sales, returns, corrections, reviews, deletions. Each write is recorded or refused; stocks,
rankings and ratings are those that the histories and the reviews add up to."""

import collections
import concurrent.futures
import datetime
import json
import subprocess
import threading
import time
import zoneinfo

from ledger_totals import DAYS, ZONE, acknowledged, histories, lines, market, rankings, ratings
from served import Case

DONE, NOT_FOUND, REFUSED = 0, 3, 6


class Shared:
    """What the workers know together."""

    def __init__(self):
        self.lock = threading.Lock()
        # Items that are on sale, those that are being deleted, and those that are deleted.
        self.items, self.deleted, self.gone_items = [], set(), set()
        # Acknowledged movements by number; receipts and references of sales; reviews by number with their receipts.
        self.movements, self.sales, self.reviews, self.gone = {}, [], {}, set()
        self.outcomes, self.wrong = collections.Counter(), []


class Worker:
    """A random sequence of writes at one place: the store, or a server of it."""

    def __init__(self, case, shared, place, seed):
        self.case, self.shared, self.place = case, shared, place
        self.random = type(case.random)(seed)
        self.prefix = f"{seed:x}"
        # A server takes a password for what is not there as a wrong one, and soon refuses more of them.
        self.is_served = "--server" in place

    def run(self, is_over):
        operations = [
            (2, self.add), (2, self.retitle), (2, self.reprice), (3, self.count), (2, self.recount), (3, self.adjust),
            (14, self.sell), (3, self.sell_several), (3, self.sell_again), (4, self.restock), (5, self.take_back),
            (2, self.write_off), (4, self.correct), (6, self.review), (1, self.answer), (1, self.fold),
            (2, self.delete_review), (1, self.remove_review), (1, self.delete)]
        weights = [weight for weight, _ in operations]
        while not is_over():
            try:
                self.random.choices(operations, weights)[0][1]()
            except IndexError:
                # There is nothing yet to choose from.
                continue
            except (json.JSONDecodeError, KeyError, subprocess.SubprocessError) as error:
                with self.shared.lock:
                    self.shared.wrong.append(repr(error))

    def market(self, *words, at=None):
        """Runs a command; one that neither succeeds nor is refused is wrong."""
        done = market(self.case, *words, *(at or self.place))
        with self.shared.lock:
            self.shared.outcomes[words[0], done.returncode] += 1
            if done.returncode not in (DONE, NOT_FOUND, REFUSED) and not (self.is_served and "429" in done.stderr):
                self.shared.wrong.append(f"{' '.join(map(str, words))}: exit {done.returncode}, {done.stderr.strip()}")
        return done

    def item(self):
        with self.shared.lock:
            return self.random.choice(self.shared.items)

    def pieces(self):
        return self.random.choice((1, 1, 1, 2, 3, 5))

    def price(self):
        return self.random.choice(("9.99", "10", "12.5", "3", "7.25"))

    def time(self):
        """Options of a time in the past, most often none."""
        if self.random.random() < 0.4:
            return []
        now = datetime.datetime.now(zoneinfo.ZoneInfo(ZONE))
        past = now - datetime.timedelta(minutes=self.random.randrange(1, DAYS * 24 * 60))
        return ["--at", past.strftime("%Y-%m-%dT%H:%M"), *(["--already-counted"] if self.random.random() < 0.7 else [])]

    def recorded(self, done):
        """Takes the movements that a command has acknowledged."""
        if done.returncode != DONE:
            return
        with self.shared.lock:
            for entry in lines(done):
                self.shared.movements[entry["id"]] = entry
                if entry["kind"] == "sold":
                    self.shared.sales.append(entry)

    # MARK: The writes

    def add(self):
        done = self.market("add", "--title", f"Item {self.prefix}", "--price", self.price(), "--currency",
                           self.random.choice(("USD", "USD", "EUR")), "--stock", self.random.randrange(12), "--json")
        with self.shared.lock:
            self.shared.items += [entry["id"] for entry in lines(done)]

    def retitle(self):
        self.market("edit", self.item(), "--title", f"Title {self.random.randrange(100)}")

    def reprice(self):
        self.market("edit", self.item(), "--price", self.price(), "--currency", self.random.choice(("USD", "EUR")))

    def count(self):
        self.market("edit", self.item(), "--stock", self.random.randrange(12))

    def recount(self):
        self.market("edit", self.item(), "--stock", self.random.randrange(12), "--was", self.random.randrange(8))

    def adjust(self):
        self.market("edit", self.item(), f"--stock={self.random.choice('+-')}{self.pieces()}")

    def sell(self):
        price = ["--price", self.price()] if self.random.random() < 0.3 else []
        self.recorded(self.market("sell", self.item(), "--quantity", self.pieces(), *price, *self.time(), "--json"))

    def sell_several(self):
        words = {item: f"{item}:{self.pieces()}" for item in (self.item(), self.item(), self.item())}
        reference = f"order-{self.prefix}-{self.random.randrange(1_000_000)}"
        self.recorded(self.market("sell", *words.values(), "--reference", reference, "--json"))

    def sell_again(self):
        """The same sale again, or another one under its reference, which is refused."""
        sale = self.random.choice([sale for sale in self.known_sales() if sale["reference"]])
        other = self.random.random() < 0.5
        done = self.market("sell", sale["item_id"], "--quantity", -sale["quantity"] + other, "--reference",
                           sale["reference"], "--json")
        if done.returncode == DONE and [entry["receipt"] for entry in lines(done)] != [sale["receipt"]] or \
                done.returncode == DONE and other:
            with self.shared.lock:
                self.shared.wrong.append(f"repeated {sale}: {done.stdout}")

    def restock(self):
        self.recorded(self.market("restock", self.item(), "--quantity", self.pieces(), "--json"))

    def take_back(self):
        sales = self.known_sales()[-20:]
        rest = ["--not-resellable"] if self.random.random() < 0.3 else []
        if sales and self.random.random() < 0.5:
            sale = self.random.choice(sales)
            reference = ["--reference", sale["reference"]] if sale["reference"] else []
            item = sale["item_id"]
        else:
            reference, item = [], self.item()
        at = [word for word in self.time() if word != "--already-counted"]
        self.recorded(self.market("return", item, "--quantity", self.pieces(), *reference, *rest, *at, "--json"))

    def write_off(self):
        reason = self.random.choice(("lost", "broken", "own-use"))
        self.recorded(self.market("write-off", self.item(), "--quantity", self.pieces(), "--reason", reason, "--json"))

    def correct(self):
        entry = self.random.choice(self.known_sales())["id"]
        self.recorded(self.market("correct", entry, "--price", self.price(), "--json"))

    def review(self):
        sale = self.random.choice(self.known_sales()) if self.random.random() < 0.5 else None
        item, receipt = (sale["item_id"], ["--receipt", sale["receipt"]]) if sale else (self.item(), [])
        done = self.market("review", item, "--stars", self.random.randint(1, 5), "--text", "As described.", *receipt,
                           "--json")
        with self.shared.lock:
            for entry in lines(done) if done.returncode == DONE else []:
                self.shared.reviews[entry["id"]] = (item, sale)

    def one_review(self):
        with self.shared.lock:
            there = [number for number, (item, _) in self.shared.reviews.items()
                     if not self.is_served or number not in self.shared.gone and item not in self.shared.deleted]
            return self.random.choice(there)

    def known_sales(self):
        with self.shared.lock:
            return [sale for sale in self.shared.sales
                    if not self.is_served or sale["item_id"] not in self.shared.deleted]

    def answer(self):
        self.market("review", "answer", self.one_review(), "--text", "Thank you.")

    def fold(self):
        self.market("review", "fold", self.one_review())

    def delete_review(self):
        self.take_away("review", "delete", number := self.one_review(), "--yes", number=number)

    def remove_review(self):
        number = self.one_review()
        self.take_away("review", "remove", number, "--reason", "spam", "--yes", number=number, at=self.case.place)

    def take_away(self, *words, number, at=None):
        if self.market(*words, at=at).returncode == DONE:
            with self.shared.lock:
                self.shared.gone.add(number)

    def delete(self):
        with self.shared.lock:
            if len(self.shared.items) < 4:
                return
            item = self.shared.items.pop(self.random.randrange(len(self.shared.items)))
            self.shared.deleted.add(item)
        if self.market("delete", item, "--yes").returncode == DONE:
            with self.shared.lock:
                self.shared.gone_items.add(item)


def sequences(case):
    store = case.folder / "sequences.db"
    case.place = ["--store", store]
    shared = Shared()
    first = Worker(case, shared, case.place, 1)
    for _ in range(6):
        first.add()
    for _ in range(4):
        first.sell()
        first.review()
    # The store has the time zone of its first command.
    server = case.serve(store)
    places = [case.place, case.place, ["--server", server.url], ["--server", server.url]]
    workers = [Worker(case, shared, place, case.random.randrange(1 << 32)) for place in places]
    end, least = time.monotonic() + (5 if case.short else 120), 60 if case.short else 1_000

    def is_over():
        return time.monotonic() >= end and shared.outcomes.total() >= least

    with concurrent.futures.ThreadPoolExecutor(len(workers)) as pool:
        runs = [pool.submit(worker.run, is_over) for worker in workers]
        checks = []
        while not is_over():
            checks.append(market(case, "check", *case.place))
            time.sleep(1)
        for run in runs:
            run.result()
    writes = shared.outcomes.total()
    refused = writes - sum(count for (_, code), count in shared.outcomes.items() if code == DONE)
    case.note(f"{writes} writes, {refused} of them refused")
    case.none(shared.wrong, "each write is recorded or refused")
    unsound = [check.stdout + check.stderr for check in checks if check.returncode != DONE]
    case.none(unsound, f"the ledger adds up meanwhile, {len(checks)} times")
    items, found = histories(case, store)
    case.none(sorted(items & shared.gone_items), f"{len(shared.gone_items)} deleted items are gone")
    acknowledged(case, shared, items, found)
    rankings(case, found)
    ratings(case, shared, items, found)
    server.stop()
    case.store_is_whole(store)


with Case(__doc__) as case:
    case.attempt(sequences)
