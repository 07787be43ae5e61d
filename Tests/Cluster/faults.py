#!/usr/bin/env python3
"""Faults between three market servers and their database, under load: each part has a cluster of its own, and at its end
nothing that was acknowledged is lost or there twice.

    Tests/Cluster/faults.py [--short] [--seed NUMBER] [--only PART]

MARKET_FORMER_PROGRAM is the program of an earlier release, for an upgrade while servers run; without it both are the present one."""

import contextlib
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from link import Link  # noqa: E402
from market_cluster import Cluster, until  # noqa: E402
import parts  # noqa: E402
from pooler import MISSING, PROGRAM as POOLER, Pooler  # noqa: E402
from postgres import Postgres  # noqa: E402
import served  # noqa: E402
from served import png  # noqa: E402


def probe(entry, method="GET", path="/items/1", body=None, headers=None, timeout=90):
    """Status, seconds, and whether the response says when to come again; status 0 where there is none."""
    began = time.monotonic()
    try:
        status, _, fields = entry.exchange(method, path, body, headers, timeout)
    except (OSError, http.client.HTTPException):
        return 0, time.monotonic() - began, False
    return status, time.monotonic() - began, "Retry-After" in fields


def ready(cluster, seconds=30):
    """Seconds until all servers say that they are ready; None if they do not."""
    return until(lambda: all(probe(cluster.entry(number), path="/readyz", timeout=5)[0] == 200
                             for number in range(len(cluster.servers))), seconds)


def finish(case, cluster, load, database=None, seconds=2):
    time.sleep(seconds)
    load.stop()
    load.compare(case, database or cluster.primary, cluster.make_url(0))


def paused(case):
    """The database is stopped for 20 s, as by a virtual machine that is moved."""
    cluster = Cluster(case, standbys=0 if case.short else 1)
    load = cluster.load(clients=12)
    time.sleep(2)
    seconds = 8 if case.short else 20
    began = time.monotonic()
    cluster.primary.pause()
    time.sleep(6)
    statuses, slowest = set(), 0.0
    while time.monotonic() < began + seconds:
        status, waited, says_when = probe(cluster.entry(case.random.randrange(3)))
        statuses.add((status, says_when))
        slowest = max(slowest, waited)
        time.sleep(0.1)
    metrics = [cluster.entry(number).request("GET", "/metrics")[1].decode() for number in range(3)]
    queues = [sum(int(line.split()[-1]) for line in text.splitlines() if line.startswith("market_store_queue_length{"))
              for text in metrics]
    cluster.primary.go_on()
    went_on = time.monotonic()
    case.holds(statuses == {(503, True)}, f"stopped for {seconds} s: a server says 503 and when to come again ({statuses}, "
               f"the slowest in {slowest:.1f} s)")
    case.holds(max(queues) <= 24, f"no work piles up: {queues} wait")
    took = ready(cluster)
    case.holds(took is not None and took < 5, f"when it goes on, all servers are ready after {took or -1:.1f} s")
    until(lambda: load.first_write(went_on) is not None, 30)
    first = load.first_write(went_on)
    case.holds(first is not None and first < 10, f"and the first write follows after {first or -1:.1f} s")
    time.sleep(3)
    case.none(load.failures(went_on + 6), "from 6 s on no read fails")
    finish(case, cluster, load)


