"""The game as a library: five lines, and the examples in the documentation of the module."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tapete.play
from tapete import punto_banco as pb
from tapete.kernel import RefusedError
from tests.support.punto_banco.tables import PLAYER_WINS, shoe_of


def test_five_lines():
    table = pb.open_table(rulebook="asturias-2011", places=9, minimum=500, maximum=50000)
    table = table.do(pb.Sit(seat=1), by="ana")
    acts = {offer.act for offer in table.legal("ana")}
    assert {"buy-in", "leave"} <= acts
    assert "PB.B.01" in table.explain("ana")
    with pytest.raises(RefusedError) as found:
        table.do(pb.Sit(seat=1), by="bea")
    assert (found.value.refused.code, found.value.refused.facts) == ("seat-taken", {"seat": 1})


def test_the_lines_of_the_readme_run():
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert blocks
    for block in blocks:
        subprocess.run([sys.executable, "-c", block], check=True, timeout=60)


def test_a_refusal_has_a_code_facts_and_clauses():
    table = pb.open_table()
    with pytest.raises(RefusedError) as found:
        table.do(pb.ShufflePack(), by="croupier")
    refused = found.value.refused
    assert (refused.code, refused.clauses) == ("not-counted", ("PB.B.01",))
    assert "PB.B.01" in refused.rests_on


def test_a_table_is_a_value():
    table = pb.open_table(cards=shoe_of(PLAYER_WINS))
    with_ana = table.do(pb.Sit(seat=1), by="ana")
    assert table.view().seats[0].person is None
    assert with_ana.view().seats[0].person == "ana"
    other = table.do(pb.Sit(seat=1), by="bea")
    assert other.view().seats[0].person == "bea"
    assert table.do(pb.Sit(seat=1), by="ana").state == with_ana.state


def test_an_attempt_tells_without_raising():
    table = pb.open_table()
    made = table.attempt(pb.CountPack(), "croupier")
    assert [type(event).__name__ for event in made.events] == ["PhaseOpened"]
    assert table.view().phase is pb.Phase.COUNT


def test_the_examples_in_the_documentation_run():
    found = doctest.testmod(tapete.play)
    assert found.failed == 0
    assert found.attempted >= 1
