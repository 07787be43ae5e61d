"""Clients for the fault scripts: a good one that is timed, and attackers in a process beside it."""

import collections
import contextlib
import http.client
import itertools
import multiprocessing
import ssl
import statistics
import threading
import time

import clock

# Each client of a scenario has an address of its own: a server's limits count by address.
ATTACKER = "127.0.0.2"
GOOD = "127.0.0.3"


def addresses(count, network=4):
    """Addresses of as many clients; up to 250."""
    return [f"127.0.{network}.{number}" for number in range(1, count + 1)]


class Timed:
    """Calls an action all the time, in a thread, and records when each call began and ended.

    The action gets the number of the call. It raises, or returns what is wrong; nothing if nothing is wrong."""

    # Seconds; for actions that wait for a response.
    PATIENCE = 60

    def __init__(self, action, pause=0.02):
        self.action, self.pause = action, pause
        self.calls, self.wrong = [], []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.is_running = True

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_running = False
        self.thread.join()

    def run(self):
        for number in itertools.count():
            if not self.is_running:
                return
            start = time.perf_counter()
            try:
                defect = self.action(number)
            except (OSError, http.client.HTTPException) as error:
                defect = repr(error)
            self.calls.append((start, time.perf_counter()))
            if defect:
                self.wrong.append(defect)
            time.sleep(self.pause)

    @property
    def worst(self):
        """How long the longest call took, in seconds of the clock for limits."""
        return max((clock.seconds(*call) for call in self.calls), default=0)

    @property
    def words(self):
        """How many calls succeeded, and the first defect."""
        return (f"{len(self.calls) - len(self.wrong)} of {len(self.calls)}"
                + (f"; wrong: {self.wrong[0]}" if self.wrong else ""))

    def report(self, case, what, most):
        """Expects that every call succeeded, within `most` seconds."""
        case.holds(self.calls and not self.wrong, f"{what}: {self.words}")
        worst = self.worst
        case.holds(worst <= most, f"{what}: {worst:.2f} s at most (limit {most:g} s)")


class GoodClient(Timed):
    """Requests the first page all the time, alternately over a persistent connection and over a new one, and compares
    every response with the first."""

    PATIENCE = 10

    def __init__(self, server, path="/items/1", pause=0.02, source=GOOD):
        super().__init__(self.get, pause)
        self.server, self.path, self.source = server, path, source
        self.expected = server.request("GET", path, source=source)
        self.persistent = None

    def __exit__(self, *_):
        super().__exit__()
        if self.persistent:
            self.persistent.close()

    def get(self, number):
        if number % 2:
            response = self.over_persistent()
        else:
            response = self.server.request("GET", self.path, timeout=self.PATIENCE, source=self.source)
        return None if response == self.expected else f"{response[0]} {response[1][:80]}"

    def over_persistent(self):
        try:
            return self.over_persistent_once()
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
            # A server may close an idle connection at any moment, and the client has to retry then (RFC 9112 §9.5).
            self.persistent.close()
            self.persistent = None
            return self.over_persistent_once()

    def over_persistent_once(self):
        if not self.persistent or not self.persistent.sock:
            self.persistent = self.server.session(self.source, self.PATIENCE)
        self.persistent.request("GET", self.path)
        response = self.persistent.getresponse()
        return response.status, response.read()

    def report(self, case):
        case.holds(
            self.calls and not self.wrong and self.expected[0] == 200,
            f"the good client got {len(self.calls) - len(self.wrong)} of {len(self.calls)} correct responses"
            + (f"; wrong: {self.wrong[0]}" if self.wrong else ""))
        if self.calls:
            times = [end - start for start, end in self.calls]
            case.note(
                f"its slowest response took {max(times) * 1000:.0f} ms, the median "
                f"{statistics.median(times) * 1000:.1f} ms")


class Attackers:
    """Threads that each repeat an attack, in a process of their own, so that they do not slow the good client down.

    The attack gets the number of the thread and of the call. What it returns is counted."""

    def __init__(self, count, attack, pause=0.05):
        self.count, self.attack, self.pause = count, attack, pause
        self.results = collections.Counter()
        self.is_over = multiprocessing.Event()
        self.receiving, self.sending = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=self.run, daemon=True)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        # The threads finish what they have begun.
        if self.receiving.poll(30):
            self.results = self.receiving.recv()
        self.process.terminate()
        self.process.join()

    def run(self):
        results = [collections.Counter() for _ in range(self.count)]
        threads = [threading.Thread(target=self.repeat, args=(number, results[number]), daemon=True)
                   for number in range(self.count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.sending.send(sum(results, collections.Counter()))

    def repeat(self, thread, results):
        for number in itertools.count():
            if self.is_over.is_set():
                return
            try:
                results[self.attack(thread, number)] += 1
            except (OSError, http.client.HTTPException) as error:
                results[type(error).__name__] += 1
            self.is_over.wait(self.pause)

    @property
    def words(self):
        return ", ".join(f"{count} × {result}" for result, count in self.results.most_common(6)) or "none"


def all_at_once(count, action):
    """Runs an action in as many threads at once, and counts what it returns. It gets the number of the thread."""
    results, lock, start = collections.Counter(), threading.Lock(), threading.Barrier(count)

    def run(number):
        start.wait()
        try:
            result = action(number)
        except (OSError, http.client.HTTPException) as error:
            result = type(error).__name__
        with lock:
            results[result] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def is_open(connection):
    """Whether the server has not closed the connection; what it sent is discarded."""
    connection.setblocking(False)
    try:
        while connection.recv(1 << 16):
            pass
        return False
    except (BlockingIOError, ssl.SSLWantReadError):
        return True
    except OSError:
        return False


def status(connection):
    """The status of the response that arrives next; None when the connection is closed instead."""
    received = b""
    with contextlib.suppress(OSError):
        while b"\r\n" not in received and (data := connection.recv(1 << 16)):
            received += data
    return int(received.split(b" ", 2)[1]) if received.startswith(b"HTTP/1.1 ") else None
