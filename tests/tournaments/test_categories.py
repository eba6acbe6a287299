"""Prize categories: entries are also ranked among themselves (docs/tournaments.md, "Prize categories")."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import Declined
from domain.tournament.entries.categories import category_places, check_categories
from domain.tournament.state import Entry
from tests.http.people import People
from tests.http.tournament_requests import done, draw, report, tournament

ENTRIES = {str(n): Entry(str(n), f"Pair {n}") for n in range(1, 7)}


def test_the_example_of_the_handbook_comes_out() -> None:
    """Pairs 2 and 3 share the second place, so they share the first of the juniors."""
    juniors = {"2", "3", "5"}
    entries = {
        entry: replace(each, categories=("Juniors",) if entry in juniors else ("Mixed",) if entry == "4" else ())
        for entry, each in ENTRIES.items()
    }
    placed = [("1", 1), ("2", 2), ("3", 2), ("4", 4), ("5", 5), ("6", 6)]
    assert category_places(entries, placed) == {"Juniors": [(1, "2"), (1, "3"), (3, "5")], "Mixed": [(1, "4")]}


PLACES = st.lists(st.integers(1, 4), min_size=6, max_size=6).map(sorted)
OF = st.lists(st.sets(st.sampled_from(("Juniors", "Mixed", "Newcomers")), max_size=3), min_size=6, max_size=6)


@given(PLACES, OF)
def test_a_place_in_a_category_is_one_more_than_those_of_it_ahead(places: list[int], of: list[set[str]]) -> None:
    placed = list(zip(ENTRIES, places, strict=True))
    entries = {
        entry: replace(ENTRIES[entry], categories=tuple(sorted(own))) for entry, own in zip(ENTRIES, of, strict=True)
    }
    shown = category_places(entries, placed)
    assert list(shown) == sorted(set().union(*of))
    for category, within in shown.items():
        members = {entry: place for (entry, place), own in zip(placed, of, strict=True) if category in own}
        assert within == sorted(
            ((1 + sum(other < place for other in members.values()), entry) for entry, place in members.items()),
            key=lambda row: (row[0], placed.index((row[1], members[row[1]]))),
        )


def test_accents_and_case_make_no_other_category() -> None:
    entries = {
        "1": replace(ENTRIES["1"], categories=("Anfänger",)),
        "2": replace(ENTRIES["2"], categories=("ANFANGER",)),
    }
    assert category_places(entries, [("2", 1), ("1", 2)]) == {"Anfänger": [(1, "2"), (2, "1")]}


@pytest.mark.parametrize("categories", [["A", "a "], [" "], ["A"] * 6, ["x" * 61]])
def test_categories_that_mean_nothing_are_refused(categories: list[str]) -> None:
    with pytest.raises(Declined):
        check_categories(categories)


def test_standings_and_the_final_result_list_the_places_in_each_category(people: People) -> None:
    cup = tournament(people.admin, 4, {"format": "swiss", "rounds": 1, "encounter": {"race": 7}})
    path = f"/tournaments/{cup}"
    assert "categories" not in people.anybody.get(f"{path}/standings").json
    for entry, names in (("1", ["Juniors"]), ("2", ["juniors", "Mixed"]), ("3", ["Mixed"])):
        done(people.admin, f"{path}/entries/{entry}/categories", {"categories": names})
    done(people.admin, f"{path}/entries/3/categories", {"categories": []})
    for entry, body, status in [
        ("1", {"categories": ["Juniors"]}, 422), ("9", {"categories": ["A"]}, 422),
        ("1", {"categories": ["A", "a"]}, 422), ("1", {}, 422),
    ]:  # fmt: skip
        assert people.admin.post(f"{path}/entries/{entry}/categories", body).status_code == status
    for table in draw(people.admin, cup)["encounters"]:
        report(people.admin, table["id"], 7, 3)
    standings = people.anybody.get(f"{path}/standings").json
    place = {row["entry"]: row["place"] for row in standings["items"]}
    juniors = sorted(("1", "2"), key=lambda entry: place[entry])
    first_of_both = [1, 1 if place["1"] == place["2"] else 2]
    assert [(each["name"], [row["place"] for row in each["places"]]) for each in standings["categories"]] == [
        ("Juniors", first_of_both), ("Mixed", [1]),
    ]  # fmt: skip
    assert [row["entry"] for row in standings["categories"][0]["places"]] == juniors
    assert (
        people.anybody.get(f"{path}/standings", headers={"Accept": "text/csv"})
        .text.splitlines()[0]
        .endswith("provisional,withdrawn,categories")
    )
    done(people.admin, f"{path}/rounds/1/close")
    done(people.admin, f"{path}/end")
    final = people.anybody.get(path).json
    assert final["categories"] == standings["categories"]
    assert [entry.get("categories") for entry in final["entries"]] == [["Juniors"], ["juniors", "Mixed"], None, None]
    assert people.admin.post(f"{path}/entries/3/categories", {"categories": ["Late"]}).status_code == 409
    sentences = [row["sentence"] for row in people.anybody.get(f"{path}/log?round=0").json["items"]]
    assert "Pair 2 is in the prize categories: juniors and Mixed." in sentences
    assert "Pair 3 is in no prize category." in sentences
