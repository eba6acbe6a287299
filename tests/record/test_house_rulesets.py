"""A club's own rulesets: named, versioned, withdrawn, and what is opened by them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.club.facts import RulesetNamed, RulesetWithdrawn
from domain.engine.parameters import override, parse, plain
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import RULESETS, STANDARD, UnknownRuleset
from domain.kernel.errors import Conflict, Declined, KeyReused, NotFound
from domain.ledger import Ledger
from tests.record.play import SCRIBE

FIVES = {"bids.step_from_200": 5, "redeal.threshold": None}


@pytest.fixture
def club(ledger: Ledger) -> UUID:
    return ledger.clubs.open_club("Lagoon", **SCRIBE).id


def named(ledger: Ledger, club: UUID, changes: dict[str, Any] | None = None, **more: Any) -> Any:
    params: dict[str, Any] = {"ruleset": "lagoon-fives", "called": "Fives at the lagoon", "base": "304"}
    return ledger.clubs.name_ruleset(
        club, changes=FIVES if changes is None else changes, **{**params, **more, **SCRIBE}
    )


def test_a_club_names_a_ruleset_of_its_own(ledger: Ledger, club: UUID) -> None:
    saved = named(ledger, club, called="  Fives at the lagoon ", note="agreed in March ")
    whole = plain(override(STANDARD, "lagoon-fives", "Fives at the lagoon", FIVES))
    assert [event.fact for event in saved.events] == [
        RulesetNamed("lagoon-fives", 1, "Fives at the lagoon", "304", 1, FIVES, whole, "agreed in March")
    ]
    assert ledger.clubs.get_club(club).ruleset("lagoon-fives") == parse(whole)


def test_named_again_it_is_the_next_version_and_the_old_one_stays(ledger: Ledger, club: UUID) -> None:
    named(ledger, club)
    named(ledger, club, {"bids.step_from_200": 5})
    named(ledger, club, {"pay.pcc": {"win": 5}}, base="304-jaffna")
    house = ledger.clubs.get_club(club).house("lagoon-fives")
    assert [(each.named.version, each.named.base) for each in house.versions] == [
        (1, "304"), (2, "304"), (3, "304-jaffna"),
    ]  # fmt: skip
    assert house.version(1).changes == FIVES
    assert house.version(None).changes == {"pay.pcc.win": 5}
    assert house.newest.ruleset["version"] == 3
    with pytest.raises(Declined, match="versions 1 to 3, and no 4"):
        house.version(4)


def test_deals_and_matches_of_the_club_are_played_by_its_newest_version(ledger: Ledger, club: UUID) -> None:
    table = ledger.clubs.open_table("Verandah", club=club, **SCRIBE).id
    named(ledger, club)
    first = ledger.matches.open("lagoon-fives", "S", club=club, **SCRIBE).id
    named(ledger, club, {"bids.step_from_200": 5})
    second = ledger.matches.open("lagoon-fives", "S", table=table, **SCRIBE).id
    alone = ledger.deals.open("lagoon-fives", "S", table=table, **SCRIBE).id
    assert [ledger.matches.get(each).ruleset.version for each in (first, second)] == [1, 2]
    opened = ledger.deals.get(alone).record.opened.ruleset
    assert (opened["key"], opened["version"], opened["redeal"]["threshold"]) == ("lagoon-fives", 2, 15)
    for ruleset in (None, "lagoon-fives"):
        deal = ledger.deals.open(
            ruleset, match=ledger.matches.open("lagoon-fives", "S", club=club, **SCRIBE).id, **SCRIBE
        )
        assert ledger.deals.get(deal.id).record.opened.ruleset == opened


def test_a_match_goes_on_by_the_version_it_began_with(ledger: Ledger, club: UUID) -> None:
    named(ledger, club)
    match = ledger.matches.open("lagoon-fives", "S", club=club, **SCRIBE).id
    named(ledger, club, {"bids.step_from_200": 5})
    ledger.clubs.withdraw_ruleset(club, "lagoon-fives", **SCRIBE)
    deal = ledger.deals.open("lagoon-fives", match=match, **SCRIBE).id
    assert ledger.deals.get(deal).record.opened.ruleset == ledger.matches.get(match).opened.ruleset
    assert ledger.deals.get(deal).record.rules.ruleset.version == 1
    another = ledger.matches.open("304", "S", club=club, **SCRIBE).id
    with pytest.raises(Declined, match="played by '304'"):
        ledger.deals.open("304-jaffna", match=another, **SCRIBE)


def test_a_withdrawn_ruleset_opens_nothing_until_it_is_named_again(ledger: Ledger, club: UUID) -> None:
    named(ledger, club)
    deal = ledger.deals.open("lagoon-fives", "S", club=club, **SCRIBE).id
    before = ledger.deals.get(deal).record.opened
    saved = ledger.clubs.withdraw_ruleset(club, "lagoon-fives", "nobody liked it", **SCRIBE)
    assert [event.fact for event in saved.events] == [RulesetWithdrawn("lagoon-fives", "nobody liked it")]
    with pytest.raises(Declined, match="has withdrawn its ruleset 'lagoon-fives'") as declined:
        ledger.deals.open("lagoon-fives", "S", club=club, **SCRIBE)
    assert declined.value.code == "ruleset-withdrawn"
    with pytest.raises(Declined, match="withdrawn lagoon-fives already"):
        ledger.clubs.withdraw_ruleset(club, "lagoon-fives", **SCRIBE)
    assert ledger.deals.get(deal).record.opened == before
    house = ledger.clubs.get_club(club).house("lagoon-fives")
    assert (house.withdrawn_at, house.why) == (SCRIBE["at"], "nobody liked it")
    named(ledger, club)
    assert ledger.clubs.get_club(club).house("lagoon-fives").withdrawn_at == ""
    again = ledger.deals.open("lagoon-fives", "S", club=club, **SCRIBE).id
    assert ledger.deals.get(again).record.rules.ruleset.version == 2


def test_what_nobody_knows_is_refused_with_the_clubs_rulesets_and_the_catalogues(ledger: Ledger, club: UUID) -> None:
    named(ledger, club)
    with pytest.raises(UnknownRuleset, match="'lagoon'; the club's own: lagoon-fives; known: 304, ") as refused:
        ledger.deals.open("lagoon", "S", club=club, **SCRIBE)
    assert all(key in str(refused.value) for key in RULESETS)
    with pytest.raises(UnknownRuleset, match="'lagoon-fives'; known: 304, "):
        ledger.matches.open("lagoon-fives", "S", **SCRIBE)
    elsewhere = ledger.clubs.open_club("Elsewhere", **SCRIBE).id
    with pytest.raises(UnknownRuleset):
        ledger.matches.open("lagoon-fives", "S", club=elsewhere, **SCRIBE)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        pytest.param({"ruleset": "Lagoon Fives"}, "is no key", id="no key"),
        pytest.param({"ruleset": "x" * 65}, "is no key", id="an endless key"),
        pytest.param({"ruleset": "304-jaffna"}, "304-jaffna is the key of a known ruleset", id="the catalogue's key"),
        pytest.param({"changes": {}}, "changes nothing in 304", id="no change"),
        pytest.param(
            {"changes": {"redeal.threshold": 15, "caps.grace": "none"}},
            "redeal.threshold: as in 304 already",
            id="a change that is none",
        ),
        pytest.param(
            {"changes": {"auction4.least": 170}}, "'auction4.least'; there are auction4.first", id="no such parameter"
        ),
        pytest.param({"changes": {"name": "Other"}}, "no rule parameter 'name'", id="what it is called"),
        pytest.param({"changes": {"redeal.threshold": "low"}}, "a whole number or nothing is needed", id="a word"),
        pytest.param({"changes": {"caps.grace": "long"}}, "allowed: none, until_next_own_lead", id="no such choice"),
        pytest.param({"changes": {"pay": 3}}, "pay is a group; its parameters are pay.bands", id="a group"),
        pytest.param({"changes": {"pay.pcc": {"win": 5}, "pay.pcc.win": 6}}, "pay.pcc.win is named twice", id="twice"),
        pytest.param({"changes": {"auction4.minimum": 165}}, "auction4.minimum is 165", id="off the ladder"),
        pytest.param({"changes": {"stages": ["cut", "deal 4", "play"]}}, "do not share out a pack", id="half a pack"),
    ],
)
def test_what_makes_no_ruleset_is_refused_and_nothing_is_recorded(
    ledger: Ledger, club: UUID, params: dict[str, Any], words: str
) -> None:
    with pytest.raises(RulesetError, match=words):
        named(ledger, club, **params)
    assert ledger.clubs.get_club(club).version == 1


def test_an_unknown_base_is_refused_with_those_there_are(ledger: Ledger, club: UUID) -> None:
    with pytest.raises(UnknownRuleset, match="'305'; known: 304, "):
        named(ledger, club, base="305")
    with pytest.raises(UnknownRuleset):
        named(ledger, club, base="lagoon-fives")


@pytest.mark.parametrize("called", ["", "a\nb", "x" * 201])
def test_a_ruleset_has_a_name(ledger: Ledger, club: UUID, called: str) -> None:
    with pytest.raises(Declined, match="a name"):
        named(ledger, club, called=called)


def test_naming_the_same_again_changes_nothing(ledger: Ledger, club: UUID) -> None:
    named(ledger, club)
    with pytest.raises(Declined, match="is so already, since version 1") as declined:
        named(ledger, club, {"redeal": {"threshold": None}, "bids": {"step_from_200": 5}}, note="again")
    assert declined.value.code == "same-ruleset"
    assert named(ledger, club, called="Lagoon fives").version == 3


def test_the_same_command_under_its_key_is_answered_as_before(ledger: Ledger, club: UUID) -> None:
    first = named(ledger, club, key="a")
    assert named(ledger, club, key="a").replayed
    with pytest.raises(KeyReused):
        named(ledger, club, {"bids.step_from_200": 5}, key="a")
    opened = ledger.matches.open("lagoon-fives", "S", club=club, key="m", **SCRIBE)
    dealt = ledger.deals.open("lagoon-fives", "S", club=club, key="d", **SCRIBE)
    named(ledger, club, {"bids.step_from_200": 5})
    ledger.clubs.withdraw_ruleset(club, "lagoon-fives", **SCRIBE)
    again = ledger.matches.open("lagoon-fives", "S", club=club, key="m", **SCRIBE)
    assert (again.id, again.replayed) == (opened.id, True)
    assert ledger.deals.open("lagoon-fives", "S", club=club, key="d", **SCRIBE).id == dealt.id
    assert ledger.clubs.get_club(club).version == first.version + 2


def test_a_version_that_has_moved_on_is_a_conflict(ledger: Ledger, club: UUID) -> None:
    named(ledger, club, expected_version=1)
    with pytest.raises(Conflict):
        named(ledger, club, {"bids.step_from_200": 5}, expected_version=1)
    with pytest.raises(Conflict):
        ledger.clubs.withdraw_ruleset(club, "lagoon-fives", expected_version=1, **SCRIBE)


def test_a_club_that_is_not_there_names_nothing(ledger: Ledger, club: UUID) -> None:
    with pytest.raises(NotFound):
        named(ledger, uuid4())
    with pytest.raises(Declined, match="no ruleset 'lagoon-fives'; it has named none of its own"):
        ledger.clubs.withdraw_ruleset(club, "lagoon-fives", **SCRIBE)


def test_two_teams_of_a_match_are_those_of_the_clubs_ruleset(ledger: Ledger, club: UUID) -> None:
    """Five tokens a side, and six players where the base has four."""
    six = {
        "seating": plain(RULESETS["304-six-36"].seating),
        "pack": {"ranks": "678QKTA9J", "points": [0, 0, 0, 2, 3, 10, 11, 20, 30]},
        "stages": list(RULESETS["304-six-36"].stages),
        "match.tokens": 5,
    }
    named(ledger, club, six)
    match = ledger.matches.open("lagoon-fives", "1", club=club, teams={"odd": "The Kings"}, **SCRIBE)
    assert ledger.matches.get(match.id).balance == {"odd": 5, "even": 5}
    with pytest.raises(Declined, match="no seat S; the seats are 1, 2"):
        ledger.matches.open("lagoon-fives", "S", club=club, **SCRIBE)
