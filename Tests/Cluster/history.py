"""Checks a history of concurrent sales, edits and reads against what the market's invariants allow.

A history has operations of clients, and at its end the ledger of each item and its present price. An operation has the keys

    client, item, kind    kind is `sell`, `edit` or `read`
    began, ended          seconds of one monotonic clock
    outcome               `ok`, `refused` (nothing was changed), or `unknown` (no response says)
    key                   of a sale: its Idempotency-Key, which is its reference in the ledger, too
    quantity, stock       of a sale: pieces, and the stock after it as the response has it; of a read: the stock
    before, price         of an edit: the price that it replaces, and the new one, which no other edit sets; of a read: the price

An operation whose outcome is unknown stays in the history: the ledger and the price may have it or not.
"""

import collections

# A read may lack what another client was told this many seconds before; never what its own client was told.
STALENESS = 1.0


def problems(operations, ledgers, prices, staleness=STALENESS):
    """Sentences about what the history has that it must not have; none for a history that is right.

    `ledgers` has for each item its movements in order, each with `quantity` (signed), `stock` and `reference`.
    `prices` has for each item the prices at the begin and at the end."""
    found = []
    for item, ledger in ledgers.items():
        of_item = [operation for operation in operations if operation["item"] == item]
        found += [f"item {item}: {problem}" for problem in item_problems(of_item, ledger, prices.get(item), staleness)]
    unknown = {operation["item"] for operation in operations} - set(ledgers)
    return found + [f"item {item}: it has operations and no ledger" for item in sorted(unknown, key=str)]


def item_problems(operations, ledger, prices, staleness):
    found = ledger_problems(ledger)
    sales = [operation for operation in operations if operation["kind"] == "sell"]
    places = collections.defaultdict(list)
    for place, movement in enumerate(ledger):
        if movement.get("reference") is not None:
            places[movement["reference"]].append(place)
    found += sale_problems(sales, ledger, places)
    chain, edit_problems = price_chain([each for each in operations if each["kind"] == "edit"], prices)
    found += edit_problems
    by_key = {sale["key"]: sale for sale in sales if len(places[sale["key"]]) == 1}
    stocks = Timeline([movement["stock"] for movement in ledger], [by_key.get(each["reference"]) for each in ledger])
    found += stocks.problems([each for each in operations if each.get("stock") is not None and each["outcome"] == "ok"],
                             "stock", staleness)
    found += refusal_problems(sales, stocks)
    if chain:
        values = Timeline([prices[0]] + [edit["price"] for edit in chain], [None] + chain)
        found += values.problems([each for each in operations if each.get("price") is not None and each["outcome"] == "ok"],
                                 "price", staleness)
    return found


def ledger_problems(ledger):
    found, stock = [], 0
    for place, movement in enumerate(ledger):
        stock += movement["quantity"]
        if movement["stock"] != stock:
            found.append(f"movement {place} leaves a stock of {movement['stock']}, and the movements add up to {stock}")
            stock = movement["stock"]
        if movement["stock"] < 0:
            found.append(f"movement {place} leaves a stock below 0: {movement['stock']}")
    return found


def sale_problems(sales, ledger, places):
    found, keys = [], set()
    for sale in sales:
        key, recorded = sale["key"], [ledger[place] for place in places[sale["key"]]]
        keys.add(key)
        if len(recorded) > 1:
            found.append(f"sale '{key}' is recorded {len(recorded)} times")
        if sale["outcome"] == "ok" and not recorded:
            found.append(f"sale '{key}' was acknowledged and is lost")
        if sale["outcome"] == "refused" and recorded:
            found.append(f"sale '{key}' was refused and is recorded")
        for movement in recorded:
            if movement["quantity"] != -sale["quantity"]:
                found.append(f"sale '{key}' of {sale['quantity']} is recorded with {movement['quantity']}")
            if sale["outcome"] == "ok" and movement["stock"] != sale["stock"]:
                found.append(f"sale '{key}' was told a stock of {sale['stock']}, and the ledger has {movement['stock']}")
    return found + [f"the ledger has a sale '{key}' that no client made" for key in sorted(set(places) - keys) if places[key]]


