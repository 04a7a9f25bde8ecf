"""Betting: stakes on both cloths, and the banco."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat.procedure import CloseBets, OpenBets, Said, say
from tapete.games.banked.coup import Shares, as_shares
from tapete.games.banked.events import BetsOpened
from tapete.games.banked.people import require_at_table, require_chips, require_player
from tapete.games.dos_panos import acts, events as e, placing
from tapete.games.dos_panos.acts import Associate, CallBanco, CloseCalls, Stake, TakeStake
from tapete.games.dos_panos.bank.ending import is_liable_for_all, require_sufficient, rest_on_liability
from tapete.games.dos_panos.errors.deal import require_stakes_free
from tapete.games.dos_panos.people import (
    cloth_of,
    eligible_places,
    place_in_turn,
    player_of,
    ranks,
    ranks_by_cloth,
    require_among,
    require_bank_awarded,
    require_bank_handed_over,
    require_banker_there,
    require_calls_over,
    require_enough_punters,
    require_ready_for_coup,
    require_step,
)
from tapete.games.dos_panos.rules import BancoRules, Excess, LimitSource
from tapete.games.dos_panos.state import LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, Cover, Hand, Phase, Spot
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def may_be_called(state: State) -> bool:
    rules = state.book.banco
    if state.is_open_bank and not rules.in_free_bank.use():
        return False
    return state.shoe.coups < rules.times.use()


def require_time_of_calls(state: State) -> Fault | None:
    if state.phase is Phase.BANCO:
        return None
    in_free_bank = state.book.banco.in_free_bank
    if state.is_open_bank and not in_free_bank.weigh():
        return with_clauses(against(in_free_bank, "no-banco-in-open-bank"), "HP.DP.open-bank-banco")
    return against(state.book.banco.times, "banco-not-now")


@rule("DP.F.02", neutral=None, names_a_pass=False)
def require_punter(state: State, who: PersonId) -> Fault | None:
    """Every stake is laid against the banker: they have none to lay."""
    return fault("banker-does-not-stake") if who == state.banker else None


@acts.decides(CallBanco)
def call(state: State, who: PersonId, _what: CallBanco) -> Decision:
    return first_fault(
        require_time_of_calls(state),
        require_player(state.staff, who),
        require_among(state, who, state.book.banco.callers),
        require_punter(state, who),
        fault("banco-called-already") if who in state.coup.banco_calls else None,
        require_chips(state, who, state.bank_chips),
    ) or (e.BancoCalled(who),)


def caller_of(state: State, cloth: Hand) -> PersonId | None:
    order = ranks(state.seats, state.book.priority)
    calls = [who for who in state.coup.banco_calls if cloth_of(state.seats, who) is cloth]
    return min(calls, key=lambda who: order[who], default=None)


@acts.decides(CloseCalls)
def close_calls(state: State, who: PersonId, _what: CloseCalls) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.BANCO), require_enough_punters(state)
    ):
        return wrong
    called = [cloth for cloth in CLOTHS if caller_of(state, cloth) is not None]
    if not called:
        return (e.PhaseOpened(Phase.BETS),)
    if len(called) > 1 and state.book.banco.lots_between_cloths.use():
        return (e.LotsWanted("cloths", tuple(map(str, called))), e.PhaseOpened(Phase.LOTS))
    return award_banco(state, called[0])


def award_banco(state: State, cloth: Hand) -> tuple[Event, ...]:
    person = caller_of(state, cloth)
    if person is None:
        return (e.PhaseOpened(Phase.BETS),)
    amount = state.bank_chips
    return (e.BancoAwarded(person, amount), *covered_by(state, person, amount))


def covered_by(state: State, person: PersonId, amount: Cents) -> tuple[Event, ...]:
    plays, rules = parts_of_banco(state, person, amount), state.book.banco
    by_turn = {}
    if person in state.barred_from_cards:  # their money plays, the cards go by the turns
        rest_on(cite("DP.C5.03"))
        by_turn = holders(state, plays)
    held = {cloth: by_turn.get(cloth, person) for cloth in CLOTHS if rules.holds_both.use()}
    return (e.CoverAwarded(Cover.BANCO, plays, held), e.PhaseOpened(Phase.DEAL))


def parts_of_banco(state: State, person: PersonId, amount: Cents) -> placing.ClothStakes:
    """Return what a banco plays on each cloth: it always takes both, the larger part of an odd bank the first."""
    if not state.book.banco.both_cloths.use():
        return placing.cloth_stakes({(person, Hand.PRIMERO): amount})
    unit = state.settings.minimum
    whole = amount // unit * unit
    with trace():
        parts = placing.parts_across(state.book.stakes, whole, unit) if whole else dict.fromkeys(CLOTHS, 0)
    parts[Hand.PRIMERO] += amount - whole
    if parts[Hand.PRIMERO] != parts[Hand.SEGUNDO]:
        rest_on(cite("DP.B.16"))
    return placing.cloth_stakes({(person, cloth): part for cloth, part in parts.items()})


def require_no_banco(state: State) -> Fault | None:
    alone: BancoRules = state.book.banco
    if state.coup.banco is None or state.phase not in COUP or not alone.excludes_stakes.use():
        return None
    return against(alone.excludes_stakes, "banco-takes-all", caller=state.coup.banco.person)


def require_shoe_goes_on(state: State) -> Fault | None:
    """Return a Fault if a coup would begin with a shoe that is over, but for one that cards drawn early begin."""
    if not is_shoe_over(state) or state.coup.cards.marks.aside:
        return None
    return Fault("shoe-is-over", {"shoe": state.shoe.number}, is_over_by_stop_card.clauses)


def is_shoe_over(state: State) -> bool:
    return bool(is_over_by_stop_card.where(state.shoe.is_stop_seen))


@rule("DP.B.06", neutral=False)
def is_over_by_stop_card() -> bool:
    """When the stop card comes out the coup is finished and settled, and no other one begins with this shoe."""
    return True


def require_holders(state: State) -> Fault | None:
    rules = state.book.turn
    empty = [str(cloth) for cloth in CLOTHS if not eligible_places(state.seats, cloth, (), rules)]
    return against(rules.numbered_only, "cloth-without-holder", cloths=empty) if empty else None


@acts.decides(OpenBets)
def open_bets(state: State, who: PersonId, _what: OpenBets) -> Decision:
    if wrong := require_post(state.staff, who, Role.CROUPIER) or first_fault(
        require_bank_awarded(state),
        require_shoe_goes_on(state),
        require_step(state, (Phase.BETWEEN,), require_ready_for_coup),
        require_bank_handed_over(state),
        require_enough_punters(state),
        require_banker_there(state),
    ):
        return wrong
    opened = BetsOpened(state.coup.number + 1, state.bank_chips)
    return (opened, e.PhaseOpened(Phase.BANCO if may_be_called(state) else Phase.BETS))


def require_bets_open(state: State) -> Fault | None:
    """Return a Fault unless stakes may be laid and moved: after the closing words nobody does."""
    if state.phase is Phase.BETS:
        return None
    if state.phase not in COUP:
        return require_step(state, (Phase.BETS,), require_ready_for_coup, require_calls_over)
    if (stand := require_stakes_free(state)) is not None:
        return stand
    closing_words = state.book.formulas["no-more-bets"]
    return against(closing_words, "bets-closed") if closing_words.use() else None


def require_stake_limits(state: State, amount: Cents, elsewhere: Cents) -> Fault | None:
    """Return a Fault if a stake is outside of the limits of this table; ``elsewhere``: their other stakes, in cents."""
    limits = state.book.limits.stake
    match limits.weigh():
        case LimitSource.NONE:
            return None
        case _:
            found = placing.require_stake_within(amount, elsewhere, state.settings.minimum, state.settings.maximum)
            return found and with_clauses(found, *limits.clauses)


def lying(state: State, who: PersonId, cloth: Hand, spot: Spot) -> Cents:
    return sum(one.amount for one in state.coup.laid if (one.person, one.cloth, one.spot) == (who, cloth, spot))


def lying_in_all(state: State, who: PersonId) -> Cents:
    return sum(one.amount for one in state.coup.laid if one.person == who)


@acts.decides(Stake)
def stake(state: State, who: PersonId, what: Stake) -> Decision:
    was = lying(state, who, what.cloth, what.spot)
    return first_fault(
        require_player(state.staff, who),
        require_punter(state, who),
        require_no_banco(state),
        require_bets_open(state),
        require_at_table(state.seats, who),
        Fault("no-such-cloth", {}, require_punter.clauses) if what.cloth is Hand.BANCA else None,
        placing.require_spot(state.book.stakes, what.spot),
        require_stake_limits(state, what.amount, lying_in_all(state, who) - was),
        placing.require_units(state.book.stakes, what.spot, what.amount, state.settings.minimum),
        fault("nothing-changes") if what.amount == was else None,
        require_chips(state, who, what.amount - was),
    ) or (e.StakeLaid(who, what.amount, what.cloth, what.spot, was),)


@acts.decides(TakeStake)
def take_stake(state: State, who: PersonId, what: TakeStake) -> Decision:
    was = lying(state, who, what.cloth, what.spot)
    return first_fault(
        require_player(state.staff, who), require_bets_open(state), None if was else fault("no-stake-there")
    ) or (e.StakeTaken(who, was, what.cloth, what.spot),)


@acts.decides(Associate)
def associate(state: State, who: PersonId, what: Associate) -> Decision:
    allowed = state.book.punters.association
    if not allowed.use():
        return against(allowed, "association-forbidden")
    people = (who, what.partner)
    return first_fault(
        require_phase(state, Phase.BANCO, Phase.BETS),
        *(require_player(state.staff, one) for one in people),
        *(require_punter(state, one) for one in people),
        *(require_at_table(state.seats, one) for one in people),
        fault("nothing-changes") if what.partner == who else None,
        None if who not in state.coup.banco_calls else fault("money-on-table"),
        require_chips(state, who, what.amount),
    ) or (e.StakesPooled(who, what.partner, what.amount),)


def stakes_that_play(state: State) -> placing.ClothStakes:
    """Return what plays once the betting closes: of a limited bank no more than it holds."""
    at_risk = placing.parts_at_risk(state.book.stakes, state.coup.laid, state.settings.minimum)
    if sum(one.amount for one in at_risk) > state.bank_chips:
        rest_on_liability(state)
    if is_liable_for_all(state) or state.book.bank.excess.use() is Excess.PAY:
        return at_risk
    rules = state.book.priority
    return placing.cover_by_priority(at_risk, state.bank_chips, ranks_by_cloth(state.seats, rules), rules)


@acts.decides(CloseBets)
def close_bets(state: State, who: PersonId, _what: CloseBets) -> Decision:
    """Decide the closing words: what plays, what goes back, and who holds the cards of each cloth. Without a stake
    there is nothing to deal.

    That an open bank does not cover the stakes comes out here alone, for everybody and in the record: no offer and no
    refusal tells it before.
    """
    if wrong := require_may_close(state, who):
        return wrong
    plays = stakes_that_play(state)
    if not plays:
        return fault("nothing-staked")
    if require_sufficient(state, sum(one.amount for one in plays)) is not None:
        return cover_short()
    awarded = e.CoverAwarded(Cover.STAKES, plays, holders(state, plays), returned(state.coup.laid, plays))
    return (*say(state, "no-more-bets"), awarded, e.PhaseOpened(Phase.DEAL))


def require_may_close(state: State, who: PersonId) -> Fault | None:
    return require_post(state.staff, who, Role.CROUPIER) or first_fault(
        require_phase(state, Phase.BETS),
        require_enough_punters(state),
        require_holders(state),
        require_cover_changed(state),
    )


def cover_short() -> tuple[Event, ...]:
    return (e.CoverShort(), Said("cover-short", {}))


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_cover_changed(state: State) -> Fault | None:
    """Where the bank did not cover the stakes, more is proven or stakes go back before it is closed again."""
    return fault("deposit-not-sufficient") if state.coup.is_cover_short else None


def returned(laid: tuple[LaidStake, ...], plays: placing.ClothStakes) -> Shares:
    people = {one.person for one in laid}
    return as_shares(
        {who: sum(one.amount for one in laid if one.person == who) - placing.stake_of(plays, who) for who in people}
    )


@rule("DP.A.10", neutral={})
def holders(state: State, plays: placing.ClothStakes) -> dict[Hand, PersonId]:
    """Against the banker stand two hand players, one for each cloth, by the turn of that cloth."""
    found = {}
    for cloth in CLOTHS:
        stakers = {one.person for one in plays if one.cloth is cloth}
        places = eligible_places(state.seats, cloth, stakers, state.book.turn, state.barred_from_cards)
        place = place_in_turn(places, state.turns.get(cloth))
        who = None if place is None else player_of(state.seats, place, state.book.turn)
        if who is not None:
            found[cloth] = who
    return found
