"""One deal, recorded act by act, in batches, with corrections; and what is not recorded."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from domain.engine.facts import (
    CapsRuled,
    CardPlayed,
    CardsDisclosed,
    DealAbandoned,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    IrregularityNoted,
    Passed,
    ViolationRuled,
)
from domain.engine.parameters import override, plain
from domain.engine.refusals import Refused
from domain.games.catalogue import STANDARD, UnknownRuleset
from domain.games.three04.acts import BidMade
from domain.kernel.commands import Sent
from domain.kernel.errors import AlreadyThere, Conflict, Declined, NotFound
from domain.ledger import Ledger
from domain.record.errors import ActRefused
from tests.record.play import (
    AT,
    SCRIBE,
    before_bidding,
    first_lead,
    open_deal,
    passed_out,
    played,
    round_from,
    transaction,
    until_play,
)


def test_a_deal_opens_with_its_whole_ruleset(ledger: Ledger) -> None:
    saved = ledger.deals.open("304", "S", players={"S": "Nimal", "N": "Kumar"}, event="Thursday", **SCRIBE)
    assert (saved.version, saved.first_version, saved.replayed) == (1, 1, False)
    file = ledger.deals.get(saved.id)
    assert file.record.opened.ruleset == plain(STANDARD)
    assert file.record.opened.players == {"S": "Nimal", "N": "Kumar"}
    assert (file.version, file.status, file.record.stamp.by, file.record.stamp.at) == (1, "open", "Nimal", AT)


def test_a_house_rule_is_kept_with_the_deal(ledger: Ledger) -> None:
    house = override(STANDARD, "304", "ours", {"redeal.threshold": None})
    assert ledger.deals.get(ledger.deals.open(house, "S", **SCRIBE).id).record.rules.ruleset == house


def test_a_deal_recorded_act_by_act_is_as_it_was_played(ledger: Ledger) -> None:
    deal, acts = open_deal(ledger, "E"), played("E", seed=1)
    version = 1
    for act in acts:
        saved = ledger.deals.act(deal, [act], expected_version=version, **SCRIBE)
        assert saved.first_version == version + 1
        assert saved.events[0].fact == act
        version = saved.version
    file = ledger.deals.get(deal)
    assert file.status == "played"
    assert isinstance(file.record.settlement, DealSettled)
    assert [event.originator_version for event in ledger.repository.history(deal)] == list(range(1, version + 1))
    assert file.record.find_refusals() == {}


def test_a_whole_deal_in_one_command_is_one_save(ledger: Ledger) -> None:
    alone, at_once = open_deal(ledger, "N"), open_deal(ledger, "N")
    acts = played("N", seed=2)
    for act in acts:
        ledger.deals.act(alone, [act], **SCRIBE)
    saved = ledger.deals.act(at_once, acts, **SCRIBE)
    assert len(transaction(ledger, saved)) == 1
    facts = [[event.fact for event in ledger.repository.history(deal)] for deal in (alone, at_once)]
    assert facts[0] == facts[1]
    assert tuple(saved.events) == ledger.repository.history(at_once, after=1)


def test_a_batch_is_recorded_whole_or_not_at_all(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    acts = [*before_bidding("S"), BidMade("E", 160), BidMade("N", 150)]
    with pytest.raises(ActRefused, match="North bid 150") as caught:
        ledger.deals.act(deal, acts, **SCRIBE)
    assert caught.value.index == 3
    assert caught.value.refusal.code == "bid-too-low"
    assert ledger.deals.get(deal).version == 1


def test_as_it_happened_keeps_the_code_of_what_was_broken(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    saved = ledger.deals.act(deal, [*before_bidding("S"), Passed("W")], as_it_happened=True, **SCRIBE)
    assert [event.broke for event in saved.events] == ["", "", "bid-out-of-turn"]
    assert ledger.repository.history(deal)[-1].broke == "bid-out-of-turn"


@pytest.mark.parametrize(
    ("act", "code"),
    [(CardPlayed("S", "2H"), "unknown-card"), (Passed("Q"), "unknown-seat")],
    ids=["a card the game does not have", "a seat the game does not have"],
)
def test_what_the_game_does_not_have_is_never_recorded(ledger: Ledger, act: Passed, code: str) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), **SCRIBE)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: ledger.deals.act(deal, [act], as_it_happened=True, **SCRIBE),
        lambda: ledger.deals.amend(deal, 0, act, **SCRIBE),
        lambda: ledger.deals.insert(deal, 0, act, **SCRIBE),
    )
    for attempt in attempts:
        with pytest.raises(Refused) as caught:
            attempt()
        assert caught.value.refusal.code == code


def test_a_player_records_for_its_own_seat(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), **SCRIBE)
    ledger.deals.act(deal, [BidMade("E", 160)], seat="E", **SCRIBE)
    with pytest.raises(ActRefused, match="only the player in the seat may act"):
        ledger.deals.act(deal, [Passed("N")], seat="E", **SCRIBE)


# Versions


def test_a_conflict_names_the_winners_version(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), expected_version=1, **SCRIBE)
    with pytest.raises(Conflict, match="version 3, not 1") as caught:
        ledger.deals.act(deal, before_bidding("S"), expected_version=1, **SCRIBE)
    assert (caught.value.id, caught.value.expected, caught.value.actual) == (deal, 1, 3)
    assert ledger.deals.get(deal).version == 3


def test_a_conflict_comes_before_the_rules(ledger: Ledger) -> None:
    """An act that was legal when the scribe looked is not the scribe's mistake."""
    deal = open_deal(ledger)
    ledger.deals.act(deal, [*before_bidding("S"), BidMade("E", 160)], **SCRIBE)
    with pytest.raises(Conflict):
        ledger.deals.act(deal, [BidMade("E", 170)], expected_version=3, **SCRIBE)


