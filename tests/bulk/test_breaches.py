"""No deal with a fault in it passes at once: one breach in an otherwise legal deal, or anything at all changed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.facts import Act, CapsCalled, CapsConceded, CardsDealt, RedealDemanded, SpoiltTrumpsDeclared
from replay.notation.cards_code import LETTER
from tests.bulk.archives import FULL, RULES, assert_no_fault_passes, decoded, encoded, engine, lines, written
from tests.rules.random_deals import deal
from tests.rules.test_mutations import BREACHES

DEALS = 1000 if FULL else 120
BREACHED = 2000 if FULL else 200
LETTERS = [LETTER[rank + suit] for suit in "SHDC" for rank in "789TJQKA"]
CALLS = CapsCalled | CapsConceded | SpoiltTrumpsDeclared | RedealDemanded


# --- one breach, and the deal played on legally to its end ----------------------------------------------


def breached(seed: int) -> bytes | None:
    """A deal in which one act broke a rule, recorded as it happened; None when no core can tell it."""
    rng = random.Random(seed)
    dealer, acts = deal(RULES, 5_000_000 + seed)
    names = sorted(BREACHES)
    rng.shuffle(names)
    plies = [*range(len(acts))]
    rng.shuffle(plies)
    for name in names[:12]:
        for ply in plies[:12]:
            s = RULES.start(dealer)
            for act in acts[:ply]:
                RULES.apply(s, act)
            broken = BREACHES[name][0](RULES, s, acts[ply], rng)
            if broken is None or broken == acts[ply] or RULES.judge(s, broken) is None:
                continue
            return _played_on(dealer, [*acts[:ply], broken], rng, acts)
    return None


def _played_on(dealer: str, acts: list[Act], rng: random.Random, before: list[Act]) -> bytes | None:
    s = RULES.start(dealer)
    for act in acts:
        RULES.apply(s, act)
    later = [act for act in before[len(acts) :] if isinstance(act, CardsDealt)]
    acts += RULES.settle_owed(s)
    for _ in range(150):
        seat = RULES.to_act(s)
        if seat is None:
            told = written(RULES, dealer, acts, s)
            return told if b'"core":{' in told else None
        options = [act for act in RULES.legal(s, seat) if not isinstance(act, CALLS)]
        if not options:
            return None
        act = rng.choice(options)
        if isinstance(act, CardsDealt):
            if not later:
                return None
            act = later.pop(0)
        RULES.apply(s, act)
        acts += [act, *RULES.settle_owed(s)]
    return None


def test_a_deal_with_one_breach_in_it_never_passes() -> None:
    told = [line for seed in range(BREACHED) if (line := breached(seed)) is not None]
    assert len(told) > BREACHED / 4
    assert assert_no_fault_passes(told) == 0


# --- anything changed ---------------------------------------------------------------------------------------

Core = dict[str, Any]
Change = Callable[[dict[str, Any], Core, random.Random], None]
CHANGES: dict[str, Change] = {}


def change(function: Change) -> Change:
    """A way to spoil a deal that was played."""
    CHANGES[function.__name__.replace("_", " ")] = function
    return function


def put(text: str, at: int, new: str) -> str:
    return text[:at] + new + text[at + len(new) :]


def swap(text: str, a: int, b: int) -> str:
    return put(put(text, a, text[b]), b, text[a])


def plays_of_a_seat(core: Core, rng: random.Random) -> list[int]:
    """Where the plays of one seat stand."""
    seat = rng.randrange(4)
    return [n for n in range(0, len(core["plays"]), 2) if (ord(core["plays"][n + 1]) - 48) >> 2 == seat]


def any_play(core: Core, rng: random.Random) -> int:
    return 2 * rng.randrange(len(core["plays"]) // 2)


def any_call(core: Core, part: str, rng: random.Random) -> int:
    return 4 * rng.randrange(len(core[part]) // 4)


@change
def two_cards_of_a_seat_in_the_wrong_order(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    places = plays_of_a_seat(core, rng)
    if len(places) > 1:
        core["plays"] = swap(core["plays"], *rng.sample(places, 2))


@change
def two_plays_of_a_seat_in_the_wrong_order(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    places = plays_of_a_seat(core, rng)
    if len(places) > 1:
        a, b = rng.sample(places, 2)
        core["plays"] = swap(swap(core["plays"], a, b), a + 1, b + 1)


@change
def two_neighbours_in_the_wrong_order(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    at = any_play(core, rng)
    if at:
        core["plays"] = swap(swap(core["plays"], at, at - 2), at + 1, at - 1)


@change
def two_plays_anywhere_in_the_wrong_order(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    a, b = any_play(core, rng), any_play(core, rng)
    core["plays"] = swap(core["plays"], a, b)


@change
def another_card_played(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["plays"] = put(core["plays"], any_play(core, rng), rng.choice(LETTERS))


@change
def a_card_that_is_in_no_pack(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["plays"] = put(core["plays"], any_play(core, rng), rng.choice("AN?é"))


@change
def another_seat(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    at = any_play(core, rng) + 1
    core["plays"] = put(core["plays"], at, chr(48 + (ord(core["plays"][at]) - 48) % 4 + 4 * rng.randrange(5)))


@change
def face_up_instead_of_down_or_the_other_way(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    at = any_play(core, rng) + 1
    core["plays"] = put(core["plays"], at, chr((ord(core["plays"][at]) - 48 ^ 1) + 48))


@change
def the_indicator_or_not(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    at = any_play(core, rng) + 1
    core["plays"] = put(core["plays"], at, chr((ord(core["plays"][at]) - 48 ^ 2) + 48))


@change
def the_indicator_and_its_face(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    at = any_play(core, rng) + 1
    core["plays"] = put(core["plays"], at, chr((ord(core["plays"][at]) - 48 ^ 3) + 48))


@change
def two_tricks_in_the_wrong_order(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    width = len(core["plays"]) // 8
    tricks = [core["plays"][n * width : (n + 1) * width] for n in range(8)]
    a, b = rng.sample(range(8), 2)
    tricks[a], tricks[b] = tricks[b], tricks[a]
    core["plays"] = "".join(tricks)


@change
def the_last_trick_missing(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["plays"], core["looks"] = core["plays"][: -len(core["plays"]) // 8], core["looks"][:-1]


@change
def another_look(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["looks"] = put(core["looks"], rng.randrange(8), rng.choice(".ntsijx"))


@change
def no_look_at_all(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["looks"] = "." * 8


@change
def other_tokens(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], 3, str(rng.randrange(10)))


@change
def tokens_for_the_others(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], 1, "-" if core["result"][1] == "+" else "+")


@change
def other_points(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], rng.randrange(4, 10), str(rng.randrange(10)))


@change
def other_tricks(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], rng.randrange(10, 12), str(rng.randrange(10)))


@change
def made_instead_of_failed(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] = put(core["result"], 0, rng.choice("mfps"))


@change
def another_reason(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["result"] += ":caps-right"


@change
def another_number_bid(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "auction", "second"])
    at = any_call(core, part, rng)
    core[part] = put(core[part], at + 1, f"{10 * rng.randrange(15, 32):03d}")


@change
def a_number_that_is_on_no_ladder(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["auction"] = put(core["auction"], any_call(core, "auction", rng) + 3, rng.choice("123456789"))


@change
def a_pass_instead(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    core[part] = put(core[part], any_call(core, part, rng) + 1, "---")


@change
def partner_asked_instead(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    core[part] = put(core[part], any_call(core, part, rng) + 1, "ask")


@change
def partner_close_caps_instead(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    core[part] = put(core[part], any_call(core, part, rng) + 1, "pcc")


@change
def a_call_out_of_turn(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    core[part] = put(core[part], any_call(core, part, rng), rng.choice("01234"))


@change
def a_call_left_out(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    at = any_call(core, part, rng)
    core[part] = core[part][:at] + core[part][at + 4 :]


@change
def a_call_too_many(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice(["auction", "second"])
    at = any_call(core, part, rng)
    core[part] = core[part][: at + 4] + core[part][at:]


@change
def another_indicator(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["trump"] = put(core["trump"], rng.randrange(len(core["trump"]) - 1), rng.choice(LETTERS))


@change
def an_indicator_too_many(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["trump"] = rng.choice(LETTERS) + core["trump"]


@change
def open_instead_of_closed(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["trump"] = core["trump"][:-1] + ("-" if core["trump"][-1] == "+" else "+")


@change
def neither_open_nor_closed(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["trump"] = core["trump"][:-1]


@change
def two_dealt_cards_in_each_others_place(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["cards"] = swap(core["cards"], *rng.sample(range(len(core["cards"])), 2))


@change
def a_card_dealt_twice(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["cards"] = put(core["cards"], rng.randrange(len(core["cards"])), rng.choice(LETTERS))


@change
def another_dealer(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    line["dealer"] = rng.choice("NESWX")


@change
def more_cards_lifted_than_there_are(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["cut"] = rng.choice([32, 40, 99, 127, 128, 160, 255, 256, -2])


@change
def a_pack_that_was_not_dealt(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    core["pack"], core["cut"] = "".join(rng.sample(LETTERS, 32)), rng.randrange(1, 32)


@change
def any_other_character(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice([name for name, value in core.items() if isinstance(value, str) and value])
    at = rng.randrange(len(core[part]))
    core[part] = put(core[part], at, chr(rng.randrange(32, 127)))


@change
def a_character_too_few(line: dict[str, Any], core: Core, rng: random.Random) -> None:
    part = rng.choice([name for name, value in core.items() if isinstance(value, str) and value])
    at = rng.randrange(len(core[part]))
    core[part] = core[part][:at] + core[part][at + 1 :]


@cache
def spoilt(name: str) -> tuple[bytes, ...]:
    """Deals that were played, each changed in this way."""
    rng = random.Random(name)
    found = []
    for told in lines(DEALS * 3 // 2):
        line = decoded(told)
        core: Any = line["core"]
        if "plays" in core:
            CHANGES[name](line, core, rng)
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
    for told in spoilt(name)[: None if FULL else 12]:
        report = engine(told)
        if report is not None and report.settled is not None:
            anew.append(resettled(told, report.settled))
    if anew:
        assert_no_fault_passes(anew)


def resettled(told: bytes, settled: Any) -> bytes:
    """The line with this settlement."""
    line = decoded(told)
    core: Any = line["core"]
    tokens, points, tricks = (list(each.values()) for each in (settled.tokens, settled.points, settled.tricks))
    letter = "m" if settled.made else "p" if settled.outcome == "passed_out" else "f"
    core["result"] = f"{letter}{tokens[0]:+03d}{points[0]:03d}{points[1]:03d}{tricks[0]}{tricks[1]}"
    return encoded(line)


def test_the_changes_are_faults() -> None:
    """Most of each kind are refused by the engine too: it is not that nothing was changed."""
    faulty = {}
    for name in CHANGES:
        reports = [engine(told) for told in spoilt(name)[:5]]
        faulty[name] = sum(report is None or not report.ok for report in reports)
    assert all(faulty.values()), [name for name, count in faulty.items() if not count]
    assert sum(faulty.values()) > 4 * len(CHANGES)
