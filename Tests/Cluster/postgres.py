"""A PostgreSQL server of its own in a temporary folder, on loopback."""

import glob
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile


class Postgres:
    """A cluster with the database `market`. Its files are gone when it is closed."""

    def __init__(self, *settings):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            sys.exit("Error: Not installed: postgresql")
        self.programs, self.settings = pathlib.Path(programs[-1]), settings
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="market-postgres-"))
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        # Another order of texts than that of their bytes, where the machine has one.
        korean = "ko_KR.utf8" in self.run("locale", "-a", check=False, program=False).stdout
        self.run("initdb", "--auth=trust", "-U", "market", "-E", "UTF8",
                 f"--locale={'ko_KR.UTF-8' if korean else 'C.UTF-8'}", "-D", self.folder / "data")
        self.start()
        self.run("createdb", "-h", self.folder, "-p", self.port, "-U", "market", "market")

    @property
    def url(self):
        return f"postgres://market@127.0.0.1:{self.port}/market"

    def run(self, name, *words, check=True, program=True):
        words = [str(self.programs / name) if program else name, *map(str, words)]
        done = subprocess.run(
            words, user=self.user, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if check and done.returncode != 0:
            sys.exit(f"Error: {' '.join(words)}: {done.stderr}")
        return done

    def start(self):
        options = f"-k {self.folder} -c listen_addresses=127.0.0.1 -p {self.port} " + " ".join(
            f"-c {setting}" for setting in self.settings)
        # Its output goes to a file: a pipe would stay open.
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", options, "start")

    def crash(self):
        """Kills all processes of the server without a warning."""
        os.killpg(self.postmaster, signal.SIGKILL) if self.is_leader else None
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop", check=False)

    @property
    def postmaster(self):
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    @property
    def is_leader(self):
        return os.getpgid(self.postmaster) == self.postmaster

    def processes(self):
        """The server, and its children."""
        found = subprocess.run(["pgrep", "-P", str(self.postmaster)], capture_output=True, text=True).stdout.split()
        return [self.postmaster, *map(int, found)]

    def pause(self):
        for process in self.processes():
            os.kill(process, signal.SIGSTOP)

    def go_on(self):
        for process in self.processes():
            os.kill(process, signal.SIGCONT)

    def query(self, sql):
        """The first column of the first row, as text."""
        return self.run("psql", "-h", self.folder, "-p", self.port, "-U", "market", "-XqAtc", sql, "market").stdout.strip()

    def close(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
