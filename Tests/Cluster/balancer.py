"""haproxy in front of market servers, as an operator sets it up: reads are retried, writes are not."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

from postgres import free_port
from served import Endpoint

CONFIGURATION = """
global
  maxconn 4000
  nbthread 1
  stats socket {folder}/haproxy.sock level admin

defaults
  mode http
  timeout connect 1s
  timeout client 120s
  timeout server 120s
  timeout queue 10s
  option redispatch 1
  retries 3
  # A server that has ended sends nothing, or resets: a read is sent to another one.
  retry-on conn-failure empty-response

frontend market
  bind 127.0.0.1:{port}
  default_backend servers

backend servers
  balance roundrobin
  http-request disable-l7-retry unless {{ method GET HEAD }}
  option httpchk GET /readyz
  default-server check inter 250ms fall 2 rise 1 observe layer4 error-limit 2 on-error mark-down
{servers}
"""


class Balancer(Endpoint):
    """`ports` are those of the servers."""

    def __init__(self, case, ports):
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        if not program:
            sys.exit("Error: Not installed: haproxy")
        self.port, folder = free_port(), pathlib.Path(case.folder)
        servers = "\n".join(f"  server s{number} 127.0.0.1:{port}" for number, port in enumerate(ports))
        configuration = folder / "haproxy.cfg"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=self.port, servers=servers))
        self.control = folder / "haproxy.sock"
        self.process = subprocess.Popen(
            [program, "-db", "-f", configuration], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(folder / "haproxy.log", "w"))
        case.cleanup.callback(self.stop)
        end = time.monotonic() + 20
        while time.monotonic() < end and self.up() < len(ports):
            time.sleep(0.1)

    def up(self):
        """How many servers take requests."""
        try:
            with socket.socket(socket.AF_UNIX) as control:
                control.connect(str(self.control))
                control.sendall(b"show stat\n")
                text = b""
                while chunk := control.recv(1 << 16):
                    text += chunk
        except OSError:
            return 0
        rows = [line.split(",") for line in text.decode().splitlines()]
        return sum(1 for row in rows if len(row) > 17 and row[0] == "servers" and row[1] != "BACKEND" and row[17].startswith("UP"))

    def stop(self):
        self.process.kill()
        self.process.wait()
