"""Tables with a real shoe: the croupier keys what is shown, and two officials correct a wrong key."""

from tapete import punto_banco as pb
from tests.support.punto_banco.tables import ANA_AND_BEA, TEN_EACH, dealt, seated

STAFF = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.INSPECTOR: "inspector"}
WHY = "read again by two"


def key(table: pb.Play, faces: str, by: str = "croupier") -> pb.Play:
    for face in faces.split():
        waiting = table.view().waiting_for_key
        assert waiting is not None
        table = table.do(pb.CardOut(waiting, face), by=by)
    return table


def real(turned: str = "Ac", **options: object) -> pb.Play:
    table = pb.open_table(shoe=pb.ChanceKind.KEYED, staff=STAFF, **options)
    table = seated(table, ANA_AND_BEA)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    return key(table, turned)


def coup(table: pb.Play, cards: str, stakes: dict = TEN_EACH) -> pb.Play:
    one, two, three, four, *thirds = cards.split()
    left = {who for who, _ in table.state.bets}
    table = dealt(table, {who: bets for who, bets in stakes.items() if who not in left})
    table = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by=table.state.hand_holder), f"{one} {three}")
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by=table.state.dealer()), f"{two} {four}")
    for face in thirds:
        hand = pb.Hand.PUNTO if table.view().phase is pb.Phase.PLAYER_DRAWS else pb.Hand.BANCA
        table = key(table.do(pb.DrawCard(hand), by=table.state.dealer()), face)
    return table


def paid(table: pb.Play, cards: str, stakes: dict = TEN_EACH) -> pb.Play:
    return coup(table, cards, stakes).do(pb.Settle(), by="croupier")


def lying(table: pb.Play, at: int) -> int:
    return table.state.layout[at].position


def correct(table: pb.Play, number: int, position: int, face: str, **other: str) -> pb.CorrectCard:
    return pb.CorrectCard(number, position, face, other.get("second", "chief"), other.get("reason", WHY))
