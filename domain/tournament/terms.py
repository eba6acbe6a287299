"""The terms of a tournament as data: its format, its scoring and its tie-breaks.

`parse` reads recorded terms and checks only the names and the types of values. `check` checks that new terms make a
tournament that can be played.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.values import Listing, Term
from domain.engine.words.worded import WordedError
from domain.tournament.formats import FORMATS
from domain.tournament.standings import boards
from domain.tournament.standings.boards import FIXED
from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.standings.victory_points import VICTORY_POINTS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.tournament.formats import Format

MOVEMENTS: Final = ("mitchell", "howell")
COUNTS: Final = {
    "wins": Term("Wins and draws"),
    "tokens": Term("Tokens won minus lost"),
    "deals": Term("Deals won"),
    "points": Term("Points"),  # card points, or the points of a Jass
    "matchpoints": Term("Matchpoints"),  # on each board, 2 for every table that did worse and 1 for every equal one
    "cross-tokens": Term("Cross-tokens"),  # on each board, the mean difference from the result of the other tables
    "cross-imps": Term("Cross-imps"),  # the same differences, each on a scale for big swings, in the mean
    "imps": Term("Imps"),  # on each board, the difference from the mean of the field on a scale for big swings
    VICTORY_POINTS: Term("Victory points"),  # the imps of all boards of an encounter, on a scale from 20 to 0
}
"""The quantities that an encounter's score can count: their names in stored terms, and in words."""

COUNTED: Final = {
    "wins": Term("wins"),
    "tokens": Term("tokens"),
    "deals": Term("deals"),
    "points": Term("points"),
    "matchpoints": Term("matchpoints"),
    "cross-tokens": Term("cross-tokens"),
    "cross-imps": Term("cross-imps"),
    "imps": Term("imps"),
    VICTORY_POINTS: Term("victory-points"),
}
"""The same quantities within a sentence."""

UNPLAYED: Final = {
    "own-score": Term("Draws against an equal score"),
    "fide-2024": Term("FIDE 2024"),
}
"""The rules for unplayed rounds in Buchholz and Sonneborn-Berger: their names in stored terms, and in words."""

SHARES: Final = {
    "half": Term("half: a draw, or half the mean of the other rounds"),
    "none": Term("nothing"),
    "full": Term("full: a win, or the mean of the other rounds"),
}
"""The worths of a round for which an entry was not drawn: the names in stored terms, and in words."""

ACCELERATIONS: Final = {
    "none": Term("not accelerated"),
    "baku": Term("Baku: the upper half has virtual points"),
}
"""The accelerations of the first rounds of a Swiss: the names in stored terms, and in words."""

MOST_ROUNDS: Final = 255
"""The largest number of rounds: as many as 256 entries need to meet one another (ours)."""


class TermsError(WordedError, ValueError):
    """Raised for terms that make no tournament; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of an entry. If ``counts`` is ``wins``, numbers are in halves of a point: a win is 2."""

    counts: str = "wins"
    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int | None = None
    """The score for a bye. None: that of a win, or, if wins do not count, the mean of the entry's played rounds, but at
    least 0."""
    forfeit: int | None = None
    """The score of a walkover for the side that was present. None: as for a bye."""
    requested_bye: str = "half"
    """The score for a bye that the entry asked for: one of `SHARES`. Half is that of a draw, full that of a win; if
    wins do not count, half of or the whole mean of the entry's played rounds, but at least 0."""
    late: str = "none"
    """The score for each round before a late entry: one of `SHARES`."""
    drop_worst: int = 0
    """The number of an entry's worst rounds that do not count, as in some Jass tournaments. A missed round is worth 0
    and can be one of these; a forfeited round cannot."""


USUAL: Final = Scoring()


