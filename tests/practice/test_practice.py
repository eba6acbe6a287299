"""A practice deal: one person and bots, on a real Postgres."""

from __future__ import annotations

import random
from uuid import UUID

import pytest

from bots.strengths import STRENGTHS
from bots.table import next_bot_act
from domain.audit.caps.report import adjudicate
from domain.engine.facts import CardsDealt
from domain.engine.refusals import Refused
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.practice.aggregate import Practice, hands_of
from replay.table import Table
from store.tables.catalogue import Catalogue

SENT = {"by": "A learner", "at": "2026-11-23T12:00:00Z"}
BEGINNER = STRENGTHS["beginner"]


def pack(game: Ruleset, seed: int) -> list[str]:
    """Return a shuffled pack."""
    cards = list(rules_of(game).tables.bit)
    random.Random(seed).shuffle(cards)
    return cards


def begin(ledger: Ledger, key: str, seed: int, seat: str = "E") -> UUID:
    game = RULESETS[key]
    return ledger.practices.open(game, seat, "beginner", pack(game, seed), **SENT).id


def play(ledger: Ledger, practice_id: UUID, seed: int) -> Practice:
    """Play to the end: the person does the first legal act, the bots what they choose."""
    for _ in range(300):
        practice = ledger.practices.get(practice_id)
        record, person = practice.record, practice.opened.seat
        if record.over:
            return practice
        if practice.awaits_verdict:
            ledger.practices.settle(practice_id, adjudicate(record).ruling, **SENT)
            continue
        cards = pack(record.rules.ruleset, seed + 1)
        act = next_bot_act(record, person, BEGINNER, str(practice_id))
        if act is not None:
            ledger.practices.bot_act(practice_id, lambda _, act=act: act, cards, **SENT)  # type: ignore[misc]
        else:
            legal = record.rules.legal(record.state, person)
            ledger.practices.act(practice_id, legal[0], cards, **SENT)
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("key", ["304", "304-bank", "304-six-36", "sidi-barrani"])
def test_a_person_and_bots_play_a_deal_to_its_settlement(ledger: Ledger, key: str) -> None:
    seat = RULESETS[key].seating.seats[1]
    for seed in range(3):
        practice = play(ledger, begin(ledger, key, seed, seat), seed)
        assert practice.record.settlement is not None
        assert not any(entry.stamp.version and entry.corrections for entry in practice.record.entries)


def test_the_table_cuts_and_deals_by_itself_so_that_the_person_begins_with_cards(ledger: Ledger) -> None:
    practice = ledger.practices.get(begin(ledger, "304", 1))
    assert [type(act).__name__ for act in practice.record.acts] == ["PackCut", "CardsDealt"]
    assert len(hands_of(practice.record)["E"]) == 4


def test_a_deal_can_be_practised_from_any_ply_with_the_same_hands(ledger: Ledger) -> None:
    whole = play(ledger, begin(ledger, "304", 2), 2).record
    hands = hands_of(whole)
    for ply in (-1, 1, 5, len(whole.acts) // 2):
        again = ledger.practices.go_on_from(whole, ply, "N", "beginner", pack(RULESETS["304"], 9), **SENT)
        practice = ledger.practices.get(again.id)
        assert practice.opened.seat == "N"
        assert practice.record.acts[: ply + 1] == whole.acts[: ply + 1]
        ended = play(ledger, again.id, 4).record
        redeals = sum(isinstance(act, CardsDealt) for act in ended.acts) - 2
        assert redeals or {seat: {*cards} for seat, cards in hands_of(ended).items()} == {
            seat: {*cards} for seat, cards in hands.items()
        }


def test_a_record_with_unknown_cards_cannot_be_practised(ledger: Ledger) -> None:
    table = Table.open("304", "S").do("W no cut, S deal")
    with pytest.raises(Declined, match="names all cards"):
        ledger.practices.go_on_from(table.record, 0, "N", "beginner", [], **SENT)


def test_nobody_acts_for_a_bot_and_no_rule_is_broken(ledger: Ledger) -> None:
    practice_id = begin(ledger, "304", 3, "E")
    practice = ledger.practices.get(practice_id)
    before = practice.version
    bot = next(seat for seat in "SENW" if seat != "E")
    act = practice.record.rules.legal(practice.record.state, practice.record.rules.to_act(practice.record.state) or "")[
        0
    ]
    with pytest.raises(Refused):
        ledger.practices.act(practice_id, type(act)(bot), [], **SENT)
    with pytest.raises(Refused):
        ledger.practices.act(practice_id, Table.open("304").parse("E JS")[0], [], **SENT)
    assert ledger.practices.get(practice_id).version == before


def test_practice_is_in_no_list_of_the_record_book(ledger: Ledger, catalogue: Catalogue) -> None:
    """Architecture: a practice deal has no line in the catalogue, from which lists, figures and exports are made."""
    before = [len(catalogue.page(kind, limit=100).rows) for kind in ("deal", "match", "player", "club")]
    practice_id = begin(ledger, "304", 5)
    play(ledger, practice_id, 5)
    assert [len(catalogue.page(kind, limit=100).rows) for kind in ("deal", "match", "player", "club")] == before
    assert catalogue.find(practice_id) is None
    assert ledger.listing(practice_id) is None
