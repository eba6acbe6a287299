"""The places of all cards as a span of acts shows them once all of its acts are known (docs/audit.md)."""

from __future__ import annotations

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.rules import rules_of
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import IndicatorPlaced
from domain.record.entries import Stamp
from domain.record.hindsight import Hindsight, Span
from tests.rules.table import Table, hear

RULES = rules_of(STANDARD)
SOUTH, EAST = RULES.place["S"], RULES.place["E"]

VOIDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "?? ?? ?? ??  ?? ?? ?? ??",
}
"""South's cards follow from the others': 7S and seven clubs."""


def span(first: str, second: str, *plays: str) -> Span:
    """South's two batches of two cards each, and what South and East play."""
    acts: list[Act] = [CardsDealt("S", {"S": tuple(batch.split())}) for batch in (first, second)]
    acts += [CardPlayed(play[0], play[2:]) for play in plays]
    return Span(RULES, acts, 0, len(acts))


def named(mask: int) -> set[str]:
    return set(RULES.tables.cards(mask))


@pytest.mark.parametrize(
    ("first", "second", "after_one", "only_later"),
    [
        ("7S 8S", "9C TC", {"7S", "8S"}, {"9C", "TC"}),
        ("7S ??", "9C TC", {"7S", "JH"}, {"9C", "TC"}),
        ("7S 8S", "9C ??", {"7S", "8S"}, {"9C", "JH"}),
        ("7S ??", "9C ??", {"7S"}, {"9C"}),
        ("?? ??", "9C TC", {"7S", "JH"}, {"9C", "TC"}),
        ("7S 8S", "?? ??", {"7S", "8S"}, {"9C", "JH"}),
    ],
)
def test_which_cards_were_in_a_hand_after_the_first_batch_and_which_came_later(
    first: str, second: str, after_one: set[str], only_later: set[str]
) -> None:
    """A card that is known only because it was played was in the batch that has unnamed cards, if one alone has."""
    missing = {"7S ??": ("JH",), "9C ??": ("JH",), "?? ??": ("7S", "JH") if second == "9C TC" else ("9C", "JH")}
    plays = missing.get(first, missing.get(second, ()))
    cards = span(first, second, *(f"S {card}" for card in plays))
    assert named(cards.certain_after(SOUTH, 1)) == after_one
    assert named(cards.certain_later(SOUTH, 1)) == only_later
    assert (cards.certain_after(SOUTH, 0), named(cards.certain_after(SOUTH, 2)) >= after_one | only_later) == (0, True)
    assert cards.certain_later(SOUTH, 2) == 0


def test_cards_that_a_hand_plays_later_are_those_it_plays_by_name() -> None:
    cards = span("7S 8S", "9C TC", "S 7S", "S ??", "E JH", "S 9C")
    assert named(cards.cards_played_from(SOUTH, 2)) == {"7S", "9C"}
    assert named(cards.cards_played_from(SOUTH, 3)) == {"9C"}
    assert cards.cards_played_from(EAST, 2) == 0


@pytest.mark.parametrize(
    ("plays", "left_over"),
    [
        (("S 7S", "S 8S", "S ??", "S TC"), {4: "9C"}),
        (("S ??", "S 8S", "S 9C", "S TC"), {2: "7S"}),
        (("S JH", "S 8S", "S ??", "S TC"), {}),
        (("S ??", "S 8S", "S ??", "S TC"), {}),
        (("S 7S", "S 8S", "S ??"), {}),
        (("S 7S", "S 8S", "S 9C", "S TC"), {}),
        (("E ??", "S 7S", "S 8S", "S ??", "S TC", "E ??"), {5: "9C"}),
    ],
)
def test_the_one_card_that_a_hand_played_unseen_is_the_one_left_over(
    plays: tuple[str, ...], left_over: dict[int, str]
) -> None:
    assert span("7S 8S", "9C TC", *plays).infer_unnamed_plays() == left_over


def test_a_hand_that_holds_what_is_left_over_revokes_before_it_shows_the_suit() -> None:
    """000 "Play": follow suit if one can. Three hands are known, so South has the seven of spades."""
    table = Table(VOIDS).playing("W 160", "JD").does("E JS, N QH down, W 8H down")
    assert not breaches(table.record).findings
    table.does("S 8C down")
    (finding,) = breaches(table.record).findings
    assert (finding.code, finding.sure, finding.seat) == ("revoke", CERTAIN, "S")


def test_cards_that_were_dealt_once_more_are_in_no_hand() -> None:
    """Cards dealt after the last batch of the game are against the rules, and tell nothing about the hands."""
    acts: list[Act] = [CardsDealt("S", {"S": cards}) for cards in (("7S",), ("8S",), ("9S", "JH"))]
    cards = Span(RULES, acts, 0, len(acts))
    assert (cards.size(SOUTH), named(cards.located)) == (2, {"7S", "8S"})


def test_a_card_that_shows_at_the_end_was_held_all_the_time_though_two_left_unseen() -> None:
    """000 "Play": South discards clubs to spades, and has the seven of spades in the last trick but one."""
    hands = {**VOIDS, "S": "7S 9C AC TC  KC QC 8C 7C"}
    table = Table({**dict.fromkeys("ENW", VOIDS["S"]), "S": hands["S"]}).playing("W 160", "??")
    thrown = ["?? down", "?? down", "8C down", "7C down", "QC down", "KC down", "7S", "TC"]
    north = ["QH", "JH", "TH", "AH", "9H", "KH", "JC", "7D"]
    west = ["8H", "KD", "TD", "AD", "9D", "QD", "8D", "JD"]
    plies = []
    for led, second, third, last in zip(hands["E"].split()[:7], north, west, thrown, strict=False):
        for line in (f"E {led}", f"N {second} down", f"W {third} down", f"S {last}", "W inspects none"):
            if line.startswith("S"):
                plies.append(len(table.record.entries))
            table.record.fold(hear(line), Stamp(99))
    for line in ("E 7H", "N 7D down", "W JD last", "S TC down"):
        table.record.fold(hear(line), Stamp(99))
    certain = {each.ply: each.code for each in breaches(table.record).findings if each.sure == CERTAIN}
    assert {ply: code for ply, code in certain.items() if ply in plies} == dict.fromkeys(plies[:6], "revoke")


def test_an_indicator_on_the_table_is_in_no_hand() -> None:
    table = Table(unseen=True).won_by("W 160").does("W lays JD", "S deal", "W pass, S pass, E pass, N pass")
    bit, west = RULES.tables.bit["JD"], RULES.place["W"]
    laid = next(ply for ply, act in enumerate(table.record.acts) if isinstance(act, IndicatorPlaced))
    states = [
        (s.hands[west] & bit, s.size(west))
        for ply, s, _ in Hindsight(RULES, table.dealer, table.record.acts).steps()
        if ply > laid
    ]
    assert states == [(0, 3)] + [(0, 7)] * 4
