"""Sentences of pages: contracts, Weis, results."""

from __future__ import annotations

from typing import Any

import pytest

from api.cli.parts import view_sentences
from domain.engine.cards import RANKS, SUITS
from domain.engine.faces import FRENCH, faces_of, plain_faces
from domain.engine.parameters import override
from domain.games.catalogue import DECIMAL, RULESETS, SIDI_BARRANI, STANDARD
from domain.games.sidi.faces import SWISS
from replay.views import view_at
from tests.family.table import Table
from tests.jass.table import Table as JassTable


def told_of(table: Any) -> str:
    """The result of a table's deal."""
    view = view_at(table.record, "arbiter", len(table.record.entries) - 1)
    main, numbers = view_sentences.result(table.record, view, view["settlement"])
    return "; ".join((main, *numbers))


# --- names ----------------------------------------------------------------------------------------


def test_cards_of_the_swiss_pack_have_their_own_names() -> None:
    """003 "Players and Cards": Jack=Under, Queen=Ober, 10=Banner; bells, shields, acorns and roses."""
    assert faces_of(SIDI_BARRANI) is SWISS
    assert {letter: SWISS.ranks[letter].word for letter in "JQT"} == {"J": "Under", "Q": "Ober", "T": "Banner"}
    assert {name.word for name in SWISS.suits.values()} == {"bells", "shields", "acorns", "roses"}
    assert {name.local for name in SWISS.suits.values()} == {"Schellen", "Schilten", "Eicheln", "Rosen"}
    assert SWISS.card("JH") == "U roses"


def test_all_other_games_have_the_french_ones() -> None:
    assert {key for key, game in RULESETS.items() if faces_of(game) is not FRENCH} == {"sidi-barrani"}
    assert FRENCH.card("TS") == "10♠"
    assert plain_faces(STANDARD)["suits"]["H"] == {"name": "hearts", "sign": "♥"}
    assert list(plain_faces(STANDARD)["ranks"]) == list("78QKTA9J")


def test_every_letter_has_a_name_and_no_two_share_one() -> None:
    for faces in (FRENCH, SWISS):
        assert set(faces.suits) == set(SUITS)
        assert set(faces.ranks) == set(RANKS)
        assert len({faces.card(rank + suit) for rank in RANKS for suit in SUITS}) == len(RANKS) * len(SUITS)


# --- calls and contracts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "game", "words"),
    [
        ("S 70 H", SIDI_BARRANI, "70 roses"),
        ("S 110 undenufe", SIDI_BARRANI, "110 Undenufe"),
        ("W double", SIDI_BARRANI, "double"),
        ("S 160", STANDARD, "160"),
        ("S 160", DECIMAL, "16.0"),
        ("S pcc", STANDARD, "Partner Close Caps"),
        ("E half", RULESETS["304-doso-viso"], "Half Court"),
        ("1 ask 5", RULESETS["304-six-24"], "ask 5"),
    ],
)
def test_a_call_in_words(sentence: str, game: Any, words: str) -> None:
    assert view_sentences.call(sentence, game) == words


@pytest.mark.parametrize(("factor", "words"), [(1, ""), (2, ", doubled"), (4, ", redoubled")])
def test_a_contract_in_words(factor: int, words: str) -> None:
    contract = {"seat": "S", "bid": 100, "denomination": "H", "factor": factor}
    assert view_sentences.contract({"contract": contract}, SIDI_BARRANI) == f"South 100 roses{words}"


def test_a_house_that_counts_a_double_three_times_still_calls_it_so() -> None:
    game = override(SIDI_BARRANI, "house", "House", {"double.factor": 3})
    contract = {"seat": "S", "bid": 40, "denomination": "obenabe", "factor": 3}
    assert view_sentences.contract({"contract": contract}, game) == "South 40 Obenabe, doubled"


def test_who_may_still_double() -> None:
    """003 "Bidding": either opponent, until the next player bids or passes."""
    table = JassTable().dealt().does("S 70 H")
    assert view_sentences.double_sentence(view_at(table.record, "public", 4)) == "East or West may double"
    table.does("E pass")
    assert view_sentences.double_sentence(view_at(table.record, "public", 5)) == ""


