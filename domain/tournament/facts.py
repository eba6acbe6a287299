"""The facts of tournaments: of the tournament itself, and of each table of each of its rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.cards import Seat
from domain.engine.facts import Fact
from domain.tournament.score_sheet import Both, Count, Sheet, Total
from domain.tournament.state import EntryId, Pairing, Sides

NO_SHEET: Final = Sheet()

# --- the tournament -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentOpened(Fact):
    """A tournament was opened. ``terms`` as `domain.tournament.terms.plain` writes them, ``ruleset`` whole."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentOpened"
    name: str
    terms: dict[str, Any]
    ruleset: dict[str, Any]
    club: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TermsChanged(Fact):
    """The tournament goes on by other terms."""

    TOPIC: ClassVar[str] = "nought.Tournament.TermsChanged"
    terms: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TablesNamed(Fact):
    """Which tables of the club are meant by the numbers of the draw, from the next draw on."""

    TOPIC: ClassVar[str] = "nought.Tournament.TablesNamed"
    tables: dict[int, str]


@dataclass(frozen=True, slots=True)
class EntryMade(Fact):
    """A pair, a team or a player was entered. ``since``: the first round that it is drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryMade"
    entry: EntryId
    name: str
    players: tuple[str, ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class EntryChanged(Fact):
    """An entry goes by another name, or others play for it."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryChanged"
    entry: EntryId
    name: str
    players: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeedsSet(Fact):
    """The seeding list, the first seed first. Who is not on it has no seed."""

    TOPIC: ClassVar[str] = "nought.Tournament.SeedsSet"
    order: tuple[EntryId, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(Fact):
    """An entry plays no more. ``out``: the first round that it is not drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryWithdrawn"
    entry: EntryId
    out: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryReturned(Fact):
    """An entry that had been withdrawn plays on."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryReturned"
    entry: EntryId
    why: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn(Fact):
    """Chance decided an order of entries. ``lots``: as `domain.fair.lots` writes them, for anyone to check."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsDrawn"
    purpose: str
    order: tuple[EntryId, ...]
    lots: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LotsPromised(Fact):
    """Lots were drawn and sealed: only what commits to them is told. A later promise for the purpose replaces it."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsPromised"
    number: int
    purpose: str
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LotsSealed(Fact):
    """The lots themselves, in a stream of their own that nobody is shown before they are opened."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsSealed"
    tournament: str
    number: int
    lots: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundDrawn(Fact):
    """The draw of a round. ``byes`` say of each why, ``absent`` are those who are entered and not drawn.

    ``by_hand``: the director drew it; ``broke`` says in sentences what such a draw breaks.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.RoundDrawn"
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, str] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRedrawn(Fact):
    """A round that nobody had a result in was drawn anew. The first draw stays in the stream."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundRedrawn"
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, str] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed(Fact):
    """A round is over: its results stand, whether both sides confirmed them or not."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundClosed"
    round: int


@dataclass(frozen=True, slots=True)
class RoundReopened(Fact):
    """Results of a closed round may be entered again."""

    TOPIC: ClassVar[str] = "nought.Tournament.RoundReopened"
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class AdjustmentMade(Fact):
    """A ruling adds to an entry's score, or takes from it. Its number is the version of this event."""

    TOPIC: ClassVar[str] = "nought.Tournament.AdjustmentMade"
    entry: EntryId
    amount: int
    unit: str
    round: int
    why: str


