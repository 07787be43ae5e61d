#!/usr/bin/env python3
"""A primary with a synchronous standby behind three servers and a balancer, under load: a server is killed, the primary is killed
and the standby promoted. Nothing that was acknowledged is lost or there twice, and writes go on within seconds.

    Tests/Cluster/promotion.py [--short] [--seed NUMBER]"""

import sys
import time

sys.dont_write_bytecode = True

from market_cluster import Cluster, until  # noqa: E402
from served import Case, NotStarted  # noqa: E402


def kill_servers(case, cluster, load, rounds):
    for _ in range(rounds):
        victim, began = case.random.randrange(len(cluster.servers)), time.monotonic()
        cluster.servers[victim].kill()
        time.sleep(2)
        cluster.start(victim)
        until(lambda: cluster.balancer.up() == len(cluster.servers), 20)
        case.none(load.failures(began), f"server {victim} is killed: no read fails at the balancer")
        gap = load.longest_gap(began, time.monotonic())
        case.holds(gap < 2, f"writes go on: the longest time without one is {gap:.2f} s")


def promote(case, cluster, load):
    standby = cluster.standbys[0]
    killed = time.monotonic()
    cluster.primary.kill()
    time.sleep(0.5)
    standby.promote()
    promoted = time.monotonic()
    recovery = until(lambda: load.first_write(promoted) is not None, 60)
    first = load.first_write(promoted)
    case.holds(recovery is not None and first < 5,
               f"the primary is killed, the standby promoted in {promoted - killed - 0.5:.1f} s; the first write follows "
               f"{'never' if first is None else f'{first:.2f} s'} later")
    ready = until(lambda: cluster.balancer.up() == len(cluster.servers), 20)
    case.holds(ready is not None, f"all servers are ready again, {ready or 0:.1f} s after that")
    time.sleep(2)
    statuses = {status for _, _, status, _ in load.failures(promoted + 5)}
    case.holds(not statuses, f"5 s after the promotion no read fails: {sorted(statuses)}")


def main():
    with Case(__doc__) as case:
        cluster = Cluster(case, standbys=1)
        case.holds(True, "three servers start at once on an empty database with a synchronous standby")
        load = cluster.load()
        time.sleep(2)
        kill_servers(case, cluster, load, 2 if case.short else 8)
        promote(case, cluster, load)
        time.sleep(2 if case.short else 10)
        load.stop()
        load.compare(case, cluster.standbys[0], cluster.url)


try:
    main()
except NotStarted as error:
    sys.exit(f"Error: {error}")
