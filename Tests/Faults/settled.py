#!/usr/bin/env python3
"""Loses all responses of writes through a server, and kills commands while they wait for one: the same command then says
what has become of the first one, and nothing is sold, restocked, returned, written off, reviewed or added twice. With strace
it checks the order of syncs: what settles a write, and the plan and journal of an import, are on the disk with all their
folders before the request goes out. A record that cannot be read is not taken for none."""

import os
import re
import shutil
import signal
import subprocess
import time

from proxy import Proxy
from served import PROGRAM, Case

COMMANDS = [
    (("sell", "1"), -1), (("restock", "1"), 1), (("return", "1"), 1), (("write-off", "1", "--reason", "broken"), -1),
    (("review", "1", "--stars", "5"), 0), (("add", "--title", "second", "--price", "2", "--currency", "USD"), 0),
]


def stock(case, store):
    return int(case.market("show", "1", "--json=stock", "--store", store).stdout.split(":")[1].strip(" }\n"))


def synced_before(case, request, *words):
    """Runs a command with strace. Returns the paths that it synced before the request went out, and those that it made or
    renamed before, in its state folder."""
    log = case.folder / "trace"
    calls = "fsync,fdatasync,mkdir,mkdirat,rename,renameat,renameat2,openat,sendto,write,writev"
    done = subprocess.run(
        ["strace", "-f", "-y", "-s", "300", "-o", log, "-e", f"trace={calls}", PROGRAM, *map(str, words)],
        env=case.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    synced, named = set(), {}
    for number, line in enumerate(log.read_text(errors="replace").splitlines()):
        if request in line:
            break
        if found := re.search(r"f(?:data)?sync\(\d+<([^>]*)>", line):
            synced.add(found[1])
            named = {path: folder for path, folder in named.items() if folder != found[1]}
        elif " = -1" not in line and ("mkdir" in line or "rename" in line or "O_CREAT" in line):
            paths = re.findall(r'"([^"]*)"', line)
            if not paths or "/.local/state/market/" not in paths[-1] + "/":
                continue
            if "rename" in line:
                moved = {path: path.replace(paths[0], paths[1], 1) for path in named if path.startswith(paths[0])}
                synced |= {path.replace(paths[0], paths[1], 1) for path in synced if path.startswith(paths[0])}
                named = {moved.get(path, path): os.path.dirname(moved.get(path, path)) for path in named}
            named[paths[-1]] = os.path.dirname(paths[-1])
    else:
        return done, None, None
    return done, synced, set(named)


def settle(case, store, server):
    for words, change in COMMANDS:
        before, count = stock(case, store), len(case.titles(store) or [])
        with Proxy(server.port, ["swallow"] * 3) as proxy:
            address = f"http://127.0.0.1:{proxy.port}"
            first = case.market(*words, "--server", address)
            second = case.market(*words, "--server", address)
        once = stock(case, store) - before == change and len(case.titles(store) or []) - count == (words[0] == "add")
        case.holds(
            first.returncode == 5 and "run the same command again" in first.stderr and second.returncode == 0
            and "its response was lost" in second.stderr and once,
            f"{words[0]}: exit codes {first.returncode} and {second.returncode}, done {'once' if once else 'twice'}; "
            f"{second.stderr.strip()}")


def kill(case, store, server, number):
    before = stock(case, store)
    with Proxy(server.port, ["delay"], seconds=3) as proxy:
        words = ("sell", "1", "--note", f"signal {number}", "--server", f"http://127.0.0.1:{proxy.port}")
        command = subprocess.Popen(
            [PROGRAM, *words], env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 20
        while stock(case, store) == before and time.monotonic() < deadline:
            time.sleep(0.05)
        command.send_signal(number)
        _, words_of_first = command.communicate(timeout=30)
        again = case.market(*words)
    expected = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    said = number == signal.SIGKILL or "run the same command again" in words_of_first
    case.holds(
        command.returncode == expected and said and again.returncode == 0 and "response was lost" in again.stderr
        and stock(case, store) == before - 1,
        f"{number.name}: exit code {command.returncode}, then {again.returncode}, {before - stock(case, store)} sold")


def embedded(case):
    store = case.folder / "own.db"
    case.market("add", "--title", "first", "--price", "1", "--stock", "100", "--store", store)
    killed = 0
    for number in range(8 if case.short else 60):
        before, words = stock(case, store), ("sell", "1", "--note", str(number), "--store", store)
        command = subprocess.Popen(
            [PROGRAM, *map(str, words)], env=case.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        time.sleep(case.random.uniform(0, 0.03))
        command.kill()
        told, _ = command.communicate()
        # A sale whose receipt was printed is over: killed or not, the same command then sells again.
        if command.returncode == 0 or told.endswith(b"\n"):
            if stock(case, store) != before - 1:
                case.holds(False, f"a sale whose receipt was printed is made once: {told}")
            continue
        killed += 1
        again = case.market(*words)
        if again.returncode != 0 or stock(case, store) != before - 1:
            case.holds(False, f"a killed sale at the store is made once: {again.stderr.strip()}")
    case.holds(True, f"{killed} killed sales at the store were each made once")


def syncs(case, server):
    if not shutil.which("strace"):
        return case.note("SKIPPED: strace is not installed")
    address = f"http://127.0.0.1:{server.port}"
    table = case.folder / "counts.csv"
    table.write_text("sku,stock\nFIRST,40\n")
    state = case.folder / ".local/state/market"
    plan = case.folder / "kept.plan"
    for title, request, words in [
        ("a sale", "POST /item/1/movements", ("sell", "1", "--server", address)),
        ("an import", "POST /items HTTP", ("import", table, "--yes", "--server", address)),
        ("a kept plan", "POST /items HTTP", ("import", "--apply", plan, "--yes", "--server", address)),
    ]:
        if plan in words:
            table.write_text("sku,stock\nFIRST,41\n")
            case.market("import", table, "--plan", plan, "--server", address)
        shutil.rmtree(state, ignore_errors=True)
        done, synced, pending = synced_before(case, request, *words)
        if synced is None:
            case.holds(False, f"{title}: {request} was not sent: {done.stderr.strip()}")
            continue
        folders = {str(state), str(state.parent), str(state.parent.parent), str(case.folder)}
        files = {os.path.basename(path) for path in synced}
        wanted = {"plan.jsonl", "journal.jsonl"} if "import" in words else set()
        case.holds(
            folders <= synced and wanted <= files and not pending and done.returncode == 0,
            f"{title}: files and folders are on the disk before the request ({len(synced)} synced"
            + (f"; not: {sorted(folders - synced) + sorted(wanted - files) + sorted(pending)}"
               if folders - synced or wanted - files or pending else "") + ")")


def unreadable(case, store, server):
    """Fails the calls that read a record of an earlier write, and those that ask whether a locked file has its name."""
    if not shutil.which("strace"):
        return case.note("SKIPPED: strace is not installed")

    def failing(calls, path, words):
        trace = ["strace", "-f", "-o", "/dev/null", "-P", path, "-e", f"inject={calls}:error=EIO"]
        return subprocess.run(
            [*trace, PROGRAM, *map(str, words)], env=case.environment(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=20)

    state, before = case.folder / ".local/state/market", stock(case, store)
    shutil.rmtree(state, ignore_errors=True)
    with Proxy(server.port, ["swallow"] * 3) as proxy:
        words = ("sell", "1", "--note", "unreadable", "--server", f"http://127.0.0.1:{proxy.port}")
        case.market(*words)
        record = next(path for path in (state / "pending").iterdir() if path.name != ".durable")
        for calls in ("pread64", "stat,newfstatat,statx"):
            done = failing(calls, record, words)
            case.holds(done.returncode == 1 and "cannot be read" in done.stderr and stock(case, store) == before - 1,
                       f"a record that {calls} cannot read stops the command: exit code {done.returncode}")
    case.market("search", "lamp", "--store", store)
    try:
        done = failing("stat,newfstatat,statx", state / "searches", ("search", "lamp", "--store", store)).returncode
    except subprocess.TimeoutExpired:
        done = None
    case.holds(done == 0, f"a search ends where its history has no status: exit code {done}")


with Case(__doc__) as case:
    store = case.folder / "market.db"
    case.market("add", "--title", "first", "--price", "1", "--stock", "50", "--sku", "FIRST", "--store", store)
    server = case.serve(store)
    settle(case, store, server)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        kill(case, store, server, number)
    syncs(case, server)
    unreadable(case, store, server)
    embedded(case)
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(store)
