#!/usr/bin/env python3
"""Guesses passwords and occupies the server with hashing: owners still change what is theirs, from another address, and
replays of a request tell nothing about a password."""

import json
import threading
import time

import clock
from clients import ATTACKER, GOOD, addresses, all_at_once
from image_files import png
from passwords_api import batch, export
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
        seconds = clock.seconds(start)
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
    # Of each the fastest of three, from an address each: a busy machine slows single requests down.
    times, answers = {"their password": [], "a wrong one": []}, set()
    for number in range(3):
        for password, taken in times.items():
            guess = password if password == "their password" else f"{password} {number}"
            start = time.perf_counter()
            answers.add(code(server.add("Mine", "my-key", image, password=guess, source=f"127.0.0.{4 + number}")))
            taken.append(time.perf_counter() - start)
    right, wrong = (min(taken) for taken in times.values())
    # A hash takes some 20 ms; a remembered one nothing.
    case.holds(abs(right - wrong) < 0.01 or 0.5 < right / wrong < 2,
               f"an add with the password of another takes {right * 1000:.0f} ms, with wrong ones "
               f"{wrong * 1000:.0f} ms")
    case.holds(len(answers) == 1, f"all are answered alike: {sorted(answers, key=str)}")
    more = [server.add("Mine", "my-key", image, password=f"guess {n}", source="127.0.0.4")[0] for n in range(GUESSES)]
    case.holds(more[-1] == 429, f"{GUESSES} more passwords under a key of another count as guesses: {sorted(set(more))}")
    again = server.add("Mine", "my-key", image, password="my password", source=ATTACKER)
    case.holds(again == first, f"the owner's replay gets the item again: {again[0]}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def lock_out(case):
    server = case.serve(case.folder / "lock-out.db")
    for _ in range(2):
        server.add("Lamp", source=GOOD)
    tries = [server.edit(1, password=f"guess {n}", source=ATTACKER) for n in range(20)]
    tried = sum(response[0] == 404 for response in tries)
    case.holds(tried == 5 and tries[-1][0] == 429,
               f"of 20 wrong passwords from one address {tried} are tried (5), the others 429")
    right = server.edit(1, source=ATTACKER)
    case.holds(right[0] == 429, f"the right one from there, too: {code(right)}")
    other = server.edit(2, source=ATTACKER)
    case.holds(other[0] == 200, f"another item from there is not affected: {code(other)}")
    got = [server.edit(1, title=f"Edited {n}", source=GOOD) for n in range(3)]
    case.holds([response[0] for response in got] == [200] * 3,
               f"nor is the item from another address: {[code(response) for response in got]}")
    unknown = [server.edit(999, password=f"guess {n}", source=ATTACKER)[0] for n in range(9)]
    case.holds(unknown == [404] * 9, f"an item that does not exist costs no guess: {sorted(set(unknown))}")

    # An address each for some guesses, as a network of many machines has: five each, and the owner is not locked out.
    sources, tried, start = addresses(20), 0, time.perf_counter()
    for number in range(400):
        tried += server.edit(2, password=f"guess {number}", source=sources[number % 20])[0] == 404
    seconds = time.perf_counter() - start
    limit = 20 * (5 + int(seconds / 30) + 1)
    case.holds(tried <= limit,
               f"of 400 wrong passwords from 20 addresses {tried} are tried in {seconds:.1f} s (limit {limit})")
    got = server.edit(2, title="Edited", source=GOOD)
    case.holds(got[0] == 200, f"the owner edits the item meanwhile: {code(got)}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def replays(case):
    server = case.serve(case.folder / "replays.db")
    first = server.add("Lamp", "a-key", password="mine", source=GOOD)
    other = server.add("Lamp", "a-key", password="not mine", source=ATTACKER)
    case.holds(first[0] == other[0] == 201 and json.loads(first[1])["id"] != json.loads(other[1])["id"],
               f"the same key with another password is another seller's: {code(other)}")
    for password, expected, source in (("mine", first, GOOD), ("not mine", other, ATTACKER)):
        again = server.add("Lamp", "a-key", password=password, source=source)
        case.holds(again == expected, f"a replay with the same password gets the same item: {again[0]}")
    total = server.exchange("GET", "/items/1")[2]["X-Total-Count"]
    case.holds(total == "2", f"there are two items: {total}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def sellers(case):
    """Sellers without accounts share a market."""
    server = case.serve(case.folder / "sellers.db")
    for name in ("ann", "ben"):
        added = server.add(name, sku="LAMP-1", password=f"{name} has a password", source=GOOD)
        case.holds(added[0] == 201, f"{name} adds LAMP-1: {code(added)}")
    again = server.add("ann", sku="LAMP-1", password="ann has a password", source=GOOD)
    case.holds(code(again) == (409, "sku_taken"), f"nobody has a SKU twice: {code(again)}")
    for number, name in enumerate(("ann", "ben"), 1):
        done = batch(server, {"action": "update", "sku": "LAMP-1", "stock": 7}, password=f"{name} has a password",
                     source=GOOD)
        case.holds([line.get("id") for line in done] == [number], f"{name} changes item {number} by it")
    # A SKU that both name would tell whether a password is the one of the other.
    guesses = [server.add("Guess", sku="LAMP-1", password=f"guess {n}", source=ATTACKER)[0] for n in range(9)]
    case.holds(guesses[:5] == [201] * 5 and guesses[-1] == 429, f"five passwords are tried at a SKU: {guesses}")
    done = [batch(server, {"action": "update", "id": 1, "stock": 7}, password=f"guess {n}", source="127.0.0.4")
            for n in range(7)]
    codes = [line[0].get("code") for line in done]
    case.holds(codes == ["wrong_password"] * 5 + ["too_many_tries"] * 2, f"guesses in batches count for the item: {codes}")
    got = server.edit(1, password="ann has a password", source="127.0.0.4")
    other = server.edit(2, password="ben has a password", source="127.0.0.4")
    case.holds((got[0], other[0]) == (429, 200), f"and lock that item from there alone: {got[0]} {other[0]}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def exports(case):
    """Exports with passwords where many others have notes."""
    server = case.serve(case.folder / "exports.db")
    for number in range(8):
        server.add("Lamp", note=f"note {number}", password=f"owner {number} of eight", source=GOOD)
    got = [export(server, password="a password of nobody") for _ in range(12)]
    case.holds(all(isinstance(items, list) and len(items) == 8 for items in got),
               "12 exports among eight items with notes of others get all items")
    case.holds(not any("note" in item for items in got for item in items), "and none of their notes")
    edits = [server.edit(n + 1, password=f"owner {n} of eight", source=ATTACKER)[0] for n in range(8)]
    case.holds(edits == [200] * 8, f"the owners edit their items from there: {sorted(set(edits))}")
    # Each at home: from one address, five sellers look up what they have, and then one in 30 seconds.
    own = [sum("note" in item for item in export(server, f"127.0.1.{n + 1}", password=f"owner {n} of eight"))
           for n in range(8)]
    case.holds(own == [1] * 8, f"each owner's export has the own note alone: {own}")
    got = [export(server, "127.0.0.4", password=f"guess {n}") for n in range(9)]
    case.holds(got[-1] == 429 and isinstance(got[4], list), "guesses at all sellers by exports are five at once")
    # From an address that has used its guesses up an export with a password waits, but not for ever.
    path = case.folder / "password"
    path.write_text("another guess\n")
    path.chmod(0o600)
    start = time.perf_counter()
    done = case.market("export", "--server", server.url, "--password-file", path, MARKET_PASSWORD=None)
    case.holds(done.returncode == 0 and done.stdout.count("\n") == 9,
               f"a command waits for its turn, {time.perf_counter() - start:.0f} s, and gets all items: {done.stderr.strip()}")
    # An item under the guess, of the client's own, makes it no right one.
    for number in range(9):
        server.add("Own", password=f"weak {number}", source="127.0.0.5")
    got = [export(server, "127.0.0.5", password=f"weak {n}") for n in range(9)]
    case.holds(got[-1] == 429 and isinstance(got[4], list), "with an item under each guess they are five at once, too")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


with Case(__doc__) as case:
    for part in (hashes, oracle, lock_out, replays, sellers, exports):
        case.attempt(part)
