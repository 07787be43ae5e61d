#!/usr/bin/env python3
"""Reads what is private of a market as a stranger, and passwords as a server that is not what it claims: notes, sales, the items
of movements and passwords stay with those that they belong to."""

import base64
import datetime
import http.server
import json
import re
import threading

from clients import ATTACKER, GOOD
from passwords_api import export
from served import Case, product_form


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def move(server, item, kind, quantity, password="correct horse"):
    body = json.dumps({"kind": kind, "quantity": quantity, "password": password})
    return server.request("POST", f"/item/{item}/movements", body, {"Content-Type": "application/json"}, source=GOOD)


def fnv(fields):
    """The version of an item as earlier versions computed it, of what is public and the note."""
    value = 0xCBF29CE484222325
    for field in fields:
        for text in (field.encode(), b"\0"):
            for byte in text + len(text).to_bytes(8, "little"):
                value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def versions(case):
    server = case.serve(case.folder / "versions.db")
    server.add("Lamp", note="pin 4711", sku="L", source=GOOD)
    [item] = export(server)
    case.holds(re.fullmatch("v[A-Z0-9]{65}", item["version"]) is not None, f"a version is {item['version']}")
    dates = {str(item["registration_date"]), repr(float(item["registration_date"]))}
    found = [note for note in range(10_000) for date in dates
             if fnv(["Lamp", "", "80", "USD", "-", "1", "L", f"pin {note:04}", date, "1", "1"]) == item["version"]]
    case.holds(not found, f"of 10,000 notes none is found from it: {found or 'none'}")
    private = {"note", "reference", "key"} & item.keys()
    case.holds(not private and item["images"] == [""], f"an export has nothing private: {private or 'nothing'}, {item['images']}")


def sales(case):
    store = case.folder / "sales.db"
    server = case.serve(store)
    vendor = case.vendor(store, "Lamps")
    server.add("Lamp", source=GOOD)
    headers, body = product_form(vendor)
    server.request("POST", "/api/products", body, headers, source=GOOD)
    for item, password in ((1, "correct horse"), (2, vendor.secret)):
        move(server, item, "received", 10, password)
        move(server, item, "sold", item, password)
    status, body, fields = server.exchange("GET", "/sales?by=currency")
    case.holds(status == 200 and json.loads(body)["sales"][0]["pieces"] == 3, f"on this machine sales are open: {status}")
    days = [datetime.date.fromisoformat(fields[name]) for name in ("Sales-From", "Sales-To")]
    case.holds((days[1] - days[0]).days == 365, f"without dates they are those of a year: {days[0]} to {days[1]}")
    server.stop()

    server = case.serve(store, "--trusted-proxy")
    status, body = server.request("GET", "/sales")
    case.holds(status == 403 and b"private_sales" in body, f"behind a proxy they are private: {status}")
    status, body = server.request("GET", "/sales?by=currency", headers=basic(vendor.identifier, vendor.secret))
    pieces = json.loads(body)["sales"][0]["pieces"] if status == 200 else status
    case.holds(pieces == 2, f"a vendor reads those of its own items: {pieces} pieces (2 of 3)")
    status, _ = server.request("GET", "/sales", headers=basic(vendor.identifier, "guess"))
    case.holds(status == 401, f"not with another secret: {status}")
    today = days[1].isoformat()
    status, body = server.request("GET", f"/best/{today}")
    case.holds(status == 200 and b"revenue" not in body, f"a ranking has no revenue: {status}")
    status, _ = server.request("GET", f"/best/{today}?by=revenue")
    case.holds(status == 403, f"and is not by revenue: {status}")
    done = case.market("sales", "--server", server.url)
    case.holds(done.returncode == 6 and "private" in done.stderr, f"'market sales' says so: {done.returncode}")
    server.stop()
    server = case.serve(store, "--trusted-proxy", "--public-sales", "--private-best")
    statuses = [server.request("GET", target)[0] for target in ("/sales", f"/best/{today}")]
    case.holds(statuses == [200, 403], f"the operator opens sales and closes rankings: {statuses}")


