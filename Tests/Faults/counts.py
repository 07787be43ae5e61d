#!/usr/bin/env python3
"""Counts the stock of an item while it is sold, in two processes at once. The two happen one after the other, or one of
them is refused with both figures."""

import collections
import json
import subprocess
import time

from served import PROGRAM, Case


def race(case, place, store, has_expectation):
    """Counts an item with 8 in stock as 5 while 1 to 8 are sold. Returns which came first, and what is wrong."""
    case.market("edit", 1, "--stock", 8, "--store", store)
    pieces = case.random.randint(1, 8)
    count = ["edit", 1, "--stock", 5, *(["--was", 8] if has_expectation else []), *place]
    sale = ["sell", 1, "--quantity", pieces, *place]
    started = []
    for words in case.random.sample((count, sale), 2):
        process = subprocess.Popen(
            [PROGRAM, *map(str, words)], env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        started.append((words, process))
        time.sleep(case.random.choice((0, 0, 0.002, 0.01)))
    errors = {words[0]: process.communicate()[1] for words, process in started}
    codes = {words[0]: process.returncode for words, process in started}
    listed = case.market("history", 1, "--limit", 2, "--json", "--store", store)
    entries = [(entry["kind"], entry["quantity"], entry["stock"], entry.get("counted"), entry.get("expected"))
               for entry in map(json.loads, listed.stdout.splitlines())]
    counted, sold = ("counted", -3, 5, 5, 8), ("sold", -pieces, 8 - pieces, None, None)
    outcome = {
        (0, 0): None, (0, 6): "count alone", (6, 0): "sale, count refused"}.get((codes["edit"], codes["sell"]), "?")
    if outcome is None:
        outcome = "count, then sale" if entries[0][0] == "sold" else "sale, then count"
    right = {
        "count, then sale": entries == [("sold", -pieces, 5 - pieces, None, None), counted],
        "count alone": entries[0] == counted and pieces > 5 and f"has 5 in stock, not {pieces}" in errors["sell"],
        "sale, count refused":
            has_expectation and entries[0] == sold and f"is {8 - pieces}, not 8" in errors["edit"],
        "sale, then count": not has_expectation
            and entries == [("counted", pieces - 3, 5, 5, 8 - pieces), sold],
    }.get(outcome, False)
    return outcome, [] if right else [f"{codes}, {pieces} sold: {entries} {errors}"]


def counts(case):
    store = case.folder / "counts.db"
    case.market("add", "--title", "Lamp", "--price", 80, "--stock", 8, "--store", store)
    server = case.serve(store)
    outcomes, wrong = collections.Counter(), []
    rounds = 16 if case.short else 400
    for number in range(rounds):
        place = [["--store", store], ["--server", server.url]][number % 2]
        outcome, mistakes = race(case, place, store, has_expectation=number % 4 < 3)
        outcomes[outcome] += 1
        wrong += mistakes
    found = ", ".join(f"{count} {name}" for name, count in outcomes.most_common())
    case.note(f"{rounds} counts against a sale: {found}")
    case.none(wrong, "they happen one after the other, or one is refused with both figures")
    case.holds(len(outcomes) > 1, "neither always comes first")
    server.stop()
    case.store_is_whole(store)


with Case(__doc__) as case:
    case.attempt(counts)
