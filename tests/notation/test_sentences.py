"""Every act has a sentence, and the sentence tells the act and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.engine.cards import RANKS, SUITS, UNKNOWN
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.rules import rules_of
from domain.games import ACTS
from domain.games.catalogue import STANDARD
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.sidi.ruleset import DENOMINATIONS
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from replay.notation import NotationError, parse_action, write_action
from replay.notation.actions import SENTENCES
from tests.cases import FULL

CARDS = st.sampled_from([UNKNOWN, *(rank + suit for rank in RANKS for suit in SUITS)])
SEATS = st.sampled_from([*"NESW", *(str(n) for n in range(1, 13))])
BIDS = st.one_of(st.integers(-500, 2000), st.just("pcc"), st.from_regex(r"[a-z][a-z0-9_-]{0,12}", fullmatch=True))
NUMBERS = st.integers(-10, 1000)
MANY = st.lists(CARDS, max_size=40).map(tuple)
PAIRS = st.dictionaries(SEATS, CARDS)

MADE: dict[type[Act], st.SearchStrategy[Act]] = {
    PackShuffled: st.builds(PackShuffled, SEATS, MANY),
    PackCut: st.builds(PackCut, SEATS, st.none() | st.integers(-5, 60)),
    CardsDealt: st.builds(CardsDealt, SEATS, st.dictionaries(SEATS, MANY)),
    RedealDemanded: st.builds(RedealDemanded, SEATS),
    BidMade: st.builds(BidMade, SEATS, BIDS),
    Passed: st.builds(Passed, SEATS),
    PartnerAsked: st.builds(PartnerAsked, SEATS, SEATS | st.just("")),
    IndicatorPlaced: st.builds(IndicatorPlaced, SEATS, CARDS),
    IndicatorTakenBack: st.builds(IndicatorTakenBack, SEATS, CARDS),
    TrumpOpened: st.builds(TrumpOpened, SEATS, CARDS),
    TrumpClosed: st.builds(TrumpClosed, SEATS),
    CardPlayed: st.builds(CardPlayed, SEATS, CARDS, st.booleans(), st.booleans()),
    CardExposed: st.builds(CardExposed, SEATS, CARDS),
    FaceDownInspected: st.builds(FaceDownInspected, SEATS, st.booleans(), PAIRS),
    CardsRevealed: st.builds(CardsRevealed, SEATS, PAIRS),
    IndicatorRevealed: st.builds(IndicatorRevealed, SEATS, CARDS),
    CapsCalled: st.builds(CapsCalled, SEATS, MANY),
    CapsConceded: st.builds(CapsConceded, SEATS),
    SpoiltTrumpsDeclared: st.builds(SpoiltTrumpsDeclared, SEATS, st.booleans()),
    ContractBid: st.builds(ContractBid, SEATS, NUMBERS, st.sampled_from(DENOMINATIONS)),
    Doubled: st.builds(Doubled, SEATS),
    Redoubled: st.builds(Redoubled, SEATS),
    WeisDeclared: st.builds(WeisDeclared, SEATS, NUMBERS),
    WeisDetailed: st.one_of(
        st.builds(WeisDetailed, SEATS, cards=NUMBERS),
        st.builds(WeisDetailed, SEATS, top=st.sampled_from(RANKS)),
        st.builds(WeisDetailed, SEATS, trump=st.booleans()),
    ),
    WeisConceded: st.builds(WeisConceded, SEATS),
    WeisScored: st.builds(WeisScored, SEATS, st.lists(NUMBERS).map(tuple)),
    WeisDemanded: st.builds(WeisDemanded, SEATS, SEATS, NUMBERS),
    WeisShown: st.builds(WeisShown, SEATS, MANY),
    StoeckClaimed: st.builds(StoeckClaimed, SEATS),
    PartnerCardNamed: st.builds(PartnerCardNamed, SEATS, CARDS),
    MarriageDeclared: st.builds(MarriageDeclared, SEATS, st.sampled_from(SUITS)),
    DoubleAnnounced: st.builds(DoubleAnnounced, SEATS),
    PointsCounted: st.builds(PointsCounted, SEATS, st.integers(-10, 1000)),
}


def test_no_act_is_without_a_sentence() -> None:
    assert set(MADE) == set(ACTS) == {sentence.kind for sentence in SENTENCES}


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
@settings(max_examples=500 if FULL else 8)
@given(data=st.data())
def test_what_is_written_is_read_as_the_same_act(kind: type[Act], data: st.DataObject) -> None:
    act = data.draw(MADE[kind])
    sentence = write_action(act)
    assert parse_action(sentence) == act
    assert parse_action(sentence.lower()) == act
    assert parse_action(f"  {sentence.upper()} ") == act
    assert "\n" not in sentence
    assert ";" not in sentence


@given(st.one_of(*MADE.values()), st.one_of(*MADE.values()))
def test_two_acts_never_have_the_same_sentence(one: Act, other: Act) -> None:
    assert (write_action(one) == write_action(other)) == (one == other)


@given(st.one_of(*MADE.values()))
def test_the_order_in_which_seats_were_named_does_not_show(act: Act) -> None:
    match act:
        case CardsDealt(seat, hands):
            reordered: Act = CardsDealt(seat, dict(reversed(hands.items())))
        case CardsRevealed(seat, cards):
            reordered = CardsRevealed(seat, dict(reversed(cards.items())))
        case _:
            reordered = act
    assert write_action(reordered) == write_action(act)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("e 160", BidMade("E", 160)),
        ("East 160", BidMade("E", 160)),
        ("E bids 160", BidMade("E", 160)),
        ("E Partner Close Caps", BidMade("E", "pcc")),
        ("w  passes", Passed("W")),
        ("W cut", PackCut("W", 0)),
        ("W no cut", PackCut("W", None)),
        ("S 10h", CardPlayed("S", "TH")),
        ("S (?)", CardPlayed("S", "??", down=True)),
        ("S [(JH)]", CardPlayed("S", "JH", down=True, indicator=True)),
        ("E indicator", IndicatorPlaced("E", "??")),
        ("E: NONE", FaceDownInspected("E", trumps=False)),
        ("E : trumps w = 7c, n=??", FaceDownInspected("E", trumps=True, cards={"W": "7C", "N": "??"})),
        ("E says none", FaceDownInspected("E", trumps=False)),
        (
            "S deal E: JH 9H N:?? ?? W: S: 7c",
            CardsDealt("S", {"E": ("JH", "9H"), "N": ("??", "??"), "W": (), "S": ("7C",)}),
        ),
        ("3 170", BidMade("3", 170)),
    ],
)
def test_people_write_in_many_ways(text: str, act: Act) -> None:
    assert parse_action(text) == act


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a seat comes first"),
        ("E", "a seat comes first"),
        ("E 16O", "understood are “S shuffle”"),
        ("X pass", "'X' is no seat"),
        ("E (JH", "brackets go in pairs"),
        ("E JH)", "brackets go in pairs"),
        ("E caps JC 9X", "'9X' is no card"),
        ("E shows JH", "names no seat"),
        ("E: none W=7C W=8C", "two cards"),
        ("S deal JH E:9H", "stands before any seat"),
        ("S deal E:JH E:9H", "dealt to twice"),
    ],
)
def test_what_is_not_understood_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=r"understood|is no|brackets|names|two|before|twice") as refused:
        parse_action(text)
    assert message in str(refused.value)
    assert repr(text) in str(refused.value)


def test_with_rules_a_sentence_must_be_of_their_game() -> None:
    rules = rules_of(STANDARD)
    assert parse_action("E JH", rules) == CardPlayed("E", "JH")
    with pytest.raises(NotationError, match="the seats are S, E, N, W"):
        parse_action("3 pass", rules)
    with pytest.raises(NotationError, match="6H is not in the pack"):
        parse_action("E 6H", rules)


@pytest.mark.parametrize(
    "act",
    [
        CardPlayed("E", "XX"),
        BidMade("E", "Half Court"),
        Passed("north"),
        BidMade("E", True),
        CapsCalled("E", ("JH JH",)),
    ],
)
def test_what_no_sentence_can_say_is_refused(act: Act) -> None:
    with pytest.raises(NotationError):
        write_action(act)