@dataclass(frozen=True, slots=True)
class AdjustmentWithdrawn(Fact):
    """A ruling was taken back."""

    TOPIC: ClassVar[str] = "nought.Tournament.AdjustmentWithdrawn"
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class PacksCommitted(Fact):
    """The packs of some boards were dealt and sealed: only what commits to them is told."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksCommitted"
    number: int
    boards: tuple[int, ...]
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksOpened(Fact):
    """The packs that were committed to under this number, for everybody to check."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksOpened"
    number: int
    opening: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksSealed(Fact):
    """The packs themselves, in a stream of their own that nobody is shown before they are opened."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksSealed"
    tournament: str
    number: int
    packs: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TournamentEnded(Fact):
    """The final result, as it was announced: rows of ``place``, ``entry`` and ``score`` (in words)."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentEnded"
    places: tuple[dict[str, Any], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TournamentReopened(Fact):
    """The tournament goes on, or its final result is to be announced anew."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentReopened"
    why: str = ""


# --- one table of a round ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EncounterSet(Fact):
    """The two sides at a table of a round. After a redraw, another one takes its place.

    ``sides``: first the one that sits North and South. ``place``: the table of the club, if it has one. The terms are
    those that the tournament had then; they stand here, so that a result need not ask for all of it.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterSet"
    tournament: str
    round: int
    table: int
    sides: Sides
    names: dict[EntryId, str]
    """The names of the entries."""
    seats: dict[Seat, str]
    dealer: Seat
    boards: tuple[int, ...] = ()
    stage: str = ""
    place: str | None = None
    club: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncounterDropped(Fact):
    """A redraw has no such table."""

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterDropped"
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeatsChanged(Fact):
    """Others sit at the table: somebody stands in."""

    TOPIC: ClassVar[str] = "nought.Tournament.SeatsChanged"
    seats: dict[Seat, str]
    why: str = ""


@dataclass(frozen=True, slots=True)
class MatchSeated(Fact):
    """A match that is recorded here belongs to the encounter: its deals make the result."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchSeated"
    match: str


@dataclass(frozen=True, slots=True)
class MatchAdopted(Fact):
    """A match that was being recorded already belongs to the encounter. ``place``: the table of the club."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchAdopted"
    match: str
    place: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealScored(Fact):
    """A deal of the encounter's match was settled, or settled otherwise: what each side has, and what it won by it."""

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
    """Both sides have confirmed a deal of the encounter's match as it is settled."""

    TOPIC: ClassVar[str] = "nought.Tournament.DealAgreed"
    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class ResultEntered(Fact):
    """The encounter came to this, or one ``board`` of it. ``source``: ``sheet`` (typed in) or ``match``."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultEntered"
    score: Total
    source: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """A side agreed with the result; None: an official accepted it for both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultConfirmed"
    side: int | None
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultCorrected(Fact):
    """The encounter came to something else. ``source``: ``sheet``, ``match`` or ``ruling``."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultCorrected"
    score: Total
    source: str
    why: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(Fact):
    """There is no result any more."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultWithdrawn"
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultRuled(Fact):
    """The ruling in a dispute gives the encounter another result. What was played stays beneath it, and goes on."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRuled"
    dispute: str
    score: Total
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultRulingLifted(Fact):
    """The ruling in a dispute was taken back: what lay beneath it counts."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRulingLifted"
    dispute: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ForfeitRuled(Fact):
    """A side forfeits the encounter, or both do: ``sides`` holds 0, 1 or both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitRuled"
    sides: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ForfeitLifted(Fact):
    """The ruling was taken back: what was played counts again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitLifted"
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreGiven(Fact):
    """A director gave the sides artificial scores for boards without a result; what is played stays beneath them.

    ``scores``: of the side that sits North and South and of the other, as `domain.tournament.artificial` names them.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreGiven"
    boards: tuple[int, ...]
    scores: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreWithdrawn(Fact):
    """The artificial scores of some boards were taken back: what was played there counts, if anything was."""

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreWithdrawn"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class EncounterClosed(Fact):
    """Its round was closed: the result stands."""

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterClosed"


@dataclass(frozen=True, slots=True)
class EncounterReopened(Fact):
    """Its round was opened again."""

    TOPIC: ClassVar[str] = "nought.Tournament.EncounterReopened"


KINDS: Final[tuple[type[Fact], ...]] = (
    TournamentOpened, TermsChanged, TablesNamed, EntryMade, EntryChanged, SeedsSet, EntryWithdrawn, EntryReturned,
    LotsDrawn, LotsPromised, LotsSealed, RoundDrawn, RoundRedrawn, RoundClosed, RoundReopened, AdjustmentMade,
    AdjustmentWithdrawn, PacksCommitted, PacksOpened, PacksSealed, TournamentEnded, TournamentReopened,
    EncounterSet, EncounterDropped, SeatsChanged, MatchSeated, MatchAdopted, DealScored, DealUnscored, DealAgreed,
    ResultEntered, ResultConfirmed, ResultCorrected, ResultWithdrawn, ResultRuled, ResultRulingLifted, ForfeitRuled,
    ForfeitLifted, ArtificialScoreGiven, ArtificialScoreWithdrawn, EncounterClosed, EncounterReopened,
)  # fmt: skip
