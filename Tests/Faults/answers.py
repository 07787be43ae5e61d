#!/usr/bin/env python3
"""Serves responses that were made to do harm: texts that steer a terminal in every field and header, and numbers at the ends of
64 bits. No command crashes, and nothing of a server reaches a terminal as a control character."""

import contextlib
import http.server
import json
import os
import pty
import re
import select
import subprocess
import threading
import time

from served import PROGRAM, Case

TEXT = "x\x1b]0;owned\x07\x1b[2J\u202e\u200b\x9b31my"
NUMBERS = [0, -1, 1, 1 << 31, 1 << 53, (1 << 63) - 1, -(1 << 63), 1 << 63, 1e308, -1e308, 0.5]
# Sequences that the program itself writes: styles, and the movements of its cursor.
OWN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][0-9;]*\x1b\\|\x1b_G[^\x1b]*\x1b\\|[\r\n\t]")
DANGERS = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u202e]")
COMMANDS = [
    ["list"], ["list", "--all"], ["list", "--grid"], ["show", "1"], ["search", "lamp"], ["history", "1"], ["sales"],
    ["sales", "--by", "item"], ["best"], ["best", "--month", "2026-10"], ["reviews", "1"], ["sell", "1"],
    ["sell", "1", "--json"], ["return", "1"], ["restock", "1"], ["edit", "1", "--title", "New"],
    ["edit", "1", "--stock", "+3"], ["edit", "1", "--stock", "+3", "--dry-run"], ["correct", "3", "--price", "4"],
    ["delete", "1", "--yes"], ["images", "1"], ["review", "1", "--stars", "4"], ["add", "--title", "T", "--price", "1"],
    ["log"], ["log", "1"], ["log", "--json"], ["undo", "3", "--yes"], ["undo", "3", "--dry-run"], ["trash"],
    ["trash", "--json"], ["restore", "1"], ["list", "--json"], ["show", "1", "--json"], ["history", "1", "--json"],
    ["sales", "--json"], ["best", "--json"], ["reviews", "1", "--json"], ["history", "--reference", "r"],
    ["export"], ["list", "--verbose"], ["import", "rows.csv", "--yes", "--force"], ["import", "rows.csv", "--dry-run"],
]


class Harm:
    """The next responses: a status, and what stands in texts and numbers."""

    def __init__(self):
        self.status, self.text, self.number, self.receipt = 200, "t", 1, "A234567A234567AA"

    def item(self):
        number = self.number
        return {"id": 1, "title": self.text, "price": number, "currency": "USD", "stock": number, "thumbnails": [],
                "registration_date": number, "discounted_price": number, "descriptions": self.text,
                "images": [f"http://{self.host}/{'a' if self.text == 't' else '%1b%5d'}.png"], "rating": 5,
                "rating_count": number, "sku": self.text, "tags": [self.text], "version": self.text}

    def movement(self):
        number = self.number
        return {"id": number, "item_id": 1, "kind": "sold", "quantity": number, "stock": number, "unit_price": number,
                "currency": "USD", "note": self.text, "reference": self.text, "counted": number, "expected": number,
                "reverses": number, "sale": number, "recorded_at": number, "reported_at": number, "title": self.text,
                "receipt": self.receipt}

    def change(self):
        fields = [["title", self.text, self.text], ["registration_date", str(self.number), str(self.number)],
                  ["price", str(self.number), self.text], ["stock", str(self.number), "1"]]
        return {"kind": "edited", "item": self.number, "title": self.text, "fields": fields, "currency": "USD",
                "images": [self.number], "movements": [self.number], "review": self.number, "text": self.text}

    def body(self, path):
        number = self.number
        if "/log" in path:
            entry = {"entry": number, "date": number, "command": "edit", "changes": [self.change()], "count": number,
                     "undone": number, "undoes": number}
            return {"page": 1, "entries": [entry] * 2}
        if path.startswith("/undo"):
            return {"entry": 3, "command": "edit", "changes": [self.change()], "undo": number,
                    "remaining": [{"item": number, "title": self.text, "reason": "edited"}]}
        if path.startswith("/trash") and self.method == "GET":
            return {"page": 1, "items": [{"id": 1, "title": self.text, "vendor_id": number, "vendor_name": self.text,
                                          "deleted_at": number, "expires_at": number}]}
        if path.startswith("/items/export"):
            return "\n".join([json.dumps({**self.item(), "images": None} | {"key": self.text})] * 2), "application/x-ndjson"
        if "movements" in path:
            return {"page": 1, "movements": [self.movement(), {
                "kind": "title", "before": self.text, "after": self.text, "recorded_at": number}]}
        if "reviews" in path or path.startswith("/review"):
            review = {"id": 1, "item_id": 1, "stars": 4, "text": self.text, "author": self.text, "verified": True,
                      "folded": False, "reviewed_at": number, "edited_at": number, "answer": self.text, "answered_at": number}
            return {"page": 1, "rating": 4, "rating_count": number, "verified_count": number,
                    "star_counts": [number] * 5, "reviews": [review]} if "reviews" in path and self.method == "GET" else review
        if path.startswith("/sales"):
            return {"page": 1, "sales": [{"day": "2026-11-20", "item_id": 1, "title": self.text, "pieces": number,
                                          "revenue": number, "currency": "USD"}] * 2}
        if path.startswith("/best"):
            place = {"rank": number, "previous_rank": -number, "status": "up", "id": 1, "title": self.text, "pieces": number,
                     "pieces_to_date": number, "revenue": {"USD": number}, "item": self.item()}
            return {"period": "day", "date": "2026-11-20", "today": "2026-11-23", "by": "pieces", "total": number,
                    "pieces": number, "items": [place], "days": ["2026-11-20"]}
        if path.startswith("/items"):
            return {"page": 1, "items": [self.item()] * 2} if self.method == "GET" else {"results": [
                {"outcome": "refused", "key": self.text, "code": self.text, "field": self.text, "reason": self.text}]}
        return self.item()


