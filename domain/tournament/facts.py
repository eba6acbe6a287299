"""The facts of tournaments: those of the tournament itself, and those of each table of each round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.cards import Seat
from domain.engine.facts import Fact
from domain.tournament.score_sheet import Both, Count, Sheet, Total
from domain.tournament.state import Assumption, EntryId, Pairing, Sides

NO_SHEET: Final = Sheet()

# --- the tournament -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentOpened(Fact):
    """A tournament was opened.

    ``terms``: plain values (`domain.tournament.terms.plain`). ``ruleset``: the whole ruleset as plain values.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentOpened"
    name: str
    terms: dict[str, Any]
    ruleset: dict[str, Any]
    club: str | None = None
    note: str = ""
    group: str = ""
    """The id of the first section, if the tournament is one of several parallel sections; otherwise empty."""


@dataclass(frozen=True, slots=True)
class TournamentRenamed(Fact):
    """The tournament got another name."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentRenamed"
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class TermsChanged(Fact):
    """The terms of the tournament were changed."""

    TOPIC: ClassVar[str] = "nought.Tournament.TermsChanged"
    terms: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TablesNamed(Fact):
    """The tables of the club were assigned to the table numbers of draws, from the next draw on.

    ``tables``: the ids of the club's tables, by table number.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.TablesNamed"
    tables: dict[int, str]


@dataclass(frozen=True, slots=True)
class EntryMade(Fact):
    """A pair, a team or a player was entered. ``since``: the first round that the entry is drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryMade"
    entry: EntryId
    name: str
    players: tuple[str, ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class EntryChanged(Fact):
    """The name or the players of an entry were changed."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryChanged"
    entry: EntryId
    name: str
    players: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeedsSet(Fact):
    """The seeding list was set, the first seed first. Entries that are not on the list have no seed."""

    TOPIC: ClassVar[str] = "nought.Tournament.SeedsSet"
    order: tuple[EntryId, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class StartingScoreSet(Fact):
    """The score with which an entry begins was set. It replaces the one before; 0 takes it away.

    ``amount``: as in `Adjustment`, of the unit ``score``. ``stage`` and ``place``: the name of the earlier stage from
    which the score is carried over, and the entry's place there; empty and 0 for a handicap.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.StartingScoreSet"
    entry: EntryId
    amount: int
    why: str = ""
    stage: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class CategoriesSet(Fact):
    """The prize categories of an entry were set; they replace those before."""

    TOPIC: ClassVar[str] = "nought.Tournament.CategoriesSet"
    entry: EntryId
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryDetailsSet(Fact):
    """The rating and the club of an entry were set; they replace those before. ``rating``: None if it has none."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryDetailsSet"
    entry: EntryId
    rating: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(Fact):
    """An entry withdrew. ``out``: the first round that the entry is not drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryWithdrawn"
    entry: EntryId
    out: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryReturned(Fact):
    """An entry that had withdrawn plays again."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryReturned"
    entry: EntryId
    why: str = ""


@dataclass(frozen=True, slots=True)
class ByeRequested(Fact):
    """An entry asked in advance not to play a round."""

    TOPIC: ClassVar[str] = "nought.Tournament.ByeRequested"
    entry: EntryId
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(Fact):
    """An entry will play a round for which it had asked for a bye."""

    TOPIC: ClassVar[str] = "nought.Tournament.ByeRequestWithdrawn"
    entry: EntryId
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class AvoidanceAdded(Fact):
    """Draws should keep some entries apart. The number of the avoidance is the version of this event.

    ``absolute``: True if no draw may bring two of them together.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.AvoidanceAdded"
    entries: tuple[EntryId, ...]
    absolute: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class AvoidanceWithdrawn(Fact):
    """An avoidance no longer applies. ``number``: the version of its `AvoidanceAdded`."""

    TOPIC: ClassVar[str] = "nought.Tournament.AvoidanceWithdrawn"
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn(Fact):
    """An order of entries was drawn by lot. ``lots``: plain values (`domain.fair.lots.plain`), for anyone to check."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsDrawn"
    purpose: str
    order: tuple[EntryId, ...]
    lots: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LotsPromised(Fact):
    """Lots were drawn and sealed, and only the commitment is public. A later promise for the purpose replaces it."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsPromised"
    number: int
    purpose: str
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LotsSealed(Fact):
    """Sealed lots were stored, in a separate stream that nobody can read before they are opened."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsSealed"
    tournament: str
    number: int
    lots: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundDrawn(Fact):
    """A round was drawn. ``byes``: the reason of each bye; ``absent``: entries that could play and are not in the draw.

    ``by_hand``: True if the director made the draw; ``broke``: the faults of such a draw, and of every draw the boards
    that an entry knows already, in sentences. ``requested``: the entries that had asked for a bye; ``assumed``: the
    results that the draw assumed, as they were missing.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.RoundDrawn"
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, str] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[str, ...] = ()
    requested: tuple[EntryId, ...] = ()
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRedrawn(Fact):
    """A round without results was drawn anew; fields as in `RoundDrawn`. Earlier draws stay in the stream."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundRedrawn"
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, str] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[str, ...] = ()
    why: str = ""
    requested: tuple[EntryId, ...] = ()
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawWithdrawn(Fact):
    """The draw of the last round was withdrawn before anything was recorded at its tables."""

    TOPIC: ClassVar[str] = "nought.Tournament.DrawWithdrawn"
    round: int
    why: str