def test_a_deal_can_be_read_as_it_stood(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, passed_out("S"), **SCRIBE)
    assert ledger.deals.get(deal).status == "passed_out"
    assert ledger.deals.get(deal, version=4).status == "open"
    assert len(ledger.deals.get(deal, version=4).record.entries) == 3


# Corrections and rulings


def test_an_amendment_keeps_both_and_settles_again(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, passed_out("S"), **SCRIBE)
    saved = ledger.deals.amend(deal, 5, BidMade("S", 160), "misheard", **SCRIBE)
    assert [type(event.fact) for event in saved.events] == [EntryAmended, DealReopened]
    assert ledger.deals.get(deal).status == "open"
    back = ledger.deals.amend(deal, 5, Passed("S"), "no, a pass", **SCRIBE)
    assert [type(event.fact) for event in back.events] == [EntryAmended, DealSettled]
    entry = ledger.deals.get(deal).record.entries[5]
    assert [(change.was, change.now) for change in entry.corrections] == [
        (Passed("S"), BidMade("S", 160)),
        (BidMade("S", 160), Passed("S")),
    ]


def test_an_act_that_was_missed_is_inserted_and_one_too_many_retracted(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, [*before_bidding("S"), Passed("E"), Passed("W")], as_it_happened=True, **SCRIBE)
    saved = ledger.deals.insert(deal, 3, Passed("N"), "missed", **SCRIBE)
    assert isinstance(saved.events[0].fact, EntryInserted)
    assert ledger.deals.get(deal).record.find_refusals() == {}
    saved = ledger.deals.retract(deal, 4, "not yet", **SCRIBE)
    assert isinstance(saved.events[0].fact, EntryRetracted)
    assert [act for act in ledger.deals.get(deal).record.acts if isinstance(act, Passed)] == [Passed("E"), Passed("N")]


def test_cards_are_disclosed_later(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), **SCRIBE)
    hand = ("JH", "9H", "7S", "8S")
    ledger.deals.disclose(deal, CardsDisclosed({"E": (hand,)}), **SCRIBE)
    dealt = ledger.deals.get(deal).record.acts[1]
    assert dealt.hands["E"] == hand  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="not among the cards disclosed"):
        ledger.deals.disclose(deal, CardsDisclosed({"E": (("JS", "9H", "7S", "8S"),)}), **SCRIBE)


def test_notes_and_rulings_are_recorded(ledger: Ledger) -> None:
    deal = open_deal(ledger, "E")
    ledger.deals.act(deal, played("E", seed=1), **SCRIBE)
    before = ledger.deals.get(deal).record.settlement
    ledger.deals.note_irregularity(deal, IrregularityNoted(0, "cut-not-yours", "S", "the wrong player cut"), **SCRIBE)
    ledger.deals.rule_violation(deal, ViolationRuled("S", "cut-not-yours"), **SCRIBE)
    saved = ledger.deals.rule_caps(deal, CapsRuled("missing", "N", "owed since trick 5"), **SCRIBE)
    assert [type(event.fact) for event in saved.events] == [CapsRuled, DealSettled]
    assert ledger.deals.get(deal).record.settlement != before


