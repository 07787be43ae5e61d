#!/usr/bin/env python3
"""Kills the server again and again while many clients add items, like a crash. Every acknowledged item must be in the
store; the others are retried with their Idempotency-Key; and no item may be in the store twice."""

import collections
import http.client
import json
import threading
import time

from served import Case


class Clients:
    """Eight clients that each add items one after the other until the server is killed."""

    def __init__(self, server, titles):
        self.server, self.titles = server, titles
        self.answered, self.unanswered, self.rejected = {}, [], []
        self.threads = [threading.Thread(target=self.add_all) for _ in range(8)]
        for thread in self.threads:
            thread.start()

    def add_all(self):
        while True:
            title = next(self.titles)
            try:
                status, body = self.server.add(title, key=title)
            except (OSError, http.client.HTTPException):
                self.unanswered.append(title)
                return
            if status == 201:
                self.answered[title] = json.loads(body)["id"]
            else:
                self.rejected.append((status, body))

    def wait(self):
        for thread in self.threads:
            thread.join()


class Titles:
    """Unique titles, for several threads."""

    def __init__(self):
        self.lock, self.count = threading.Lock(), 0

    def __next__(self):
        with self.lock:
            self.count += 1
            return f"item-{self.count}"


with Case(__doc__) as case:
    store = case.folder / "market.db"
    titles = Titles()
    acknowledged, unanswered, rejected, twice_named = {}, 0, [], 0
    rounds = 6 if case.short else 40
    for _ in range(rounds):
        server = case.serve(store)
        clients = Clients(server, titles)
        time.sleep(case.random.uniform(0.05, 1.0))
        server.kill()
        clients.wait()
        acknowledged |= clients.answered
        unanswered += len(clients.unanswered)
        rejected += clients.rejected

        server = case.serve(store)
        retried = clients.unanswered + case.random.sample(sorted(clients.answered), min(8, len(clients.answered)))
        for title in retried:
            status, body = server.add(title, key=title)
            found = json.loads(body).get("id")
            twice_named += status != 201 or acknowledged.setdefault(title, found) != found
        server.kill()

    found = collections.Counter(case.titles(store) or [])
    case.note(f"{len(acknowledged)} items; {unanswered} of them had no response when the server was killed, "
              f"{rounds} times")
    case.holds(unanswered >= rounds, "every kill interrupted adds")
    case.holds(not rejected, f"no add was rejected{f', but {rejected[0]}' if rejected else ''}")
    missing = acknowledged.keys() - found.keys()
    case.holds(not missing, f"every acknowledged item is in the store ({len(missing)} are missing)")
    twice = [title for title, count in found.items() if count > 1]
    case.holds(not twice, f"no item is in the store twice ({len(twice)} are)")
    case.holds(found.keys() <= acknowledged.keys(), "the store has no other items")
    case.holds(twice_named == 0, "a retried item has the id of its first response")
    case.store_is_whole(store)
