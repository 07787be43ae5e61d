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


def progressive(width, height, scans=10):
    """A grey progressive JPEG: each scan of its coefficients goes through all blocks of the image (ITU-T T.81 G.1.2)."""
    blocks = -(-width // 8) * -(-height // 8)
    frame = segment(0xC2, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    # DC: a code of one bit, for no difference. AC: codes of one and two bits, for the end of 2^14 blocks and more, and of one.
    direct = segment(0xC4, b"\x00" + bytes([1] + [0] * 15) + b"\0")
    others = segment(0xC4, b"\x10" + bytes([1, 1] + [0] * 14) + b"\xE0\x00")
    bits, left = "", blocks
    while left >= 1 << 14:
        run = min(left, (1 << 15) - 1)
        bits += f"0{run - (1 << 14):014b}"
        left -= run
    ends = packed(bits + "10" * left)
    step = -(-63 // scans)
    return b"".join([
        b"\xFF\xD8", segment(0xDB, b"\0" + b"\1" * 64), frame, direct, others,
        segment(0xDA, b"\1\1\0\0\0\0"), packed("0" * blocks),
        *(segment(0xDA, b"\1\1\0" + bytes([first, min(first + step - 1, 63), 0])) + ends for first in range(1, 64, step)),
        b"\xFF\xD9"])


def packed(bits):
    """Bits as the entropy-coded bytes of a JPEG: filled with ones, and a zero after each 0xFF (ITU-T T.81 B.1.1.5)."""
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xFF", b"\xFF\0")