@dataclass(frozen=True, slots=True)
class RoundClosed(Fact):
    """A round was closed: its results are final, even without the confirmation of both sides."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundClosed"
    round: int


@dataclass(frozen=True, slots=True)
class RoundReopened(Fact):
    """A closed round was reopened: its results can be entered again."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundReopened"
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ClockStarted(Fact):
    """The clock of a round was started, at the time of the event.

    ``break_minutes``: the break after the round. ``warnings``: minutes before the end of the round.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ClockStarted"
    round: int
    minutes: int
    break_minutes: int = 0
    warnings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockPaused(Fact):
    """The clock of a round was paused."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockPaused"
    round: int


@dataclass(frozen=True, slots=True)
class ClockResumed(Fact):
    """The clock of a round runs again, with what was left when it was paused or stopped."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockResumed"
    round: int


@dataclass(frozen=True, slots=True)
class ClockChanged(Fact):
    """Minutes were added to a round; below 0, some were taken away."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockChanged"
    round: int
    minutes: int


@dataclass(frozen=True, slots=True)
class ClockStopped(Fact):
    """The clock of a round was stopped, and is no longer shown."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockStopped"
    round: int


@dataclass(frozen=True, slots=True)
class AdjustmentMade(Fact):
    """A ruling adds to an entry's score or takes from it. The number of the ruling is the version of this event.

    ``amount`` and ``unit`` as in `Adjustment`; ``round``: the round that the ruling is about, or 0.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.AdjustmentMade"
    entry: EntryId
    amount: int
    unit: str
    round: int
    why: str


@dataclass(frozen=True, slots=True)
class AdjustmentWithdrawn(Fact):
    """A ruling on a score was taken back. ``number``: the version of its `AdjustmentMade`."""

    TOPIC: ClassVar[str] = "nought.Tournament.AdjustmentWithdrawn"
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class PacksCommitted(Fact):
    """The packs of some boards were dealt and sealed, and only the commitment is public."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksCommitted"
    number: int
    boards: tuple[int, ...]
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksDiscarded(Fact):
    """The packs of commitment ``number`` are not played: others can be dealt for their boards."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksDiscarded"
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class PacksOpened(Fact):
    """The packs of commitment ``number`` were published, so that everybody can check them."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksOpened"
    number: int
    opening: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksSealed(Fact):
    """Sealed packs were stored, in a separate stream. Until they are opened, only officials may read it."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksSealed"
    tournament: str
    number: int
    packs: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TournamentEnded(Fact):
    """The final result was announced: rows of ``place``, ``entry`` and ``score`` (in words)."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentEnded"
    places: tuple[dict[str, Any], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TournamentCancelled(Fact):
    """The tournament was cancelled: it is over without a result."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentCancelled"
    why: str


