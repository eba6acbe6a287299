"""Texts about people stand apart from the events, so that they can be removed (docs/trust.md).

``tests/record/personal_texts.txt`` has a line for each field of a fact that holds text: whether the text is about
people, and if it is not, why. `python -m tests.record.test_personal_texts` writes it, with ``?`` for a new field that
somebody has to decide on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.club.facts import PlayerRegistered
from domain.engine.facts import Act, DealAnnulled, DealOpened, EntryAmended, Passed
from domain.engine.personal import Kind, Within
from domain.kernel.events import Recorded
from domain.kernel.personal import marker_of, unmark
from domain.match.facts import MatchEnded
from domain.registry import MAPPER, TOPICS
from domain.series.facts import SheetRecorded

FILE: Final = Path(__file__).with_name("personal_texts.txt")
CARDS: Final = {"Card", "Seat"}


def text_fields(hint: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield path and kind of all texts in a type: a kind of text about people, or "plain"."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is str:
        yield path, "plain"
    elif hint is Any:
        yield path, "any"
    elif origin is Annotated:
        note = args[1]
        if isinstance(note, Kind):
            yield path, note.name.lower()
        elif isinstance(note, Within):
            yield path, f"within {' '.join(note.names)}"
        else:
            yield from text_fields(args[0], path)
    elif origin in (Union, UnionType, tuple, list, dict):
        for each in dict.fromkeys(args):
            yield from text_fields(each, path)
    elif is_dataclass(hint) and isinstance(hint, type):
        if not issubclass(hint, Act) or not path:
            yield from fields_of(hint, path)
    else:
        assert origin is Literal or hint in (int, bool, None, type(None), ..., bytes), (path, hint)


def fields_of(kind: type, path: str = "") -> Iterator[tuple[str, str]]:
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        yield from text_fields(hints[field.name], f"{path}.{field.name}" if path else field.name)


def read_decisions() -> dict[str, str]:
    lines = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    return dict(line.split(": ", 1) for line in lines)


def list_texts() -> Iterator[tuple[str, str]]:
    for topic, kind in sorted(TOPICS.items()):
        for path, what in dict.fromkeys(fields_of(kind)):
            yield f"{topic.removeprefix('nought.')}.{path}", what


def test_each_text_of_each_fact_is_about_people_or_somebody_said_why_it_is_not() -> None:
    """A new field with text is a decision: shall it be possible to remove it?"""
    decisions = read_decisions()
    about_people = {name: what for name, what in list_texts() if what not in ("plain", "any")}
    plain = {name for name, what in list_texts() if what in ("plain", "any")} - about_people.keys()
    assert {name: what for name, what in decisions.items() if name in about_people} == about_people
    assert decisions.keys() == about_people.keys() | plain
    assert not [name for name in plain if decisions[name] == "?"]
    assert len(about_people) > 100


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)


@given(NAMES, NAMES, st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x7f"), max_size=40))
def test_what_is_marked_is_read_as_it_was(name: str, other: str, note: str) -> None:
    fact = DealOpened({}, "S", {"S": name, "N": f"{name} & {other}", "E": str(uuid4())}, note=note)
    event = Recorded(uuid4(), 1, fact, "2026-02-14T20:15:09.318Z", other)
    stored = MAPPER.to_stored_event(event)
    assert MAPPER.to_domain_event(stored) == event
    assert json.loads(unmark(stored.state))["fact"]["players"]["S"] == name


@pytest.mark.parametrize(
    ("fact", "marked"),
    [
        (PlayerRegistered("Anula"), "\x7foAnula\x7f"),
        (DealAnnulled("Ravi fell asleep"), "\x7ftRavi fell asleep\x7f"),
        (EntryAmended(3, Passed("S"), Passed("E"), "Kala spoke first"), "\x7ftKala spoke first\x7f"),
        (
            SheetRecorded("1", "May", "", ({"place": 1, "score": "8", "players": ["Anula", "Kala"]},)),
            '["\x7fnAnula\x7f","\x7fnKala\x7f"]',
        ),
        (DealOpened({}, "S", {"S": "Anula & Ravi s/o Kumaran"}), "\x7fnAnula\x7f & \x7fnRavi s/o Kumaran\x7f"),
    ],
)
def test_each_person_and_each_text_has_a_mark_of_its_own(fact: Any, marked: str) -> None:
    """So a pair can be forgotten by halves."""
    state = MAPPER.to_stored_event(Recorded(uuid4(), 1, fact, "2026-02-14T20:15:09.318Z", "Keeper")).state.decode()
    assert marked in state
    assert '"by":"\x7fnKeeper\x7f"' in state


def test_what_is_no_text_about_people_has_no_mark() -> None:
    assert marker_of(MatchEnded, lambda text: (text,)) is None
    player = str(uuid4())
    stored = MAPPER.to_stored_event(Recorded(uuid4(), 1, DealOpened({}, "S", {"S": player}), "2026", ""))
    assert b"\x7f" not in stored.state


if __name__ == "__main__":
    known = read_decisions()
    FILE.write_text(
        "".join(
            f"{name}: {known.get(name, '?') if what in ('plain', 'any') else what}\n"
            for name, what in dict(list_texts()).items()
        ),
        "utf-8",
    )
