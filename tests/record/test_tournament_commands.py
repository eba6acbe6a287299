"""Tournaments: what a director does, what tables report, and what follows."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from domain.fair import packs
from domain.kernel.errors import Conflict, Declined, KeyReused, NotFound
from domain.ledger import Ledger
from domain.tournament.facts.encounters import EncounterDropped, EncounterSet
from domain.tournament.facts.entries import EntryMade
from domain.tournament.facts.lifecycle import TournamentOpened
from domain.tournament.facts.matches import DealScored, DealUnscored
from domain.tournament.facts.results import ResultCorrected, ResultEntered, ResultWithdrawn
from domain.tournament.facts.rounds import RoundDrawn, RoundRedrawn
from domain.tournament.results.lines import deciding_deals
from domain.tournament.rounds.seals import sealed_id
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.state import ABSENT, BYE, FORFEIT, PLAYED, WALKOVER, Draw, Line, Pairing
from domain.tournament.tables.encounter import encounter_id
from domain.tournament.terms import parse, plain
from store.tables.catalogue import Catalogue
from store.tables.standings import Lines
from tests.record.play import SCRIBE, played
from tests.record.tournament_setup import DIRECTOR, SWISS, by_hand, drawn, one_deal, opened, seven_to, sheet


@pytest.fixture(scope="module")
def lines(ledger: Ledger) -> Lines:
    return Lines(ledger.repository.recorder)  # type: ignore[arg-type]


def stored(lines: Lines, tournament: UUID) -> list[Line]:
    """The lines of the standings as they are stored."""
    stored_lines = [read(line) for line in lines.of(tournament)]
    return sorted(stored_lines, key=lambda line: (line.round, line.entry, line.board))


def refolded(ledger: Ledger, tournament: UUID) -> list[Line]:
    """The same from the events."""
    return ledger.tournaments.lines(ledger.tournaments.get(tournament))


# --- terms and entries ----------------------------------------------------------------------------


def test_a_tournament_keeps_its_terms_and_its_game_whole(ledger: Ledger, catalogue: Catalogue) -> None:
    tournament = opened(ledger, 3)
    file = ledger.tournaments.get(tournament)
    assert (file.opened.ruleset["key"], file.opened.terms["encounter"]["race"]) == ("304", 7)
    assert file.terms.rounds == 5
    assert [(entry.id, entry.name, entry.players) for entry in file.entries.values()] == [
        ("1", "Pair 1", ("1a", "1b")), ("2", "Pair 2", ("2a", "2b")), ("3", "Pair 3", ("3a", "3b")),
    ]  # fmt: skip
    row = catalogue.find(tournament)
    assert row is not None
    assert (row.kind, row.title, row.data["entries"], row.data["status"]) == ("tournament", "The cup", 3, "entries")
    kinds = [type(event.fact) for event in ledger.repository.history(tournament)]
    assert kinds == [TournamentOpened, EntryMade, EntryMade, EntryMade]


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"format": "swis"}, "there is no 'swis'"),
        ({"format": "swiss"}, "how many rounds"),
        ({"format": "swiss", "rounds": 5, "colour": "red"}, "there is no such term"),
        ({"format": "swiss", "rounds": "5"}, "not of the kind"),
        ({"format": "knockout", "encounter": {"race": 7, "deals": 8}}, "either a race or a number"),
    ],
)
def test_terms_that_make_no_tournament_are_declined(ledger: Ledger, terms: dict[str, object], why: str) -> None:
    with pytest.raises(Declined, match=why) as declined:
        ledger.tournaments.open("The cup", terms, "304", **DIRECTOR)
    assert declined.value.code == "terms"


def test_a_game_without_two_sides_has_no_tournament(ledger: Ledger) -> None:
    with pytest.raises(Declined, match="not played by two sides"):
        ledger.tournaments.open("The cup", SWISS, "304-maharashtra", **DIRECTOR)
    with pytest.raises(Declined, match="3 a side"):
        ledger.tournaments.open("The cup", SWISS, "304-six-36", **DIRECTOR)


def test_nobody_is_entered_twice(ledger: Ledger) -> None:
    tournament = opened(ledger, 2)
    for called, players, code in (
        ("Pair 1", ["x", "y"], "entry-name"),
        ("Others", ["x", "1b"], "entry-player"),
        ("Others", ["x", "x"], "player-twice"),
        ("Others", ["x", "y", "z"], "entry-players"),
        ("  ", [], "name"),
    ):
        with pytest.raises(Declined) as declined:
            ledger.entries.make_entry(tournament, called, players, **DIRECTOR)
        assert declined.value.code == code
    ledger.entries.withdraw_entry(tournament, "1", "ill", **DIRECTOR)
    ledger.entries.make_entry(tournament, "Pair 1", ["1b", "x"], **DIRECTOR)
    with pytest.raises(Declined, match="entry 3 is called Pair 1"):
        ledger.entries.return_entry(tournament, "1", "well again", **DIRECTOR)


def test_an_entry_is_late_or_leaves_from_the_next_round_on(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    ledger.entries.make_entry(tournament, "Late", **DIRECTOR)
    ledger.entries.withdraw_entry(tournament, "2", "the last bus", **DIRECTOR)
    file = ledger.tournaments.get(tournament)
    assert (file.entries["5"].since, file.entries["2"].out) == (2, 2)
    with pytest.raises(Declined, match="round 1 is drawn"):
        ledger.entries.make_entry(tournament, "Too late", since=1, **DIRECTOR)
    with pytest.raises(Declined, match="Pair 2 does not play in round 2"):
        drawn(ledger, tournament, by_hand(2, ("1", "2"), ("3", "5")))
    ledger.entries.return_entry(tournament, "2", "there was another", **DIRECTOR)
    assert ledger.tournaments.get(tournament).entries["2"].out is None
    assert ledger.tournaments.get(tournament, file.version).entries["2"].out == 2, "any past state can be shown"


def test_an_entry_whose_place_in_the_table_was_taken_cannot_return(ledger: Ledger) -> None:
    """It would make every later round impossible to draw."""
    tournament = opened(ledger, 4, {"format": "round-robin"})
    ledger.rounds.draw_round(tournament, **DIRECTOR)
    ledger.entries.withdraw_entry(tournament, "1", "the last bus", **DIRECTOR)
    ledger.entries.make_entry(tournament, "Late", **DIRECTOR)
    with pytest.raises(Declined, match="no place of the table is empty") as declined:
        ledger.entries.return_entry(tournament, "1", "there was another", **DIRECTOR)
    assert declined.value.code == "entry-late"
    assert ledger.tournaments.get(tournament).entries["1"].out == 2


def test_seeds_are_a_list_of_entries(ledger: Ledger) -> None:
    tournament = opened(ledger, 3)
    ledger.entries.set_seeds(tournament, ["3", "1"], **DIRECTOR)
    file = ledger.tournaments.get(tournament)
    assert {entry: each.seed for entry, each in file.entries.items()} == {"1": 2, "2": None, "3": 1}
    for order, code in ((["3", "1"], "same-seeds"), (["3", "3"], "seeds"), (["9"], "entry")):
        with pytest.raises(Declined) as declined:
            ledger.entries.set_seeds(tournament, order, **DIRECTOR)
        assert declined.value.code == code


# --- rounds ---------------------------------------------------------------------------------------


def test_a_draw_sets_its_tables_in_the_same_save(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 5)
    tables = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4"), byes=["5"]))
    first = ledger.encounters.get(tables[0])
    assert first.setting == EncounterSet(
        str(tournament),
        1,
        1,
        (("1",), ("2",)),
        {"1": "Pair 1", "2": "Pair 2"},
        {"S": "1a", "N": "1b", "E": "2a", "W": "2b"},
        "S",
        terms=plain(parse(SWISS)),
    )
    assert stored(lines, tournament) == [Line(1, "5", BYE)] == refolded(ledger, tournament)


def test_the_format_draws_where_the_director_does_not(ledger: Ledger) -> None:
    tournament = opened(ledger, 8)
    saved = ledger.rounds.draw_round(tournament, 1, entropy=bytes(32), **DIRECTOR)
    kinds = [event.fact.TOPIC.rpartition(".")[2] for event in saved.events]
    assert kinds == ["LotsDrawn", "RoundDrawn"]
    (draw,) = ledger.tournaments.get(tournament).draws
    assert sorted(entry for pairing in draw.pairings for entry in pairing.entries) == [str(n) for n in range(1, 9)]
    with pytest.raises(Declined) as declined:
        ledger.rounds.draw_round(tournament, 2, **DIRECTOR)
    assert declined.value.code == "draw", "results are missing"
    with pytest.raises(Declined, match="the next round to be drawn is 2, not 1"):
        ledger.rounds.draw_round(tournament, 1, **DIRECTOR)
    assert len(ledger.tournaments.get(tournament).draws) == 1


def test_new_lots_may_draw_what_the_earlier_ones_drew(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    ledger.rounds.draw_round(tournament, 1, entropy=bytes(32), **DIRECTOR)
    before = ledger.tournaments.get(tournament).draws
    with pytest.raises(Declined) as declined:
        ledger.rounds.redraw_round(tournament, 1, "again", **DIRECTOR)
    assert declined.value.code == "same-draw", "without new lots nothing can change"
    saved = ledger.rounds.redraw_round(tournament, 1, "new lots", entropy=bytes(32), **DIRECTOR)
    assert [event.fact.TOPIC.rpartition(".")[2] for event in saved.events][:2] == ["LotsDrawn", "RoundRedrawn"]
    assert ledger.tournaments.get(tournament).draws == before


def test_who_is_entered_and_not_drawn_is_absent(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 3)
    drawn(ledger, tournament, by_hand(1, ("1", "2")))
    assert stored(lines, tournament) == [Line(1, "3", ABSENT)]


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        ([("1", "2"), ("1", "3")], "Pair 1 is drawn 2 times"),
        ([("1", "9")], "there is no entry 9"),
        ([("1", "1")], "Pair 1 is drawn 2 times"),
    ],
)
def test_a_draw_that_cannot_be_seated_is_declined(ledger: Ledger, pairs: list[tuple[str, str]], why: str) -> None:
    tournament = opened(ledger, 4)
    with pytest.raises(Declined, match=why):
        drawn(ledger, tournament, by_hand(1, *pairs))
    assert ledger.tournaments.get(tournament).rounds == {}


def test_a_table_without_boards_is_not_drawn_where_boards_are_compared(ledger: Ledger) -> None:
    with pytest.raises(Declined, match="table 1 needs boards"):
        drawn(ledger, opened(ledger, 4, DUPLICATE), by_hand(1, ("1", "2"), ("3", "4")))


def test_what_a_directors_draw_breaks_is_recorded_with_it(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    for table in drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4"))):
        ledger.encounters.enter_result(table, seven_to(3), **DIRECTOR)
    ledger.rounds.draw_round(tournament, by_hand=by_hand(2, ("2", "1"), ("3", "4")), **DIRECTOR)
    fact = ledger.tournaments.get(tournament).rounds[2].drawn
    assert fact.by_hand
    assert any("met" in sentence or "rematch" in sentence for sentence in fact.broke), fact.broke


def test_a_redraw_replaces_the_tables_and_keeps_the_first_draw(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 5)
    one, two = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4"), byes=["5"]))
    with pytest.raises(Declined, match="a redraw says why"):
        ledger.rounds.redraw_round(tournament, 1, " ", by_hand=by_hand(1, ("1", "5")), **DIRECTOR)
    again = by_hand(1, ("1", "5"), byes=["2", "3", "4"])
    ledger.rounds.redraw_round(tournament, 1, "The hall has one table.", by_hand=again, **DIRECTOR)
    assert ledger.encounters.get(one).setting.sides == (("1",), ("5",))
    assert ledger.encounters.get(two).dropped
    assert isinstance(ledger.repository.history(two)[-1].fact, EncounterDropped)
    assert [line.entry for line in stored(lines, tournament)] == ["2", "3", "4"]
    assert stored(lines, tournament) == refolded(ledger, tournament)
    kinds = [type(event.fact) for event in ledger.repository.history(tournament)[-2:]]
    assert kinds == [RoundDrawn, RoundRedrawn]
    with pytest.raises(Declined, match="not played: the round was redrawn"):
        ledger.encounters.enter_result(two, seven_to(0), **DIRECTOR)
    ledger.rounds.redraw_round(
        tournament, 1, "Now two.", by_hand=by_hand(1, ("1", "2"), ("3", "4"), byes=["5"]), **DIRECTOR
    )
    assert not ledger.encounters.get(two).dropped
    assert stored(lines, tournament) == [Line(1, "5", BYE)]


def test_a_table_may_come_back_with_a_redraw(ledger: Ledger) -> None:
    """The stream of a table goes on under any number."""
    tournament = opened(ledger, 4)
    far = Draw(1, (Pairing(77, (("1",), ("2",))),))
    near = by_hand(1, ("1", "2"), ("3", "4"))
    (table,) = drawn(ledger, tournament, far)
    for draw, why in ((near, "The hall is too large."), (far, "It is not.")):
        ledger.rounds.redraw_round(tournament, 1, why, by_hand=draw, **DIRECTOR)
    assert ledger.encounters.get(table).status == "open"
    assert [event.fact.TOPIC.rpartition(".")[2] for event in ledger.repository.history(table)] == [
        "EncounterSet", "EncounterDropped", "EncounterSet",
    ]  # fmt: skip


def test_a_round_that_was_played_in_is_not_drawn_anew(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    one, _ = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    ledger.encounters.enter_result(one, seven_to(2), **DIRECTOR)
    with pytest.raises(Declined, match="table 1 of round 1 has been played at"):
        ledger.rounds.redraw_round(tournament, 1, "No.", by_hand=by_hand(1, ("1", "3"), ("2", "4")), **DIRECTOR)
    ledger.encounters.withdraw_result(one, "another table's", **DIRECTOR)
    ledger.rounds.redraw_round(tournament, 1, "Yes.", by_hand=by_hand(1, ("1", "3"), ("2", "4")), **DIRECTOR)
    assert ledger.encounters.get(one).setting.sides == (("1",), ("3",))


def test_a_draw_by_hand_changes_only_tables_without_results(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 6)
    one, two, three = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4"), ("5", "6")))
    ledger.encounters.enter_result(one, seven_to(2), **DIRECTOR)
    ledger.entries.change_entry(tournament, "1", "Pair 1", ["1a", "1c"], **DIRECTOR)
    swapped = by_hand(1, ("1", "2"), ("3", "6"), ("5", "4"))
    assert ledger.rounds.check_round(tournament, 1, swapped) == (None, [])
    ledger.rounds.redraw_round(tournament, 1, "They sat the wrong way.", by_hand=swapped, **DIRECTOR)
    assert [ledger.encounters.get(each).setting.sides for each in (two, three)] == [(("3",), ("6",)), (("5",), ("4",))]
    assert [(line.entry, line.won) for line in stored(lines, tournament)] == [("1", 7), ("2", 2)]
    assert len(ledger.repository.history(one)) == 2, "the table with a result is not set again"
    assert stored(lines, tournament) == refolded(ledger, tournament)
    for other in (by_hand(1, ("2", "1"), ("3", "4"), ("5", "6")), by_hand(1, ("3", "6"), ("1", "2"), ("5", "4"))):
        declined, _ = ledger.rounds.check_round(tournament, 1, other)
        assert str(declined).startswith("table 1 of round 1 has been played at")
    with pytest.raises(Declined, match="table 1 of round 1 has been played at"):
        ledger.rounds.redraw_round(tournament, 1, "By the format.", **DIRECTOR)


def test_every_table_of_a_closed_round_keeps_a_result(ledger: Ledger, lines: Lines) -> None:
    """A ruling is taken back in a closed round only if there is a result beneath it."""
    tournament = opened(ledger, 4)
    one, two = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    ledger.encounters.enter_result(one, seven_to(2), **DIRECTOR)
    for table in (one, two):
        ledger.encounters.rule_forfeit(table, [0], "They did not come.", **DIRECTOR)
    ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    ledger.encounters.lift_forfeit(one, "They came.", **DIRECTOR)
    with pytest.raises(Declined, match="table 2 of round 1 would be left without a result: reopen the round first"):
        ledger.encounters.lift_forfeit(two, "They came.", **DIRECTOR)
    assert ledger.encounters.get(two).forfeits == (0,)
    ledger.rounds.reopen_round(tournament, 1, "They came.", **DIRECTOR)
    ledger.encounters.lift_forfeit(two, "They came.", **DIRECTOR)
    assert stored(lines, tournament) == refolded(ledger, tournament)


def test_a_closed_round_stands(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 4)
    one, two = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    ledger.encounters.enter_result(one, seven_to(2), **DIRECTOR)
    with pytest.raises(Declined, match="table 2 of round 1 did not report yet"):
        ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    ledger.encounters.enter_result(two, seven_to(6), **DIRECTOR)
    assert not any(line.confirmed for line in stored(lines, tournament))
    ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    assert all(line.confirmed for line in stored(lines, tournament))
    with pytest.raises(Declined, match="round 1 is closed: correct its results, or reopen it first"):
        ledger.encounters.withdraw_result(one, "a slip", **DIRECTOR)
    ledger.encounters.correct_result(one, sheet(5, 7), "the sheet was read upside down", **DIRECTOR)
    assert [line.confirmed for line in stored(lines, tournament)] == [False, False, True, True]
    ledger.rounds.reopen_round(tournament, 1, "a protest", **DIRECTOR)
    ledger.encounters.withdraw_result(two, "played again", **DIRECTOR)
    assert [line.entry for line in stored(lines, tournament)] == ["1", "2"]
    assert stored(lines, tournament) == refolded(ledger, tournament)


# --- results ----------------------------------------------------------------------------------------


def test_a_result_is_provisional_until_both_sides_agree(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 2)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    with pytest.raises(Declined, match="has no result yet"):
        ledger.encounters.confirm_result(table, 0, **DIRECTOR)
    ledger.encounters.enter_result(table, seven_to(4), **DIRECTOR)
    assert stored(lines, tournament) == [
        Line(1, "1", table=1, against=("2",), won=7, lost=4, confirmed=False),
        Line(1, "2", table=1, against=("1",), won=4, lost=7, confirmed=False),
    ]
    ledger.encounters.confirm_result(table, 0, **DIRECTOR)
    assert ledger.encounters.get(table).status == "provisional"
    with pytest.raises(Declined, match="confirmed already"):
        ledger.encounters.confirm_result(table, 0, **DIRECTOR)
    ledger.encounters.confirm_result(table, 1, **DIRECTOR)
    assert ledger.encounters.get(table).status == "confirmed"
    assert all(line.confirmed for line in stored(lines, tournament))
    ledger.encounters.correct_result(table, seven_to(5), "a token was counted twice", **DIRECTOR)
    assert ledger.encounters.get(table).status == "provisional"
    ledger.encounters.confirm_result(table, None, **DIRECTOR)
    assert ledger.encounters.get(table).status == "confirmed"
    assert stored(lines, tournament) == refolded(ledger, tournament)


def test_what_makes_no_sense_is_declined_and_changes_nothing(ledger: Ledger) -> None:
    tournament = opened(ledger, 2)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    with pytest.raises(Declined, match="there are no boards"):
        ledger.encounters.enter_result(table, seven_to(4), board=3, **DIRECTOR)
    for result_sheet, why in (
        (sheet(7, -1), "less than nothing"),
        (sheet(6, 5), "neither side has the 7 tokens"),
        (sheet(7, 7), "both cannot have"),
        (sheet(90, 0), "the last deal can bring it to"),
    ):
        with pytest.raises(Declined, match=why):
            ledger.encounters.enter_result(table, result_sheet, **DIRECTOR)
    assert ledger.encounters.get(table).version == 1
    ledger.encounters.enter_result(table, seven_to(4), **DIRECTOR)
    for command in (
        lambda: ledger.encounters.enter_result(table, seven_to(4), **DIRECTOR),
        lambda: ledger.encounters.correct_result(table, seven_to(4), "the same", **DIRECTOR),
        lambda: ledger.encounters.correct_result(table, seven_to(3), "", **DIRECTOR),
        lambda: ledger.encounters.withdraw_result(table, "", **DIRECTOR),
        lambda: ledger.encounters.rule_forfeit(table, [2], "late", **DIRECTOR),
        lambda: ledger.encounters.rule_forfeit(table, [], "late", **DIRECTOR),
        lambda: ledger.encounters.rule_forfeit(table, [1], "", **DIRECTOR),
        lambda: ledger.encounters.lift_forfeit(table, "late", **DIRECTOR),
    ):
        with pytest.raises(Declined):
            command()
    assert ledger.encounters.get(table).version == 2
    with pytest.raises(NotFound):
        ledger.encounters.enter_result(uuid4(), seven_to(4), **DIRECTOR)
    with pytest.raises(NotFound):
        ledger.encounters.enter_result(tournament, seven_to(4), **DIRECTOR)


def test_a_forfeit_is_a_walkover_for_the_other_side(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 2)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    ledger.encounters.enter_result(table, seven_to(4), **DIRECTOR)
    ledger.encounters.rule_forfeit(table, [0], "They played with a marked pack.", **DIRECTOR)
    assert [(line.kind, line.won) for line in stored(lines, tournament)] == [(FORFEIT, 0), (WALKOVER, 0)]
    ledger.encounters.rule_forfeit(table, [0, 1], "Both did.", **DIRECTOR)
    assert [line.kind for line in stored(lines, tournament)] == [FORFEIT, FORFEIT]
    ledger.encounters.lift_forfeit(table, "The pack was the club's.", **DIRECTOR)
    assert [line.won for line in stored(lines, tournament)] == [7, 4]
    assert stored(lines, tournament) == refolded(ledger, tournament)


def test_boards_have_results_of_their_own(ledger: Ledger, lines: Lines) -> None:
    terms = {"format": "duplicate", "rounds": 2, "boards": 2, "scoring": {"counts": "matchpoints"}}
    tournament = opened(ledger, 4, terms)
    draw = by_hand(1, ("1", "2"), ("3", "4"))
    boards = tuple(replace(pairing, boards=(1, 2)) for pairing in draw.pairings)
    one, _ = drawn(ledger, tournament, replace(draw, pairings=boards))
    ledger.encounters.enter_result(one, one_deal(2, 0), board=2, **DIRECTOR)
    assert [(line.entry, line.board, line.won) for line in stored(lines, tournament)] == [("1", 2, 2), ("2", 2, 0)]
    assert ledger.encounters.get(one).status == "playing"
    ledger.encounters.enter_result(one, one_deal(0, 1), board=1, **DIRECTOR)
    assert ledger.encounters.get(one).status == "provisional"
    ledger.encounters.confirm_result(one, 0, **DIRECTOR)
    ledger.encounters.confirm_result(one, 1, 1, **DIRECTOR)
    assert [line.confirmed for line in stored(lines, tournament)] == [True, False, True, False]


DUPLICATE = {"format": "duplicate", "rounds": 2, "boards": 2, "scoring": {"counts": "matchpoints"}}


def with_boards(ledger: Ledger, tournament: UUID) -> list[UUID]:
    """Two tables that play boards 1 and 2."""
    draw = by_hand(1, ("1", "2"), ("3", "4"))
    boards = tuple(replace(pairing, boards=(1, 2)) for pairing in draw.pairings)
    return drawn(ledger, tournament, replace(draw, pairings=boards))


def test_a_round_with_an_unplayed_board_closes_once_it_has_an_artificial_score(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, two = with_boards(ledger, tournament)
    for table, board in ((one, 1), (one, 2), (two, 1)):
        ledger.encounters.enter_result(table, one_deal(1, 0), board, **DIRECTOR)
    with pytest.raises(Declined, match=r"^table 2 \(board 2\) of round 1 did not report yet: .* artificial scores$"):
        ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    assert ledger.encounters.get(two).missing == (2,)
    ledger.encounters.give_artificial_score(two, ("average-plus", "average-minus"), "They came late.", **DIRECTOR)
    assert ledger.encounters.get(two).missing == ()
    assert [(line.entry, line.board, line.kind) for line in stored(lines, tournament) if line.kind != PLAYED] == [
        ("3", 2, "average-plus"), ("4", 2, "average-minus"),
    ]  # fmt: skip
    assert stored(lines, tournament) == refolded(ledger, tournament)
    ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    assert {ledger.encounters.get(each).status for each in (one, two)} == {"confirmed"}
    ledger.tournaments.end(tournament, [], **DIRECTOR)


def test_what_is_played_stays_beneath_an_artificial_score(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, _ = with_boards(ledger, tournament)
    ledger.encounters.enter_result(one, one_deal(2, 0), 1, **DIRECTOR)
    before = stored(lines, tournament)
    ledger.encounters.give_artificial_score(one, ("average", "average"), "The cards were mixed up.", [1], **DIRECTOR)
    assert [line.kind for line in stored(lines, tournament)] == ["average", "average"]
    for touch in (
        lambda: ledger.encounters.enter_result(one, one_deal(0, 1), 1, **DIRECTOR),
        lambda: ledger.encounters.correct_result(one, one_deal(0, 1), "a slip", 1, **DIRECTOR),
        lambda: ledger.encounters.withdraw_result(one, "a slip", 1, **DIRECTOR),
        lambda: ledger.encounters.confirm_result(one, 0, 1, **DIRECTOR),
    ):
        with pytest.raises(Declined, match="board 1 at table 1 of round 1 has an artificial score; take it back first"):
            touch()
    ledger.encounters.withdraw_artificial_score(one, "They were not.", **DIRECTOR)
    assert stored(lines, tournament) == before


def test_every_board_of_a_closed_round_keeps_a_score(ledger: Ledger) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, two = with_boards(ledger, tournament)
    for table, board in ((one, 1), (two, 1), (two, 2)):
        ledger.encounters.enter_result(table, one_deal(1, 0), board, **DIRECTOR)
    average, late = ("average", "average"), ("late-play", "late-play")
    ledger.encounters.give_artificial_score(one, average, "The hall closed.", **DIRECTOR)
    ledger.encounters.give_artificial_score(two, average, "A card was seen.", [1], **DIRECTOR)
    ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    ledger.encounters.withdraw_artificial_score(two, "It was not.", [1], **DIRECTOR)
    for scores in (average, late):
        if ledger.encounters.get(one).given[2].scores != scores:
            ledger.encounters.give_artificial_score(one, scores, "Another score.", [2], **DIRECTOR)
        with pytest.raises(Declined, match="board 2 at table 1 of round 1 would be left without a result"):
            ledger.encounters.withdraw_artificial_score(one, "It was played.", [2], **DIRECTOR)
    ledger.encounters.enter_result(one, one_deal(0, 1), 2, **DIRECTOR)
    assert ledger.encounters.get(one).missing == ()
    with pytest.raises(Declined, match="board 2 at table 1 of round 1 has a result; withdraw it"):
        ledger.encounters.give_artificial_score(one, late, "Once more.", [2], **DIRECTOR)


def test_a_result_from_recorded_deals_does_not_replace_an_artificial_score(ledger: Ledger) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, _ = with_boards(ledger, tournament)
    match = ledger.table_matches.seat_match(one, **DIRECTOR).id
    ledger.encounters.give_artificial_score(one, ("average", "average-plus"), "The cards were seen.", [1], **DIRECTOR)
    deal = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(deal, played(ledger.encounters.get(one).setting.dealer, seed=4), **SCRIBE)
    table = ledger.encounters.get(one)
    assert (set(table.played), set(table.results), set(table.given)) == ({1}, set(), {1})


@pytest.mark.parametrize(
    ("boards", "scores", "why", "message"),
    [
        ([3], ("average", "average"), "late", "there is no board 3"),
        ([1], ("average", "good"), "late", "there is no artificial score 'good'; there are average-plus, average"),
        ([1], ("average", "not-played"), "late", "not played is for both sides"),
        ([1], ("average", "average"), " ", "needs a reason"),
    ],
)
def test_an_artificial_score_that_does_not_fit_is_declined_in_words(
    ledger: Ledger, boards: list[int], scores: tuple[str, str], why: str, message: str
) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, _ = with_boards(ledger, tournament)
    with pytest.raises(Declined, match=message):
        ledger.encounters.give_artificial_score(one, scores, why, boards, **DIRECTOR)
    assert ledger.encounters.get(one).version == 1


def test_only_boards_get_artificial_scores(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    one, _ = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    with pytest.raises(Declined, match="has no boards: enter its result, or rule a forfeit"):
        ledger.encounters.give_artificial_score(one, ("average", "average"), "late", **DIRECTOR)


def test_a_score_sheet_of_a_board_that_is_not_one_deal_says_what_to_send(ledger: Ledger) -> None:
    tournament = opened(ledger, 4, DUPLICATE)
    one, _ = with_boards(ledger, tournament)
    with pytest.raises(Declined) as declined:
        ledger.encounters.enter_result(one, sheet(1, 0), 1, **DIRECTOR)
    example = json.loads(str(declined.value).partition("such as ")[2].partition("; no `whole`")[0])
    assert example == {"deals": [[{"tokens": 1}, {"tokens": 0}]]}
    ledger.encounters.enter_result(one, one_deal(1, 0), 1, **DIRECTOR)


# --- recorded deals ---------------------------------------------------------------------------------


def test_an_encounter_follows_its_match_deal_by_deal(ledger: Ledger, lines: Lines, catalogue: Catalogue) -> None:
    """Two deals decide it here; the match is over then. A correction undoes both, visibly."""
    tournament = opened(ledger, 2, {**SWISS, "encounter": {"deals": 2}})
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = ledger.table_matches.seat_match(table, **DIRECTOR).id
    assert ledger.encounters.get(table).status == "playing"
    book = ledger.matches.get(match)
    assert (book.opened.dealer, book.opened.players) == ("S", {"S": "1a", "N": "1b", "E": "2a", "W": "2b"})
    assert book.opened.teams == {"NS": "Pair 1", "EW": "Pair 2"}
    first = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(first, played("S", seed=4), **SCRIBE)
    assert stored(lines, tournament) == []
    second = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(second, played("E", seed=5), **SCRIBE)
    due = [ledger.deals.get(each).record.settlement for each in (first, second)]
    won = tuple(sum(max(each.tokens[team], 0) for each in due if each) for team in ("NS", "EW"))
    (ours, theirs) = stored(lines, tournament)
    assert (ours.won, ours.lost) == won == (theirs.lost, theirs.won)
    assert ours.points + ours.points_lost == 2 * 304
    ended = ledger.matches.get(match).ended
    assert ended is not None
    assert ended.why == "encounter"
    row = catalogue.find(match)
    assert row is not None
    assert row.data["status"] == "over"
    with pytest.raises(Declined, match="the match is over"):
        ledger.deals.open(match=match, **SCRIBE)
    with pytest.raises(Declined, match="comes from recorded deals"):
        ledger.encounters.withdraw_result(table, "a slip", **DIRECTOR)

    last = len(ledger.deals.get(first).record.entries) - 1
    ledger.deals.retract(first, last, "the last card was another", **SCRIBE)
    assert stored(lines, tournament) == []
    assert ledger.matches.get(match).ended is None
    kinds = [type(event.fact) for event in ledger.repository.history(table)[-2:]]
    assert kinds == [DealUnscored, ResultWithdrawn]
    ledger.deals.act(first, played("S", seed=4)[-1:], **SCRIBE)
    assert stored(lines, tournament) == [ours, theirs] == refolded(ledger, tournament)
    assert [type(event.fact) for event in ledger.repository.history(table)[-2:]] == [DealScored, ResultEntered]


def test_deals_that_both_sides_confirmed_need_no_further_word(ledger: Ledger, lines: Lines) -> None:
    """The result is confirmed with the last of its deals, and provisional again when one is settled otherwise."""
    tournament = opened(ledger, 2, {**SWISS, "encounter": {"deals": 2}})
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = ledger.table_matches.seat_match(table, **DIRECTOR).id
    deals = []
    for dealer, seed in (("S", 4), ("E", 5)):
        deals.append(ledger.deals.open(match=match, **SCRIBE).id)
        ledger.deals.act(deals[-1], played(dealer, seed=seed), **SCRIBE)
    for deal in deals[::-1]:
        assert ledger.encounters.get(table).status == "provisional"
        for seat in "NE":
            ledger.deals.confirm(deal, seat, **SCRIBE)
    assert ledger.encounters.get(table).status == "confirmed"
    assert all(line.confirmed for line in stored(lines, tournament))
    assert stored(lines, tournament) == refolded(ledger, tournament)
    last = len(ledger.deals.get(deals[1]).record.entries) - 1
    ledger.deals.retract(deals[1], last, "a slip", **SCRIBE)
    ledger.deals.act(deals[1], played("E", seed=5)[-1:], **SCRIBE)
    assert ledger.encounters.get(table).status == "provisional"
    for seat in "NE":
        ledger.deals.confirm(deals[1], seat, **SCRIBE)
    assert ledger.encounters.get(table).status == "confirmed"


def test_a_ruling_stands_whatever_becomes_of_the_deals(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 2, {**SWISS, "encounter": {"deals": 1}})
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = ledger.table_matches.seat_match(table, **DIRECTOR).id
    deal = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(deal, played("S", seed=4), **SCRIBE)
    ledger.encounters.correct_result(table, sheet(3, 0), "A lost challenge costs three.", ruled=True, **DIRECTOR)
    assert isinstance(ledger.repository.history(table)[-1].fact, ResultCorrected)
    last = len(ledger.deals.get(deal).record.entries) - 1
    ledger.deals.retract(deal, last, "a slip", **SCRIBE)
    assert [line.won for line in stored(lines, tournament)] == [3, 0]


def test_when_the_players_stop_it_comes_to_what_was_played(ledger: Ledger, lines: Lines) -> None:
    tournament = opened(ledger, 2, {**SWISS, "encounter": {}})
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = ledger.table_matches.seat_match(table, **DIRECTOR).id
    deal = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(deal, played("S", seed=4), **SCRIBE)
    assert stored(lines, tournament) == []
    ledger.matches.end(match, **SCRIBE)
    assert [line.entry for line in stored(lines, tournament)] == ["1", "2"]
    last = len(ledger.deals.get(deal).record.entries) - 1
    ledger.deals.retract(deal, last, "a slip", **SCRIBE)
    assert stored(lines, tournament) == []


def test_a_match_of_a_table_is_seated_once_and_never_ends_by_itself(ledger: Ledger) -> None:
    tournament = opened(ledger, 2)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = ledger.table_matches.seat_match(table, key="seat", **DIRECTOR)
    assert ledger.table_matches.seat_match(table, key="seat", **DIRECTOR).replayed
    with pytest.raises(Declined, match="is recorded for table 1 of round 1 already"):
        ledger.table_matches.seat_match(table, **DIRECTOR)
    assert ledger.matches.get(match.id).opened.ruleset["match"]["end"] == "free"
    with pytest.raises(Declined, match="has been played at"):
        ledger.rounds.redraw_round(tournament, 1, "No.", by_hand=by_hand(1, ("2", "1")), **DIRECTOR)


# --- packs ----------------------------------------------------------------------------------------


def test_packs_are_promised_first_and_shown_later(ledger: Ledger, catalogue: Catalogue) -> None:
    tournament = opened(ledger, 4)
    terms = packs.terms_of(ledger.tournaments.get(tournament).ruleset, "The cup")
    dealt = packs.deal(terms, range(1, 4), bytes(range(96)))
    saved = ledger.packs.commit_packs(tournament, dealt, **DIRECTOR)
    (fact,) = (event.fact for event in saved.events)
    assert not any(each.seed in str(fact) for each in dealt.boards), "nothing of them is told"
    assert ledger.packs.sealed_packs(tournament, 1) == dealt
    assert catalogue.find(sealed_id(tournament, 1)) is None
    with pytest.raises(Declined, match="board 3 has a pack already"):
        ledger.packs.commit_packs(tournament, packs.deal(terms, [3], bytes(32)), **DIRECTOR)
    ledger.packs.open_packs(tournament, 1, **DIRECTOR)
    file = ledger.tournaments.get(tournament)
    promised, shown = packs.parse(file.packs[1].commitment), packs.parse(file.packs_opened[1].opening)
    assert packs.verify(promised, shown) is None
    for number, code in ((1, "packs-open"), (2, "not-found")):
        with pytest.raises(Declined) as declined:
            ledger.packs.open_packs(tournament, number, **DIRECTOR)
        assert declined.value.code == code


# --- rulings, the end, keys ---------------------------------------------------------------------------


def test_rulings_have_numbers_and_can_be_taken_back(ledger: Ledger) -> None:
    tournament = opened(ledger, 2)
    saved = ledger.adjustments.adjust(tournament, "1", -3, "a lost challenge", "tokens", **DIRECTOR)
    (ruling,) = ledger.tournaments.get(tournament).adjustments.items()
    assert (ruling[0], ruling[1].amount, ruling[1].unit) == (saved.version, -3, "tokens")
    for entry, amount, unit, number, why in (
        ("9", 1, "score", 0, "x"), ("1", 0, "score", 0, "x"), ("1", 1, "cards", 0, "x"), ("1", 1, "score", 4, "x"),
        ("1", 1, "score", 0, " "),
    ):  # fmt: skip
        with pytest.raises(Declined):
            ledger.adjustments.adjust(tournament, entry, amount, why, unit, number, **DIRECTOR)
    ledger.adjustments.withdraw_adjustment(tournament, saved.version, "it was won", **DIRECTOR)
    assert ledger.tournaments.get(tournament).adjustments == {}
    with pytest.raises(Declined, match="there is no ruling"):
        ledger.adjustments.withdraw_adjustment(tournament, saved.version, **DIRECTOR)


def test_nothing_is_changed_once_the_result_is_announced(ledger: Ledger) -> None:
    tournament = opened(ledger, 2)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    ledger.encounters.enter_result(table, seven_to(0), **DIRECTOR)
    places = [{"place": 1, "entry": "1", "score": "1"}, {"place": 2, "entry": "2", "score": "0"}]
    with pytest.raises(Declined, match="round 1 is not closed"):
        ledger.tournaments.end(tournament, places, **DIRECTOR)
    ledger.rounds.close_round(tournament, 1, **DIRECTOR)
    ledger.tournaments.end(tournament, places, **DIRECTOR)
    with pytest.raises(Declined, match="the tournament is over since"):
        ledger.entries.make_entry(tournament, "Late", **DIRECTOR)
    with pytest.raises(Declined, match="the tournament is over since"):
        ledger.rounds.draw_round(tournament, **DIRECTOR)
    ledger.encounters.correct_result(table, sheet(0, 7), "A protest was upheld.", **DIRECTOR)
    ledger.tournaments.reopen(tournament, "A protest was upheld.", **DIRECTOR)
    assert ledger.tournaments.get(tournament).status == "playing"


def test_a_command_sent_twice_is_carried_out_once(ledger: Ledger) -> None:
    tournament = opened(ledger, 4)
    one = ledger.rounds.draw_round(tournament, entropy=bytes(32), key="draw", **DIRECTOR)
    again = ledger.rounds.draw_round(tournament, entropy=bytes(range(32)), key="draw", **DIRECTOR)
    assert (again.version, again.replayed) == (one.version, True), "chance is not part of what is asked"
    table = encounter_id(tournament, 1, 1)
    first = ledger.encounters.enter_result(table, seven_to(1), key="sheet", **DIRECTOR)
    assert ledger.encounters.enter_result(table, seven_to(1), key="sheet", **DIRECTOR).replayed
    with pytest.raises(KeyReused):
        ledger.encounters.enter_result(table, seven_to(2), key="sheet", **DIRECTOR)
    with pytest.raises(Conflict):
        ledger.encounters.correct_result(table, seven_to(2), "x", expected_version=first.version - 1, **DIRECTOR)


def table_of(ledger: Ledger, tournament: UUID, number: int, table: int) -> EncounterSet:
    """The setting of a table."""
    return ledger.encounters.get(encounter_id(tournament, number, table)).setting


def test_teams_of_four_sit_down_at_two_tables_and_no_player_at_both(ledger: Ledger) -> None:
    """Each team's first two players sit North and South at one table, the others East and West at the other."""
    terms = {"format": "duplicate", "side": 4, "rounds": 3, "boards": 2, "scoring": {"counts": "imps"}}
    tournament = ledger.tournaments.open("Teams", terms, "304", **DIRECTOR).id
    for n in range(1, 5):
        ledger.entries.make_entry(tournament, f"Team {n}", [f"{n}{letter}" for letter in "abcd"], **DIRECTOR)
    ledger.rounds.draw_round(tournament, **DIRECTOR)
    tables = [table_of(ledger, tournament, 1, table) for table in (1, 2, 3, 4)]
    assert sorted(player for table in tables for player in table.seats.values()) == [
        f"{n}{letter}" for n in range(1, 5) for letter in "abcd"
    ]
    for one, other in (tables[:2], tables[2:]):
        assert (one.sides, one.boards) == (other.sides[::-1], other.boards)
        assert [one.seats[seat][1] for seat in "SNEW"] == ["a", "b", "c", "d"]
    half = Draw(2, (Pairing(1, (("1",), ("2",)), boards=(3, 4)),), {"3": "It is its turn.", "4": "It is its turn."})
    with pytest.raises(Declined, match="two teams meet at two tables"):
        ledger.rounds.draw_round(tournament, by_hand=half, **DIRECTOR)


