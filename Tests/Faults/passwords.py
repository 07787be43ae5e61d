#!/usr/bin/env python3
"""Guesses passwords and occupies the server with hashing: owners still change what is theirs, from another address, and
replays of a request tell nothing about a password."""

import json
import statistics
import threading
import time

from clients import ATTACKER, GOOD, addresses, all_at_once
from image_files import png
from served import Case, form

GUESSES = 12


def code(response):
    """The `code` of an error, beside its status."""
    try:
        return response[0], json.loads(response[1]).get("code")
    except ValueError:
        return response[0], None


def hashes(case):
    """200 items with new passwords, all at once."""
    store = case.folder / "hashes.db"
    server = case.serve(store)
    rounds = 3 if case.short else 10
    owned = []
    for number in range(rounds):
        # Each edit is with a password that this server has not seen before.
        body = server.add("Lamp", source=GOOD, password=f"owner {number}")[1]
        owned.append(json.loads(body)["id"])
    server.stop()
    server = case.serve(store)
    for number in range(rounds):
        ready, opened = threading.Barrier(201), []

        def add(thread):
            kind, body = form({"title": "T", "price": "1", "currency": "USD", "stock": "1",
                               "password": f"new {number} {thread}"})
            with server.connect(ATTACKER, timeout=60) as connection:
                connection.sendall(
                    server.head("POST", "/item", {"Content-Type": kind, "Content-Length": len(body)}) + body[:-1])
                ready.wait()
                connection.sendall(body[-1:])
                return connection.recv(1 << 16)[9:12].decode() or "no response"

        attack = threading.Thread(target=lambda: opened.append(all_at_once(200, add)))
        attack.start()
        ready.wait()
        # The last bytes of all are on their way.
        time.sleep(0.1)
        start = time.perf_counter()
        status, body = server.edit(owned[number], title="Edited", password=f"owner {number}", source=GOOD, timeout=60)
        seconds = time.perf_counter() - start
        attack.join()
        case.holds(status == 200 and seconds <= 2,
                   f"during 200 adds with new passwords an owner's edit takes {seconds:.2f} s (limit 2 s): {status}")
        case.note(f"the adds: {', '.join(f'{count} × {result}' for result, count in opened[0].items())}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def oracle(case):
    """Replays of the attacker's own add with guesses at the password of another client at the same address."""
    server = case.serve(case.folder / "oracle.db")
    image = png(b"\1")
    server.add("Theirs", image=image, password="their password", source=ATTACKER)
    first = server.add("Mine", "my-key", image, password="my password", source=ATTACKER)
    case.holds(first[0] == 201, f"the attacker adds an item under a key: {first[0]}")
    times, statuses = {}, {}
    for guess in ("a wrong one", "another wrong one", "their password", "a third wrong one"):
        start = time.perf_counter()
        response = server.add("Mine", "my-key", image, password=guess, source=ATTACKER)
        times[guess] = time.perf_counter() - start
        statuses[guess] = code(response)
    right = times.pop("their password")
    wrong = statistics.median(times.values())
    # A hash takes some 20 ms; a remembered one nothing.
    case.holds(abs(right - wrong) < 0.01 or 0.67 < right / wrong < 1.5,
               f"a replay with the password of another takes {right * 1000:.0f} ms, with wrong ones "
               f"{wrong * 1000:.0f} ms")
    case.holds(len(set(statuses.values())) == 1 and 201 not in dict(statuses.values()),
               f"all are refused alike: {sorted(set(statuses.values()), key=str)}")
    more = [server.add("Mine", "my-key", image, password=f"guess {n}", source=ATTACKER)[0] for n in range(GUESSES)]
    case.holds(more[-1] == 429, f"{GUESSES} more replays with other passwords count as guesses: {sorted(set(more))}")

    # Of another's add, from another address, as in the response to a lost request.
    theirs = server.add("Lamp", "their-key", image, password="their password", source=GOOD)
    replays = [server.add("Lamp", "their-key", image, password=f"guess {n}", source="127.0.0.4")
               for n in range(GUESSES)]
    case.holds(all(response[0] != 201 and b"Lamp" not in response[1] for response in replays),
               "replays of another's add with wrong passwords get no item: "
               f"{sorted({code(response) for response in replays}, key=str)}")
    case.holds(replays[-1][0] == 429, f"they count as guesses: {replays[-1][0]} after {GUESSES}")
    again = server.add("Lamp", "their-key", image, password="their password", source=GOOD)
    case.holds(again == theirs and theirs[0] == 201, f"the owner's replay gets the item again: {again[0]}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def lock_out(case):
    server = case.serve(case.folder / "lock-out.db")
    server.add("Lamp", source=GOOD)
    tries = [server.edit(1, password=f"guess {n}", source=ATTACKER) for n in range(20)]
    tried = sum(response[0] == 404 for response in tries)
    case.holds(tried <= 10 and tries[-1][0] == 429,
               f"of 20 wrong passwords from one address {tried} are tried, the others 429")
    got = [server.edit(1, title=f"Edited {n}", source=GOOD) for n in range(3)]
    case.holds([response[0] for response in got] == [200] * 3,
               f"the owner edits the item from another address meanwhile: {[code(response) for response in got]}")
    got = server.delete(1, source=GOOD)
    case.holds(got[0] == 200, f"and deletes it: {code(got)}")

    # An address each for one to three guesses, as a network of many machines has.
    server.add("Lamp", source=GOOD)
    sources, tried, start = addresses(100), 0, time.perf_counter()
    for number in range(300):
        tried += server.edit(2, password=f"guess {number}", source=sources[number % 100])[0] == 404
    seconds = time.perf_counter() - start
    # The owner may come from any address, so that an address has an attempt, but not three.
    case.holds(tried <= 120,
               f"of 300 wrong passwords from 100 addresses {tried} are tried in {seconds:.1f} s (limit 120)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def replays(case):
    server = case.serve(case.folder / "replays.db")
    first = server.add("Lamp", "a-key", password="mine", source=GOOD)
    other = server.add("Lamp", "a-key", password="not mine", source=ATTACKER)
    case.holds(first[0] == 201 and other[0] in range(400, 500) and b"Lamp" not in other[1],
               f"a replay with another password is refused: {code(other)}")
    again = server.add("Lamp", "a-key", password="mine", source=GOOD)
    case.holds(again == first, f"a replay with the same password gets the same item: {again[0]}")
    total = server.exchange("GET", "/items/1")[2]["X-Total-Count"]
    case.holds(total == "1", f"there is one item: {total}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


with Case(__doc__) as case:
    for part in (hashes, oracle, lock_out, replays):
        case.attempt(part)
