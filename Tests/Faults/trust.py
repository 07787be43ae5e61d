#!/usr/bin/env python3
"""Sends writes as web pages of other sites would, and forges the fields of proxies: only what the operator has named is
trusted."""

import json

from clients import ATTACKER, GOOD
from nginx import MISSING, Nginx, program
from served import Case, form

PROXY = "127.0.0.9"


def total(server, **headers):
    return server.exchange("GET", "/items/1", headers=headers, source=GOOD)[2]["X-Total-Count"]


def cross_site(case):
    server = case.serve(case.folder / "sites.db", "--allow-origin", "https://shop.example")
    server.add("Lamp", source=GOOD)
    own = f"http://127.0.0.1:{server.port}"
    kind, body = form({"title": "From a page", "price": "1", "currency": "USD", "stock": "1"})

    def post(**fields):
        return server.request("POST", "/item", body, {"Content-Type": kind} | fields, source=GOOD)[0]

    refused = {
        "another site's origin": {"Origin": "http://evil.example"},
        "another port's origin": {"Origin": "http://127.0.0.1:1"},
        "another port's origin, by name": {"Origin": "http://localhost:1"},
        "another port's form": {
            "Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"},
        "another scheme's origin": {"Origin": f"https://127.0.0.1:{server.port}"},
        "an origin that begins alike": {"Origin": f"{own}0"},
        "no origin": {"Origin": "null"},
        "Sec-Fetch-Site: cross-site": {"Sec-Fetch-Site": "cross-site"},
        "the allowed origin and another scheme": {"Origin": "http://shop.example"},
    }
    for what, fields in refused.items():
        status = post(**fields)
        case.holds(status == 403, f"an add with {what} gets {status} (403)")
    headers = {"Origin": "http://evil.example"}
    statuses = [
        server.request("PATCH", "/item/1", body, {"Content-Type": kind} | headers)[0],
        server.request("DELETE", "/item/1", '{"password":"correct horse"}', headers)[0],
        server.request("POST", "/api/products", body, {"Content-Type": kind, "identifier": "x"} | headers)[0],
        server.request("DELETE", "/api/products/1", None, {"identifier": "x"} | headers)[0],
    ]
    case.holds(statuses == [403] * 4, f"so do edits and deletes, in v1 and in v2: {statuses}")
    case.holds(total(server) == "1", f"nothing was added or deleted: {total(server)} item")
    accepted = {
        "no Origin, as from programs": {},
        "the server's own origin": {"Origin": own, "Sec-Fetch-Site": "same-origin"},
        "the origin that --allow-origin names": {"Origin": "https://shop.example", "Sec-Fetch-Site": "cross-site"},
        "Sec-Fetch-Site: none": {"Sec-Fetch-Site": "none"},
    }
    for what, fields in accepted.items():
        status = post(**fields)
        case.holds(status == 201, f"an add with {what} gets {status} (201)")
    status = server.request("GET", "/item/1", headers=headers | {"Sec-Fetch-Site": "cross-site"})[0]
    case.holds(status == 200, f"a read with another site's origin gets {status} (200)")
    vary = ", ".join(server.exchange("GET", "/item/1")[2].get_all("Vary", []))
    case.holds("origin" in vary.lower(), f"with --allow-origin the response varies by Origin: {vary or 'none'}")


def hosts(case):
    server = case.serve(case.folder / "hosts.db", "--trusted-proxy", "--public-url", "https://market.example")
    server.add("Lamp", source=GOOD)
    origin = {"Host": "market.example", "Origin": "https://market.example", "X-Forwarded-Proto": "https"}
    kind, body = form({"title": "From its page", "price": "1", "currency": "USD", "stock": "1"})
    status = server.request("POST", "/item", body, {"Content-Type": kind} | origin)[0]
    case.holds(status == 201, f"behind a proxy the public URL is the server's own origin: {status} (201)")
    for name, expected in [("market.example", 200), ("evil.example", 421), ("market.example.evil.example", 421),
                           ("127.0.0.1", 200), ("a b", 421)]:
        status = server.request("GET", "/item/1", headers={"X-Forwarded-Host": name})[0]
        case.holds(status == expected or expected == 421 and status == 400,
                   f"X-Forwarded-Host: {name} gets {status} ({expected})")
    for name in ("%C3%B1", "H%4fSt", "evil.example"):
        status = server.request("GET", "/item/1", headers={"Host": name})[0]
        case.holds(status == 421, f"Host: {name} gets {status} (421)")

    server = case.serve(case.folder / "varying.db", "--trusted-proxy")
    server.add("Lamp", source=GOOD)
    _, plain, fields = server.exchange("GET", "/item/1")
    secure = server.request("GET", "/item/1", headers={"X-Forwarded-Proto": "https"})[1]
    vary = ", ".join(fields.get_all("Vary", [])).lower()
    case.holds(plain == secure or "x-forwarded-proto" in vary or vary == "*",
               f"the response varies by the fields that its URLs depend on: {fields['Vary'] or 'none'}")


