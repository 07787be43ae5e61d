#!/usr/bin/env python3
"""Sends what is no request, breaks off in the middle, resets and half closes, from many clients at once."""

import contextlib
import random
import socket
import threading
import time

from proxy import reset
from served import Case, GoodClient, form, png

KIND, BODY = form({"title": "T", "price": "1", "currency": "USD", "stock": "1"}, png(b"\0"))
POST = f"POST /item HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {KIND}\r\nContent-Length: {len(BODY)}\r\n\r\n".encode() + BODY
GET = b"GET /items/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
REQUESTS = [
    GET, POST, GET * 20, GET.replace(b"1.1", b"1.0"), b"HEAD /item/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /item HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b'DELETE /item/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16\r\n\r\n{"password":"a"}',
    b"GET /" + b"a" * 100_000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10_000, b"\r\n" * 10_000,
]


class Vandal:
    """One client, with a chance of its own."""

    def __init__(self, server, seed, end):
        self.server, self.chance, self.end = server, random.Random(seed), end
        self.connections, self.unanswered = 0, 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while time.monotonic() < self.end:
            with contextlib.suppress(OSError):
                with socket.create_connection(("127.0.0.1", self.server.port), 5) as connection:
                    connection.settimeout(5)
                    self.connections += 1
                    self.chance.choice([self.noise, self.spoilt, self.broken_off, self.half_closed])(connection)

    def noise(self, connection):
        connection.sendall(self.chance.randbytes(self.chance.randint(1, 4096)))
        self.leave(connection)

    def spoilt(self, connection):
        """A request with some of its bytes changed, taken out or doubled."""
        request = bytearray(self.chance.choice(REQUESTS))
        for _ in range(self.chance.randint(1, 8)):
            index = self.chance.randrange(len(request))
            request[index : index + self.chance.randint(0, 4)] = self.chance.randbytes(self.chance.randint(0, 4))
        connection.sendall(request)
        self.leave(connection)

    def broken_off(self, connection):
        request = self.chance.choice(REQUESTS)
        connection.sendall(request[: self.chance.randrange(len(request))])
        self.leave(connection)

    def half_closed(self, connection):
        """Has no more to say, and waits for the answer: it has a right to one."""
        connection.sendall(GET)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
        self.unanswered += not received.startswith(b"HTTP/1.1 200 ")

    def leave(self, connection):
        """Without a word, or with one that nobody wants to hear, and sometimes after having listened."""
        how = self.chance.randrange(3)
        if how == 0:
            reset(connection)
        elif how == 1:
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(0.2)
            connection.recv(1 << 16)


with Case(__doc__) as case:
    store = case.folder / "market.db"
    server = case.serve(store)
    for number in range(20):
        server.add(f"Item {number}")
    before = server.sockets()
    # Of a page that no vandal adds to.
    with GoodClient(server, "/item/1") as good:
        end = time.monotonic() + (6 if case.short else 120)
        vandals = [Vandal(server, case.chance.randrange(1 << 32), end) for _ in range(16)]
        for vandal in vandals:
            vandal.thread.join()
    good.report(case)
    case.holds(server.is_up, f"the server is up after {sum(v.connections for v in vandals)} connections of 16 vandals")
    unanswered = sum(vandal.unanswered for vandal in vandals)
    case.holds(not unanswered, f"who closes its half after asking is answered ({unanswered} were not)")
    # What was refused is listened to for two seconds more.
    time.sleep(4)
    case.holds(server.sockets() <= before + 2, f"nothing is left of them ({before} sockets before, {server.sockets()} after)")
    case.tells(f"memory: {server.memory():.0f} MiB at most")
    case.holds(server.is_up and server.stop() == 0, "the server stops in order")
    case.store_is_whole(store)
