#!/usr/bin/env python3
"""Asks for smaller copies of images that take long to decode, over 32 connections from eight networks. Another still gets copies of
ordinary images."""

import itertools
import json
import threading
import time

from clients import GOOD, Timed, addresses
from image_files import png, progressive
from served import Case

# 40 megapixels, and a billion pixels in all scans: the most of a progressive JPEG.
WIDE, HIGH = 8_000, 5_000
LARGE = progressive(WIDE, HIGH, scans=24)
NETWORKS = addresses(8)


def copies(added):
    """The paths of the copies of an item's first image, from the response with the item."""
    name = json.loads(added[1])["images"][0].rsplit("/", 1)[1]
    return [f"/thumbnails/{size}/{name}" for size in (320, 960)]


with Case(__doc__) as case:
    server = case.serve(case.folder / "market.db", patience=120)
    code, body = server.add("Larger", image=progressive(WIDE, HIGH + 8), source=GOOD)
    case.holds(code == 400 and b"40 megapixels" in body, f"a progressive JPEG of more is refused: {code} {body[:200]}")
    code, body = server.add("Repeated", image=progressive(WIDE, HIGH, scans=32), source=GOOD)
    case.holds(code == 400 and b"scans" in body, f"one with more scans is refused: {code} {body[:200]}")
    seconds, slow = 6 if case.short else 30, []
    for source in itertools.islice(itertools.cycle(NETWORKS), 3 * seconds):
        slow += [(path, source) for path in copies(server.add("Large", image=LARGE, source=source))]
    ordinary = [path for number in range(2 * seconds)
                for path in copies(server.add("Small", image=png(case.random.randbytes(99_000), 330), source=GOOD))]
    left, ends = iter(slow), time.monotonic() + seconds
    made = []

    def attack():
        for path, source in left:
            if time.monotonic() > ends:
                return
            made.append(server.request("GET", path, source=source, timeout=60)[0])

    def get(number):
        path = ordinary[number % len(ordinary)]
        code, body = server.request("GET", path, source=GOOD, timeout=60)
        return None if code == 200 and body[:2] == b"\xFF\xD8" else f"{code} {body[:80]}"

    attackers = [threading.Thread(target=attack) for _ in range(32)]
    with Timed(get, 0.2) as others:
        for thread in attackers:
            thread.start()
        time.sleep(seconds)
    for thread in attackers:
        thread.join()
    case.note(f"{made.count(200)} of {len(made)} large copies are made")
    others.report(case, "another's copy", 3)
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
