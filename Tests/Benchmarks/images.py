#!/usr/bin/env python3
"""Writes five images of just under 10 MiB, the limit of a market, into a folder: three PNG and two JPEG, complete from
header to end marker, with noise for pixels.

    images.py FOLDER
"""

import os
import struct
import sys
import zlib

NOISE = (10 << 20) - 4096


def png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 3200, 3200, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", os.urandom(NOISE)) + chunk(b"IEND", b"")


def jpeg():
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, 3200, 3200, 1) + b"\x01\x11\x00"
    scan = b"\xff\xda" + struct.pack(">HB", 8, 1) + b"\x01\x00\x00\x3f\x00"
    # In entropy-coded data a 0xFF is followed by 0x00 (T.81, B.1.1.5).
    pixels = os.urandom(NOISE * 255 // 256).replace(b"\xff", b"\xff\x00")[:NOISE]
    return b"\xff\xd8" + frame + scan + pixels.rstrip(b"\xff") + b"\xff\xd9"


for number, (make, ending) in enumerate([(png, "png"), (jpeg, "jpg"), (png, "png"), (jpeg, "jpg"), (png, "png")], 1):
    with open(f"{sys.argv[1]}/{number}.{ending}", "wb") as file:
        file.write(make())
