#!/usr/bin/env python3
"""Stores descriptions that are expensive to normalise, thousands of combining marks in a row, and edits such items
again and again. Others still read and edit theirs."""

import json
import time

from clients import ATTACKER, GOOD, Attackers, Timed
from served import Case, form, multipart

MARKS = 32_000


def descriptions(random):
    """Marks that normalisation has to sort: of two classes in the wrong order, and of many in any."""
    # U+0301 is of class 230, U+0323 of 220.
    classes = "\u0301\u0323\u0327\u0345\u031b\u0334\u0315\u0358"
    return {
        "marks of one class": "e" + "\u0301" * (MARKS - 1),
        "marks of two classes, the higher first": "e" + "\u0301" * (MARKS // 2) + "\u0323" * (MARKS // 2 - 1),
        "marks of eight classes": "e" + "".join(random.choices(classes, k=MARKS - 1)),
    }


with Case(__doc__) as case:
    server = case.serve(case.folder / "market.db")
    server.add("Lamp", source=GOOD)
    seconds = 1.5 if case.short else 15

    def item(_):
        code, body = server.request("GET", "/item/1", source=GOOD, timeout=Timed.PATIENCE)
        return None if code == 200 else f"{code} {body[:80]}"

    def edit(number):
        code, body = server.edit(1, title=f"Lamp {number}", source=GOOD, timeout=Timed.PATIENCE)
        return None if code == 200 else f"{code} {body[:80]}"

    for name, text in descriptions(case.random).items():
        case.note(f"{MARKS} {name}:")
        status, body = server.add("Marks", descriptions=text, source=ATTACKER, timeout=120)
        if status == 201:
            target = f"/item/{json.loads(body)['id']}"
            attacks = {"edits of nothing": ("PATCH", {}), "edits of the description": ("PATCH", {"descriptions": text}),
                       "adds": ("POST", None)}
        else:
            case.note(f"such a description is rejected: {status} {json.loads(body).get('reason')}")
            target = "/item"
            attacks = {"adds": ("POST", None)}
        for attack, (method, fields) in attacks.items():
            if fields is None:
                kind, body = form(
                    {"title": "Marks", "price": "1", "currency": "USD", "stock": "1", "descriptions": text})
            else:
                kind, body = multipart({"password": "correct horse"} | fields)
            path = "/item" if method == "POST" else target

            def send(*_):
                return server.request(method, path, body, {"Content-Type": kind}, timeout=60, source=ATTACKER)[0]

            with Attackers(8, send) as attackers, Timed(item) as reader, Timed(edit) as editor:
                time.sleep(seconds)
            reader.report(case, f"{attack}: others' GET of an item", 1)
            editor.report(case, f"{attack}: others' PATCH of an item", 1)
            case.note(f"the {attack}: {attackers.words}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
