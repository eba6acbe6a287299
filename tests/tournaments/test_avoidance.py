"""Entries that draws keep apart: obeyed where that is possible, and said in the reason where it is not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.draws.tables_apart import separate
from domain.tournament.state import Avoidance, Draw, Pairing
from tests.cases import FULL
from tests.http.people import People
from tests.http.tournament_requests import done, tournament
from tests.http.tournament_requests import draw as next_round
from tests.tournaments.chance import JASS, SWISS, best_win, entered, played


def at_tables(drawn: Draw) -> set[frozenset[str]]:
    """All couples at one table."""
    return {frozenset(two) for pairing in drawn.pairings for two in combinations(pairing.entries, 2)}


def apart(*entries: str, absolute: bool = False) -> Avoidance:
    return Avoidance(entries, absolute)


# --- Swiss ------------------------------------------------------------------------------------------


def test_a_swiss_keeps_a_family_apart_though_scores_differ_more() -> None:
    """Of four, 1 and 2 have won. They would meet; now the winners meet the losers whom they have not met."""
    first = draw(SWISS, entered(4), [], [])
    assert at_tables(first) == {frozenset("13"), frozenset("24")}
    wish = draw(SWISS, entered(4), [first], best_win(first), avoidances=[apart("1", "2")])
    assert at_tables(wish) == {frozenset("14"), frozenset("23")}
    assert wish.pairings[0].why.startswith(
        "Pair 1 has 1 point and Pair 4 has 0 points; they have not met, and no possible draw has smaller differences "
        "and keeps apart those who should not meet; "
    )


def test_where_every_draw_brings_them_together_the_reason_says_so_unless_they_must_not_meet() -> None:
    """Three rounds of four: everybody meets everybody."""
    lines, drawn = [], []
    for _ in range(2):
        drawn.append(draw(SWISS, entered(4), drawn, lines, avoidances=[apart("1", "4")]))
        lines += best_win(drawn[-1])
    third = draw(SWISS, entered(4), drawn, lines, avoidances=[apart("1", "4")])
    (pairing,) = [each for each in third.pairings if set(each.entries) == {"1", "4"}]
    assert ". Pair 1 and Pair 4 should not meet, but no possible draw avoids it; " in pairing.why
    with pytest.raises(DrawError) as refused:
        draw(SWISS, entered(4), drawn, lines, avoidances=[apart("1", "4", absolute=True)])
    assert str(refused.value) == (
        "Round 3 cannot be drawn without a rematch and without a meeting that an avoidance rules out: "
        "Pair 1 and Pair 4 have nobody left to meet. Withdraw the avoidance, or avoid the meeting only if possible."
    )


def test_who_sits_out_changes_for_a_family_but_nobody_sits_out_twice_for_it() -> None:
    """Three entries: 3 would sit out, and 1 and 2 would meet. Later, if all but 3 have sat out, 3 does."""
    first = draw(SWISS, entered(3), [], [], avoidances=[apart("1", "2")])
    assert list(first.byes) == ["2"]
    drawn = [Draw(1, (Pairing(1, (("2",), ("3",))),), {"1": ""}), Draw(2, (Pairing(1, (("1",), ("3",))),), {"2": ""})]
    lines = [*best_win(drawn[0]), *best_win(drawn[1])]
    third = draw(SWISS, entered(3), drawn, lines, avoidances=[apart("1", "2")])
    assert (at_tables(third), list(third.byes)) == ({frozenset("12")}, ["3"])


def matchings(places: Sequence[str]) -> Iterator[set[frozenset[str]]]:
    if not places:
        yield set()
        return
    one, *rest = places
    for other in rest:
        for matching in matchings([each for each in rest if each != other]):
            yield {frozenset((one, other)), *matching}


@settings(max_examples=40 if FULL else 15, deadline=None)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 3), st.randoms(use_true_random=False), st.booleans())
def test_as_few_as_possible_meet_who_should_not_and_none_who_must_not(
    count: int, rounds: int, chance: random.Random, absolute: bool
) -> None:
    """By trying all matchings without a rematch."""
    names = [str(n) for n in range(1, count + 1)]
    groups = [
        apart(*chance.sample(names, chance.randint(2, 3)), absolute=absolute) for _ in range(chance.randint(1, 3))
    ]
    kept_apart = {frozenset(two) for each in groups for two in combinations(each.entries, 2)}
    drawn: list[Draw] = []
    lines = []
    for _ in range(min(rounds, count // 2)):
        drawn.append(draw(SWISS, entered(count), drawn, lines))
        lines += played(drawn[-1], chance, SWISS)
    met = {two for each in drawn for two in at_tables(each)}
    possible = [len(kept_apart & each) for each in matchings(names) if not met & each]
    best = min(possible, default=None)
    if best is None or (absolute and best):
        with pytest.raises(DrawError):
            draw(SWISS, entered(count), drawn, lines, avoidances=groups)
        return
    new = draw(SWISS, entered(count), drawn, lines, avoidances=groups)
    assert len(kept_apart & at_tables(new)) == best
    assert sum("should not meet, but" in each.why for each in new.pairings) == best


# --- drawn partners -----------------------------------------------------------------------------------


def partitions(places: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    if not places:
        yield []
        return
    one, *rest = places
    for others in combinations(rest, 3):
        for partition in partitions([each for each in rest if each not in others]):
            yield [(one, *others), *partition]


@settings(max_examples=30 if FULL else 12, deadline=None)
@given(st.sampled_from([8, 9, 12]), st.randoms(use_true_random=False), st.booleans())
def test_players_kept_apart_sit_at_different_tables_whenever_that_is_possible(
    count: int, chance: random.Random, absolute: bool
) -> None:
    """By trying all tables, for two rounds; with an absolute avoidance others may sit out."""
    names = [str(n) for n in range(1, count + 1)]
    groups = [
        apart(*chance.sample(names, chance.randint(2, 3)), absolute=absolute) for _ in range(chance.randint(1, 4))
    ]
    kept_apart = {frozenset(two) for each in groups for two in combinations(each.entries, 2)}
    drawn: list[Draw] = []

    def free(field: Sequence[str]) -> bool:
        return any(
            not kept_apart & {frozenset(two) for table in tables for two in combinations(table, 2)}
            for tables in partitions(field)
        )

    for _ in range(2):
        plain = draw(JASS, entered(count), drawn, [])
        out = list(plain.byes)
        if absolute and not any(
            free([each for each in names if each not in o]) for o in combinations(names, count % 4)
        ):
            with pytest.raises(DrawError, match="some players must not meet"):
                draw(JASS, entered(count), drawn, [], avoidances=groups)
            return
        new = draw(JASS, entered(count), drawn, [], avoidances=groups)
        if absolute or free([each for each in names if each not in out]):
            assert not kept_apart & at_tables(new)
        warnings = sum(pairing.why.count("should not meet, but") for pairing in new.pairings)
        assert warnings == len(kept_apart & at_tables(new))
        drawn.append(new)


@pytest.mark.parametrize("absolute", [True, False])
def test_players_are_kept_apart_also_where_no_exchange_of_two_players_gets_there(absolute: bool) -> None:
    """Only a search from the beginning finds these tables: 3, 4, 1, 8 and 2, 5, 6, 7."""
    couples = [("2", "3"), ("3", "5"), ("3", "7"), ("4", "5"), ("4", "6")]
    new = draw(JASS, entered(8), [], [], avoidances=[apart(*two, absolute=absolute) for two in couples])
    assert not {frozenset(two) for two in couples} & at_tables(new)


def test_players_who_must_not_meet_change_who_sits_out_and_the_reason_says_so() -> None:
    new = draw(JASS, entered(5), [], [], avoidances=[apart("1", "2", absolute=True)])
    (out,) = new.byes
    assert out in ("1", "2")
    assert new.byes[out] == (
        f"The number of players is not divisible by four. Pair {out} sits out, so that players who must not meet sit "
        "at different tables."
    )


def test_a_hundred_players_of_two_clubs_sit_apart_as_far_as_seats_allow() -> None:
    """Twenty-five tables: 25 of one club and 25 of another each have a table of their own."""
    names = [str(n) for n in range(1, 101)]
    two = [apart(*names[:25]), apart(*names[25:50])]
    new = draw(JASS, entered(100), [], [], avoidances=two)
    for club in two:
        assert all(len(set(club.entries) & set(each.entries)) == 1 for each in new.pairings)


def test_more_players_of_one_family_than_tables_cannot_be_separated() -> None:
    """Nine players who all avoid each other do not fit at eight tables; the rest do not matter."""
    names = [str(n) for n in range(32)]
    couples = dict.fromkeys(combinations(sorted(names[:9]), 2), True)
    assert separate(names, couples) is None


# --- by hand, and over the API --------------------------------------------------------------------------


def test_a_draw_by_hand_names_those_who_should_not_meet() -> None:
    first = draw(SWISS, entered(4), [], [])
    two = [apart("1", "3"), apart("2", "4", absolute=True)]
    assert check_draw(SWISS, entered(4), [], first, avoidances=two) == [
        "Pair 1 and Pair 3 should not meet.",
        "Pair 2 and Pair 4 must not meet.",
    ]


def test_an_avoidance_is_added_obeyed_shown_in_the_log_and_taken_back(people: People) -> None:
    cup = tournament(people.admin, 4)
    path = f"/tournaments/{cup}/avoidances"
    number = done(people.admin, path, {"entries": ["1", "3"], "absolute": True, "why": "one family"})["version"]
    stands = people.admin.get(f"/tournaments/{cup}").json["avoidances"]
    assert stands == [{"number": number, "entries": ["1", "3"], "absolute": True, "why": "one family"}]
    answer = people.admin.post(path, {"entries": ["3", "1"], "absolute": True})
    assert (answer.status_code, answer.json["code"]) == (422, "same-avoidance")
    for body in ({"entries": ["1"]}, {"entries": ["1", "1"]}, {"entries": ["1", "9"]}):
        assert people.admin.post(path, body).status_code == 422, body
    drawn = next_round(people.admin, cup)
    assert {frozenset(each for side in table["sides"] for each in side) for table in drawn["encounters"]} != {
        frozenset("13"),
        frozenset("24"),
    }
    done(people.admin, f"{path}/{number}/withdraw", {"why": "They do not mind."})
    assert people.admin.post(f"{path}/{number}/withdraw", {}).status_code == 404
    assert people.admin.get(f"/tournaments/{cup}").json["avoidances"] == []
    log = [row["sentence"] for row in people.admin.get(f"/tournaments/{cup}/log").json["items"]]
    assert "Draws must keep apart: Pair 1 and Pair 3. One family." in log
    assert f"Avoidance {number} was withdrawn. They do not mind." in log


def test_a_format_with_fixed_pairings_keeps_nobody_apart(people: People) -> None:
    cup = tournament(people.admin, 4, {"format": "round-robin", "encounter": {"race": 7}})
    answer = people.admin.post(f"/tournaments/{cup}/avoidances", {"entries": ["1", "3"]})
    assert (answer.status_code, answer.json["code"]) == (422, "avoidance")
