"""Computes stocks, rankings and ratings from the histories and the reviews of a store, and compares them with what the
program says."""

import collections
import datetime
import fractions
import json
import sqlite3
import subprocess
import zoneinfo

from served import PROGRAM

ZONE = "Asia/Seoul"
DAYS = 20


def market(case, *words):
    """Runs a command in the time zone of the market."""
    return subprocess.run(
        [PROGRAM, *map(str, words)], env=case.environment() | {"TZ": ZONE}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120)


def lines(done):
    """The objects that a command has written as JSON, with exact numbers."""
    return [json.loads(line, parse_float=fractions.Fraction) for line in done.stdout.splitlines()]


def histories(case, store):
    """The items, and the movements by item, the oldest first, as `market history` lists them; those of deleted items come
    from the file."""
    found = {}
    for item in lines(market(case, "list", "--all", "--json", "--store", store)):
        entries = lines(market(case, "history", item["id"], "--all", "--per-page", 500, "--json", "--store", store))
        # Without changes of the title and the price.
        found[item["id"]] = [entry for entry in entries[::-1] if entry["quantity"] is not None]
        sums = 0
        for entry in found[item["id"]]:
            sums += entry["quantity"]
            if sums != entry["stock"] or sums < 0:
                case.holds(False, f"the stock of entry {entry['id']} is {entry['stock']}, not {sums}")
        if sums != item["stock"]:
            case.holds(False, f"the stock of item {item['id']} is {item['stock']}, not {sums}")
    items = set(found)
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        columns = ("id", "item_id", "kind", "quantity", "stock", "currency", "unit_price", "reverses", "reported_at")
        for row in database.execute(f"SELECT {', '.join(columns)} FROM movement ORDER BY id"):
            entry = dict(zip(columns, row))
            if entry["item_id"] not in items:
                entry["unit_price"] = fractions.Fraction(entry["unit_price"], 10_000)
                at = datetime.datetime.fromtimestamp(entry["reported_at"] // 1_000_000, zoneinfo.ZoneInfo(ZONE))
                entry["reported_at"] = at.isoformat()
                found.setdefault(entry["item_id"], []).append(entry)
    return items, found


def periods(day):
    """The names of the day, the week and the month of a day, as `market best` takes them."""
    year, week, _ = day.isocalendar()
    return [("date", day.isoformat()), ("week", f"{year}-W{week:02}"), ("month", f"{day:%Y-%m}")]


class Totals:
    """Pieces and revenue by period, item and currency, net of returns."""

    def __init__(self, found):
        def dictionary(value):
            return lambda: collections.defaultdict(value)

        self.by = dictionary(dictionary(dictionary(lambda: [0, 0])))()
        for item, entries in found.items():
            for entry in entries:
                # A correction that takes no entry back changes the stock only.
                if entry["kind"] in ("sold", "returned") or entry["kind"] == "correction" and entry.get("reverses"):
                    day = datetime.date.fromisoformat(entry["reported_at"][:10])
                    for period in periods(day):
                        total = self.by[period][item][entry["currency"]]
                        total[0] -= entry["quantity"]
                        total[1] -= entry["quantity"] * entry["unit_price"]

    def rows(self, period, measure, currency):
        """The items with sales in a period, in the order of the ranking: value, item and totals by currency."""
        rows = []
        for item, totals in self.by.get(period, {}).items():
            counted = {code: tuple(total) for code, total in sorted(totals.items())
                       if tuple(total) != (0, 0) and currency in (None, code)}
            value = sum(total[measure] for total in counted.values())
            # Pieces that were given away are not ranked.
            if value > 0 and any(total[1] > 0 for total in counted.values()):
                code, first = next(iter(counted.items()))
                tie = (code, -first[1]) if measure == 0 else ()
                rows.append(((-value, *tie, item), value, item, counted))
        return [row[1:] for row in sorted(rows)]

    def ranks(self, period, measure, currency):
        values = [row[0] for row in self.rows(period, measure, currency)]
        return {item: 1 + sum(other > value for other in values)
                for value, item, _ in self.rows(period, measure, currency)}

    def ranking(self, day, scale, measure, currency):
        """What `market best --json` should say of the period of a day."""
        name, period = periods(day)[scale]
        before = [periods(day)[scale]]
        # Every period before, the nearest first.
        for back in range(1, 2 * DAYS + 62):
            other = periods(day - datetime.timedelta(days=back))[scale]
            if other != before[-1]:
                before.append(other)
        earlier = [self.ranks(one, measure, currency) for one in before[1:]]
        places, ranks = [], self.ranks((name, period), measure, currency)
        last = max(one for one in (day + datetime.timedelta(days=ahead) for ahead in range(31))
                   if periods(one)[scale] == (name, period))
        for value, item, counted in self.rows((name, period), measure, currency):
            rank, former = ranks[item], earlier[0].get(item)
            status = ("re" if any(item in one for one in earlier[1:]) else "new") if former is None else \
                "up" if former > rank else "down" if former < rank else "same"
            to_date = sum(
                total[0] for (kind, text), items in self.by.items() if kind == "date" and text <= last.isoformat()
                for code, total in items.get(item, {}).items() if currency in (None, code))
            places.append({
                "rank": rank, "previous_rank": former, "change": None if former is None else former - rank,
                "status": status, "id": item, "pieces": sum(total[0] for total in counted.values()),
                "pieces_to_date": to_date, "revenue": {code: total[1] for code, total in counted.items()}})
        return places


def rankings(case, found):
    totals, today = Totals(found), datetime.datetime.now(zoneinfo.ZoneInfo(ZONE)).date()
    compared, places, wrong = 0, 0, []
    for back in range(0, DAYS + 2, 3 if case.short else 1):
        day = today - datetime.timedelta(days=back)
        for scale in (0, 1, 2) if back % 6 == 0 else (0,):
            for measure, currency, options in ((0, None, []), (0, "USD", ["--currency", "USD"]),
                                               (1, "EUR", ["--by", "revenue", "--currency", "EUR"])):
                name, period = periods(day)[scale]
                done = market(case, "best", f"--{name}={period}", *options, "--limit", 500, "--json", *case.place)
                said = [{key: value for key, value in place.items()
                         if key not in ("title", "sku", "price", "share")} for place in lines(done)]
                expected = totals.ranking(day, scale, measure, currency)
                compared, places = compared + 1, places + len(expected)
                if said != expected or done.returncode != 0:
                    wrong.append(f"{period} {' '.join(options)}: {said} instead of {expected}")
    case.none(wrong, f"{compared} rankings with {places} places are those of the histories")
    sales(case, totals)


def sales(case, totals):
    sums = collections.defaultdict(lambda: [0, 0])
    for (kind, _), items in totals.by.items():
        for counted in items.values() if kind == "date" else ():
            for code, total in counted.items():
                sums[code][0] += total[0]
                sums[code][1] += total[1]
    said = {row["currency"]: [row["pieces"], row["revenue"]]
            for row in lines(market(case, "sales", "--by", "currency", "--json", *case.place))}
    expected = {code: total for code, total in sums.items() if total != [0, 0]}
    case.none([] if said == expected else [said, expected], "sales by currency are those of the histories")


def bound(stars):
    """The lower bound of the mean, in billionths (https://www.evanmiller.org/ranking-items-with-star-ratings.html)."""
    total = len(stars) + 5
    shares = [(stars.count(number) + 1) / total for number in range(1, 6)]
    mean = sum(number * share for number, share in zip(range(1, 6), shares))
    square = sum(number * number * share for number, share in zip(range(1, 6), shares))
    return round((mean - 1.65 * ((square - mean * mean) / (total + 1)) ** 0.5) * 1e9)


def ratings(case, shared, items, found):
    roots, standing = {}, collections.Counter()
    for item in items:
        for entry in found[item]:
            root = roots.get(entry.get("reverses"), entry["id"])
            roots[entry["id"]] = root
            standing[root] -= entry["quantity"]
    bounds, seen, wrong, verified = {}, set(), [], 0
    for item in sorted(items):
        reviews = []
        while page := lines(market(case, "reviews", item, "--per-page", 50, "--page", len(reviews) // 50 + 1, "--json",
                                   *case.place)):
            reviews += page
            if len(page) < 50:
                break
        stars = [review["stars"] for review in reviews]
        shown = lines(market(case, "show", item, "--json", *case.place))[0]
        mean = fractions.Fraction(sum(stars), len(stars)) if stars else None
        # Cut after twelve decimals.
        cut = None if mean is None else fractions.Fraction(int(mean * 10**12), 10**12)
        if (shown["rating"], shown["rating_count"]) != (cut, len(stars)):
            wrong.append(f"item {item}: {shown['rating']} of {shown['rating_count']}, not {cut} of {len(stars)}")
        if stars:
            bounds[item] = bound(stars)
        for review in reviews:
            seen.add(review["id"])
            sale = shared.reviews[review["id"]][1]
            expected = sale is not None and standing[roots.get(sale["id"])] > 0
            verified += expected
            if review["verified"] != expected:
                wrong.append(f"review {review['id']} is verified: {review['verified']}, not {expected}")
    case.none(wrong, f"{len(seen)} reviews, {verified} of them verified, give {len(bounds)} ratings")
    expected = {number for number, (item, _) in shared.reviews.items() if item in items} - shared.gone
    case.none(sorted(seen ^ expected), "the reviews are those that were written and not deleted")
    unrated = sorted(items - bounds.keys())
    for sort, sign in (("rating", -1), ("-rating", 1)):
        listed = market(case, "list", "--all", f"--sort={sort}", "--json=id", *case.place)
        said = [entry["id"] for entry in lines(listed)]
        rated = sorted(bounds, key=lambda item: (sign * bounds[item], sign * item))
        case.none([] if said == rated + unrated else [said, rated + unrated], f"--sort {sort} is that order")


def acknowledged(case, shared, items, found):
    """Each acknowledged movement is there as it was said, and there are no others."""
    there = {entry["id"]: entry for item in found for entry in found[item]}
    sold = {entry["item_id"] for entry in shared.movements.values() if entry["kind"] == "sold"}
    keys = ("kind", "quantity", "stock", "unit_price", "currency")
    lost = [number for number, entry in shared.movements.items() if entry["item_id"] in items | sold
            and {key: there.get(number, {}).get(key) for key in keys} != {key: entry[key] for key in keys}]
    case.none(lost, f"{len(shared.movements)} acknowledged movements are there as they were reported")
    own = {number for number, entry in there.items() if entry["kind"] in ("sold", "received", "returned", "removed")}
    case.none(sorted(own - shared.movements.keys()), "there are no others")
