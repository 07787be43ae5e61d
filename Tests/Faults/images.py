#!/usr/bin/env python3
"""Adds images that are made to cost much, that no decoder should be given, or that carry what no camera needs: they are
refused at little cost, or stored without it."""

import json
import statistics
import struct
import zlib

from clients import GOOD, Timed
from image_files import header, join_chunks, jpeg, png, segment
from served import Case, image_path

TEN_MIB = 10 << 20
# In the payload of whatever is to be dropped.
SECRET = b"where this was taken"


def grey(width=16, height=16, data=None, before=(), between=(), after=(), end=b"", ihdr=None):
    """A PNG with chunks before, between and after its two IDAT chunks."""
    data = zlib.compress(b"".join(b"\0" + bytes(range(width)) for _ in range(height))) if data is None else data
    return join_chunks([ihdr or header(width, height), *before, ("IDAT", data[:20]), *between, ("IDAT", data[20:]),
                        *after, ("IEND", end)])


def palette(entries, depth=8, used=0, colour=3):
    """A PNG of 8 × 8 pixels of the palette's entry `used`; None for no palette."""
    line = b"\0" + bytes([used] * (8 * depth // 8))
    chunks = [] if entries is None else [("PLTE", entries)]
    return join_chunks([header(8, 8, depth, colour), *chunks, ("IDAT", zlib.compress(line * 8)), ("IEND", b"")])


def interlaced(is_whole):
    """8 × 8 grey pixels in Adam7's seven passes."""
    passes = [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)]
    lines = b"".join((b"\0" + b"\x80" * width) * height for width, height in passes)
    lines = lines if is_whole else lines[:-30]
    return join_chunks([header(8, 8, interlace=1), ("IDAT", zlib.compress(lines)), ("IEND", b"")])


def good():
    rgb = b"".join(b"\0" + bytes([x * 16, 0, 0] * 16) for x in range(16))
    return {
        "grey": grey(), "an uncompressed PNG": png(b"abc" * 1000), "RGB": join_chunks(
            [header(16, 16, colour=2), ("IDAT", zlib.compress(rgb)), ("IEND", b"")]),
        "a palette": palette(b"\1\2\3" * 4, used=3), "an interlaced PNG": interlaced(True), "a JPEG": jpeg(),
        "a JPEG with restarts": jpeg(segment(0xDD, b"\0\4")), "colours and density": grey(
            before=[("gAMA", struct.pack(">I", 45455)), ("pHYs", struct.pack(">IIB", 2835, 2835, 1))]),
    }


def bad():
    whole = zlib.compress((b"\0" + bytes(16)) * 16)
    crc = [header(16, 16), ("IDAT", whole), ("IEND", b"")]
    return {
        "a PNG of 65535 × 65535": grey(ihdr=header(65535, 65535)),
        "a JPEG of 65535 × 65535": jpeg(width=65535, height=65535),
        "20000 × 20000 of one bit": join_chunks(
            [header(20000, 20000, depth=1), ("IDAT", zlib.compress((b"\0" + bytes(2500)) * 20000, 9)), ("IEND", b"")]),
        "a wrong CRC of IHDR": join_chunks([(*crc[0], 1), *crc[1:]]),
        "a wrong CRC of IDAT": join_chunks([crc[0], (*crc[1], 1), crc[2]]),
        "a wrong CRC of IEND": join_chunks([*crc[:2], (*crc[2], 1)]),
        "two IHDR": grey(before=[header(16, 16)]),
        "a palette of 10 bytes": palette(b"\1" * 10),
        "a palette of 257 entries": palette(b"\1\2\3" * 257),
        "a palette of 4 entries for one bit": palette(b"\1\2\3" * 4, depth=1),
        "no palette for indices": palette(None),
        "a palette for grey": palette(b"\1\2\3" * 4, colour=0),
        "IDAT chunks that are not consecutive": grey(between=[("gAMA", struct.pack(">I", 45455))]),
        "a zlib stream with a wrong header": grey(data=b"\x79\x9c" + whole[2:]),
        "a zlib stream with a wrong checksum": grey(data=whole[:-1] + bytes([whole[-1] ^ 1])),
        "too few pixels": grey(height=16, data=zlib.compress((b"\0" + bytes(16)) * 15)),
        "too many pixels": grey(height=16, data=zlib.compress((b"\0" + bytes(16)) * 17)),
        "an interlaced PNG that is cut short": interlaced(False),
        "an unknown critical chunk": grey(before=[("ABCD", b"x")]),
        "a cut JPEG": jpeg()[:-40], "no image": b"GIF89a" + bytes(100),
    }


def carriers():
    """Images with a secret in what no camera needs: each is refused, or stored without it."""
    return {
        "PNG: data in IEND": grey(end=SECRET),
        "PNG: data after the zlib stream": join_chunks(
            [header(16, 16), ("IDAT", zlib.compress((b"\0" + bytes(16)) * 16) + SECRET), ("IEND", b"")]),
        "PNG: an overlong pHYs": grey(before=[("pHYs", struct.pack(">IIB", 1, 1, 0) + SECRET)]),
        "PNG: an overlong sBIT": grey(before=[("sBIT", b"\x08" + SECRET)]),
        "PNG: an overlong tRNS": grey(before=[("tRNS", b"\0\1" + SECRET)]),
        "PNG: fdAT without acTL": grey(after=[("fdAT", struct.pack(">I", 0) + SECRET)]),
        "PNG: an iCCP of 2 MiB": grey(before=[("iCCP", b"a\0\0" + zlib.compress(SECRET, 0) + SECRET * 105_000)]),
        "PNG: text": grey(before=[("tEXt", b"Comment\0" + SECRET)]),
        "PNG: behind its end": grey() + SECRET,
        "JPEG: an overlong DQT": jpeg(tables=segment(0xDB, b"\0" + b"\1" * 64 + SECRET)),
        "JPEG: an overlong Adobe": jpeg(segment(0xEE, b"Adobe" + bytes(7) + SECRET)),
        "JPEG: an ICC profile that is none": jpeg(segment(0xE2, b"ICC_PROFILE\0\1\1" + SECRET)),
        "JPEG: a comment": jpeg(segment(0xFE, SECRET)),
        "JPEG: behind its end": jpeg() + SECRET,
    } | {f"JPEG: a segment {marker:X}": jpeg(segment(marker, SECRET))
         for marker in (0xC8, 0xCC, 0xDC, 0xDE, 0xDF, 0xF0)}


def repeated(*parts):
    """Parts again and again, to just under 10 MiB."""
    pattern = b"".join(parts)
    return pattern * ((TEN_MIB - 4096) // len(pattern))


def expensive():
    """Images of almost 10 MiB with as many parts as possible."""
    empty = b"\xFF\xC4\0\2"
    return {
        "a JPEG of alternating empty tables and comments": jpeg(repeated(empty, segment(0xFE))),
        "a JPEG of alternating restart intervals and comments": jpeg(repeated(segment(0xDD, b"\0\0"), segment(0xFE))),
        "a JPEG of alternating JFIF and comments": jpeg(
            repeated(segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), segment(0xFE))),
        "a JPEG of scans": jpeg(scan=repeated(b"\0", segment(0xDA, b"\1\1\0\0\x3F\0"))),
        "a JPEG of marker bytes in its scan": jpeg(scan=repeated(b"\xFF\0")),
        "a JPEG of fill bytes": jpeg(repeated(b"\xFF")),
        "a PNG of alternating text and density": grey(
            before=[("tEXt", b""), ("pHYs", struct.pack(">IIB", 1, 1, 0))] * ((TEN_MIB - 4096) // 33)),
        "a PNG of empty IDAT chunks": grey(between=[("IDAT", b"")] * ((TEN_MIB - 4096) // 12)),
    }


def add(server, image):
    """Status, response and the seconds of processor time that the server spent."""
    start = server.processor_time()
    status, body = server.add("Image", image=image, source=GOOD, timeout=120)
    return status, body, server.processor_time() - start


def costs(case, server):
    """How much more such an image costs than an ordinary one of its size, which has the same outcome."""
    scan = case.random.randbytes(TEN_MIB - 8192).replace(b"\xFF", b"\xFE")
    ordinary = {201: jpeg(scan=scan), 400: b"x" * (TEN_MIB - 4096)}
    for name, image in expensive().items():
        costs, usual_costs, statuses = [], [], set()

        def item(_):
            code, body = server.request("GET", "/item/1", source="127.0.0.4", timeout=60)
            return None if code == 200 else f"{code} {body[:80]}"

        with Timed(item) as good:
            for _ in range(3 if case.short else 7):
                status, body, seconds = add(server, image)
                statuses.add(status)
                costs.append(seconds)
                usual_costs.append(add(server, ordinary.get(status, ordinary[400]))[2])
        cost, usual = statistics.median(costs), statistics.median(usual_costs)
        # A tick of the clock is 0.01 s.
        limit = 4 * usual + 0.05
        case.holds(cost < limit and statuses <= {201, 400},
                   f"{name} ({len(image) / TEN_MIB:.1f} × 10 MiB) takes {cost:.2f} s of processor time, others "
                   f"{usual:.2f} s (limit {limit:.2f} s): {', '.join(map(str, statuses))}")
        case.holds(not good.wrong and good.worst < 1, f"others' GET of an item meanwhile: {good.worst:.2f} s at most")


def reason(body):
    return json.loads(body).get("reason", "")[:80]


with Case(__doc__) as case:
    server = case.serve(case.folder / "market.db")
    server.add("Lamp", source=GOOD)
    for name, image in good().items():
        status, body, _ = add(server, image)
        case.holds(status == 201, f"{name} is added: {status}" + (f", {reason(body)}" if status != 201 else ""))
    taken = []
    for name, image in bad().items():
        status, body, _ = add(server, image)
        if status != 400:
            taken.append(f"{name} ({status})")
    case.holds(not taken, f"{len(bad()) - len(taken)} of {len(bad())} bad images are refused"
               + (f"; taken: {', '.join(taken)}" if taken else ""))
    kept = []
    for name, image in carriers().items():
        status, body, _ = add(server, image)
        if status == 201 and SECRET in server.request("GET", image_path((status, body)), source=GOOD)[1]:
            kept.append(name)
        elif status not in (201, 400):
            kept.append(f"{name} ({status})")
    case.holds(not kept, f"{len(carriers()) - len(kept)} of {len(carriers())} images with bytes that no camera needs "
               f"are refused or stored without them" + (f"; stored with them: {', '.join(kept)}" if kept else ""))
    costs(case, server)
    case.note(f"memory: {server.memory():.0f} MiB at most")
    case.holds(server.is_up and server.stop() == 0, "the server stops with exit code 0")
