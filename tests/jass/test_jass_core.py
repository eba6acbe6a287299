"""The compact core of a Jass: it tells whole deals, refuses what has no meaning, and older lines are still read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.facts import CardPlayed, DealSettled, Passed, WeisDeclared, WeisDetailed, WeisShown
from domain.record import Record, Stamp
from replay.notation import ArchiveError, DealDocument, Item, Report, check, read_archived, write_archived
from replay.notation.checking import told_to
from replay.notation.lines import write_line
from tests.jass.random_jass import ROUND_TRIPS, house
from tests.jass.test_jass_notation import document
from tests.notation.conftest import archive_schema

__all__ = ["archive_schema"]

DEALS = 3 * ROUND_TRIPS
RARE = (68, 107, 255, 290)
"""Deals in which something is said that seldom is: a concession, a number of cards, Stöck let go, trumps."""


def decoded(seed: int) -> dict[str, Any]:
    """The line of a random deal as JSON values."""
    value: dict[str, Any] = msgspec.json.decode(write_archived(document(seed)))
    return value


def strict(given: DealDocument) -> Report:
    """What a record says that is told the document item by item."""
    return told_to(Record(given.opened, Stamp(1, given.at, given.by)), given)


def test_every_deal_of_known_cards_is_told_by_its_core() -> None:
    kinds = set()
    for seed in (*range(DEALS), *RARE):
        line = decoded(seed)
        assert "lines" not in line, seed
        kinds |= {word[3] for word in line["core"].get("talk", "").split()}
        assert [item.fact for item in read_archived(msgspec.json.encode(line)).items] == [
            item.fact for item in document(seed).items
        ]
    assert kinds == set("dchtxsqvkp")


def test_a_line_without_a_core_tells_the_same_deal() -> None:
    """Until there was a core for a Jass, every line of one was like this."""
    for seed in range(ROUND_TRIPS):
        line = decoded(seed)
        given = document(seed)
        old = {name: value for name, value in line.items() if name != "core"}
        old["lines"] = [write_line(item) for item in given.items]
        read = read_archived(msgspec.json.encode(old))
        assert [item.fact for item in read.items] == [item.fact for item in given.items]
        assert write_archived(read) == msgspec.json.encode(line, order="sorted")


def test_what_a_core_cannot_tell_stands_in_lines() -> None:
    given = document(0)
    last = given.items[-1].fact
    assert isinstance(last, DealSettled)
    others: tuple[Any, ...] = (
        CardPlayed("S", "JH", down=True),
        CardPlayed("S", "??"),
        WeisDetailed("S"),
        WeisDetailed("S", cards=3, top="K"),
        WeisDetailed("S", top="a K"),
        WeisDeclared("S", -20),
        WeisShown("S", ("??",)),
        replace(last, score={"NS": 10_000, "EW": 0}),
        replace(last, outcome="abandoned"),
    )
    for other in others:
        changed = replace(given, items=(*given.items[:-1], Item(other)))
        line = write_archived(changed)
        assert b'"lines":[' in line, other
        assert [item.fact for item in read_archived(line).items] == [item.fact for item in changed.items]


@pytest.mark.parametrize(
    ("part", "text", "told"),
    [
        pytest.param("second", "0---", "second: a Jass has none", id="a second auction"),
        pytest.param("looks", ".", "looks: a Jass has none", id="a look"),
        pytest.param("trump", "A", "trump: a Jass has none", id="an indicator"),
        pytest.param("auction", "0---", "not five for each call", id="half a call"),
        pytest.param("auction", "7----", "no seat number 7", id="a call from nowhere"),
        pytest.param("auction", "0050X", "'050X' is no call", id="no denomination"),
        pytest.param("auction", "0x50S", "'x50S' is no call", id="no number"),
        pytest.param("plays", "A", "not two for each play", id="half a play"),
        pytest.param("plays", "A1", "'A1' is no play", id="a card face down"),
        pytest.param("talk", "990d20", "does not begin with a number of cards", id="after too many cards"),
        pytest.param("talk", "020d20 010d20", "'010d20'", id="out of order"),
        pytest.param("talk", "01", "no seat number", id="nobody"),
        pytest.param("talk", "010", "nothing that is said", id="nothing"),
        pytest.param("talk", "010z", "nothing that is said", id="an unknown kind"),
        pytest.param("talk", "010d" + "9" * 5000, "nothing that is said", id="a number without end"),
        pytest.param("talk", "010s20,", "nothing that is said", id="half a list"),
        pytest.param("talk", "010q", "nothing that is said", id="a demand of nobody"),
        pytest.param("talk", "010v?", "'?' is no card letter", id="no card"),
        pytest.param("result", "m+01", "result: 'm+01'", id="a result of 304"),
        pytest.param("result", "s" + "0" * 16, "result:", id="spoilt trumps"),
    ],
)
def test_a_core_that_is_no_jass_is_refused_in_words(part: str, text: str, told: str) -> None:
    line = decoded(0)
    line["core"][part] = text
    with pytest.raises(ArchiveError) as e:
        read_archived(msgspec.json.encode(line))
    assert told in str(e.value)


def test_a_core_of_304_has_no_talk() -> None:
    line = {"core": {"talk": "010k"}, "dealer": "S", "nought": 1, "ruleset": "304 v1"}
    with pytest.raises(ArchiveError, match="only a Jass"):
        read_archived(msgspec.json.encode(line))


def test_the_schema_knows_every_part(archive_schema: Any) -> None:
    for seed in range(ROUND_TRIPS):
        line = decoded(seed)
        archive_schema.validate(line)
        line["core"]["talk"] = "010d20 "
        assert not archive_schema.is_valid(line)


def test_a_deal_that_leaves_nothing_to_tell_is_reported_as_the_record_reports_it() -> None:
    for seed in range(DEALS):
        given = document(seed)
        assert check(given) == strict(given)
        assert check(given).clean


def test_no_change_to_a_deal_is_passed_over() -> None:
    """Leave out an item, say one twice, or let somebody pass: the report is what the record says."""
    rules = house(0)
    found = 0
    for seed in range(ROUND_TRIPS):
        given = document(seed)
        for n in range(0, len(given.items), 5):
            before, item, after = given.items[:n], given.items[n], given.items[n + 1 :]
            for items in (
                (*before, *after),
                (*before, item, item, *after),
                (*before, Item(Passed(rules.seats[n % 4])), *after),
                (*before, replace(item, broke="jass-revoke"), *after),
            ):
                changed = replace(given, items=items)
                assert check(changed) == strict(changed), (seed, n)
                found += not check(changed).clean
    assert found > 4 * ROUND_TRIPS
