"""Packs and lots that were promised: dealt from given chance, secret until opened, and checked card by card.

The worked examples are those of docs/fair-deals.md. Beside the code stands a second implementation, written from that
page alone.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

import schemas
from domain.engine.facts import CardsDealt, PackCut, PackShuffled
from domain.engine.parameters import override
from domain.engine.rules import Rules
from domain.fair import forms, lots, packs
from domain.fair.forms import FairError
from domain.games.catalogue import RULESETS, ruleset

HOUSE = Path(schemas.__path__[0]).parent
PAGE = (HOUSE / "docs" / "fair-deals.md").read_text(encoding="utf-8")
TERMS = packs.terms_of(ruleset("304"), "Harbour Open 2026")

seeds = st.binary(min_size=32, max_size=32)
games = st.sampled_from(sorted(RULESETS))
line = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)


def schema(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads((HOUSE / "schemas" / f"{name}.schema.json").read_text()))


def blocks(language: str) -> list[str]:
    """The examples of the page in a language."""
    return re.findall(rf"```{language}\n(.*?)\n```", PAGE, re.DOTALL)


COMMITMENT, SECRET, LOTS = (json.loads(block) for block in blocks("json"))
FORM, LOTS_FORM = blocks("text")


# --- a second implementation, from the page ---------------------------------------------------------


def second_order(form: dict[str, Any], items: list[str]) -> list[str]:
    """The items in the order of a form."""
    numbers = list(struct.unpack(">9000H", hashlib.shake_256(rfc8785.dumps(form)).digest(18000)))
    lying = dict(enumerate(items))
    for place in sorted(lying, reverse=True)[:-1]:
        while numbers[0] >= 65536 - 65536 % (place + 1):
            numbers.pop(0)
        other = numbers.pop(0) % (place + 1)
        lying[place], lying[other] = lying[other], lying[place]
    return [lying[place] for place in range(len(items))]


def second_form(file: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """The form of a board from the file it stands in."""
    shared = {key: value for key, value in file.items() if key not in ("boards", "digest")}
    return shared | {"board": board["board"], "seed": board["seed"]}


def second_check(commitment: dict[str, Any], opening: dict[str, Any]) -> bool:
    """Whether an opening is what was promised."""
    digests = {each["board"]: each["digest"] for each in commitment["boards"]}
    for board in opening["boards"]:
        if "digest" in board:
            digest = board["digest"]
        else:
            form = second_form(opening, board)
            digest = hashlib.sha256(rfc8785.dumps(form)).hexdigest()
            if board["cards"].split() != second_order(form, opening["pack"].split()):
                return False
        if digests.pop(board["board"], None) != digest:
            return False
    without = {key: value for key, value in commitment.items() if key != "digest"}
    whole = hashlib.sha256(rfc8785.dumps(without)).hexdigest()
    return not digests and whole == commitment["digest"] == opening["digest"]


# --- the page -----------------------------------------------------------------------------------


def test_the_page_opens_what_it_promised() -> None:
    promised, opening = packs.parse(COMMITMENT), packs.parse(SECRET)
    assert packs.verify(promised, opening) is None
    assert packs.verify(promised.digest, opening) is None
    assert packs.commitment(opening) == promised
    assert packs.plain(opening) == SECRET
    assert packs.plain(promised) == COMMITMENT
    assert second_check(COMMITMENT, SECRET)


def test_the_form_of_the_page_has_the_digest_and_the_numbers_that_it_tells() -> None:
    form = second_form(SECRET, SECRET["boards"][1])
    assert rfc8785.dumps(form).decode() == FORM
    digest = hashlib.sha256(FORM.encode()).hexdigest()
    assert digest == COMMITMENT["boards"][1]["digest"]
    assert f"`{digest}`" in PAGE
    numbers = forms.stream(FORM.encode())
    match = re.search(r"first: ([\d, ]+), …", PAGE)
    assert match
    assert [next(numbers) for _ in range(4)] == [int(number) for number in match[1].split(", ")]


def test_every_key_of_a_form_is_described_on_the_page() -> None:
    described = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert json.loads(FORM).keys() <= described


def test_the_number_that_the_page_passes_over_is_passed_over() -> None:
    """The eleventh number of board 2 is for 22 places; the last whole round of 22 ends before 65516."""
    numbers = forms.stream(FORM.encode())
    drawn_numbers = [next(numbers) for _ in range(12)]
    assert drawn_numbers[10] == 65532
    assert 22 * 2978 == 65516
    again = forms.stream(FORM.encode())
    drawn = [forms.below(limit, again) for limit in range(32, 21, -1)]
    assert drawn == [
        number % limit
        for number, limit in zip([*drawn_numbers[:10], drawn_numbers[11]], range(32, 21, -1), strict=True)
    ]


def test_the_hands_of_the_page_are_dealt_from_its_pack() -> None:
    opening = packs.parse(SECRET)
    batches = packs.dealt(opening.terms, opening.board(2))
    rows = dict(re.findall(r"^\| (North|West|South|East) \| (.*?) \|$", PAGE, re.MULTILINE))
    for name, cards in rows.items():
        assert " | ".join(" ".join(each.hands[name[0]]) for each in batches) == cards
    assert len(rows) == 4
    assert {each.seat for each in batches} == {"E"}


def test_the_lots_of_the_page_are_drawn_as_it_tells() -> None:
    """60541 mod 4 = 1, 4247 mod 3 = 2, 17642 mod 2 = 0: Dilan, Ann, Chitra, Ben."""
    opening = lots.parse(LOTS)
    assert opening.order == ("Dilan", "Ann", "Chitra", "Ben")
    assert lots.verify(lots.commitment(opening), opening) is None
    assert hashlib.sha256(LOTS_FORM.encode()).hexdigest() == LOTS["digest"]
    assert second_order(json.loads(LOTS_FORM), LOTS["entries"]) == LOTS["order"]
    assert second_order(json.loads(LOTS_FORM), LOTS["entries"]) == list(
        forms.shuffle(opening.entries, json.loads(LOTS_FORM))
    )


# --- both implementations -----------------------------------------------------------------------


@given(games, line, st.lists(st.integers(1, 999), min_size=1, max_size=4, unique=True), st.data())
def test_both_implementations_deal_alike(key: str, name: str, boards: list[int], data: st.DataObject) -> None:
    entropy = b"".join(data.draw(st.lists(seeds, min_size=len(boards), max_size=len(boards))))
    secret = packs.deal(packs.terms_of(RULESETS[key], name), boards, entropy)
    file = packs.plain(secret)
    for board in file["boards"]:
        assert second_order(second_form(file, board), file["pack"].split()) == board["cards"].split()
    assert packs.verify(packs.commitment(secret), secret) is None
    assert second_check(packs.plain(packs.commitment(secret)), file)


@given(st.lists(line, min_size=1, max_size=300, unique=True), seeds)
def test_both_implementations_draw_alike(entries: list[str], entropy: bytes) -> None:
    drawn = lots.draw(entries, entropy, "Harbour Open", "seeding")
    form = {key: value for key, value in lots.plain(drawn).items() if key not in ("order", "digest")}
    assert second_order(form, entries) == list(drawn.order)
    assert Counter(drawn.order) == Counter(entries)
    assert lots.verify(lots.commitment(drawn), drawn) is None


# --- chance -------------------------------------------------------------------------------------


def test_every_order_comes_up_as_often() -> None:
    """24,000 draws of four: each of 24 orders about 1,000 times. With 23 degrees of freedom a chi-square above 64 has a
    chance of 1 in 100,000; the seeds are fixed, so it is the same each time."""
    counts = Counter(forms.shuffle("ABCD", {"seed": f"{n:064x}"}) for n in range(24_000))
    assert set(counts) == set(permutations("ABCD"))
    assert sum((times - 1000) ** 2 / 1000 for times in counts.values()) < 64


def test_no_number_below_a_limit_is_likelier_than_another() -> None:
    """Of all 65536 numbers that may come, each remainder is left as often: the others are passed over."""
    for limit in (2, 3, 22, 32, 52, 100, 40_000):
        whole = 65536 - 65536 % limit
        drawn = Counter(forms.below(limit, iter((number, 0))) for number in range(65536))
        passed = 65536 - whole
        assert drawn[0] - passed == whole // limit
        assert {drawn[n] for n in range(1, limit)} == {whole // limit}


def test_a_seed_has_more_chance_in_it_than_any_pack() -> None:
    """2²⁵⁶ seeds for 52! orders, and so for any smaller pack."""
    orders = 1
    for n in range(2, 53):
        orders *= n
    assert orders < 256**forms.SEED_BYTES
    assert max(game.pack.size for game in RULESETS.values()) <= 52


def test_the_stream_goes_on_as_long_as_anybody_asks() -> None:
    numbers = forms.stream(b"text")
    drawn_numbers = [next(numbers) for _ in range(5000)]
    assert struct.pack(">5000H", *drawn_numbers) == hashlib.shake_256(b"text").digest(10_000)


# --- secrets ------------------------------------------------------------------------------------


@given(seeds, seeds, seeds)
def test_a_commitment_differs_only_in_its_digests(one: bytes, other: bytes, shared: bytes) -> None:
    """Two promises differ only in the digests of the cards that differ."""
    commitments = [packs.plain(packs.commitment(packs.deal(TERMS, [1, 2], first + shared))) for first in (one, other)]
    for each in commitments:
        del each["digest"], each["boards"][0]["digest"]
    assert commitments[0] == commitments[1]


@given(seeds, seeds)
def test_an_opened_board_tells_nothing_of_a_closed_one(one: bytes, other: bytes) -> None:
    """Board 1 is opened; board 2 may hold any cards, and all that is shown of it is its digest."""
    first = bytes(32)
    opened = [packs.plain(packs.open_boards(packs.deal(TERMS, [1, 2], first + second), {1})) for second in (one, other)]
    for each in opened:
        assert each["boards"][1].keys() == {"board", "digest"}
        del each["digest"], each["boards"][1]["digest"]
    assert opened[0] == opened[1]


def test_who_guesses_the_cards_cannot_test_the_guess() -> None:
    """No digest is made of what anybody could guess: the cards, the order, the terms without the seed."""
    secret = packs.deal(TERMS, [1], bytes(range(32)))
    (board,) = packs.plain(secret)["boards"]
    form = second_form(packs.plain(secret), board)
    cards = board["cards"]
    guesses: list[Any] = [cards, cards.split(), {"cards": cards}, {"board": 1, "cards": cards}, {**form, "seed": ""}]
    guesses += [{key: value for key, value in form.items() if key != "seed"} | more for more in ({}, {"cards": cards})]
    digests = {hashlib.sha256(rfc8785.dumps(guess)).hexdigest() for guess in guesses}
    digests |= {hashlib.sha256(cards.encode()).hexdigest(), hashlib.sha256(cards.replace(" ", "").encode()).hexdigest()}
    promised = json.dumps(packs.plain(packs.commitment(secret)))
    assert not any(digest in promised for digest in digests)
    assert board["seed"] not in promised
    assert cards not in promised


def test_the_same_cards_on_two_boards_would_have_different_digests() -> None:
    """The same seed deals other cards on another board or in another tournament, so nothing repeats itself."""
    here = packs.deal(TERMS, [1, 2], bytes(64))
    there = packs.deal(replace(TERMS, tournament="Lagoon Cup"), [1, 2], bytes(64))
    boards = [board for each in (here, there) for board in each.boards if isinstance(board, packs.Opened)]
    assert len({board.seed for board in boards}) == 1
    assert len({board.cards for board in boards}) == 4
    assert (
        len(
            {
                each.digest
                for whole in (here, there)
                for each in packs.commitment(whole).boards
                if isinstance(each, packs.Closed)
            }
        )
        == 4
    )


@given(seeds, seeds)
def test_promised_lots_differ_only_in_their_digest(one: bytes, other: bytes) -> None:
    commitments = [lots.plain(lots.commitment(lots.draw("ABCDEFGH", each))) for each in (one, other)]
    assert all({"seed", "order"}.isdisjoint(each) for each in commitments)
    assert {key for key in commitments[0] if commitments[0][key] != commitments[1][key]} <= {"digest"}


# --- what does not fit --------------------------------------------------------------------------


def changed(document: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """A copy of an object with one thing changed."""
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


CARDS = SECRET["boards"][1]["cards"]
SEED = SECRET["boards"][1]["seed"]


@pytest.mark.parametrize(
    ("path", "value", "what", "message"),
    [
        (("boards", 1, "cards"), CARDS.replace("7D 9C", "9C 7D"), "order",
         "board 2: card 2 from the top is 9C, but the seed gives 7D"),
        (("boards", 1, "cards"), CARDS.replace("7D", "KH"), "card", "board 2: KH is there twice"),
        (("boards", 1, "cards"), CARDS.replace(" 7D", ""), "card", "board 2: 7D is not there"),
        (("boards", 1, "cards"), CARDS.replace("7D", "6D"), "card", "board 2: 6D is no card of the pack"),
        (("boards", 1, "seed"), "0" + SEED[1:], "seed", "board 2: the seed is not the one that was promised"),
        (("boards", 1, "board"), 3, "", "the order of their numbers"),
        (("boards", 2, "board"), 4, "board", "board 3 was promised and is not in the opening"),
        (("boards", 2), {"board": 3, "digest": "0" * 64}, "board", "board 3: the digest is not the one"),
        (("tournament",), "Lagoon Cup", "terms", "promised was 'Harbour Open 2026', opened is 'Lagoon Cup'"),
        (("ruleset",), "304 v2", "terms", "ruleset: promised was '304 v1', opened is '304 v2'"),
        (("pack",), SECRET["pack"].replace("7S 8S", "8S 7S"), "terms", "pack: promised was 7S 8S QS"),
        (("seats",), "E S N W", "terms", "seats: promised was S E N W, opened is E S N W"),
        (("batches",), [8], "terms", "batches: promised was 4 4, opened is 8"),
        (("digest",), "0" * 64, "digest", f"in the opening stands {'0' * 64}"),
    ],
)  # fmt: skip
def test_what_was_changed_in_an_opening_is_named(
    path: tuple[str | int, ...], value: Any, what: str, message: str
) -> None:
    opening = changed(SECRET, path, value)
    assert not second_check(COMMITMENT, opening)
    if not what:
        with pytest.raises(FairError, match=message):
            packs.parse(opening)
        return
    wrong = packs.verify(packs.parse(COMMITMENT), packs.parse(opening))
    assert wrong
    assert (wrong.what, message in str(wrong.text)) == (what, True), wrong
    assert packs.verify(COMMITMENT["digest"], packs.parse(opening)), "the digest alone shows that something is wrong"


def test_a_board_that_was_not_promised_is_named() -> None:
    promised = packs.commitment(packs.deal(TERMS, [1, 2], bytes(64)))
    wrong = packs.verify(promised, packs.deal(TERMS, [1, 2, 3], bytes(96)))
    assert wrong
    assert (wrong.what, wrong.board, str(wrong.text)) == ("board", 3, "board 3 was not promised")


def test_a_commitment_that_was_changed_is_not_whole() -> None:
    promised = packs.parse(changed(COMMITMENT, ("boards", 0, "digest"), "0" * 64))
    wrong = packs.verify(promised, packs.parse(SECRET))
    assert wrong
    assert (wrong.what, "the commitment is not whole" in str(wrong.text)) == ("digest", True)


@given(seeds, seeds, st.integers(0, 31), st.integers(0, 31), st.integers(0, 255))
def test_a_changed_card_order_or_seed_never_verifies(one: bytes, other: bytes, a: int, b: int, bit: int) -> None:
    secret = packs.deal(TERMS, [1, 2], one + other)
    promised = packs.commitment(secret)
    board = secret.board(2)
    cards = list(board.cards)
    swapped = list(cards)
    swapped[a], swapped[b] = swapped[b], swapped[a]
    doubled = [*cards[:a], cards[b], *cards[a + 1 :]]
    seed = f"{int(board.seed, 16) ^ (1 << bit):064x}"
    for what, changed_board in (
        ("order", replace(board, cards=tuple(swapped))),
        ("card", replace(board, cards=tuple(doubled))),
        ("seed", replace(board, seed=seed)),
    ):
        wrong = packs.verify(promised, replace(secret, boards=(secret.boards[0], changed_board)))
        if changed_board == board:
            assert wrong is None
        else:
            assert wrong
            assert (wrong.what, wrong.board) == (what, 2)


@pytest.mark.parametrize(
    ("path", "value", "what", "message"),
    [
        (("order",), ["Ann", "Dilan", "Chitra", "Ben"], "order", "place 1 is Ann, but the seed gives Dilan"),
        (("order",), ["Dilan", "Ann", "Chitra"], "order", "4 entries are drawn, but 3 stand in the order"),
        (("seed",), "0" * 64, "seed", "is not what was promised: the digest is"),
        (("purpose",), "byes", "terms", "purpose: promised was 'seeding', opened is 'byes'"),
        (("entries",), ["Ben", "Ann", "Chitra", "Dilan"], "terms", "entries: promised was Ann; Ben; Chitra; Dilan,"),
        (("digest",), "0" * 64, "digest", f"in the opening stands {'0' * 64}"),
    ],
)  # fmt: skip
def test_what_was_changed_in_lots_is_named(path: tuple[str | int, ...], value: Any, what: str, message: str) -> None:
    promised, opening = lots.commitment(lots.parse(LOTS)), lots.parse(changed(LOTS, path, value))
    wrong = lots.verify(promised, opening)
    assert wrong
    assert (wrong.what, message in str(wrong.text)) == (what, True), wrong
    assert lots.verify(LOTS["digest"], opening)


def test_promised_lots_are_no_opening() -> None:
    promised = lots.commitment(lots.parse(LOTS))
    wrong = lots.verify(promised, promised)
    assert wrong
    assert "not opened here" in str(wrong.text)


# --- shapes -------------------------------------------------------------------------------------


@given(games, seeds, line)
def test_what_is_written_is_read_again_and_keeps_its_schema(key: str, seed: bytes, name: str) -> None:
    secret = packs.deal(packs.terms_of(RULESETS[key], name), [3, 5], seed + seed)
    for each in (secret, packs.open_boards(secret, {5}), packs.commitment(secret)):
        document = packs.plain(each)
        schema("packs").validate(document)
        assert packs.parse(forms.read_json(json.dumps(document))) == each
    drawn = lots.draw([name, f"{name}2"], seed)
    for one in (drawn, lots.commitment(drawn)):
        schema("lots").validate(lots.plain(one))
        assert lots.parse(forms.read_json(json.dumps(lots.plain(one)))) == one


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("nought",), 2, "nought: 2 is no version"),
        (("nought",), True, "nought: True is no version"),
        (("kind",), "lots", "kind: packs are asked for, not 'lots'"),
        (("tournament",), None, "tournament: a text on one line"),
        (("tournament",), "two\nlines", "tournament: a text on one line"),
        (("ruleset",), "x" * 201, "at most 200 characters"),
        (("pack",), ["7S"], "pack: words with a space between are needed"),
        (("batches",), [4, -4], "batches: a list of whole numbers is needed"),
        (("batches",), [4, 5], "the pack of 32 cards cannot be dealt in these batches to these seats"),
        (("seats",), "S E S W", "cannot be dealt"),
        (("boards",), {}, "boards: a list of boards is needed"),
        (("boards", 0), 1, "boards: a list of boards is needed"),
        (("boards", 0, "board"), 0, "board: a number from 1 to 999 is needed"),
        (("boards", 0, "board"), True, "board: a number from 1 to 999 is needed"),
        (("boards", 0, "board"), "1", "board: a number from 1 to 999 is needed"),
        (("boards", 0, "seed"), "F" * 64, "board 1: seed: 64 hexadecimal digits"),
        (("boards", 0, "hand"), "JH", "board 1: hand: there is no such field"),
        (("boards", 0, "digest"), "0" * 64, "there is no such field"),
        (("digest",), None, "digest: 64 hexadecimal digits"),
        (("seed",), "0" * 64, "seed: there is no such field"),
    ],
)
def test_what_has_another_shape_is_refused_in_words(path: tuple[str | int, ...], value: Any, message: str) -> None:
    with pytest.raises(FairError, match=re.escape(message)):
        packs.parse(changed(SECRET, path, value))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("entries",), [], "entries: 1 to 4096 can be drawn"),
        (("entries",), ["Ann", "Ann"], "entries: Ann stands there twice"),
        (("entries",), ["Ann", ""], "entries: a list of names is needed"),
        (("order",), "Ann", "order: a list of names is needed"),
        (("seed",), None, "seed: 64 hexadecimal digits"),
        (("boards",), [], "boards: there is no such field"),
        (("kind",), "packs", "kind: lots are asked for"),
    ],
)
def test_lots_of_another_shape_are_refused_in_words(path: tuple[str | int, ...], value: Any, message: str) -> None:
    with pytest.raises(FairError, match=re.escape(message)):
        lots.parse(changed(LOTS, path, value))


@pytest.mark.parametrize("text", ["", "[]", "null", '{"a": 1, "a": 2}', "{", b"\xff", "[" * 100_000])
def test_what_is_no_json_object_is_refused(text: str | bytes) -> None:
    with pytest.raises(FairError):
        forms.read_json(text)


@pytest.mark.parametrize("boards", [[], [0], [1000], [1, 1]])
def test_boards_that_are_none_are_not_dealt(boards: list[int]) -> None:
    with pytest.raises(FairError, match="different numbers from 1 to 999"):
        packs.deal(TERMS, boards, bytes(32 * len(boards)))


def test_every_board_needs_chance_of_its_own() -> None:
    with pytest.raises(FairError, match="32 bytes of chance are needed for each board"):
        packs.deal(TERMS, [1, 2], bytes(32))
    with pytest.raises(FairError, match="32 bytes of chance are needed, not 31"):
        lots.draw(["Ann"], bytes(31))
    with pytest.raises(FairError, match="a text on one line"):
        packs.deal(replace(TERMS, tournament="\ud800"), [1], bytes(32))


def test_a_board_that_is_not_there_or_not_opened_is_told() -> None:
    secret = packs.deal(TERMS, [1, 2, 3, 7], bytes(128))
    with pytest.raises(FairError, match="there is no board 4; there are 1–3, 7"):
        secret.board(4)
    with pytest.raises(FairError, match="board 2 is not opened here"):
        packs.open_boards(secret, {1}).board(2)


# --- at the table -------------------------------------------------------------------------------


@given(games, seeds, st.integers(1, 99))
def test_a_board_becomes_the_first_acts_of_a_deal(key: str, seed: bytes, number: int) -> None:
    """Its batches are legal one after the other, and are what the engine deals from the same pack uncut."""
    rules = Rules(RULESETS[key])
    secret = packs.deal(packs.terms_of(RULESETS[key]), [number], seed)
    board = secret.board(number)
    batches = list(packs.dealt(secret.terms, board))
    dealer = packs.dealer(number, secret.terms.seats)
    place = rules.seats.index(dealer)
    s = rules.start(dealer)
    for act in (PackShuffled(dealer, board.cards), PackCut(rules.seats[place - 1], None)):
        assert rules.judge(s, act) is None
        rules.apply(s, act)
    assert rules.legal(s, dealer) == [batches[0]]
    assert rules.judge(s, batches[0]) is None
    hands = packs.hands(secret.terms, board)
    assert sorted(card for hand in hands.values() for card in hand) == sorted(secret.terms.pack)
    assert all(isinstance(each, CardsDealt) and each.seat == dealer for each in batches)
    assert [len(each.hands[dealer]) for each in batches] == list(RULESETS[key].batches)


def test_the_deal_goes_round_from_board_to_board() -> None:
    """S, E, N, W, counter-clockwise as 304 is dealt, and again (000 "Deal")."""
    assert "".join(packs.dealer(board, TERMS.seats) for board in range(1, 10)) == "SENWSENWS"


def test_a_duplicate_may_be_played_without_redeals() -> None:
    """As docs/fair-deals.md advises; the packs are the same, the ruleset is another."""
    house = override(ruleset("304"), "304-duplicate", "304 as a duplicate", {"redeal.threshold": None})
    terms = packs.terms_of(house)
    assert (terms.ruleset, terms.pack) == ("304-duplicate v1", TERMS.pack)
