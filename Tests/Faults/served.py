"""Shared by the fault scripts: a case with a folder, a seed and expectations; and a server with its requests.

Each case is a script that runs alone. `--short` runs a version that finishes in seconds, and `--seed` repeats the
random choices of an earlier run. It prints a sentence for each expectation, and exits with 1 when one fails.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import clock
from image_files import png

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Another build, such as one with a sanitizer.
PROGRAM = pathlib.Path(os.environ.get("MARKET_PROGRAM", ROOT / ".build/release/market"))


class Case:
    """One fault: prints the expectations and sets the exit code."""

    def __init__(self, words, seconds=None):
        """`seconds` is the default of the option `--seconds`, for a case that has it."""
        parser = argparse.ArgumentParser(description=words)
        parser.add_argument("--short", action="store_true", help="finish in seconds")
        parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
        if seconds is not None:
            parser.add_argument("--seconds", type=int, default=seconds)
        options = parser.parse_args()
        self.seconds = getattr(options, "seconds", None)
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
        clock.start(self.folder)
        self.cleanup.callback(clock.stop)
        return self

    def __exit__(self, kind, *_):
        if clock.share() < 0.9:
            self.note(f"the machine did {clock.share():.0%} of what the limits in seconds assume; they allow for that")
        self.cleanup.close()
        if kind is None and self.failed:
            sys.exit(1)

    def holds(self, condition, sentence):
        self.failed = self.failed or not condition
        print(f"  {'holds' if condition else 'FAILS'}  {sentence}", flush=True)

    def none(self, wrong, sentence):
        """Expects that nothing is wrong; prints the first two of what is."""
        self.holds(not wrong, sentence if not wrong else f"{sentence}, but {len(wrong)}: {wrong[:2]}")

    def note(self, sentence):
        print(f"         {sentence}", flush=True)

    def attempt(self, part):
        """Runs a part of the case. A server that does not run, or is not reached, fails this part only."""
        try:
            part(self)
        except (NotStarted, OSError, http.client.HTTPException) as error:
            self.holds(False, f"the server runs: {(str(error) or repr(error)).splitlines()[0]}")

    def serve(self, store, *options, **settings):
        server = Server(self, store, *options, **settings)
        self.cleanup.callback(server.kill)
        return server

    def environment(self):
        """The environment of a user without settings."""
        path = os.environ["PATH"]
        return {"HOME": str(self.folder), "PATH": path, "LANG": "C.UTF-8", "MARKET_PASSWORD": "correct horse"}

    def market(self, *words, **variables):
        """Runs a command; a variable without a value is left out."""
        environment = {name: value for name, value in (self.environment() | variables).items() if value is not None}
        return subprocess.run(
            [PROGRAM, *map(str, words)], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=120)

    def vendor(self, store, name):
        """Adds a vendor of v2. Returns the identifier and the secret."""
        added = self.market("vendor", "add", name, "--json", "--store", store)
        if added.returncode != 0:
            raise NotStarted(f"'market vendor add' fails: {added.stderr.strip()}")
        vendor = json.loads(added.stdout)
        return Vendor(vendor["id"], vendor["identifier"], vendor["secret"])

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
        self.adds_up(store, "the ledger adds up")

    def adds_up(self, store, sentence="the store is sound"):
        """Expects that nothing in a store is wrong, whatever its machine lacks, such as space or a standby."""
        check = self.market("check", "--store", store)
        sound = "The store is sound" in check.stdout and check.returncode in (0, 1)
        self.holds(sound, f"{sentence}: {(check.stdout + check.stderr).strip()}")


class NotStarted(Exception):
    """A server or a command that a case needs does not run; the text says why, such as what it wrote to stderr."""


class Hangs(NotStarted):
    """A server that neither starts nor ends."""


class Vendor:
    """A vendor of v2: its id, and the identifier and secret that its clients send."""

    def __init__(self, number, identifier, secret):
        self.id, self.identifier, self.secret = number, identifier, secret


class Endpoint:
    """Where an API is reached: a server, or a proxy in front of it. `host` is the name in the Host field."""

    host, port = "127.0.0.1", 0

    def connect(self, source="127.0.0.1", timeout=30, receive_buffer=None):
        """A socket that is connected from the address `source`. `receive_buffer` limits what the system reads ahead."""
        connection = socket.socket()
        try:
            # The port is then chosen by connect(2), among those that are free towards this server (ip(7)).
            connection.setsockopt(socket.SOL_IP, 24, 1)
            if receive_buffer:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            connection.bind((source, 0))
            connection.settimeout(timeout)
            connection.connect(("127.0.0.1", self.port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            connection.close()
            raise
        return connection

    def head(self, method, target, headers=None):
        """The bytes of a request's head."""
        fields = {"Host": f"{self.host}:{self.port}"} | (headers or {})
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        return "\r\n".join(lines).encode()

    def session(self, source="127.0.0.1", timeout=30):
        """A persistent connection."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        connection.sock = self.connect(source, timeout)
        return connection

    def exchange(self, method, path, body=None, headers=None, timeout=30, source="127.0.0.1"):
        """Sends a request over a new connection. Returns status, body and header fields."""
        with contextlib.closing(self.session(source, timeout)) as connection:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read(), response.headers

    def request(self, method, path, body=None, headers=None, timeout=30, source="127.0.0.1"):
        """Sends a request over a new connection. Returns status and body."""
        return self.exchange(method, path, body, headers, timeout, source)[:2]

    def add(self, title, key=None, image=None, timeout=30, source="127.0.0.1", **fields):
        """Adds an item with v1; `fields` are further ones, or others than those of `form`."""
        kind, body = form({"title": title, "price": "80", "currency": "USD", "stock": "1"} | fields, image)
        headers = {"Content-Type": kind}
        if key:
            headers["Idempotency-Key"] = key
        return self.request("POST", "/item", body, headers, timeout, source)

    def edit(self, number, timeout=30, source="127.0.0.1", **fields):
        """Changes an item with v1. The password is `correct horse` unless `fields` has another."""
        kind, body = multipart({"password": "correct horse"} | fields)
        return self.request("PATCH", f"/item/{number}", body, {"Content-Type": kind}, timeout, source)

    def delete(self, number, password="correct horse", timeout=30, source="127.0.0.1"):
        body = json.dumps({"password": password})
        return self.request("DELETE", f"/item/{number}", body, {"Content-Type": "application/json"}, timeout, source)


class Server(Endpoint):
    """`market serve` on a free port, or at the Unix domain socket that `socket` names."""

    def __init__(self, case, store, *options, prepare=None, is_quiet=True, socket=None, port=0, patience=60):
        """`prepare` runs in the new process. Waits for the server to start, for `patience` seconds."""
        self.errors = open(case.folder / "server.log", "a+b")
        self.log_start = os.path.getsize(self.errors.name)
        listening = ["--socket", socket] if socket else ["--port", str(port)]
        self.process = subprocess.Popen(
            [PROGRAM, "serve", *listening, *(["--quiet"] if is_quiet else []), "--store", store, *options],
            env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
            preexec_fn=prepare, restore_signals=prepare is None)
        if not select.select([self.process.stdout], [], [], patience)[0]:
            self.kill()
            raise Hangs(f"it does not start in {patience} s")
        # The URL that clients use: of this address, or --public-url.
        if not self.process.stdout.readline().strip():
            self.kill()
            with open(case.folder / "server.log", "rb") as log:
                log.seek(self.log_start)
                raise NotStarted(log.read().decode().strip())
        self.port = None if socket else self.listening_port()

    def listening_port(self):
        sockets = set(self.descriptors())
        with open(f"/proc/{self.process.pid}/net/tcp") as table:
            for fields in map(str.split, list(table)[1:]):
                # 0A: LISTEN.
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                    return int(fields[1].split(":")[1], 16)
        raise NotStarted("it listens at no port")

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
        if not self.is_up:
            raise NotStarted(f"it has ended with exit code {self.process.returncode}")
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name)) / 1024

    def processor_time(self):
        """In seconds. Unlike the time that a response takes, it does not depend on what else the machine does."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            # The fields after the name, which may have spaces, begin with the third (proc(5)).
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def forget_peak(self):
        """Makes the current memory the peak (proc(5), clear_refs). Returns it in MiB."""
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")
        return self.memory()

    def descriptors(self):
        """What the open file descriptors lead to."""
        targets = []
        for entry in os.scandir(f"/proc/{self.process.pid}/fd"):
            with contextlib.suppress(FileNotFoundError):
                targets.append(os.readlink(entry.path))
        return targets

    def sockets(self):
        return sum(target.startswith("socket:") for target in self.descriptors())