@dataclass(frozen=True, slots=True)
class TournamentReopened(Fact):
    """The tournament was reopened, to play on or to announce the final result anew."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentReopened"
    why: str = ""


# --- one table of a round ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EncounterSet(Fact):
    """A table of a round was set with its two sides. After a redraw, a new fact of this type replaces it.

    ``sides``: the side that sits North and South, then the other. ``place``: the id of the club's table, or None.
    ``terms``: a copy of the terms at that time, so that entering a result need not read the tournament's stream.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterSet"
    tournament: str
    round: int
    table: int
    sides: Sides
    names: dict[EntryId, str]
    """The names of the entries, by id."""
    seats: dict[Seat, str]
    dealer: Seat
    boards: tuple[int, ...] = ()
    stage: str = ""
    place: str | None = None
    club: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncounterDropped(Fact):
    """The table was dropped: after a redraw, the round has no table of this number."""

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterDropped"
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeatsChanged(Fact):
    """The players at the table were changed, as for a substitute."""

    TOPIC: ClassVar[str] = "nought.Tournament.SeatsChanged"
    seats: dict[Seat, str]
    why: str = ""


@dataclass(frozen=True, slots=True)
class MatchSeated(Fact):
    """A match was opened for the encounter; its deals make the result. ``match``: its id."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchSeated"
    match: str


@dataclass(frozen=True, slots=True)
class MatchAdopted(Fact):
    """A match that was already being recorded was assigned to the encounter. ``place``: the id of the club's table."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchAdopted"
    match: str
    place: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealScored(Fact):
    """A deal of the encounter's match was settled, or settled anew.

    ``counts``: the numbers of each side. ``won``: the tokens or points that each side won by the deal.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.DealScored"
    deal: str
    number: int
    counts: tuple[Count, Count]
    won: Both


@dataclass(frozen=True, slots=True)
class DealUnscored(Fact):
    """A deal of the encounter's match is no longer settled."""

    TOPIC: ClassVar[str] = "nought.Tournament.DealUnscored"
    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class DealAgreed(Fact):
    """Both sides confirmed the settlement of a deal of the encounter's match."""

    TOPIC: ClassVar[str] = "nought.Tournament.DealAgreed"
    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class ResultEntered(Fact):
    """The result of the encounter, or of one ``board`` of it, was entered.

    ``source``: ``sheet`` (typed in) or ``match`` (computed from recorded deals).
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultEntered"
    score: Total
    source: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """A side confirmed the result. ``side``: 0, 1, or None if an official accepted the result for both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultConfirmed"
    side: int | None
    board: int = 0


