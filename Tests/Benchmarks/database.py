#!/usr/bin/env python3
"""Measures pages of a list that one server sends over PostgreSQL. Needs wrk and Debian's postgresql; `market` is found in PATH."""

import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))
from postgres import Postgres  # noqa: E402

# By connections.
LEAST = {1: 2_000, 24: 10_000, 128: 10_000}


def rate(port, connections):
    output = subprocess.run(["wrk", "-t1", f"-c{connections}", "-d3s", f"http://127.0.0.1:{port}/items/1"], check=True,
                            capture_output=True, text=True).stdout
    for error in re.findall(r"Non-2xx.*|Socket errors.*", output):
        print(f"  of {connections} connections: {error}")
    return float(re.search(r"Requests/sec: +([\d.]+)", output)[1])


postgres = Postgres("max_connections=100")
try:
    for number in range(20):
        subprocess.run(["market", "add", "--quiet", "--store", postgres.url, "--title", f"Lamp {number}", "--price", "5"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = subprocess.Popen(["market", "serve", "--port", "0", "--quiet", "--store", postgres.url],
                              stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().rsplit(":", 1)[1].strip()
        for connections, least in LEAST.items():
            value = rate(port, connections)
            print(f"pages over PostgreSQL, {connections} connections: {value:.0f}/s, at least {least}"
                  + ("" if value >= least else "   misses"), flush=True)
    finally:
        server.terminate()
        server.wait()
finally:
    postgres.close()
