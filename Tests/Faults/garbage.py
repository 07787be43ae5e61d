#!/usr/bin/env python3
"""Sends malformed and truncated requests, resets and half-closes connections, from many clients at once."""

import contextlib
import random
import socket
import threading
import time

from clients import GoodClient
from proxy import reset
from served import Case, form, png

KIND, BODY = form({"title": "T", "price": "1", "currency": "USD", "stock": "1"}, png(b"\0"))
POST = f"POST /item HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {KIND}\r\nContent-Length: {len(BODY)}\r\n\r\n".encode() + BODY
GET = b"GET /items/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
REQUESTS = [
    GET, POST, GET * 20, GET.replace(b"1.1", b"1.0"), b"HEAD /item/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /item HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b'DELETE /item/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16\r\n\r\n{"password":"a"}',
    b"GET /" + b"a" * 100_000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10_000, b"\r\n" * 10_000,
]


class BadClient:
    """Misuses connections until `end`, with random numbers from `seed`."""

    def __init__(self, server, seed, end):
        self.server, self.random, self.end = server, random.Random(seed), end
        self.connections, self.missing_responses = 0, 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while time.monotonic() < self.end:
            with contextlib.suppress(OSError):
                with socket.create_connection(("127.0.0.1", self.server.port), 5) as connection:
                    connection.settimeout(5)
                    self.connections += 1
                    self.random.choice([self.noise, self.mutated, self.truncated, self.half_closed])(connection)

    def noise(self, connection):
        connection.sendall(self.random.randbytes(self.random.randint(1, 4096)))
        self.disconnect(connection)

    def mutated(self, connection):
        """Sends a request with some bytes changed, removed or inserted."""
        request = bytearray(self.random.choice(REQUESTS))
        for _ in range(self.random.randint(1, 8)):
            index = self.random.randrange(len(request))
            request[index : index + self.random.randint(0, 4)] = self.random.randbytes(self.random.randint(0, 4))
        connection.sendall(request)
        self.disconnect(connection)

    def truncated(self, connection):
        request = self.random.choice(REQUESTS)
        connection.sendall(request[: self.random.randrange(len(request))])
        self.disconnect(connection)

    def half_closed(self, connection):
        """Half-closes the connection after a request; the server must still respond."""
        connection.sendall(GET)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
        self.missing_responses += not received.startswith(b"HTTP/1.1 200 ")

    def disconnect(self, connection):
        """Disconnects in one of three ways: a reset; a half-close and a short wait for the response; a plain close."""
        how = self.random.randrange(3)
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
    # GoodClient requests an item and not a page: the bad clients may add items to pages.
    with GoodClient(server, "/item/1") as good:
        end = time.monotonic() + (6 if case.short else 120)
        bad_clients = [BadClient(server, case.random.randrange(1 << 32), end) for _ in range(16)]
        for client in bad_clients:
            client.thread.join()
    good.report(case)
    case.holds(server.is_up,
               f"the server is up after {sum(v.connections for v in bad_clients)} connections of 16 bad clients")
    missing_responses = sum(client.missing_responses for client in bad_clients)
    case.holds(not missing_responses, f"a half-closed connection gets its response ({missing_responses} did not)")
    # The server drains a rejected connection for two more seconds.
    time.sleep(4)
    case.holds(server.sockets() <= before + 2, f"their sockets are closed ({before} before, {server.sockets()} after)")
    case.note(f"memory: {server.memory():.0f} MiB at most")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(store)
