"""A changed game must be playable; the reason against it names the parameter and what is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.engine.facts import DealOpened
from domain.engine.parameters import check, override, parse, plain
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import CATS, DOSO_VISO, RULESETS, SIDI_BARRANI, SIX_24, STANDARD
from domain.games.house import house_ruleset
from domain.kernel.ids import uuid7
from domain.record.entries import Stamp
from domain.record.import_lines import BadLine, read_through
from domain.record.imported_deal import ImportedDeal
from domain.record.record import Record
from replay.notation.errors import NotationError
from replay.notation.rulesets import name_ruleset, read_ruleset


def bands(*least: int, win: int = 1, lose: int = 2) -> list[dict[str, int]]:
    return [{"least": each, "win": win, "lose": lose} for each in least]


REFUSED: list[tuple[Ruleset, dict[str, Any], str]] = [
    # the pack, the seats and the batches
    (STANDARD, {"pack.suits": "SHD"}, "4 seats with 4 and 4 cards each (32) do not share out a pack of 24"),
    (STANDARD, {"pack.ranks": "78QKTA9"}, "7 ranks but 8 point values"),
    (STANDARD, {"pack.ranks": "78QKTA99"}, "each of 23456789TJQKA at most once"),
    (STANDARD, {"pack.points": [0, 0, 2, 3, 10, 11, 20, 1001]}, "each worth 0 to 1000 points"),
    (STANDARD, {"pack.points": [0, 0, 2, 3, 10, 11, 20, -30]}, "pack.points[7] is -30; a number from 0 to 1000000"),
    (STANDARD, {"pack.points": [0, 0, 2, 3, 10, 11, 20, "x"]}, "pack.points[7] is 'x'; a whole number is needed"),
    (STANDARD, {"pack": 5}, "pack is a group; its parameters are pack.points, pack.ranks, pack.suits"),
    (STANDARD, {"seating.seats": ["N", "E", "S", "W"]}, "who sits where is one of S E N W in the teams NS, EW; "),
    (STANDARD, {"stages": ["deal 4", "deal 4", "auction4", "indicator", "play"]}, "the stages are: cut; deal, once"),
    (STANDARD, {"stages": ["cut", "deal four", "play"]}, "'deal four' deals no batch; write “deal 4”"),
    (STANDARD, {"stages": [*STANDARD.stages[:-2], "play", "declare"]}, "the stages are: cut; "),
    (STANDARD, {"stages": ["cut", "deal 4", "deal 4", "contract", "tricks"]}, "the stages are: cut; "),
    (STANDARD, {"stages": "cut"}, "stages is 'cut'; a list is needed"),
    # the ladder of bids
    (STANDARD, {"bids.step": 0}, "bids.step and bids.step_from_200 must be at least 1"),
    (STANDARD, {"bids.step": 30}, "auction4.minimum is 160, which nobody can bid: bids go up in steps of 30"),
    (STANDARD, {"bids.step_from_200": 20}, "auction8.minimum is 250, which nobody can bid"),
    (STANDARD, {"bids.maximum": 310}, "bids from 160 to 310 in a pack of 304 points"),
    (STANDARD, {"auction4.minimum": 310}, "bids from 310 to 300"),
    (STANDARD, {"auction4.minimum": 0}, "bids from 0 to 300"),
    (STANDARD, {"auction4.later_turn_minimum": 150}, "auction4.later_turn_minimum is 150; the bids go from 160 to 300"),
    (STANDARD, {"auction4.over_partner_minimum": 310}, "auction4.over_partner_minimum is 310; the bids go from 160"),
    (STANDARD, {"auction8.minimum": 150}, "auction8.minimum is 150; the bids go from 160 to 300"),
    (CATS, {"auction8.minimum": 300}, "auction8.minimum is 300, and to be exceeded; nobody can bid more"),
    (STANDARD, {"redeal.threshold": 121}, "redeal.threshold is 121; no 4 cards are worth more than 120"),
    (STANDARD, {"redeal.max": 0}, "redeal.max is 0; if nobody may demand a redeal, redeal.threshold is none"),
    # pay
    (STANDARD, {"pay.bands": []}, "pay.bands must rise and cover the least bid, 160"),
    (STANDARD, {"pay.bands": bands(170)}, "pay.bands must rise and cover the least bid, 160"),
    (STANDARD, {"pay.bands": bands(160, 160)}, "pay.bands must rise"),
    (STANDARD, {"pay.bands": bands(160, 310)}, "pay.bands: nobody can bid 310; the highest bid is 300"),
    (STANDARD, {"pay.bands": bands(160, win=0)}, "pay.bands[0]: every deal that is played pays at least one token"),
    (STANDARD, {"pay.bands": [{"least": 160, "win": 1}]}, "pay.bands[0]: lose must be given"),
    (STANDARD, {"pay.pcc.least": 250}, "pay.pcc.least is 250; the rule is always 0, so leave pay.pcc.least out"),
    (STANDARD, {"pay.pcc.lose": 0}, "pay.pcc: every deal that is played pays at least one token"),
    (STANDARD, {"caps.trick_lost": 1001}, "caps.trick_lost is 1001; the most is 1000 tokens"),
    (STANDARD, {"pay.bands": bands(160, win=1001)}, "pay.bands[0].win is 1001; the most is 1000 tokens"),
    (STANDARD, {"match.tokens": 0}, "match.tokens and match.decimal_target must be at least 1"),
    (STANDARD, {"match.pay_to": "bank"}, "if tokens are paid to the bank, no team ever holds all: it is bank or free"),
    # what pack and tricks limit
    (STANDARD, {"marriages.allowed": True, "marriages.trump": 305}, "marriages.trump is 305; the whole pack is worth"),
    (STANDARD, {"last_trick_bonus": 305}, "last_trick_bonus is 305; the whole pack is worth 304"),
    (STANDARD, {"caps.bonus_before_trick": 9}, "caps.bonus_before_trick is 9; one calls before tricks 2 to 8"),
    (STANDARD, {"caps.bonus_before_trick": 0}, "caps.bonus_before_trick is 0"),
    (STANDARD, {"double.allowed": True, "double.after_trick": 8}, "double.after_trick must be one of the 8 but the"),
    (STANDARD, {"may_review_tricks": 9}, "may_review_tricks is 9; a deal has 8 tricks"),
    (DOSO_VISO, {"stages": ["cut", "deal 8", *DOSO_VISO.stages[4:]]}, "court.half needs cards that are dealt later"),
    # sides
    (STANDARD, {"seating": plain(DOSO_VISO.seating)}, "the stage “partner card” is missing"),
    (DOSO_VISO, {"seating": plain(STANDARD.seating)}, "“partner card” is for seats that each play for themselves"),
    (DOSO_VISO, {"caps.teams": "both"}, "who does not know its partner calls no Caps"),
    (SIX_24, {"ask_partner.back": True}, "ask_partner.back needs exactly one partner; here are 2"),
    # Sidi Barrani
    (SIDI_BARRANI, {"stages": ["cut", "deal 9", "tricks"]}, "the stages are cut, deal (once or more), contract and"),
    (SIDI_BARRANI, {"trump.points": [0, 0, 0, 10, 3, 4, 11, 14, 21]}, "the same points in every denomination; here"),
    (SIDI_BARRANI, {"denominations": ["S", "S"]}, "denominations are some of S, H, D, C, obenabe, undenufe, each"),
    (SIDI_BARRANI, {"bids.ladder": [40, 258]}, "bids.ladder goes up to 258; a deal has 257 points, the Match among"),
    (SIDI_BARRANI, {"bonus.match": 0}, "bids.ladder goes up to 257; a deal has 157 points"),
    (SIDI_BARRANI, {"weis.table.sequences": [50, 20]}, "a longer sequence is worth no less"),
    (SIDI_BARRANI, {"weis.table.sequences": [20] * 8}, "none has more cards than a suit"),
    (SIDI_BARRANI, {"match.double_below": 2001}, "match.double_below is 2001; a match is for 2000 points"),
    (SIDI_BARRANI, {"may_review_tricks": 10}, "may_review_tricks is 10; a deal has 9 tricks"),
    (SIDI_BARRANI, {"seating": plain(DOSO_VISO.seating)}, "a Jass is for S E N W in the teams NS, EW"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "changes", "words"), REFUSED, ids=[words for _, _, words in REFUSED])
def test_what_makes_no_game_is_refused_in_words(base: Ruleset, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesetError) as refused:
        override(base, "house", "A house", changes)
    assert words in str(refused.value)
    assert str(refused.value).isprintable()


FITS: list[tuple[Ruleset, dict[str, Any]]] = [
    (STANDARD, {"stages": [stage.replace("deal 4", "deal 2") for stage in STANDARD.stages[:2]]
                + ["deal 2", *STANDARD.stages[2:]]}),
    (STANDARD, {"pack.points": [0, 0, 5, 5, 10, 10, 20, 30], "bids.maximum": 320}),
    (STANDARD, {"pack.suits": "SHD", "stages": ["cut", "deal 3", *STANDARD.stages[2:4], "deal 3", *STANDARD.stages[5:]],
                "bids.maximum": 220, "auction8.minimum": 210, "pay.bands": bands(160)}),
    (STANDARD, {"redeal.threshold": 120}),
    (STANDARD, {"match.pay_to": "bank", "match.end": "free"}),
    (STANDARD, {"auction4": {"minimum": 170}, "pay.pcc": {"win": 6}}),
    (SIX_24, {"auction4.minimum": 260, "auction4.later_turn_minimum": None, "auction4.over_partner_minimum": None}),
    (SIDI_BARRANI, {"stages": ["cut", "deal 9", "contract", "tricks"], "bids.ladder": [50, 100, 257]}),
]  # fmt: skip


@pytest.mark.parametrize(("base", "changes"), FITS, ids=[", ".join(changes) for _, changes in FITS])
def test_what_makes_a_game_is_allowed_and_changes_nothing_else(base: Ruleset, changes: dict[str, Any]) -> None:
    game, changed = house_ruleset(base, "house", "A house", changes)
    assert override(base, "house", "A house", changed) == game
    assert {path.partition(".")[0] for path in changed} == {path.partition(".")[0] for path in changes}


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.key)
def test_every_known_game_fits_together(game: Ruleset) -> None:
    assert check(game) is game


def test_a_house_is_written_as_what_it_changes_in_the_known_game_nearest_to_it() -> None:
    """docs/formats.md, "The head"."""
    changes = {"pay.pcc.win": 6, "redeal.threshold": None}
    named = name_ruleset(plain(override(CATS, "lagoon-fives", "Fives", changes, version=2)))
    assert named == {
        "base": "304-cats v1",
        "key": "lagoon-fives",
        "name": "Fives",
        "version": 2,
        "changes": {"pay.pcc.win": 6, "redeal.threshold": "none"},
    }


# --- what older versions let pass -----------------------------------------------------------------

OLD = plain(replace(STANDARD, key="old", bids=replace(STANDARD.bids, maximum=190)))
"""Stored when nobody asked whether the later turn's minimum, 200, can be bid."""


def test_what_is_recorded_is_read_whatever_is_asked_of_new_rulesets() -> None:
    with pytest.raises(RulesetError, match="later_turn_minimum is 200"):
        check(parse(OLD))
    assert Record(DealOpened(OLD, "S"), Stamp()).rules.ruleset.key == "old"


def test_what_comes_from_elsewhere_must_make_a_game() -> None:
    with pytest.raises(BadLine, match="later_turn_minimum is 200"):
        read_through(ImportedDeal(uuid7(0), DealOpened(OLD, "S"), "2026-02-14T20:15:09.318Z", "A scribe", ()))
    with pytest.raises(NotationError, match="later_turn_minimum is 200"):
        read_ruleset(OLD)
