"""No deal of Sidi Barrani with a fault in it passes at once: one breach of a rule, or anything at all changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from domain.cards import Seat
from domain.facts import (
    Act,
    CardPlayed,
    ContractBid,
    Doubled,
    Passed,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.state import State
from replay.notation.cards_code import LETTER
from tests.bulk.archives import FULL, assert_no_fault_passes, decoded, encoded, engine, passed, written
from tests.bulk.jass_archives import RULES, lines
from tests.jass.random_jass import chosen, deal

DEALS = 1000 if FULL else 100
BREACHED = 3000 if FULL else 300
NUMBERS = (40, 60, 100, 157, 257, 45)
VALUES = (20, 50, 100, 200)
LETTERS = [LETTER[rank + suit] for suit in "SHDC" for rank in "6789TJQKA"]

# --- one breach, and the deal played on legally to its end ----------------------------------------------


def anything(s: State, seat: Seat) -> Iterator[Act]:
    """Whatever a seat might do, allowed or not."""
    place = RULES.place[seat]
    for card in RULES.tables.cards(s.dealt[place]):
        yield CardPlayed(seat, card)
    for points in NUMBERS:
        yield from (ContractBid(seat, points, each) for each in ("H", "undenufe"))
    yield from (Passed(seat), Doubled(seat), Redoubled(seat), WeisConceded(seat), StoeckClaimed(seat))
    yield from (WeisDetailed(seat, cards=5), WeisDetailed(seat, trump=True), WeisDetailed(seat, trump=False))
    yield from (WeisDetailed(seat, top=rank) for rank in "8JA")
    for value in VALUES:
        yield from (WeisDeclared(seat, value), WeisScored(seat, (value,)), WeisScored(seat, (value, 20)))
        yield from (WeisDemanded(seat, of, value) for of in RULES.seats)
    yield WeisShown(seat, tuple(RULES.tables.cards(s.dealt[place])[:3]))


def breached(seed: int) -> bytes | None:
    """A deal in which one act broke a rule, recorded as it happened; None when no core can tell it."""
    rng = random.Random(seed)
    dealer, acts = deal(RULES, 5_000_000 + seed)
    ply = rng.randrange(5, len(acts))
    s = RULES.start(dealer)
    for act in acts[:ply]:
        RULES.apply(s, act)
    wrong = [act for seat in RULES.seats for act in anything(s, seat) if RULES.judge(s, act) is not None]
    kinds = sorted({type(act).__name__ for act in wrong})
    kind = rng.choice(kinds)
    if rng.random() < 0.5 and "CardPlayed" in kinds:
        kind = "CardPlayed"
    told = [*acts[:ply], rng.choice([act for act in wrong if type(act).__name__ == kind])]
    RULES.apply(s, told[-1])
    told += RULES.settle_owed(s)
    for _ in range(150):
        if s.outcome:
            line = written(RULES, dealer, told, s)
            return line if b'"plays"' in line and b'"core":{' in line else None
        options = [act for seat in RULES.seats for act in RULES.legal(s, seat)]
        if not options:
            return None
        told.append(chosen(rng, options))
        RULES.apply(s, told[-1])
        told += RULES.settle_owed(s)
    return None


def test_a_deal_with_one_breach_in_it_never_passes() -> None:
    told = [line for seed in range(BREACHED) if (line := breached(seed)) is not None]
    assert len(told) > BREACHED / 3
    assert assert_no_fault_passes(told) == 0


# --- anything changed ---------------------------------------------------------------------------------------

Core = dict[str, Any]
Change = Callable[[Core, random.Random], None]
CHANGES: dict[str, Change] = {}
SEAT = "048<"
"""Who played, in the order of the seats."""


def change(function: Change) -> Change:
    """A way to spoil a deal."""
    CHANGES[function.__name__.replace("_", " ")] = function
    return function


def put(text: str, at: int, new: str) -> str:
    return text[:at] + new + text[at + len(new) :]


def swap(text: str, a: int, b: int, width: int = 1) -> str:
    return put(put(text, a, text[b : b + width]), b, text[a : a + width])


def any_play(core: Core, rng: random.Random) -> int:
    return 2 * rng.randrange(36)


def any_call(core: Core, rng: random.Random) -> int:
    return 5 * rng.randrange(len(core["auction"]) // 5)


def reworded(core: Core, rng: random.Random, new: Callable[[str], str]) -> None:
    """Another word in the place of one of the talk."""
    words = core.get("talk", "").split()
    if words:
        at = rng.randrange(len(words))
        words[at] = new(words[at])
        core["talk"] = " ".join(word for word in words if word)


@change
def two_cards_of_a_seat_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    seat = rng.choice(SEAT)
    places = [n for n in range(0, 72, 2) if core["plays"][n + 1] == seat]
    core["plays"] = swap(core["plays"], *rng.sample(places, 2))


@change
def two_neighbours_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    at = rng.randrange(0, 70, 2)
    core["plays"] = swap(core["plays"], at, at + 2, 2)


@change
def two_plays_anywhere_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    core["plays"] = swap(core["plays"], any_play(core, rng), any_play(core, rng))


@change
def another_card_played(core: Core, rng: random.Random) -> None:
    core["plays"] = put(core["plays"], any_play(core, rng), rng.choice([*LETTERS, "A", "n", "?", "é"]))


@change
def another_seat_played(core: Core, rng: random.Random) -> None:
    core["plays"] = put(core["plays"], any_play(core, rng) + 1, rng.choice([*SEAT, "1", "@", "/"]))


@change
def two_tricks_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    a, b = rng.sample(range(0, 72, 8), 2)
    core["plays"] = swap(core["plays"], a, b, 8)


@change
def the_last_trick_missing(core: Core, rng: random.Random) -> None:
    core["plays"] = core["plays"][:-8]


@change
def two_cards_dealt_to_each_other(core: Core, rng: random.Random) -> None:
    core["cards"] = swap(core["cards"], *rng.sample(range(36), 2))


@change
def a_card_dealt_twice(core: Core, rng: random.Random) -> None:
    core["cards"] = put(core["cards"], rng.randrange(36), rng.choice(core["cards"]))


@change
def another_cut(core: Core, rng: random.Random) -> None:
    core["cut"] = rng.choice([36, 37, 99, -2, 100, 256])


@change
def a_shuffled_pack(core: Core, rng: random.Random) -> None:
    core["pack"] = "".join(rng.sample(LETTERS, 36))


@change
def another_number_bid(core: Core, rng: random.Random) -> None:
    number = rng.choice([0, 40, 45, 60, 90, 157, 257, 999])
    core["auction"] = put(core["auction"], any_call(core, rng) + 1, f"{number:03}")


@change
def another_denomination(core: Core, rng: random.Random) -> None:
    core["auction"] = put(core["auction"], any_call(core, rng) + 4, rng.choice("SHDCoux-"))


@change
def another_seat_called(core: Core, rng: random.Random) -> None:
    core["auction"] = put(core["auction"], any_call(core, rng), rng.choice("01234/"))


@change
def another_call(core: Core, rng: random.Random) -> None:
    call = rng.choice(["----", "dbl-", "rdbl", "040S", "-.#-"])
    core["auction"] = put(core["auction"], any_call(core, rng) + 1, call)


@change
def a_call_too_many(core: Core, rng: random.Random) -> None:
    at = any_call(core, rng)
    core["auction"] = core["auction"][:at] + core["auction"][at : at + 5] + core["auction"][at:]


@change
def a_call_too_few(core: Core, rng: random.Random) -> None:
    at = any_call(core, rng)
    core["auction"] = core["auction"][:at] + core["auction"][at + 5 :]


@change
def two_calls_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    core["auction"] = swap(core["auction"], any_call(core, rng), any_call(core, rng), 5)


@change
def a_word_left_out(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: "")


@change
def a_word_said_twice(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: f"{word} {word}")


@change
def two_words_in_the_wrong_order(core: Core, rng: random.Random) -> None:
    words = core.get("talk", "").split()
    if len(words) > 1:
        a, b = rng.sample(range(len(words)), 2)
        words[a], words[b] = words[b], words[a]
        core["talk"] = " ".join(words)


@change
def a_word_by_another(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: put(word, 2, rng.choice("01234")))


@change
def a_word_at_another_time(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: f"{rng.choice([0, 1, 2, 3, 4, 5, 20, 36, 37, 68]):02}" + word[2:])


@change
def a_word_of_another_kind(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: put(word, 3, rng.choice("dchtsqvxkpz")))


@change
def another_value(core: Core, rng: random.Random) -> None:
    values = ["0", "20", "020", "00020", "50", "100", "20,20", "20,", ",20", "120", "10020", "K", "6", "+", "-", "5"]
    reworded(core, rng, lambda word: word[:4] + rng.choice(["", *values]))


@change
def another_character_in_a_word(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: put(word, rng.randrange(len(word)), rng.choice([*"0123456789,+-AKQJT", *LETTERS])))


@change
def another_word_added(core: Core, rng: random.Random) -> None:
    words = core.get("talk", "").split()
    word = f"{rng.choice([0, 1, 2, 3, 4, 4, 4, 9, 36]):02}{rng.randrange(4)}"
    word += rng.choice(["d20", "d50", "hA", "c3", "t+", "x", "s20", "s", "q120", "q050", "vKJI", "v", "k", "k", "p"])
    words.insert(rng.choice([len(words), rng.randrange(len(words) + 1)]), word)
    core["talk"] = " ".join(words)


@change
def a_space_too_many(core: Core, rng: random.Random) -> None:
    reworded(core, rng, lambda word: rng.choice([f" {word}", f"{word} "]))
    if "talk" in core:
        core["talk"] = rng.choice([f" {core['talk']}", f"{core['talk']} ", core["talk"].replace(" ", "  ", 1)])


@change
def another_figure_in_the_result(core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], rng.randrange(1, 17), rng.choice("0123456789"))


@change
def made_instead_of_failed(core: Core, rng: random.Random) -> None:
    core["result"] = rng.choice("mfps") + core["result"][1:]


@change
def other_reasons(core: Core, rng: random.Random) -> None:
    reasons = core["result"][18:].split(",") if len(core["result"]) > 17 else []
    word = rng.choice(["contract-made", "contract-failed", "doubled", "redoubled", "match", "weis", "stoeck", ""])
    reasons.insert(rng.randrange(len(reasons) + 1), word)
    if rng.random() < 0.5:
        reasons.pop(rng.randrange(len(reasons)))
    core["result"] = core["result"][:17] + ":" + ",".join(reasons)


@change
def reasons_without_the_contract(core: Core, rng: random.Random) -> None:
    told = core["result"][17:].partition(",")[2] or rng.choice(["weis", "match", "weis,stoeck"])
    core["result"] = core["result"][:17] + "," + told


@change
def any_other_character(core: Core, rng: random.Random) -> None:
    part = rng.choice([name for name, value in core.items() if isinstance(value, str) and value])
    at = rng.randrange(len(core[part]))
    core[part] = put(core[part], at, chr(rng.randrange(32, 127)))


@change
def a_character_too_few(core: Core, rng: random.Random) -> None:
    part = rng.choice([name for name, value in core.items() if isinstance(value, str) and value])
    at = rng.randrange(len(core[part]))
    core[part] = core[part][:at] + core[part][at + 1 :]


@change
def a_character_too_many(core: Core, rng: random.Random) -> None:
    part = rng.choice([name for name, value in core.items() if isinstance(value, str) and value])
    at = rng.randrange(len(core[part]) + 1)
    core[part] = core[part][:at] + chr(rng.randrange(32, 127)) + core[part][at:]


@cache
def spoilt(name: str) -> tuple[bytes, ...]:
    """Deals that were played, each changed in this way."""
    rng = random.Random(name)
    found = []
    for told in lines(RULES, DEALS):
        line = decoded(told)
        CHANGES[name](line["core"], rng)  # type: ignore[arg-type]
        if encoded(line) != told:
            found.append(encoded(line))
    return tuple(found)


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_passes_that_the_engine_finds_fault_with(name: str) -> None:
    told = spoilt(name)
    assert len(told) > DEALS / 5
    assert_no_fault_passes(told)


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_passes_that_the_engine_finds_fault_with_even_when_it_is_settled_anew(name: str) -> None:
    """The settlement is made to fit what happened, so that only the acts themselves can give the fault away."""
    anew = []
    for told in spoilt(name)[: None if FULL else 40]:
        report = engine(told)
        if report is not None and report.settled is not None:
            anew.append(resettled(told, report.settled))
    if anew:
        assert_no_fault_passes(anew)


def resettled(told: bytes, settled: Any) -> bytes:
    """The line with this settlement."""
    line = decoded(told)
    core: Any = line["core"]
    score, points, tricks = (list(each.values()) for each in (settled.score, settled.points, settled.tricks))
    letter = "m" if settled.made else "f"
    core["result"] = f"{letter}{score[0]:04}{score[1]:04}{points[0]:03}{points[1]:03}{tricks[0]}{tricks[1]}"
    if len(settled.reasons) != 1:
        core["result"] += ":" + ",".join(settled.reasons)
    return encoded(line)


def test_whatever_is_lost_at_the_end_of_an_archive_does_no_harm() -> None:
    told = lines(RULES, 1)[0]
    for end in range(len(told)):
        assert passed([told[:end]])[0] == [False]
        assert passed([told[: end // 2] + b"x" * (len(told) - end)])[0] == [False]


def test_a_cut_that_nobody_counted_or_nobody_made_passes() -> None:
    for cut in (0, 35, None):
        line = decoded(lines(RULES, 1)[0])
        core: Any = line["core"]
        core.pop("cut", None)
        if cut is not None:
            core["cut"] = cut
        assert assert_no_fault_passes([encoded(line)]) == 1


def test_the_changes_are_faults() -> None:
    """Most of each kind are refused by the engine too: it is not that nothing was changed."""
    faulty = {}
    for name in CHANGES:
        reports = [engine(told) for told in spoilt(name)[:8]]
        faulty[name] = sum(report is None or not report.clean for report in reports)
    assert all(faulty.values()), [name for name, count in faulty.items() if not count]
    assert sum(faulty.values()) > 6 * len(CHANGES)
