"""A deal for programs: open it, do acts, ask what is legal, see what a seat knows, settle it, audit it.

    table = Table.open("304", dealer="S", hands={"E": "JS 9S AS TS KS QS 8S 7H"})
    table.do("W no cut, S deal, E 160, N pass, W pass, S pass, E indicator JS")

`Table` is a thin layer over a `Record` (`domain.record.record`), which judges every act. It is in `replay` because it
uses the notation and the views, which `domain` does not know. Programs import it from `nought`. docs/python.md shows
how to use it, in examples that the tests run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from domain.audit.caps.points import Owed, find_owed_call
from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardsDealt, DealOpened, DealSettled, Fact
from domain.engine.game import Game
from domain.engine.hiding import PUBLIC, Viewer, viewers
from domain.engine.parameters import plain
from domain.engine.refusals import Refusal, Refused, Verdict, no_ply
from domain.engine.refusals import no_seat as refuse_seat
from domain.engine.rules import Rules
from domain.engine.ruleset import Ruleset
from domain.engine.state import State
from domain.engine.templates import Template
from domain.engine.words.values import seat_letters, sentence
from domain.engine.words.worded import WordedError
from domain.games.catalogue import changed
from domain.games.sidi.game import SIDI
from domain.games.three04.acts import Bid, RedealDemanded
from domain.games.three04.game import THREE04
from domain.record.entries import Stamp
from domain.record.record import Proposal, Record
from replay.audits.audit import audit
from replay.frames import replay
from replay.notation.actions import parse_action, write_action
from replay.notation.document import DealDocument, Item, record_of
from replay.notation.errors import NotationError
from replay.positions.position import Setup, Terms
from replay.positions.sidi import SidiSetup
from replay.positions.three04 import Three04Setup
from replay.positions.whole_hands import Hands, HandsError, Rest, no_seat, whole_hands
from replay.rows.column import Row
from replay.rows.kinds import KINDS, KindName
from replay.rows.recorded_deal import RecordedDeal
from replay.views import View, view_at

ActText: TypeAlias = str | Act
"""An act, or its sentence in the notation (docs/formats.md); a text may hold several, separated by commas or lines."""

SETUPS: Final[dict[Game, type[Setup]]] = {THREE04: Three04Setup, SIDI: SidiSetup}
"""The class that sets up a position of each game."""


class ViewerError(WordedError, ValueError):
    """Raised for a viewer that a deal does not have; the message names those that it has."""

    code = "viewer"


class RowsError(WordedError, ValueError):
    """Raised for a kind of rows that there is not; the message names those that there are."""

    code = "rows"


class Table:
    """A deal in progress, with all cards that are known of it."""

    def __init__(
        self,
        record: Record,
        hands: Mapping[Seat, tuple[Card, ...]] | None = None,
        document: DealDocument | None = None,
    ) -> None:
        """Make a table of a new record, or of the record of a document. Programs use `open`, `position` or `of`."""
        self.record = record
        """The record of the deal; its own methods correct, disclose and rule."""
        self.hands = dict(hands or {})
        """The cards that the dealer will deal to each seat, in order; empty if they are not known."""
        self._opening = document or DealDocument(record.opened)
        self._items = list(self._opening.items)

    @classmethod
    def open(
        cls,
        game: str | Ruleset,
        dealer: Seat = "",
        *,
        hands: Hands | None = None,
        rest: Rest = "unknown",
        changes: Mapping[str, Any] | None = None,
        players: Mapping[Seat, str] | None = None,
        number: int = 1,
        event: str = "",
    ) -> Table:
        """Open a deal of a game, given as a ruleset or its key.

        ``changes`` maps parameters to their new values. ``hands`` are the cards that the dealer will deal. If
        ``dealer`` is left out, the last seat deals. ``players`` are names by seat, ``number`` the number of the deal,
        and ``event`` says where it is played. Raises `UnknownRuleset` if the key is not known, `RulesetError` if the
        changes do not make a game, `HandsError` if the hands cannot be dealt or a seat is not one of the game.
        """
        game = changed(game, changes)
        dealer = dealer or game.seating.seats[-1]
        if dealer not in game.seating.seats:
            raise HandsError(
                "{seat} cannot deal: the seats are {seats}", seat=repr(dealer), seats=seat_letters(game.seating.seats)
            )
        opened = DealOpened(plain(game), dealer, dict(players or {}), number, event=event)
        record = Record(opened, Stamp(1))
        if strange := [seat for seat in opened.players if seat not in record.rules.place]:
            raise HandsError(no_seat(strange[0], record.rules))
        return cls(record, whole_hands(record.rules, hands or {}, rest) if hands is not None else None)

    @classmethod
    def of(cls, document: DealDocument) -> Table:
        """Return the table of a deal that was read from a file or a record book, after all that is recorded.

        Nothing is judged, as in a record book: `check` does that.
        """
        return cls(record_of(document), document=document)

    @classmethod
    def position(
        cls,
        game: str | Ruleset,
        hands: Hands,
        *,
        maker: Seat,
        bid: Bid | str,
        dealer: Seat = "",
        indicator: Card = "",
        trump: str = "",
        opened: bool = False,
        partner: Card = "",
        auction: str = "",
        tricks: Sequence[str] = (),
        rest: Rest = "unknown",
        changes: Mapping[str, Any] | None = None,
    ) -> Table:
        """Open a deal in its middle. Raises `PositionError` if no deal of the game reaches the position.

        ``hands`` are the cards that each seat holds now; a seat that is left out holds what ``rest`` says. ``bid`` is
        a number, ``pcc``, ``half`` or ``full``, in a Jass ``"70 H"``. ``indicator`` is the trump indicator, wherever
        it is by now; in an open game (``opened``) its suit is enough, as ``trump``. ``partner`` is the card that a
        maker without a fixed partner named. Each of ``tricks`` is the seat that led and the cards in order,
        ``"E JS (7H) 9S 8S"``; the last may be incomplete. ``auction`` is the bidding as sentences; if it is left out,
        the shortest one is bid.
        """
        table = cls.open(game, dealer, changes=changes)
        terms = Terms(maker, bid, trump, indicator, opened, partner)
        SETUPS[table.rules.ruleset.game](table, terms).run(hands, auction, tricks, rest)
        return table

    def copy(self) -> Table:
        """Return a copy of the table. Acts on the copy do not change the table."""
        return type(self)(self.record.draft(), self.hands, self.document)

    def __repr__(self) -> str:
        return f"<Table {self.record.opened.number} of {self.rules.ruleset.key}: {self.stage}, {len(self.acts)} acts>"

    @property
    def document(self) -> DealDocument:
        """Return the deal as it is recorded so far, to be written to a file or added to a record book."""
        return replace(self._opening, items=tuple(self._items))

    @property
    def acts(self) -> list[Act]:
        """Return the acts of the effective record."""
        return self.record.acts

    # --- acting -----------------------------------------------------------------------------------

    def do(self, *acts: ActText, as_it_happened: bool = False) -> Table:
        """Do acts, one after another, with the acts that everybody knows must follow. Return this table.

        A dealing that names no cards deals the next of ``hands``. ``as_it_happened`` records an act that breaks a
        rule. Raises `Refused` if an act is against the rules, `NotationError` if a sentence cannot be read; the acts
        before it stay done.
        """
        for text in acts:
            for act in self.parse(text):
                self.store(self.record.act(self.with_cards(act), as_it_happened=as_it_happened))
        return self

    def do_owed(self) -> Table:
        """Do the acts that the rules demand now, as far as the record knows their cards. Return this table.

        `do` adds only the acts that everybody at the table knows must follow.
        """
        while (owed := self.rules.owed_act(self.state)) is not None:
            self.do(owed)
        return self

    def parse(self, text: ActText) -> list[Act]:
        """Return the acts of a text. Raises `NotationError` if a sentence cannot be read."""
        if isinstance(text, Act):
            return [text]
        lines = (line.strip() for line in re.split(r"[,\n]", text))
        return [parse_action(line) for line in lines if line]

    def parse_one(self, text: ActText) -> Act:
        """Return the one act of a text. Raises `NotationError` if it cannot be read, or holds none or several."""
        acts = self.parse(text)
        if len(acts) != 1:
            raise NotationError(f"{text!r} holds {len(acts)} acts; give one")
        return acts[0]

    def with_cards(self, act: Act) -> Act:
        """Return the act; a dealing without cards gets the next batch of ``hands``."""
        if not isinstance(act, CardsDealt) or act.hands:
            return act
        if not self.hands:
            return next((legal for legal in self.legal(act.seat) if isinstance(legal, CardsDealt)), act)
        batches = self.rules.ruleset.batches
        done = 0
        for earlier in self.record.acts:
            done = 0 if isinstance(earlier, RedealDemanded) else done + isinstance(earlier, CardsDealt)
        if done >= len(batches):
            return act
        first, size = sum(batches[:done]), batches[done]
        return CardsDealt(act.seat, {seat: cards[first : first + size] for seat, cards in self.hands.items()})

    def store(self, proposals: Iterable[Proposal]) -> list[Fact]:
        """Fold the facts that a command of the record proposed. Return them."""
        new = [Item(proposal.fact, broke=proposal.broke.code if proposal.broke else "") for proposal in proposals]
        for item in new:
            self._items.append(item)
            self.record.fold(item.fact, Stamp(len(self._items) + 1))
        return [item.fact for item in new]

    # --- correcting -------------------------------------------------------------------------------

    def amend(self, ply: int, act: ActText, why: str = "") -> Table:
        """Replace the act of a ply, which was recorded wrongly. Return this table.

        The old act stays in the document. Acts that the rules compel follow. Raises `Refused` if there is no such ply,
        or if the act is the same; `NotationError` if the sentence cannot be read.
        """
        self.store(self.record.amend(ply, self.parse_one(act), why))
        return self

    def insert(self, ply: int, act: ActText, why: str = "") -> Table:
        """Insert an act that was not recorded, before the act of a ply. Return this table. Raises as `amend` does."""
        self.store(self.record.insert(ply, self.parse_one(act), why))
        return self

    def retract(self, ply: int, why: str = "") -> Table:
        """Take out the act of a ply, which never happened. Return this table. Raises `Refused` for no such ply."""
        self.store(self.record.retract(ply, why))
        return self

    # --- queries ----------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self.record.rules

    @property
    def ruleset(self) -> Ruleset:
        """Return the game with its parameters."""
        return self.rules.ruleset

    @property
    def state(self) -> State:
        """Return the state of the deal, as far as the record knows the cards."""
        return self.record.state

    @property
    def to_act(self) -> Seat | None:
        """Return the seat whose turn it is. Returns None if the deal is over."""
        return self.rules.to_act(self.state)

    @property
    def stage(self) -> str:
        """Return the name of the current stage, as in views: ``over`` at the end."""
        return "over" if self.state.outcome else self.rules.stage_name(self.state)

    @property
    def sentences(self) -> list[str]:
        """Return the acts of the effective record as sentences."""
        return [write_action(act) for act in self.record.acts]

    def legal(self, seat: Seat | None = None) -> list[Act]:
        """Return the legal acts of a seat, by default of the seat to act. Raises `Refused` for no seat of the game."""
        seat = self._seat(seat)
        return self.rules.legal(self.state, seat) if seat else []

    def templates(self, seat: Seat | None = None) -> list[Template]:
        """Return the legal acts of a seat that have something left to fill in, by default of the seat to act.

        Raises `Refused` for no seat of the game.
        """
        seat = self._seat(seat)
        return self.rules.templates(self.state, seat) if seat else []

    def judge(self, text: ActText) -> Verdict:
        """Judge one act without doing it. Return None if it is legal, `POSSIBLE` if it may be, else a `Refusal`."""
        act = self.parse_one(text)
        return self.rules.judge(self.state, self.with_cards(act))

    def refusal(self, text: ActText) -> Refusal | None:
        """Return why `do` would refuse one act. Returns None if it would not."""
        act = self.parse_one(text)
        try:
            self.record.act(self.with_cards(act))
        except Refused as refused:
            return refused.refusal
        return None

    def view(self, viewer: Viewer = PUBLIC, ply: int | None = None) -> View:
        """Return what a viewer knows after the act of a ply, by default the last, as JSON values (docs/views.md).

        ``viewer``: a seat, ``public``, ``scribe`` or ``arbiter``; by default what everybody may see. Ply -1 is before
        the first act. Raises `ViewerError` for any other viewer, `Refused` for any other ply.
        """
        self._check_viewer(viewer)
        last = len(self.record.entries) - 1
        if ply is not None and not -1 <= ply <= last:
            raise Refused(no_ply(ply, -1, last))
        return view_at(self.record, viewer, last if ply is None else ply)

    def replay(self, viewer: Viewer = PUBLIC) -> View:
        """Return every frame of the deal for a viewer, as JSON values (docs/replay.md). Raises `ViewerError`."""
        self._check_viewer(viewer)
        return replay(self.record, viewer)

    def rows(self, kind: KindName = "plays", *, caps: bool = False) -> list[Row]:
        """Return rows for a notebook, with the columns of docs/data.md, as far as the record knows the cards.

        ``kind``: ``deals``, ``players``, ``bids`` or ``plays``. ``caps``: whether to judge if Caps was owed, which
        takes longer. Raises `RowsError` for any other kind.
        """
        if kind not in KINDS:
            raise RowsError("{kind} are no rows of a deal: there are {kinds}", kind=repr(kind), kinds=", ".join(KINDS))
        return list(KINDS[kind].rows(RecordedDeal(self.record, self._opening.id, judges_caps=caps)))

    def _check_viewer(self, viewer: Viewer) -> None:
        if viewer not in (known := viewers(self.rules.seats)):
            raise ViewerError(
                sentence(
                    "{viewer} is no viewer of this deal: they are {viewers}",
                    viewer=repr(viewer),
                    viewers=", ".join(known),
                )
            )

    @property
    def settlement(self) -> DealSettled | None:
        """Return the settlement of the deal. Returns None if the deal is not over."""
        return self.record.settlement

    def audit(self) -> dict[str, Any]:
        """Return the breaches of the deal, their consequences, and whether Caps was owed (docs/audit.md)."""
        return audit(self.record)

    def owes_caps(self, seat: Seat, ply: int | None = None) -> Owed:
        """Return whether a seat must call Caps before the act of a ply, by default now (docs/caps.md).

        Raises `Refused` for no seat of the game, or no ply of the deal.
        """
        now = len(self.record.entries)
        if ply is not None and not 0 <= ply <= now:
            raise Refused(no_ply(ply, 0, now))
        return find_owed_call(self.record, now if ply is None else ply, self._seat(seat) or "")

    def _seat(self, seat: Seat | None) -> Seat | None:
        """Return the seat, by default the one to act. Raises `Refused` if the game does not have it."""
        if seat is not None and seat not in self.rules.place:
            raise Refused(refuse_seat(seat, self.rules.seats))
        return seat or self.to_act
