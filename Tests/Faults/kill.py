#!/usr/bin/env python3
"""Kills the server while many clients add at once, again and again, as a crash or a power supply would. What was
acknowledged must be there; what was not is asked again under its Idempotency-Key; and nothing may be there twice."""

import collections
import http.client
import json
import threading
import time

from served import Case


class Clients:
    """Each adds one after the other until the server is gone."""

    def __init__(self, server, titles):
        self.server, self.titles = server, titles
        self.answered, self.unanswered, self.refused = {}, [], []
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
                self.refused.append((status, body))

    def wait(self):
        for thread in self.threads:
            thread.join()


class Titles:
    """One for each call, whichever thread calls."""

    def __init__(self):
        self.lock, self.count = threading.Lock(), 0

    def __next__(self):
        with self.lock:
            self.count += 1
            return f"item-{self.count}"


with Case(__doc__) as case:
    store = case.folder / "market.db"
    titles = Titles()
    acknowledged, unanswered, refused, twice_named = {}, 0, [], 0
    rounds = 6 if case.short else 40
    for _ in range(rounds):
        server = case.serve(store)
        clients = Clients(server, titles)
        time.sleep(case.chance.uniform(0.05, 1.0))
        server.kill()
        clients.wait()
        acknowledged |= clients.answered
        unanswered += len(clients.unanswered)
        refused += clients.refused

        server = case.serve(store)
        again = clients.unanswered + case.chance.sample(sorted(clients.answered), min(8, len(clients.answered)))
        for title in again:
            status, body = server.add(title, key=title)
            found = json.loads(body).get("id")
            twice_named += status != 201 or acknowledged.setdefault(title, found) != found
        server.kill()

    found = collections.Counter(case.titles(store) or [])
    case.tells(f"{len(acknowledged)} items, {unanswered} of them unanswered when the server was killed, {rounds} times")
    case.holds(unanswered >= rounds, "every kill came while items were being added")
    case.holds(not refused, f"nothing was refused{f', but {refused[0]}' if refused else ''}")
    missing = acknowledged.keys() - found.keys()
    case.holds(not missing, f"every acknowledged item is there ({len(missing)} are missing)")
    twice = [title for title, count in found.items() if count > 1]
    case.holds(not twice, f"none is there twice ({len(twice)} are)")
    case.holds(found.keys() <= acknowledged.keys(), "nothing is there that was not asked for")
    case.holds(twice_named == 0, "an item that was asked for again kept its id")
    case.store_is_whole(store)
