#!/usr/bin/env python3
"""Uploads and downloads as slowly as the server allows, from one address: the uploads of others get in, and their
downloads come; also through nginx, as the documentation configures it."""

import contextlib
import itertools
import time

from clients import ATTACKER, GOOD, Timed, is_open
from image_files import png
from nginx import MISSING, Nginx, program
from served import Case, form, image_path

# Almost the largest that the server takes.
UPLOAD = (64 << 20) - 1024


class SlowUploads:
    """Four uploads of 64 MiB that send their last 128 kB slowly: 1,280 bytes a second. One that the server ends begins
    again at once."""

    def __init__(self, server, count=4):
        self.server = server
        self.uploads = [None] * count
        self.sent = [0] * count
        self.ended = 0

    def open(self, number):
        kind, body = form({"title": "T", "price": "1", "currency": "USD", "stock": "1"})
        self.uploads[number] = self.server.connect(ATTACKER)
        self.uploads[number].sendall(
            self.server.head("POST", "/item", {"Content-Type": kind, "Content-Length": UPLOAD}) + body[:-60])
        self.sent[number] = len(body) - 60

    def keep_up(self):
        """Sends what is due each second over each connection."""
        for number, upload in enumerate(self.uploads):
            with contextlib.suppress(OSError):
                if upload is None:
                    self.open(number)
                elif not is_open(upload):
                    self.ended += 1
                    upload.close()
                    self.open(number)
                self.send(number)

    def send(self, number):
        upload, end = self.uploads[number], time.monotonic() + 2
        upload.settimeout(0.2)
        piece = b"x" * 65_536
        if self.sent[number] >= UPLOAD - (128 << 10):
            self.sent[number] += upload.send(piece[:min(1280, UPLOAD - 1 - self.sent[number])])
        while self.sent[number] < UPLOAD - (128 << 10) and time.monotonic() < end:
            self.sent[number] += upload.send(piece)

    def close(self):
        for upload in filter(None, self.uploads):
            upload.close()


def uploads(case, server, way):
    image, seconds = png(case.random.randbytes(1_000_000)), 8 if case.short else 90

    def add(number):
        status, body = server.add(f"Lamp {number}", image=image, source=GOOD, timeout=30)
        return None if status == 201 else f"{status} {body[:100]}"

    with contextlib.closing(SlowUploads(server)) as slow:
        slow.keep_up()
        with Timed(add, 0.3) as good:
            for _ in range(seconds):
                slow.keep_up()
                time.sleep(1)
        good.report(case, f"four slow uploads of 64 MiB, {way}: others' images of 1 MB get in", 2)
        case.note(f"the server has ended {slow.ended} of the slow uploads, memory: {server.memory():.0f} MiB")


class SlowReaders:
    """Readers of large responses that read a kB now and then. One that the server ends begins again at once."""

    def __init__(self, server, paths, count=25):
        self.server, self.paths, self.count = server, itertools.cycle(paths), count
        self.connections, self.ended = [], 0

    def open(self):
        connection = self.server.connect(ATTACKER, receive_buffer=4096)
        connection.sendall(self.server.head("GET", next(self.paths)))
        return connection

    def keep_up(self):
        for number in range(self.count):
            with contextlib.suppress(OSError):
                if number == len(self.connections):
                    self.connections.append(self.open())
                self.connections[number].setblocking(False)
                try:
                    is_ended = not self.connections[number].recv(1024)
                except BlockingIOError:
                    is_ended = False
                except OSError:
                    is_ended = True
                if is_ended:
                    self.ended += 1
                    self.connections[number].close()
                    self.connections[number] = self.open()

    def close(self):
        for connection in self.connections:
            connection.close()


def downloads(case):
    server = case.serve(case.folder / "downloads.db")
    images = [png(case.random.randbytes(10_400_000)) for _ in range(3)]
    large = [image_path(server.add("Large", image=image, source=GOOD)) for image in images]
    image = png(case.random.randbytes(1_000_000))
    small = image_path(server.add("Small", image=image, source=GOOD))
    seconds = 8 if case.short else 90

    def get(path, expected=None):
        status, body = server.request("GET", path, source=GOOD, timeout=30)
        return None if status == 200 and expected in (None, body) else f"{status} {body[:100]}"

    with contextlib.closing(SlowReaders(server, large)) as slow:
        slow.keep_up()
        time.sleep(1)
        with (Timed(lambda _: get(small, image), 0.2) as good,
              Timed(lambda number: get(large[number % 3]), 0.5) as other):
            for _ in range(seconds * 5):
                slow.keep_up()
                time.sleep(0.2)
        good.report(case, "25 slow readers of 10 MB: others' images of 1 MB come", 2)
        other.report(case, "25 slow readers of 10 MB: others' images of 10 MB come", 5)
        case.note(f"the server has ended {slow.ended} of the slow responses")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


with Case(__doc__) as case:
    server = case.serve(case.folder / "uploads.db")
    uploads(case, server, "to the server")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    if program():
        nginx = Nginx(case)
        uploads(case, nginx, "through nginx")
    else:
        case.note(f"SKIPPED: {MISSING}; slow uploads through it are not tested")
    downloads(case)