def cut(case):
    """The network between a server and the database is cut, also between a COMMIT and its result."""
    links = []

    def prepare(primary):
        links.append(Link(primary.port))
        case.cleanup.callback(links[0].close)
        return lambda number: f"postgres://market@127.0.0.1:{links[0].port if number == 0 else primary.port}/market"

    cluster = Cluster(case, prepare=prepare)
    link = links[0]
    load = cluster.load()
    # More writes at the server whose link is cut.
    load.entries = [cluster.balancer, cluster.entry(0)]
    time.sleep(1)
    for fault, times, words in (
            ("before", 8, "before a COMMIT arrives"), ("after", 8, "after a COMMIT and before its result"),
            ("held", 1, "after a COMMIT without a word")):
        seen = 0
        for _ in range(times if not case.short else min(times, 4)):
            link.at_commit = fault
            seen += until(lambda: link.at_commit is None, 10) is not None
            time.sleep(0.2)
        case.holds(seen > 0, f"{seen} connections are lost {words}")
    # The statement that finds out is executed, and its result is lost, too.
    for fault in ("before", "after") * (1 if case.short else 4):
        link.at_settling, link.at_commit = True, fault
        seen = until(lambda: link.at_commit is None and not link.at_settling, 60)
        case.holds(seen is not None, f"a connection is lost {fault} a COMMIT, and that which finds out about it")
    # All of them lost after COMMIT, and no new one for some seconds: the outcome is found when the network is back.
    link.at_commit = "after"
    until(lambda: link.at_commit is None, 10)
    link.set("refuse")
    link.cut()
    time.sleep(5)
    status, waited, says_when = probe(cluster.entry(0))
    case.holds((status, says_when) == (503, True), f"cut off, a server says 503 and when to come again ({status}, {waited:.1f} s)")
    others = [probe(cluster.entry(number))[0] for number in (1, 2)]
    case.holds(others == [200, 200], f"the other servers serve: {others}")
    link.set("pass")
    took = ready(cluster)
    case.holds(took is not None and took < 5, f"when the network is back, it is ready after {took or -1:.1f} s")
    back = time.monotonic()
    time.sleep(2)
    silenced = time.monotonic()
    # Packets are lost in place of connections.
    link.set("silent")
    time.sleep(6)
    status, waited, says_when = probe(cluster.entry(0))
    case.holds((status, says_when) == (503, True) and waited < 12,
               f"while packets are lost, it says 503 and when to come again ({status}, {waited:.1f} s)")
    link.set("pass")
    took = ready(cluster)
    case.holds(took is not None and took < 8, f"it is ready {took or -1:.1f} s after they pass again")
    case.none(load.failures_between(back, silenced), "between the two no read fails")
    finish(case, cluster, load)


def standby_lost(case):
    """The only synchronous standby dies: a commit waits for it, and its outcome is unknown until it does not."""
    cluster = Cluster(case, standbys=1)
    load = cluster.load()
    time.sleep(2)
    cluster.standbys[0].kill()
    body = json.dumps({"kind": "sold", "quantity": 1, "password": "correct horse", "reference": "alone"})
    status, waited, says_when = probe(
        cluster.entry(0), "POST", f"/item/{cluster.items[0]}/movements", body,
        {"Content-Type": "application/json", "Idempotency-Key": "alone"}, timeout=120)
    case.holds(status == 503 and says_when, f"a write ends in 503, not in a hang ({status}, {waited:.0f} s)")
    reads = [probe(cluster.entry(number)) for number in range(3)]
    case.holds(all(status == 200 and waited < 2 for status, waited, _ in reads),
               f"reads are served: {[(status, round(waited, 2)) for status, waited, _ in reads]}")
    cluster.standbys[0].start()
    began = time.monotonic()
    until(lambda: load.first_write(began) is not None, 60)
    first = load.first_write(began)
    case.holds(first is not None and first < 15, f"when the standby is back, the first write follows after {first or -1:.1f} s")
    load.operations.append(alone(case, cluster, body))
    finish(case, cluster, load)


def alone(case, cluster, body):
    """Repeats the sale whose outcome was unknown: it is recorded once."""
    began = time.monotonic()
    until(lambda: probe(cluster.entry(1), path="/readyz")[0] == 200, 20)
    status, text = cluster.entry(1).request(
        "POST", f"/item/{cluster.items[0]}/movements", body,
        {"Content-Type": "application/json", "Idempotency-Key": "alone"}, 90)
    case.holds(status in (200, 201), f"the sale is repeated with its key at another server: {status}")
    return {"client": "alone", "item": cluster.items[0], "kind": "sell", "key": "alone", "quantity": 1, "began": 0.0,
            "ended": time.monotonic(), "outcome": "ok" if status in (200, 201) else "unknown",
            "stock": json.loads(text)["movements"][0]["stock"] if status in (200, 201) else None}


