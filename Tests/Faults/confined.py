#!/usr/bin/env python3
"""Runs the server with the system calls refused that the filter of its unit refuses (@privileged and @resources), and without
the right to raise a limit: it starts, takes an item and stops. Needs strace."""

import shutil
import subprocess
import time

from served import PROGRAM, Case

# systemd-analyze syscall-filter @privileged @resources, those that strace knows everywhere, and the calls for limits.
CALLS = ("acct,bpf,capset,chroot,fanotify_init,ioprio_set,mbind,migrate_pages,move_pages,pivot_root,quotactl,reboot,"
         "sched_setaffinity,sched_setattr,sched_setparam,sched_setscheduler,set_mempolicy,setdomainname,setfsgid,setfsuid,"
         "setgid,setgroups,sethostname,setpriority,setregid,setresgid,setresuid,setreuid,setuid,swapon,fchown,fchownat,"
         "prlimit64,vhangup")


def confined(case):
    if not shutil.which("strace"):
        return case.note("SKIPPED: on Debian: apt-get install strace")
    socket, log = case.folder / "socket", open(case.folder / "server.log", "w+")
    # -D: the tracer is a process beside the server, which gets the signals.
    server = subprocess.Popen(
        ["strace", "-D", "-f", "-qq", "-o", case.folder / "trace", "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:error=EPERM",
         PROGRAM, "serve", "--socket", socket, "--store", case.folder / "confined.db"],
        env=case.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
    case.cleanup.callback(server.wait)
    case.cleanup.callback(server.terminate)
    end = time.monotonic() + 60
    while not socket.exists() and server.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    place = ["--server", f"http+unix://{socket}"]
    added = case.market("add", "--title", "Lamp", "--price", 1, *place)
    case.holds(added.returncode == 0, f"an item is added: {added.returncode} {added.stderr.strip()[-200:]}")
    sold = case.market("sell", 1, *place)
    case.holds(sold.returncode == 0 and len(sold.stdout.strip()) == 16, f"and sold: {sold.stderr.strip()}")
    refused = {line.split()[1].split("(")[0] for line in (case.folder / "trace").read_text().splitlines() if "INJECTED" in line}
    case.note(f"refused: {', '.join(sorted(refused)) or 'nothing'}")
    server.terminate()
    server.wait(timeout=30)
    log.seek(0)
    case.holds("Connections: at most" in log.read(), "the server says how many connections it takes")


with Case(__doc__) as case:
    case.attempt(confined)
