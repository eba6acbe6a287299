"""A match follows its deals: in the same transaction, and through every correction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from domain.engine.facts import CapsRuled, Passed
from domain.engine.parameters import override
from domain.games.catalogue import BANK, STANDARD
from domain.games.three04.acts import BidMade
from domain.kernel.commands import Saved
from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.match.facts import DealBegun, DealCounted, DealDropped, DealUncounted, MatchEnded, MatchReopened
from store.tables.catalogue import Catalogue
from tests.record.play import SCRIBE, owing, passed_out, paying, spoilt, transaction, with_one_bid


def open_match(ledger: Ledger, ruleset: object = STANDARD, dealer: str = "S") -> UUID:
    return ledger.matches.open(ruleset, dealer, teams={"NS": "The Kings", "EW": "The Queens"}, **SCRIBE).id  # type: ignore[arg-type]


def next_deal(ledger: Ledger, match: UUID) -> tuple[UUID, str]:
    """The next deal of the match, and who deals it."""
    deal = ledger.deals.open(match=match, **SCRIBE).id
    return deal, ledger.deals.get(deal).record.opened.dealer


def pay(ledger: Ledger, match: UUID, team: str, tokens: int = 0) -> tuple[UUID, Saved]:
    """Play the next deal such that a team pays for it."""
    deal, dealer = next_deal(ledger, match)
    return deal, ledger.deals.act(deal, paying(dealer, team, tokens), **SCRIBE)


def kinds_after(ledger: Ledger, match: UUID, after: int) -> list[type]:
    return [type(event.fact) for event in ledger.repository.history(match, after)]


def due(ledger: Ledger, deal: UUID, team: str) -> int:
    settlement = ledger.deals.get(deal).record.settlement
    assert settlement is not None
    return settlement.tokens[team]


def lines(ledger: Ledger, match: UUID) -> list[Any]:
    return list(ledger.matches.get(match).lines.values())


def test_a_settled_deal_and_its_match_are_one_transaction(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, dealer = next_deal(ledger, match)
    acts = paying(dealer, "EW")
    ledger.deals.act(deal, acts[:-1], **SCRIBE)
    assert ledger.matches.get(match).version == 2
    saved = ledger.deals.act(deal, acts[-1:], **SCRIBE)
    counted = ledger.repository.history(match, after=2)
    assert [type(event.fact) for event in counted] == [DealCounted]
    of_match = Saved(match, 3, 3, counted)
    assert transaction(ledger, saved) == transaction(ledger, of_match)
    assert len(transaction(ledger, saved)) == 1
    tokens = due(ledger, deal, "NS")
    assert counted[0].fact == DealCounted(
        str(deal),
        1,
        "played",
        {"NS": tokens, "EW": -tokens},
        {"NS": tokens, "EW": -tokens},
        "S",
        {"NS": 11 + tokens, "EW": 11 - tokens},
    )


def test_a_deal_is_opened_in_the_matchs_transaction_with_what_is_the_matchs(ledger: Ledger) -> None:
    club = ledger.clubs.open_club("Colombo", **SCRIBE).id
    table = ledger.clubs.open_table("Table 1", club=club, **SCRIBE).id
    match = ledger.matches.open(
        BANK, "W", club=club, table=table, players={"S": "Nimal", "N": "Kumar"}, event="Final", **SCRIBE
    ).id
    saved = ledger.deals.open(match=match, **SCRIBE)
    opened = ledger.deals.get(saved.id).record.opened
    assert (opened.dealer, opened.number, opened.match, opened.club, opened.table, opened.event) == (
        "W", 1, str(match), str(club), str(table), "Final",
    )  # fmt: skip
    assert opened.players == {"S": "Nimal", "N": "Kumar"}
    assert opened.ruleset["key"] == "304-bank"
    begun = ledger.repository.history(match, after=1)
    assert [event.fact for event in begun] == [DealBegun(str(saved.id), 1, "W")]
    assert transaction(ledger, saved) == transaction(ledger, Saved(match, 2, 2, begun))


def test_the_deal_passes_to_the_right_and_stays_after_spoilt_trumps(ledger: Ledger) -> None:
    match = open_match(ledger)
    dealers = []
    for acts in (passed_out, spoilt, spoilt, passed_out, passed_out):
        deal, dealer = next_deal(ledger, match)
        ledger.deals.act(deal, acts(dealer), **SCRIBE)
        dealers.append(dealer)
    assert dealers == ["S", "E", "E", "E", "N"]
    assert ledger.matches.get(match).next_dealer == "W"
    assert [line.counted.outcome for line in ledger.matches.get(match).lines.values() if line.counted] == [
        "passed_out", "spoilt", "spoilt", "passed_out", "passed_out",
    ]  # fmt: skip


def test_another_dealer_needs_a_reason(ledger: Ledger) -> None:
    match = open_match(ledger)
    with pytest.raises(Declined, match="the deal is South's"):
        ledger.deals.open(dealer="N", match=match, **SCRIBE)
    deal = ledger.deals.open(dealer="N", match=match, dealer_reason="South's arm is broken", **SCRIBE).id
    assert ledger.matches.get(match).lines[1].dealer == "N"
    ledger.deals.act(deal, passed_out("N"), **SCRIBE)
    assert ledger.matches.get(match).next_dealer == "W"


def test_one_deal_after_the_other(ledger: Ledger) -> None:
    match = open_match(ledger)
    next_deal(ledger, match)
    with pytest.raises(Declined, match="deal 1 of the match is not finished"):
        next_deal(ledger, match)


def test_an_abandoned_deal_does_not_count(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, _ = next_deal(ledger, match)
    ledger.deals.abandon(deal, "the cards were wet", **SCRIBE)
    assert kinds_after(ledger, match, 2) == [DealDropped]
    assert next_deal(ledger, match)[1] == "S"
    assert ledger.matches.get(match).lines[1].deal != str(deal)


@pytest.mark.parametrize(
    ("how", "code"),
    [({"ruleset": "304-bank"}, "match-ruleset"), ({"players": {"Q": "Nimal"}}, "seat")],
    ids=["other rules", "a seat there is not"],
)
def test_a_deal_that_does_not_fit_the_match_is_declined(ledger: Ledger, how: dict[str, object], code: str) -> None:
    match = open_match(ledger)
    with pytest.raises(Declined) as caught:
        ledger.deals.open(match=match, **how, **SCRIBE)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert ledger.matches.get(match).lines == {}


@pytest.mark.parametrize(
    ("how", "code"),
    [({"dealer": "Q"}, "seat"), ({"teams": {"XY": "Us"}}, "team"), ({"teams": {"NS": " "}}, "name")],
    ids=["dealer", "team", "name"],
)
def test_a_match_that_makes_no_sense_is_declined(ledger: Ledger, how: dict[str, object], code: str) -> None:
    with pytest.raises(Declined) as caught:
        ledger.matches.open(**{"ruleset": "304", "dealer": "S", **how}, **SCRIBE)  # type: ignore[arg-type]
    assert caught.value.code == code


# Corrections


def test_an_amendment_that_changes_the_settlement_changes_the_match(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, dealer = next_deal(ledger, match)
    ledger.deals.act(deal, with_one_bid(dealer), **SCRIBE)
    version = ledger.matches.get(match).version
    before = due(ledger, deal, "NS")
    ply, bid = next((n, act) for n, act in enumerate(ledger.deals.get(deal).record.acts) if isinstance(act, BidMade))
    now = BidMade(bid.seat, 160 if bid.bid == 250 else 250)
    saved = ledger.deals.amend(deal, ply, now, "misheard", **SCRIBE)
    after = due(ledger, deal, "NS")
    assert after != before
    assert kinds_after(ledger, match, version) == [DealUncounted, DealCounted]
    assert ledger.matches.get(match).balance == {"NS": 11 + after, "EW": 11 - after}
    assert len(transaction(ledger, saved) | transaction(ledger, Saved(match, version + 2, version + 1, ()))) == 1


def test_a_correction_that_reopens_a_deal_takes_it_out_of_the_count(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, _ = pay(ledger, match, "NS")
    first = ledger.matches.get(match).balance
    ply = len(ledger.deals.get(deal).record.entries) - 1
    last = ledger.deals.get(deal).record.entries[ply].act
    ledger.deals.retract(deal, ply, "not yet", **SCRIBE)
    assert ledger.deals.get(deal).status == "open"
    assert ledger.matches.get(match).balance == {"NS": 11, "EW": 11}
    assert ledger.matches.get(match).next_dealer is None
    ledger.deals.act(deal, [last], **SCRIBE)
    assert ledger.matches.get(match).balance == first


def test_a_correction_of_an_earlier_deal_pays_all_later_ones_again(ledger: Ledger) -> None:
    """The second payment was short and ended the match; with the first deal corrected, neither is so."""
    first_acts, second_acts = paying("S", "NS", 2), paying("E", "NS", 2)
    owed, then = owing("S", first_acts, "NS"), owing("E", second_acts, "NS")
    each = max(owed + 1, then - 1)
    match = open_match(ledger, STANDARD.for_match(replace(STANDARD.match, tokens=each)))
    first, _ = next_deal(ledger, match)
    ledger.deals.act(first, first_acts, **SCRIBE)
    second, _ = next_deal(ledger, match)
    ledger.deals.act(second, second_acts, **SCRIBE)
    assert [line.counted.paid["NS"] for line in lines(ledger, match)] == [-owed, owed - each]
    assert ledger.matches.get(match).ended == MatchEnded("EW", 2, {"NS": 0, "EW": 2 * each})
    with pytest.raises(Declined, match="over since deal 2"):
        next_deal(ledger, match)
    version = ledger.matches.get(match).version
    saved = ledger.deals.rule_caps(first, CapsRuled("missing", "E", "owed since trick 6"), **SCRIBE)
    assert kinds_after(ledger, match, version) == [
        DealUncounted,
        DealCounted,
        DealUncounted,
        DealCounted,
        MatchReopened,
    ]
    assert due(ledger, first, "NS") == 2, "000 Scoring: Wrong Caps costs two"
    assert [line.counted.paid["NS"] for line in lines(ledger, match)] == [2, -then]
    after = ledger.matches.get(match)
    assert (after.ended, after.balance) == (None, {"NS": each + 2 - then, "EW": each - 2 + then})
    assert len(transaction(ledger, saved) | transaction(ledger, Saved(match, version + 5, version + 1, ()))) == 1
    assert next_deal(ledger, match)[1] == "N"


def test_the_match_ends_when_a_team_has_no_tokens_and_a_reopened_deal_reopens_it(
    ledger: Ledger, catalogue: Catalogue
) -> None:
    match = open_match(ledger, STANDARD.for_match(replace(STANDARD.match, tokens=1)))
    deal, _ = pay(ledger, match, "EW", 2)
    ended = ledger.repository.history(match)[-1].fact
    assert ended == MatchEnded("NS", 1, {"NS": 2, "EW": 0})
    row = catalogue.find(match)
    assert row is not None
    assert (row.data["status"], row.data["winner"], row.data["balance"]) == ("over", "NS", {"NS": 2, "EW": 0})
    ledger.deals.retract(deal, len(ledger.deals.get(deal).record.entries) - 1, "not yet", **SCRIBE)
    assert kinds_after(ledger, match, 4) == [DealUncounted, MatchReopened]
    row = catalogue.find(match)
    assert row is not None
    assert (row.data["status"], row.data["balance"]) == ("open", {"NS": 1, "EW": 1})


def test_tokens_go_to_the_bank(ledger: Ledger) -> None:
    """000 "Variants"."""
    match = open_match(ledger, "304-bank")
    deal, _ = pay(ledger, match, "EW")
    assert ledger.matches.get(match).balance == {"NS": 11, "EW": 11 + due(ledger, deal, "EW")}


def test_a_free_match_ends_when_the_players_stop(ledger: Ledger) -> None:
    """Row A25: ``free`` never ends by itself."""
    match = open_match(ledger, override(STANDARD, "304", "free", {"match.end": "free", "match.tokens": 1}))
    for _ in range(3):
        last, _ = pay(ledger, match, "EW", 2)
    assert ledger.matches.get(match).ended is None
    assert ledger.matches.get(match).balance["EW"] < 0
    ledger.matches.end(match, **SCRIBE)
    ended = ledger.matches.get(match).ended
    assert ended is not None
    assert (ended.winner, ended.number, ended.why) == ("NS", 3, "stopped")
    with pytest.raises(Declined, match="over since deal 3"):
        ledger.matches.end(match, **SCRIBE)
    ledger.deals.retract(last, len(ledger.deals.get(last).record.entries) - 1, "not yet", **SCRIBE)
    again = ledger.matches.get(match).ended
    assert again is not None
    assert again.balance == ledger.matches.get(match).balance


def test_players_cannot_stop_in_the_middle_of_a_deal(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, dealer = next_deal(ledger, match)
    with pytest.raises(Declined, match="deal 1 of the match is not finished"):
        ledger.matches.end(match, **SCRIBE)
    ledger.deals.act(deal, passed_out(dealer), **SCRIBE)
    ledger.matches.end(match, **SCRIBE)
    ended = ledger.matches.get(match).ended
    assert ended is not None
    assert ended.winner is None, "drawn"


def test_passing_pays_nothing(ledger: Ledger) -> None:
    match = open_match(ledger)
    deal, dealer = next_deal(ledger, match)
    saved = ledger.deals.act(deal, passed_out(dealer), **SCRIBE)
    assert isinstance(saved.events[-2].fact, Passed)
    assert ledger.matches.get(match).balance == {"NS": 11, "EW": 11}
