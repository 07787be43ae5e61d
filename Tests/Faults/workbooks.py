#!/usr/bin/env python3
"""Reads the workbooks that exports write with openpyxl, which other programs use, and imports one that openpyxl writes:
number formats, dates, formulas, shared strings, a title above the header and a total below. All comes back equal."""

import csv
import datetime
import io
import json
import os
import sys

from served import Case

# Debian installs packages for its own Python, which need not be the first of PATH.
SYSTEM_PYTHON = "/usr/bin/python3"

try:
    import openpyxl
    from openpyxl.utils.escape import unescape
except ImportError:
    if os.path.exists(SYSTEM_PYTHON) and not os.path.samefile(sys.executable, SYSTEM_PYTHON):
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    print("SKIPPED: workbooks need openpyxl; on Debian: apt-get install python3-openpyxl")
    sys.exit(0)

TEXTS = ["Brass lamp", "=1+1", "'=quoted", "''", "-5", "@x", "<b>&amp; \"q\"", "한글 😀", "line one\nline two", "_x000D_",
         "tab\there", " ends in space ", "1e5", "0012", "\\empty"]
KEYS = ["007", "8801234567890", "3E5", "1-2", "2026-11-21", "MAR1", "TRUE", "LAMP-1", "'007", "8.80E+12"]


def items(case):
    for number in range(200):
        currency, price = case.random.choice([("KRW", case.random.randrange(1, 9_999_999)),
                                              ("USD", case.random.randrange(1, 99_999_999) / 100),
                                              ("KWD", case.random.randrange(1, 99_999_999) / 1000)])
        text = case.random.choice(TEXTS)
        yield {"sku": KEYS[number] if number < len(KEYS) else f"S-{number}", "title": f"{text} {number}".strip(),
               "description": case.random.choice(TEXTS), "price": price, "currency": currency,
               "stock": case.random.randrange(500), "tags": case.random.choice([["a,b"], ["a", "b,c"], ["x"]]),
               "note": case.random.choice(TEXTS)}


def exported(case, store, *options):
    return case.market("export", "--format", "jsonl", "--store", store, *options).stdout


with Case(__doc__) as case:
    store = case.folder / "a.db"
    source = case.folder / "items.jsonl"
    source.write_text("".join(json.dumps(item) + "\n" for item in items(case)))
    added = case.market("import", source, "--yes", "--store", store)
    case.holds(added.returncode == 0, f"200 items are added: {added.stderr.strip()[-200:]}")
    before = exported(case, store)

    # Our workbook, as another program reads it.
    for headers, first in [("keys", "id"), ("ko", "번호"), ("en", "ID")]:
        path = case.folder / f"{headers}.xlsx"
        written = case.market("export", "-o", path, "--headers", headers, "--store", store)
        case.holds(written.returncode == 0 and "200 items" in written.stderr, f"{headers}: {written.stderr.strip()}")
        sheet = openpyxl.load_workbook(path).active
        case.holds(sheet["A1"].value == first and sheet.freeze_panes == "A2", f"{headers}: the header is frozen")
        again = case.market("import", path, "--yes", "--store", store)
        case.holds(again.returncode == 0 and exported(case, store) == before,
                   f"{headers}: an import changes nothing: {again.stdout.strip()[-120:]} {again.stderr.strip()[-200:]}")
        other = case.folder / f"{headers}.db"
        fresh = case.market("import", path, "--yes", "--store", other)
        copied, original = ([{key: value for key, value in json.loads(line).items() if key not in ("id", "version")}
                             for line in lines.splitlines()] for lines in (exported(case, other), before))
        case.holds(fresh.returncode == 0 and copied == original,
                   f"{headers}: an empty market becomes equal: {fresh.stderr.strip()[-200:]}")
        table = case.folder / f"{headers}.csv"
        case.market("export", "-o", table, "--headers", headers, "--store", store)
        same = case.market("import", table, "--yes", "--store", store)
        case.holds(same.returncode == 0 and exported(case, store) == before,
                   f"{headers}: CSV too: {same.stdout.strip()[-120:]} {same.stderr.strip()[-200:]}")

    # Without guards both have the values as they are.
    raw = case.folder / "raw.xlsx"
    case.market("export", "--raw", "--headers", "keys", "-o", raw, "--store", store)
    sheet = openpyxl.load_workbook(raw).active
    expected = list(csv.reader(io.StringIO(case.market("export", "--raw", "--store", store).stdout, newline="")))
    found = [["" if cell.value is None else unescape(str(cell.value)) for cell in row] for row in sheet.iter_rows()]
    case.none([pair for pair in zip(found, expected) if pair[0] != pair[1]], f"all cells of {len(found) - 1} items are the values")
    names = expected[0]
    kinds = {name: {type(row[index].value).__name__ for row in sheet.iter_rows(min_row=2)} - {"NoneType"}
             for index, name in enumerate(names)}
    case.holds(kinds["sku"] == kinds["version"] == {"str"} and kinds["id"] == kinds["stock"] == {"int"},
               f"keys are texts, and numbers numbers: {kinds}")
    column = names.index("price")
    formats = {row[column].number_format for row in sheet.iter_rows(min_row=2)}
    case.holds(formats == {"[$₩]#,##0", "[$USD] #,##0.00", "[$KWD] #,##0.000"}, f"amounts have formats: {formats}")

    # Another program's workbook.
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "재고"
    book.create_sheet("메모")
    sheet.append(["재고 목록", None, None, None])
    sheet.append([])
    sheet.append(["코드", "상품명*", "판매가", "등록일", "재고"])
    sheet.append([7, "램프", 89000, datetime.datetime(2026, 11, 21, 9, 30), 12])
    sheet.append([8, "책상", 12.5, datetime.date(2026, 11, 20), 3])
    sheet.append([9, "의자", "=B1*2", None, 1])
    sheet.append(["합계", None, "=SUM(C4:C6)", None, 15])
    for row in range(4, 7):
        sheet.cell(row, 1).number_format = "0000"
    sheet["C4"].number_format = '#,##0"원"'
    sheet["C5"].number_format = "[$€-2] #,##0.00"
    path = case.folder / "theirs.xlsx"
    book.save(path)
    store = case.folder / "theirs.db"
    result = case.market("import", path, "--yes", "--store", store)
    found = [{key: item.get(key) for key in ("sku", "title", "price", "currency", "stock")}
             for item in map(json.loads, exported(case, store).splitlines())]
    case.holds(
        found == [{"sku": "0007", "title": "램프", "price": 89000, "currency": "KRW", "stock": 12},
                  {"sku": "0008", "title": "책상", "price": 12.5, "currency": "EUR", "stock": 3}],
        f"formats give the currency and zeros: {found}")
    case.holds(result.returncode == 7 and "no result" in result.stderr and "total" in result.stderr
               and "Reading sheet '재고', the first of 2" in result.stderr,
               f"a formula without a result is an error of its row, and a total is left out: {result.stderr.strip()}")
