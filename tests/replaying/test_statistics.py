"""Sums over many deals, worked by hand for five deals of one evening."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from replay import statistics
from replay.statistics import Balance, Bids, Share, best_of
from replay.tally import Line, Partner, Tally, tally_of_club, tally_of_player

PLAYERS = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}
SIDES = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}
BEGIN = datetime(2026, 2, 14, 18, tzinfo=UTC)


def line(number: int, seat: str | None, bid: object, result: str, ns: int, points: int) -> Line:
    """A deal: tokens and card points of South and North."""
    data: dict[str, Any] = {
        "players": PLAYERS,
        "sides": SIDES,
        "ruleset": "304",
        "status": "played" if result in ("made", "failed") else result,
        "result": result,
        "contract": {"seat": seat, "bid": bid} if seat else None,
        "tokens": {"NS": ns, "EW": -ns},
        "points": {"NS": points, "EW": 304 - points},
    }
    return Line(BEGIN + timedelta(days=20 * number), data)


LINES = [
    line(4, "S", "pcc", "made", 4, 304),
    line(0, "S", 160, "made", 1, 171),
    line(1, "S", 160, "failed", -2, 139),
    line(2, "E", 200, "made", -2, 90),
    line(3, None, None, "passed_out", 0, 0),
]


def of_player(lines: list[Line], names: list[str]) -> statistics.Player:
    return statistics.of_player(tally_of_player(lines, names))


def of_club(lines: list[Line]) -> statistics.Club:
    return statistics.of_club(tally_of_club(lines))


def test_a_players_bids_are_counted_in_the_order_of_the_ladder() -> None:
    anula = of_player(LINES, ["Anula"])
    assert anula.as_maker == (Bids("160", 1, 1), Bids("pcc", 1, 0))
    assert of_player(LINES, ["Kavitha"]).as_maker == ()


def test_tokens_run_in_the_order_of_the_deals() -> None:
    anula = of_player(LINES, ["Anula"])
    assert [each.tokens for each in anula.tokens] == [1, -1, -3, -3, 1]
    assert [each.tokens for each in of_player(LINES, ["Farook"]).tokens] == [-1, 1, 3, 3, -1]
    assert (anula.deals, anula.won, anula.lost, anula.settled) == (5, 2, 2, 5)


def test_points_of_ones_side_are_counted_in_twenties_without_gaps() -> None:
    """90, 139, 171 and 304; the deal that all passed brought none."""
    shares = of_player(LINES, ["Kavitha"]).points
    assert shares[0] == Share(80, 1)
    assert shares[-1] == Share(300, 1)
    assert [each.least for each in shares] == list(range(80, 320, 20))
    assert sum(each.deals for each in shares) == 4


def test_partners_are_those_of_the_same_side() -> None:
    assert of_player(LINES, ["Anula"]).partners == (Partner("Kavitha", 5, won=2, lost=2),)


def test_a_stranger_has_no_deals() -> None:
    nobody = of_player(LINES, ["Nobody"])
    assert (nobody.deals, nobody.tokens, nobody.points, nobody.partners) == (0, (), (), ())
    assert nobody.evenings == ()


def test_a_clubs_months_have_no_gaps() -> None:
    """Begun on 14 February, 6 and 26 March, 15 April and 5 May."""
    club = of_club([*LINES, line(-3, "W", 170, "failed", 3, 200)])
    assert club.months == (
        ("2025-12", 1),
        ("2026-01", 0),
        ("2026-02", 1),
        ("2026-03", 2),
        ("2026-04", 1),
        ("2026-05", 1),
    )
    assert club.bids == (Bids("160", 1, 1), Bids("170", 0, 1), Bids("200", 1, 0), Bids("pcc", 1, 0))
    assert club.rulesets == (("304", 6),)


def test_the_points_of_a_club_are_those_of_the_bidders_side() -> None:
    """171, 139, 304 of South and North; 214 of East and West."""
    deals = {each.least: each.deals for each in of_club(LINES).points if each.deals}
    assert deals == {120: 1, 160: 1, 200: 1, 300: 1}


def test_tokens_are_listed_by_evening_and_not_by_deal() -> None:
    """An evening may go on past midnight; a day that is known alone is one evening."""
    at = datetime(2026, 2, 14, 20, 0, tzinfo=UTC)
    deals = [Line(at + timedelta(minutes=20 * n), LINES[1].data) for n in range(15)]
    next_day = [Line(at + timedelta(days=1, minutes=n), LINES[0].data) for n in range(3)]
    days = [Line(datetime(2026, 3, 1, tzinfo=UTC), {**LINES[2].data, "day": "2026-03-01"}) for n in range(2)]
    anula = of_player([*deals, *next_day, *days], ["Anula"])
    assert anula.tokens == (
        Balance(deals[-1].at, 15 * 1),
        Balance(next_day[-1].at, 15 + 3 * 4),
        Balance(days[-1].at, 15 + 3 * 4 + 2 * -2, "2026-03-01"),
    )


def test_an_evening_says_how_it_went() -> None:
    """Begun 20 days apart, each deal is an evening; two deals within six hours are one, also past midnight."""
    later = [Line(BEGIN + timedelta(days=200, hours=hours), LINES[0].data) for hours in (0, 5, 10)]
    newest, *older = of_player([*LINES, *later], ["Anula"]).evenings
    assert (newest.begins, newest.ends) == (later[0].at, later[-1].at)
    assert (newest.deals, newest.won, newest.lost, newest.tokens) == (3, 3, 0, 12)
    assert (newest.bids, newest.made, newest.partners) == (3, 3, ("Kavitha",))
    assert [(each.tokens, each.won, each.lost, each.bids, each.made) for each in older] == [
        (4, 1, 0, 1, 1),
        (0, 0, 0, 0, 0),  # all passed
        (-2, 0, 1, 0, 0),  # East bid
        (-2, 0, 1, 1, 0),
        (1, 1, 0, 1, 1),
    ]
    open_deal = Line(BEGIN, {"players": PLAYERS, "sides": SIDES, "ruleset": "304", "status": "open", "event": "Cup"})
    (evening,) = of_player([open_deal], ["Anula"]).evenings
    assert (evening.event, evening.deals, evening.won, evening.lost, evening.tokens) == ("Cup", 1, 0, 0, 0)


def test_the_last_evening_of_a_club_names_those_whose_sides_won_most() -> None:
    evening = [Line(BEGIN + timedelta(days=300, hours=n), {**LINES[n].data, "event": "Cup"}) for n in range(4)]
    last = of_club([*LINES, *evening]).last
    assert last is not None
    assert (last.begins, last.ends, last.event, last.deals) == (evening[0].at, evening[-1].at, "Cup", 4)
    side = [name for seat, name in PLAYERS.items() if SIDES[seat] == "NS"]
    assert best_of(evening) == tuple((name, 4 + 1 - 2 - 2) for name in side), "East and West won none"
    assert of_club([]).last is None


@st.composite
def drawn_lines(draw: st.DrawFn) -> list[Line]:
    """Deals of some months, by day and by night, of changing players; some open, some of a club's own game."""
    lines = []
    for minutes in draw(st.lists(st.integers(0, 60 * 24 * 90), max_size=30)):
        example = draw(st.sampled_from(LINES)).data
        four = draw(st.permutations([*PLAYERS.values(), ""]))[:4]
        players = dict(zip("SENW", four, strict=True))
        data = {**example, "players": players, "event": draw(st.sampled_from(["", "Cup"]))}
        if draw(st.booleans()):
            data |= {"ruleset": "ours", "own_game": {"name": "Our game"}}
        if draw(st.integers(0, 3)) == 0:
            data |= {"status": "open", "result": "open", "tokens": None, "points": None, "contract": None}
        lines.append(Line(BEGIN + timedelta(minutes=minutes), data))
    return lines


@given(drawn_lines(), st.data())
def test_tallies_of_any_parts_add_up_to_the_tally_of_all_deals(lines: list[Line], data: st.DataObject) -> None:
    """They are stored as JSON in between."""
    parts: dict[int, list[Line]] = {}
    for each in lines:
        parts.setdefault(data.draw(st.integers(0, 4)), []).append(each)

    def sum_of(tallies: Iterable[Tally]) -> Tally:
        total = Tally()
        for tally in tallies:
            total.add(Tally.of_json(json.loads(json.dumps(tally.as_json()))))
        return total

    club, whole = statistics.of_club(sum_of(map(tally_of_club, parts.values()))), of_club(lines)
    assert replace(club, rulesets=()) == replace(whole, rulesets=())
    assert dict(club.rulesets) == dict(whole.rulesets)
    names = ["Anula", "Kavitha"]
    for some in (names[:1], names[1:]):
        total = sum_of(tally_of_player(part, some) for part in parts.values())
        assert statistics.of_player(total) == of_player(lines, some)
        assert statistics.months_of_player(total) == statistics.months_of_player(tally_of_player(lines, some))
