"""The two-cloth game under its four documents: what each rulebook says of each option, and from where it has it.

``dos_panos_options.csv`` is the table that was read out of the documents line by line, before the rulebooks were
written: the value, how it comes into the rulebook, and the document with its place.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tapete.clauses import Origin
from tapete.games.dos_panos.rules import GAME, Rules, read
from tapete.games.dos_panos.rules.coup import Binding
from tapete.games.dos_panos.rules.errors import RestoredDuty
from tapete.rulebooks import RulebookOption, compare, differing_options, house_library, options_of
from tests.support.rows import rows

BOOKS = {one.id: one for one in house_library().of(GAME)}
READ = ("asturias-2011", "orden-1979", "catalogo-51-53", "guia")
"""The rulebooks of the four documents, without the one that follows a fragment to the letter."""
LITERAL = "catalogo-51-53-literal"


def options() -> Iterator[tuple[str, str, str, str, str, str]]:
    """Return the lines of the table: option, rulebook, value, origin, document, place."""
    with (Path(__file__).parent / "dos_panos_options.csv").open(encoding="utf-8", newline="") as lines:
        for one in csv.DictReader(lines):
            yield one["option"], one["rulebook"], one["value"], one["origin"], one["document"], one["place"]


LINES = tuple(options())


def worded(value: Any) -> str:
    """Return a value as the table words it."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return " ".join(map(str, value)) or "none"
        case {"num": num, "den": den}:
            return f"{num}/{den}"
    return str(value)


@rows("rulebook", READ)
def test_every_option_is_what_the_table_of_the_documents_says(rulebook: str) -> None:
    found = options_of(BOOKS[rulebook])
    expected = {
        option: (value, origin, document) for option, book, value, origin, document, _ in LINES if book == rulebook
    }
    assert {
        name: (worded(found[name].value), found[name].origin, found[name].document) for name in expected
    } == expected
    for option, book, *_, place in LINES:
        if book == rulebook and place:
            assert place.partition(",")[0] in found[option].at, option


def test_the_documents_part_on_these_options_and_on_no_other() -> None:
    compared = compare(BOOKS[name] for name in READ)
    assert set(differing_options(compared)) == {
        *("award.after_shoe", "award.ways", "banker.draws_on", "custody.each_hand", "early_card.waived_by"),
        *("opening.announced_by", "pack.below_is_least", "pack.shown_to_players", "punto.crossed_cards_speak"),
        *("restored.exposed_hand", "restored.misannounced_shown", "restored.unclaimed_card", "staff.least"),
        "waiting_list.kept_by",
        # another word for the same thing
        *("award.bidders", "limits.bank", "limits.stake", "stakes.across_lines"),
    }


def test_the_letter_of_the_fragment_turns_a_five_up() -> None:
    compared = compare((BOOKS["catalogo-51-53"], BOOKS[LITERAL]))
    assert differing_options(compared) == ("punto.chooses_on", "punto.shows_on")
    literal = read(BOOKS[LITERAL])
    assert (literal.punto.chooses_on.value, literal.punto.shows_on.value) == ((), (5, 8, 9))


@rows("name", [*BOOKS])
def test_the_banker_s_table_is_that_of_chemin_de_fer(name: str) -> None:
    (lender,) = house_library().of("chemin-de-fer")
    table = read(BOOKS[name]).banker.table
    assert [row.value for row in table.rows] == [row["value"] for row in lender.content["banker"]["table"]["rows"]]
    assert [row.clauses for row in table.rows] == [(f"DP.A.{24 + row}",) for row in range(8)]


def test_what_a_fragment_lost_is_said_beside_what_stands_in() -> None:
    found = options_of(BOOKS["catalogo-51-53"])
    lost = {name: one for name, one in found.items() if one.lost_part}
    assert lost["priority.order"].lost_part == "articles 50 to 51.3"
    assert lost["thrown.deemed"].lost_part == "what follows 53.e"
    assert all(one.origin is Origin.FALLBACK and one.document == "OM1979-09" for one in fallen(lost, but="basket"))
    assert found["banco.callers"].lost_part == ""


def fallen(found: dict[str, RulebookOption], but: str) -> list[RulebookOption]:
    """Return the options but those of one section, and those that the guide alone states."""
    return [one for name, one in found.items() if name.partition(".")[0] != but and one.document != "GUIDE"]


def test_rules_are_typed() -> None:
    rules: Rules = read(BOOKS["guia"])
    assert rules.banker.table_binds.value is Binding.BOTH_AGREE
    assert rules.restored.exposed_hand.value is RestoredDuty.FIVE
    assert read(BOOKS["orden-1979"]).restored.exposed_hand.value is RestoredDuty.CHART_THEN_FIVE
