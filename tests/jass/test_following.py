"""Which cards may be played, who wins, and what cards are worth (003 "Players and Cards", "Play")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.card_play import CardPlay
from domain.engine.packs import tables
from domain.engine.parameters import override
from domain.engine.rules import rules_of
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.orders import orders
from domain.games.sidi.stages.follow_suit import FollowSuit
from tests.jass.table import Table, cards

BITS = tables(SIDI_BARRANI.pack)


# --- order and points ------------------------------------------------------------------------------

TRUMPS = "J20 914 A11 K4 Q3 T10 80 70 60"
PLAIN = "A11 K4 Q3 J2 T10 90 80 70 60"
OBENABE = "A11 K4 Q3 J2 T10 90 88 70 60"
UNDENUFE = "60 70 88 90 T10 J2 Q3 K4 A11"


@pytest.mark.parametrize(
    ("denomination", "suit", "ranking"),
    [
        pytest.param("H", "H", TRUMPS, id="003 Players and Cards: trumps"),
        pytest.param("H", "S", PLAIN, id="003 Players and Cards: the other suits"),
        pytest.param("obenabe", "S", OBENABE, id="003 Players and Cards: Obenabe"),
        pytest.param("undenufe", "S", UNDENUFE, id="003 Players and Cards: Undenufe"),
    ],
)
def test_rank_and_points_of_a_suit(denomination: str, suit: str, ranking: str) -> None:
    order = orders(SIDI_BARRANI)[denomination]
    suited = [BITS.bit[word[0] + suit] for word in ranking.split()]
    assert [order.points[bit] for bit in suited] == [int(word[1:]) for word in ranking.split()]
    for n, bit in enumerate(suited):
        higher = sum(suited[:n])
        assert order.beats[bit] & BITS.suit[suit] == higher
        assert order.beats[bit] & ~BITS.suit[suit] == (BITS.suit["H"] if denomination == "H" != suit else 0)


@pytest.mark.parametrize("denomination", ["S", "H", "D", "C", "obenabe", "undenufe"])
@pytest.mark.parametrize("values", ["as_obenabe", "six_eleven"])
def test_the_pack_is_worth_152_and_the_last_trick_five(denomination: str, values: str) -> None:
    """003 "Players and Cards"; C7."""
    game = override(SIDI_BARRANI, "house", "", {"undenufe.values": values})
    order = orders(game)[denomination]
    assert order.worth(BITS.all) + game.bonus.last_trick == 157


def test_undenufe_as_others_count_it() -> None:
    """C7: the six eleven, the ace nothing."""
    game = override(SIDI_BARRANI, "house", "", {"undenufe.values": "six_eleven"})
    order = orders(game)["undenufe"]
    assert [order.points[BITS.bit[rank + "S"]] for rank in "6A8"] == [11, 0, 8]
    assert orders(game)["obenabe"].points[BITS.bit["AS"]] == 11


@pytest.mark.parametrize(
    ("denomination", "trick", "winner"),
    [
        pytest.param("H", "7S AS KS 6S", "AS", id="003 Play: the highest of the led suit"),
        pytest.param("H", "AS 6H KS 9S", "6H", id="003 Play: a trump beats it"),
        pytest.param("H", "AH 9H JH KH", "JH", id="003: the Puur is highest"),
        pytest.param("H", "AH 9H KH TH", "9H", id="003: then the Näll"),
        pytest.param("H", "AS 9H 6H JH", "JH", id="003: the highest of several trumps"),
        pytest.param("obenabe", "7S AD KS 6S", "KS", id="003: no trumps, a discard never wins"),
        pytest.param("undenufe", "7S AS 8S 6S", "6S", id="003: reversed"),
        pytest.param("undenufe", "AS 6D 7D 8D", "AS", id="003: reversed, only the led suit counts"),
    ],
)
def test_who_wins_a_trick(denomination: str, trick: str, winner: str) -> None:
    played = trick.split()
    order = orders(SIDI_BARRANI)[denomination]
    assert played[order.winner([BITS.bit[card] for card in played])] == winner


# --- following -------------------------------------------------------------------------------------

SOUTH = "JH 9H AS KS 7S 6D 7D 8C 6C"
"""South has the Puur, the Nine and three spades."""


@pytest.mark.parametrize(
    ("south", "contract", "played", "allowed"),
    [
        pytest.param(SOUTH, "S 40 H", "", SOUTH, id="any card may be led"),
        pytest.param(SOUTH, "W 40 H", "W 8H", "JH 9H", id="trump led: a trump, if one has others than the Puur"),
        pytest.param("JH AS KS 7S 6D 7D 8C 6C 9C", "W 40 H", "W 8H", "JH AS KS 7S 6D 7D 8C 6C 9C", id="only the Puur"),
        pytest.param("AS KS 7S 6D 7D 8C 6C 9C 9S", "W 40 H", "W 8H", "AS KS 7S 6D 7D 8C 6C 9C 9S", id="no trumps"),
        pytest.param(SOUTH, "W 40 H", "W TS", "AS KS 7S JH 9H", id="plain led: follow or trump"),
        pytest.param(SOUTH, "W 40 S", "W TD", "6D 7D AS KS 7S", id="plain led: follow or trump, whatever trumps are"),
        pytest.param("JH 9H AS KS 7S 6D 7D 8D 9D", "W 40 H", "W TC", "JH 9H AS KS 7S 6D 7D 8D 9D", id="void: anything"),
        pytest.param(SOUTH, "W 40 obenabe", "W TS", "AS KS 7S", id="no trumps: follow suit"),
        pytest.param(SOUTH, "W 40 undenufe", "W 8H", "JH 9H", id="no trumps: the Under is a card like others"),
        pytest.param("AS KS 7S 6D 7D 8C 6C 9C 9S", "W 40 obenabe", "W 8H", "AS KS 7S 6D 7D 8C 6C 9C 9S", id="void"),
    ],
)
def test_what_may_follow_a_lead(south: str, contract: str, played: str, allowed: str) -> None:
    """003 "Play". South plays after West."""
    table = Table({"S": south, "W": played[2:]}).playing(contract).does(played)
    assert table.cards("S") == cards(allowed)
    for card in cards(south) - cards(allowed):
        assert table.refusal(f"S {card}").code == "jass-revoke"


# --- undertrumping ---------------------------------------------------------------------------------


def may(trick: str, hand: str, trump: str = "H", **rules: str) -> set[str]:
    """The cards of this hand that may be played to this trick."""
    game = override(SIDI_BARRANI, "house", "", {name.replace("_", ".", 1): value for name, value in rules.items()})
    order = orders(game)[trump]
    s: Any = rules_of(game).start("W")
    s.trick = [BITS.bit[card] for card in trick.split()]
    s.lead_suit = BITS.suit_of[s.trick[0]]
    return set(BITS.cards(FollowSuit(game).playable(s, order, BITS.mask(hand.split()))))


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        pytest.param("9S KH", "AS 7S 6H AH 8C", "AS 7S AH", id="may follow or overtrump, not undertrump"),
        pytest.param("9S KH", "AS 6H 8H", "AS", id="rather than undertrump, follow"),
        pytest.param("9S KH", "6D 6H AH", "6D AH", id="void: discard or overtrump"),
        pytest.param("9S KH", "6D 6H 8H", "6D", id="void: a discard rather than undertrump"),
        pytest.param("9S KH", "6D JH", "6D JH", id="the Puur is never too low"),
        pytest.param("9S KH", "6H 8H AH", "6H 8H AH", id="nothing but trumps: any"),
        pytest.param("9S KH AH", "6D QH 9H", "6D 9H", id="two trumps: the higher one counts"),
        pytest.param("9S AH KH", "6D QH 9H", "6D 9H", id="in either order"),
        pytest.param("9H KH", "6H AS", "6H", id="a trump lead: no undertrumping, one must follow"),
        pytest.param("9H KH", "JH AS", "JH AS", id="a trump lead: the Puur may be kept back"),
        pytest.param("9S KS", "AS 6H", "AS 6H", id="nobody has trumped: any trump"),
    ],
)
def test_nobody_undertrumps_who_holds_anything_else(trick: str, hand: str, allowed: str) -> None:
    """003 "Play"."""
    assert may(trick, hand) == cards(allowed)


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        pytest.param("9S QH AH", "6D KH 6H", "6D KH", id="between the two: higher than the lowest"),
        pytest.param("9S AH QH", "6D KH 6H", "6D KH", id="in either order"),
        pytest.param("9S AH", "6D KH 6H", "6D", id="one trump: the same as ever"),
    ],
)
def test_undertrumping_measured_by_the_lowest_trump(trick: str, hand: str, allowed: str) -> None:
    """C5."""
    assert may(trick, hand, undertrump_reference="lowest") == cards(allowed)


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        pytest.param("9S KH", "6H 8H AH", "AH", id="overtrump if one can"),
        pytest.param("9S KH", "6H 8H", "6H 8H", id="undertrump if one must"),
        pytest.param("9S KH", "6D 8H AH", "6D AH", id="with other cards as ever"),
    ],
)
def test_nothing_but_trumps_where_one_undertrumps_only_if_forced(trick: str, hand: str, allowed: str) -> None:
    """C6."""
    assert may(trick, hand, undertrump_all_trumps="only_if_forced") == cards(allowed)


TRUMPED = {
    "E": "9S QS 6S 8S TD 9D 8D JD QD",
    "N": "KH 8H AC KC QC JC TC 9C 7C",
    "S": "6H AH AS KS 7S 6D 7D 8C 6C",
    "W": "TS JS 7H 9H TH JH QH KD AD",
}


def test_plays_that_are_refused() -> None:
    """003 "Play"; a refusal says what would be allowed."""
    table = Table(TRUMPED).playing("E 40 H")
    assert table.refusal("S AS").code == "jass-out-of-turn"
    assert table.refusal("E AS").code == "jass-not-held"
    assert table.refusal("E 5S").code == "unknown-card"
    assert table.refusal("S 5S").code == "unknown-card", "whoever plays it"
    assert table.refusal("E (9S)").code == "jass-face-down"
    table.does("E 9S, N KH, W TS")
    refusal = table.refusal("S 6H")
    assert str(refusal) == "South played six of roses, a trump that is too low; allowed: AS, KS, 7S, AH"
    assert str(refusal.clause) == "003 “Play”"
    assert table.refusal("S 8C").code == "jass-revoke"
    table.does("S AH")
    assert table.turn() == "S", "the winner of the trick leads"
    assert table.state.points == [25, 0], "King 4, Ace 11, Banner 10; the Nine is none of trumps"
    assert table.refusal("S AH").code == "jass-already-played"


def test_a_revoke_as_it_happened_is_flagged_and_play_goes_on() -> None:
    table = Table(TRUMPED).playing("E 40 H").does("E 9S, N KH, W TS")
    assert table.happens("S 6H").code == "jass-undertrump"
    assert table.turn() == "N"
    assert table.record.find_refusals().keys() == {len(table.record.entries) - 1}
    table.finish()
    assert sum(table.settled().points.values()) == 157


# --- for programs that search the play --------------------------------------------------------------


@pytest.mark.parametrize(("contract", "trump", "puur"), [("S 40 H", "H", "JH"), ("S 40 obenabe", "", "")])
def test_the_play_as_tables_has_what_003_says_and_nothing_of_closed_trumps(
    contract: str, trump: str, puur: str
) -> None:
    """003 "Players and Cards", "Play". Closed trumps and their indicator are rules of 304 alone."""
    play = SIDI_BARRANI.game.card_play(Table().playing(contract).state)
    assert play == CardPlay(
        order=play.order,
        points=orders(SIDI_BARRANI)[contract.split()[-1]].points,
        trump=BITS.suit.get(trump, 0),
        makers=0b0101,
        needed=40,
        last_trick=5,
        needs_all=False,
        all_tricks=100,
        may_trump=bool(trump),
        puur=BITS.bit.get(puur, 0),
        beat_lowest=False,
        beat_if_able=False,
        closed=False,
        indicator=0,
        maker_trumps_from_hand=False,
        barred=False,
        shown_after=None,
        exhausted="never",
        exhausted_closed=True,
        duty=False,
    )
    strongest = ["".join(BITS.card[suit[-1]]) for suit in play.order]
    assert strongest == [puur if suit == trump else f"A{suit}" for suit in "SHDC"]
