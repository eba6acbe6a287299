"""Small tournaments for the tests, told in short, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.state import BYE, FORFEIT, LATE, PLAYED, REQUESTED, WALKOVER, Adjustment, Entry, Line
from domain.tournament.terms import Scoring, Terms

NAMES = ("Amal", "Bimal", "Chitra", "Dilani", "Esha", "Farid", "Geetha", "Hema", "Ishan", "Janaki")


def entered(count: int, **seeds: int) -> list[Entry]:
    """Entries ``1``, ``2`` …, named by the alphabet; seeds by name."""
    return [
        Entry(str(n + 1), NAMES[n] if n < len(NAMES) else f"Pair {n + 1}", seed=seeds.get(f"n{n + 1}"))
        for n in range(count)
    ]


def met(round_: int, one: str, other: str, won: int, lost: int, table: int = 0, confirmed: bool = True) -> list[Line]:
    """Both lines of an encounter."""
    return [
        Line(round_, one, PLAYED, table, (other,), won=won, lost=lost, confirmed=confirmed),
        Line(round_, other, PLAYED, table, (one,), won=lost, lost=won, confirmed=confirmed),
    ]


def lines_of(rounds: Iterable[str]) -> list[Line]:
    """Rounds as ``1-2 7:3, 3-4 5:7, 5 bye, 6-7 walkover`` (the first was there)."""
    lines: list[Line] = []
    for number, text in enumerate(rounds, 1):
        for table, each in enumerate(text.split(", "), 1):
            who, what = each.split(" ")
            if what == "bye":
                lines.append(Line(number, who, BYE))
                continue
            one, other = who.split("-")
            if what == "walkover":
                lines += [Line(number, one, WALKOVER, table, (other,)), Line(number, other, FORFEIT, table, (one,))]
                continue
            won, lost = map(int, what.split(":"))
            lines += met(number, one, other, won, lost, table)
    return lines


def drawn_at_random(rng: random.Random, entries: list[Entry], rounds: int, partners: bool = False) -> list[Line]:
    """A tournament whose rounds are drawn blindly, with byes, forfeits and some who are not there."""
    lines: list[Line] = []
    size = 4 if partners else 2
    for number in range(1, rounds + 1):
        there = [entry.id for entry in entries if rng.random() < 0.95]
        rng.shuffle(there)
        while len(there) % size:
            lines.append(Line(number, there.pop(), BYE))
        for table in range(len(there) // size):
            seats = there[table * size : (table + 1) * size]
            sides = (tuple(seats[: size // 2]), tuple(seats[size // 2 :]))
            won, lost = rng.choice([(7, rng.randrange(7)), (rng.randrange(7), 7), (4, 4)])
            forfeited, both = rng.random() < 0.07, rng.random() < 0.3
            for side, ours, theirs in ((0, won, lost), (1, lost, won)):
                for entry in sides[side]:
                    mates = tuple(each for each in sides[side] if each != entry)
                    if forfeited:
                        kind = FORFEIT if side or both else WALKOVER
                        lines.append(Line(number, entry, kind, table + 1, sides[1 - side], mates))
                        continue
                    line = Line(number, entry, PLAYED, table + 1, sides[1 - side], mates, ours, theirs)
                    lines.append(replace(line, deals_won=min(ours, 5), points=90 * ours, points_lost=90 * theirs))
    return lines


@st.composite
def tournaments(
    draw: st.DrawFn, counts: tuple[str, ...] = ("wins", "tokens", "deals", "points")
) -> tuple[Terms, list[Entry], list[Line], list[Adjustment], list[str]]:
    """A tournament that is somewhere on its way: terms, entries, lines, rulings and a lot."""
    partners = draw(st.booleans())
    rng = random.Random(draw(st.integers(0, 2**32)))
    entries = [
        Entry(str(n + 1), f"Entry {n + 1}", seed=n // 2 + 1 if rng.random() < 0.7 else None)
        for n in range(draw(st.integers(2, 12)))
    ]
    rounds = draw(st.integers(0, 7))
    lines = drawn_at_random(rng, entries, rounds, partners)
    there = {(line.round, line.entry) for line in lines}
    breaks = draw(st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True))
    scoring = Scoring(
        counts=draw(st.sampled_from(counts)),
        win=draw(st.sampled_from([2, 6])),
        draw=draw(st.sampled_from([1, 2])),
        bye=draw(st.sampled_from([None, None, 0, 1, 2])),
        forfeit=draw(st.sampled_from([None, None, 2])),
        requested_bye=draw(st.sampled_from(["half", "none", "full"])),
        late=draw(st.sampled_from(["none", "half", "full"])),
        drop_worst=draw(st.sampled_from([0, 0, 1, 2])),
    )
    fide = scoring.counts == "wins" and not scoring.drop_worst and draw(st.booleans())
    entries = [
        replace(entry, idle=tuple(n for n in range(1, rounds + 1) if (n, entry.id) not in there)) for entry in entries
    ]
    away = [(n, entry.id) for entry in entries for n in entry.idle if rng.random() < 0.5]
    lines += [Line(n, entry, rng.choice([REQUESTED, LATE])) for n, entry in away]
    terms = Terms(
        "drawn-partners" if partners else draw(st.sampled_from(["swiss", "swiss", "round-robin"])),
        side=1 if partners else 2,
        rounds=max(rounds, 3),
        unplayed="fide-2024" if fide else "own-score",
        scoring=scoring,
        tie_breaks=tuple(breaks),
    )
    adjustments = [
        Adjustment(rng.choice(entries).id, rng.randint(-3, 3), rng.choice(["score", "tokens"]), rng.randint(0, 3))
        for _ in range(draw(st.integers(0, 2)))
    ]
    lots = [entry.id for entry in entries if rng.random() < 0.8]
    rng.shuffle(lots)
    return terms, entries, lines, adjustments, lots