def movements(case):
    server = case.serve(case.folder / "movements.db")
    server.add("Lamp", source=GOOD)
    move(server, 1, "sold", 1)

    def look(number, headers=None, source=ATTACKER):
        status, body = server.request("GET", f"/movement/{number}", headers=headers or {}, source=source)
        return status, body.replace(b"999", b"2")

    unknown = look(999)
    case.holds(look(2) == unknown and unknown[0] == 404, f"without a password a movement is as one that is not there: {unknown[0]}")
    wrong = [(look(2, basic("", f"guess {n}")), look(999, basic("", f"guess {n}"))) for n in range(7)]
    case.holds(all(one[0] == other[0] for one, other in wrong) and wrong[0][0] == unknown and wrong[-1][0][0] == 429,
               f"wrong passwords are answered alike for both: {[one[0] for one, _ in wrong]}")
    case.holds(look(2, basic("", "correct horse"), GOOD)[0] == 200, "its password finds the item")
    done = case.market("correct", 2, "--price", 60, "--server", server.url)
    case.holds(done.returncode == 0, f"'market correct' finds it: {done.stderr.strip() or done.returncode}")
    done = case.market("correct", 999, "--price", 60, "--server", server.url)
    case.holds(done.returncode == 3, f"and says that an entry is unknown: {done.returncode}")


class Thief(http.server.BaseHTTPRequestHandler):
    """A server on this machine that claims the identity of a store, records what it is sent, and passes all of it on to the server
    that has the store, under the address of that one."""

    target, seen = None, []

    def log_message(self, *_):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.seen.append(str(self.headers).encode() + body)
        headers = {name: value for name, value in self.headers.items() if name not in ("Host", "Connection")}
        status, body, fields = self.target.exchange(self.command, self.path, body, headers)
        self.send_response(status)
        for name in ("Content-Type", "Market-Identity"):
            if fields[name]:
                self.send_header(name, fields[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_DELETE = answer


def secrets(case):
    """Passwords that the program has stored, and the key of a market."""
    store = case.folder / "secrets.db"
    server = case.serve(store)
    made = {"MARKET_PASSWORD": None, "MARKET_STORE": str(case.folder / "none.db")}
    added = case.market("add", "--title", "Lamp", "--price", "5", "--server", server.url, **made)
    [path] = (case.folder / ".local/share/market/passwords").glob("market-*")
    secret = path.read_text().splitlines()[0]
    case.holds(added.returncode == 0 and len(secret) == 32, "the first item at a server gets a password")
    done = case.market("edit", "1", "--stock", "3", "--server", server.url, **made)
    case.holds(done.returncode == 0, f"the server gets it unasked: {done.stderr.strip()}")
    owner = {"MARKET_PASSWORD": None, "MARKET_STORE": str(store)}
    key = case.market("key", **owner).stdout.strip()
    done = case.market("edit", "1", "--stock", "9", "--server", server.url, **owner)
    case.holds(done.returncode == 0, f"who can read the store needs none: {done.stderr.strip()}")
    Thief.target, Thief.seen = server, []
    thief = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thief)
    threading.Thread(target=thief.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{thief.server_port}"
    commands = (("edit", "1", "--stock", "4"), ("delete", "1"), ("sell", "1"), ("history", "1"), ("log",),
                ("correct", "1", "--price", "2"), ("export",), ("add", "--title", "x", "--price", "1"))
    for variables, name in ((made, "a seller"), (owner, "the operator")):
        for words in commands:
            done = case.market(*words, "--server", address, **variables)
            leaked = any(text.encode() in sent for sent in Thief.seen
                         for text in (secret, base64.b64encode(f":{secret}".encode()).decode(), key))
            case.holds(not leaked, f"another server that claims its identity gets neither password nor key of {name}, "
                       f"for '{words[0]}': {done.returncode}")
    thief.shutdown()
    case.holds(any(b"Signature-Input" in sent for sent in Thief.seen),
               f"it was sent signatures: {len(Thief.seen)} requests")
    item = json.loads(server.request("GET", "/item/1")[1])
    case.holds(item["stock"] == 9, f"which do nothing at the one that it passes them on to: {item['stock']} pieces (9)")
    server.stop()
    socket = case.folder / "market.sock"
    served = case.serve(store, socket=socket)
    done = case.market("edit", "1", "--stock", "5", "--server", f"http+unix://{socket}", **owner)
    case.holds(done.returncode == 0, f"a server at a Unix domain socket verifies them, too: {done.stderr.strip()}")
    served.stop()


with Case(__doc__) as case:
    for part in (versions, sales, movements, secrets):
        case.attempt(part)
