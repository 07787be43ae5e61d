#!/usr/bin/env python3
"""Lets the store's disk run full while the server serves: writing is refused with 507, reading goes on, and when
there is space again so does writing. A disk of 4 MiB of its own, where mounting one is allowed; and, anywhere, a limit
on the size of files, which SQLite reports as some failure to write, and the server with 500."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys

from served import Case, png


def look(case, store, server, fill, free, refusal):
    """From space to none to space."""
    image = png(case.chance.randbytes(300_000))
    kept = [f"before-{number}" for number in range(2)]
    for title in kept:
        assert server.add(title, title, image)[0] == 201
    page, first = server.ask("GET", "/items/1"), server.ask("GET", "/item/1")
    path = "/" + json.loads(first[1])["images"][0].split("/", 3)[3]
    served_image = server.ask("GET", path)

    fill()
    answers = [server.add(f"full-{number}", f"full-{number}", image) for number in range(10)]
    case.holds([status for status, _ in answers] == [refusal] * 10, f"10 adds are refused: {sorted({a[0] for a in answers})}")
    causes = [line for line in server.log().splitlines() if " POST /item error: " in line]
    case.holds(len(causes) == 10, f"the log has the cause of each: {sorted({line.split(' error: ')[1] for line in causes})}")
    case.tells(f"in the words of '{json.loads(answers[0][1]).get('reason')}'")
    case.holds(
        [server.ask("GET", each) for each in ("/items/1", "/item/1", path)] == [page, first, served_image],
        "the page, the item and its image are served as before")

    free()
    for title in ("full-3", "after"):
        status, _ = server.add(title, title, image)
        case.holds(status == 201, f"with space again '{title}' is added: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops in order")
    case.holds(case.titles(store) == kept + ["full-3", "after"], "what was added is there, and nothing that was refused")
    case.store_is_whole(store)


def small_disk(case):
    disk = case.folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], check=True)
    ballast = disk / "ballast"

    def fill():
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 4096):
                    pass
            except OSError:
                pass

    try:
        server = case.serve(disk / "market.db")
        look(case, disk / "market.db", server, fill, ballast.unlink, refusal=507)
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def limited_files(case):
    store = case.folder / "market.db"
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    # Without this the system ends a process that writes beyond the limit.
    server = case.serve(store, prepare=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))

    def limit(count):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (count, hard))

    look(case, store, server, lambda: limit(store.stat().st_size), lambda: limit(hard), refusal=500)


def in_namespace():
    """Begins anew where mounting is allowed and nobody else sees it. Returns only where there is no such place."""
    for options in (["--mount"], ["--mount", "--map-root-user"]):
        command = ["unshare", *options]
        tried = [*command, "mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", "/mnt"]
        if shutil.which("unshare") and subprocess.run(tried, capture_output=True).returncode == 0:
            os.environ["FAULTS_MAY_MOUNT"] = "1"
            os.execvp("unshare", [*command, sys.executable, *sys.argv])


may_mount = os.environ.pop("FAULTS_MAY_MOUNT", None)
if not may_mount:
    in_namespace()
with Case(__doc__) as case:
    if may_mount:
        case.tells("on a disk of 4 MiB:")
        small_disk(case)
    else:
        case.tells("SKIPPED: no disk may be mounted here; the limit below stands for it")
    case.tells("under a limit on the size of files:")
    limited_files(case)