def zombie(case):
    """The primary stops, its standby is promoted, and the old primary goes on: no server reads from it or writes to it."""
    cluster = Cluster(case, standbys=1)
    load = cluster.load()
    time.sleep(2)
    cluster.primary.pause()
    time.sleep(1)
    cluster.standbys[0].promote()
    promoted = time.monotonic()
    until(lambda: load.first_write(promoted) is not None, 60)
    first = load.first_write(promoted)
    case.holds(first is not None and first < 20,
               f"the primary is stopped: the first write follows {first or -1:.1f} s after the promotion")
    took = ready(cluster)
    case.holds(took is not None, f"all servers are ready after {took or -1:.1f} s")
    time.sleep(1)
    cluster.primary.go_on()
    time.sleep(1)
    went_on = cluster.primary.query("SELECT clock_timestamp()")
    # New connections to both: those of the servers are ended.
    for _ in range(3):
        cluster.standbys[0].query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
        time.sleep(1.5)
    # A connection that was idle all the time is ended when it would be used again.
    used = int(cluster.primary.query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'market' "
                                     f"AND state_change > '{went_on}'"))
    case.holds(used == 0, f"no server uses the old primary, which takes writes: {used} connections are in use")
    finish(case, cluster, load, cluster.standbys[0])


def quorum(case):
    """Two standbys, of which any one confirms a commit: one dies, the other is promoted when the primary dies."""
    cluster = Cluster(case, standbys=2)
    load = cluster.load()
    time.sleep(2)
    began = time.monotonic()
    cluster.standbys[1].kill()
    time.sleep(3)
    gap = load.longest_gap(began, time.monotonic())
    case.holds(gap < 2, f"one of two standbys dies: the longest time without a write is {gap:.2f} s")
    cluster.primary.kill()
    cluster.standbys[0].query("ALTER SYSTEM SET synchronous_standby_names = ''")
    cluster.standbys[0].promote()
    promoted = time.monotonic()
    until(lambda: load.first_write(promoted) is not None, 60)
    first = load.first_write(promoted)
    case.holds(first is not None and first < 5, f"the other is promoted: the first write follows after {first or -1:.1f} s")
    finish(case, cluster, load, cluster.standbys[0])


def ended_connections(case):
    """The database ends connections (57P01), restarts (57P03), and refuses writes (25006): the servers connect anew."""
    cluster = Cluster(case)
    load = cluster.load()
    time.sleep(2)
    began = time.monotonic()
    for _ in range(10):
        cluster.primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
        time.sleep(0.3)
    case.none(load.failures(began), "the database ends all connections, ten times: no read fails")
    gap = load.longest_gap(began, time.monotonic())
    case.holds(gap < 2, f"the longest time without a write is {gap:.2f} s")
    # Connections that are open stay read-only, as those of a primary that became a standby behind one address.
    cluster.primary.query("ALTER ROLE market SET default_transaction_read_only = on")
    for _ in range(2):
        cluster.primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
        time.sleep(1)
    status, waited, says_when = probe(cluster.entry(0))
    case.holds(status in (200, 503), f"where no database writes, reads end in {status} after {waited:.1f} s")
    cluster.primary.query("BEGIN READ WRITE; ALTER ROLE market RESET default_transaction_read_only; COMMIT")
    allowed = time.monotonic()
    until(lambda: load.first_write(allowed) is not None, 60)
    first = load.first_write(allowed)
    case.holds(first is not None and first < 5, f"writes go on {first or -1:.1f} s after they are allowed")
    began = time.monotonic()
    cluster.primary.run("pg_ctl", "-D", cluster.primary.folder / "data", "-m", "fast", "-w", "stop")
    cluster.primary.start()
    restarted = time.monotonic()
    until(lambda: load.first_write(restarted) is not None, 60)
    first = load.first_write(restarted)
    case.holds(first is not None and first < 5, f"it restarts: the first write follows after {first or -1:.1f} s")
    finish(case, cluster, load)


