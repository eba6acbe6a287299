"""The aggregate of a deal: its record, and the versions that each command wrote."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, DealOpened, Fact, IrregularityNoted
from domain.engine.parameters import check, parse
from domain.engine.refusals import Refused, no_seat, refuse
from domain.engine.state import NOBODY
from domain.engine.words.values import sentence
from domain.games.catalogue import own_game
from domain.games.three04.acts import CapsCalled
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.events import Recorded
from domain.kernel.ids import as_id
from domain.kernel.moments import as_moment, is_day
from domain.kernel.ports import Listing
from domain.match.seats import check_seats
from domain.record.entries import Stamp
from domain.record.errors import WithdrawnDeal
from domain.record.record import Record
from domain.record.traits import traits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.rules import Rules
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Proposal


WITHDRAWN: Final = "withdrawn"
"""The kind of a withdrawn deal's line in the catalogue: no list of deals has it."""


class Deal(ListedAggregate):
    """One deal in the record book."""

    __slots__ = ("keys", "record", "unlisted")

    NAME = sentence("deal")
    OPENING = DealOpened
    record: Record
    keys: dict[str, tuple[int, int]]
    """The first and last version that each command wrote, by the command's key."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.keys = {}
        self.unlisted = False

    def fold(self, event: Recorded) -> None:
        fact, version = event.fact, event.originator_version
        stamp = Stamp(version, event.at, event.by)
        if event.key:
            first, _ = self.keys.get(event.key, (version, version))
            self.keys[event.key] = first, version
        if version == 1:
            assert isinstance(fact, DealOpened)  # noqa: S101
            self.record = Record(fact, stamp)
        else:
            self.record.fold(fact, stamp)

    def take(self, fact: Fact, at: str, by: str, key: str = "", broke: str = "") -> None:
        super().take(fact, at, by, key, broke)
        if broke or not isinstance(fact, Act) or isinstance(fact, CapsCalled):
            self.unlisted = True

    def take_all(self, proposals: Iterable[Proposal], at: str, by: str, key: str = "") -> None:
        """Fold the facts that a command of the record proposed, and add them to the pending events."""
        for proposal in proposals:
            self.take(proposal.fact, at, by, key, proposal.broke.code if proposal.broke else "")

    def note_device_time(self, at: str) -> None:
        """Keep the time of the sender's device with the pending events, beside the server's time."""
        self.pending = [msgspec.structs.replace(event, device_at=at) for event in self.pending]

    @property
    def latest_act_at(self) -> str:
        """Return the time of the last act of the effective record, or of the opening."""
        entries = self.record.entries
        return entries[-1].stamp.at if entries else self.opened_at

    @property
    def match(self) -> UUID | None:
        """Return the id of the deal's match; None outside a match, or if an imported deal only names one."""
        return as_id(self.record.opened.match)

    @property
    def status(self) -> str:
        """Return ``withdrawn``, ``abandoned``, the outcome of a settled deal, or ``open``."""
        return self.record.status

    @property
    def result(self) -> str:
        """Return ``made`` or ``failed`` for a bid that was played, and the status for any other deal."""
        settled = self.record.settlement
        if self.status != "played" or settled is None or settled.made is None:
            return self.status
        return "made" if settled.made else "failed"

    @property
    def shown(self) -> bool:
        """Return whether all hands are public: after the settlement, if the ruleset shows them (000 is silent; B18)."""
        record = self.record
        return record.settlement is not None and not record.abandoned and record.rules.ruleset.shows_hands

    def check_not_withdrawn(self) -> None:
        """Raise `WithdrawnDeal` if the deal was withdrawn: then nothing more is recorded in it."""
        if self.record.withdrawal is not None:
            stamp, withdrawn = self.record.withdrawal
            raise WithdrawnDeal(stamp.by, withdrawn.why)

    def check_withdrawn(self) -> None:
        """Raise `Declined` if the deal is not withdrawn: then there is nothing to restore."""
        if self.record.withdrawal is None:
            raise Declined("deal-not-withdrawn", "this deal is not withdrawn")

    def _contract(self) -> dict[str, Any] | None:
        """Return the bidder and the bid of a settled deal, with the trump only if the hands are shown; else None."""
        state = self.record.state
        if self.record.settlement is None or state.maker == NOBODY:
            return None
        bid: dict[str, Any] = {"seat": self.record.rules.seats[state.maker], "bid": state.contract()}
        if self.shown and (suit := state.trump_name()):
            bid["suit"] = suit
        return bid

    def listing(self) -> Listing:
        record = self.record
        opened = record.opened
        data: dict[str, Any] = {
            "status": self.status,
            "tokens": record.settlement.tokens if record.settlement else None,
            "provisional": record.provisional if record.settlement else None,
            "confirmed_by": list(record.confirmed),
            "ruleset": opened.ruleset.get("key", ""),
            "dealer": opened.dealer,
            "players": opened.players,
            "match": opened.match,
            "table": opened.table,
            "number": opened.number,
            "event": opened.event,
            "source": opened.source,
            "has_irregularities": any(isinstance(fact, IrregularityNoted) for _, fact in record.notes)
            or record.violation is not None
            or bool(record.find_refusals()),
            "has_caps": any(isinstance(entry.act, CapsCalled) for entry in record.entries)
            or record.caps_ruling is not None,
            "sides": {seat: record.rules.ruleset.seating.team(seat) for seat in opened.players},
            "people": sorted({name for name in opened.players.values() if name}),
            "result": self.result,
            "shown": self.shown,
            "contract": self._contract(),
            "points": record.settlement.points if record.settlement else None,
        }
        for code in ("double-made", "double-failed"):
            if record.settlement and code in record.settlement.reasons:
                data["double"] = code.removeprefix("double-")
        if own := own_game(record.rules.ruleset):
            data["own_game"] = own
        if is_day(self.opened_at):
            data["day"] = self.opened_at
        title = f"{opened.event}, deal {opened.number}" if opened.event else f"Deal {opened.number}"
        parent = self.match or as_id(opened.table)
        known = traits(record) if self.shown else ()
        kind = self.KIND if record.withdrawal is None else WITHDRAWN
        return Listing(self.id, kind, as_id(opened.club), parent, title, as_moment(self.opened_at), data, known)


