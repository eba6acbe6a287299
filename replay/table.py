"""A deal as a program has it before it: open it, do acts, ask what is legal, look through a seat, settle, audit.

    table = Table.open("304", dealer="S", hands={"E": "JS 9S AS TS KS QS 8S 7H"})
    table.do("W no cut, S deal, E 160, N pass, W pass, S pass, E indicator JS")

Everything here is a short way to the `Record` in ``record`` (`domain.record.record`); what it refuses, the table
refuses. It stands in `replay`, since it speaks the notation and shows views, and the games below know neither.
How it is used is told in docs/python.md, by examples that the tests run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.audit.caps.points import Owed, is_owed
from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardsDealt, DealOpened, DealSettled, Fact
from domain.engine.hiding import Viewer, viewers
from domain.engine.parameters import override, plain
from domain.engine.refusals import Refusal, Refused, Verdict
from domain.engine.rules import Rules
from domain.engine.ruleset import Ruleset
from domain.engine.state import State
from domain.engine.templates import Template
from domain.games.catalogue import ruleset
from domain.games.three04.acts import Bid, RedealDemanded
from domain.record.record import Proposal, Record, Stamp
from replay.audit import audit
from replay.notation.actions import parse_action, write_action
from replay.position import Setup
from replay.views import View, latest_view
from replay.whole_hands import Hands, Rest, whole_hands

Said: TypeAlias = str | Act
"""An act, or a sentence of the notation (docs/formats.md); a text may hold several sentences, with commas between."""


class Table:
    """A deal in progress."""

    def __init__(self, record: Record, hands: Mapping[Seat, tuple[Card, ...]] | None = None) -> None:
        self.record = record
        """The record: corrections, disclosures and rulings are its own commands."""
        self.hands = dict(hands or {})
        """The cards that the dealer will deal to each seat, in order; nothing where nobody said."""
        self.version = len(record.entries) + len(record.notes)
        """How many facts the record holds, and so the version of the last."""

    @classmethod
    def open(
        cls,
        game: str | Ruleset,
        dealer: Seat = "",
        *,
        hands: Hands | None = None,
        rest: Rest = "unknown",
        changes: Mapping[str, Any] | None = None,
    ) -> Table:
        """Open a deal of a game: a ruleset or its key, with some ``changes`` of its parameters.

        ``hands`` are what the dealer will deal. The last seat deals if ``dealer`` is left out. Raises `UnknownRuleset`,
        `RulesetError`, or ValueError for hands that cannot be dealt.
        """
        game = ruleset(game) if isinstance(game, str) else game
        if changes:
            game = override(game, f"{game.key}-house", game.name, changes)
        dealer = dealer or game.seating.seats[-1]
        if dealer not in game.seating.seats:
            raise ValueError(f"{dealer!r} cannot deal: the seats are {', '.join(game.seating.seats)}")
        record = Record(DealOpened(plain(game), dealer), Stamp())
        return cls(record, whole_hands(record.rules, hands or {}, rest) if hands is not None else None)

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
        """Open a deal that stands in its middle. Raises `PositionError` if no deal comes to that.

        ``hands`` are the cards that each seat holds now; a seat that is left out holds what ``rest`` says. ``bid`` is
        a number, ``pcc``, ``half`` or ``full``, in a Jass ``"70 H"``. ``indicator`` is the trump indicator, wherever
        it is by now; of an open game (``opened``) its suit will do, as ``trump``. ``partner`` is the card that a maker
        without partners named. ``tricks`` are told by who led and the cards in order, ``"E JS (7H) 9S 8S"``; the last
        may be going on. ``auction`` tells the bidding, where another than the shortest one matters.
        """
        table = cls.open(game, dealer, changes=changes)
        Setup(table, maker, bid, indicator, opened, partner).run(hands, trump, auction, tricks, rest)
        return table

    def copy(self) -> Table:
        """Return the same deal as it stands, to try something on."""
        return type(self)(self.record.draft(), self.hands)

    @property
    def acts(self) -> list[Act]:
        """Everything that happened."""
        return self.record.acts

    # --- acting -----------------------------------------------------------------------------------

    def do(self, *acts: Said, as_it_happened: bool = False) -> Table:
        """Do acts, one after another; what the table knows to follow comes by itself. Return this table.

        A dealing that names no cards deals the next of ``hands``. Raises `Refused` for an act against the rules, and
        `NotationError` for a sentence that is none; those before it are done. ``as_it_happened`` records a breach.
        """
        for said in acts:
            for act in self.heard(said):
                self.store(self.record.act(self.with_cards(act), as_it_happened=as_it_happened))
        return self

    def do_owed(self) -> Table:
        """Do what the rules demand now and what leaves no choice, as far as the record knows the cards.

        `do` brings along only what everybody at the table knows.
        """
        while (owed := self.rules.owed(self.state)) is not None:
            self.do(owed)
        return self

    def heard(self, said: Said) -> list[Act]:
        """Return the acts that a text tells."""
        if isinstance(said, Act):
            return [said]
        lines = (line.strip() for line in re.split(r"[,\n]", said))
        return [parse_action(line) for line in lines if line]

    def with_cards(self, act: Act) -> Act:
        """Return the act; a dealing without cards with those that come next."""
        if not isinstance(act, CardsDealt) or act.hands:
            return act
        if not self.hands:
            return next((each for each in self.legal(act.seat) if isinstance(each, CardsDealt)), act)
        batches = self.rules.ruleset.batches
        done = 0
        for each in self.record.acts:
            done = 0 if isinstance(each, RedealDemanded) else done + isinstance(each, CardsDealt)
        if done >= len(batches):
            return act
        first, size = sum(batches[:done]), batches[done]
        return CardsDealt(act.seat, {seat: cards[first : first + size] for seat, cards in self.hands.items()})

    def store(self, proposals: Iterable[Proposal]) -> list[Fact]:
        """Fold what a command of the record proposed; return its facts."""
        facts = [proposal.fact for proposal in proposals]
        for fact in facts:
            self.version += 1
            self.record.fold(fact, Stamp(self.version))
        return facts

    # --- asking -----------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.record.rules

    @property
    def state(self) -> State:
        """Where the deal stands, as the record knows it."""
        return self.record.state

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None when the deal is over."""
        return self.rules.to_act(self.state)

    @property
    def stage(self) -> str:
        """The stage that the deal is in, as views call it."""
        return "over" if self.state.outcome else self.rules.stage_name(self.state)

    @property
    def sentences(self) -> list[str]:
        """Everything that happened, as sentences."""
        return [write_action(act) for act in self.record.acts]

    def legal(self, seat: Seat | None = None) -> list[Act]:
        """Return the acts open to a seat, as they can be done; of the seat to act if none is named."""
        seat = seat or self.to_act
        return self.rules.legal(self.state, seat) if seat else []

    def templates(self, seat: Seat | None = None) -> list[Template]:
        """Return the acts open to a seat in which something is left to fill in."""
        seat = seat or self.to_act
        return self.rules.templates(self.state, seat) if seat else []

    def judge(self, said: Said) -> Verdict:
        """Judge one act, and do nothing: None is legal, `POSSIBLE` legal for all that is known, else a `Refusal`."""
        (act,) = self.heard(said)
        return self.rules.judge(self.state, self.with_cards(act))

    def refusal(self, said: Said) -> Refusal | None:
        """Return why one act would be refused; None if it would be done."""
        (act,) = self.heard(said)
        try:
            self.record.act(self.with_cards(act))
        except Refused as refused:
            return refused.refusal
        return None

    def view(self, viewer: Viewer) -> View:
        """Return what a viewer knows now (docs/views.md): a seat, ``public``, ``scribe`` or ``arbiter``."""
        if viewer not in (known := viewers(self.rules.seats)):
            raise ValueError(f"{viewer!r} is no viewer of this deal: they are {', '.join(known)}")
        return latest_view(self.record, viewer)

    @property
    def settlement(self) -> DealSettled | None:
        """Return the settlement of the deal; None while it is not over."""
        return self.record.settlement

    def audit(self) -> dict[str, Any]:
        """Return what broke a rule, what follows, and whether Caps was owed (docs/audit.md)."""
        return audit(self.record)

    def owes_caps(self, seat: Seat, ply: int | None = None) -> Owed:
        """Return whether a seat owes a call of Caps before the act of a ply, or now (docs/caps.md)."""
        return is_owed(self.record, len(self.record.entries) if ply is None else ply, seat)
