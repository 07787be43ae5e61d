"""Image files made by hand for the fault scripts: whole ones, and their parts to make bad ones of."""

import struct
import zlib


def png(content=b"", width=None):
    """A whole PNG of grey pixels that begin with these bytes, uncompressed: about as large as they are."""
    width = width or max(1, min(len(content), 1024))
    height = max(1, -(-len(content) // width))
    pixels = content.ljust(width * height, b"\0")
    lines = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    return join_chunks([header(width, height), ("IDAT", zlib.compress(lines, 0)), ("IEND", b"")])


def header(width, height, depth=8, colour=0, interlace=0):
    """PNG's first chunk. Colours: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA."""
    return "IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)


def chunk(kind, data, crc=None):
    typed = kind.encode() + data
    return struct.pack(">I", len(data)) + typed + struct.pack(">I", zlib.crc32(typed) if crc is None else crc)


def join_chunks(chunks):
    """A PNG of pairs of kind and data; a third member is a CRC in place of the right one."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def segment(marker, data=b""):
    """A marker segment of JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg(*segments, scan=b"\0" * 1200, width=640, height=480, tables=None):
    """A baseline JPEG of one component, from header to end marker; `segments` stand before its frame."""
    frame = segment(0xC0, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    # One code of one bit in each Huffman table: the scan's zeros are a category of 0 and an end of block.
    codes = bytes([1] + [0] * 15) + b"\0"
    tables = segment(0xDB, b"\0" + b"\1" * 64) if tables is None else tables
    return b"".join([
        b"\xFF\xD8", segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), *segments, tables, frame,
        segment(0xC4, b"\x00" + codes), segment(0xC4, b"\x10" + codes), segment(0xDA, b"\1\1\0\0\x3F\0"), scan,
        b"\xFF\xD9"])