@dataclass(frozen=True, slots=True)
class Encounter:
    """The length of an encounter of two sides in one round."""

    race: int | None = None
    """The tokens (or points) that win the encounter for the side that has them first; None if there is no race."""
    deals: int | None = None
    final_race: int | None = None
    """A longer race in the final of a knockout; None for the usual length."""
    level: str = "draw"
    """The rule for an encounter that is level at its end: ``draw``, or ``deal`` for more deals until a side is ahead.
    A race of a knockout that is level at its target always goes on."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a tournament."""

    format: str
    side: int = 2
    """Number of players of an entry: 2 for pairs, 3 and 4 for teams, 1 where partners are drawn."""
    rounds: int | None = None
    """Number of rounds where the format does not determine it: Swiss, drawn partners, duplicate."""
    legs: int = 1
    """Number of times that everybody meets everybody in a round robin."""
    consolation: bool = False
    """True if entries that lose their first encounter of a knockout play on among themselves."""
    third_place: bool = False
    """True if the losers of the semi-finals play for the third place."""
    movement: str = "mitchell"
    """The movement of pairs and boards in a duplicate: one of `MOVEMENTS`."""
    winners: int = 1
    """2 if the pairs that sit North and South in a Mitchell are ranked apart from those that sit East and West. The
    sides are then never exchanged."""
    boards: int = 0
    """Number of boards that a table of a duplicate plays in one round."""
    reach: int = 3
    """Number of places up that an entry on a ladder may challenge."""
    encounter: Encounter = field(default_factory=Encounter)
    scoring: Scoring = field(default_factory=Scoring)
    tie_breaks: tuple[str, ...] = ("head-to-head", "buchholz", "sonneborn-berger", "difference", "lot")
    unplayed: str = "own-score"
    """The rules for unplayed rounds in Buchholz and Sonneborn-Berger: one of `UNPLAYED` (docs/tournaments.md)."""
    averages: str = FIXED
    """The rule for average plus and average minus in matchpoints: one of `boards.AVERAGE_RULES`."""
    acceleration: str = "none"
    """The acceleration of the first rounds of a Swiss: one of `ACCELERATIONS` (`draws.acceleration`)."""
    requested_byes: int = 0
    """The largest number of byes that an entry may ask for."""
    last_entry: int | None = None
    """The last round that an entry may begin with; None if there is no limit."""
    analysis_after_round: bool = False
    """True if nobody but officials sees the analysis of a deal before the director has closed its round."""

    @property
    def rules(self) -> Format:
        """Return the format. Raises `TermsError` if there is no such format."""
        _among("format", self.format, FORMATS)
        return FORMATS[self.format]

    @property
    def may_be_level(self) -> bool:
        """Return whether an encounter may end level."""
        return self.encounter.level == "draw" and not self.rules.needs_winner

    @property
    def two_tables(self) -> bool:
        """Return whether an encounter is played at two tables: in a duplicate of teams of four."""
        return self.rules.has_boards and self.side == 4

    @property
    def board_counts(self) -> str:
        """Return how pairs compare a board: one of `boards.COUNTS`. Victory points come from cross-imps."""
        return "cross-imps" if self.scoring.counts == VICTORY_POINTS else self.scoring.counts


def plain(terms: Terms) -> dict[str, Any]:
    """Return the terms as plain values, in the form in which they are recorded.

    Terms that older records do not have are left out unless they are set.
    """
    values = asdict(terms)
    values["tie_breaks"] = list(terms.tie_breaks)
    if terms.unplayed == "own-score":
        del values["unplayed"]
    if terms.winners == 1:
        del values["winners"]
    if terms.averages == FIXED:
        del values["averages"]
    if not terms.analysis_after_round:
        del values["analysis_after_round"]
    if terms.acceleration == "none":
        del values["acceleration"]
    if not terms.requested_byes:
        del values["requested_byes"]
    if terms.last_entry is None:
        del values["last_entry"]
    for name in ("requested_bye", "late"):
        if values["scoring"][name] == getattr(USUAL, name):
            del values["scoring"][name]
    return values


def parse(values: Mapping[str, Any]) -> Terms:
    """Return terms from recorded values. Raises `TermsError` for an unknown name or a value of the wrong type."""
    terms_given = dict(values)
    for part, kind in (("encounter", Encounter), ("scoring", Scoring)):
        if isinstance(terms_given.get(part), dict):
            terms_given[part] = _read(kind, terms_given[part], f"{part}.")
    if isinstance(terms_given.get("tie_breaks"), list):
        terms_given["tie_breaks"] = tuple(terms_given["tie_breaks"])
    terms: Terms = _read(Terms, terms_given, "")
    return terms


