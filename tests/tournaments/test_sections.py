"""Parallel sections: nobody is lost, sizes are even, and each section is a tournament of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import Declined
from domain.tournament.entries.lines import entry_of
from domain.tournament.entries.sections import BLOCKS, IN_TURN, SNAKE, WAYS, check_entries, divide
from tests.http.people import People
from tests.http.tournament_requests import done

TERMS = {"format": "swiss", "rounds": 1, "encounter": {"race": 7}}


@given(st.integers(2, 26), st.integers(0, 60), st.sampled_from(WAYS))
def test_everybody_is_in_one_section_and_sizes_differ_by_one_at_most(count: int, more: int, way: str) -> None:
    entries = list(range(2 * count + more))
    parts = divide(entries, count, way)
    assert sorted(entry for part in parts for entry in part) == entries
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert all(part == sorted(part) for part in parts), "the order of the list is kept"
    if way == SNAKE and len(entries) % (2 * count) == 0:
        assert len({sum(part) for part in parts}) == 1, "the sums of the places are equal"


@pytest.mark.parametrize(
    ("way", "parts"),
    [
        (SNAKE, [[1, 6, 7], [2, 5, 8], [3, 4]]), (IN_TURN, [[1, 4, 7], [2, 5, 8], [3, 6]]),
        (BLOCKS, [[1, 2, 3], [4, 5, 6], [7, 8]]),
    ],
)  # fmt: skip
def test_a_list_of_eight_in_three_sections(way: str, parts: list[list[int]]) -> None:
    """The example of docs/tournaments.md, "Parallel sections"."""
    assert divide(list(range(1, 9)), 3, way) == parts


def test_lists_that_make_no_sections_are_refused() -> None:
    for entries, count, way in [
        ([1, 2, 3], 2, SNAKE),
        ([1, 2, 3, 4], 1, SNAKE),
        ([1] * 60, 27, SNAKE),
        ([1] * 8, 2, "luck"),
    ]:
        with pytest.raises(Declined):
            divide(entries, count, way)
    for twice in ([("A", []), ("A", [])], [("A", ["x"]), ("B", ["x"])]):
        with pytest.raises(Declined):
            check_entries(twice)


def test_an_entry_is_written_on_one_line() -> None:
    assert entry_of("The Herons: Anula, Farook") == ("The Herons", ["Anula", "Farook"])
    assert entry_of(" Anula +Farook ") == ("Anula + Farook", ["Anula", "Farook"])
    assert entry_of("Perera") == ("Perera", [])


def test_sections_are_opened_together_and_listed_together(people: People) -> None:
    club = people.club()
    entries = [{"name": f"Pair {n}"} for n in range(1, 6)]
    body = {"name": "Cup", "terms": TERMS, "ruleset": "304", "club": club, "sections": 2, "entries": entries}
    checked = done(people.admin, "/tournaments/sections/check", {"sections": 2, "entries": entries})
    assert checked["sections"] == [
        {"name": "A", "entries": ["Pair 1", "Pair 4", "Pair 5"]}, {"name": "B", "entries": ["Pair 2", "Pair 3"]},
    ]  # fmt: skip
    assert people.anybody.get(f"/tournaments?club={club}").json["items"] == []
    first = done(people.admin, "/tournaments/sections", body)["id"]
    items = people.anybody.get(f"/tournaments/{first}/sections").json["items"]
    assert [(each["name"], each["entries"]) for each in items] == [("Cup A", 3), ("Cup B", 2)]
    assert people.anybody.get(f"/tournaments/{items[1]['id']}/sections").json["items"] == items
    done(people.admin, f"/tournaments/{items[1]['id']}/rounds", {})
    assert [each["rounds"] for each in people.anybody.get(f"/tournaments/{first}/sections").json["items"]] == [0, 1]
    alone = done(people.admin, "/tournaments", {"name": "Alone", "terms": TERMS, "ruleset": "304", "club": club})["id"]
    assert people.anybody.get(f"/tournaments/{alone}/sections").json["items"] == []


def test_a_list_that_is_refused_opens_no_section(people: People) -> None:
    club = people.club()
    body = {"name": "Cup", "terms": TERMS, "ruleset": "304", "club": club, "sections": 2}
    good = [{"name": f"Pair {n}"} for n in range(4)]
    for change in (
        {"entries": [*good, good[0]]}, {"entries": good[:2]}, {"entries": good, "sections": 3},
        {"entries": good, "terms": {"format": "chess"}}, {"entries": good, "divide": "luck"},
    ):  # fmt: skip
        assert people.admin.post("/tournaments/sections", {**body, **change}).status_code == 422, change
    assert people.anybody.get(f"/tournaments?club={club}").json["items"] == []
