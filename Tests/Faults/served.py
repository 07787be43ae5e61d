"""Shared by the fault scripts: a case with a folder, a seed and expectations; a server; and clients.

Each case is a script that runs alone. `--short` runs a version that finishes in seconds, and `--seed` repeats the
random choices of an earlier run. It prints a sentence for each expectation, and exits with 1 when one fails.
"""

import argparse
import contextlib
import http.client
import itertools
import os
import pathlib
import random
import resource
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/market"


class Case:
    """One fault: prints the expectations and sets the exit code."""

    def __init__(self, words):
        parser = argparse.ArgumentParser(description=words)
        parser.add_argument("--short", action="store_true", help="finish in seconds")
        parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
        options = parser.parse_args()
        self.short = options.short
        self.seed = options.seed
        self.random = random.Random(self.seed)
        self.failed = False

    def __enter__(self):
        if not PROGRAM.exists():
            sys.exit("Error: No release build\nHelp:  Run 'swift build -c release'")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        self.cleanup = contextlib.ExitStack()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="market-faults-"))
        self.cleanup.callback(shutil.rmtree, self.folder, ignore_errors=True)
        print(f"{pathlib.Path(sys.argv[0]).stem}: seed {self.seed}", flush=True)
        return self

    def __exit__(self, kind, *_):
        self.cleanup.close()
        if kind is None and self.failed:
            sys.exit(1)

    def holds(self, condition, sentence):
        self.failed = self.failed or not condition
        print(f"  {'holds' if condition else 'FAILS'}  {sentence}", flush=True)

    def note(self, sentence):
        print(f"         {sentence}", flush=True)

    def serve(self, store, *options, **settings):
        server = Server(self, store, *options, **settings)
        self.cleanup.callback(server.kill)
        return server

    def environment(self):
        """The environment of a user without settings."""
        path = os.environ["PATH"]
        return {"HOME": str(self.folder), "PATH": path, "LANG": "C.UTF-8", "MARKET_PASSWORD": "correct horse"}

    def market(self, *words):
        return subprocess.run(
            [PROGRAM, *map(str, words)], env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=120)

    def titles(self, store):
        """The titles of all items, as `market list` reads them from the file; None when it fails."""
        listed = self.market("list", "--all", "--store", store)
        if listed.returncode != 0:
            self.holds(False, f"the store can be read: {listed.stderr.strip()}")
            return None
        return [line.split("\t")[1] for line in listed.stdout.splitlines()]

    def store_is_whole(self, store):
        check = subprocess.run(
            ["sqlite3", store, "PRAGMA integrity_check; PRAGMA foreign_key_check"], capture_output=True, text=True)
        self.holds(check.stdout == "ok\n", "SQLite finds no damage in the store")


class Server:
    """`market serve` on a free port."""

    def __init__(self, case, store, *options, prepare=None):
        self.errors = open(case.folder / "server.log", "a+b")
        self.log_start = os.path.getsize(self.errors.name)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--quiet", "--store", store, *options], env=case.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=prepare,
            restore_signals=prepare is None)
        address = self.process.stdout.readline().decode().strip()
        if not address.startswith("http://"):
            self.errors.seek(0)
            sys.exit(f"Error: The server did not start: {self.errors.read().decode()}")
        self.port = int(address.rsplit(":", 1)[1])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_up(self):
        return self.process.poll() is None

    def kill(self):
        """Kills the process without a warning, like a crash."""
        if self.is_up:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def stop(self):
        """Stops the process with SIGTERM and returns its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=30)

    def log(self):
        """What this server has written to stderr. It writes every 10 ms."""
        time.sleep(0.1)
        with open(self.errors.name, "rb") as log:
            log.seek(self.log_start)
            return log.read().decode()

    def memory(self, name="VmHWM"):
        """The resident memory in MiB: VmHWM is the peak, VmRSS the current value."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name)) / 1024

    def sockets(self):
        count = 0
        for entry in os.scandir(f"/proc/{self.process.pid}/fd"):
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(entry.path).startswith("socket:")
        return count

    def request(self, method, path, body=None, headers=None, timeout=30):
        """Sends a request over a new connection. Returns status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read()

    def add(self, title, key=None, image=None, timeout=30):
        kind, body = form({"title": title, "price": "80", "currency": "USD", "stock": "1"}, image or png(b"\0"))
        headers = {"Content-Type": kind}
        if key:
            headers["Idempotency-Key"] = key
        return self.request("POST", "/item", body, headers, timeout)


class GoodClient:
    """Requests the first page all the time, alternately over a persistent connection and over a new one, and compares
    every response with the first."""

    PATIENCE = 10

    def __init__(self, server, path="/items/1", pause=0.02):
        self.server, self.path, self.pause = server, path, pause
        self.expected = server.request("GET", path)
        self.times, self.wrong = [], []
        self.persistent = http.client.HTTPConnection("127.0.0.1", server.port, timeout=self.PATIENCE)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.is_running = True

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_running = False
        self.thread.join()
        self.persistent.close()

    def run(self):
        for number in itertools.count():
            if not self.is_running:
                return
            start = time.perf_counter()
            try:
                if number % 2:
                    response = self.over_persistent()
                else:
                    response = self.server.request("GET", self.path, timeout=self.PATIENCE)
                if response != self.expected:
                    self.wrong.append(f"{response[0]} {response[1][:80]}")
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append(repr(error))
            self.times.append(time.perf_counter() - start)
            time.sleep(self.pause)

    def over_persistent(self):
        try:
            return self.over_persistent_once()
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
            # A server may close an idle connection at any moment, and the client has to retry then (RFC 9112 §9.5).
            self.persistent.close()
            return self.over_persistent_once()

    def over_persistent_once(self):
        self.persistent.request("GET", self.path)
        response = self.persistent.getresponse()
        return response.status, response.read()

    def report(self, case):
        case.holds(
            self.times and not self.wrong and self.expected[0] == 200,
            f"the good client got {len(self.times) - len(self.wrong)} of {len(self.times)} correct responses"
            + (f"; wrong: {self.wrong[0]}" if self.wrong else ""))
        if self.times:
            case.note(
                f"its slowest response took {max(self.times) * 1000:.0f} ms, the median "
                f"{statistics.median(self.times) * 1000:.1f} ms")


def png(pixels):
    """A PNG that is complete from header to end marker, whatever its pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 640, 480, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def form(fields, image):
    """The Content-Type and body of a form that adds an item."""
    boundary = "a-boundary-that-no-image-has"
    fields = {"descriptions": "", "password": "correct horse"} | fields
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in
             fields.items()]
    file = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="images[]"; filename="1.png"\r\n'
        "Content-Type: image/png\r\n\r\n")
    body = "".join(parts + [file]).encode() + image + f"\r\n--{boundary}--\r\n".encode()
    return f"multipart/form-data; boundary={boundary}", body


def allow_open_files(count):
    """Raises the limit on open files of this process and of the servers it starts. Returns the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)
