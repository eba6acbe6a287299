"""The facts of a deal of any game: acts at the table, corrections, disclosures, rulings and settlements.

Each fact has a permanent ``TOPIC``: its name in the store and in every archive. Cards are words (``"JH"``); ``"??"``
is a card that the recorder or the viewer of the fact did not see. `domain.engine.hiding` hides the parts of a fact
that a viewer may not see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.personal import PersonalText, PersonName

if TYPE_CHECKING:
    from types import ModuleType


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened and is recorded: a fact of a deal, or by its base of another ``SUBJECT``.

    A topic is permanent, so a class that is renamed keeps it as its own ``TOPIC``.
    """

    SUBJECT: ClassVar[str] = "Deal"
    TOPIC: ClassVar[str] = ""
    SPARE: ClassVar[tuple[str, ...]] = ()
    """The fields that were added when such facts were stored already: each is left out of the stored fact while it is
    empty. A path leads into the parts of a fact, and into each part of a list."""

    def __init_subclass__(cls) -> None:
        if not {"SUBJECT", "TOPIC"} & cls.__dict__.keys():
            cls.TOPIC = f"nought.{cls.SUBJECT}.{cls.__name__}"


def facts_in(module: ModuleType) -> tuple[type[Fact], ...]:
    """Return the kinds of facts that a module defines, in its order."""
    return tuple(
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Fact)
        and each.__module__ == module.__name__
        and "__dataclass_params__" in vars(each)
    )


@dataclass(frozen=True, slots=True)
class Act(Fact):
    """A fact that a player causes at the table; it has a ply. ``seat``: the player (for dealing, the dealer)."""

    WORDS: ClassVar[str] = ""
    """The kind of act in words: a msgid."""
    seat: Seat

    def list_cards(self) -> tuple[Card, ...]:
        """Return the cards of the act, unknown ones included."""
        return ()

    def cards_by_seat(self) -> dict[Seat, tuple[Card, ...]]:
        """Return the cards that the act names by seat: those that each was dealt, or had in the trick."""
        return {}


# --- before the auction -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackShuffled(Act):
    """The shuffle. ``order``: the pack from top to bottom; empty if it is not known."""

    WORDS: ClassVar[str] = "a shuffle"
    order: tuple[Card, ...] = ()

    def list_cards(self) -> tuple[Card, ...]:
        return self.order


@dataclass(frozen=True, slots=True)
class PackCut(Act):
    """The answer to the offer of the cut. ``depth``: cards lifted from the top; None: declined; 0: not counted.

    ``unrecorded``: nobody wrote down whether the pack was cut. The depth is then 0, as for a cut that nobody counted.
    """

    SPARE = ("unrecorded",)
    WORDS: ClassVar[str] = "a cut of the pack"
    depth: int | None = None
    unrecorded: bool = False


@dataclass(frozen=True, slots=True)
class CardsDealt(Act):
    """The dealing of one batch to every seat."""

    WORDS: ClassVar[str] = "dealing the cards"
    hands: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def list_cards(self) -> tuple[Card, ...]:
        return tuple(card for batch in self.hands.values() for card in batch)

    def cards_by_seat(self) -> dict[Seat, tuple[Card, ...]]:
        return self.hands


@dataclass(frozen=True, slots=True)
class Passed(Act):
    """A pass in an auction."""

    WORDS: ClassVar[str] = "a pass"


# --- play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Act):
    """A card played to the trick. ``down``: face down; ``indicator``: it is the trump indicator from the table."""

    WORDS: ClassVar[str] = "playing a card"
    card: Card = "??"
    down: bool = False
    indicator: bool = False

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class CardExposed(Act):
    """A card that a seat showed and kept in its hand, against the rules: dropped, or laid on the table by mistake."""

    WORDS: ClassVar[str] = "showing a card of the hand"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class PointsCounted(Act):
    """The points that the trump maker's or declarer's side counted; needed only if unknown cards hide the result."""

    WORDS: ClassVar[str] = "a count of the points"
    points: int = 0


