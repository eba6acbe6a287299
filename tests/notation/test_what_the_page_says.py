"""docs/formats.md tells the truth: its examples are read, and it describes every field and every kind of line."""

from __future__ import annotations

import re

import msgspec
import pytest

from replay.notation import check, read_archived, read_hand, write_archived
from replay.notation.actions import parse_action
from replay.notation.archive import ArchivedDeal, Stamps
from replay.notation.hand_file import HandFile, Settlement
from replay.notation.rows import ROWS
from tests.notation.conftest import HANDS, HOUSE

PAGE = (HOUSE / "docs" / "formats.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The examples in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_short_hand_file_is_a_whole_deal() -> None:
    document = read_hand(blocks("toml")[0])
    assert check(document).clean
    assert document.items[-2].comment == "not with these cards"


def test_the_house_ruleset_and_the_hands_of_the_page_are_understood() -> None:
    document = read_hand('nought = 1\ndealer = "S"\n' + blocks("toml")[1])
    assert document.opened.ruleset["key"] == "304-harbour"
    assert document.opened.ruleset["redeal"]["threshold"] is None
    assert document.opened.ruleset["caps"]["grace"] == "none"


@pytest.mark.parametrize(("place", "number"), [(0, "12-"), (1, "38-")])
def test_the_lines_of_the_page_are_worked_hands(place: int, number: str) -> None:
    line = blocks("json")[place]
    document = read_archived(line.encode())
    assert check(document).clean
    assert write_archived(document) == line.strip().encode()
    worked = read_hand(next(path for path in HANDS if path.name.startswith(number)).read_text(encoding="utf-8"))
    assert [item.fact for item in document.items] == [item.fact for item in worked.items]


def test_every_sentence_of_the_page_is_understood() -> None:
    table = PAGE.partition("| line | what happened |")[2].partition("\n\n")[0]
    sentences = [
        sentence for row in table.splitlines() for sentence in re.findall(r"`([^`]+)`", row.partition(" | ")[0])
    ]
    assert len(sentences) > 25
    for sentence in sentences:
        parse_action(sentence.replace(" N:…", "").replace(" …", ""))


def test_the_page_describes_every_field_and_every_kind_of_line() -> None:
    described = set(re.findall(r"`([a-z]+)[`.]", PAGE)) | set(re.findall(r"\{ ([a-z]+) = ", PAGE))
    for kind in (HandFile, ArchivedDeal, Stamps, Settlement, *ROWS.values()):
        named = {field.name for field in msgspec.structs.fields(kind)} - {"why", "data", "ply", "seat", "was", "now"}
        assert named - described - {"actions", "deal", "comment"} == set(), kind