def exhausted(case):
    """All connections of the database are taken by others."""
    def prepare(primary):
        # The servers are no superuser, for whom connections are reserved.
        primary.query("CREATE ROLE shop LOGIN; CREATE ROLE other LOGIN; GRANT CREATE ON SCHEMA public TO shop")
        return lambda _: f"postgres://shop@127.0.0.1:{primary.port}/market"

    cluster = Cluster(case, prepare=prepare)
    load = cluster.load()
    time.sleep(1)
    # The servers' connections end, and others take them all.
    others = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(cluster.primary.port), str(97)], stdout=subprocess.PIPE, text=True)
    case.cleanup.callback(others.kill)
    others.stdout.readline()
    cluster.primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'market'")
    taken = int(others.stdout.readline())
    case.note(f"{taken} connections are taken by others")
    time.sleep(3)
    results = [probe(cluster.entry(number % 3)) for number in range(9)]
    case.holds(all(status == 200 or status == 503 and says_when for status, _, says_when in results),
               f"without a free connection: {sorted({status for status, _, _ in results})}, "
               f"the slowest in {max(waited for _, waited, _ in results):.1f} s")
    refused = sum(count for (_, status), count in load.statuses.items() if status == 503)
    case.holds(refused > 0, f"{refused} requests of the load got 503")
    others.kill()
    others.wait()
    freed = time.monotonic()
    took = ready(cluster)
    case.holds(took is not None and took < 5, f"all servers are ready {took or -1:.1f} s after connections are free")
    time.sleep(2)
    case.none(load.failures(freed + 3), "from 3 s on no read fails")
    finish(case, cluster, load)


# Takes connections and holds them; the protocol's start-up message is all that it needs.
HOLD = r"""
import socket, struct, sys, time
port, wanted = int(sys.argv[1]), int(sys.argv[2])
def take():
    connection = socket.create_connection(("127.0.0.1", port))
    text = b"user\0other\0database\0market\0\0"
    connection.sendall(struct.pack(">ii", len(text) + 8, 196608) + text)
    connection.settimeout(5)
    answer = b""
    # Ready for statements: some are refused after they have proved their name.
    while not answer.endswith(b"Z\0\0\0\5I"):
        piece = connection.recv(4096)
        if not piece:
            connection.close()
            return None
        answer += piece
    if answer[:1] != b"R":
        connection.close()
        return None
    return connection
held, said, end = [], False, time.monotonic() + 6
while time.monotonic() < end:
    connection = take()
    if connection:
        held.append(connection)
    elif not said:
        said = True
        print(len(held), flush=True)
    else:
        time.sleep(0.01)
print(len(held), flush=True)
time.sleep(600)
"""


def full(case):
    """The disk of the database is full."""
    try:
        with contextlib.ExitStack() as stack:
            small = Postgres("max_connections=40", "wal_keep_size=0", "max_wal_size=64MB", "min_wal_size=32MB", disk="400m")
            stack.callback(small.close)
            fill(case, small)
    except PermissionError as error:
        case.note(f"SKIPPED: mounting is not allowed: {error}")


def fill(case, database):
    server = case.serve(database.url, "--limit-uploads", "100G")
    image = png(case.random.randbytes(300_000))
    stored = [f"before-{number}" for number in range(3)]
    for title in stored:
        case.holds(server.add(title, title, image)[0] == 201, f"'{title}' is added")
    ballast = database.folder / "data/ballast"
    with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"\0" * 65536):
            pass
    results = []
    for number in range(40):
        try:
            results.append(server.add(f"full-{number}", f"full-{number}", png(case.random.randbytes(2_000_000)), timeout=40)[0])
        except (OSError, http.client.HTTPException):
            results.append(0)
    refused = [status for status in results if status not in (200, 201)]
    case.holds(refused and set(refused) <= {503, 507}, f"writes fail: {sorted(set(results))}, {len(refused)} of {len(results)}")
    status, waited, _ = probe(server)
    case.note(f"a page meanwhile: {status} after {waited:.1f} s; the database {'runs' if alive(database) else 'has ended'}")
    ballast.unlink()
    if not alive(database):
        # PostgreSQL ends where it cannot write its log: an operator starts it when there is space.
        database.start()
    back = until(lambda: probe(server, path="/readyz", timeout=5)[0] == 200, 30)
    case.holds(back is not None, f"with space again the server is ready after {back or -1:.1f} s")
    status = server.add("after", "after", image)[0]
    case.holds(status == 201, f"and takes an item: {status}")
    acknowledged = [f"full-{number}" for number, status in enumerate(results) if status in (200, 201)]
    titles = case.titles(database.url) or []
    wanted = stored + acknowledged + ["after"]
    case.none([title for title in wanted if titles.count(title) != 1], f"all of {len(wanted)} acknowledged items are there, once")
    unknown = set(titles) - set(wanted)
    case.none(sorted(unknown), "nothing is there that was refused")
    case.adds_up(database.url)


