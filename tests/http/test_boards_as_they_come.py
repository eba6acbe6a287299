"""Late plays, artificial scores by the session and cross-imps through the API; scores worked out again from events."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.cases import full
from tests.http.people import People, Person
from tests.http.tournament_requests import done, draw, tournament

MITCHELL: dict[str, Any] = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}


def enter(who: Person, table: dict[str, Any], board: int, won: int) -> Any:
    """North and South win so many tokens on a board, or lose them."""
    counts = [{"tokens": max(won, 0)}, {"tokens": max(-won, 0)}]
    return who.post(f"/encounters/{table['id']}/result", {"board": board, "sheet": {"deals": [counts]}})


def give(who: Person, table: dict[str, Any], boards: list[int], *scores: str) -> Any:
    body = {"boards": boards, "scores": [scores[0], scores[-1]], "why": "The hall closed"}
    return who.post(f"/encounters/{table['id']}/artificial-scores", body)


def unsettled(who: Person, cup: str, path: str) -> list[str]:
    """Return the results that can still change, by the preview of a command."""
    shown = who.post(f"/tournaments/{cup}/preview", {"method": "POST", "path": path, "body": {}}).json
    return [note for group in shown["changes"] if group["kind"] == "unsettled" for note in group["notes"]]


def test_a_round_is_closed_with_a_late_play_and_its_result_comes_later(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6, MITCHELL)
    first, *others = draw(who, cup)["encounters"]
    for table in (first, *others):
        for board in table["boards"]:
            if (table, board) != (first, first["boards"][0]):
                assert enter(who, table, board, 1).status_code == 200
                done(who, f"/encounters/{table['id']}/confirmations", {"board": board})
    late = first["boards"][0]
    assert who.post(f"/tournaments/{cup}/rounds/1/close").status_code == 409
    assert give(who, first, [late], "late-play").status_code in (200, 201)
    closing, ending = (f"/api/v1/tournaments/{cup}/{what}" for what in ("rounds/1/close", "end"))
    waits = f"Round 1, Table {first['table']}, Board {late}"
    assert unsettled(who, cup, closing) == [f"{waits}: to be played late"]
    done(who, f"/tournaments/{cup}/rounds/1/close")
    assert unsettled(who, cup, ending) == [f"{waits}: to be played late"]
    pairs = {first["sides"][0][0], first["sides"][1][0]}
    rows = who.get(f"/tournaments/{cup}/standings").json["items"]
    assert {row["entry"] for row in rows if row["provisional"]} == pairs
    assert enter(who, others[0], others[0]["boards"][0], 2).status_code == 409
    assert enter(who, first, late, 2).status_code == 200
    there = who.get(f"/encounters/{first['id']}").json
    assert late in [result["board"] for result in there["results"]]
    assert there["artificial"] == []
    assert unsettled(who, cup, ending) == [f"{waits}: awaiting confirmation"]
    done(who, f"/encounters/{first['id']}/withdrawal", {"board": late, "why": "the wrong board"})
    assert unsettled(who, cup, ending) == [f"{waits}: to be played late"], "as before the slip"
    other = {"board": first["boards"][1], "why": "a slip"}
    assert who.post(f"/encounters/{first['id']}/withdrawal", other).json["code"] == "round-closed"
    assert enter(who, first, late, 2).status_code == 200
    done(who, f"/encounters/{first['id']}/confirmations", {"board": late})
    assert unsettled(who, cup, ending) == []
    rows = who.get(f"/tournaments/{cup}/standings").json["items"]
    assert not any(row["provisional"] for row in rows)


def test_a_late_play_that_is_never_played_is_given_another_score_or_taken_back(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6, MITCHELL)
    table = draw(who, cup)["encounters"][0]
    board = table["boards"][0]
    assert give(who, table, [board], "late-play", "average").json["code"] == "artificial-score"
    assert give(who, table, [board], "late-play").status_code in (200, 201)
    assert give(who, table, [board], "average-plus", "average").status_code in (200, 201)
    assert enter(who, table, board, 1).json["code"] == "artificial-score"
    done(who, f"/encounters/{table['id']}/artificial-scores/withdrawal", {"boards": [board], "why": "played after all"})
    assert enter(who, table, board, 1).status_code == 200


def test_averages_by_the_session_are_for_matchpoints(people: People) -> None:
    terms = {**MITCHELL, "averages": "session", "scoring": {"counts": "cross-imps"}}
    answer = people.admin.post("/tournaments", {"name": "Cup", "terms": terms, "ruleset": "304"})
    assert answer.status_code == 422
    assert "averages" in answer.json["detail"]


TOKENS = (Fraction(1, 2), 1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29)
"""docs/tournaments.md: the least difference for one imp, for two, and so on."""


SIDES = ("north_south", "east_west")


def imps(difference: Fraction) -> int:
    steps = len([least for least in TOKENS if least <= abs(difference)])
    return steps if difference > 0 else -steps


Outcomes = list[tuple[Fraction, int]]
"""Possible results with their shares; a played result is one with the whole share."""


def score_of(counts: str, own: Outcomes, others: list[Outcomes], tables: int) -> Fraction:
    """Work out one score on paper: ``own`` against the ``others`` on the board."""
    pairs = [(part * share, won, theirs) for part, won in own for other in others for share, theirs in other]
    if counts == "matchpoints":
        beaten = sum(share * (2 if won > theirs else 1 if won == theirs else 0) for share, won, theirs in pairs)
        return Fraction(tables, len(others) + 1) * (beaten + 1) - 1
    if counts == "imps":
        field = sorted(sum((share * won for share, won in each), Fraction(0)) for each in [own, *others])
        middle = field[1:-1] if len(field) >= 5 else field
        datum = sum(middle, Fraction(0)) / len(middle)
        return sum((share * imps(won - datum) for share, won in own), Fraction(0))
    if not others:
        return Fraction(0)
    swings = ((share, won - theirs) for share, won, theirs in pairs)
    return sum(
        (share * (swing if counts == "cross-tokens" else imps(Fraction(swing))) for share, swing in swings), Fraction(0)
    ) / len(others)


def whole(won: int) -> Outcomes:
    return [(Fraction(1), won)]


def hundredths(score: Fraction) -> Fraction:
    """Round the score of a board to hundredths, as the standings do."""
    return Fraction(round(100 * score), 100)


def worked_out(events: list[dict[str, Any]], counts: str, averages: str, tables: int) -> dict[str, Fraction]:
    """Work out the score of every entry from the events of all tables, in the order in which they were recorded."""
    sides: dict[str, list[str]] = {}
    played: dict[tuple[str, int], int] = {}
    assigned: dict[tuple[str, int], tuple[Outcomes, Outcomes]] = {}
    artificial: dict[tuple[str, int], list[str]] = {}
    for event in events:
        fact, table = event["fact"], event["stream"]
        match event["topic"].rsplit(".", 1)[-1]:
            case "EncounterSet":
                sides[table] = [side[0] for side in fact["sides"]]
            case "ResultEntered" | "ResultCorrected":
                played[table, fact["board"]] = fact["score"]["won"][0] - fact["score"]["won"][1]
            case "ResultWithdrawn":
                del played[table, fact["board"]]
            case "AssignedScoreGiven":
                both = [[(Fraction(percent, 100), won) for percent, won in fact[side]] for side in SIDES]
                assigned[table, fact["board"]] = both[0], [(share, -won) for share, won in both[1]]
            case "AssignedScoreWithdrawn":
                del assigned[table, fact["board"]]
            case "ArtificialScoreGiven":
                artificial |= {(table, board): fact["scores"] for board in fact["boards"]}
            case "ArtificialScoreWithdrawn":
                for board in fact["boards"]:
                    del artificial[table, board]
    natural = {
        key: (whole(won), whole(-won))
        for key, won in played.items()
        if artificial.get(key, ["late-play"])[0] == "late-play"
    } | assigned
    share = {"average-plus": Fraction(3, 5), "average": Fraction(1, 2), "average-minus": Fraction(2, 5)}
    top = 2 * (tables - 1)
    total = {entry: Fraction(0) for pair in sides.values() for entry in pair}
    on_played = {entry: [Fraction(0), 0] for entry in total}
    artificial_scores = []
    for board in {board for _, board in [*played, *artificial, *assigned]}:
        here = {table: both for (table, number), both in natural.items() if number == board}
        scores = {}
        for table, own in here.items():
            others = [other for name, other in here.items() if name != table]
            scores[table] = [score_of(counts, own[side], [other[side] for other in others], tables) for side in (0, 1)]
            for entry, score in zip(sides[table], scores[table], strict=True):
                total[entry] += hundredths(score)
                on_played[entry][0] += score
                on_played[entry][1] += top
        greatest = max((abs(score) for both in scores.values() for score in both), default=Fraction(0))
        for (table, number), kinds in artificial.items():
            if number == board and table not in here and kinds[0] in share:
                artificial_scores += [(entry, kind, greatest) for entry, kind in zip(sides[table], kinds, strict=True)]
    for entry, kind, greatest in artificial_scores:
        part = share[kind]
        if averages == "session" and on_played[entry][1]:
            own = Fraction(on_played[entry][0]) / on_played[entry][1]
            part = max(part, own) if kind == "average-plus" else min(part, own) if kind == "average-minus" else part
        total[entry] += hundredths(part * top if counts == "matchpoints" else (2 * part - 1) * greatest)
    return total


@pytest.mark.parametrize("seed", [0, *map(full, range(1, 6))])
@pytest.mark.parametrize(
    ("counts", "averages"),
    [
        full("matchpoints", "fixed"), full("matchpoints", "session"), full("cross-tokens", "fixed"),
        ("cross-imps", "fixed"), full("imps", "fixed"),
    ],
)  # fmt: skip
def test_an_evening_by_chance_is_worked_out_again_from_its_events(
    people: People, counts: str, averages: str, seed: int
) -> None:
    who, rng = people.admin, random.Random(f"{counts} {averages} {seed}")
    terms = {**MITCHELL, "averages": averages, "scoring": {"counts": counts}}
    cup = tournament(who, 6, terms)
    tables = []
    for number in (1, 2, 3):
        tables += [table["id"] for table in draw(who, cup)["encounters"]]
        for table in who.get(f"/tournaments/{cup}/rounds/{number}").json["encounters"]:
            for board in table["boards"]:
                fate, entered = rng.random(), 0
                if fate < 0.7:
                    entered = enter(who, table, board, rng.randint(-4, 4)).status_code
                    assert entered in (200, 422)
                if fate > 0.6:
                    kinds = ("average-plus", "average", "average-minus")
                    both = [rng.choice(("not-played", "late-play"))] if rng.random() < 0.3 else rng.choices(kinds, k=2)
                    played_already = entered == 200 and both == ["late-play"]
                    assert give(who, table, [board], *both).status_code in ((409,) if played_already else (200, 201))
                if fate < 0.15:
                    part = rng.randint(1, 99)
                    weighted = [{"percent": part, "won": rng.randint(1, 4)}, {"percent": 100 - part, "won": -1}]
                    split = {"east_west": [{"percent": 100, "won": rng.randint(-4, 4)}]} if fate < 0.07 else {}
                    body = {"board": board, "north_south": weighted, "why": "a ruling", **split}
                    done(who, f"/encounters/{table['id']}/assigned-scores", body)
                if fate < 0.03:
                    body = {"board": board, "why": "appealed"}
                    done(who, f"/encounters/{table['id']}/assigned-scores/withdrawal", body)
                if fate > 0.9:
                    body = {"boards": [board], "why": "it was played"}
                    done(who, f"/encounters/{table['id']}/artificial-scores/withdrawal", body)
    exported = [event for event in feed(who) if event["stream"] in tables]
    expected = worked_out(exported, counts, averages, 3)
    rows = who.get(f"/tournaments/{cup}/standings").json["items"]
    assert len(rows) == 6
    for row in rows:
        assert Fraction(str(row["score"])) == expected[row["entry"]], row


def feed(who: Person) -> Iterator[dict[str, Any]]:
    """Yield all events that the API exports, oldest first."""
    after = "0"
    while lines := (answer := who.get(f"/events?after={after}&limit=1000")).text.splitlines():
        yield from map(json.loads, lines)
        after = answer.headers["Nought-Next"]


def test_a_ruling_assigns_a_weighted_score_and_takes_it_back(people: People) -> None:
    """Law 12C1: 60 percent of 3 and 40 percent of -1 at one table; 1 and -2 were made at the two others.

    3 beats both: 4. -1 beats -2 only: 2. Weighted: 0.6 x 4 + 0.4 x 2 = 3.2 of 4. Split: East and West are compared with
    -4 for North and South, which is worse than both: 4.
    """
    who = people.admin
    cup = tournament(who, 6, {**MITCHELL, "boards": 1})
    tables = [table for _ in range(3) for table in draw(who, cup)["encounters"] if table["boards"] == [1]]
    first = tables[0]
    for table, won in zip(tables, (2, 1, -2), strict=True):
        assert enter(who, table, 1, won).status_code == 200
    path = f"/encounters/{first['id']}/assigned-scores"
    body = {"board": 1, "north_south": [{"percent": 60, "won": 3}, {"percent": 40, "won": -1}], "why": "12C1"}

    def scores() -> list[float]:
        rows = {row["entry"]: row["score"] for row in who.get(f"/tournaments/{cup}/standings").json["items"]}
        return [rows[side[0]] for side in first["sides"]]

    shown = done(who, path, body)["encounter"]
    assert (shown["results"], shown["assigned"][0]["east_west"]) == ([], body["north_south"])
    assert scores() == [3.2, 0.8]
    assert who.post(path, body).json["code"] == "same-ruling"
    for wrong in ([{"percent": 60, "won": 3}], [{"percent": 50, "won": 3}, {"percent": 50, "won": 3}]):
        assert who.post(path, {**body, "north_south": wrong}).json["code"] == "assigned-score"
    assert give(who, first, [1], "average").json["code"] == "assigned-score"
    assert enter(who, first, 1, 2).status_code == 422
    done(who, path, {**body, "east_west": [{"percent": 100, "won": -4}]})
    assert scores() == [3.2, 4]
    done(who, f"{path}/withdrawal", {"board": 1, "why": "appealed"})
    assert scores() == [4, 0]
    assert who.post(f"{path}/withdrawal", {"board": 1, "why": "again"}).json["code"] == "no-ruling"


def test_two_winners_of_a_mitchell_are_ranked_apart_and_never_change_sides(people: People) -> None:
    """Eight pairs at four tables: each list has four places, and matchpoints go against the own direction only."""
    who = people.admin
    cup = tournament(who, 8, {**MITCHELL, "winners": 2, "boards": 1})
    sat: dict[str, set[int]] = {}
    for number in (1, 2, 3):
        for table in draw(who, cup)["encounters"]:
            for side in (0, 1):
                sat.setdefault(table["sides"][side][0], set()).add(side)
            won = int(table["sides"][0][0]) - 4
            assert enter(who, table, table["boards"][0], max(min(won, 3), -3)).status_code == 200
        done(who, f"/tournaments/{cup}/rounds/{number}/close")
    assert all(len(sides) == 1 for sides in sat.values())
    rows = who.get(f"/tournaments/{cup}/standings").json["items"]
    assert [row["direction"] for row in rows] == ["NS"] * 4 + ["EW"] * 4
    assert {row["entry"] for row in rows[:4]} == {entry for entry, sides in sat.items() if sides == {0}}
    for listed in (rows[:4], rows[4:]):
        assert listed[0]["place"] == 1
        assert [row["score"] for row in listed] == sorted((row["score"] for row in listed), reverse=True)
    done(who, f"/tournaments/{cup}/end")
    assert [row["place"] for row in who.get(f"/tournaments/{cup}").json["places"]].count(1) >= 2


def test_two_winners_are_for_pairs_in_a_mitchell(people: People) -> None:
    for terms in ({**MITCHELL, "movement": "howell", "winners": 2}, {**MITCHELL, "winners": 3}):
        answer = people.admin.post("/tournaments", {"name": "Cup", "terms": terms, "ruleset": "304"})
        assert answer.status_code == 422
        assert "winners" in answer.json["detail"]


def test_a_board_without_tokens_is_refused(people: People) -> None:
    """Card points alone would be compared with the tokens of other tables, and nothing at all would count as 0 to 0."""
    who = people.admin
    table = draw(who, tournament(who, 6, MITCHELL))["encounters"][0]
    for counts in ([{}, {}], [{"points": 170}, {"points": 134}]):
        sheet = {"deals": [counts]}
        answer = who.post(f"/encounters/{table['id']}/result", {"board": table["boards"][0], "sheet": sheet})
        assert (answer.status_code, answer.json["detail"]) == (422, "Say how many tokens each side won.")
    assert enter(who, table, table["boards"][0], 0).status_code == 200