def logged(case, options, probes, proxy="127.0.0.1"):
    """Expects the client that the log names, in text and in JSON, for each X-Forwarded-For."""
    for log in ("text", "json"):
        server = case.serve(case.folder / "log.db", *options, "--log", log, is_quiet=False)
        for number, (sent, _) in enumerate(probes):
            with server.connect(proxy) as connection:
                fields = "".join(f"X-Forwarded-For: {line}\r\n" for line in sent.split("\n") if sent)
                head = f"GET /items/{number + 1} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}Connection: close\r\n\r\n"
                connection.sendall(head.encode())
                while connection.recv(1 << 16):
                    pass
        clients = {}
        for line in server.log().splitlines():
            if "/items/" in line and " GET " in line + " " and log == "text":
                clients[line.split()[3]] = line.split()[1]
            elif line.startswith("{"):
                entry = json.loads(line)
                clients[entry["target"]] = entry["peer"]
        wrong = [(sent, found, expected) for number, (sent, expected) in enumerate(probes)
                 if (found := clients.get(f"/items/{number + 1}")) != expected]
        case.holds(not wrong, f"{' '.join(options) or 'without an option'}, from {proxy}: the {log} log names the "
                   f"client of {len(probes) - len(wrong)} of {len(probes)} X-Forwarded-For"
                   + "".join(f"; {sent!r}: {found} ({expected})" for sent, found, expected in wrong[:3]))
        server.kill()


def clients(case):
    logged(case, [], [("203.0.113.7", "127.0.0.1")])
    logged(case, ["--trusted-proxy"], [
        ("", "127.0.0.1"), ("203.0.113.7", "203.0.113.7"), ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 127.0.0.5", "203.0.113.7"), ("198.51.100.1\n203.0.113.7, ::1", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"), ("2001:DB8:0:0::1", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"),
        # An address that does not parse counts as the proxy itself.
        ("unknown", "127.0.0.1"), ("203.0.113.7, 010.0.0.1", "127.0.0.1"), ("1.2.3", "127.0.0.1"),
        ("203.0.113.256", "127.0.0.1"), ("203.0.113.7, [2001:db8::1", "127.0.0.1"),
    ])
    probes = [("203.0.113.7", "203.0.113.7"), ("203.0.113.7, 127.0.0.5", "127.0.0.5")]
    logged(case, [f"--trusted-proxy={PROXY}"], probes, proxy=PROXY)
    logged(case, [f"--trusted-proxy={PROXY}"], [("203.0.113.7", "127.0.0.1")])


def counted(case):
    """The limit on wrong passwords counts by the client that the proxy names."""
    server = case.serve(case.folder / "counted.db", "--trusted-proxy")
    server.add("Lamp", source=GOOD)

    def wrong(number, forwarded):
        headers = {"X-Forwarded-For": forwarded, "Content-Type": "application/json"}
        return server.request("DELETE", f"/item/{number}", '{"password":"wrong"}', headers)[0]

    statuses = [wrong(1, f"198.51.100.{n}, 2001:db8:{'0:' * (n % 2)}:{n + 1:x}") for n in range(7)]
    case.holds(statuses[-1] == 429,
               f"a client with other names on its left and addresses of its network is one: {statuses}")
    status = wrong(1, "203.0.113.99")
    case.holds(status == 404, f"another client of the proxy may try: {status}")


def through_nginx(case):
    if not program():
        return case.note(f"SKIPPED: {MISSING}; the configuration that the documentation shows is not tested")
    nginx = Nginx(case)
    added = json.loads(nginx.add("Lamp", source=GOOD)[1])
    expected = nginx.request("GET", "/item/1", source=GOOD)
    for name, value in [
        ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "http"),
        ("X-Forwarded-Port", "1"), ("Forwarded", "for=203.0.113.7;host=evil.example"),
    ]:
        got = nginx.request("GET", f"/item/1?{name}", headers={name: value}, source=ATTACKER)
        case.holds(got == expected and expected[0] == 200, f"through nginx a client's {name} changes nothing: {got[0]}")
    log = [line for line in nginx.server.log().splitlines() if "/item/1?" in line]
    case.holds(log and all(line.split()[1] == ATTACKER for line in log),
               f"the log names the client: {sorted({line.split()[1] for line in log})}")
    case.holds(added["images"][0].startswith(f"https://market.example:{nginx.port}/"), "its images have the public URL")


with Case(__doc__) as case:
    for part in (cross_site, hosts, clients, counted, through_nginx):
        case.attempt(part)
