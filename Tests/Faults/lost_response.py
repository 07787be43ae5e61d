#!/usr/bin/env python3
"""Adds items through a proxy that loses requests and responses. `market add` retries with the same Idempotency-Key, and
in the end there is exactly one item, whether the request or the response was lost."""

from proxy import FAULTS, Proxy
from served import Case, png

with Case(__doc__) as case:
    store = case.folder / "market.db"
    server = case.serve(store)
    expected = []

    def add(plan, *options, exit_code=0, most=None, **settings):
        """Adds an item through a new proxy. Returns whether the outcome is right, and a description of it."""
        title = f"{len(expected) + 1}: {', '.join(plan)}"
        with Proxy(server.port, plan, **settings) as proxy:
            # With a currency the command asks nothing before it adds.
            done = case.market("add", "--server", f"http://127.0.0.1:{proxy.port}", "--title", title, "--price", "80",
                               "--currency", "KRW", *options)
        count = (case.titles(store) or []).count(title)
        expected.extend([title] * count)
        right = count <= 1 if exit_code else count == 1
        reached = [fault for fault in proxy.seen if fault != "pass"] == [fault for fault in plan if fault != "pass"]
        return (done.returncode == exit_code and right and reached,
                f"exit code {done.returncode}, {count} item, faults: {', '.join(proxy.seen)}"
                + (f"; {done.stderr.strip()}" if done.returncode != exit_code else ""))

    for plan, words in [
        (["swallow"], "a lost response is requested again"),
        (["swallow", "swallow"], "two lost responses are requested again"),
        (["refuse", "swallow"], "a refused connection is retried"),
        (["cut request"], "a truncated request adds nothing, its retry adds the item"),
        (["cut response"], "a truncated response is retried"),
        (["delay"], "a delayed response is awaited"),
        (["trickle"], "a response in pieces is assembled"),
    ]:
        case.holds(*(lambda seen: (seen[0], f"{words} ({seen[1]})"))(add(plan)))
    seen = add(["delay"], "--timeout", "1", seconds=4)
    case.holds(seen[0], f"a response after the timeout is requested again ({seen[1]})")
    seen = add(["swallow"] * 3, exit_code=5)
    case.holds(seen[0], f"without any response the exit code is 5 ({seen[1]})")

    image = case.folder / "image.png"
    image.write_bytes(png(case.random.randbytes(2 << 20)))
    seen = add(["cut request", "swallow"], "--image", image, request_bytes=1 << 20)
    case.holds(seen[0], f"the same holds with an image of 2 MiB ({seen[1]})")

    rounds, wrong = 10 if case.short else 100, []
    for _ in range(rounds):
        plan = case.random.choices(FAULTS, k=case.random.randint(1, 2))
        seen = add(plan, "--image", image, request_bytes=case.random.randint(1, 2 << 20))
        if not seen[0]:
            wrong.append(seen[1])
    case.holds(not wrong, f"{rounds - len(wrong)} of {rounds} adds with one or two random faults ended "
               f"with one item{f', but: {wrong[0]}' if wrong else ''}")
    case.holds(sorted(case.titles(store) or []) == sorted(expected),
               f"the {len(expected)} items are in the store, and no others")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.store_is_whole(store)
