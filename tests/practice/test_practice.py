"""A practice deal: one person and bots, on a real Postgres."""

from __future__ import annotations

import random
from dataclasses import replace
from uuid import UUID

import pytest

from bots.strengths import STRENGTHS
from bots.table import next_bot_act
from domain.audit.caps.report import adjudicate
from domain.engine.facts import CardsDealt
from domain.engine.parameters import override
from domain.engine.refusals import Refused
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.match.scoring import next_dealer, score
from domain.practice.aggregate import Practice, hands_of
from replay.table import Table
from store.tables.catalogue import Catalogue
from tests.cases import FULL, full

SENT = {"by": "A learner", "at": "2026-11-23T12:00:00Z"}
BEGINNER = STRENGTHS["beginner"]


def pack(game: Ruleset, seed: int) -> list[str]:
    """Return a shuffled pack."""
    cards = list(rules_of(game).tables.bit)
    random.Random(seed).shuffle(cards)
    return cards


def begin(ledger: Ledger, key: str, seed: int, seat: str = "E", *, match: bool = False) -> UUID:
    game = RULESETS[key]
    return ledger.practices.open(game, seat, "beginner", pack(game, seed), match=match, **SENT).id


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


@pytest.mark.parametrize("key", ["304", full("304-bank"), full("304-six-36"), "sidi-barrani"])
def test_a_person_and_bots_play_a_deal_to_its_settlement(ledger: Ledger, key: str) -> None:
    seat = RULESETS[key].seating.seats[1]
    for seed in range(3 if FULL else 1):
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
    for ply in (-1, 1, 5, len(whole.acts) // 2) if FULL else (5,):
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


def go_on(ledger: Ledger, practice_id: UUID, seed: int) -> UUID:
    """Begin the next deal of the match."""
    game = ledger.practices.get(practice_id).record.rules.ruleset
    return ledger.practices.next(practice_id, {}, pack(game, seed), **SENT).id


@pytest.mark.parametrize("key", ["304", full("304-bank"), full("sidi-barrani")])
def test_a_match_of_practice_deals_is_scored_as_a_match_of_the_record_book(ledger: Ledger, key: str) -> None:
    """000 "Deal", "Scoring": each team begins with 11 tokens, and the deal passes to the right; 003 "Scoring"."""
    game = RULESETS[key]
    practice_id = begin(ledger, key, 1, match=True)
    due: list[dict[str, int]] = []
    dealer = None
    for number in range(4 if FULL else 2):
        practice = play(ledger, practice_id, number)
        assert practice.record.settlement is not None
        assert practice.score is not None
        assert [each.tokens for each in practice.opened.before] == due
        if dealer:
            assert practice.opened.dealer == dealer
        due.append(dict(game.match.due(practice.record.settlement)))
        assert practice.score == score(game.seating, game.match, due)
        dealer = next_dealer(game.seating, practice.opened.dealer, practice.record.settlement.outcome)
        practice_id = go_on(ledger, practice_id, number)


def test_after_the_end_of_a_match_a_new_one_begins_with_the_next_dealer(ledger: Ledger) -> None:
    """000 "Scoring": the match is over when one team holds all tokens; a target of few points ends a Jass soon."""
    game = override(RULESETS["sidi-barrani"], "sidi-short", "Short", {"match.target": 60, "match.double_below": 30})
    first = ledger.practices.open(game, "E", "beginner", pack(game, 3), match=True, **SENT).id
    practice = play(ledger, first, 3)
    assert practice.score is not None
    assert practice.score.last == 0
    new = ledger.practices.get(go_on(ledger, first, 4))
    assert new.opened.before == ()
    assert new.opened.match
    assert new.opened.dealer == game.seating.next(practice.opened.dealer)


def test_the_next_deal_waits_for_the_end_of_this_one_and_a_deal_that_stands_alone_has_none(ledger: Ledger) -> None:
    with pytest.raises(Declined, match="once this one is over"):
        go_on(ledger, begin(ledger, "304", 1, match=True), 2)
    alone = begin(ledger, "304", 1)
    assert play(ledger, alone, 1).score is None
    with pytest.raises(Declined, match="not part of a match"):
        go_on(ledger, alone, 2)


def test_the_same_deal_again_counts_in_no_match(ledger: Ledger) -> None:
    practice_id = begin(ledger, "304", 6, match=True)
    play(ledger, practice_id, 6)
    again = ledger.practices.get(ledger.practices.again(practice_id, pack(RULESETS["304"], 6), **SENT).id)
    assert (again.opened.match, again.opened.before, again.score) == (False, (), None)
    assert again.opened.repeats == str(practice_id)
    play(ledger, again.id, 7)
    third = ledger.practices.again(again.id, pack(RULESETS["304"], 6), **SENT).id
    assert ledger.practices.get(third).opened.repeats == str(practice_id)


def test_somebody_else_plays_the_same_cards_once_the_deal_is_over_but_none_of_a_recorded_deal(ledger: Ledger) -> None:
    practice_id = begin(ledger, "304", 8, match=True)
    with pytest.raises(Declined, match="once it is over"):
        ledger.practices.take_over(practice_id, [], **SENT)
    whole = play(ledger, practice_id, 8)
    other = ledger.practices.get(ledger.practices.take_over(practice_id, pack(RULESETS["304"], 8), **SENT).id)
    assert other.opened == replace(whole.opened, match=False)
    recorded = ledger.practices.go_on_from(whole.record, 3, "E", "beginner", [], source=str(practice_id), **SENT).id
    play(ledger, recorded, 9)
    with pytest.raises(Declined, match="cannot be shared"):
        ledger.practices.take_over(recorded, [], **SENT)
