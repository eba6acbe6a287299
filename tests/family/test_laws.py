"""Laws that every game of the catalogue keeps, whatever its seats, pack and rules."""

from __future__ import annotations

import json
import os
import random
import tomllib
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt, Passed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.state import COUNT, State
from domain.games.three04.acts import (
    FULL,
    HALF,
    PCC,
    BidMade,
    CapsCalled,
    DoubleAnnounced,
    IndicatorPlaced,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
)
from domain.games.three04.ruleset import Three04Ruleset
from replay.notation import DealDocument, Item, check, read_archived, read_hand, write_archived, write_hand
from tests.family.random_deals import DEALS, GAMES, ROUND_TRIPS, deal, irregular, play, record_of

SHARE_OF_PLIES = 1.0 if os.environ.get("NOUGHT_FULL") else 0.1
"""At how many plies of a deal everything is judged that a seat might do."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@every_game
def test_cards_points_and_tokens_are_conserved(game: Three04Ruleset) -> None:
    """000 "Players and Cards", "Scoring", "Variants": 304, 504 or 904 points, and what one side wins others pay."""
    rules = rules_of(game)
    outcomes = set()
    for seed in range(DEALS):
        dealt = 0
        s: State | None = None
        for s, act in play(rules, random.Random(f"{game.key} {seed}")):
            assert rules.judge(s, act) is None, f"seed {seed}: {act}: {rules.judge(s, act)}"
            dealt = dealt if any(s.dealt) else 0
            check_cards(rules, s, dealt, seed)
            if isinstance(act, CardsDealt):
                dealt += sum(map(len, act.hands.values()))
        assert s is not None
        check_end(rules, s, seed)
        outcomes.add(s.outcome)
    assert "played" in outcomes


def check_cards(rules: Rules, s: State, dealt: int, seed: int) -> None:
    """Every card that was dealt is in one hand, on the table, or played, and in one place only."""
    places = [*s.hands, s.gone] + ([s.indicator] if s.indicator_down else [])
    together = 0
    for mask in places:
        together |= mask
    assert sum(mask.bit_count() for mask in s.dealt) == dealt, f"seed {seed}"
    assert sum(mask.bit_count() for mask in places) == together.bit_count() == dealt, f"seed {seed}"
    assert not s.vague
    assert sum(s.points) + rules.tables.worth(sum(s.trick)) == rules.tables.worth(s.gone)


def check_end(rules: Rules, s: State, seed: int) -> None:
    """The points make up all cards that were played; tokens are moved and neither made nor lost."""
    settled = settle(s)
    assert settled is not None
    teams = rules.ruleset.seating.teams
    assert tuple(settled.tokens) == tuple(settled.points) == tuple(settled.tricks) == teams
    assert sum(settled.tokens.values()) == 0
    if s.outcome != "played":
        assert set(settled.tokens.values()) == {0}
        return
    conceded = s.turn < 0 and any(s.hands) and not s.asleep
    held = 0 if conceded else sum(map(rules.tables.worth, s.hands))
    assert sum(settled.points.values()) + held == rules.tables.worth(sum(s.dealt)), f"seed {seed}"
    assert settled.made is not None


# --- what is legal --------------------------------------------------------------------------------


@cache
def universe(rules: Rules, seat: str) -> list[Act]:
    """Everything a seat might do in an auction or with a card, legal or not."""
    words: list[Act] = [BidMade(seat, word) for word in (PCC, HALF, FULL, "slam")]
    mates = ["", *rules.seats] if rules.ruleset.partners > 1 else [""]
    cards = [
        CardPlayed(seat, card, down, indicator)
        for card in rules.tables.bit
        for down in (False, True)
        for indicator in (False, True)
    ]
    return [
        *(BidMade(seat, points) for points in range(0, rules.ruleset.pack.total + 1, 5)),
        *words,
        Passed(seat),
        *(PartnerAsked(seat, mate) for mate in mates),
        DoubleAnnounced(seat),
        *cards,
        *(IndicatorPlaced(seat, card) for card in rules.tables.bit),
        *(PartnerCardNamed(seat, card) for card in rules.tables.bit),
        *(MarriageDeclared(seat, suit) for suit in "SHDC"),
    ]


@every_game
def test_what_is_legal_is_what_is_judged_legal(game: Three04Ruleset) -> None:
    """Architecture, “The same code answers”: of all calls and cards, those judged legal are those listed."""
    rules = rules_of(game)
    kinds = {type(act) for act in universe(rules, rules.seats[0])}
    for seed in range(DEALS // 10):
        rng = random.Random(f"{game.key} legal {seed}")
        plies = random.Random(f"{game.key} plies {seed}")
        for s, _ in play(rules, rng):
            if plies.random() > SHARE_OF_PLIES:
                continue
            for seat in {rules.seats[s.turn], rng.choice(rules.seats)}:
                listed = [act for act in rules.legal(s, seat) if type(act) in kinds]
                judged = [act for act in universe(rules, seat) if rules.judge(s, act) is None]
                assert {*listed} == {*judged}, f"seed {seed}"
                assert len(listed) == len({*listed})


@every_game
def test_folding_never_refuses(game: Three04Ruleset) -> None:
    """Any facts in any order can be folded, and settling them raises nothing."""
    rules = rules_of(game)
    for seed in range(DEALS // 4):
        rng = random.Random(f"{game.key} folding {seed}")
        dealer, acts = deal(game, rng)
        s = rules.start(dealer)
        for act in irregular(acts, rng, rules, most=5):
            rules.take(s, act)
            for seat in rules.seats:
                rules.legal(s, seat)
        settle(s)


# --- what is hidden -------------------------------------------------------------------------------


@every_game
def test_everybody_sees_the_same_turn_tricks_and_numbers_of_cards(game: Three04Ruleset) -> None:
    """The public state of the table follows from each viewer's facts, at every ply."""
    rules = rules_of(game)
    for seed in range(DEALS // 5):
        views: dict[str, State] = {}
        for s, act in play(rules, random.Random(f"{game.key} public {seed}")):
            views = views or {viewer: rules.start(rules.seats[s.dealer]) for viewer in (*rules.seats, PUBLIC)}
            for viewer, view in views.items():
                assert public(view) == public(s), f"seed {seed}, {viewer}, before {act}"
                seen = hide_act(act, viewer)
                verdict = rules.judge(view, seen)
                assert not isinstance(verdict, Refusal), f"seed {seed}, {viewer}: {verdict}"
                rules.apply(view, seen)
                if isinstance(act, CapsCalled):
                    shown, held = rules.tables.mask(act.order), view.hands[rules.place[act.seat]] | view.indicator
                    assert not shown & ~held, f"seed {seed}, {viewer}: what a caller of Caps shows is known to all"
        assert all(view.outcome == s.outcome or view.owed == COUNT for view in views.values())


def public(s: State) -> tuple[object, ...]:
    """The state that anybody at the table can see."""
    sizes = tuple(map(s.size, range(len(s.hands))))
    called = s.high, s.slam, s.maker, s.asleep
    return s.stage, s.turn, s.owed, tuple(s.tricks), sizes, *called, s.closed, len(s.trick), s.outcome


# --- both formats ---------------------------------------------------------------------------------

SCHEMAS = Path(__file__).parents[2] / "schemas"
HAND_FILES, ARCHIVES = (
    jsonschema_rs.Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text()))
    for name in ("hand-file", "archive")
)


@every_game
def test_a_deal_goes_through_hand_file_and_archive_without_loss(game: Three04Ruleset) -> None:
    """docs/formats.md: what is written and read again is the same deal, and nothing in it is wrong."""
    for seed in range(ROUND_TRIPS):
        dealer, acts = deal(game, random.Random(f"{game.key} formats {seed}"))
        record = record_of(game, dealer, acts)
        assert record.acts == acts
        assert record.settlement is not None
        facts = (*(entry.act for entry in record.entries), record.settlement)
        document = DealDocument(record.opened, tuple(map(Item, facts)))
        HAND_FILES.validate(tomllib.loads(write_hand(document)))
        ARCHIVES.validate(json.loads(write_archived(document)))
        assert read_hand(write_hand(document)) == document
        assert read_archived(write_archived(document)) == document
        assert check(document).clean
