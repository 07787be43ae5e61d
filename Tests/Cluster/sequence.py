#!/usr/bin/env python3
"""A generated sequence of commands on a file and on a PostgreSQL database: both print the same, and end with the same code.

    Tests/Cluster/sequence.py [--short] [--seed NUMBER]

Receipts and times of recording are random, and are replaced by the order in which they appear. In a database a refused command
leaves gaps in the numbers of entries, which are closed after each command."""

import difflib
import pathlib
import re
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Faults")]

from postgres import Postgres  # noqa: E402
from served import Case, NotStarted  # noqa: E402

WORDS = ["lamp", "Lamp", "lámpara", "놋쇠 램프", "desk", "50 %", "o'clock", "a_b", "ﬁne", "L’eau", "İstanbul", "램프", "e"]
TAGS = ["red", "Red", "여름", "a b", "sale"]
SORTS = ["best", "newest", "oldest", "price", "-price", "title", "-title", "stock", "-stock", "rating", "-rating"]


# A sequence goes on after the largest number that a row has or had.
CLOSE_GAPS = """
CREATE SCHEMA IF NOT EXISTS given; CREATE TABLE IF NOT EXISTS given.number (name text PRIMARY KEY, last bigint NOT NULL);
DO $$ DECLARE generated record; last bigint; BEGIN
  FOR generated IN SELECT attrelid::regclass AS held, attname AS name, pg_get_serial_sequence(attrelid::regclass::text, attname) AS source
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND attidentity <> ''
  LOOP
    EXECUTE format('SELECT greatest((SELECT max(%I) FROM %s), (SELECT last FROM given.number WHERE name = %L), 0)', generated.name,
      generated.held, generated.source) INTO last;
    INSERT INTO given.number VALUES (generated.source, last) ON CONFLICT (name) DO UPDATE SET last = excluded.last;
    PERFORM setval(generated.source, greatest(last, 1), last > 0);
  END LOOP;
END $$
"""


class Store:
    """One of the two, and the words of its output that are random."""

    def __init__(self, case, name, address):
        self.case, self.name, self.address, self.seen = case, name, str(address), {}

    def run(self, words):
        done = self.case.market(*words, "--store", self.address)
        return f"{done.returncode}\n{self.known(done.stdout)}---\n{self.known(done.stderr)}"

    def known(self, text):
        # Only a database has standbys.
        text = re.sub(r"^warn\tstandbys\t.*\n", "", text.replace(self.address, "STORE"), flags=re.M)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", "TIME", text)
        return re.sub(r"\b[A-Z0-9]{16}\b|\b[0-9a-f]{32,64}\b", lambda found: self.word(found[0]), text)

    def word(self, word):
        return self.seen.setdefault(word, f"WORD{len(self.seen)}")


