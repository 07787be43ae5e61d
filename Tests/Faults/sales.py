#!/usr/bin/env python3
"""Kills commands and servers in the middle of sales, like a crash. Every acknowledged sale must be in the ledger once,
the others at most once; repeated with the same reference or Idempotency-Key, each is there once and has the receipt of
its first response. The ledger must add up after it."""

import collections
import contextlib
import http.client
import json
import subprocess
import threading
import time

from served import PROGRAM, Case

PASSWORD = "correct horse"
STOCK = 1_000_000
ITEMS = 3


class Sale:
    """One order of one to three items, under a reference of its own."""

    def __init__(self, case, number):
        self.reference = f"order-{number}"
        items = case.random.sample(range(1, ITEMS + 1), case.random.choice((1, 1, 2, 3)))
        self.lines = {item: case.random.randint(1, 4) for item in items}
        # Whether a request has an Idempotency-Key beside the reference.
        self.has_key = case.random.random() < 0.5
        # The receipts of the first acknowledgement, by item.
        self.receipts = None

    @property
    def words(self):
        return [f"{item}:{quantity}" for item, quantity in self.lines.items()]

    def request(self):
        """The path, the body and the header fields of `POST /movements`, or of the item if there is one."""
        movements = [
            {"kind": "sold", "password": PASSWORD, "reference": self.reference, "quantity": quantity, "item": item}
            for item, quantity in self.lines.items()]
        fields = {"Content-Type": "application/json"} | ({"Idempotency-Key": self.reference} if self.has_key else {})
        if len(movements) > 1:
            return "/movements", json.dumps({"movements": movements}), fields
        item = movements[0].pop("item")
        return f"/item/{item}/movements", json.dumps(movements[0]), fields


class Counter:
    """Numbers for several threads, and what they have found."""

    def __init__(self, case):
        self.case, self.lock, self.count = case, threading.Lock(), 0
        self.sales, self.kills, self.interrupted, self.wrong = [], 0, 0, []

    def sale(self):
        with self.lock:
            self.count += 1
            self.sales.append(Sale(self.case, self.count))
            return self.sales[-1]

    def chance(self, *limits):
        with self.lock:
            return self.case.random.uniform(*limits)

    def acknowledged(self, sale, receipts):
        """Takes the receipts of a sale; those of a repeated one are those of the first time."""
        with self.lock:
            if sale.receipts not in (None, receipts):
                self.wrong.append(f"{sale.reference}: receipts {receipts} after {sale.receipts}")
            sale.receipts = receipts

    def killed(self):
        with self.lock:
            self.kills += 1

    def was_interrupted(self):
        with self.lock:
            self.interrupted += 1

    def mistake(self, sentence):
        with self.lock:
            self.wrong.append(sentence)


def history(case, store):
    """The sales of the ledger: quantity and receipt lines by reference and item."""
    sold, quantities = collections.defaultdict(list), collections.Counter()
    for item in range(1, ITEMS + 1):
        listed = case.market("history", item, "--all", "--per-page", 500, "--json", "--store", store)
        if listed.returncode != 0:
            case.holds(False, f"the history of item {item} can be read: {listed.stderr.strip()}")
        for entry in map(json.loads, listed.stdout.splitlines()):
            quantities[item] += entry["quantity"]
            if entry["kind"] == "sold":
                sold[entry["reference"], item].append(-entry["quantity"])
    return sold, quantities


