#!/usr/bin/env python3
"""Takes places that nothing displaces: waits for changes over many connections, and sessions of sellers. Others are served, and
stay signed in."""

import contextlib
import time

from clients import ATTACKER, GOOD, addresses, all_at_once, status
from served import Case, allow_open_files, multipart

# Limits of one client.
WAITS = 64
SESSIONS = 64


def sign_in(server, password, source, cookie=None, timeout=30):
    """Sends the form; returns the cookie of the session, or None."""
    kind, body = multipart({"password": password, "again": password})
    headers = {"Content-Type": kind, "Sec-Fetch-Site": "same-origin", "Origin": f"http://127.0.0.1:{server.port}"}
    if cookie:
        headers["Cookie"] = cookie
    code, _, fields = server.exchange("POST", "/sell", body, headers, timeout, source)
    return fields["Set-Cookie"].split(";")[0] if code == 303 and fields["Set-Cookie"] else None


def is_signed_in(server, cookie, source=GOOD):
    page = server.request("GET", "/sell", headers={"Cookie": cookie, "Accept": "text/html"}, source=source)
    return page[0] == 200 and b'action="/sell/out"' in page[1]


def sessions(case):
    server = case.serve(case.folder / "sessions.db")
    server.add("Lamp", source=GOOD, password="a seller's own")
    seller = sign_in(server, "a seller's own", GOOD)
    beginner = sign_in(server, "has no items yet", "127.0.0.5")
    case.holds(seller and is_signed_in(server, seller), "a seller signs in")
    # A password is hashed once for each network, which may try five of its own at once: 128 of them fill all places.
    networks, passwords = (addresses(64, 6), 1) if case.short else (addresses(128, 6), 5)

    def flood(thread):
        return sum(sign_in(server, f"password {number % passwords}", source, timeout=120) is not None
                   for source in networks[thread::8] for number in range(SESSIONS + passwords))

    begun = sum(count * threads for count, threads in all_at_once(8, flood).items())
    expected = len(networks) * (SESSIONS + passwords)
    case.holds(begun == expected, f"{len(networks)} networks sign in {begun} of {expected} times")
    case.holds(is_signed_in(server, seller), "the seller is still signed in")
    case.holds(is_signed_in(server, beginner, "127.0.0.5"), "so is one who has no items yet, from another network")
    again = sign_in(server, "a seller's own", GOOD)
    case.holds(is_signed_in(server, again) and is_signed_in(server, seller), "the seller signs in with another browser")
    third = sign_in(server, "a seller's own", GOOD, again)
    case.holds(is_signed_in(server, third) and not is_signed_in(server, again),
               "a sign-in that sends the cookie of a session replaces it")
    browsers = [sign_in(server, "a seller's own", GOOD) for _ in range(8)]
    left = [is_signed_in(server, cookie) for cookie in (seller, third, *browsers)]
    case.holds(left == [False] * 2 + [True] * 8, f"of 10 sessions of one password in a network the last {sum(left)} go on")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def waits(case):
    """Eight clients open as many waits as they may have connections."""
    limit = 400
    allow_open_files(2 * limit + 200)
    server = case.serve(case.folder / "waits.db", "--limit", f"connections={limit}")
    server.add("Lamp", source=GOOD)
    begin = server.request("GET", "/changes", source=GOOD)[1]
    number = begin.split(b"id: ")[1].split()[0].decode()
    wait = server.head("GET", f"/changes?since={number}")
    with contextlib.ExitStack() as connections:
        held = []
        for source in addresses(8):
            for _ in range(limit // 8):
                with contextlib.suppress(OSError):
                    held.append(connections.enter_context(server.connect(source, timeout=5)))
                    held[-1].sendall(wait)
        time.sleep(1)
        served = [code(server) for _ in range(20)]
        case.holds(served == [200] * 20, f"beside {len(held)} waits of 8 clients another is served: {served.count(200)} of 20")
        answered = sum(has_answer(connection) for connection in held)
        case.holds(answered >= len(held) - limit // 4,
                   f"{answered} of the waits have ended early, so that a quarter of {limit} connections are left to wait at most")
    time.sleep(1)
    # Connections that no wait holds: each has begun a request.
    with contextlib.ExitStack() as connections:
        first = connections.enter_context(server.connect(ATTACKER, timeout=5))
        first.sendall(wait)
        time.sleep(1)
        case.holds(not has_answer(first), "a wait with room for it goes on")
        for source in addresses(4):
            for _ in range(limit // 4 - 5):
                with contextlib.suppress(OSError):
                    connections.enter_context(server.connect(source, timeout=5)).sendall(b"G")
        time.sleep(1.5)
        first.setblocking(True)
        first.settimeout(5)
        case.holds(status(first) == 200, "it ends early when connections run short")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")


def code(server):
    with contextlib.suppress(OSError):
        return server.request("GET", "/item/1", source=GOOD, timeout=5)[0]


def has_answer(connection):
    """Whether bytes of a response have arrived, or the end of the connection."""
    connection.setblocking(False)
    try:
        connection.recv(1)
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


with Case(__doc__) as case:
    for part in (sessions, waits):
        case.attempt(part)
