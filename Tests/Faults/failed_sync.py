#!/usr/bin/env python3
"""Fails one after the other of the system calls that put an added item on the disk, with strace. A command that fails
either has not added the item, or says that it may have; one that succeeds has added it."""

import shutil
import subprocess
import sys

from served import PROGRAM, Case

UNKNOWN = "the change may have been saved"


def added(case, store, title, fault):
    """Adds an item while a call fails. Returns the exit code, standard error, and whether the item is there."""
    done = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"inject={fault}", PROGRAM, "add", "--title", title, "--price", "80",
         "--store", store], env=case.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr, title in (case.titles(store) or [])


with Case(__doc__) as case:
    if not shutil.which("strace"):
        case.note("SKIPPED: strace is not installed")
        sys.exit(0)
    store = case.folder / "market.db"
    case.market("add", "--title", "first", "--price", "80", "--store", store)
    unknown = 0
    for call in ("fsync,fdatasync:error=EIO", "unlink:error=EIO", "fcntl:error=EIO", "pwrite64:error=EIO",
                 "pwrite64:error=ENOSPC"):
        wrong, last = [], 0
        for when in range(1, 40):
            code, words, is_there = added(case, store, f"{call} {when}", f"{call}:when={when}")
            may_be = UNKNOWN in words
            unknown += may_be
            if not (is_there if code == 0 else may_be or not is_there):
                wrong.append((when, code, words.strip(), is_there))
            last = when
            if case.short and when > 22:
                break
        case.holds(not wrong, f"{call}: each of {last} outcomes is as reported {wrong or ''}".rstrip())
    case.holds(unknown > 0, f"{unknown} outcomes were reported as unknown")
    case.store_is_whole(store)
