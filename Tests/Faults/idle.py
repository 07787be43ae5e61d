#!/usr/bin/env python3
"""Opens far more connections than the server allows, and sends nothing over them."""

import contextlib
import socket
import time

from served import Case, GoodClient, allow_open_files

LIMIT = 1024

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
                idle.append(open_connections.enter_context(socket.create_connection(("127.0.0.1", server.port), 10)))
            time.sleep(2 if case.short else 20)
            most = server.sockets()
        good.report(case)
        case.holds(most <= LIMIT + before, f"of {count} idle connections {most - before} stay open, at most {LIMIT}")
        alive = 0
        for connection in idle:
            connection.setblocking(False)
            try:
                alive += bool(connection.recv(1))
            except BlockingIOError:
                alive += 1
            except ConnectionResetError:
                pass
        case.note(f"{alive} of them are still open, the server has closed the others")
    time.sleep(1.5)
    case.holds(server.sockets() <= before + 2, f"their sockets are closed when they disconnect ({before} before, "
               f"{server.sockets()} after)")
    case.note(f"memory: {server.memory():.0f} MiB at most, {server.memory('VmRSS'):.0f} MiB at the end")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