def handler(harm):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self):
            harm.method = self.command
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = harm.body(self.path)
            kind = "application/json"
            if isinstance(body, tuple):
                body, kind = body
            if harm.status != 200:
                body = {"error": True, "reason": harm.text, "message": harm.text, "code": "refused", "field": harm.text,
                        "details": {"item": harm.number, "stock": harm.number, "quantity": harm.number,
                                    "counted_at": harm.number}}
                body["code"] = "before_count" if harm.status == 409 else "refused"
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
            self.send_response_only(harm.status, "OK")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("X-Total-Count", str(harm.number))
            # As Latin-1, without line breaks: a field that is not valid ends the response.
            if harm.text != "t":
                self.send_header("X-Market-Identity", "\u009b31m")
                self.send_header("ETag", '"\u009b31m"')
            self.send_header("Retry-After", str(harm.number))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = respond

        def log_message(self, *_):
            pass

    return Handler


def at_terminal(case, words, seconds):
    """Runs a command at a terminal. Returns the exit code and what it wrote there; None where it does not end."""
    main, side = pty.openpty()
    environment = case.environment() | {"TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen([PROGRAM, *words], env=environment, stdin=subprocess.DEVNULL, stdout=side, stderr=side,
                               cwd=case.folder)
    os.close(side)
    written, end = b"", time.monotonic() + seconds
    with contextlib.suppress(OSError):
        while time.monotonic() < end:
            if select.select([main], [], [], 0.2)[0]:
                piece = os.read(main, 1 << 16)
                if not piece:
                    break
                written += piece
            elif process.poll() is not None:
                break
    os.close(main)
    if process.poll() is None and time.monotonic() >= end:
        process.kill()
        process.wait()
        return None, written.decode(errors="replace")
    return process.wait(), written.decode(errors="replace")


def answers(case):
    (case.folder / "rows.csv").write_text("id,title,price,stock\n1,Lamp,1,2\n")
    harm = Harm()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(harm))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    case.cleanup.callback(server.shutdown)
    harm.host = f"127.0.0.1:{server.server_port}"
    place = ["--server", f"http://{harm.host}"]
    rounds = [(200, TEXT, 1, "A234567A234567AA"), (200, "t", 1, TEXT), (400, TEXT, 1, ""), (404, TEXT, -(1 << 63), ""),
              (409, TEXT, 1, "")] + [(200, "t", number, "A234567A234567AA") for number in NUMBERS]
    commands = [words for words in COMMANDS if not case.short or case.random.random() < 0.5]
    crashes, dangers, count = [], [], 0
    for harm.status, harm.text, harm.number, harm.receipt in rounds:
        for words in commands:
            code, written = at_terminal(case, [*words, *place], 30)
            count += 1
            name = f"{' '.join(words)} ({harm.status}, {harm.number!r}, receipt {harm.receipt!r:.20})"
            if code is None or not 0 <= code <= 8:
                crashes.append(f"{name}: {code} {written[-200:]!r}")
            found = DANGERS.findall(OWN.sub("", written)) + re.findall(r"owned\x07|\x1b\]0;|\x1b\[2J", written)
            if found:
                dangers.append(f"{name}: {found[:3]} in {written[:300]!r}")
    case.none(crashes, f"{count} commands end with an exit code of the documentation")
    case.none(dangers, "nothing of the server steers the terminal")
    harm.status, harm.text, harm.number, harm.receipt = 200, "t", 1, "\x1b]0;owned\x07AAAAAA2"
    for words in (["sell", "1"], ["sell", "1", "--json"]):
        # An equal sale of before is left unsettled.
        done = case.market(*words, "--new", *place)
        # The sale may have been recorded: its outcome is unknown.
        case.holds(done.returncode == 5 and "receipt" in done.stderr and not done.stdout,
                   f"{' '.join(words)}: a receipt that is none is a defect of the response: {done.returncode} "
                   f"{done.stderr.splitlines()[:1]}")


with Case(__doc__) as case:
    case.attempt(answers)