def alive(database):
    try:
        return database.run("pg_isready", "-h", "127.0.0.1", "-p", database.port, check=False).returncode == 0
    except OSError:
        return False


@contextlib.contextmanager
def former_program():
    """What is started within runs the program of the former release, where there is one."""
    present = served.PROGRAM
    served.PROGRAM = pathlib.Path(os.environ.get("MARKET_FORMER_PROGRAM", present))
    try:
        yield
    finally:
        served.PROGRAM = present


def rolling(case):
    """Servers are replaced one after the other under load: each drains, ends, and its successor takes its place."""
    with former_program():
        cluster = Cluster(case, options=["--limit", "drain-seconds=3"])
    load = cluster.load()
    time.sleep(1)
    began = time.monotonic()
    for _ in range(1 if case.short else 3):
        for number, server in enumerate(cluster.servers):
            server.process.send_signal(signal.SIGTERM)
            if number == 0:
                draining = until(lambda: probe(cluster.entry(0), path="/readyz")[0] == 503, 2)
                case.holds(draining is not None, f"server 0 says 503 at /readyz {draining or -1:.2f} s after SIGTERM")
                case.holds(probe(cluster.entry(0))[0] == 200, "and still serves")
            code = server.process.wait(timeout=30)
            case.holds(code == 0, f"server {number} ends with exit code {code}")
            cluster.start(number)
            until(lambda: cluster.balancer.up() == 3, 20)
    case.none(load.failures(began), "no read fails")
    writes = {key: count for key, count in load.statuses.items() if key[0] != "GET" and key[1] not in (200, 201, 409, 412)}
    case.none(sorted(writes.items()), "no write fails")
    # A second signal ends the drain.
    server = cluster.servers[0]
    server.process.send_signal(signal.SIGTERM)
    until(lambda: probe(cluster.entry(0), path="/readyz")[0] == 503, 2)
    # Signals within a second are one.
    time.sleep(1.1)
    signalled = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    code = server.process.wait(timeout=30)
    took = time.monotonic() - signalled
    case.holds(took < 1, f"a second signal ends the drain: {took:.2f} s, exit code {code}")
    cluster.start(0)
    finish(case, cluster, load)


def pooled(case):
    """pgbouncer in transaction mode between servers and database, with statements that are not prepared; it is restarted."""
    if not POOLER:
        return case.note(MISSING)
    poolers = []

    def prepare(primary):
        poolers.append(Pooler(case, primary.port))
        return lambda _: f"{poolers[0].url}?prepare=off"

    cluster = Cluster(case, connections=12, prepare=prepare)
    load = cluster.load()
    time.sleep(4)
    case.none(load.failures(), "no read fails")
    connected = int(cluster.primary.query("SELECT count(*) FROM pg_stat_activity WHERE application_name <> 'psql' AND datname = 'market'"))
    case.holds(connected <= 10, f"three servers with 12 connections each take {connected} of the database")
    poolers[0].kill()
    began = time.monotonic()
    time.sleep(1)
    poolers[0].start()
    until(lambda: load.first_write(began + 1) is not None, 30)
    first = load.first_write(began + 1)
    case.holds(first is not None and first < 5, f"pgbouncer is killed and started: the first write follows after {first or -1:.1f} s")
    finish(case, cluster, load)


PARTS = [rolling, ended_connections, cut, paused, zombie, exhausted, full, pooled, quorum, standby_lost]
# The short form leaves out parts that take long.
SHORT = [rolling, ended_connections, cut, zombie]

parts.run(__doc__, PARTS, SHORT)
