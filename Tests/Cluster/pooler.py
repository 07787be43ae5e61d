"""pgbouncer in transaction mode, on loopback."""

import os
import shutil
import socket
import subprocess

from market_cluster import until
from postgres import free_port

CONFIGURATION = """
[databases]
market = host=127.0.0.1 port={database} dbname=market
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
logfile =
"""
PROGRAM = shutil.which("pgbouncer", path=os.environ["PATH"] + ":/usr/sbin")
MISSING = "SKIPPED: on Debian: apt-get install pgbouncer"


class Pooler:
    """Connects to the database of a port; `start` and `kill` may follow each other."""

    def __init__(self, case, database):
        self.folder, self.port = case.folder, free_port()
        self.folder.chmod(0o755)
        (self.folder / "users.txt").write_text('"market" ""\n')
        (self.folder / "pgbouncer.ini").write_text(
            CONFIGURATION.format(database=database, port=self.port, folder=self.folder))
        case.cleanup.callback(self.kill)
        self.start()

    @property
    def url(self):
        return f"postgres://market@127.0.0.1:{self.port}/market"

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, *(["-u", "postgres"] if os.getuid() == 0 else []), self.folder / "pgbouncer.ini"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self.answers, 10)

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()
