"""Evenings of an observed two-cloth table with an error in every second coup: an accident that somebody reports, or
an act that nobody could prevent. The bots play on, and the inspector's bot rules as the rules propose.

One source of choices decides everything, so an evening is the same for the same seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.banked.acts import DrawCard, Say, Stand
from tapete.games.banked.reportable import Reportable
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.reports import reportable
from tapete.games.dos_panos.terms import CLOTHS, COUP, WORD_OF, BankMode, Hand, Phase
from tapete.kernel import Act, PersonId, Refused, Ruled
from tapete.play import transition
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.dos_panos.evening import GAME, Evening

LATEST = 22
"""Acts of a coup after which its error has happened at the latest."""


class ErrorEvening(Evening):
    """A table at which something goes wrong in every second coup. ``errors`` counts what went wrong, by its code."""

    def __init__(self, seed: str, book: str, mode: BankMode, players: int = 6) -> None:
        super().__init__(seed, book, mode, players, conduct=Conduct.OBSERVED)
        self.errors: Counter[str] = Counter()
        self.rulings: Counter[str] = Counter()
        self.coup_of_error = self.wait = self.incidents = 0
        self.erred: set[int] = set()

    def go_on(self) -> bool:
        """Let something go wrong where it is time for it, or an official rule otherwise than is proposed; else let a
        bot do what it wants to do.
        """
        state = self.state
        if state.docket.count > self.incidents:
            self.incidents = state.docket.count
            self.erred.add(state.coup.number)
            opened = state.docket.open[-1:]
            self.errors.update(fault.code for one in opened for fault in one.faults)
        if state.docket.open:
            return self._rules_otherwise(state.docket.open[0]) or super().go_on()
        if self._is_time() and self._lets_go_wrong():
            return True
        return super().go_on()

    def play_errors(self, coups: int) -> ErrorEvening:
        """Play until so many coups have ended, paid or annulled, and nothing waits for a ruling; or nobody goes on."""
        while self.state.docket.open or self.counts["CoupSettled"] + self.counts["CoupVoided"] < coups:
            if not self.go_on():
                return self
        return self

    # --- what goes wrong ----------------------------------------------------------------------------------------------

    def _is_time(self) -> bool:
        """Return True if the error of this coup is due: of every second one, so many acts after its betting opened."""
        coup = self.state.coup
        if coup.number % 2 or coup.number in self.erred or self.state.phase not in (Phase.BETS, *COUP):
            return False
        if self.coup_of_error != coup.number:
            self.coup_of_error, self.wait = coup.number, self.rng.randrange(LATEST)
        self.wait -= 1
        return self.wait < 0 or self.state.phase is Phase.SETTLE

    def _lets_go_wrong(self) -> bool:
        """Do what should not be done, or report what happened; return False where neither is possible now."""
        tries = [*self._wrong_acts()] if self.rng.random() < 0.5 else []
        self.rng.shuffle(tries)
        reported = [(self._croupier, one) for one in self._reports()]
        for who, what in (*tries, *reported):
            outcome = transition(GAME, self.state, Act(who, what, GAME.step(self.state)), self.source).outcome
            if isinstance(outcome, Ruled):
                self.act(who, what)
                return True
        return False

    def _wrong_acts(self) -> Iterator[tuple[PersonId, Any]]:
        """Yield acts that are an error at once, and one that shows as one when the cards lie open."""
        state, banker = self.state, self.state.banker
        assert banker is not None
        yield from ((banker, a.DealCard(hand)) for hand in Hand)
        yield from ((banker, a.GiveCard(cloth)) for cloth in CLOTHS)
        yield from ((banker, what) for what in (a.LayDown(Hand.BANCA), DrawCard(), Stand()))
        for cloth in CLOTHS:
            holder = state.holder(cloth)
            if holder is not None and state.phase is WORD_OF[cloth]:
                yield from ((holder, what) for what in (a.LayDown(cloth), *map(Say, Word)))

    def _reports(self) -> list[a.Report]:
        """Return what can be reported now, in no special order."""
        found = [*reportable(self.state, self._croupier)]
        self.rng.shuffle(found)
        return [self._report(one) for one in found]

    def _report(self, one: Reportable) -> a.Report:
        """Return a report with one of everything that can stand in it."""
        chosen = self.rng.choice(one.combinations)
        facts = {
            "fault_of": self.rng.choice(chosen.parties),
            "hand": self.rng.choice(chosen.hands) if chosen.hands else None,
            "person": self.rng.choice(chosen.people) if chosen.people else None,
        }
        if one.positions:
            facts["position"] = self.rng.choice(one.positions)
        return replace(one.example, **facts)  # type: ignore[return-value]

    # --- what is ruled ------------------------------------------------------------------------------------------------

    def _rules_otherwise(self, incident: Incident) -> bool:
        """Report something more beside an incident, or rule otherwise than is proposed: now and then."""
        dice = self.rng.random()
        if dice < 0.06:
            return self._lets_go_wrong()
        others = [one.effects for one in incident.alternatives] + [(VoidCoup(),)]
        if dice > 0.12:
            return False
        official = self.state.staff[Role.DIRECTOR if Role.DIRECTOR in self.state.staff else Role.INSPECTOR]
        given = GiveRuling(incident.serial, self.rng.choice(others), "seen otherwise")
        ruled = not isinstance(self.act(official, given), Refused)
        self.rulings["otherwise"] += ruled
        return ruled

    @property
    def _croupier(self) -> PersonId:
        return self.state.staff[Role.CROUPIER]