class Sequence:
    """The commands of a shop, some of them wrong."""

    def __init__(self, case):
        self.case, self.random = case, case.random
        self.added, self.done, self.references = 0, 0, []
        # Those that were deleted: a sequence that deletes its few items early would do nothing else.
        self.deleted = set()

    def pick(self, *values):
        return self.random.choice(values)

    def some(self, values, most=2):
        return self.random.sample(values, self.random.randint(0, most))

    def number(self):
        """The number of an item; sometimes of one that is not there."""
        roll, numbers = self.random.random(), range(1, max(1, self.added) + 1)
        if roll < 0.03:
            return self.added + 1
        return self.pick(*([number for number in numbers if number not in self.deleted or roll < 0.2] or numbers))

    def item(self):
        return self.named(self.number())

    def named(self, number):
        return self.pick(str(number), f"S-{number}", f"s-{number}")

    def entry(self):
        """The number of an entry; in part of one that is not there."""
        return str(self.random.randint(1, 4 + self.done))

    def items(self):
        return [f"{self.item()}:{self.pick(1, 1, 2, 7)}" for _ in range(self.pick(1, 1, 2, 3))]

    def reference(self):
        if self.references and self.random.random() < 0.4:
            return self.pick(*self.references)
        self.references.append(f"order {len(self.references)}")
        return self.references[-1]

    def terms(self):
        words = []
        if self.random.random() < 0.4:
            words += ["--reference", self.reference()]
        if self.random.random() < 0.5:
            words += ["--at", f"2026-11-{self.random.randint(1, 20):02}T{self.random.randint(0, 23):02}:30"]
        return words

    def price(self):
        return self.pick("5", "12", "30", "99", "1000", "12.50", "0", "7.125", "x")

    def add(self):
        words = ["add", "--title", f"{self.pick(*WORDS)} {self.pick(*WORDS)}", "--price", self.price(), "--currency",
                 self.pick("EUR", "EUR", "KRW", "USD"), "--stock", str(self.random.randint(0, 9)), "--sku", f"S-{self.added + 1}"]
        for tag in self.some(TAGS):
            words += ["--tag", tag]
        if self.random.random() < 0.3:
            words += ["--description", " ".join(self.some(WORDS, 5)) or "none"]
        if self.random.random() < 0.2:
            words += ["--barcode", f"{self.random.randint(10 ** 7, 10 ** 8 - 1)}"]
        return words

    def edit(self):
        change = self.pick(
            ["--title", self.pick(*WORDS)], ["--price", self.price()], ["--discounted-price", self.pick("1", "3", "0")],
            ["--discount", self.pick("10%", "100%", "33%")], ["--stock", self.pick("3", "+2", "-1")], ["--no-discount"],
            ["--note", "a note"], ["--off-sale"], ["--on-sale"], ["--reorder-at", "4"], ["--tag", self.pick(*TAGS)],
            ["--cost", self.pick("2", "4.50")], ["--description", self.pick(*WORDS)])
        if self.random.random() < 0.2:
            return ["edit", *self.filters(), *self.pick(["--price", "+5%"], ["--add-tag", "sale"], ["--remove-tag", "red"]), "--yes"]
        return ["edit", self.item(), *change]

    def filters(self):
        choices = [["--tag", self.pick(*TAGS)], ["--currency", "EUR"], ["--min", "5"], ["--max", "100"], ["--in-stock"],
                   ["--sold-out"], ["--discounted"], ["--low"], ["--below", "4"], ["--since", "2026-11-01"],
                   ["--sold-since", "2026-11-10"], ["--unsold-for", "5d"]]
        return [word for words in self.some(choices) or [["--tag", "sale"]] for word in words]

    def moved(self):
        return self.pick(
            ["sell", *self.items(), *self.terms()], ["sell", *self.items(), "--price", self.price(), *self.terms()],
            ["restock", *self.items(), "--cost", self.pick("2", "3.33"), *self.terms()], ["restock", *self.items(), *self.terms()],
            ["return", *self.items(), *self.terms()], ["return", self.item(), "--not-resellable"],
            ["write-off", *self.items(), "--reason", self.pick("lost", "broken", "own-use"), *self.terms()],
            ["correct", self.entry(), *self.pick(["--quantity", "0"], ["--price", "4"], ["--cost", "3"]), "--yes"])

    def undone(self):
        deleted, restored = self.number(), self.pick(*(sorted(self.deleted) or [self.number()]))
        words = self.pick(
            ["delete", self.named(deleted)], ["trash", "restore", self.named(restored)], ["undo", "--yes"],
            ["undo", self.entry(), "--yes"], ["undo", self.entry(), "--dry-run"],
            ["trash", "empty", "--yes"] if self.random.random() < 0.1 else ["trash"])
        if words[0] == "delete":
            self.deleted.add(deleted)
        elif words[:2] == ["trash", "restore"]:
            self.deleted.discard(restored)
        return words

    def imported(self):
        path = self.case.folder / "sheet.csv"
        rows = [",".join([f"S-{self.random.randint(1, self.added + 2)}", self.pick(*WORDS).replace(",", ""), self.price(),
                          self.pick("", "4", "9")]) for _ in range(self.random.randint(1, 6))]
        path.write_text("sku,title,price,stock\n" + "\n".join(rows) + "\n", encoding="utf-8")
        return ["import", path, "--yes", "--currency", "EUR", *self.pick([], [], ["--atomic"], ["--stock-mode", "add"])]

    def reviewed(self):
        return ["reviews", "write", self.item(), "--stars", str(self.random.randint(1, 5)), "--text", self.pick(*WORDS)]

    def read(self):
        return self.pick(
            ["list", "--all", "--json", "--sort", self.pick(*SORTS), *(self.filters() if self.random.random() < 0.6 else [])],
            ["list", self.pick(*WORDS), "--json", "--page", self.pick("1", "2"), "--per-page", "5"],
            ["list", self.pick(*WORDS), self.pick(*WORDS)], ["show", self.item(), "--json"], ["history", self.item(), "--json"],
            ["history", "--reference", self.reference(), "--json"], ["sales", "--month", "2026-11", "--json"],
            ["sales", "--month", "2026-11", "--by", self.pick("item", "tag", "day")], ["best", "--month", "2026-11", "--json"],
            ["orders", "--month", "2026-11", "--json"], ["log", "--json"], ["list", "--totals"], ["reviews", self.item()],
            ["export", "--format", self.pick("csv", "jsonl"), "--columns", "id,sku,title,price,discounted_price,stock,tags,cost,note"],
            ["check"])

    def command(self):
        roll = self.random.random()
        if self.added < 4 or roll < 0.10:
            return self.add()
        for share, kind in [(0.20, self.edit), (0.45, self.moved), (0.55, self.undone), (0.60, self.imported), (0.64, self.reviewed)]:
            if roll < share:
                return kind()
        return self.read()


def main():
    try:
        with Case(__doc__) as case:
            postgres = Postgres("max_connections=20")
            case.cleanup.callback(postgres.close)
            stores = [Store(case, "file", case.folder / "market.db"), Store(case, "PostgreSQL", postgres.url)]
            sequence = Sequence(case)
            different, codes, count = [], {}, 120 if case.short else 300
            for number in range(count):
                words = sequence.command()
                one, other = [store.run(words) for store in stores]
                postgres.query(CLOSE_GAPS)
                code = one.split("\n", 1)[0]
                codes[code] = codes.get(code, 0) + 1
                sequence.done += code == "0"
                sequence.added += words[0] == "add" and code == "0"
                if one != other:
                    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), "file", "PostgreSQL", lineterm="", n=0)
                    different.append(f"{number}: market {' '.join(map(str, words))}\n" + "\n".join(list(lines)[:12]))
            case.holds(codes.get("0", 0) > count // 2, f"most of {count} commands are done: {codes}")
            case.holds(not different, f"{len(different)} of {count} commands print another text")
            for text in different[:5]:
                print(text, flush=True)
            for store in stores:
                case.adds_up(store.address, f"{store.name} is sound")
    except NotStarted as error:
        sys.exit(f"Error: {error}")


main()