# --- about the record -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealOpened(Fact):
    """The start of a deal. It keeps the whole resolved ruleset, so that a replay never changes with the code."""

    ruleset: dict[str, Any]
    dealer: Seat
    players: dict[Seat, PersonName] = field(default_factory=dict)
    number: int = 1
    match: str | None = None
    table: str | None = None
    club: str | None = None
    event: str = ""
    source: PersonalText = ""
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class CardsDisclosed(Fact):
    """The names of cards that were unknown to the record until now.

    ``hands``: the cards that a seat was dealt, batch after batch; ``plies``: the card of an act (a face-down play, an
    indicator), by the ply of the act in the effective record at the time of the disclosure.
    """

    hands: dict[Seat, tuple[tuple[Card, ...], ...]] = field(default_factory=dict)
    plies: dict[int, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IrregularityNoted(Fact):
    """A breach at a ply that the cards alone do not show, noted by a person."""

    ply: int
    code: str
    seat: Seat | None = None
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EntryAmended(Fact):
    """A correction by the scribe: at ``ply`` of the effective record, ``was`` should read ``now``."""

    ply: int
    was: Act
    now: Act
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EntryInserted(Fact):
    """A correction by the scribe: ``now``, which was missing, happened before the act at ``ply``."""

    ply: int
    now: Act
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EntryRetracted(Fact):
    """A correction by the scribe: ``was``, at ``ply`` of the effective record, never happened."""

    ply: int
    was: Act
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class CapsRuled(Fact):
    """An arbiter's verdict on Caps: ``right``, ``early``, ``late`` or ``missing`` (owed, never called)."""

    verdict: str
    seat: Seat
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class ViolationRuled(Fact):
    """An arbiter's ruling that ``seat`` broke a rule; the consequence that the ruleset sets applies."""

    seat: Seat
    code: str
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class ResultAssigned(Fact):
    """An arbiter's ruling on what each team gains by the deal, whatever was played.

    ``gains``: tokens, or in a match for points the points, of each team. The sides are ruled on apart: their gains need
    not balance each other.
    """

    gains: dict[str, int] = field(default_factory=dict)
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealAnnulled(Fact):
    """An arbiter's ruling that the deal does not count and is to be dealt again."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class RulingLifted(Fact):
    """The withdrawal of an arbiter's ruling; the deal counts as it did without the ruling.

    ``ruling``: ``caps``, ``violation``, ``assigned`` or ``annulled``. ``seat``: the seat that was ruled on; ``code``:
    the verdict on Caps, or the code of the breach. An assigned result and an annulment have no seat and no code.
    """

    ruling: str
    seat: Seat | None = None
    code: str = ""
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealSettled(Fact):
    """The settlement of a deal. A later correction settles the deal again; the last settlement counts.

    ``outcome``: ``played``, ``passed_out``, ``spoilt`` or, after a ruling on a violation or on the result itself,
    ``awarded``; ``tokens``: won
    (+) or lost (-) by each team; ``points``: the card points of each team; ``made``: whether the bid was made, None if
    that does not decide; ``reasons``: codes of what decided the pay; ``score``: in games that are played for points,
    the points that each team gains.
    """

    SPARE = ("score",)
    outcome: str
    tokens: dict[str, int]
    points: dict[str, int]
    tricks: dict[str, int]
    made: bool | None = None
    reasons: tuple[str, ...] = ()
    score: dict[str, int] = field(default_factory=dict)

    @property
    def due(self) -> dict[str, int]:
        """Return the gain of each team in a match: points, or tokens."""
        return self.score or self.tokens


@dataclass(frozen=True, slots=True)
class DealConfirmed(Fact):
    """A player's agreement with the result so far. After a correction or ruling the player must agree again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardSealed(Fact):
    """An indicator that the seat named to the record book alone; ``digest`` commits to it (`domain.proof.seals`).

    ``entry``: the version of the event that recorded the act, in which the card is unknown.
    """

    seat: Seat
    digest: str
    entry: int


@dataclass(frozen=True, slots=True)
class SealOpened(Fact):
    """The opening of a sealed card to everybody, with the salt that checks it against the digest."""

    seat: Seat
    digest: str
    card: Card
    salt: str


@dataclass(frozen=True, slots=True)
class DealReopened(Fact):
    """The continuation of a deal whose end a correction took back; the settlement no longer counts."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealAbandoned(Fact):
    """The abandonment of a deal, which then does not count."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealWithdrawn(Fact):
    """The withdrawal of a deal that should not be in the record book: opened by mistake, or imported wrongly.

    The deal leaves all lists, its match and its tournament; its record stays. ``of_import``: the id of the import that
    was withdrawn with all its deals; empty if the deal was withdrawn alone.
    """

    SPARE = ("of_import",)
    why: PersonalText = ""
    of_import: str = ""


@dataclass(frozen=True, slots=True)
class DealRestored(Fact):
    """The end of a withdrawal that was wrong: the deal is in lists, its match and its tournament as before."""

    why: PersonalText = ""


ACTS: Final[tuple[type[Act], ...]] = (
    PackShuffled, PackCut, CardsDealt, Passed, CardPlayed, CardExposed, PointsCounted,
)  # fmt: skip
"""The acts that every game has."""


NOTES: Final[tuple[type[Fact], ...]] = (
    DealOpened, CardsDisclosed, IrregularityNoted, EntryAmended, EntryInserted, EntryRetracted, CapsRuled,
    ViolationRuled, ResultAssigned, DealAnnulled, RulingLifted, DealSettled, DealConfirmed, CardSealed, SealOpened,
    DealReopened, DealAbandoned, DealWithdrawn, DealRestored,
)  # fmt: skip
