#!/usr/bin/env python3
"""Imports a table in each encoding of spreadsheet programs with the release build, whose Foundation is linked statically:
its converters behave differently there. The bytes are Python's."""

import json

from served import Case

# The title has a syllable that EUC-KR lacks, and characters that only Windows has.
TABLES = {
    "utf-8": ("utf-8", "상품명,판매가,재고\r\n똠방각하 펲시,1000,3\r\n", "똠방각하 펲시"),
    "utf-8 with a byte order mark": ("utf-8-sig", "상품명,판매가,재고\r\n똠방각하 펲시,1000,3\r\n", "똠방각하 펲시"),
    "utf-16": ("utf-16", "상품명,판매가,재고\r\n똠방각하 펲시,1000,3\r\n", "똠방각하 펲시"),
    "cp949": ("cp949", "상품명,판매가,재고\r\n똠방각하 펲시,1000,3\r\n", "똠방각하 펲시"),
    "shift-jis": ("cp932", "title,price,stock\r\n①㈱ﾊﾝｶｸ～表,1000,3\r\n", "①㈱ﾊﾝｶｸ～表"),
    "windows-1252": ("cp1252", "title,price,stock\r\nœuf “à la €”,1000,3\r\n", "œuf “à la €”"),
}
# Their headers are ASCII, which decides nothing.
UNDECIDED = {"shift-jis", "windows-1252"}

with Case(__doc__) as case:
    for number, (name, (codec, text, title)) in enumerate(TABLES.items()):
        file = case.folder / f"{number}.csv"
        file.write_bytes(text.encode(codec))
        store = case.folder / f"{number}.db"
        words = ["import", file, "--yes", "--currency", "KRW", "--store", store]
        if name in UNDECIDED:
            refused = case.market(*words)
            case.holds(
                refused.returncode == 2 and f"{name} '" in refused.stderr
                and all(word in refused.stderr for word in title.split() if not word.isascii()),
                f"{name}: a header in ASCII is exit 2, with the words in each encoding: {refused.stderr.strip()}")
            words += ["--encoding", name]
        imported = case.market(*words)
        case.holds(imported.returncode == 0, f"{name}: imported {imported.stderr.strip()[-200:]}")
        listed = case.market("list", "--json", "--store", store)
        titles = [json.loads(line)["title"] for line in listed.stdout.splitlines()]
        case.holds(titles == [title], f"{name}: the title is {titles}")