def test_a_weis_whose_cards_the_scribe_did_not_see() -> None:
    table = JassTable(unseen=True).playing("S 40 D")
    table.does("S TS, S weis 50, E 6H, N JS, W QS, S scores 50, W demands S 50, S shows weis TS 9S 8S ??")
    view = view_at(table.record, "scribe", len(table.record.entries) - 1)
    assert (
        list(view_sentences.weis(view, SIDI_BARRANI))[-1] == "South showed its 50: B shields, 9 shields, 8 shields, ??"
    )


# --- results --------------------------------------------------------------------------------------


def test_the_example_of_the_jass_document() -> None:
    """003 "Scoring": 120 Undenufe by South, doubled by West; South declares 50; N-S take 113 card points."""
    view: Any = {
        "contract": {"seat": "S", "bid": 120, "denomination": "undenufe", "factor": 2},
        "weis": {"team": "NS", "scored": [{"seat": "S", "values": [50]}]},
    }
    settled: Any = {
        "outcome": "played",
        "made": False,
        "points": {"NS": 113, "EW": 44},
        "score": {"NS": 163, "EW": 284},
        "reasons": ["contract-failed", "doubled", "weis"],
    }
    assert view_sentences.result(JassTable().record, view, settled) == (
        "South failed with 120 Undenufe, doubled: 113 points",
        ["score NS 163 (113 in tricks, 50 Weis)", "EW 284 (44 in tricks, 240 contract)"],
    )


def test_a_match() -> None:
    """003 "Players and Cards": 100 more for all the tricks."""
    table = JassTable({"S": "JH 9H AH KH QH TH 8H 7H 6H"}).playing("S 257 H").finish()
    assert told_of(table) == (
        "South made 257 roses: 257 points and all tricks; "
        "score NS 534 (257 in tricks, 20 Stöck, 257 contract); EW 0 (0 in tricks)"
    )


def test_a_jass_that_everybody_passed() -> None:
    table = JassTable().dealt().does("S pass, E pass, N pass, W pass")
    assert told_of(table) == "passed out; nothing to score"


def test_courts_are_told_by_tricks_and_partners_by_name() -> None:
    """000 "Maharashtrian version"."""
    hands = {"E": "JS 9S AS JH", "N": "9H QS 8D 7D", "W": "KH QH 8H 7H"}
    table = Table("304-doso-viso", hands, dealer="N").dealt().does("W pass, S pass, E half, E indicator AS")
    alone = "Half Court made by East alone; tricks S 0, E 4, N 0, W 0; tokens S -4, E +12, N -4, W -4"
    assert told_of(table.does("E names partner 9S, E open AS").finish()) == alone


def test_marriages_and_the_last_trick_change_what_is_needed() -> None:
    """A28: the bid is 200; 40 less for a marriage in trumps, 10 for the last trick."""
    hands = {"E": "JS 9S AS TS KS QS 8S 7S", "N": "JH 9H AH TH KH QH 8H 7H"}
    table = Table("304-maharashtra", hands, dealer="N").dealt().all_pass().does("deal, W pass, S pass, E 200")
    table.all_pass().does("E indicator JS, E names partner JH, E open JS")
    while table.turn() != "E":
        table.does(f"{table.turn()} {min(act for act in table.may(table.turn()) if len(act) == 2)}")
    result = told_of(table.does("E marriage S").finish())
    assert result.startswith("bid made by East and North; points ")
    assert "; 150 needed; " in result


def test_points_are_written_as_the_house_does() -> None:
    """002 "Alternate Scoring Variant"."""
    table = Table("304-decimal", dealer="W").won_by("S 160")
    table.does(f"S indicator {table.hands['S'][0]}, deal").all_pass().does(f"S open {table.hands['S'][0]}").finish()
    points = table.settled().points
    assert f"points NS {points['NS'] / 10:.1f}, EW {points['EW'] / 10:.1f}; " in told_of(table)
