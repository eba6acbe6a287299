"""Slates: what is refused, how the game ends, corrections, and laws about all of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.engine.facts import Fact
from domain.kernel.errors import Declined
from domain.slate.aggregate import Slate
from domain.slate.commands import preset
from domain.slate.facts import (
    LineCorrected,
    LineRemoved,
    LineWritten,
    SlateOpened,
    SlateReopened,
    SlateStopped,
    SlateTermsChanged,
)
from domain.slate.games import GAMES, load_game, parse_game
from domain.slate.games.base import CODES, SlateGame
from domain.slate.line import FULL, STOECK, load, plain
from tests.cases import cases

AT = "2026-02-14T20:15:09.318Z"
SIX = ["roses", "acorns", "shields", "bells", "obenabe", "undenufe"]


def slate(key: str = "schieber", **terms: Any) -> Slate:
    opened = Slate(UUID(int=1))
    opened.take(SlateOpened(key, parse_game(key, terms).plain()), AT, "Vreni")
    return opened


def do(each: Slate, fact: Fact) -> Slate:
    each.take(fact, AT, "Vreni")
    return each


def write(each: Slate, points: int | None = None, **line: Any) -> Slate:
    return do(each, each.write({**line, **({} if points is None else {"points": points})}))


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "terms"),
    [
        ("schieber", {"target": 0}), ("schieber", {"target": 1000, "deals": 12}), ("schieber", {"target": -1}),
        ("schieber", {"target": True}), ("schieber", {"target": 1.5}), ("schieber", {"deals": 101}),
        ("schieber", {"contracts": []}), ("schieber", {"contracts": [["roses", 0]]}),
        ("schieber", {"contracts": [["roses", 1], ["Roses", 2]]}), ("schieber", {"contracts": [["", 1]]}),
        ("schieber", {"contracts": [["a\nb", 1]]}), ("schieber", {"contracts": "roses"}),
        ("schieber", {"contracts": [["roses"]]}), ("schieber", {"match_bonus": 1001}), ("schieber", {"weis": 1}),
        ("schieber", {"order": "tricks"}), ("schieber", {"order": []}), ("schieber", {"first": "C"}),
        ("schieber", {"deals": 12, "halfway": True}), ("schieber", {"sides": 3}), ("coiffeur", {"sides": 4}),
        ("coiffeur", {"first": "C"}), ("coiffeur", {"target": 1000}), ("coiffeur", {"contracts": [["x", 21]]}),
        ("whist", {}),
    ],
)  # fmt: skip
def test_terms_that_make_no_game_are_refused(key: str, terms: dict[str, Any]) -> None:
    with pytest.raises(Declined):
        parse_game(key, terms)


FACTORS = [["roses", 1], ["bells", 2], ["obenabe", 3]]
WRONG_LINES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("schieber", {}, {}, "points"),
    ("schieber", {}, {"points": 158}, "points"),
    ("schieber", {}, {"points": -1}, "points"),
    ("schieber", {}, {"points": True}, "points"),
    ("schieber", {}, {"points": 100, "match": True}, "all 157"),
    ("schieber", {}, {"points": 97, "match": "yes"}, "match"),
    ("schieber", {}, {"points": 97, "announcer": "C"}, "no team"),
    ("schieber", {}, {"points": 97, "team": "C"}, "no team"),
    ("schieber", {}, {"points": 97, "stoeck": "C"}, "no team"),
    ("schieber", {}, {"points": 97, "contract": "slalom"}, "no contract"),
    ("schieber", {"contracts": FACTORS}, {"points": 97}, "say what was announced"),
    ("schieber", {}, {"points": 97, "weis": {"A": 20, "B": 50}}, "best Weis"),
    ("schieber", {}, {"points": 97, "weis": {"A": 1001}}, "weis"),
    ("schieber", {}, {"points": 97, "weis": 20}, "weis"),
    ("schieber", {"weis": False}, {"points": 97, "weis": {"A": 20}}, "without Weis"),
    ("schieber", {"weis": False}, {"points": 97, "stoeck": "A"}, "without Weis"),
    ("schieber", {}, {"points": 97, "stoeck": "A", "contract": "obenabe"}, "no Stöck"),
    ("schieber", {"deals": 12}, {"points": 97, "out": "A"}, "no target"),
    ("schieber", {}, {"points": 97, "others": 3}, "out"),
    ("schieber", {}, {"points": 97, "others": 61, "out": "A"}, "together"),
    ("schieber", {}, {"points": 97, "others": "3", "out": "A"}, "together"),
    ("schieber", {}, {"points": 97, "others": 3, "out": "B"}, "type the points"),
    ("schieber", {}, {"points": 97, "trump": "roses"}, "no 'trump'"),
    ("schieber", {}, {"points": 97, "contract": 3}, "text"),
    ("coiffeur", {}, {"points": 97}, "say what was announced"),
    ("coiffeur", {}, {"points": 97, "contract": "roses", "team": "B"}, "only the team that announced"),
    ("coiffeur", {}, {"points": 97, "contract": "roses", "weis": {"A": 20}}, "without Weis"),
    ("coiffeur", {}, {"points": 97, "contract": "roses", "out": "A"}, "without Weis"),
]


def test_lines_that_cannot_be_right_are_refused_with_the_reason() -> None:
    with cases() as case:
        for key, terms, line, why in WRONG_LINES:
            with case(key, terms, line):
                opened = slate(key, **terms)
                with pytest.raises(Declined, match=why):
                    opened.write(line)
                assert opened.lines == {}


def test_a_contract_is_played_once_by_each_team() -> None:
    opened = write(slate("coiffeur"), 97, contract="roses")
    with pytest.raises(Declined, match="team A has played roses already"):
        opened.write({"announcer": "A", "contract": "roses", "points": 3})
    assert write(opened, 80, announcer="B", contract="roses").score.totals == {"A": 194, "B": 160}


# --- turns and ends -------------------------------------------------------------------------------


def test_teams_announce_in_turn_and_a_team_without_a_contract_left_is_passed_over() -> None:
    """A team that pushes in a Schieber pushes to the partner; in a Coiffeur the right passes on (Swisslos)."""
    opened = slate(first="B")
    assert [opened.score.turn, write(opened, 80).score.turn, write(opened, 80).score.turn] == ["B", "A", "B"]
    both = slate("coiffeur", contracts=[["roses", 1], ["bells", 2]])
    turns = []
    for contract in ("roses", "bells"):
        turns.append(both.score.turn)
        write(both, 80, announcer="A", contract=contract)
    assert (turns, both.score.turn, both.score.left["A"]) == (["A", "B"], "B", ())


def test_both_teams_may_reach_the_target_by_tricks_and_then_the_declaration_decides() -> None:
    """The score alone cannot say who was first; the team that declared has won (Jassreglement)."""
    opened = write(write(slate(target=150), 100), 60, team="A")
    assert (opened.score.totals, opened.winners, opened.score.is_disputed) == ({"A": 160, "B": 154}, ("A",), True)
    level = write(write(slate(target=150), 79), 79, team="B")
    assert (level.score.is_disputed, level.winners) == (True, ("A", "B"))
    do(level, level.correct(2, {"points": 79, "team": "B", "out": "B"}, ""))
    assert (level.score.is_disputed, level.winners) == (False, ("B",))


def test_a_finished_slate_takes_no_further_line_but_corrections() -> None:
    opened = write(slate(target=150), 150)
    assert (opened.status, opened.winners, opened.score.turn) == ("over", ("A",), "")
    with pytest.raises(Declined, match="over"):
        opened.write({"points": 3})
    do(opened, opened.correct(1, {"points": 50}, "misread"))
    assert (opened.status, opened.winners, opened.score.totals) == ("open", (), {"A": 50, "B": 107})


def test_lines_after_an_end_that_a_correction_moved_do_not_count() -> None:
    opened = write(write(slate(target=200), 120), 20)
    do(opened, opened.correct(1, {"match": True}, ""))
    assert [row.is_counted for row in opened.score.rows] == [True, False]
    assert (opened.score.totals, opened.winners) == ({"A": 257, "B": 0}, ("A",))


def test_a_stop_and_its_undoing() -> None:
    opened = write(slate(), 90)
    do(opened, opened.stop(void=False))
    assert (opened.status, opened.winners) == ("over", ("A",))
    with pytest.raises(Declined):
        opened.stop(void=True)
    do(opened, opened.reopen(""))
    assert (opened.status, opened.winners) == ("open", ())
    with pytest.raises(Declined):
        opened.reopen("")
    do(opened, opened.stop(void=True))
    assert (opened.status, opened.winners) == ("void", ())
    empty = slate()
    assert do(empty, empty.stop(void=False)).winners == ()


def test_other_terms_are_refused_if_a_line_does_not_fit_them() -> None:
    opened = write(slate(), 97, stoeck="A")
    with pytest.raises(Declined, match="line 1 does not fit"):
        opened.change_terms(parse_game("schieber", {"weis": False}), "")
    do(opened, opened.change_terms(parse_game("schieber", {"target": 110}), "agreed"))
    assert opened.winners == ("A",)
    with pytest.raises(Declined, match="already"):
        opened.change_terms(opened.game, "")


def test_names_for_teams_that_do_not_play_are_refused() -> None:
    with pytest.raises(Declined, match="no team 'C'"):
        slate().name_teams({"C": "Carla"}, {})


def test_every_preset_is_a_game() -> None:
    assert {key: len(game.PRESETS) for key, game in GAMES.items()} == {"schieber": 4, "coiffeur": 3}
    for key, game in GAMES.items():
        for name, terms in game.PRESETS.items():
            assert preset(key, name) == terms
            parsed = parse_game(key, terms)
            assert load_game(key, parsed.plain()) == parse_game(key, parsed.plain()) == parsed
    with pytest.raises(Declined):
        preset("schieber", "3000")


# --- laws -----------------------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> SlateGame:
    factors = [[name, draw(st.integers(1, 4))] for name in SIX[: draw(st.integers(1, 6))]]
    if draw(st.booleans()):
        return parse_game("coiffeur", {"sides": draw(st.integers(2, 3)), "contracts": factors})
    end = draw(st.sampled_from([{"target": 300}, {"target": 1000, "halfway": True}, {"deals": 4}]))
    order = draw(st.sampled_from(["stoeck-weis-tricks", "stoeck-tricks-weis", "deal-end"]))
    return parse_game("schieber", {**end, "contracts": factors, "order": order})


def a_line(draw: st.DrawFn, game: SlateGame, left: tuple[str, ...], announcer: str) -> dict[str, Any]:
    """A line that the game takes."""
    contract = draw(st.sampled_from(left))
    line: dict[str, Any] = {"announcer": announcer, "contract": contract}
    line |= draw(st.sampled_from([{"match": True}, *({"points": points} for points in (0, 40, 79, 100, 157))]))
    if "weis" in game.INPUTS:
        line["team"] = draw(st.sampled_from(game.teams))
        line["weis"] = {draw(st.sampled_from(game.teams)): draw(st.sampled_from([0, 20, 50, 100]))}
        line["stoeck"] = "" if contract in ("obenabe", "undenufe") else draw(st.sampled_from(["", "A", "B"]))
    return line


def next_line(draw: st.DrawFn, each: Slate) -> dict[str, Any]:
    score = each.score
    contracts = score.left[score.turn] if score.left else tuple(one.name for one in each.game.contracts)
    return a_line(draw, each.game, contracts, score.turn)


@st.composite
def kept_slates(draw: st.DrawFn) -> Slate:
    """A slate of some deals, with lines corrected, removed and inserted."""
    game = draw(games())
    each = Slate(UUID(int=1))
    do(each, SlateOpened(game.KEY, game.plain()))
    for _ in range(draw(st.integers(0, 8))):
        if each.status == "open":
            do(each, each.write(next_line(draw, each)))
        if each.lines and draw(st.integers(0, 3)) == 0:
            number = draw(st.sampled_from(list(each.lines)))
            if draw(st.booleans()):
                do(each, each.remove(number, "not played"))
            else:
                points = draw(st.integers(0, FULL).filter(lambda points, n=number: points != each.lines[n].points))
                do(each, each.correct(number, {**plain(each.lines[number]), "points": points, "match": False}, ""))
    return each


def computed_again(each: Slate) -> dict[str, int]:
    """The totals of a slate, added up from its stored facts with plain numbers."""
    terms: dict[str, Any] = {}
    lines: list[tuple[int, dict[str, Any]]] = []
    for event in each.pending:
        match event.fact:
            case SlateOpened(_, new_terms) | SlateTermsChanged(new_terms):
                terms = new_terms
            case LineWritten(number, line):
                lines.append((number, line))
            case LineCorrected(number, line):
                lines = [(other, line if other == number else before) for other, before in lines]
            case LineRemoved(number):
                lines = [(other, line) for other, line in lines if other != number]
    factors = dict(map(tuple, terms["contracts"]))  # type: ignore[arg-type]
    counted = len([row for row in each.score.rows if row.is_counted])
    totals = dict.fromkeys(each.game.teams, 0)
    for _, line in lines[:counted]:
        factor = factors[line["contract"]]
        own = line["points"] + (terms["match_bonus"] if line.get("match") else 0)
        totals[line["team"]] += own * factor
        if each.opened.game == "schieber":
            (other,) = {"A", "B"} - {line["team"]}
            totals[other] += (FULL - line["points"]) * factor
            for team, points in line.get("weis", {}).items():
                totals[team] += points * factor
            if line.get("stoeck"):
                totals[line["stoeck"]] += STOECK * factor
    return totals


@given(kept_slates())
def test_totals_equal_a_second_computation_from_the_stored_facts(each: Slate) -> None:
    score = each.score
    assert score.totals == computed_again(each)
    assert [row.number for row in score.rows] == list(each.lines)
    sums = each.game.none()
    for row in score.rows:
        sums = {team: points + row.scored[team] for team, points in sums.items()}
        assert row.totals == sums
    assert (each.status == "over") == score.is_over == bool(each.winners) == (score.turn == "")


@given(kept_slates(), st.data())
def test_correcting_a_line_equals_writing_it_right_at_once(each: Slate, data: st.DataObject) -> None:
    if each.status != "open":
        return
    wrong, right = (next_line(data.draw, each) for _ in range(2))
    straight = Slate.project(None, each.pending)
    assert straight is not None
    corrected = Slate.project(None, each.pending)
    assert corrected is not None
    do(straight, straight.write(right))
    written = corrected.write(wrong)
    do(corrected, written)
    if load(written.line) != straight.lines[written.number]:
        do(corrected, corrected.correct(written.number, right, "slip"))
    assert (corrected.score, corrected.status) == (straight.score, straight.status)
    assert corrected.listing().data == straight.listing().data


@given(kept_slates(), st.data())
def test_a_line_that_is_written_and_removed_leaves_no_trace_in_the_score(each: Slate, data: st.DataObject) -> None:
    if each.status != "open":
        return
    before = each.score
    fact = each.write(next_line(data.draw, each))
    do(do(each, fact), LineRemoved(fact.number))
    assert each.score == before


@given(kept_slates())
def test_a_forgotten_deal_can_be_inserted_in_its_place(each: Slate) -> None:
    """Removed and written again in front of the next line, it makes the same score."""
    numbers = list(each.lines)
    if len(numbers) < 2:
        return
    line, before = plain(each.lines[numbers[0]]), [row.totals for row in each.score.rows]
    do(each, each.remove(numbers[0], ""))
    do(each, each.write(line, numbers[1]))
    assert [row.totals for row in each.score.rows] == before


@given(kept_slates())
def test_what_is_stored_is_read_as_it_was(each: Slate) -> None:
    again = Slate.project(None, each.pending)
    assert again is not None
    assert (again.score, again.listing()) == (each.score, each.listing())
    assert all(load(plain(line)) == line for line in each.lines.values())
    assert set(each.score.totals) <= set(CODES)


def test_a_stopped_slate_is_read_as_it_was() -> None:
    each = do(do(write(slate(), 97), SlateStopped()), SlateReopened())
    assert (each.status, each.version) == ("open", 4)
