"""A team Swiss: encounters at two tables on the same boards, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from domain.tournament.draws import DrawError, NothingLeft, draw
from domain.tournament.draws.faults import check_draw
from domain.tournament.draws.movements import boards_needed, boards_to_come
from domain.tournament.results.lines import compare_boards
from domain.tournament.standings.places import explain, standings
from domain.tournament.state import PLAYED, REQUESTED, Draw, Entry, Line
from domain.tournament.terms import Terms, TermsError, check, parse
from tests.cases import cases
from tests.tournaments.evenings import entered

BREAKS = ["quotient", "difference", "lot"]


def terms_with(**more: object) -> Terms:
    scoring = {"counts": "victory-points"}
    values = {"format": "team-swiss", "side": 4, "rounds": 3, "boards": 2, "scoring": scoring, "tie_breaks": BREAKS}
    return check(parse({**values, **more}))


def results(drawn: Draw, won: dict[int, tuple[int, ...]]) -> list[Line]:
    """Lines of tables: what North and South won on each board, by table."""
    return [
        Line(drawn.round, ours[0], PLAYED, pairing.table, theirs, won=max(net, 0), lost=max(-net, 0), board=board)
        for pairing in drawn.pairings
        for board, tokens in zip(pairing.boards, won[pairing.table], strict=False)
        for ours, theirs, net in ((*pairing.sides, tokens), (*pairing.sides[::-1], -tokens))
    ]


FIRST = {1: (3, 0), 2: (-1, 1), 3: (2, -2), 4: (2, -2)}
"""Round 1, boards 1 and 2. Tables 1 and 2: 1 has 3 + 1 tokens, 5 imps, and 0 - 1, so -2 imps. Tables 3 and 4: level."""


def test_two_teams_meet_at_two_tables_with_the_same_boards() -> None:
    entries = entered(4)
    first = draw(terms_with(), entries, [], [])
    assert [(each.table, each.sides, each.boards) for each in first.pairings] == [
        (1, (("1",), ("3",)), (1, 2)), (2, (("3",), ("1",)), (1, 2)),
        (3, (("4",), ("2",)), (1, 2)), (4, (("2",), ("4",)), (1, 2)),
    ]  # fmt: skip
    assert first.pairings[0].why == (
        "In the first round the upper half of the list meets the lower half; each team sits North at one of the two"
        " tables."
    )
    assert boards_needed(terms_with(), entries) == range(1, 7)
    assert boards_to_come(terms_with(), entries, 1) == {3, 4, 5, 6}


def test_an_encounter_counts_its_imps_and_the_next_round_goes_by_them() -> None:
    """3 imps on 2 boards are 12.42, since b is 21.2. The two level teams meet the winner and the loser."""
    entries, terms = entered(4), terms_with()
    first = draw(terms, entries, [], [])
    lines = results(first, FIRST)
    scored = compare_boards(terms, entries, [first], lines, points=False)
    rows = {row.entry: row for row in standings(terms, entries, scored)}
    assert {entry: row.score for entry, row in rows.items()} == {
        "1": Fraction(1242, 100), "2": 10, "3": Fraction(758, 100), "4": 10,
    }  # fmt: skip
    assert [(rows[entry].won, rows[entry].drawn, rows[entry].lost) for entry in "123"] == [
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 1),
    ]
    assert rows["1"].breaks == {"quotient": Fraction(5, 2), "difference": 3, "lot": None}
    assert str(explain(terms, entries, scored, entry="1")[0]) == (
        "Round 1: beat Chitra by 3 imps on 2 boards (12.42 victory points)."
    )
    second = draw(terms, entries, [first], lines)
    assert {frozenset(each.entries) for each in second.pairings} in (
        {frozenset("12"), frozenset("34")}, {frozenset("14"), frozenset("23")},
    )  # fmt: skip
    assert {each.boards for each in second.pairings} == {(3, 4)}


def test_a_team_that_asked_for_a_bye_is_not_drawn_and_has_its_share_of_a_round() -> None:
    """docs/tournaments.md, "Byes on request and late entries": 3 imps on 2 boards, 12.42 victory points, a win."""
    worth = {
        ("victory-points", "half"): Fraction(621, 100), ("victory-points", "full"): Fraction(1242, 100),
        ("imps", "half"): Fraction(3, 2), ("imps", "full"): Fraction(3), ("imps", "none"): Fraction(0),
        ("wins", "half"): Fraction(1, 2), ("wins", "full"): Fraction(1),
    }  # fmt: skip
    with cases() as case:
        for (counts, share), score in worth.items():
            with case(counts, share):
                terms = terms_with(requested_byes=1, scoring={"counts": counts, "requested_bye": share})
                entries = tuple(replace(each, requested=(2,) if each.id == "1" else ()) for each in entered(4))
                first = draw(terms, entries, [], [])
                lines = results(first, FIRST)
                second = draw(terms, entries, [first], lines)
                assert "1" not in second.entries
                assert len(second.byes) == 1
                drawn = [*lines, Line(2, "1", REQUESTED)]
                scored = compare_boards(terms, entries, [first, second], drawn, points=False)
                before = {row.entry: row.score for row in standings(terms, entries, lines_of(terms, entries, first))}
                after = {row.entry: row.score for row in standings(terms, entries, scored)}
                assert after["1"] - before["1"] == score


def lines_of(terms: Terms, entries: tuple[Entry, ...], first: Draw) -> list[Line]:
    """The compared lines of the first round."""
    return list(compare_boards(terms, entries, [first], results(first, FIRST), points=False))


def test_a_round_needs_every_board_at_both_tables_unless_a_team_has_gone() -> None:
    entries, terms = entered(4), terms_with()
    first = draw(terms, entries, [], [])
    lines = results(first, FIRST | {4: (2,)})
    with pytest.raises(DrawError, match="Round 1 has no result of board 2 at table 4 yet"):
        draw(terms, entries, [first], lines)
    gone = [replace(each, out=1) if each.id == "4" else each for each in entries]
    assert draw(terms, gone, [first], lines).byes


def test_after_the_last_round_nothing_is_left() -> None:
    entries, terms = entered(4), terms_with(rounds=1)
    with pytest.raises(NothingLeft):
        draw(terms, entries, [draw(terms, entries, [], [])], [])


def test_a_draw_by_hand_that_repeats_a_meeting_is_noticed() -> None:
    entries, terms = entered(4), terms_with()
    first = draw(terms, entries, [], [])
    again = replace(first, round=2, pairings=tuple(replace(each, boards=(3, 4)) for each in first.pairings))
    faults = check_draw(terms, entries, [first], again, results(first, FIRST))
    assert faults == [
        "Amal and Chitra have met before, in round 1.",
        "Bimal and Dilani have met before, in round 1.",
    ]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"side": 2}, "team-swiss is played by entries of 4"),
        ({"boards": 0}, "each round needs at least one board"),
        ({"rounds": 99, "boards": 12}, "all rounds together at most"),
        ({"scoring": {"counts": "matchpoints"}}, "a team Swiss counts victory-points, imps or wins"),
    ],
)
def test_terms_that_make_no_team_swiss_are_refused(more: dict[str, object], why: str) -> None:
    with pytest.raises(TermsError, match=why):
        terms_with(**more)


def test_the_quotient_divides_the_gains_of_the_boards_by_their_losses() -> None:
    """docs/tournaments.md: 5, -2 and 6 imps; another team has 9 on one board and lost nothing, which counts as 1."""
    swings = {"1": (500, -200, 600), "3": (900, 0, 0)}
    lines = [
        Line(1, entry, PLAYED, 1, ("2" if entry == "1" else "4",), won=won, board=board)
        for entry, own in swings.items()
        for board, won in enumerate(own, 1)
    ]
    rows = {row.entry: row for row in standings(terms_with(), entered(4), lines)}
    assert (rows["3"].place, rows["3"].breaks["quotient"]) == (1, 9)
    assert (rows["1"].place, rows["1"].breaks["quotient"]) == (2, Fraction(11, 2))
    steps = list(map(str, explain(terms_with(), entered(4), lines, entry="1")))
    assert "Quotient, tokens, points or imps won, divided by those lost: 11 ÷ 2 = 5.50." in steps
