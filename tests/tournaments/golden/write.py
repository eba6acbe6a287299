"""Play one small tournament of every format and write what it came to: draws with their reasons, standings, warnings.

The files are written anew by ``python -m tests.tournaments.golden.write``; read the difference before you keep it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.results.lines import compare_boards
from domain.tournament.standings.places import explain, standings
from domain.tournament.standings.scores import format_number
from domain.tournament.state import BYE, FORFEIT, WALKOVER, Draw, Entry, EntryId, Line, Pairing
from domain.tournament.terms import Encounter, Scoring, Terms, check
from tests.tournaments.chance import result
from tests.tournaments.evenings import NAMES

HERE: Final = Path(__file__).parent
RACE: Final = Encounter(race=7)
EVENINGS: Final = {
    "knockout": Terms("knockout", encounter=RACE, consolation=True, third_place=True),
    "round-robin": Terms("round-robin", encounter=RACE, legs=2),
    "swiss": Terms("swiss", rounds=5, encounter=RACE, scoring=Scoring(drop_worst=1)),
    "drawn-partners": Terms("drawn-partners", side=1, rounds=4, encounter=RACE, scoring=Scoring(counts="tokens")),
    "rotating-four": Terms(
        "rotating-four", side=1, encounter=Encounter(race=10), tie_breaks=("difference", "best-round")
    ),
    "ladder": Terms("ladder", encounter=RACE, reach=2, tie_breaks=("seed", "lot")),
    "duplicate": Terms("duplicate", rounds=3, boards=2, scoring=Scoring(counts="matchpoints")),
    "duplicate-howell": Terms("duplicate", rounds=4, boards=1, movement="howell", scoring=Scoring(counts="imps")),
    "team-swiss": Terms("team-swiss", side=4, rounds=4, boards=2, scoring=Scoring(counts="victory-points")),
    "duplicate-teams": Terms("duplicate", side=4, rounds=3, boards=2, scoring=Scoring(counts="imps")),
}
"""The terms that are played, by the name of the golden file."""
PLAYERS: Final = 9
FOUR: Final = 4
"""The players of a rotating four."""
MOST: Final = 5
"""Rounds that are played of a format that goes on for longer."""


def text(name: str) -> str:
    """Return the golden text of an evening."""
    return "\n".join(Evening(name).sections()) + "\n"


class Evening:
    """A tournament that is played by chance."""

    def __init__(self, name: str) -> None:
        self.chance = random.Random(name)
        self.terms = check(EVENINGS[name])
        count = FOUR if name == "rotating-four" else PLAYERS
        self.entries = [Entry(str(n + 1), each, seed=n + 1 if n < 5 else None) for n, each in enumerate(NAMES[:count])]
        self.lots: list[EntryId] = [each.id for each in self.entries]
        self.chance.shuffle(self.lots)
        self.draws: list[Draw] = []
        self.lines: list[Line] = []

    def sections(self) -> Iterator[str]:
        yield f"Rounds at most: {self.terms.rules.last_round(self.terms, self.entries)}"
        for number in range(1, MOST + 1):
            if number == 3 and len(self.entries) > FOUR:
                yield from self.changed()
            try:
                new_draw = self.draw()
            except DrawError as why:
                yield f"\nRound {number}: {type(why).__name__}: {why}"
                break
            yield f"\nRound {number}"
            yield from map(_pairing, new_draw.pairings)
            yield from (f"  {entry} sits out: {why}" for entry, why in new_draw.byes.items())
            for other in _wrong(new_draw):
                broken = check_draw(self.terms, self.entries, self.draws, other, self.lines, self.lots)
                yield from (f"  otherwise: {each}" for each in broken)
            self.draws.append(new_draw)
            self.lines += self.played(new_draw)
        yield from self.standings()

    def draw(self) -> Draw:
        order = [row.entry for row in standings(self.terms, self.entries, self.lines, lots=self.lots)]
        there = [each for each in order if self.entries[int(each) - 1].plays(len(self.draws) + 1)]
        first = len(self.draws) % 2
        challenges = [(there[n + 1], there[n]) for n in range(first, len(there) - 1, 2)]
        return draw(self.terms, self.entries, self.draws, self.lines, self.lots, challenges)

    def changed(self) -> Iterator[str]:
        """Withdraw the fourth entry, and ask whether somebody may come in late."""
        self.entries[3] = replace(self.entries[3], out=3)
        yield f"\n{self.entries[3].name} withdraws."
        for number in (1, 2):
            late = [Entry(str(PLAYERS + n + 1), f"Late {n + 1}", since=3) for n in range(number)]
            closed = self.terms.rules.why_closed([*self.entries, *late], self.draws, self.lots)
            yield f"{number} late: {closed or 'can come in'}"

    def played(self, new_draw: Draw) -> Iterator[Line]:
        """Play a round by chance; its third table is forfeited in the second round."""
        yield from (Line(new_draw.round, entry, BYE) for entry in new_draw.byes)
        for pairing in new_draw.pairings:
            if new_draw.round == 2 and pairing.table == 3:
                yield from result(new_draw, pairing, 0, 0, (WALKOVER, FORFEIT))
                continue
            for board in pairing.boards or (0,):
                race, lost = self.terms.encounter.race or 7, self.chance.randrange(4)
                won = self.chance.choice(((race, lost), (lost, race)))
                yield from (replace(line, board=board) for line in result(new_draw, pairing, *won))

    def standings(self) -> Iterator[str]:
        lines = compare_boards(self.terms, self.entries, self.draws, self.lines, points=False)
        yield "\nStandings"
        for row in standings(self.terms, self.entries, lines, lots=self.lots):
            breaks = ", ".join(
                f"{name} {'–' if value is None else format_number(value)}" for name, value in row.breaks.items()
            )
            games = f"{row.played} {row.won}-{row.drawn}-{row.lost}"
            yield f"  {row.place} {row.entry}: {format_number(row.score)}; {games}"
            yield f"    {breaks}"
            yield f"    {row.why}"
        for entry in ("1", "4"):
            yield f"\nSteps of {self.entries[int(entry) - 1].name}"
            yield from (f"  {step}" for step in explain(self.terms, self.entries, lines, lots=self.lots, entry=entry))


def _pairing(pairing: Pairing) -> str:
    sides = " against ".join("+".join(side) for side in pairing.sides)
    more = f" boards {', '.join(map(str, pairing.boards))}" if pairing.boards else ""
    more += f" ({pairing.stage})" if pairing.stage else ""
    return f"  {pairing.table}: {sides}{more}: {pairing.why}"


def _wrong(new_draw: Draw) -> Iterator[Draw]:
    """Yield draws of a director that break something: sides of one entry too many, two exchanged, one left out."""
    tables: Sequence[Pairing] = new_draw.pairings
    if not tables:
        return
    (ours, theirs), rest = tables[0].sides, tables[1:]
    yield replace(new_draw, pairings=(replace(tables[0], sides=((*ours, "1"), theirs)), *rest))
    yield replace(new_draw, pairings=rest)
    if rest:
        (mine, other), others = rest[0].sides, rest[1:]
        exchanged = (replace(tables[0], sides=(mine, theirs)), replace(rest[0], sides=(ours, other)))
        yield replace(new_draw, pairings=(*exchanged, *others))


def main() -> None:
    """Write every file anew."""
    for name in EVENINGS:
        (HERE / f"{name}.txt").write_text(text(name), "utf-8")


if __name__ == "__main__":
    main()
