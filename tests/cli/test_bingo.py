"""``tapete bingo``: a series is made, kept, printed and taken up again; cards are checked and ranked."""

import json
import stat
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from tapete.cartones import unrank, write_grid
from tests.support.command_line import asked, tree
from tests.support.rows import rows

K = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"


def bingo(*words: object, status: int = 0) -> Any:
    return asked("bingo", *words, status=status, NO_COLOR="1")


def told(*words: object) -> Any:
    return tree("bingo", *words)


def test_a_kept_series_is_the_same_again_and_its_secret_is_in_no_answer(tmp_path: Path) -> None:
    file, first, second = tmp_path / "s.json", tmp_path / "a.pdf", tmp_path / "b.pdf"
    made = told(
        "cards", "--strips", 2, "--letter", "B", "--id", 7, "--face-value", "1,50", "--keep", file, "--out", first
    )
    again = bingo("cards", "--again", file, "--out", second, "--json")
    assert json.loads(again.stdout) == made | {"pdf": str(second)}
    assert first.read_bytes() == second.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = json.loads(file.read_bytes())["secret"]
    assert len(secret) == 64
    assert secret not in again.output
    assert made["series"]["face_value"] == made["price"] == 150
    assert [one["strip"] for one in made["cards"]] == [1] * 6 + [2] * 6
    assert all(tuple(map(tuple, one["grid"])) == unrank(one["rank"]) for one in made["cards"])
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(first.read_bytes())).pages)
    assert all(one["check_code"] in text for one in made["cards"])


def test_foreign_cards_are_taken_from_a_file_and_kept_with_their_series(tmp_path: Path) -> None:
    file, turned = tmp_path / "cards.txt", tuple(reversed(unrank(5)))
    file.write_text(f"{K}\n\n{write_grid(turned)}\n", "utf-8")
    made = told("cards", "--foreign", file, "--keep", tmp_path / "s.json")
    assert (made["series"]["size"], made["series"]["law"]) == (2, "foreign")
    assert made["cards"][0]["rank"] == 3_122_005_460_833_142_886
    assert (made["cards"][1]["rank"], made["cards"][1]["check_code"]) == (None, None)
    assert told("cards", "--again", tmp_path / "s.json")["cards"] == made["cards"]


def test_cards_with_equal_sets_are_told(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(f"{K}\n{write_grid(tuple(reversed(unrank(3_122_005_460_833_142_886))))}\n", "utf-8")
    assert told("cards", "--foreign", file)["equal_sets"] == [[1, 2]]
    assert "1 and 2" in bingo("cards", "--foreign", file).stderr


@rows(
    "text, said",
    [
        (f"{K}\n{K}\n", "Cards 1 and 2 of the series are equal"),
        (f"{K}\nfour\n", "line 2 of the file"),
        (f"{K.replace('90', '89')}\n{K.replace('90', '4')}\n", "line 2 of the file: Number 4 is on the card twice"),
        ("", "at least one card"),
    ],
)
def test_a_file_of_no_cards_is_told(tmp_path: Path, text: Any, said: Any) -> None:
    (tmp_path / "cards.txt").write_text(text, "utf-8")
    assert said in bingo("cards", "--foreign", tmp_path / "cards.txt", status=2).stderr


def damaged(file: Path, **change: object) -> None:
    tree = json.loads(file.read_bytes())
    tree["series"] |= change.pop("series", {})  # type: ignore[operator]
    file.write_text(json.dumps(tree | change), "utf-8")


@rows(
    "change, said",
    [
        ({"secret": "00" * 32}, "not the cards of series A-1"),
        ({"secret": "00" * 32, "series": {"digest": ""}}, "digest of series A-1 is missing"),
        ({"series": {"face_value": 300}}, "not the cards of series A-1"),
        ({"series": {"size": 13}}, "no whole strips"),
        ({"secret": "zz"}, "holds no series"),
    ],
)
def test_a_kept_file_that_was_changed_is_refused(tmp_path: Path, change: Any, said: Any) -> None:
    bingo("cards", "--strips", 2, "--keep", tmp_path / "s.json")
    damaged(tmp_path / "s.json", **change)
    assert said in bingo("cards", "--again", tmp_path / "s.json", status=2).stderr


def test_a_kept_series_is_not_written_over(tmp_path: Path) -> None:
    bingo("cards", "--strips", 1, "--keep", tmp_path / "s.json")
    before = (tmp_path / "s.json").read_bytes()
    assert "not written over" in bingo("cards", "--strips", 1, "--keep", tmp_path / "s.json", status=2).stderr
    assert (tmp_path / "s.json").read_bytes() == before


def test_a_hall_is_opened_with_its_series_or_not_at_all_and_its_record_is_sound(tmp_path: Path) -> None:
    """Decision 50: the record itself tells every cartón, so an audit with the key of the hall leaves nothing out."""
    good, bad, store = tmp_path / "a=b, 1.csv", tmp_path / "bad.csv", tmp_path / "h.db"
    good.write_text(f"501 {K}\n777 {write_grid(unrank(5))}\n", "utf-16")
    bad.write_text(f"1 {K}\n1 {write_grid(unrank(5))}\n", "latin-1")
    other = tmp_path / "other.csv"
    other.write_text(f"1 {write_grid(unrank(7))}\n", "utf-8")
    bingo("cards", "--foreign", other, "--letter", "G", "--keep", tmp_path / "g.json")
    opening = ("open", "bingo", "--store", store, "--series")
    refused = asked(*opening, f"F-7:2,50={bad}", status=2)
    assert ("line 2 of the file: Card 1" in refused.stderr, store.exists()) == (True, False)
    asked(*opening, f"F-7:2,50={good}", "--series", tmp_path / "g.json")
    audit = tree("audit", store, "--key", f"{store}.key")
    assert (audit["ok"], audit["entries"]) == (True, 3)


@rows("asked, numbers", [("501", [501]), ("502-777", [777]), ("", [501, 777])])
def test_a_range_of_kept_cards_is_printed_again_each_large_on_its_page(
    tmp_path: Path, asked: Any, numbers: Any
) -> None:
    (tmp_path / "c.txt").write_text(f"501 {K}\n777 {write_grid(unrank(5))}\n", "utf-8")
    made = told("cards", "--foreign", tmp_path / "c.txt", "--keep", tmp_path / "s.json")["cards"]
    kept, out = ("cards", "--again", tmp_path / "s.json", "--range"), tmp_path / "s.pdf"
    again = told(*kept, asked, "--large", "--out", out)["cards"]
    assert again == [one for one in made if one["number"] in numbers]
    texts = [page.extract_text() for page in PdfReader(out).pages]
    assert [number for number, text in zip(numbers, texts, strict=True) if f"Card {number}" not in text] == []
    for wrong in ("1-500", "501-778", "500-501", "777-501"):  # what is cut off without a word is missed at the hall
        assert "is no range of these cards" in bingo(*kept, wrong, status=2).stderr


def test_a_full_disk_leaves_the_cards_that_were_printed_before(tmp_path: Path) -> None:
    kept, out = tmp_path / "s.json", tmp_path / "s.pdf"
    told("cards", "--strips", 1, "--keep", kept, "--out", out)
    before, words = out.read_bytes(), ["bingo", "cards", "--again", str(kept), "--large", "--out", str(out)]
    limit = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (8192, 8192)); from tapete.__main__ import run; run()"
    cut = subprocess.run([sys.executable, "-Bc", limit, *words], capture_output=True, text=True)
    assert (cut.returncode, "s.pdf" in cut.stderr) == (2, True), cut.stderr
    assert out.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["s.json", "s.pdf"], "nothing half-written is left"
