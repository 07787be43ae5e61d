"""A cluster on loopback: a primary with standbys, several market servers, and a balancer in front of them."""

import json
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Faults"))

from balancer import Balancer  # noqa: E402
from load import STOCK, Load  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402
from served import Endpoint, NotStarted  # noqa: E402

ITEMS = 4
OPTIONS = ["--limit-uploads", "100G", "--limit", "client-connections=2000"]


class Cluster:
    """Started when it is made, and stopped by the case."""

    def __init__(self, case, standbys=0, servers=3, connections=6, settings=(), options=(), prepare=None):
        """`prepare` is called with the primary before the servers start, and returns a function that makes the address of a
        server's store from its number."""
        self.case, self.options = case, [*OPTIONS, "--connections", str(connections), *options]
        self.primary = Postgres("max_connections=100", *settings)
        case.cleanup.callback(self.primary.close)
        self.standbys = []
        for number in range(standbys):
            standby = Postgres("max_connections=100", *settings, source=self.primary, name=f"standby{number}")
            case.cleanup.callback(standby.close)
            self.standbys.append(standby)
        if standbys:
            self.primary.replicate(*(f"standby{number}" for number in range(standbys)))
        self.make_url = prepare(self.primary) if prepare else lambda _: self.url
        self.ports = [free_port() for _ in range(servers)]
        self.servers = [None] * servers
        starts = [threading.Thread(target=self.start, args=(number,)) for number in range(servers)]
        for start in starts:
            start.start()
        for start in starts:
            start.join()
        if not all(self.servers):
            raise NotStarted("not all servers have started")
        self.balancer = Balancer(case, self.ports)
        self.items = [
            json.loads(self.servers[0].add(f"common {number}", stock=str(STOCK), price="999")[1])["id"]
            for number in range(ITEMS)]

    @property
    def url(self):
        """With the hosts of all databases: libpq takes the one that writes."""
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in [self.primary, *self.standbys])
        return f"postgres://market@{hosts}/market?target_session_attrs=read-write"

    def start(self, number):
        try:
            self.servers[number] = self.case.serve(self.make_url(number), *self.options, port=self.ports[number])
        except NotStarted as error:
            self.case.note(f"server {number}: {error}")

    def load(self, **settings):
        return Load(self.case, [self.balancer], self.items, **settings)

    def entry(self, number):
        entry = Endpoint()
        entry.port = self.ports[number]
        return entry


def until(condition, seconds):
    """Seconds until a condition holds; None if it does not."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        if condition():
            return time.monotonic() - began
        time.sleep(0.05)
    return None
