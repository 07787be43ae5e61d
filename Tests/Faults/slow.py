#!/usr/bin/env python3
"""Clients that take their time over the head, over the contents and over reading, hundreds of each, all at once:
slowhttptest, a Debian package. A good client asks all along."""

import json
import re
import shutil
import subprocess

from served import Case, GoodClient, allow_open_files, png

ATTACKS = {
    "heads": ["-H", "-i", "5"],
    "contents": ["-B", "-i", "5", "-s", "8192", "-t", "POST"],
    "readers": ["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"],
}


def attack(server, path, kind, count, seconds):
    return subprocess.Popen(
        ["slowhttptest", *ATTACKS[kind], "-u", server.url + path, "-c", str(count), "-r", "200", "-l", str(seconds)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


with Case(__doc__) as case:
    if not shutil.which("slowhttptest"):
        case.tells("SKIPPED: 'slowhttptest' is not installed, and nothing has been tested")
    else:
        allow_open_files(8192)
        server = case.serve(case.folder / "market.db")
        for number in range(19):
            server.add(f"Item {number}")
        added = json.loads(server.add("Large", image=png(case.chance.randbytes(5 << 20)))[1])
        image = "/" + added["images"][0].split("/", 3)[3]
        count, seconds = (200, 15) if case.short else (300, 120)
        with GoodClient(server) as good:
            attacks = {
                kind: attack(server, {"contents": "/item", "readers": image}.get(kind, "/items/1"), kind, count, seconds)
                for kind in ATTACKS
            }
            for kind, process in attacks.items():
                told = re.sub(r"\x1b\[[0-9;]*m", "", process.communicate()[0])
                last = {name: int(number) for name, number in re.findall(r"^(\w+): +(\d+)", told, re.M)}
                case.tells(f"{count} slow {kind} in {seconds} s, in the end: "
                           + ", ".join(f"{number} {name}" for name, number in last.items() if name in
                                       ("pending", "connected", "closed", "error")))
        good.report(case)
        # Of large answers 256 MiB may be under way at one time, whoever reads them.
        case.holds(server.memory() < 400, f"memory: {server.memory():.0f} MiB at most")
        case.holds(server.is_up and server.stop() == 0, "the server stops in order")