def check(terms: Terms) -> Terms:
    """Return the terms if they make a tournament. Raises `TermsError` otherwise."""
    rules = terms.rules
    _among("movement", terms.movement, MOVEMENTS)
    _among("scoring.counts", terms.scoring.counts, COUNTS)
    _among("encounter.level", terms.encounter.level, ("draw", "deal"))
    _among("unplayed", terms.unplayed, UNPLAYED)
    _among("averages", terms.averages, boards.AVERAGE_RULES)
    _among("scoring.requested_bye", terms.scoring.requested_bye, SHARES)
    _among("scoring.late", terms.scoring.late, SHARES)
    for name in terms.tie_breaks:
        _among("tie_breaks", name, TIE_BREAKS)
    if len(set(terms.tie_breaks)) < len(terms.tie_breaks):
        raise TermsError("tie_breaks: the same one stands there twice")
    if terms.side not in rules.entry_sizes:
        raise TermsError(
            "side: {format} is played by entries of {sizes}",
            format=Term(terms.format),
            sizes=Listing(rules.entry_sizes, " or "),
        )
    if "rounds" in rules.own_terms and not terms.rounds:
        raise TermsError("rounds: say how many rounds of {format} are played", format=Term(terms.format))
    if terms.rounds is not None and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise TermsError("rounds: 1 to {most} rounds can be played", most=MOST_ROUNDS)
    if terms.legs not in (1, 2):
        raise TermsError("legs: everybody meets everybody once or twice")
    if terms.scoring.counts in (*boards.COUNTS, VICTORY_POINTS) and not rules.has_boards:
        raise TermsError(
            "scoring.counts: {counts} need boards, as in a duplicate", counts=COUNTED[terms.scoring.counts]
        )
    if terms.winners not in (1, 2):
        raise TermsError("winners: there is one list of places, or two")
    if terms.winners == 2 and not (rules.has_boards and terms.side == 2 and terms.movement == "mitchell"):
        raise TermsError("winners: two are for pairs in a Mitchell")
    if terms.averages == boards.SESSION and terms.scoring.counts != "matchpoints":
        raise TermsError("averages: by the session they are for matchpoints")
    if terms.encounter.race is not None and terms.encounter.deals is not None:
        raise TermsError("encounter: either a race or a number of deals")
    for name in ("race", "final_race", "deals"):
        value = getattr(terms.encounter, name)
        if value is not None and value < 1:
            raise TermsError("encounter.{name}: at least 1", name=name)
    _among("acceleration", terms.acceleration, ACCELERATIONS)
    if terms.acceleration != "none" and "acceleration" not in rules.own_terms:
        raise TermsError("acceleration: only a Swiss is accelerated")
    if terms.acceleration != "none" and terms.scoring.counts != "wins":
        raise TermsError("acceleration: virtual points are for wins and draws")
    if not 0 <= terms.requested_byes <= MOST_ROUNDS:
        raise TermsError("requested_byes: 0 to {most} for each entry", most=MOST_ROUNDS)
    if terms.requested_byes and "requested_byes" not in rules.own_terms:
        raise TermsError(
            "requested_byes: {format} does not let entries sit out when they ask for it", format=Term(terms.format)
        )
    if terms.scoring.late != "none" and "requested_byes" not in rules.own_terms:
        raise TermsError("scoring.late: {format} gives no score for rounds before an entry", format=Term(terms.format))
    if terms.last_entry is not None and not 1 <= terms.last_entry <= MOST_ROUNDS:
        raise TermsError("last_entry: a round from 1 to {most}", most=MOST_ROUNDS)
    for problem in rules.problems(terms):
        raise TermsError(problem)
    if terms.scoring.drop_worst < 0 or (terms.rounds is not None and terms.scoring.drop_worst >= terms.rounds):
        raise TermsError("scoring.drop_worst: at least one round must count")
    if terms.unplayed == "fide-2024" and (terms.scoring.counts != "wins" or terms.scoring.drop_worst):
        raise TermsError("unplayed: the rules of FIDE are for wins and draws, and every round must count")
    return terms


def _among(name: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise TermsError(
            "{name}: there is no {value}; there are {known}", name=name, value=repr(value), known=Listing(tuple(known))
        )


def _read(kind: type[Any], given: Mapping[str, Any], where: str) -> Any:
    known = {each.name: each for each in fields(kind)}
    for name, value in given.items():
        if name not in known:
            raise TermsError(
                "{name}: there is no such term; there are {known}", name=f"{where}{name}", known=Listing(tuple(known))
            )
        if not _fits(str(known[name].type), value):
            raise TermsError(
                "{name}: {value} is not of the kind that is asked for ({kind})",
                name=f"{where}{name}", value=repr(value), kind=str(known[name].type),
            )  # fmt: skip
    if "format" in known and "format" not in given:
        raise TermsError("format: which one? There are {formats}", formats=Listing(tuple(FORMATS)))
    return kind(**given)


def _fits(kind: str, value: object) -> bool:
    match kind:
        case "bool":
            return isinstance(value, bool)
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "int | None":
            return value is None or (isinstance(value, int) and not isinstance(value, bool))
        case "str":
            return isinstance(value, str)
        case "tuple[str, ...]":
            return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        case _:
            return isinstance(value, Encounter | Scoring)
