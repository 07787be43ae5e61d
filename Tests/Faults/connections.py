#!/usr/bin/env python3
"""Opens many connections that send nothing or one byte from one address: others are served. Ten thousand idle
connections from several addresses stay open in little memory, and are served when they wake."""

import contextlib
import http.client
import re
import resource
import time

from clients import ATTACKER, GOOD, Attackers, addresses, all_at_once, is_open, status
from served import ROOT, Case, allow_open_files

# Defaults of the server.
CONNECTIONS_OF_CLIENT = 512


def crowd(case):
    """1,200 connections of one byte in ten seconds, while the good client sends 100 requests."""
    server = case.serve(case.folder / "crowd.db")
    server.add("Lamp", source=GOOD)
    before, held = server.sockets(), []

    def attack(*_):
        connection = server.connect(ATTACKER, timeout=2)
        held.append(connection)
        connection.sendall(b"G")
        return "opened"

    seconds, succeeded, slowest, most = 10, 0, 0, 0
    with Attackers(12, attack, pause=seconds / 100) as attackers:
        for _ in range(100):
            start = time.perf_counter()
            with contextlib.suppress(OSError, http.client.HTTPException):
                succeeded += server.request("GET", "/item/1", source=GOOD, timeout=2)[0] == 200
            slowest = max(slowest, time.perf_counter() - start)
            most = max(most, server.sockets() - before)
            time.sleep(max(0, seconds / 100 - (time.perf_counter() - start)))
    case.note(f"{sum(attackers.results.values())} connections of one byte in {seconds} s: {attackers.words}")
    case.holds(succeeded >= 95,
               f"the good client got {succeeded} of 100 responses (at least 95), in {slowest:.2f} s at most")
    # The good client's own, and some that the server has not closed yet.
    case.holds(most <= CONNECTIONS_OF_CLIENT + 16,
               f"at most {most} connections were open (limit {CONNECTIONS_OF_CLIENT} for a client)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def limited(case):
    server = case.serve(case.folder / "limited.db", "--limit", "client-connections=10")
    server.add("Lamp", source=GOOD)
    with contextlib.ExitStack() as connections:
        idle = []
        for _ in range(30):
            with contextlib.suppress(OSError):
                idle.append(connections.enter_context(server.connect(ATTACKER, timeout=2)))
        time.sleep(0.5)
        left = sum(map(is_open, idle))
        case.holds(left == 10, f"with client-connections=10, {left} of 30 connections of a client stay open")
        got = server.request("GET", "/item/1", source=GOOD)[0]
        case.holds(got == 200, f"another client is served: {got}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def named_by_proxy(case):
    """Connections of a trusted proxy count for the clients that it names, not for the proxy."""
    server = case.serve(case.folder / "named.db", "--trusted-proxy", "--limit", "client-connections=4")
    server.add("Lamp", source=GOOD)
    with contextlib.ExitStack() as connections:
        statuses = []
        for number in range(12):
            with contextlib.suppress(OSError):
                connection = connections.enter_context(server.connect(timeout=5))
                connection.sendall(server.head("GET", "/item/1", {"X-Forwarded-For": f"192.0.2.{number}"}))
                statuses.append(status(connection))
        case.holds(statuses == [200] * 12,
                   f"with client-connections=4, {statuses.count(200)} of 12 connections of a proxy that names 12 "
                   "clients are served")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def idle(case):
    count = 10_000
    if (allowed := allow_open_files(count + 1000)) < count + 500:
        count = allowed - 500
        case.note(f"only {count} connections: the hard limit on open files is {allowed}")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    # As a login shell starts it: the server has to raise the limit itself.
    server = case.serve(case.folder / "idle.db", "--limit", "idle-seconds=600",
                        prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard)))
    with open(f"/proc/{server.process.pid}/limits") as limits:
        soft = next(line.split()[3] for line in limits if line.startswith("Max open files"))
    case.holds(soft == str(hard), f"the server raises its limit on open files to the hard limit: {soft} of {hard}")
    server.add("Lamp", source=GOOD)
    sources, request = addresses(40), server.head("GET", "/item/1")
    with contextlib.ExitStack() as connections:
        clients, served, start = [], 0, time.perf_counter()
        for number in range(count):
            with contextlib.suppress(OSError):
                client = connections.enter_context(server.connect(sources[number % 40], timeout=5))
                clients.append(client)
                client.sendall(request)
                served += status(client) == 200
            if time.perf_counter() - start > 60:
                break
        seconds = time.perf_counter() - start
        case.holds(served == count, f"{served} of {count} connections from 40 addresses are served, in {seconds:.1f} s")
        case.holds(server.memory() < 100,
                   f"VmHWM with {len(clients)} connections: {server.memory():.0f} MiB (limit 100 MiB)")
        time.sleep(2 if case.short else 30)

        # All wake at once: each group sends its requests before it reads a response.
        def wake(group):
            woken = clients[group::40]
            for client in woken:
                with contextlib.suppress(OSError):
                    client.sendall(request)
            return sum(status(client) == 200 for client in woken)

        start = time.perf_counter()
        woken = sum(served * groups for served, groups in all_at_once(40, wake).items())
        seconds = time.perf_counter() - start
        case.holds(woken == count, f"{woken} of {count} are served when they wake, in {seconds:.1f} s")
        case.holds(server.memory() < 100, f"VmHWM afterwards: {server.memory():.0f} MiB (limit 100 MiB)")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def starved(case):
    """More connections than the server may have descriptors. Libraries that cannot open a file may end the process."""
    # Each attempt leaves it to chance what needs a descriptor next.
    for number in range(2 if case.short else 20):
        server = case.serve(case.folder / "starved.db", "--limit", "idle-seconds=600",
                            prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)))
        server.add("Lamp", source=GOOD)
        request, sources, end, opened = server.head("GET", "/item/1"), addresses(40), time.monotonic() + 4, 0
        with contextlib.ExitStack() as connections:
            while time.monotonic() < end and server.is_up:
                with contextlib.suppress(OSError):
                    client = connections.enter_context(server.connect(sources[opened % 40], timeout=0.2))
                    client.sendall(request)
                    status(client)
                opened = opened + 1
        if not server.is_up:
            case.holds(False, f"with 128 descriptors, the server has ended after {opened} connections: "
                       f"exit code {server.process.returncode}")
            return
        got = server.request("GET", "/item/1", source=GOOD)[0]
        case.holds(got == 200, f"with 128 descriptors, an item comes after {opened} connections: {got}")
        case.holds(server.stop() == 0, "the server stops with exit code 0")


def units(case):
    """The files that the package has are those of the documentation."""
    found = re.findall(r"^LimitNOFILE=(\d+)", (ROOT / ".github/DEPLOYMENT.md").read_text(), re.M)
    case.holds(found == ["65536"], f"the documented unit has LimitNOFILE=65536: {', '.join(found) or 'none'}")


with Case(__doc__) as case:
    for part in (crowd, limited, named_by_proxy, idle, starved, units):
        case.attempt(part)
