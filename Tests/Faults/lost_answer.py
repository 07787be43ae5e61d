#!/usr/bin/env python3
"""Adds through a line that loses requests and answers. `market add` asks again, under the same Idempotency-Key, and
in the end there is exactly one item, whichever half was lost."""

from proxy import FAULTS, Proxy
from served import Case, png

with Case(__doc__) as case:
    store = case.folder / "market.db"
    server = case.serve(store)
    expected = []

    def add(plan, *options, exit_code=0, most=None, **line):
        """Adds over a new line and compares what is there with what should be."""
        title = f"{len(expected) + 1}: {', '.join(plan)}"
        with Proxy(server.port, plan, **line) as proxy:
            done = case.market("add", "--server", f"http://127.0.0.1:{proxy.port}", "--title", title, "--price", "80",
                               *options)
        count = (case.titles(store) or []).count(title)
        expected.extend([title] * count)
        right = count <= 1 if exit_code else count == 1
        reached = [fault for fault in proxy.seen if fault != "pass"] == [fault for fault in plan if fault != "pass"]
        return (done.returncode == exit_code and right and reached,
                f"exit code {done.returncode}, {count} item, line: {', '.join(proxy.seen)}"
                + (f"; {done.stderr.strip()}" if done.returncode != exit_code else ""))

    for plan, words in [
        (["swallow"], "an answer that is lost is asked for again"),
        (["swallow", "swallow"], "and once more"),
        (["refuse", "swallow"], "a connection that is refused is made again"),
        (["cut request"], "half a request adds nothing, and the whole one does"),
        (["cut answer"], "half an answer is none"),
        (["delay"], "an answer that takes its time is waited for"),
        (["trickle"], "an answer that comes in pieces is put together"),
    ]:
        case.holds(*(lambda seen: (seen[0], f"{words} ({seen[1]})"))(add(plan)))
    seen = add(["delay"], "--timeout", "1", seconds=4)
    case.holds(seen[0], f"an answer that comes too late is asked for again ({seen[1]})")
    seen = add(["swallow"] * 3, exit_code=5)
    case.holds(seen[0], f"who never gets an answer is told that trying again is safe ({seen[1]})")

    image = case.folder / "image.png"
    image.write_bytes(png(case.chance.randbytes(2 << 20)))
    seen = add(["cut request", "swallow"], "--image", image, request_bytes=1 << 20)
    case.holds(seen[0], f"so it is with an image of 2 MiB ({seen[1]})")

    rounds, wrong = 10 if case.short else 100, []
    for _ in range(rounds):
        plan = case.chance.choices(FAULTS, k=case.chance.randint(1, 2))
        seen = add(plan, "--image", image, request_bytes=case.chance.randint(1, 2 << 20))
        if not seen[0]:
            wrong.append(seen[1])
    case.holds(not wrong, f"{rounds - len(wrong)} of {rounds} adds over lines with one or two faults at random ended "
               f"with one item{f', but: {wrong[0]}' if wrong else ''}")
    case.holds(sorted(case.titles(store) or []) == sorted(expected), f"the {len(expected)} items are there, and no other")
    case.holds(server.is_up and server.stop() == 0, "the server stops in order")
    case.store_is_whole(store)
