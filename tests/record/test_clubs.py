"""Clubs, players, tables, and the catalogue of all there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.club.facts import BroadcastDelaySet, ClubRenamed, ZoneSet
from domain.engine.facts import IrregularityNoted, Passed
from domain.kernel.errors import Conflict, Declined, NotFound
from domain.ledger import Ledger
from store.tables.catalogue import Catalogue, Row
from tests.record.play import SCRIBE, before_bidding, open_deal, passed_out, paying, played


def row(catalogue: Catalogue, identity: UUID) -> Row:
    entry = catalogue.find(identity)
    assert entry is not None
    return entry


def test_a_club_has_players_and_tables(ledger: Ledger, catalogue: Catalogue) -> None:
    club = ledger.clubs.open_club("  Colombo 304  ", **SCRIBE).id
    player = ledger.clubs.register_player("Nimal", club=club, **SCRIBE).id
    table = ledger.clubs.open_table("Table 1", club=club, **SCRIBE).id
    assert ledger.clubs.get_club(club).name == "Colombo 304"
    assert (ledger.clubs.get_player(player).name, ledger.clubs.get_player(player).club) == ("Nimal", club)
    assert (ledger.clubs.get_table(table).name, ledger.clubs.get_table(table).club) == ("Table 1", club)
    assert [(row(catalogue, each).kind, row(catalogue, each).club) for each in (club, player, table)] == [
        ("club", None), ("player", club), ("table", club),
    ]  # fmt: skip
    assert ledger.clubs.get_player(ledger.clubs.register_player("A guest", **SCRIBE).id).club is None


def test_names_change_and_the_old_ones_stay_in_the_record(ledger: Ledger, catalogue: Catalogue) -> None:
    club = ledger.clubs.open_club("Colombo", **SCRIBE).id
    saved = ledger.clubs.rename_club(club, "Kandy", expected_version=1, **SCRIBE)
    assert [event.fact for event in saved.events] == [ClubRenamed("Kandy")]
    assert (ledger.clubs.get_club(club).name, row(catalogue, club).title) == ("Kandy", "Kandy")
    with pytest.raises(Conflict):
        ledger.clubs.rename_club(club, "Galle", expected_version=1, **SCRIBE)
    with pytest.raises(Declined, match="called Kandy already"):
        ledger.clubs.rename_club(club, "Kandy", **SCRIBE)
    player = ledger.clubs.register_player("Nimal", **SCRIBE).id
    ledger.clubs.rename_player(player, "Nimal P.", **SCRIBE)
    assert (ledger.clubs.get_player(player).name, row(catalogue, player).title) == ("Nimal P.", "Nimal P.")


def test_a_club_may_name_the_time_zone_of_its_venue(ledger: Ledger, catalogue: Catalogue) -> None:
    club = ledger.clubs.open_club("Colombo", sees="open", **SCRIBE).id
    assert (ledger.clubs.get_club(club).zone, row(catalogue, club).data) == ("", {})
    saved = ledger.clubs.set_zone(club, "Asia/Colombo", **SCRIBE)
    assert [event.fact for event in saved.events] == [ZoneSet("Asia/Colombo")]
    assert (ledger.clubs.get_club(club).zone, row(catalogue, club).data) == ("Asia/Colombo", {"zone": "Asia/Colombo"})
    for zone in ("Asia/Colombo", "Ceylon/Galle", "../etc/passwd", "Asia", "/etc/localtime"):
        with pytest.raises(Declined, match="zone"):
            ledger.clubs.set_zone(club, zone, **SCRIBE)
    ledger.clubs.set_zone(club, "", **SCRIBE)
    assert (ledger.clubs.get_club(club).zone, row(catalogue, club).data) == ("", {})


def test_a_table_may_have_a_broadcast_delay(ledger: Ledger, catalogue: Catalogue) -> None:
    table = ledger.clubs.open_table("Table 1", **SCRIBE).id
    assert (ledger.clubs.get_table(table).delay, row(catalogue, table).data) == (0, {})
    saved = ledger.clubs.delay_broadcast(table, 300, **SCRIBE)
    assert [event.fact for event in saved.events] == [BroadcastDelaySet(300)]
    assert (ledger.clubs.get_table(table).delay, row(catalogue, table).data) == (300, {"delay": 300})
    ledger.clubs.rename_table(table, "Window table", **SCRIBE)
    shown = row(catalogue, table)
    assert (shown.title, shown.data) == ("Window table", {"delay": 300})
    for seconds in (300, -1, 86_401):
        with pytest.raises(Declined, match="delay"):
            ledger.clubs.delay_broadcast(table, seconds, **SCRIBE)
    ledger.clubs.delay_broadcast(table, 0, **SCRIBE)
    assert (ledger.clubs.get_table(table).delay, row(catalogue, table).data) == (0, {})


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "\x00", "x" * 201], ids=["empty", "blank", "lines", "nul", "long"])
def test_a_name_is_a_name(ledger: Ledger, name: str) -> None:
    commands: list[Callable[..., Any]] = [ledger.clubs.open_club, ledger.clubs.register_player, ledger.clubs.open_table]
    for command in commands:
        with pytest.raises(Declined):
            command(name, **SCRIBE)


@pytest.mark.parametrize("name", ["ශ්‍රී ලංකා", "யாழ்ப்பாணம்", "Zürich", "Ruedi & Söhne"])
def test_a_name_may_be_written_as_it_is_at_home(ledger: Ledger, name: str) -> None:
    """Sinhala joins its letters with a character that shows nothing by itself."""
    assert ledger.clubs.get_club(ledger.clubs.open_club(name, **SCRIBE).id).name == name


def test_a_club_that_is_not_there_has_no_members(ledger: Ledger) -> None:
    nowhere, player = uuid4(), ledger.clubs.register_player("Nimal", **SCRIBE).id
    for club in (nowhere, player):
        for command in (ledger.clubs.register_player, ledger.clubs.open_table):
            with pytest.raises(NotFound, match=f"no club {club}"):
                command("Kumar", club=club, **SCRIBE)
        with pytest.raises(NotFound):
            ledger.clubs.rename_club(club, "Kandy", **SCRIBE)


# The catalogue


def test_a_deals_row_follows_the_deal(ledger: Ledger, catalogue: Catalogue) -> None:
    deal = open_deal(ledger, "E", event="Thursday", number=3)
    listed = row(catalogue, deal)
    assert (listed.kind, listed.title, listed.created_at.isoformat()) == (
        "deal", "Thursday, deal 3", "2026-02-14T20:15:09.318000+00:00",
    )  # fmt: skip
    assert (listed.data["status"], listed.data["tokens"], listed.data["dealer"]) == ("open", None, "E")
    ledger.deals.act(deal, played("E", seed=1), **SCRIBE)
    settled = ledger.deals.get(deal).record.settlement
    assert settled is not None
    listed = row(catalogue, deal)
    assert (listed.data["status"], listed.data["tokens"]) == ("played", settled.tokens)
    assert listed.data["ruleset"] == "304"
    assert listed.data["has_irregularities"] is False
    ledger.deals.note_irregularity(deal, IrregularityNoted(0, "cut-not-yours"), **SCRIBE)
    assert row(catalogue, deal).data["has_irregularities"] is True


def test_a_slip_of_the_scribes_is_no_irregularity_once_corrected(ledger: Ledger, catalogue: Catalogue) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, [*before_bidding("S"), Passed("W")], as_it_happened=True, **SCRIBE)
    assert row(catalogue, deal).data["has_irregularities"] is True
    ledger.deals.amend(deal, 2, Passed("E"), "misread", **SCRIBE)
    assert row(catalogue, deal).data["has_irregularities"] is False


def test_every_deals_row_can_be_rebuilt_from_its_events(ledger: Ledger, catalogue: Catalogue) -> None:
    deals = [open_deal(ledger, "S") for _ in range(3)]
    ledger.deals.act(deals[0], played("S", seed=7), **SCRIBE)
    ledger.deals.act(deals[1], passed_out("S"), **SCRIBE)
    ledger.deals.abandon(deals[2], **SCRIBE)
    for deal in deals:
        listing = ledger.deals.get(deal).listing()
        assert row(catalogue, deal).data == listing.data


def test_a_match_is_listed_with_its_balance_and_its_deals_under_it(ledger: Ledger, catalogue: Catalogue) -> None:
    match = ledger.matches.open("304", "S", teams={"NS": "The Kings"}, **SCRIBE).id
    deals = []
    for dealer in "SEN":
        deals.append(ledger.deals.open(match=match, **SCRIBE).id)
        ledger.deals.act(deals[-1], paying(dealer, "EW"), **SCRIBE)
    listed = row(catalogue, match)
    assert (listed.title, listed.data["deals"], listed.data["balance"]) == (
        "The Kings – EW", 3, ledger.matches.get(match).balance,
    )  # fmt: skip
    page = catalogue.page("deal", parent=match)
    assert {each.id for each in page.rows} == set(deals)


def test_without_read_models_the_ledger_writes_events_only(ledger: Ledger, catalogue: Catalogue) -> None:
    bare = Ledger({key: str(value) for key, value in ledger.repository.env.items()})
    try:
        deal = open_deal(bare)
        assert catalogue.find(deal) is None
        assert ledger.deals.get(deal).version == 1
    finally:
        bare.close()
