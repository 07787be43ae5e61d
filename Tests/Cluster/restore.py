#!/usr/bin/env python3
"""The backup and restore of OPERATIONS.md: `pg_basebackup` while servers take sales, the database lost, its copy restored, with
the log that was archived up to the loss and without it.

    Tests/Cluster/restore.py [--short] [--seed NUMBER]"""

import shutil
import sys
import time

sys.dont_write_bytecode = True

from market_cluster import Cluster  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402
from served import Case, NotStarted  # noqa: E402


class Restored(Postgres):
    """A server over a copy of the data of another one."""

    def __init__(self, source, copy):
        self.programs, self.settings, self.user = source.programs, ("max_connections=100", "archive_mode=off"), source.user
        self.folder, self.port, self.is_mounted = copy, free_port(), False


def main():
    with Case(__doc__) as case:
        cluster = Cluster(case, servers=2, settings=["wal_level=replica", "archive_mode=on"])
        primary = cluster.primary
        copies = primary.folder / "copies"
        for each in (copies, copies / "log", copies / "whole"):
            each.mkdir()
            if primary.user:
                shutil.chown(each, primary.user)
        primary.query(f"ALTER SYSTEM SET archive_command = 'test ! -f {copies}/log/%f && cp %p {copies}/log/%f'")
        primary.query("SELECT pg_reload_conf()")
        load = cluster.load()
        time.sleep(2)
        began = time.monotonic()
        primary.run("pg_basebackup", "-D", copies / "whole/data", "--checkpoint=fast", "--wal-method=stream", "-d",
                    f"host=127.0.0.1 port={primary.port} user=market")
        took = time.monotonic() - began
        gap = load.longest_gap(began, began + took)
        case.holds(gap < 2, f"a copy is made under load in {took:.1f} s; the longest time without a write is {gap:.2f} s")
        verified = primary.run("pg_verifybackup", copies / "whole/data", check=False)
        case.holds(verified.returncode == 0, f"pg_verifybackup finds no defect: {(verified.stdout + verified.stderr).strip()}")
        copied = int(primary.query("SELECT count(*) FROM movement"))
        time.sleep(2 if case.short else 10)
        load.stop()
        # The end of the log is archived, as archive_timeout does it in operation.
        primary.query("SELECT pg_switch_wal()")
        last = primary.query("SELECT pg_walfile_name(pg_current_wal_lsn() - 1)")
        end = time.monotonic() + 20
        while time.monotonic() < end and not (copies / "log" / last).exists():
            time.sleep(0.1)
        case.holds((copies / "log" / last).exists(), "the log is archived up to its end")
        before = primary.query("SELECT count(*), sum(quantity), max(id) FROM movement")
        for server in cluster.servers:
            server.stop()
        primary.kill()
        time.sleep(0.5)
        shutil.rmtree(primary.folder / "data")

        shutil.copytree(copies / "whole", copies / "pure", symlinks=True)
        give_away(primary, copies / "pure")
        restored = Restored(primary, copies / "whole")
        (copies / "whole/data/recovery.signal").touch()
        give_away(primary, copies / "whole")
        with open(copies / "whole/data/postgresql.auto.conf", "a") as file:
            file.write(f"restore_command = 'cp {copies}/log/%f %p'\n")
        serve(case, restored, load, before, "with its archived log")
        restored = Restored(primary, copies / "pure")
        count = serve(case, restored, None, None, "without the log")
        case.holds(count >= copied - 200 and count > 0, f"it has what there was when it was made: {count} movements")


def give_away(primary, folder):
    if primary.user:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, primary.user)


def serve(case, restored, load, before, words):
    restored.start()
    case.cleanup.callback(restored.close)
    end = time.monotonic() + 30
    while time.monotonic() < end and restored.query("SELECT pg_is_in_recovery()") != "f":
        time.sleep(0.1)
    if before is not None:
        after = restored.query("SELECT count(*), sum(quantity), max(id) FROM movement")
        case.holds(after == before, f"restored {words}, it has all movements up to the loss: {after}")
        load.compare(case, restored, restored.url)
    case.adds_up(restored.url)
    server = case.serve(restored.url)
    case.holds(server.request("GET", "/readyz")[0] == 200 and server.add("after")[0] == 201, f"restored {words}, it is served")
    server.kill()
    return int(restored.query("SELECT count(*) FROM movement"))


try:
    main()
except NotStarted as error:
    sys.exit(f"Error: {error}")
