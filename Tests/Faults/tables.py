#!/usr/bin/env python3
"""Imports tables that were made to take memory, time or disk: small workbooks of gigabytes, long keys of JSON, and pipes
without an end. Each is refused, or read, within 256 MiB, and what is refused is refused within a second."""

import json
import os
import subprocess
import sys
import time
import zipfile

import clock
from served import PROGRAM, Case

MEGABYTES = 256
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEADER = '<row r="1"><c r="A1" t="str"><v>title</v></c><c r="B1" t="str"><v>price</v></c></row>'
# Allowance for other work on the machine, and for a debug build.
SLACK = float(os.environ.get("MARKET_SLACK", 1))


def part(name, kind):
    return f'<Relationship Id="{name}" Type="{TYPES}/{kind}" Target="{kind}.xml"/>'


def pieces(start, unit, count, end):
    """A text that repeats, in pieces of megabytes."""
    yield start
    many = max(1, (1 << 20) // len(unit))
    for first in range(0, count, many):
        yield unit * min(many, count - first)
    yield end


class Workbook:
    """A workbook of parts that are written in pieces: they need not fit into memory."""

    def __init__(self, rows=(), texts=None, styles=None, relationships=(), properties=""):
        self.parts = {
            "[Content_Types].xml": ["<Types/>"],
            "_rels/.rels": [f'<Relationships><Relationship Id="r" Type="{TYPES}/officeDocument" Target="xl/workbook.xml"/>'
                            "</Relationships>"],
            "xl/workbook.xml": [f'<workbook xmlns:r="{TYPES}">{properties}<sheets><sheet name="S" r:id="worksheet"/></sheets>'
                                "</workbook>"],
            "xl/_rels/workbook.xml.rels": [
                "<Relationships>", part("worksheet", "worksheet"), part("styles", "styles"),
                part("sharedStrings", "sharedStrings"), *relationships, "</Relationships>"],
            "xl/worksheet.xml": ["<worksheet><sheetData>", HEADER, *rows, "</sheetData></worksheet>"],
        }
        if texts is not None:
            self.parts["xl/sharedStrings.xml"] = ["<sst>", *texts, "</sst>"]
        if styles is not None:
            self.parts["xl/styles.xml"] = ["<styleSheet>", *styles, "</styleSheet>"]

    def write(self, path):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name, contents in self.parts.items():
                with archive.open(name, "w", force_zip64=False) as file:
                    for piece in contents:
                        file.write(piece if isinstance(piece, bytes) else piece.encode())


# Runs a program and prints its exit code and what it used: the peak of a child begins with what its parent had, so the
# parent is a small process.
LAUNCHER = """
import json, os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime]))
"""


def noise(case):
    """A megabyte that repeats 16 kB, which deflate shortens to a part of what a workbook may inflate to."""
    return case.random.randbytes(8 << 10).hex() * 64


def cell(contents, kind="str"):
    return f'<row r="2"><c r="A2" t="{kind}">{contents}</c></row>'


def rows(count, row):
    for first in range(0, count, 1000):
        yield "".join(row(number) for number in range(first + 2, min(first + 1000, count) + 2))


def workbooks(case):
    """Names with workbooks, and whether each is refused."""
    size = 1 if case.short else 4
    block = noise(case)
    million = 1_000_000 * size
    cells = lambda start, unit, end: pieces(start, unit, 400 * size, end)
    return {
        "one cell in pieces of a megabyte": Workbook(
            cells('<row r="2"><c r="A2" t="str"><v>', block + "<!-- -->", "</v></c></row>")),
        "one cell in short pieces": Workbook(
            pieces('<row r="2"><c r="A2" t="str"><v>', "<![CDATA[0123456789]]>&amp;", 2 * million, "</v></c></row>")),
        "an inline text of runs": Workbook(
            cells('<row r="2"><c r="A2" t="inlineStr"><is>', f"<r><t>{block}</t></r>", "</is></c></row>")),
        "a shared text of runs": Workbook(
            [cell("<v>0</v>", "s")], pieces("<si>", f"<r><t>{block}</t></r>", 400 * size, "</si>")),
        "shared texts of a megabyte": Workbook(
            [cell("<v>0</v>", "s")], pieces("", f"<si><t>{block}</t></si>", 400 * size, "")),
        "millions of shared texts": Workbook(
            [cell("<v>0</v>", "s")], pieces("", "<si><t>12345678</t></si>", 10 * million, "")),
        "a shared text of marks": Workbook(
            [cell("<v>0</v>", "s")], pieces("<si><t>", "_x0041_", million // 2, "</t></si>")),
        "a row of empty elements": Workbook(pieces('<row r="2">', "<x/>", 20 * million, "</row>")),
        "a cell of comments": Workbook(pieces('<row r="2"><c r="A2">', "<!---->", 20 * million, "</c></row>")),
        "a long number": Workbook(cells('<row r="2"><c r="A2"><v>', "1" * (1 << 20), "</v></c></row>")),
        "a long formula": Workbook(cells('<row r="2"><c r="A2"><f>', block, "</f></c></row>")),
        "a long attribute": Workbook(cells('<row r="2"><c r="A2" x="', block, '"/></row>')),
        "a tag of attributes": Workbook(pieces('<row r="2"><c ', 'a="" ', 4 * million, "/></row>")),
        "long names of nested elements": Workbook(f"<a{'x' * 4_000_000}>" for number in range(40)),
        "millions of formats": Workbook([cell("<v>1</v>")], styles=pieces(
            "<cellXfs>", '<xf numFmtId="14"/>', 10 * million, "</cellXfs>")),
        "millions of number formats": Workbook([cell("<v>1</v>")], styles=(
            "".join(f'<numFmt numFmtId="{number}" formatCode="d"/>' for number in range(first, first + 1000))
            for first in range(0, 2 * million, 1000))),
        "millions of relationships": Workbook([cell("<v>1</v>")], relationships=(
            "".join(f'<Relationship Id="r{number}" Type="a" Target="a-long-name-of-a-part-{number}"/>'
                    for number in range(first, first + 1000)) for first in range(0, million, 1000))),
        "a long name of a sheet": Workbook([cell("<v>1</v>")], properties="<!--" + block * 3 + "-->"),
    }


def measured(case, words, stdin=subprocess.DEVNULL):
    """Runs a command. Returns the exit code, stderr, the peak of its memory in MiB, and its processor time in seconds."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-S", "-c", LAUNCHER, PROGRAM, *map(str, words)], env=case.environment(), stdin=stdin,
        capture_output=True)
    end = time.perf_counter()
    code, memory, spent = json.loads(done.stdout)
    # A slow machine takes more processor time, too.
    return code, done.stderr.decode(errors="replace"), memory, spent * clock.seconds(start, end) / (end - start)


def limited(case, name, words, refused=(2, 7), stdin=subprocess.DEVNULL, seconds=1):
    code, text, memory, spent = measured(case, words, stdin)
    first = text.strip().splitlines()[0][:150] if text.strip() else ""
    case.holds(code in refused and memory <= MEGABYTES and spent <= seconds * SLACK,
               f"{name}: exit code {code}, {memory:.0f} MiB (limit {MEGABYTES}), {spent:.2f} s (limit {seconds}): {first}")
    return text


# A workbook of a million rows may have as many of these: they are read up to the limit on their memory.
SLOW = ("millions", "shared texts of a megabyte")


def files(case):
    path = case.folder / "table.xlsx"
    for name, workbook in workbooks(case).items():
        workbook.write(path)
        limited(case, f"{name} ({path.stat().st_size / 1e6:.1f} MB)",
                ["import", path, "--dry-run", "--currency", "USD", "--store", case.folder / "tables.db"],
                seconds=10 if name.startswith(SLOW) else 1)


def lines(case):
    """Tables of text, which are as large as what they take."""
    path = case.folder / "table.jsonl"
    place = ["--dry-run", "--currency", "USD", "--store", case.folder / "tables.db"]
    with open(path, "w") as file:
        for number in range(60 if case.short else 250):
            file.write('{"title": "Lamp", "price": 1, "%d%s": 1}\n' % (number, "k" * 4_000_000))
    limited(case, "JSON whose objects have keys of 4 MB", ["import", path, *place, "--ignore-unknown"], (2, 7), seconds=30)
    path.write_text('{"title": "Lamp", "price": 1, %s}\n' % ", ".join(f'"{n:x}":1' for n in range(340_000)))
    limited(case, "an object of 340,000 keys", ["import", path, *place], seconds=2)
    path.write_text('{"title": "Lamp", "price": 1, "tags": [%s1]}\n' % ("1," * 2_000_000))
    limited(case, "a list of two million values", ["import", path, *place], seconds=2)
    path = case.folder / "table.csv"
    path.write_text(",".join(f"c{number}" for number in range(600_000)) + "\n1\n")
    limited(case, "a table of 600,000 columns", ["import", path, *place])
    path.write_text('title,price\n"' + "x" * 60_000_000)
    limited(case, "a cell of 60 MB", ["import", path, *place], seconds=2)
    with open(path, "w") as file:
        file.write("title,price,Shelf\n")
        for number in range(60):
            file.write(f"Lamp {number},1,{'x' * 4_000_000}\n")
    limited(case, "cells of 4 MB in a column that is not known", ["import", path, *place], (2,), seconds=10)


def endless(case):
    place = ["--dry-run", "--currency", "USD", "--store", case.folder / "tables.db"]
    with open("/dev/zero") as zero:
        for name, words, code in [
            ("standard input without an end as a table", ["import", "-", *place], (2,)),
            ("as a password", ["delete", "1", "--yes", "--password-file", "-", "--store", case.folder / "x.db"], (2, 3)),
            ("as a description", ["add", "--title", "T", "--price", "1", "--description", "-", "--store",
                                  case.folder / "x.db"], (2, 6)),
            ("as an image", ["add", "--title", "T", "--price", "1", "--image", "-", "--store", case.folder / "x.db"], (2, 6)),
        ]:
            limited(case, name, words, code, zero, seconds=10)
    (case.folder / ".config/market").mkdir(parents=True, mode=0o700, exist_ok=True)
    paths = {
        "a table": ["import", "/dev/zero", *place], "a plan": ["import", "--apply", "/dev/zero", "--yes", *place[3:]],
        "a mapping": ["import", case.folder / "table.csv", "--mapping", "/dev/zero", *place],
        "a password": ["delete", "1", "--yes", "--password-file", "/dev/zero", *place[3:]],
        "an image": ["add", "--title", "T", "--price", "1", "--image", "/dev/zero", *place[3:]],
    }
    (case.folder / "table.csv").write_text("title,price\nLamp,1\n")
    for name, words in paths.items():
        limited(case, f"/dev/zero as {name}", words, (2, 3, 6), seconds=10)
    (case.folder / "images.csv").write_text("title,price,images\nLamp,1,/dev/zero\n")
    for name, option, code in (("that is asked for is refused", ["--allow-outside"], 7), ("is left out", [], 0)):
        limited(case, f"/dev/zero as an image of a row {name}",
                ["import", case.folder / "images.csv", "--yes", *option, *place[1:]], (code,), seconds=10)
    fifo = case.folder / "fifo"
    os.mkfifo(fifo)
    (case.folder / "images.csv").write_text("title,price,images\nLamp,1,fifo\n")
    limited(case, "a named pipe as an image of a row", ["import", case.folder / "images.csv", "--yes", *place[1:]], (7,), seconds=10)
    for name, words in {"table": ["import", fifo, *place],
                        "mapping": ["import", case.folder / "table.csv", "--mapping", fifo, *place]}.items():
        limited(case, f"a named pipe without a writer as a {name}", words, (2,), seconds=15)
    limited(case, "a named pipe without a writer as the store", ["list", "--store", fifo], (1,), seconds=2)
    late = subprocess.Popen(["sh", "-c", f"sleep 1; printf 'title,price\\nLamp,1\\n' > {fifo}"])
    limited(case, "a named pipe that is opened before its writer", ["import", fifo, *place], (0,), seconds=10)
    late.wait()
    writer = subprocess.Popen(["sh", "-c", f"exec cat /dev/zero > {fifo}"], stderr=subprocess.DEVNULL)
    case.cleanup.callback(writer.wait)
    case.cleanup.callback(writer.kill)
    limited(case, "a named pipe without an end as a table", ["import", fifo, *place], (2,), seconds=10)
    config = case.folder / ".config/market/config"
    config.symlink_to("/dev/zero")
    text = limited(case, "/dev/zero as the config file", ["list", "--store", case.folder / "tables.db"], (2, 0), seconds=2)
    case.holds("64 KiB" in text, "its limit is in the error")
    config.unlink()


with Case(__doc__) as case:
    for part_of_case in (files, lines, endless):
        case.attempt(part_of_case)
