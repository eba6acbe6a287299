"""Byes that entries ask for, and late entries (docs/tournaments.md, "Byes on request and late entries")."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from domain.tournament.draws import check_draw, draw
from domain.tournament.standings.places import explain, standings
from domain.tournament.state import LATE, PLAYED, REQUESTED, Draw, Entry, Line, Pairing
from domain.tournament.terms import Scoring, Terms, TermsError, check, parse, plain
from tests.http.people import People
from tests.http.tournament_requests import done, enter, report, tournament
from tests.http.tournament_requests import draw as next_round
from tests.tournaments.chance import JASS, SWISS, best_win, entered

ASKING = replace(SWISS, requested_byes=1)


def rounds(*results: int) -> list[Line]:
    """An entry that won so many tokens more than it lost, round by round."""
    return [
        Line(n, "1", PLAYED, 1, ("2",), won=max(result, 0), lost=max(-result, 0)) for n, result in enumerate(results, 1)
    ]


@pytest.mark.parametrize(("share", "wins", "tokens"), [("none", 2, 6), ("half", Fraction(5, 2), 7), ("full", 3, 8)])
@pytest.mark.parametrize("kind", [REQUESTED, LATE])
def test_a_round_for_which_an_entry_was_not_drawn_is_worth_what_the_terms_say(
    kind: str, share: str, wins: Fraction, tokens: int
) -> None:
    """The example of the document: 3, -1 and 4 tokens are two wins, and have the mean 2."""
    lines = [*rounds(3, -1, 4), Line(4, "1", kind)]
    for counts, expected in (("wins", wins), ("tokens", tokens)):
        scoring = Scoring(counts=counts, requested_bye=share, late=share)
        terms = Terms("swiss", rounds=4, requested_byes=1, scoring=scoring, tie_breaks=())
        (row,) = standings(terms, [Entry("1", "Amal")], lines)
        assert (row.score, row.played) == (expected, 3)
        steps = [str(step) for step in explain(terms, [Entry("1", "Amal")], lines, entry="1")]
        did = "had asked for a bye" if kind == REQUESTED else "had not entered yet"
        assert any(step.startswith(f"Round 4: {did} (") for step in steps), steps


def test_who_asked_for_a_bye_is_not_drawn_and_sits_out_later_only_if_the_bye_was_no_win() -> None:
    entries = [replace(each, requested=(1,)) if each.id == "5" else each for each in entered(5)]
    for share, out in (("none", "5"), ("full", "4")):
        terms = replace(ASKING, scoring=Scoring(requested_bye=share))
        first = draw(terms, entries, [], [])
        assert ("5" in first.entries, first.byes) == (False, {})
        with_request = replace(first, requested=("5",))
        lines = [*best_win(first), Line(1, "5", REQUESTED)]
        assert list(draw(terms, entries, [with_request], lines, adjustments=()).byes) == [out]
    players = [replace(each, requested=(1,)) if each.id == "8" else each for each in entered(9)]
    assert "8" not in draw(replace(JASS, requested_byes=1), players, [], []).entries


def test_a_draw_by_hand_may_let_them_play_and_says_so() -> None:
    entries = [replace(each, requested=(1,)) if each.id == "2" else each for each in entered(2)]
    by_hand = Draw(1, (Pairing(1, (("1",), ("2",))),))
    assert check_draw(ASKING, entries, [], by_hand) == ["Pair 2 asked for a bye in this round."]
    assert check_draw(ASKING, entries, [], Draw(1, (), {"1": ""})) == []


def test_terms_without_requests_are_stored_as_before() -> None:
    stored = plain(SWISS)
    assert not {"requested_byes", "last_entry"} & stored.keys()
    assert not {"requested_bye", "late"} & stored["scoring"].keys()
    terms = replace(ASKING, last_entry=3, scoring=Scoring(requested_bye="none", late="half"))
    assert parse(plain(terms)) == terms


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        (Terms("round-robin", requested_byes=1), "does not let entries sit out"),
        (Terms("round-robin", scoring=Scoring(late="half")), "gives no score for rounds before an entry"),
        (replace(SWISS, requested_byes=-1), "requested_byes: 0 to"),
        (replace(SWISS, last_entry=0), "last_entry: a round from 1"),
        (replace(SWISS, scoring=Scoring(requested_bye="double")), "there is no 'double'; there are half, none, full"),
        (replace(SWISS, scoring=Scoring(late="double")), "scoring.late: there is no 'double'"),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: Terms, problem: str) -> None:
    with pytest.raises(TermsError, match=problem):
        check(terms)


# --- over the API -------------------------------------------------------------------------------------

TERMS: dict[str, Any] = {
    "format": "swiss",
    "rounds": 3,
    "encounter": {"race": 7},
    "requested_byes": 1,
    "last_entry": 2,
    "scoring": {"late": "half"},
}


def scores(people: People, cup: str) -> dict[str, float]:
    return {row["entry"]: row["score"] for row in people.admin.get(f"/tournaments/{cup}/standings").json["items"]}


def test_a_bye_is_asked_for_scored_and_taken_back_by_a_redraw(people: People) -> None:
    cup = tournament(people.admin, 5, TERMS)
    path = f"/tournaments/{cup}/entries/5/requested-byes"
    done(people.admin, path, {"round": 1, "why": "late from work"})
    for body, code in (
        ({"round": 1}, "same-bye-request"),
        ({"round": 2}, "bye-request"),
        ({"round": 9}, "bye-request"),
    ):
        answer = people.admin.post(path, body)
        assert (answer.status_code, answer.json["code"]) == (422, code), answer.json
    drawn = next_round(people.admin, cup)
    assert (drawn["requested"], drawn["byes"], drawn["absent"]) == (["5"], [], [])
    assert scores(people, cup)["5"] == 0.5
    done(people.admin, f"{path}/1/withdraw", {"why": "is here after all"})
    done(people.admin, f"/tournaments/{cup}/rounds/1/redraw", {"why": "Pair 5 came"})
    again = people.admin.get(f"/tournaments/{cup}/rounds/1").json
    assert (again["requested"], len(again["byes"])) == ([], 1)
    done(people.admin, f"{path}", {"round": 1})
    done(people.admin, f"/tournaments/{cup}/rounds/1/redraw", {"why": "Pair 5 went home"})
    log = [row["sentence"] for row in people.admin.get(f"/tournaments/{cup}/log").json["items"]]
    assert "Pair 5 asked for a bye in round 1. Late from work." in log
    assert "Pair 5 no longer asks for a bye in round 1. Is here after all." in log
    assert any(row.endswith("Pair 5 sits out, as requested. Pair 5 went home.") for row in log), log


def test_a_late_entry_scores_for_what_it_missed_and_nobody_comes_after_the_last_round_for_entries(
    people: People,
) -> None:
    cup = tournament(people.admin, 4, TERMS)
    for table in next_round(people.admin, cup)["encounters"]:
        report(people.admin, table["id"], 7, 2)
    enter(people.admin, cup, "Pair 5")
    assert "5" not in scores(people, cup), "not before its first round"
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    second = next_round(people.admin, cup)
    (bye,) = second["byes"]
    assert scores(people, cup)["5"] == 0.5 + (bye["entry"] == "5")
    steps = people.admin.get(f"/tournaments/{cup}/standings/5").json["steps"]
    assert steps[0] == "Round 1: had not entered yet (½ point)."
    answer = people.admin.post(f"/tournaments/{cup}/entries", {"name": "Pair 6", "players": ["a", "b"]})
    assert (answer.status_code, answer.json["code"]) == (422, "entry-late")
