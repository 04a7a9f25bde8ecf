"""A house in a process of its own: players come, get ways back and are erased; prints a number once that is done."""

import sys
import time

from tapete.people.player_store import Player
from tapete.people.players import Players
from tapete.people.row_seal import RowSeal
from tapete.people.stored_players import StoredPlayers
from tapete.record.store import open_store


def main(url: str) -> None:
    """Register, remember and erase without end."""
    with open_store(url) as store:
        players = Players(time.time, StoredPlayers(store, RowSeal(b"s" * 32)))
        print("ready", flush=True)
        before: list[Player] = []
        number = 0
        while True:
            number += 1
            player = players.register(f"Jugadora {number}")
            assert player is not None
            players.remember(player.person)
            players.give_code(player.person)
            before.append(player)
            if len(before) > 3:
                players.erase(before.pop(0).person)
            print(number, *(one.person for one in before), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
