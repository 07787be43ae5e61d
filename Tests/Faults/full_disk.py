#!/usr/bin/env python3
"""Fills the store's disk while the server runs: writes fail with 507, reads succeed, and writes succeed again when
there is space. Uses a disk of 4 MiB, where mounting is allowed, and a limit on the size of files, which SQLite reports
as an unspecific write error and the server as 500."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys

from served import Case, png


def check(case, store, server, fill, free, failure):
    """Checks reads and writes before, while and after the disk is full. `failure` is the status of a failed write."""
    image = png(case.random.randbytes(300_000))
    stored = [f"before-{number}" for number in range(2)]
    for title in stored:
        assert server.add(title, title, image)[0] == 201
    page, first = server.request("GET", "/items/1"), server.request("GET", "/item/1")
    path = "/" + json.loads(first[1])["images"][0].split("/", 3)[3]
    served_image = server.request("GET", path)

    fill()
    responses = [server.add(f"full-{number}", f"full-{number}", image) for number in range(10)]
    case.holds([status for status, _ in responses] == [failure] * 10,
               f"10 adds fail: {sorted({a[0] for a in responses})}")
    causes = [line.split(" error: ")[1] for line in server.log().splitlines() if " POST /item error: " in line]
    case.holds(len(causes) == 10, f"the log has the cause of each: {sorted(set(causes))}")
    case.note(f"the reason is '{json.loads(responses[0][1]).get('reason')}'")
    case.holds(
        [server.request("GET", each) for each in ("/items/1", "/item/1", path)] == [page, first, served_image],
        "the page, the item and its image are served as before")
    # Deleting is how an owner makes space.
    status = server.delete(2)[0]
    case.holds(status == 200, f"an item can be deleted: {status}")

    free()
    for title in ("full-3", "after"):
        status, _ = server.add(title, title, image)
        case.holds(status == 201, f"with space again, '{title}' is added: {status}")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
    case.holds(case.titles(store) == stored[:1] + ["full-3", "after"],
               "the store has the added items, and none of the failed ones")
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
        check(case, disk / "market.db", server, fill, ballast.unlink, failure=507)
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def limited_files(case):
    store = case.folder / "market.db"
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    # Otherwise SIGXFSZ kills a process that writes beyond the limit.
    server = case.serve(store, prepare=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))

    def limit(count):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (count, hard))

    check(case, store, server, lambda: limit(store.stat().st_size), lambda: limit(hard), failure=500)


def in_namespace():
    """Restarts this script in a mount namespace. Returns only if there can be none."""
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
        case.note("on a disk of 4 MiB:")
        small_disk(case)
    else:
        case.note("SKIPPED: mounting is not allowed; only the limit on the size of files is tested")
    case.note("with a limit on the size of files:")
    limited_files(case)
