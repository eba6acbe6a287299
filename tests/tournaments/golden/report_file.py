"""A Swiss with every kind of round that a report file can hold, as a file to be read by people.

It is written anew by ``python -m tests.tournaments.golden.report_file``; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

from domain.engine.facts import Fact
from domain.engine.parameters import plain as plain_ruleset
from domain.games.catalogue import RULESETS
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.adjustments import AdjustmentMade
from domain.tournament.facts.entries import EntryDetailsSet, EntryMade, EntryWithdrawn, SeedsSet
from domain.tournament.facts.lifecycle import TournamentOpened
from domain.tournament.facts.rounds import RoundClosed, RoundDrawn
from domain.tournament.facts.wishes import AvoidanceAdded, ByeRequested
from domain.tournament.files.report.columns import write
from domain.tournament.files.report.export import report_of
from domain.tournament.files.report.particulars import Particulars
from domain.tournament.files.report.report import Report
from domain.tournament.standings.places import standings
from domain.tournament.state import FORFEIT, PLAYED, WALKOVER, Line, Pairing
from domain.tournament.terms import Encounter, Scoring, Terms, plain

HERE: Final = Path(__file__).parent
FILE: Final = HERE / "report-file.trf"
TERMS: Final = Terms(
    "swiss", rounds=5, encounter=Encounter(race=7), scoring=Scoring(bye=1, late="half", requested_bye="half"),
    requested_byes=1, last_entry=3, acceleration="baku",
)  # fmt: skip
NAMES: Final = (
    "Anula + Farook", "பவானி + கமலா", "The Herons", "Chandrasekaran + Wickramasinghe-Perera", "Kala + Nimal",
    "Söhne Meier", "Perera", "Late Comers", "Nobody",
)  # fmt: skip
DATES: Final = ("2026-02-14", "2026-02-14", "2026-02-15")


class Built:
    """A tournament from its facts and lines, without a record book."""

    def __init__(self, terms: Terms, name: str = "Spring cup") -> None:
        self.tournament = Tournament(UUID(int=1))
        self.lines: list[Line] = []
        self.ratings: dict[str, int] = {}
        """The ratings of entries by the rating list of a club."""
        ruleset = plain_ruleset(RULESETS["304"])
        self.take(TournamentOpened(name, plain(terms), ruleset), "2026-02-01")

    def take(self, fact: Fact, day: str = "2026-02-14") -> None:
        self.tournament.take(fact, f"{day}T18:00:00.000Z", "Keeper", "")

    def enter(self, *names: str, since: int = 1) -> None:
        for name in names:
            self.take(EntryMade(str(len(self.tournament.entries) + 1), name, (), since))

    def draw(self, day: str, *tables: str, byes: str = "", absent: str = "", requested: str = "") -> None:
        """A round: ``1-2 7:3`` (North first), ``1-2 +-``, ``1-2 --`` or, without a result, ``1-2``."""
        number = self.tournament.next_round
        pairings = []
        for table, text in enumerate(tables, 1):
            who, _, what = text.partition(" ")
            north, east = who.split("-")
            pairings.append(Pairing(table, ((north,), (east,))))
            for own, other, side in ((north, east, 0), (east, north, 1)):
                if ":" in what:
                    won, lost = map(int, what.split(":")[:: 1 - 2 * side])
                    self.lines.append(Line(number, own, PLAYED, table, (other,), won=won, lost=lost))
                elif what:
                    kind = WALKOVER if what[side] == "+" else FORFEIT
                    self.lines.append(Line(number, own, kind, table, (other,)))
        sitting = dict.fromkeys(byes.split(), "odd")
        self.take(
            RoundDrawn(number, tuple(pairings), sitting, tuple(absent.split()), requested=tuple(requested.split())), day
        )

    def close(self) -> None:
        self.take(RoundClosed(len(self.tournament.rounds)))

    def report(self, **particulars: str) -> Report:
        tournament = self.tournament
        lines = [*tournament.lines(), *self.lines]
        changes = tournament.score_changes(len(tournament.rounds))
        begun = [each for each in tournament.entries.values() if each.since <= max(len(tournament.rounds), 1)]
        ranked = standings(tournament.terms, begun, lines, changes)
        return report_of(tournament, lines, ranked, self.ratings, Particulars(**particulars))  # type: ignore[arg-type]


def build() -> Built:
    """Three rounds: played, drawn and lost; forfeits of one side and of both; every kind of bye; two yet to come."""
    cup = Built(TERMS)
    cup.ratings = {"1": 1500, "3": 1234}
    cup.enter(*NAMES[:7])
    cup.enter(NAMES[8])
    cup.take(EntryWithdrawn("8", 1, "ill"))
    cup.take(SeedsSet(("2", "1", "3", "4", "5", "6", "7")))
    cup.take(EntryDetailsSet("1", 1850, "Lagoon"))
    cup.take(EntryDetailsSet("2", 2010))
    cup.take(AvoidanceAdded(("1", "5"), absolute=True, why="one family"))
    cup.take(AvoidanceAdded(("3", "6")))
    cup.take(ByeRequested("4", 2))
    cup.take(ByeRequested("3", 5))
    cup.draw(DATES[0], "1-4 7:3", "5-2 4:4", "3-6 +-", byes="7")
    cup.close()
    cup.take(EntryMade("9", NAMES[7], (), 3))
    cup.draw(DATES[1], "2-1 2:7", "6-5 --", byes="3", absent="7", requested="4")
    cup.close()
    cup.take(EntryWithdrawn("6", 3, "went home"))
    cup.draw(DATES[2], "1-3 7:6", "4-2", "7-9 5:7", byes="5")
    cup.take(AdjustmentMade("1", -1, "score", 2, "late"))
    return cup


def text() -> str:
    """Return the golden file."""
    return write(build().report(city="Jaffna", federation="SRI", arbiter="Malini de Silva"))


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8", newline="")
