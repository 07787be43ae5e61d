#!/usr/bin/env python3
"""Misuses vendors' secrets, deletion tokens and names: a removed vendor's secret opens nothing, one vendor's tokens
leave another's alone, and no vendor is named like another."""

import json

from clients import ATTACKER, GOOD
from served import Case, Vendor, product_form


def add_product(server, vendor, source, **params):
    """The id of a new product."""
    headers, body = product_form(vendor, **params)
    status, response = server.request("POST", "/api/products", body, headers, source=source)
    return json.loads(response)["id"] if status == 201 else None


def token_path(server, vendor, product, source, session=None):
    """The path that deletes a product, or the status in its place."""
    headers = {"identifier": vendor.identifier, "Content-Type": "application/json"}
    body, target = json.dumps({"secret": vendor.secret}), f"/api/products/{product}/archived"
    if session:
        session.request("POST", target, body, headers)
        response = session.getresponse()
        status, text = response.status, response.read()
    else:
        status, text = server.request("POST", target, body, headers, source=source)
    return text.decode() if status == 200 else str(status)


def use(server, vendor, path, source):
    return server.request("DELETE", path, headers={"identifier": vendor.identifier}, source=source)[0]


def removed(case):
    store = case.folder / "removed.db"
    server = case.serve(store)
    vendor = case.vendor(store, "Lamps")
    product, other = (add_product(server, vendor, GOOD) for _ in range(2))
    path = token_path(server, vendor, other, GOOD)
    case.holds(product and path.startswith("/"), "a vendor adds products and gets a token")
    edited = server.edit(product, title="Edited with v1", password=vendor.secret, source=GOOD)[0]
    case.holds(edited == 200, f"its secret opens its product in v1: {edited}")
    done = case.market("vendor", "remove", vendor.id, "--yes", "--store", store)
    case.holds(done.returncode == 0, "the vendor is removed")

    headers, body = product_form(vendor)
    statuses = {
        "edits in v1": server.edit(product, title="Stolen", password=vendor.secret, source=GOOD)[0],
        "deletes in v1": server.delete(product, password=vendor.secret, source=GOOD)[0],
        "adds in v2": server.request("POST", "/api/products", body, headers, source=ATTACKER)[0],
        "gets a token": token_path(server, vendor, other, ATTACKER),
        "uses a token": use(server, vendor, path, ATTACKER) if path.startswith("/") else "no token",
    }
    for what, status in statuses.items():
        case.holds(status in (401, 403, 404, "401", "403", "404"),
                   f"the secret of a removed vendor no longer {what}: {status}")
    for number in (product, other):
        status, body = server.request("GET", f"/item/{number}", source=GOOD)
        case.holds(status == 200 and b"Stolen" not in body, f"product {number} stays as it is: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def tokens(case):
    store = case.folder / "tokens.db"
    server = case.serve(store)
    mine, theirs = case.vendor(store, "Lamps"), case.vendor(store, "Chairs")
    my_product, their_product = add_product(server, mine, GOOD), add_product(server, theirs, ATTACKER)
    my_path = token_path(server, mine, my_product, GOOD)
    session, issued, last = server.session(ATTACKER), 0, ""
    for _ in range(1_100):
        last = token_path(server, theirs, their_product, ATTACKER, session)
        issued += last.startswith("/")
    session.close()
    case.note(f"another vendor got {issued} of 1,100 tokens, at the end {last if last.isdigit() else 'one'}")
    status = use(server, mine, my_path, GOOD)
    case.holds(status == 200, f"a vendor's token is valid after 1,100 requests of another for tokens: {status}")

    my_product = add_product(server, mine, GOOD)
    my_path = token_path(server, mine, my_product, GOOD)
    foreign = use(server, theirs, my_path, ATTACKER)
    status = use(server, mine, my_path, GOOD)
    case.holds(foreign in (401, 403, 404) and status == 200,
               f"a token that another vendor has presented ({foreign}) is valid for its own: {status}")
    again = use(server, mine, my_path, GOOD)
    case.holds(again in (404, 410), f"it is valid once: {again}")

    my_product = add_product(server, mine, GOOD)
    my_path = token_path(server, mine, my_product, GOOD)
    server.stop()
    server = case.serve(store)
    status = use(server, mine, my_path, GOOD)
    case.holds(status == 200, f"a token is valid after a restart of the server: {status}")
    again = use(server, mine, my_path, GOOD)
    case.holds(again in (404, 410), f"it is valid once: {again}")

    my_product = add_product(server, mine, GOOD)
    my_path = token_path(server, mine, my_product, GOOD)
    forged = my_path[:-8] + "".join(reversed(my_path[-8:]))
    statuses = [use(server, mine, forged, GOOD), use(server, Vendor(0, "0" * 36, ""), my_path, ATTACKER)]
    case.holds(all(status in (401, 403, 404) for status in statuses),
               f"a forged token, and a token with an unknown identifier, are refused: {statuses}")
    status = use(server, mine, my_path, GOOD)
    case.holds(status == 200, f"the token itself is valid: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def names(case):
    store = case.folder / "names.db"

    def add(name):
        return case.market("vendor", "add", name, "--json", "--store", store).returncode

    taken = {name: add(name) for name in ("Lamps", "중고나라", "paypal")}
    case.holds(set(taken.values()) == {0}, f"three names are taken: {taken}")
    # Letters of other scripts, digits and pairs of letters that look alike (UTS #39).
    for name in ("Lamps", "lamps", "L\u0430mps", "\u216camps", "Larnps", "Lamps ", "La\u200bmps", "p\u0430yp\u0430l",
                 "paypa1", "ｐａｙｐａｌ", "market", "Market", "m\u0430rket", "rnarket", "중고나라\u200b",
                 "\u110c\u116e\u11bc\u1100\u1169\u1102\u1161\u1105\u1161"):
        code = add(name)
        case.holds(code not in (0, 1), f"{name!a} is refused: exit code {code}")
    for name in ("Lampen", "중고마을", "Chairs & Tables"):
        code = add(name)
        case.holds(code == 0, f"{name!a} is added: exit code {code}")


with Case(__doc__) as case:
    for part in (removed, tokens, names):
        case.attempt(part)
