"""Folders of data that come and go, and how names are compared."""

from pathlib import Path

import pytest

from tapete.folders import DataFolders
from tapete.spelling import plain


def test_a_folder_lies_beside_the_own_one_for_a_while_and_what_is_kept_is_read_anew(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
    folders, read = DataFolders(own), []

    def names(end: str = "") -> tuple[str, ...]:
        """Return the names of the folders."""
        read.append(end)
        return tuple(folder.name + end for folder in folders)

    reader, other_reader = folders.read_once(names), folders.read_once(lambda: len(tuple(folders)))
    assert (reader.__name__, reader.__doc__) == ("names", "Return the names of the folders.")
    assert [reader(), reader(), reader("!"), reader(end="!")] == [("own",), ("own",), ("own!",), ("own!",)]
    assert (read, other_reader()) == (["", "!", "!"], 1)
    with folders.beside(other):
        assert (reader(), other_reader(), list(folders)) == (("own", "other"), 2, [own, other])
    assert (reader(), other_reader(), list(folders)) == (("own",), 1, [own])
    with pytest.raises(KeyError), folders.beside(other):
        raise KeyError
    assert (reader(), other_reader()) == (("own",), 1)


def test_where_there_is_no_such_folder_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folders = DataFolders(tmp_path)
    for missing in (tmp_path / "missing", tmp_path / "file"):
        with folders.beside(missing):
            assert list(folders) == [tmp_path]
        assert list(folders) == [tmp_path]


@pytest.mark.parametrize(
    ("name", "compared"),
    [
        ("Chemin-de-Fer", "chemin de fer"),
        ("chemin__de -fer", "chemin de fer"),
        ("  Bacarrá a dos\tpaños ", "bacarra a dos panos"),
        ("Bacarra\u0301", "bacarra"),
        ("STRASSE", "strasse"),
        ("straße", "strasse"),
        ("-bingo-", "bingo"),
        ("", ""),
    ],
)
def test_capitals_accents_and_what_stands_between_words_make_no_difference(name: str, compared: str) -> None:
    assert plain(name) == compared
