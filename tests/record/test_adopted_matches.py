"""Players began before the director had made the table: the table takes their match in, with all its deals."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.kernel.errors import Conflict, Declined, NotFound
from domain.ledger import Ledger
from domain.match.facts import MatchTaken
from domain.tournament.facts.lifecycle import TablesNamed
from domain.tournament.facts.matches import DealScored, MatchAdopted
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.state import Line
from replay.words import ENGLISH
from replay.words.tournament_log import TournamentLogWords
from store.tables.catalogue import Catalogue
from store.tables.standings import Lines
from tests.cases import full, one_in
from tests.record.play import SCRIBE, played
from tests.record.tournament_setup import DIRECTOR, SWISS, by_hand, drawn, opened, seven_to

WHY = "They had begun before the draw was made."
THERE = {"S": "1a", "N": "1b", "E": "2a", "W": "2b"}


@pytest.fixture(scope="module")
def lines(ledger: Ledger) -> Lines:
    return Lines(ledger.repository.recorder)  # type: ignore[arg-type]


def stored(lines: Lines, tournament: UUID) -> list[Line]:
    return sorted((read(line) for line in lines.of(tournament)), key=lambda line: (line.round, line.entry, line.board))


def a_match(ledger: Ledger, ruleset: str = "304", **more: Any) -> UUID:
    """A match that somebody opened at a table."""
    return ledger.matches.open(ruleset, "S", **{"players": THERE, **more, **SCRIBE}).id


def a_table(ledger: Ledger, terms: Any = None, **more: Any) -> tuple[UUID, UUID]:
    """A tournament of two pairs, and the table of its first round."""
    tournament = opened(ledger, 2, {**SWISS, "encounter": terms or {"deals": 4}}, **more)
    return tournament, drawn(ledger, tournament, by_hand(1, ("1", "2")))[0]


def record(ledger: Ledger, match: UUID, seed: int, *, confirmed: bool = False) -> UUID:
    """The next deal of a match, to its end."""
    dealer = ledger.matches.get(match).next_dealer
    assert dealer is not None
    deal = ledger.deals.open(match=match, **SCRIBE).id
    ledger.deals.act(deal, played(dealer, seed=seed), **SCRIBE)
    for seat in "SE" if confirmed else "":
        ledger.deals.confirm(deal, seat, **SCRIBE)
    return deal


@pytest.mark.parametrize("terms", [{"deals": 4}, full({"race": 2}), full({"deals": 3, "level": "deal"})])
@pytest.mark.parametrize("before", one_in(2, range(5)))
def test_all_deals_count_once_whenever_the_match_is_taken_in(
    ledger: Ledger, lines: Lines, catalogue: Catalogue, before: int, terms: dict[str, Any]
) -> None:
    """The result is that of a match which was the table's from its first deal."""

    def evening(*, adopted: bool) -> tuple[UUID, UUID, UUID]:
        tournament, table = a_table(ledger, terms)
        match = a_match(ledger) if adopted else ledger.table_matches.seat_match(table, **DIRECTOR).id
        for n in range(4):
            if adopted and n == before:
                ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
            if ledger.matches.get(match).ended is None:
                record(ledger, match, 4 + n, confirmed=n % 2 == 0)
        if adopted and before == 4:
            ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
        return tournament, table, match

    (cup, table, match), (cup_, table_, match_) = evening(adopted=True), evening(adopted=False)
    own, other = ledger.encounters.get(table), ledger.encounters.get(table_)
    assert stored(lines, cup) == stored(lines, cup_) == ledger.tournaments.lines(ledger.tournaments.get(cup))
    assert {n: (each.counts, each.won) for n, each in own.scored.items() if n in other.scored} == {
        n: (each.counts, each.won) for n, each in other.scored.items()
    }
    assert (own.status, own.match, own.agreed & other.scored.keys()) == (other.status, str(match), other.agreed)
    assert len([1 for event in ledger.repository.history(table) if isinstance(event.fact, DealScored)]) == len(
        own.scored
    )
    assert ledger.matches.get(match).ruleset == ledger.matches.get(match_).ruleset
    row = catalogue.find(match)
    assert row is not None
    assert (row.data["encounter"], row.data["event"]) == (str(table), "The cup, round 1")
    assert row.data["status"] == ("over" if own.reported else "open")


