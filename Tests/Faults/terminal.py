#!/usr/bin/env python3
"""Sends `market browse` what a slow terminal sends: sequences and pastes in two parts, with a pause between them. Nothing of them is run
as a command. Then takes the output away from commands that write, and asks what they say."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

import served
from served import Case

# Longer than the limit of a lone Esc, 50 ms.
PAUSE = 0.06
# Each would delete the item, if its text were typed.
SEQUENCES = {
    "a paste": b"\x1b[200~dy\r\x1b[201~", "a title by BEL": b"\x1b]0;dy\r\x07", "a title by ST": b"\x1b]0;dy\r\x1b\\",
    "a DCS": b"\x1bP1$rdy\r\x1b\\", "an APC": b"\x1b_Gdy\r\x1b\\", "a C1 OSC": b"\xc2\x9ddy\r\x1b\\",
    "a mouse in bytes": b"\x1b[M dy", "a mouse by SGR 1006": b"\x1b[<35;3;4M", "a long CSI": b"\x1b[" + b"1;" * 60 + b"1dy",
}


class Browser:
    """`market browse` on a terminal of its own."""

    def __init__(self, case):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            environment = case.environment() | {"TERM": "xterm-256color", "MARKET_IMAGES": "none"}
            os.execve(served.PROGRAM, ["market", "browse"], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.shown = b""

    def waits(self, text, seconds=20):
        end = time.monotonic() + seconds
        while text not in self.shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.terminal, 65_536)
                except OSError:
                    break
        return text in self.shown

    def types(self, keys):
        os.write(self.terminal, keys)

    def quits(self):
        """Leaves all screens, and returns the exit code; None where the program goes on."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self.types(b"q")
            self.waits(b"never", 0.3)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
        return None


def pauses(case):
    case.market("add", "--title", "Lamp", "--price", "5", "--currency", "USD")
    for name, sequence in SEQUENCES.items():
        # Behind the first byte: a lone Esc is a key after its limit.
        cuts = range(2, len(sequence)) if not case.short else sorted({2, len(sequence) // 2, len(sequence) - 1})
        browser = Browser(case)
        if not browser.waits(b"Lamp"):
            case.holds(False, f"the screen shows the item before {name}")
            continue
        for cut in cuts:
            browser.types(sequence[:cut])
            time.sleep(PAUSE)
            browser.types(sequence[cut:])
            time.sleep(PAUSE)
        code = browser.quits()
        listed = case.market("list").stdout
        case.holds("Lamp" in listed and code == 0, f"{name} in two parts is no key, wherever it is cut: exit {code}")
        if "Lamp" not in listed:
            case.market("restore", "1")


def run(case, words, place):
    """Runs a command whose output cannot be written."""
    if place == "a full disk":
        output = os.open("/dev/full", os.O_WRONLY)
    else:
        reading, output = os.pipe()
        os.close(reading)
    try:
        return subprocess.run(
            [served.PROGRAM, *map(str, words)], env=case.environment(), stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.PIPE, text=True, timeout=120)
    finally:
        os.close(output)


def outputs(case):
    table = case.folder / "table.csv"
    added = case.market("add", "--title", "Chair", "--price", "5", "--currency", "USD", "--stock", "9", "--porcelain")
    number = added.stdout.strip()
    for place, word in (("a full disk", "A"), ("a closed pipe", "B")):
        table.write_text(f"title,price,currency\nDesk {word},5,USD\n")
        commands = {
            "add": ("add", "--title", f"Shelf {word}", "--price", "5", "--currency", "USD"), "sell": ("sell", number),
            "restock": ("restock", number), "return": ("return", number),
            "write-off": ("write-off", number, "--reason", "lost"), "edit": ("edit", number, "--title", f"Chair {word}"),
            "undo": ("undo", "--yes"), "import": ("import", table, "--yes"),
            "zone": ("zone", "Asia/Tokyo" if word == "A" else "Asia/Dubai", "--yes"), "trash keep": ("trash", "keep", "9"),
            "vendor add": ("vendor", "add", f"Kim {word}"), "delete": ("delete", number), "restore": ("restore", number),
        }
        for name, words in commands.items():
            done = run(case, words, place)
            said = re.search("^Help:  (.*)", done.stderr, re.MULTILINE)
            case.holds(done.returncode == 7 and "Error: Recorded, but" in done.stderr,
                       f"'{name}' into {place} ends with {done.returncode} (7): {said and said[1]}")
    done = run(case, ("list",), "a closed pipe")
    case.holds(done.returncode == 0 and not done.stderr, f"'list' into a closed pipe ends with {done.returncode} (0)")


with Case(__doc__) as case:
    for part in (pauses, outputs):
        case.attempt(part)
