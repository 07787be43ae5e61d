#!/usr/bin/env python3
"""Opens far more connections from one address than the server allows a client, and sends nothing over them."""

import contextlib
import time

from clients import ATTACKER, GoodClient, is_open
from served import Case, allow_open_files

# For one client.
LIMIT = 512

with Case(__doc__) as case:
    count = 2000
    if (allowed := allow_open_files(8192)) < 2 * count:
        count = allowed - 200
        case.note(f"only {count} connections: the limit on open files is {allowed}")
    server = case.serve(case.folder / "market.db")
    for number in range(20):
        server.add(f"Item {number}")
    before = server.sockets()
    idle = []
    with contextlib.ExitStack() as open_connections:
        with GoodClient(server) as good:
            for _ in range(count):
                # A server may refuse a connection by resetting it.
                with contextlib.suppress(OSError):
                    idle.append(open_connections.enter_context(server.connect(ATTACKER, 10)))
            time.sleep(2 if case.short else 20)
            most = server.sockets()
        good.report(case)
        # Some belong to the good client, or are being closed.
        case.holds(most <= LIMIT + before + 8,
                   f"of {count} idle connections {most - before} stay open, at most {LIMIT}")
        case.note(f"{sum(map(is_open, idle))} of them are still open, the server has closed the others")
    time.sleep(1.5)
    case.holds(server.sockets() <= before + 2, f"their sockets are closed when they disconnect ({before} before, "
               f"{server.sockets()} after)")
    case.note(f"memory: {server.memory():.0f} MiB at most, {server.memory('VmRSS'):.0f} MiB at the end")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