def price_chain(edits, prices):
    """The edits in the order in which they happened, and problems. An edit names the price that it replaces, and no two set
    the same price: two that replace the same one are a lost update."""
    if prices is None:
        return [], [f"there are {len(edits)} edits and no price"] if edits else []
    found, by_before = [], collections.defaultdict(list)
    for edit in edits:
        if edit["outcome"] != "refused":
            by_before[edit["before"]].append(edit)
    for before, rivals in by_before.items():
        acknowledged = [edit for edit in rivals if edit["outcome"] == "ok"]
        if len(acknowledged) > 1:
            found.append(f"{len(acknowledged)} acknowledged edits replace the price {before}: an update is lost")
    # Backward from the present price: of two unknown edits of one price at most one is on the way.
    by_price, chain, value = {edit["price"]: edit for edit in edits if edit["outcome"] != "refused"}, [], prices[1]
    while value != prices[0]:
        edit = by_price.pop(value, None)
        if edit is None:
            found.append(f"the price {value} was set by no edit")
            return [], found
        chain.append(edit)
        value = edit["before"]
    chain.reverse()
    lost = [edit for edit in edits if edit["outcome"] == "ok" and edit not in chain]
    found += [f"the acknowledged edit from {edit['before']} to {edit['price']} is lost" for edit in lost]
    return chain, found


class Timeline:
    """The values that a field has had, one after the other, each with the operation that wrote it where a client did."""

    def __init__(self, values, writes):
        self.values, self.writes = values, writes
        self.places = collections.defaultdict(list)
        for place, value in enumerate(values):
            self.places[value].append(place)
        # The time before which a value cannot be seen: when its write began, or that of one before it.
        self.begins, latest = [], float("-inf")
        for write in writes:
            latest = max(latest, write["began"] if write else float("-inf"))
            self.begins.append(latest)

    def problems(self, operations, field, staleness):
        """Whether places can be given to all reads so that no client goes back. The earliest place that is possible is given
        to each: if any choice is right, that is."""
        found, last = [], collections.defaultdict(int)
        mine = {id(write): place for place, write in enumerate(self.writes) if write}
        acknowledged = sorted(
            ((write["ended"], place) for place, write in enumerate(self.writes) if write and write["outcome"] == "ok"))
        known, newest = 0, 0
        for operation in sorted(operations, key=lambda each: each["began"]):
            while known < len(acknowledged) and acknowledged[known][0] < operation["began"] - staleness:
                newest = max(newest, acknowledged[known][1])
                known += 1
            least, client = last[operation["client"]], operation["client"]
            if id(operation) in mine:
                if mine[id(operation)] < least:
                    found.append(f"client {client} wrote the {field} {operation[field]} and had seen a later one")
                last[client] = max(least, mine[id(operation)])
                continue
            if operation["kind"] != "read":
                continue
            value = operation[field]
            if not self.places[value]:
                found.append(f"client {client} read the {field} {value}, which there has never been")
                continue
            own = [place for place in self.places[value] if place >= least]
            if not own:
                found.append(f"client {client} read the {field} {value} after a later one: it went back")
                continue
            fresh = [place for place in own if place >= newest]
            if not fresh:
                found.append(f"client {client} read the {field} {value}, which was replaced more than {staleness:g} s before")
                continue
            if self.begins[fresh[0]] > operation["ended"]:
                found.append(f"client {client} read the {field} {value} before it was written")
                continue
            last[client] = fresh[0]
        return found


def refusal_problems(sales, stocks):
    """A sale is refused for want of stock only if the stock was below its pieces at some time while it ran."""
    found = []
    for sale in sales:
        if sale["outcome"] != "refused":
            continue
        possible = False
        for place, value in enumerate(stocks.values):
            if value >= sale["quantity"]:
                continue
            following = stocks.writes[place + 1] if place + 1 < len(stocks.values) else None
            is_over = following is not None and following["outcome"] == "ok" and following["ended"] < sale["began"]
            possible = possible or (stocks.begins[place] <= sale["ended"] and not is_over)
        if not possible:
            found.append(f"sale '{sale['key']}' of {sale['quantity']} was refused while there was enough")
    return found