@dataclass(frozen=True, slots=True)
class ConfirmationWithdrawn(Fact):
    """An official took back the confirmations of a result, of sides and officials alike: it is provisional again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ConfirmationWithdrawn"
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultContested(Fact):
    """A side says that the result is wrong. ``side``: 0 or 1. It lasts until the result is corrected or confirmed."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultContested"
    side: int
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultCorrected(Fact):
    """The result of the encounter, or of one ``board``, was corrected.

    ``source``: ``sheet``, ``match`` or ``ruling``.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultCorrected"
    score: Total
    source: str
    why: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(Fact):
    """The result of the encounter, or of one ``board``, was withdrawn."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultWithdrawn"
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultRuled(Fact):
    """The ruling in a dispute gives the encounter, or one ``board``, another result.

    The played result is kept, and later facts still change it.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRuled"
    dispute: str
    score: Total
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultRulingLifted(Fact):
    """The ruling in a dispute was taken back: an earlier ruling or the played result counts again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRulingLifted"
    dispute: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ForfeitRuled(Fact):
    """A side forfeits the encounter, or both sides do: ``sides`` holds 0, 1 or both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitRuled"
    sides: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ForfeitLifted(Fact):
    """The forfeit was taken back: played results count again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitLifted"
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreGiven(Fact):
    """A director gave both sides artificial scores for some boards. Played results are kept, but do not count.

    ``scores``: the score of the side that sits North and South, and of the other, each one of `artificial.KINDS`.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreGiven"
    boards: tuple[int, ...]
    scores: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreWithdrawn(Fact):
    """The artificial scores of some boards were taken back: played results there count again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreWithdrawn"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class AssignedScoreGiven(Fact):
    """A director assigned a score for a board: each side gets possible results, each with a percentage.

    ``north_south``, ``east_west``: pairs of a percentage and of what North and South then win; the percentages of a
    side sum to 100. A played result is kept, but does not count.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.AssignedScoreGiven"
    board: int
    north_south: tuple[tuple[int, int], ...]
    east_west: tuple[tuple[int, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class AssignedScoreWithdrawn(Fact):
    """The assigned score of a board was taken back: a played result counts again."""

    TOPIC: ClassVar[str] = "nought.Tournament.AssignedScoreWithdrawn"
    board: int
    why: str


@dataclass(frozen=True, slots=True)
class ArrowSwitched(Fact):
    """The table sat the other way round on some boards: the side that was to sit North and South sat East and West.

    Results stay as they were written down, North and South first, and belong to those who sat there.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ArrowSwitched"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ArrowSwitchWithdrawn(Fact):
    """The table sat on some boards as it was drawn, after all."""

    TOPIC: ClassVar[str] = "nought.Tournament.ArrowSwitchWithdrawn"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class WrongBoardRecorded(Fact):
    """The table played ``board`` instead of one of its own boards.

    ``stands``: True if nobody at the table had played the board before; then the result counts for it. ``scores``: the
    artificial scores of both sides for the board that was not played, each one of `artificial.KINDS`.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.WrongBoardRecorded"
    board: int
    instead: int
    stands: bool
    scores: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class WrongBoardWithdrawn(Fact):
    """The table did not play ``board``, after all: its result counts for the right board again."""

    TOPIC: ClassVar[str] = "nought.Tournament.WrongBoardWithdrawn"
    board: int
    why: str


@dataclass(frozen=True, slots=True)
class EncounterClosed(Fact):
    """The encounter was closed with its round: its results are final."""

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterClosed"


@dataclass(frozen=True, slots=True)
class EncounterReopened(Fact):
    """The encounter was reopened with its round.

    ``restores``: results that nobody had confirmed before the round was closed are provisional again. False in older
    records: there they stay final.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterReopened"
    restores: bool = False


KINDS: Final[tuple[type[Fact], ...]] = (
    TournamentOpened, TournamentRenamed, TermsChanged, TablesNamed, EntryMade, EntryChanged, SeedsSet, EntryWithdrawn,
    EntryReturned, LotsDrawn, LotsPromised, LotsSealed, RoundDrawn, RoundRedrawn, DrawWithdrawn, RoundClosed,
    RoundReopened, AdjustmentMade, AdjustmentWithdrawn, PacksCommitted, PacksDiscarded, PacksOpened, PacksSealed,
    TournamentEnded, TournamentCancelled, TournamentReopened, StartingScoreSet, CategoriesSet, EntryDetailsSet,
    AvoidanceAdded,
    AvoidanceWithdrawn, ByeRequested, ByeRequestWithdrawn, ClockStarted, ClockPaused, ClockResumed, ClockChanged,
    ClockStopped, EncounterSet, EncounterDropped, SeatsChanged, MatchSeated, MatchAdopted, DealScored, DealUnscored,
    DealAgreed, ResultEntered, ResultConfirmed, ConfirmationWithdrawn, ResultContested, ResultCorrected,
    ResultWithdrawn, ResultRuled, ResultRulingLifted, ForfeitRuled, ForfeitLifted, ArtificialScoreGiven,
    ArtificialScoreWithdrawn, AssignedScoreGiven, AssignedScoreWithdrawn, ArrowSwitched, ArrowSwitchWithdrawn,
    WrongBoardRecorded, WrongBoardWithdrawn, EncounterClosed, EncounterReopened,
)  # fmt: skip