def test_a_match_that_was_taken_in_tells_who_did_it_and_why(ledger: Ledger) -> None:
    _, table = a_table(ledger)
    match = a_match(ledger)
    ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    (adopted,) = (event for event in ledger.repository.history(table) if isinstance(event.fact, MatchAdopted))
    (moved,) = (event for event in ledger.repository.history(match) if isinstance(event.fact, MatchTaken))
    assert adopted.by == moved.by == "A director"
    words = TournamentLogWords(ENGLISH, {}, ledger.encounters.get(table).terms)
    assert words.sentence(adopted.fact) == f"A match already being recorded was assigned to the table. {WHY}"
    assert isinstance(moved.fact, MatchTaken)
    assert (moved.fact.encounter, moved.fact.why) == (str(table), WHY)


def test_a_match_that_its_tokens_had_ended_goes_on_if_the_encounter_does(ledger: Ledger) -> None:
    """It ended when a side had none left; the encounter goes on to its own end, and debts are debts."""
    _, table = a_table(ledger, {"deals": 30})
    match = a_match(ledger)
    for seed in range(200):
        if ledger.matches.get(match).ended:
            break
        record(ledger, match, seed)
    ended = ledger.matches.get(match).ended
    assert ended is not None
    assert ended.why == "tokens"
    ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    book = ledger.matches.get(match)
    assert (book.ended, book.opened.ruleset["match"]["end"]) == (None, "free")
    won = ledger.encounters.get(table).so_far
    assert book.balance["NS"] - 11 == won[0] - won[1] == 11 - book.balance["EW"]
    record(ledger, match, 4)


def test_a_match_that_the_players_had_stopped_comes_to_what_was_played(ledger: Ledger, lines: Lines) -> None:
    tournament, table = a_table(ledger, {"deals": 8})
    match = a_match(ledger)
    deals = [record(ledger, match, seed) for seed in (4, 5)]
    ledger.matches.end(match, **SCRIBE)
    ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    (result,) = ledger.encounters.get(table).results.values()
    assert (result.source, len(result.sheet.deals)) == ("match", 2)
    assert [line.entry for line in stored(lines, tournament)] == ["1", "2"]
    last = len(ledger.deals.get(deals[0]).record.entries) - 1
    ledger.deals.retract(deals[0], last, "a slip", **SCRIBE)
    (result,) = ledger.encounters.get(table).results.values()
    assert len(result.sheet.deals) == 1


def test_a_deal_on_the_table_counts_when_it_settles(ledger: Ledger, lines: Lines) -> None:
    tournament, table = a_table(ledger, {"deals": 1})
    match = a_match(ledger)
    deal = ledger.deals.open(match=match, **SCRIBE).id
    acts = played("S", seed=4)
    ledger.deals.act(deal, acts[:-3], **SCRIBE)
    ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    assert stored(lines, tournament) == []
    assert ledger.encounters.get(table).status == "playing"
    ledger.deals.act(deal, acts[-3:], **SCRIBE)
    assert [line.entry for line in stored(lines, tournament)] == ["1", "2"]


@pytest.mark.parametrize(
    ("more", "code", "why"),
    [
        ({"ruleset": "304-bank"}, "match-ruleset", "as each was agreed"),
        (
            {"players": {"S": "2a", "N": "2b", "E": "1a", "W": "1b"}},
            "match-seats",
            "2a sits South in the match, and on",
        ),
        ({"players": {**THERE, "W": "Ruwan"}}, "match-seats", "Ruwan sits West in the match; at table 1 of round 1"),
    ],
)
def test_what_does_not_fit_is_declined_in_words_and_changes_nothing(
    ledger: Ledger, more: dict[str, Any], code: str, why: str
) -> None:
    _, table = a_table(ledger)
    match = a_match(ledger, **more)
    with pytest.raises(Declined, match=why) as declined:
        ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    assert declined.value.code == code
    assert (ledger.encounters.get(table).version, ledger.matches.get(match).version) == (1, 1)