@lru_cache(maxsize=128)
def _game(ruleset: bytes) -> Ruleset:
    """Return the ruleset that a JSON text holds. Raises `RulesetError` if its parameters do not fit together."""
    return check(parse(msgspec.json.decode(ruleset)))


def check_opening(opened: DealOpened) -> None:
    """Check the dealer, the players and the number of a deal. Raises `Declined`, or `RulesetError` for its ruleset."""
    check_seats(_game(msgspec.json.encode(opened.ruleset)), opened.dealer, opened.players)
    if opened.number < 1:
        raise Declined("number", "{number} is no deal's number", number=opened.number)


def check_words(rules: Rules, fact: Fact) -> None:
    """Raise `Refused` if a fact names a seat or a card that the game does not have: such a fact cannot be folded."""
    for seat in _seats(fact):
        if seat not in rules.place:
            raise Refused(no_seat(seat, rules.seats))
    for card in _cards(fact):
        if card != UNKNOWN and card not in rules.tables.bit:
            raise Refused(refuse("unknown-card", getattr(fact, "seat", None), "{card} is not in this pack", card=card))


def _seats(fact: Fact) -> Iterator[str]:
    seat = getattr(fact, "seat", None)
    if seat is not None:
        yield seat
    if of := getattr(fact, "of", None):
        yield of
    if partner := getattr(fact, "partner", ""):
        yield partner
    for name in ("hands", "cards"):
        if isinstance(held := getattr(fact, name, None), dict):
            yield from held


def _cards(fact: Fact) -> Iterator[str]:
    if isinstance(card := getattr(fact, "card", UNKNOWN), str):
        yield card
    yield from getattr(fact, "order", ())
    cards = getattr(fact, "cards", None)
    yield from cards.values() if isinstance(cards, dict) else cards if isinstance(cards, tuple) else ()
    yield from getattr(fact, "plies", {}).values()
    for held in getattr(fact, "hands", {}).values():
        for part in held:
            yield from (part,) if isinstance(part, str) else part