def test_a_knockout_is_not_decided_while_it_is_level() -> None:
    """Both sides of a Jass can be at the target at once: a knockout plays on, a Swiss has a draw (003 "Scoring")."""
    assert deciding_deals(parse({"format": "swiss", "rounds": 1, "encounter": {"race": 100}}), {1: (100, 100)}) == (1,)
    knockout = parse({"format": "knockout", "encounter": {"race": 100}})
    assert deciding_deals(knockout, {1: (100, 100)}) is None
    assert deciding_deals(knockout, {1: (100, 100), 2: (57, 100)}) == (1, 2)


def test_who_deals_first_goes_round_for_those_who_change_sides(ledger: Ledger) -> None:
    """Two pairs that sit North in turns each deal first in every second round, and their players in turns."""
    tournament = opened(ledger, 2, {"format": "swiss", "rounds": 8, "encounter": {"race": 7}})
    first = []
    for number in range(1, 9):
        sides = ("1", "2") if number % 2 else ("2", "1")
        drawn(ledger, tournament, by_hand(number, sides))
        encounter = table_of(ledger, tournament, number, 1)
        first.append(encounter.seats[encounter.dealer])
    assert sorted(first) == sorted(["1a", "1b", "2a", "2b"] * 2)
    assert all({one[0], other[0]} == {"1", "2"} for one, other in zip(first[::2], first[1::2], strict=True))