def form(fields, image=None):
    """The Content-Type and body of a form that adds an item with v1."""
    return multipart({"descriptions": "", "password": "correct horse"} | fields, [("images[]", image or png(b"\0"))])


def product_form(vendor, image=None, **params):
    """The header fields and body of a form that adds a product with v2."""
    params = {
        "name": "Product", "description": "", "price": 80, "currency": "USD", "stock": 1, "secret": vendor.secret,
    } | params
    kind, body = multipart({"params": json.dumps(params)}, [("images", image or png(b"\0"))])
    return {"Content-Type": kind, "identifier": vendor.identifier}, body


def multipart(fields, files=()):
    """The Content-Type and body of a form; `files` are pairs of a name and bytes."""
    boundary = "a-boundary-that-no-image-has"
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for
             name, value in fields.items()]
    for name, content in files:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="1.png"\r\n'
        parts += [head.encode(), b"Content-Type: image/png\r\n\r\n", content, b"\r\n"]
    return f"multipart/form-data; boundary={boundary}", b"".join(parts) + f"--{boundary}--\r\n".encode()


def image_path(added):
    """The path of the first image of an item, from the response with the item."""
    return "/" + json.loads(added[1])["images"][0].split("/", 3)[3]


def allow_open_files(count):
    """Raises the limit on open files of this process and of the servers it starts. Returns the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)