def test_a_deal_that_is_given_up_takes_no_further_act(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    saved = ledger.deals.abandon(deal, "rain", **SCRIBE)
    assert [event.fact for event in saved.events] == [DealAbandoned("rain")]
    assert ledger.deals.get(deal).status == "abandoned"
    with pytest.raises(Refused):
        ledger.deals.act(deal, before_bidding("S"), **SCRIBE)
    with pytest.raises(Refused):
        ledger.deals.abandon(deal, **SCRIBE)


def test_unseen_cards_make_a_whole_game(ledger: Ledger) -> None:
    """The scribe saw no hand: all but the indicator is unknown, and nothing stands in the way of recording."""
    deal = open_deal(ledger)
    ledger.deals.act(deal, until_play("S"), **SCRIBE)
    saved = ledger.deals.act(deal, [first_lead("S")], **SCRIBE)
    assert saved.events[0].broke == ""


# Nonsense


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"ruleset": "304"}, "deal-incomplete"),
        ({"dealer": "S"}, "deal-incomplete"),
        ({"ruleset": "304", "dealer": "Q"}, "seat"),
        ({"ruleset": "304", "dealer": "S", "players": {"Q": "Nimal"}}, "seat"),
        ({"ruleset": "304", "dealer": "S", "players": {"S": "Nimal", "N": "Nimal"}}, "player-twice"),
        ({"ruleset": "304", "dealer": "S", "number": 0}, "number"),
        ({"ruleset": "304", "dealer": "S", "match": uuid4()}, "not-found"),
        ({"ruleset": "304", "dealer": "S", "club": uuid4()}, "not-found"),
        ({"ruleset": "304", "dealer": "S", "table": uuid4()}, "not-found"),
    ],
    ids=lambda value: value if isinstance(value, str) else ",".join(value),
)
def test_a_deal_that_makes_no_sense_is_declined(ledger: Ledger, how: dict[str, object], code: str) -> None:
    with pytest.raises(Declined) as caught:
        ledger.deals.open(**how, **SCRIBE)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_a_game_nobody_knows_is_declined_by_name(ledger: Ledger) -> None:
    with pytest.raises(UnknownRuleset, match="'whist'"):
        ledger.deals.open("whist", "S", **SCRIBE)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"by": "Nimal", "at": "yesterday"}, "time"),
        ({"by": "Nimal", "at": "2026-02-14T20:15:09"}, "time"),
        ({"by": "Nimal", "at": "2026-02-30T20:15:09.318Z"}, "time"),
        ({"by": " ", "at": AT}, "name"),
        ({"by": "Nimal\n", "at": AT, "key": "a\x00b"}, "name"),
        ({"by": "N" * 201, "at": AT}, "name"),
    ],
    ids=["no time", "no offset", "no such day", "nobody", "control characters", "endless"],
)
def test_a_command_from_nobody_or_at_no_time_is_declined(ledger: Ledger, sent: Sent, code: str) -> None:
    with pytest.raises(Declined) as caught:
        ledger.deals.open("304", "S", **sent)
    assert caught.value.code == code


def test_half_a_character_is_declined(ledger: Ledger) -> None:
    deal, half = open_deal(ledger), "\ud83d"
    attempts: tuple[Callable[[], object], ...] = (
        lambda: ledger.deals.open("304", "S", note=half, **SCRIBE),
        lambda: ledger.deals.abandon(deal, half, key="a", **SCRIBE),
        lambda: ledger.deals.abandon(deal, half, **SCRIBE),
        lambda: ledger.deals.abandon(deal, by=half, at=AT),
    )
    for attempt in attempts:
        with pytest.raises(Declined):
            attempt()
    assert ledger.deals.get(deal).version == 1


def test_a_time_elsewhere_is_stored_as_utc(ledger: Ledger) -> None:
    saved = ledger.deals.open("304", "S", by="Nimal", at="2026-02-15T01:45:09.3189+05:30")
    assert saved.events[0].at == "2026-02-14T20:15:09.318Z"


def test_what_is_not_there_is_named(ledger: Ledger) -> None:
    deal, nobody = open_deal(ledger), uuid4()
    with pytest.raises(NotFound, match=f"no deal {nobody}"):
        ledger.deals.act(nobody, before_bidding("S"), **SCRIBE)
    with pytest.raises(NotFound, match=f"no match {deal}"):
        ledger.matches.get(deal)
    with pytest.raises(AlreadyThere):
        ledger.deals.open("304", "S", deal_id=deal, **SCRIBE)
    with pytest.raises(AlreadyThere):
        ledger.clubs.open_club("A club", club_id=deal, **SCRIBE)


def test_an_empty_batch_is_declined(ledger: Ledger) -> None:
    with pytest.raises(Declined, match="nothing to record"):
        ledger.deals.act(open_deal(ledger), [], **SCRIBE)


def test_everybody_speaks_in_turn() -> None:
    assert round_from("S") == ["E", "N", "W", "S"]