def test_a_ladder_begins_as_it_was_announced(ledger: Ledger) -> None:
    """No lots are drawn behind a challenger's back, and the list stays as it was once somebody has played."""
    tournament = opened(ledger, 4, {"format": "ladder", "encounter": {"race": 7}})
    ledger.rounds.draw_round(tournament, entropy=bytes(32), challenges=[("2", "1")], **DIRECTOR)
    assert not ledger.tournaments.get(tournament).lots
    for change in (
        lambda: ledger.entries.set_seeds(tournament, ["4", "3"], **DIRECTOR),
        lambda: ledger.lots.draw_lots(tournament, "draws", bytes(32), **DIRECTOR),
    ):
        with pytest.raises(Declined, match="stays as it is"):
            change()
    ledger.lots.draw_lots(tournament, "tie-break", bytes(32), **DIRECTOR)


def test_a_ruling_about_a_score_counts_in_the_next_draw_of_a_swiss(ledger: Ledger) -> None:
    """1, 3, 5 and 7 won; by a ruling 2 has the point of 1, so that 1 is among those who lost and 2 among the others."""
    tournament = opened(ledger, 8)
    for table in drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4"), ("5", "6"), ("7", "8"))):
        ledger.encounters.enter_result(table, seven_to(0), **DIRECTOR)
    for entry, halves in (("1", -2), ("2", 2)):
        ledger.adjustments.adjust(tournament, entry, halves, "It was a forfeit, ruled later.", **DIRECTOR)
    ledger.rounds.draw_round(tournament, **DIRECTOR)
    met = {frozenset(pairing.entries) for pairing in ledger.tournaments.get(tournament).round(2).drawn.pairings}
    upper = {"2", "3", "5", "7"}
    assert all(two <= upper or not two & upper for two in met)


def test_entries_that_a_director_draws_into_a_knockout_must_still_be_in_it(ledger: Ledger) -> None:
    tournament = opened(ledger, 4, {"format": "knockout", "encounter": {"race": 7}})
    for table in drawn(ledger, tournament, by_hand(1, ("1", "4"), ("2", "3"))):
        ledger.encounters.enter_result(table, seven_to(0), **DIRECTOR)
    drawn(ledger, tournament, by_hand(2, ("1", "3")))
    broke = ledger.tournaments.get(tournament).round(2).drawn.broke
    assert "Pair 2 is missing from the draw." in broke
    assert "Pair 3 is out of the knockout." in broke
