#!/usr/bin/env python3
"""Tests the checker of histories: right ones pass, and each of the recorded bad ones is refused for its own reason.

    Tests/Cluster/histories.py"""

import copy
import sys
import unittest

sys.dont_write_bytecode = True

from history import problems  # noqa: E402


def sell(client, key, began, ended, stock, quantity=1, outcome="ok"):
    return {"client": client, "item": 1, "kind": "sell", "key": key, "began": began, "ended": ended, "quantity": quantity,
            "outcome": outcome, "stock": stock}


def read(client, began, ended, stock=None, price=None):
    return {"client": client, "item": 1, "kind": "read", "began": began, "ended": ended, "outcome": "ok", "stock": stock,
            "price": price}


def edit(client, began, ended, before, price, outcome="ok"):
    return {"client": client, "item": 1, "kind": "edit", "began": began, "ended": ended, "outcome": outcome, "before": before,
            "price": price}


def ledger(opening, *sales):
    """Movements of an opening stock and of sales, each a reference and pieces."""
    movements, stock = [{"quantity": opening, "stock": opening, "reference": None}], opening
    for reference, quantity in sales:
        stock -= quantity
        movements.append({"quantity": -quantity, "stock": stock, "reference": reference})
    return movements


class Histories(unittest.TestCase):
    def right(self, operations, movements, prices=(10, 10)):
        self.assertEqual(problems(operations, {1: movements}, {1: prices}), [])

    def refused(self, words, operations, movements, prices=(10, 10)):
        found = problems(operations, {1: movements}, {1: prices})
        self.assertTrue(any(words in problem for problem in found), f"'{words}' is not in {found}")

    # A recorded history of three servers: two clients sell the last pieces, one is refused, one sees all of it.
    operations = [
        sell("a", "a1", 0.0, 0.1, 1), read("c", 0.05, 0.15, 2), sell("b", "b1", 0.1, 0.2, 0), read("c", 0.3, 0.4, 0),
        sell("a", "a2", 0.3, 0.5, None, outcome="refused"), edit("b", 0.4, 0.6, 10, 11), read("b", 0.7, 0.8, 0, 11),
        edit("a", 0.5, 0.9, 10, 12, "refused"), edit("a", 1.0, 1.2, 11, 13, "unknown"), read("b", 1.1, 1.3, 0, 13),
        sell("b", "b2", 1.4, 1.9, None, outcome="unknown")]
    movements = ledger(2, ("a1", 1), ("b1", 1))

    def test_a_right_history_passes(self):
        self.right(self.operations, self.movements, (10, 13))

    def test_an_unknown_operation_may_have_happened_or_not(self):
        self.right([sell("a", "a1", 0, 1, None, outcome="unknown")], ledger(2))
        self.right([sell("a", "a1", 0, 1, None, outcome="unknown"), read("b", 0.5, 0.6, 1)], ledger(2, ("a1", 1)))
        self.right([edit("a", 0, 1, 10, 11, "unknown"), edit("b", 2, 3, 10, 12)], ledger(2), (10, 12))

    def test_others_may_read_the_past_for_a_second(self):
        self.right([sell("a", "a1", 0, 0.1, 1), read("b", 0.5, 0.6, 2)], ledger(2, ("a1", 1)))

    def test_the_same_stock_may_come_again(self):
        movements = ledger(2, ("a1", 1), ("b1", -1), ("a2", 1))
        self.right([sell("a", "a1", 0, 0.1, 1), sell("b", "b1", 0.2, 0.3, 2, -1), read("a", 0.4, 0.5, 2),
                    sell("a", "a2", 0.6, 0.7, 1), read("a", 0.8, 0.9, 1)], movements)

    def test_an_acknowledged_sale_is_lost(self):
        self.refused("acknowledged and is lost", self.operations, ledger(2, ("a1", 1)), (10, 13))

    def test_a_sale_is_recorded_twice(self):
        self.refused("recorded 2 times", [sell("a", "a1", 0, 1, 2)], ledger(3, ("a1", 1), ("a1", 1)))
        self.refused("recorded 2 times", [sell("a", "a1", 0, 1, None, outcome="unknown")], ledger(3, ("a1", 1), ("a1", 1)))

    def test_a_refused_sale_is_recorded(self):
        self.refused("refused and is recorded", [sell("a", "a1", 0, 1, None, outcome="refused")], ledger(1, ("a1", 1)))

    def test_a_sale_is_recorded_that_no_client_made(self):
        self.refused("no client made", [], ledger(1, ("z", 1)))

    def test_the_stock_is_below_zero(self):
        self.refused("below 0", [sell("a", "a1", 0, 1, 0), sell("b", "b1", 0, 1, -1)], ledger(1, ("a1", 1), ("b1", 1)))

    def test_two_sales_take_the_same_piece(self):
        movements = ledger(2, ("a1", 1), ("b1", 1))
        movements[2]["stock"] = 1
        self.refused("add up to", [sell("a", "a1", 0, 1, 1), sell("b", "b1", 0, 1, 1)], movements)

    def test_a_response_has_another_stock_than_the_ledger(self):
        self.refused("was told a stock", [sell("a", "a1", 0, 1, 2)], ledger(2, ("a1", 1)))

    def test_other_pieces_are_recorded(self):
        self.refused("is recorded with", [sell("a", "a1", 0, 1, 0, 1)], ledger(2, ("a1", 2)))

    def test_a_client_does_not_see_its_own_sale(self):
        self.refused("went back", [sell("a", "a1", 0, 0.1, 1), read("a", 0.2, 0.3, 2)], ledger(2, ("a1", 1)))

    def test_a_client_goes_back_between_two_reads(self):
        self.refused("went back", [sell("b", "b1", 0, 0.1, 1), read("a", 0.05, 0.1, 1), read("a", 0.2, 0.3, 2)],
                     ledger(2, ("b1", 1)))

    def test_a_read_lacks_what_was_acknowledged_long_before(self):
        self.refused("was replaced more than 1 s before", [sell("b", "b1", 0, 0.1, 1), read("a", 5, 5.1, 2)],
                     ledger(2, ("b1", 1)))

    def test_a_read_has_what_was_never_there(self):
        self.refused("there has never been", [read("a", 0, 1, 7)], ledger(2))
        self.refused("there has never been", [edit("b", 0, 1, 10, 11), read("a", 0, 1, price=12)], ledger(2), (10, 11))

    def test_a_read_has_the_future(self):
        self.refused("before it was written", [read("a", 0, 1, 1), sell("b", "b1", 2, 3, 1)], ledger(2, ("b1", 1)))

    def test_a_sale_is_refused_although_there_is_enough(self):
        self.refused("while there was enough", [sell("a", "a1", 0, 1, None, outcome="refused")], ledger(2))
        # It was sold out only later.
        self.refused("while there was enough", [
            sell("a", "a1", 0, 1, None, outcome="refused"), sell("b", "b1", 2, 3, 0)], ledger(1, ("b1", 1)))

    def test_an_update_is_lost(self):
        self.refused("an update is lost", [edit("a", 0, 1, 10, 11), edit("b", 0, 1, 10, 12)], ledger(2), (10, 12))

    def test_an_acknowledged_edit_is_lost(self):
        self.refused("is lost", [edit("a", 0, 1, 10, 11)], ledger(2), (10, 10))

    def test_a_price_comes_from_nowhere(self):
        self.refused("set by no edit", [edit("a", 0, 1, 10, 11)], ledger(2), (10, 14))
        self.refused("set by no edit", [edit("a", 0, 1, 10, 11, "refused")], ledger(2), (10, 11))

    def test_a_client_does_not_see_its_own_edit(self):
        self.refused("went back", [edit("a", 0, 0.1, 10, 11), read("a", 0.2, 0.3, price=10)], ledger(2), (10, 11))

    def test_each_change_of_the_recorded_history_is_refused(self):
        """Every stock of a sale or a read that is another than it was."""
        for index, operation in enumerate(self.operations):
            if operation["outcome"] != "ok" or operation.get("stock") is None:
                continue
            changed = copy.deepcopy(self.operations)
            changed[index]["stock"] += 1
            found = problems(changed, {1: self.movements}, {1: (10, 13)}, staleness=0)
            self.assertTrue(found, f"operation {index} with another stock passes")


if __name__ == "__main__":
    unittest.main()
