#!/usr/bin/env python3
"""Attacks the server with hundreds of clients that send heads slowly, send bodies slowly and read slowly, all at once,
with slowhttptest (a Debian package). A good client sends requests all the time."""

import json
import re
import shutil
import subprocess

from clients import GoodClient
from served import Case, allow_open_files, png

ATTACKS = {
    "heads": ["-H", "-i", "5"],
    "bodies": ["-B", "-i", "5", "-s", "8192", "-t", "POST"],
    "readers": ["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"],
}


def attack(server, path, kind, count, seconds):
    return subprocess.Popen(
        ["slowhttptest", *ATTACKS[kind], "-u", server.url + path, "-c", str(count), "-r", "200", "-l", str(seconds)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


with Case(__doc__) as case:
    if not shutil.which("slowhttptest"):
        case.note("SKIPPED: 'slowhttptest' is not installed, nothing was tested")
    else:
        allow_open_files(8192)
        server = case.serve(case.folder / "market.db")
        for number in range(19):
            server.add(f"Item {number}")
        added = json.loads(server.add("Large", image=png(case.random.randbytes(5 << 20)))[1])
        image = "/" + added["images"][0].split("/", 3)[3]
        count, seconds = (200, 15) if case.short else (300, 120)
        with GoodClient(server) as good:
            attacks = {
                kind: attack(server, {"bodies": "/item", "readers": image}.get(kind, "/items/1"), kind, count, seconds)
                for kind in ATTACKS
            }
            for kind, process in attacks.items():
                output = re.sub(r"\x1b\[[0-9;]*m", "", process.communicate()[0])
                last = {name: int(number) for name, number in re.findall(r"^(\w+): +(\d+)", output, re.M)}
                case.note(f"{count} slow {kind} in {seconds} s, at the end: "
                           + ", ".join(f"{number} {name}" for name, number in last.items() if name in
                                       ("pending", "connected", "closed", "error")))
        good.report(case)
        # Large responses wait on disk.
        case.holds(server.memory() < 200, f"memory: {server.memory():.0f} MiB at most")
        case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
