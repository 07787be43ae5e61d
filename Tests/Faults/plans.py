#!/usr/bin/env python3
"""Imports tables that name files outside their folder and addresses of private networks, and applies plans that were edited
or cut: the plan shows what is outside, nothing is done without '--yes', and a changed plan is refused."""

import csv
import json

from image_files import png
from served import Case


def outside(case):
    folder, store = case.folder / "shop", case.folder / "plans.db"
    (folder / "photos").mkdir(parents=True)
    (case.folder / "elsewhere").mkdir()
    image = png(b"grey" * 16)
    for path in (folder / "own.png", folder / "photos/A.png", case.folder / "secret.png", case.folder / "elsewhere/1.png"):
        path.write_bytes(image)
    (folder / "link.png").symlink_to(case.folder / "secret.png")
    (folder / "inner").symlink_to(case.folder / "elsewhere")
    inside = ["own.png", "./own.png", "photos/../own.png", str(folder / "own.png"), "https://shop.example/1.png",
              "https://93.184.216.34/1.png"]
    outside = ["../secret.png", str(case.folder / "secret.png"), "link.png", "inner/1.png", "https://127.0.0.1/1.png",
               "https://localhost/1.png", "https://10.0.0.7:8443/1.png", "https://192.168.1.1/1.png",
               "https://172.16.3.4/1.png", "https://169.254.169.254/latest", "https://[::1]/1.png",
               "https://[fe80::1]/1.png", "https://[fd00::2]/1.png", "https://printer.local/1.png",
               "https://LOCALHOST./1.png", "https://0x7f000001/1.png", "https://2130706433/1.png",
               "https://[::ffff:10.0.0.1]/1.png"]
    table = folder / "items.csv"
    place = ["--currency", "USD", "--store", store]
    for name in inside + outside:
        table.write_text(f"title,price,images\nLamp,1,{name}\n")
        shown = case.market("import", table, "--dry-run", *place)
        said = "outside the folders of the import" in shown.stdout
        case.holds(shown.returncode == 0 and said == (name in outside),
                   f"the plan {'says' if said else 'does not say'} that {name.replace(str(case.folder), '…')} is outside: "
                   f"{shown.returncode} {shown.stderr.strip()[-100:]}")
        if name in outside:
            told = case.market("import", table, *place)
            case.holds(told.returncode == 2 and "--yes" in told.stderr and not store.exists(),
                       f"without '--yes' it is exit code {told.returncode} (2), and nothing is changed")
    table.write_text("title,price,images\n" + "".join(f"Lamp,1,../secret.png|{name}\n" for name in outside[:4]))
    korean = case.market("import", table, "--dry-run", *place, "--lang", "ko")
    case.holds("사설 네트워크" in korean.stdout or korean.returncode == 2, f"in Korean: {korean.stdout.strip()[-200:]}")
    (folder / "skus.csv").write_text("sku,title,price\nA,Lamp,1\n")
    shown = case.market("import", folder / "skus.csv", folder / "photos", "--dry-run", *place)
    case.holds("outside" not in shown.stdout and "1 found" in shown.stdout, "images of a folder that the command names are inside")
    (folder / "skus.csv").write_text("sku,title,price,images\nA,Lamp,1,../secret.png\n")
    done = case.market("import", folder / "skus.csv", "--yes", *place)
    case.holds(done.returncode == 0, f"with '--yes' it is done: {done.stdout.strip()}")


def edited(case):
    store, table, plan = case.folder / "edited.db", case.folder / "items.csv", case.folder / "plan"
    table.write_text("sku,title,price,images\n" + "".join(f"A-{n},Lamp {n},{n + 1},\n" for n in range(50)))
    place = ["--store", store]
    made = case.market("import", table, "--currency", "USD", "--plan", plan, *place)
    original = plan.read_bytes()
    case.holds(made.returncode == 0, "a plan is written")
    lines = original.splitlines(keepends=True)
    last = json.loads(lines[-1])
    edits = {
        "a price": original.replace(b'"price":7', b'"price":1', 1), "a title": original.replace(b"Lamp 3", b"Lump 3", 1),
        "a line that is gone": b"".join(lines[:3] + lines[4:]), "two lines in another order":
            b"".join(lines[:2] + [lines[3], lines[2]] + lines[4:]),
        "a line behind its end": original + lines[1], "no digest": b"".join(lines[:-1]),
        "another digest": original.replace(last["sha256"][:8].encode(), b"00000000"),
        "version 1 without a digest": b"".join([lines[0].replace(b'"plan":2', b'"plan":1')] + lines[1:-1]),
        "an image of its own": lines[0] + lines[1].replace(b'"item":', b'"images":["/etc/hostname"],"item":') + b"".join(lines[2:]),
        "white space": original.replace(b'{"action"', b'{ "action"', 1),
        "a byte of the header": original.replace(b'"isAtomic":false', b'"isAtomic":true'),
    }
    for count in [case.random.randrange(len(original)) for _ in range(5 if case.short else 50)] + [len(original) - 1]:
        edits[f"{count} of {len(original)} bytes"] = original[:count]
    for _ in range(10 if case.short else 200):
        at = case.random.randrange(len(original))
        changed = bytearray(original)
        changed[at] ^= 1 << case.random.randrange(8)
        edits[f"byte {at} changed to {changed[at]:#x}"] = bytes(changed)
    wrong = []
    for name, contents in edits.items():
        plan.write_bytes(contents)
        done = case.market("import", "--apply", plan, "--yes", *place)
        if done.returncode not in (2, 6) or store.exists() or "plan" not in done.stderr:
            wrong.append(f"{name}: exit code {done.returncode}: {done.stdout.strip()} {done.stderr.strip()[:150]}")
    case.none(wrong, f"{len(edits)} changed and cut plans are refused, and nothing is changed")
    plan.write_bytes(original)
    done = case.market("import", "--apply", plan, "--yes", *place)
    case.holds(done.returncode == 0 and "50 added" in done.stdout, f"the plan as it was is applied: {done.stdout.strip()}")


def formulas(case):
    """Exported cells are guarded, and an import takes the guard off."""
    store, copy = case.folder / "formulas.db", case.folder / "copy.db"
    signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
    starts = ["", " ", "\n", "\t", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u2060", "\u200d", " \u200b\n ", "'", "''", "' "]
    titles = [f"{start}{sign}1+1" for start in starts for sign in signs] + ["\nplain", "plain", "'plain", " plain"]
    table = case.folder / "titles.jsonl"
    table.write_text("".join(json.dumps({"title": "T", "description": title, "price": 1}) + "\n" for title in titles))
    case.market("import", table, "--yes", "--currency", "USD", "--store", store)
    case.market("export", "-o", case.folder / "out.csv", "--store", store)
    with open(case.folder / "out.csv", newline="", encoding="utf-8") as file:
        cells = [row["description"] for row in csv.DictReader(file)]
    bare = [cell for cell in cells if cell.lstrip(" \t\r\n\u00a0\u3000\ufeff\u200b\u2060\u200d")[:1] in signs or cell[:1] in "\t\r\n"]
    case.none([repr(cell) for cell in bare if cell], f"all of {len(cells)} cells that may be formulas are guarded")
    case.market("import", case.folder / "out.csv", "--yes", "--store", copy)
    texts = [sorted(json.loads(line).get("description", "") for line in
                    case.market("export", "--format", "jsonl", "--store", each).stdout.splitlines()) for each in (store, copy)]
    case.holds(texts[0] == texts[1] and len(texts[0]) == len(titles), "an import of the export has the same texts")


with Case(__doc__) as case:
    for part in (outside, edited, formulas):
        case.attempt(part)
