"""Whose money is where: what each person brought, won and lost is what lies before him or on the table as his."""

from collections import defaultdict
from typing import Any


def in_proportion(amount: int, parts: list[int]) -> list[int]:
    whole = sum(parts)
    rest = [amount * part // whole for part in parts[1:]]
    return [amount - sum(rest), *rest]


def borne(amount: int, parts: list[int]) -> list[int]:
    found, over = in_proportion(amount, parts), 0
    for n, part in enumerate(parts):
        found[n] += over
        over = max(0, found[n] - part)
        found[n] -= over
    return found


class Purses:
    def __init__(self) -> None:
        self.owns: dict[str, int] = defaultdict(int)

    def see(self, before: Any, events: Any) -> None:
        for event in events:
            match type(event).__struct_config__.tag.partition("@")[0]:
                case "bought-in":
                    self.owns[event.person] += event.amount
                case "cashed-out" | "person-left":
                    self.owns[event.person] -= event.amount
                case "coup-settled":
                    self.settled(before, str(event.winner))
                case "payment-corrected":
                    for one in (*event.players, *event.bank, *event.debts):
                        self.owns[one.person] += one.amount

    def settled(self, before: Any, winner: str) -> None:
        if winner == "empate":
            return
        award, owners = before.coup.award, [one.person for one in before.bank.parts]
        parts, sign = [one.amount for one in before.bank.parts], 1 if winner == "punto" else -1
        for one in award.stakes:
            self.owns[one.person] += sign * one.amount
        covered = sum(one.amount for one in award.stakes)
        kept = (covered * 5 + 50) // 100
        change = [-one for one in borne(covered, parts)] if sign > 0 else in_proportion(covered - kept, parts)
        for who, one in zip(owners, change, strict=True):
            self.owns[who] += one

    def differences(self, state: Any) -> dict[str, tuple[int, int]]:
        found = lying(state)
        return {
            who: (self.owns[who], found.get(who, 0))
            for who in {*self.owns, *found}
            if self.owns[who] != found.get(who, 0)
        }


def lying(state: Any) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for name, held in state.ledger.items():
        if name.startswith("person:"):
            found[name.partition(":")[2]] += held
    stakes = () if state.coup.award is None else state.coup.award.stakes
    on_table = [*state.calls.claims, *stakes, *state.coup.late]
    on_table += [] if state.auction is None else state.auction.window.claims
    on_table += [] if state.bank is None else [*state.bank.parts, *state.bank.aside]
    for one in on_table:
        found[one.person] += one.amount
    return {who: cents for who, cents in found.items() if cents}