def test_a_match_of_another_club_or_table_or_encounter_is_declined(ledger: Ledger) -> None:
    club, other = (ledger.clubs.open_club(name, **DIRECTOR).id for name in ("Here", "There"))
    places = [ledger.clubs.open_table(f"Table {n}", club=club, **DIRECTOR).id for n in range(2)]
    tournament = opened(ledger, 4, club=club)
    ledger.tournaments.name_tables(tournament, {1: places[0], 2: places[1]}, **DIRECTOR)
    one, two = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    for more, code in (
        ({}, "match-club"),
        ({"club": other}, "match-club"),
        ({"club": club, "table": places[1]}, "match-table"),
    ):
        with pytest.raises(Declined) as declined:
            ledger.table_matches.adopt_match(one, a_match(ledger, **more), WHY, **DIRECTOR)
        assert declined.value.code == code, more
    match = a_match(ledger, club=club, table=places[0])
    with pytest.raises(Declined, match="say why"):
        ledger.table_matches.adopt_match(one, match, "  ", **DIRECTOR)
    with pytest.raises(NotFound):
        ledger.table_matches.adopt_match(one, uuid4(), WHY, **DIRECTOR)
    with pytest.raises(Conflict):
        ledger.table_matches.adopt_match(one, match, WHY, expected_version=9, **DIRECTOR)
    done = ledger.table_matches.adopt_match(one, match, WHY, key="adopt", **DIRECTOR)
    assert ledger.table_matches.adopt_match(one, match, WHY, key="adopt", **DIRECTOR).version == done.version
    for table, other_match, code in ((two, match, "match-taken"), (one, a_match(ledger, club=club), "match-seated")):
        with pytest.raises(Declined) as declined:
            ledger.table_matches.adopt_match(table, other_match, WHY, **DIRECTOR)
        assert declined.value.code == code
    ledger.encounters.enter_result(two, seven_to(3), **DIRECTOR)
    with pytest.raises(Declined, match="has a result already"):
        ledger.table_matches.adopt_match(two, a_match(ledger, club=club, players={}), WHY, **DIRECTOR)


def test_a_tournament_learns_at_which_table_of_the_club_it_is_played(ledger: Ledger, catalogue: Catalogue) -> None:
    """So that who sees that table late sees the tournament as late."""
    club = ledger.clubs.open_club("Here", **DIRECTOR).id
    place = ledger.clubs.open_table("By the window", club=club, **DIRECTOR).id
    tournament, table = a_table(ledger, club=club)
    ledger.table_matches.adopt_match(table, a_match(ledger, club=club, table=place), WHY, **DIRECTOR)
    assert ledger.encounters.get(table).setting.place == str(place)
    assert isinstance(ledger.repository.history(tournament)[-1].fact, TablesNamed)
    row = catalogue.find(tournament)
    assert row is not None
    assert row.data["tables"] == [str(place)]


def test_players_are_known_by_their_ids_and_their_names(ledger: Ledger) -> None:
    """Partners may have changed seats; who is told by an id at the table may be told by name in the match."""
    anula = ledger.clubs.register_player("Anula", **DIRECTOR).id
    tournament = ledger.tournaments.open("The cup", SWISS, "304", **DIRECTOR).id
    ledger.entries.make_entry(tournament, "Pair 1", [str(anula), "Nimal"], **DIRECTOR)
    ledger.entries.make_entry(tournament, "Pair 2", ["Ruwan", "Selvi"], **DIRECTOR)
    (table,) = drawn(ledger, tournament, by_hand(1, ("1", "2")))
    match = a_match(ledger, players={"N": "Anula", "S": "Nimal", "E": "Ruwan", "W": "Selvi"})
    ledger.table_matches.adopt_match(table, match, WHY, **DIRECTOR)
    assert ledger.encounters.get(table).match == str(match)
