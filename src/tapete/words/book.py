"""The texts, loaded once: ``data/<topic>.toml`` holds one entry a code, its languages side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final, Literal

from tapete.folders import DataFolders

Lang = Literal["es", "en", "fr"]

LANGS: Final[tuple[Lang, ...]] = ("es", "en", "fr")
"""Spanish is first: it is the language of the regulations and the one that every text has."""

Entry = Mapping[str, str]


def language(wanted: str | None) -> Lang:
    """Return a language we speak; Spanish for any other."""
    return wanted if wanted in LANGS else "es"


FOLDERS: Final = DataFolders(files("tapete.words") / "data")
"""Where the texts lie."""


@FOLDERS.read_once
def topics() -> Mapping[str, Mapping[str, Entry]]:
    """Return every text: topic, then code, then language."""
    found: dict[str, dict[str, Entry]] = {}
    for folder in FOLDERS:
        for topic, entries in _topics_in(folder).items():
            kept = found.setdefault(topic, {})
            if twice := kept.keys() & entries.keys():
                raise ValueError(f"{topic}: {', '.join(sorted(twice))} stands in two folders")
            kept.update(entries)
    return MappingProxyType({topic: MappingProxyType(entries) for topic, entries in found.items()})


def _topics_in(folder: Traversable) -> dict[str, Mapping[str, Entry]]:
    found: dict[str, Mapping[str, Entry]] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".toml"):
            continue
        for topic, entries in tomllib.loads(file.read_text("utf-8")).items():
            if topic in found:
                raise ValueError(f"{file.name}: {topic} stands in two files")
            found[topic] = entries
    return found


def text(topic: str, code: str, lang: str) -> str | None:
    """Return the wording of a code, ``None`` when the topic does not have it."""
    entry = topics().get(topic, {}).get(code)
    return None if entry is None else entry.get(lang) or entry["es"]


def label(topic: str, code: object, lang: str) -> str:
    """Return the name of a term; the code itself when it has none."""
    return text(topic, str(code), lang) or str(code)
