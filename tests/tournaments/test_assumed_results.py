"""A round is drawn while a table of an earlier one still plays (docs/tournaments.md, "Drawing while a table plays")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tournament.draws import draw
from domain.tournament.draws.assumed import AssumptionError, assumed_lines, find_assumptions, is_as_assumed
from domain.tournament.results.sheet import Total
from domain.tournament.state import Assumption, Line
from domain.tournament.terms import Scoring, Terms
from tests.cases import cases
from tests.http.people import People
from tests.http.tournament_requests import done, report, tournament
from tests.http.tournament_requests import draw as next_round
from tests.tournaments.chance import ROUND_ROBIN, SWISS, best_win, entered


def test_a_draw_counts_the_assumed_result_and_its_reasons_say_so() -> None:
    """Of four, 1 and 2 have won. If 4 is assumed to win against 2, 1 and 4 meet."""
    first = draw(SWISS, entered(4), [], [])
    (slow,) = [pairing for pairing in first.pairings if "2" in pairing.entries]
    lines = [line for line in best_win(first) if line.table != slow.table]
    four = slow.sides.index(("4",))
    assumption = Assumption(1, slow.table, (1, 0) if four == 0 else (0, 1))
    assert find_assumptions(SWISS, entered(4), [first], lines, [assumption]) == [assumption]
    more = [*lines, *assumed_lines([first], [assumption])]
    second = draw(SWISS, entered(4), [first], more, assumed=frozenset(slow.entries))
    assert [set(pairing.entries) for pairing in second.pairings] == [{"1", "4"}, {"2", "3"}]
    assert second.pairings[0].why.startswith("The result of Pair 4 is assumed. Both have 1 point and have not met; ")


def test_assumptions_are_about_tables_without_a_result() -> None:
    first = draw(SWISS, entered(4), [], [])
    lines = [line for line in best_win(first) if line.table == 1]
    terms, entries, drawn = SWISS, entered(4), [first]
    assert find_assumptions(terms, entries, drawn, lines, (), rest=True) == [Assumption(1, 2)]
    earlier = [Assumption(1, 2, (0, 1)), Assumption(1, 1, (1, 0))]
    assert find_assumptions(terms, entries, drawn, lines, (), earlier, rest=True) == [Assumption(1, 2, (0, 1))]
    stated = Assumption(1, 2, (1, 0))
    assert find_assumptions(terms, entries, drawn, lines, [stated], earlier) == [stated]
    assert find_assumptions(terms, entries, drawn, lines, ()) == []
    for wrong in ([Assumption(1, 1)], [Assumption(2, 1)], [stated, stated]):
        with pytest.raises(AssumptionError):
            find_assumptions(terms, entries, drawn, lines, wrong)
    with pytest.raises(AssumptionError, match="Round robin assumes no results"):
        find_assumptions(ROUND_ROBIN, entries, drawn, [], [stated])


def total(ours: int, theirs: int) -> Total:
    return Total(won=(ours, theirs), deals=(ours + 1, theirs), points=(90 * ours, 90 * theirs))


def test_a_result_is_as_assumed_if_it_counts_the_same() -> None:
    with cases() as case:
        for counts, assumed, ours, theirs, same in (
            ("wins", (0, 0), 4, 4, True),
            ("wins", (1, 0), 7, 2, True),
            ("wins", (1, 0), 2, 7, False),
            ("wins", (0, 0), 7, 2, False),
            ("tokens", (5, 0), 7, 2, True),
            ("tokens", (5, 0), 7, 3, False),
            ("deals", (8, 2), 7, 2, True),
            ("deals", (7, 2), 7, 2, False),
            ("points", (630, 180), 7, 2, True),
            ("points", (630, 181), 7, 2, False),
        ):
            with case(counts, assumed, ours, theirs):
                terms = Terms("swiss", rounds=3, scoring=Scoring(counts=counts))
                assert is_as_assumed(terms, Assumption(1, 1, assumed), total(ours, theirs)) is same


def test_assumed_lines_are_worth_what_is_assumed_whatever_counts() -> None:
    first = draw(SWISS, entered(4), [], [])
    lines = list(assumed_lines([first], [Assumption(1, 1, (3, 1))]))
    assert [(line.won, line.deals_won, line.points, line.confirmed) for line in lines] == [
        (3, 3, 3, False),
        (1, 1, 1, False),
    ]
    assert all(isinstance(line, Line) and line.against for line in lines)


# --- over the API -------------------------------------------------------------------------------------


def begin(people: People, entries: int = 4, **terms: Any) -> tuple[str, dict[str, Any]]:
    """A Swiss of which all tables but the last have reported in round 1; that table."""
    all_terms = {"format": "swiss", "rounds": 3, "encounter": {"race": 7}, **terms}
    cup = tournament(people.admin, entries, all_terms)
    *others, slow = next_round(people.admin, cup)["encounters"]
    for table in others:
        report(people.admin, table["id"], 7, 2)
    return cup, slow


def round_two(people: People, cup: str) -> dict[str, Any]:
    payload: dict[str, Any] = people.admin.get(f"/tournaments/{cup}/rounds/2").json
    return payload


def test_the_round_names_the_result_that_turned_out_otherwise(people: People) -> None:
    cup, slow = begin(people)
    refused = people.admin.post(f"/tournaments/{cup}/rounds", {})
    assert (refused.status_code, refused.json["code"]) == (422, "draw")
    drawn = next_round(people.admin, cup, assumed=[{"round": 1, "table": slow["table"], "won": [1, 0]}])
    (row,) = drawn["assumed"]
    one, other = ([f"Pair {entry}" for entry in side] for side in slow["sides"])
    where = f"Round 1, table {slow['table']}, {one[0]} against {other[0]}"
    assert row["sentence"] == f"{where}: assumed as a win of {one[0]}. There is no result yet."
    assert (row["state"], row["now"], drawn["changed"]["results"]) == ("playing", None, [])
    standings = {each["entry"]: each for each in people.admin.get(f"/tournaments/{cup}/standings").json["items"]}
    assert standings[slow["sides"][0][0]]["score"] == 0, "the standings count no assumption"
    report(people.admin, slow["id"], 7, 3)
    (row,) = round_two(people, cup)["assumed"]
    assert row["sentence"] == f"{where}: assumed as a win of {one[0]}. The result counts the same: 7 to 3."
    assert round_two(people, cup)["changed"]["results"] == []
    body = {"sheet": {"whole": [{"tokens": 2}, {"tokens": 7}]}, "why": "The sides were exchanged."}
    done(people.admin, f"/encounters/{slow['id']}/corrections", body)
    after = round_two(people, cup)
    assert after["assumed"][0]["state"] == "differs"
    (changed,) = after["changed"]["results"]
    assert changed["was"] == {"won": [1, 0], "assumed": "wins"}
    assert changed["sentence"] == (f"{where}: assumed as a win of {one[0]} at the time of this draw, now 2 to 7.")
    log = [each["sentence"] for each in people.admin.get(f"/tournaments/{cup}/log").json["items"]]
    assert any(f"Results were assumed: round 1, table {slow['table']}." in each for each in log)


def test_the_other_tables_are_assumed_to_be_level_and_a_forfeit_is_another_result(people: People) -> None:
    cup, slow = begin(people, 6)
    drawn = next_round(people.admin, cup, assume_rest=True)
    assert [(row["table"], row["won"]) for row in drawn["assumed"]] == [(slow["table"], [0, 0])]
    done(people.admin, f"/encounters/{slow['id']}/forfeit", {"sides": [0], "why": "Nobody came."})
    after = round_two(people, cup)
    assert after["assumed"][0]["state"] == "differs"
    assert "assumed as a draw at the time of this draw, now forfeited by" in after["changed"]["results"][0]["sentence"]


def test_a_redraw_keeps_what_was_assumed_until_there_is_a_result(people: People) -> None:
    cup, slow = begin(people)
    next_round(people.admin, cup, assumed=[{"round": 1, "table": slow["table"], "won": [0, 1]}])
    same = people.admin.post(f"/tournaments/{cup}/rounds/2/redraw", {"why": "again"})
    assert (same.status_code, same.json["code"]) == (422, "same-draw")
    report(people.admin, slow["id"], 7, 2)
    done(people.admin, f"/tournaments/{cup}/rounds/2/redraw", {"why": "the result is another"})
    after = round_two(people, cup)
    assert (after["assumed"], after["changed"]["results"]) == ([], [])


def test_what_needs_no_assumption_is_refused_and_draws_nothing(people: People) -> None:
    cup, slow = begin(people)
    hand = {"pairings": [{"table": 1, "sides": [["1"], ["2"]]}, {"table": 2, "sides": [["3"], ["4"]]}]}
    with cases() as case:
        for body, code in (
            ({"assumed": [{"round": 1, "table": 1}]}, "assumed"),
            ({"assumed": [{"round": 1, "table": 99}]}, "assumed"),
            ({"assumed": [{"round": 1, "table": slow["table"], "won": [1]}]}, "shape"),
            ({"by_hand": hand, "assume_rest": True}, "assumed"),
        ):
            with case(body):
                answer = people.admin.post(f"/tournaments/{cup}/rounds", body)
                assert (answer.status_code, answer.json["code"]) == (422, code), answer.json
    assert len(people.admin.get(f"/tournaments/{cup}").json["rounds"]) == 1
