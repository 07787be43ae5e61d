#!/usr/bin/env python3
"""Measures shell commands: the median of many runs, which alternate so that a busy machine slows both sides alike.

    measure.py ratio  LABEL LIMIT RUNS LINE LINE    time of the first over time of the second
    measure.py more   LABEL LIMIT RUNS LINE LINE    milliseconds that the first takes longer than the second
    measure.py first  LABEL LIMIT RUNS WORDS LINE LINE
                                                    the same until these words are on a terminal
    measure.py memory LABEL LIMIT LINE              peak memory in MiB, and the duration
    measure.py time   LABEL LIMIT RUNS LINE         duration in milliseconds
    measure.py size   LABEL LIMIT FILE              size of a program in MiB, stripped, and its largest sections
    measure.py given  LABEL LIMIT MILLISECONDS      a time that the program itself has measured
"""

import fcntl
import os
import pty
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time


def run(line):
    """The seconds and MiB (of its largest process) that a command takes. Exits when the command fails."""
    start = time.perf_counter()
    process = subprocess.Popen(["sh", "-c", line], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"Error: Exit code {process.returncode} from '{line}'")
    return seconds, usage.ru_maxrss / 1024


def shown(line, words):
    """The seconds until a command has written these words to a terminal of 80 columns; the command is ended then."""
    screen, user = pty.openpty()
    fcntl.ioctl(user, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    start = time.perf_counter()
    process = subprocess.Popen(
        ["sh", "-c", "exec " + line], stdin=user, stdout=user, stderr=user, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(user)
    text = b""
    while words.encode() not in text:
        try:
            text += os.read(screen, 1 << 16)
        except OSError:
            sys.exit(f"Error: '{line}' ended without '{words}'")
    seconds = time.perf_counter() - start
    # Waits for its end, so that it does not slow the next run.
    os.killpg(process.pid, signal.SIGHUP)
    os.close(screen)
    process.wait()
    return seconds


def report(label, figures, value, unit, limit):
    mark = "" if value <= limit else "   misses"
    print(f"{label:<38} {figures:<34} {value:7.2f}{unit:<4} (at most {limit:g}){mark}", flush=True)


def ratio(label, limit, runs, line, other):
    compare(label, limit, runs, lambda: run(line)[0], lambda: run(other)[0])


def more(label, limit, runs, line, other):
    run(line), run(other)
    times = [(run(line)[0] * 1000, run(other)[0] * 1000) for _ in range(int(runs))]
    mine, theirs = (statistics.median(side) for side in zip(*times))
    report(label, f"{mine:.1f} ms less {theirs:.1f} ms", mine - theirs, " ms", float(limit))


def first(label, limit, runs, words, line, other):
    compare(label, limit, runs, lambda: shown(line, words), lambda: shown(other, words))


def compare(label, limit, runs, one, two):
    one(), two()
    times = [(one() * 1000, two() * 1000) for _ in range(int(runs))]
    mine, theirs = (statistics.median(side) for side in zip(*times))
    report(label, f"{mine:.1f} ms : {theirs:.1f} ms", mine / theirs, "", float(limit))


def memory(label, limit, line):
    seconds, peak = run(line)
    report(label, f"{seconds:.2f} s", peak, " MiB", float(limit))


def duration(label, limit, runs, line):
    run(line)
    times = [run(line)[0] * 1000 for _ in range(int(runs))]
    report(label, f"{min(times):.1f} to {max(times):.1f} ms", statistics.median(times), " ms", float(limit))


def size(label, limit, program):
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, program], check=True)
        table = subprocess.run(["size", "-A", stripped.name], capture_output=True, text=True, check=True).stdout
        # Sections that are zeros in memory take no room in the file.
        sections = [(int(words[1]), words[0]) for words in map(str.split, table.splitlines())
                    if len(words) == 3 and words[0].startswith(".") and words[0] not in (".bss", ".tbss")]
        largest = ", ".join(f"{name[1:]} {count / 2**20:.1f}" for count, name in sorted(sections, reverse=True)[:3])
        report(label, largest, os.path.getsize(stripped.name) / 2**20, " MiB", float(limit))


def given(label, limit, milliseconds):
    report(label, "within the program", float(milliseconds), " ms", float(limit))


if __name__ == "__main__":
    {"ratio": ratio, "more": more, "first": first, "memory": memory, "time": duration, "size": size, "given": given}[
        sys.argv[1]](*sys.argv[2:])