def verify(case, store, counter, words):
    """Compares the ledger with what was acknowledged; repeats the rest, and compares again."""
    sold, _ = history(case, store)
    case.note(f"{words}: {len(counter.sales)} orders, {counter.kills} kills, {counter.interrupted} without a response")
    case.holds(counter.interrupted >= counter.kills // 4 > 0, "kills interrupt sales")
    done = [sale for sale in counter.sales if sale.receipts]
    lost = [sale.reference for sale in done for item in sale.lines if not sold[sale.reference, item]]
    case.none(lost, "every acknowledged sale is in the ledger")
    case.none([key for key, found in sold.items() if len(found) > 1], "no sale is in the ledger twice")
    parts = [sale.reference for sale in counter.sales
             if len({bool(sold[sale.reference, item]) for item in sale.lines}) > 1]
    case.none(parts, "an order of several items is recorded whole or not at all")
    kept = sum(bool(sold[sale.reference, item]) for sale in counter.sales if not sale.receipts for item in sale.lines)
    case.note(f"{kept} of the sales without a response are in the ledger")

    for sale in counter.sales if case.short else counter.sales[::5] + counter.sales:
        if sale.receipts and case.random.random() > 0.1:
            continue
        repeated = case.market("sell", *sale.words, "--reference", sale.reference, "--json", "--store", store)
        if repeated.returncode == 0:
            counter.acknowledged(sale, receipts(repeated.stdout))
        else:
            counter.mistake(f"{sale.reference}: {repeated.stderr.strip()}")
    case.none(counter.wrong, "a repeated sale has the receipt of its first time")
    sold, quantities = history(case, store)
    given = {(sale.reference, item): [quantity] for sale in counter.sales for item, quantity in sale.lines.items()}
    there = {key: found for key, found in sold.items() if found}
    case.holds(there == given, f"each of {len(given)} sales is there exactly once")
    pieces = sum(quantity for [quantity] in given.values())
    case.holds(sum(quantities.values()) == ITEMS * STOCK - pieces, f"the stocks are less by the {pieces} pieces sold")
    case.store_is_whole(store)


def receipts(text):
    """The receipts by item in the JSON of `market sell`."""
    return {entry["item_id"]: entry["receipt"] for entry in map(json.loads, text.splitlines())}


def stocked(case, name):
    """A store with a few items."""
    store = case.folder / name
    for number in range(ITEMS):
        case.market("add", "--title", f"Item {number}", "--price", 80, "--stock", STOCK, "--store", store)
    return store


# MARK: Commands

def sell(case, store, counter, until):
    """Sells in commands one after the other; most are killed at a random moment."""
    usual = 0.1
    while time.monotonic() < until:
        sale = counter.sale()
        start = time.monotonic()
        process = subprocess.Popen(
            [PROGRAM, "sell", *sale.words, "--reference", sale.reference, "--json", "--store", store],
            env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if counter.chance(0, 1) < 0.6:
            try:
                output, errors = process.communicate(timeout=usual * counter.chance(0.4, 1.2))
            except subprocess.TimeoutExpired:
                process.kill()
                counter.killed()
                output, errors = process.communicate()
        else:
            output, errors = process.communicate()
            usual = 0.8 * usual + 0.2 * (time.monotonic() - start)
        # The acknowledgement is the whole output, whether or not the command was killed after it.
        if output.endswith("\n") and output.count("\n") == len(sale.lines):
            counter.acknowledged(sale, receipts(output))
        elif process.returncode == -9:
            counter.was_interrupted()
        elif process.returncode != 5:
            counter.mistake(f"{sale.reference}: exit {process.returncode}, {errors.strip()}")


def commands(case):
    store, counter = stocked(case, "commands.db"), Counter(case)
    until = time.monotonic() + (3 if case.short else 60)
    threads = [threading.Thread(target=sell, args=(case, store, counter, until)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    verify(case, store, counter, "commands")


# MARK: A server

def post(server, counter):
    """Posts sales over one connection until the server is killed."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        while True:
            sale = counter.sale()
            try:
                status, body = send(connection, sale)
            except (OSError, http.client.HTTPException):
                counter.was_interrupted()
                return
            if status == 201:
                counter.acknowledged(sale, {entry["item_id"]: entry["receipt"] for entry in body["movements"]})
            else:
                counter.mistake(f"{sale.reference}: {status} {body}")


def send(connection, sale):
    connection.request("POST", *sale.request())
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def repeat(case, server, counter, first):
    """Repeats the sales of a round that had no response, and some that had."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        for sale in counter.sales[first:]:
            # Some are left to be repeated by commands in the end.
            if case.random.random() < (0.05 if sale.receipts else 0.7):
                was_there = sale.receipts is not None
                status, body = send(connection, sale)
                if status not in ((200,) if was_there else (200, 201)):
                    counter.mistake(f"{sale.reference}: {status} {body}")
                    continue
                counter.acknowledged(sale, {entry["item_id"]: entry["receipt"] for entry in body["movements"]})


def served(case):
    store, counter = stocked(case, "served.db"), Counter(case)
    for _ in range(5 if case.short else 40):
        first = len(counter.sales)
        server = case.serve(store)
        threads = [threading.Thread(target=post, args=(server, counter)) for _ in range(6)]
        for thread in threads:
            thread.start()
        time.sleep(case.random.uniform(0.05, 0.8))
        server.kill()
        counter.killed()
        for thread in threads:
            thread.join()
        server = case.serve(store)
        repeat(case, server, counter, first)
        server.kill()
    verify(case, store, counter, "served")


with Case(__doc__) as case:
    for part in (commands, served):
        case.attempt(part)
