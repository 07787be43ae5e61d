"""A PostgreSQL server of its own in a temporary folder, on loopback."""

import contextlib
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
import time


class Postgres:
    """A cluster with the database `market`. Its files are gone when it is closed."""

    def __init__(self, *settings, source=None, name=None, disk=None):
        """`source` is the primary of which this is a standby, under `name`. `disk` is the size of a file system of its own for
        the data, such as `200m`, where mounting is allowed: otherwise PermissionError."""
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            sys.exit("Error: Not installed: postgresql")
        self.programs, self.settings = pathlib.Path(programs[-1]), settings
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="market-postgres-"))
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        self.is_mounted = False
        if disk:
            self.mount(disk)
        if source:
            # Streams from the source, under its own name.
            self.run("pg_basebackup", "-D", self.folder / "data", "-R", "--checkpoint=fast", "-d",
                     f"host=127.0.0.1 port={source.port} user=market application_name={name}")
            self.start()
            return
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

    def mount(self, size):
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", data], capture_output=True, text=True)
        if mounted.returncode != 0:
            shutil.rmtree(self.folder)
            raise PermissionError(mounted.stderr.strip())
        self.is_mounted = True
        data.chmod(0o700)
        if self.user:
            shutil.chown(data, self.user)

    def replicate(self, *names, timeout=30):
        """Makes commits wait for any one of the standbys with these names, which have to stream. Asserts that they do."""
        self.query(f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({', '.join(names)})'")
        self.query("SELECT pg_reload_conf()")
        end, states = time.monotonic() + timeout, ""
        while time.monotonic() < end:
            states = self.query("SELECT string_agg(application_name || ' ' || sync_state, ', ' ORDER BY application_name) "
                                "FROM pg_stat_replication WHERE state = 'streaming'")
            if states == ", ".join(f"{name} quorum" for name in sorted(names)):
                return
            time.sleep(0.1)
        sys.exit(f"Error: the standbys are not synchronous: {states}")

    def promote(self):
        """Ends the recovery of a standby, and waits until it writes."""
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "promote")

    def kill(self):
        """Kills all processes of the server with SIGKILL, as a machine does that loses its power."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

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
        # The first one makes no more children.
        for _ in range(2):
            for process in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)

    def go_on(self):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)

    def query(self, sql):
        """The first column of the first row, as text."""
        return self.run("psql", "-h", self.folder, "-p", self.port, "-U", "market", "-XqAtc", sql, "market").stdout.strip()

    def close(self):
        with contextlib.suppress(OSError, ValueError):
            self.go_on()
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop", check=False)
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", self.folder / "data"])
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
