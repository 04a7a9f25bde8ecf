"""What every troupe does, whatever the game: it plays lawfully, makes way for people, and sees nothing hidden."""

import ast
from pathlib import Path
from random import Random

import pytest

import tapete.bots
from tapete.bots import AT_ONCE, Bot, Troupe, is_bot
from tapete.kernel import Act
from tapete.live import Guest, Hall
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.bots.tables import ANA, CHEMIN, DOS_PANOS, LARGE, MINI, Kind, play, quiet, until
from tests.support.rows import rows

GAMES = pytest.mark.parametrize("kind", [LARGE, CHEMIN, DOS_PANOS], ids=lambda kind: kind.name)


def troupe_of(hall: Hall, kind: Kind, seed: int) -> Troupe:
    troupe = Troupe(hall, kind.pace, seed=seed)
    troupe.join("mesa", players=kind.players)
    return troupe


@GAMES
def test_bot_croupier_makes_way_for_a_person_and_comes_back(tmp_path: Path, kind: Kind) -> None:
    async def scene(hall: Hall) -> None:
        table = await kind.open(hall)
        troupe = troupe_of(hall, kind, seed=3)
        await until(lambda: kind.coups(table) >= 1, troupe=troupe)
        chief, bot = kind.staff()[kind.chief], kind.staff()[Role.CROUPIER]
        await table.act(Act(chief, Relieve(Role.CROUPIER, ANA)), "relieve")
        await until(lambda: any(offer.main for offer in table.legal(ANA)), troupe=troupe)
        await quiet(table, troupe)
        assert any(offer.main for offer in table.legal(ANA))  # the table waits for the person
        version = table.version
        await table.act(Act(chief, Relieve(Role.CROUPIER, bot)), "back")
        await until(lambda: table.version > version + 10, troupe=troupe)
        await troupe.stop()

    play(tmp_path, scene)


@rows("kind", [LARGE, MINI, CHEMIN, DOS_PANOS])
def test_bots_play_coup_after_coup(tmp_path: Path, kind: Kind) -> None:
    """What a bot may read is the view of its person: that this tells no hidden face, every game owes."""

    async def scene(hall: Hall) -> None:
        table = await kind.open(hall)
        troupe = troupe_of(hall, kind, seed=5)
        await until(lambda: kind.coups(table) >= 5, troupe=troupe)
        await troupe.stop()
        assert table.game.problems(table.state) == ()
        assert all(is_bot(one.person) for one in table.view(None).seats if one.person)
        for bot in troupe.bots:
            assert bot.seat.view() == table.view(bot.seat.person)

    play(tmp_path, scene)


def test_bot_is_named_as_one(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        await LARGE.open(hall)
        with pytest.raises(ValueError, match="bot-"):
            Bot(Guest(hall, "mesa", ANA), AT_ONCE, Random(1))

    play(tmp_path, scene)


@rows("game", ["punto_banco", "chemin_de_fer", "dos_panos"])
def test_imports(game: str) -> None:
    """Bots are built on the live interface and on what people see and do: never on decisions, folding or states."""
    rooms = set()
    for path in Path(tapete.bots.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                if node.module == f"tapete.games.{game}":
                    rooms |= {one.name for one in node.names}
                elif node.module.startswith(f"tapete.games.{game}."):
                    rooms.add(node.module.rsplit(".", 1)[1])
                assert not node.module.startswith("tapete.live."), path
    assert rooms == {"acts", "terms", "view"}
