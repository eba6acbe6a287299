"""The record of one deal: the entries, the corrections, and the current state.

`Record.fold` takes in stored facts and never refuses. The command methods (`act`, `amend`, `retract` …) change nothing:
they return the facts to store, or raise `Refused`.

The *effective record* is the list of acts with all corrections and disclosures in place; the number of an act in it,
counted from 0, is the act's ply.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any, Final, TypeAlias

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.consequences import apply_both, consequence, table_state
from domain.engine.facts import (
    Act,
    CapsRuled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealOpened,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import PUBLIC, Viewer, hide, hide_act
from domain.engine.onward import foregone, implied
from domain.engine.parameters import parse
from domain.engine.refusals import Refusal, Refused, Verdict, no_ply, no_seat, refuse
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.state import NOBODY, State
from domain.engine.values import CardCode, Listing, SeatLetter, SeatName, Term, Value, card_codes

VERDICTS: Final = ("right", "early", "late", "missing")
"""The verdicts of an arbiter on a Caps call, or on its absence."""

UNSETTLING: Final = (
    EntryAmended, EntryInserted, EntryRetracted, CapsRuled, ViolationRuled, DealAnnulled, RulingLifted, DealSettled,
    DealReopened, DealAbandoned,
)  # fmt: skip
"""The facts after which the players must confirm the result again."""


Ruling: TypeAlias = CapsRuled | ViolationRuled | DealAnnulled


@dataclass(frozen=True, slots=True)
class Stamp:
    """The stamp of an event: its version in the stream, its time (ISO 8601), and the name of the recorder."""

    version: int = 0
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A change to the effective record: ``was`` is None for an insertion, ``now`` for a retraction."""

    ply: int
    was: Act | None
    now: Act | None
    why: str
    stamp: Stamp


@dataclass(slots=True)
class Entry:
    """One act of the effective record."""

    act: Act
    """The act with every card that is known now: entered, disclosed, or shown by later acts."""
    disclosed: Act
    """The act with disclosed cards, but without cards that only later acts show."""
    entered: Act
    """The act as the scribe entered or corrected it, without later disclosures."""
    stamp: Stamp
    corrections: list[Correction] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A fact to store. ``broke``: the refusal of an act that is recorded as it happened, against a rule."""

    fact: Fact
    broke: Refusal | None = None


@lru_cache(maxsize=128)
def _rules_of(ruleset: str) -> Rules:
    """Return the rules of a ruleset in JSON. The rules are cached."""
    return rules_of(parse(json.loads(ruleset)))


def with_card(act: Any, card: Card) -> Act:
    """Return a copy of an act of one card, with another card."""
    named: Act = replace(act, card=card)
    return named


def called(ruling: Ruling) -> tuple[str, Seat | None, str]:
    """Return the key of a ruling in `RulingLifted`: its kind, its seat, and its verdict or the code of the breach."""
    match ruling:
        case CapsRuled(verdict, seat):
            return "caps", seat, verdict
        case ViolationRuled(seat, code):
            return "violation", seat, code
    return "annulled", None, ""


class Record:
    """One deal, folded from its facts."""

    def __init__(self, opened: DealOpened, stamp: Stamp, rules: Rules | None = None) -> None:
        self.opened = opened
        self.stamp = stamp
        self.rules: Rules = rules or _rules_of(json.dumps(opened.ruleset))
        self.game = self.rules.ruleset.game
        self.entries: list[Entry] = []
        self.retracted: list[Correction] = []
        """The retractions, in order."""
        self.notes: list[tuple[Stamp, Fact]] = []
        """The stamps and facts that are not acts, in order."""
        self.state: State = self.rules.start(opened.dealer)
        self.settlement: DealSettled | None = None
        self.rulings: list[Ruling] = []
        """The rulings of arbiters that stand, in order."""
        self.given_up = False
        self.confirmed: dict[Seat, Stamp] = {}
        """The seats that confirmed the current result, with the stamps of their confirmations."""

    # --- folding --------------------------------------------------------------------------------

    @property
    def dealer(self) -> Seat:
        """Return the first dealer."""
        return self.opened.dealer

    @property
    def acts(self) -> list[Act]:
        """Return the acts of the effective record."""
        return [entry.act for entry in self.entries]

    def fold(self, fact: Fact, stamp: Stamp) -> None:
        """Take in a stored fact. Never refuses."""
        if self.confirmed and self._unsettles(fact):
            self.confirmed = {}
        if isinstance(fact, Act):
            self._enter(fact, stamp)
            return
        self.notes.append((stamp, fact))
        match fact:
            case EntryAmended() | EntryInserted() | EntryRetracted():
                self._correct(fact, stamp)
            case CardsDisclosed():
                self._disclose(fact)
            case DealSettled():
                self.settlement = fact
            case DealConfirmed(seat):
                self.confirmed[seat] = stamp
            case DealReopened():
                self.settlement = None
            case CapsRuled() | ViolationRuled() | DealAnnulled():
                self.rulings.append(fact)
            case RulingLifted():
                if (ruling := self._meant(fact)) is not None:
                    self.rulings.remove(ruling)
            case DealAbandoned():
                self.given_up = True

    def _unsettles(self, fact: Fact) -> bool:
        """Return whether the players must confirm the result again.

        Only public facts have this effect: otherwise a confirmation that disappears would reveal a hidden correction.
        """
        return isinstance(fact, Act) or (isinstance(fact, UNSETTLING) and hide(fact, PUBLIC) is not None)

    def _enter(self, act: Act, stamp: Stamp) -> None:
        full = self.game.fill(self.state, act)
        news = self._learn(full, len(self.entries))
        self.entries.append(Entry(full, act, act, stamp))
        if news:
            self._refold()
        else:
            self.rules.apply(self.state, full)

    def enter_judged(self, act: Act, stamp: Stamp) -> None:
        """Add a stored act that is already applied to the state, names all its cards, and shows no earlier card."""
        self.entries.append(Entry(act, act, act, stamp))

    def _correct(self, fact: EntryAmended | EntryInserted | EntryRetracted, stamp: Stamp) -> None:
        ply = fact.ply
        match fact:
            case EntryInserted(ply, now, why):
                change = Correction(ply, None, now, why, stamp)
                self.entries.insert(ply, Entry(now, now, now, stamp, [change]))
            case EntryAmended(ply, was, now, why):
                entry = self.entries[ply]
                entry.corrections.append(Correction(ply, was, now, why, stamp))
                entry.disclosed = entry.entered = now
            case EntryRetracted(ply, was, why):
                self.retracted.append(Correction(ply, was, None, why, stamp))
                del self.entries[ply]
        self._refold()

    def _refold(self) -> None:
        """Fold the effective record again from its first act; repeat until no act names a card of an earlier one."""
        for entry in self.entries:
            entry.act = entry.disclosed
        news = True
        while news:
            news = False
            self.state = s = self.rules.start(self.opened.dealer)
            for ply, entry in enumerate(self.entries):
                full = self.game.fill(s, entry.act)
                news = self._learn(full, ply) or news
                entry.act = full
                self.rules.apply(s, full)

    # --- cards that later acts show ---------------------------------------------------------------

    def _learn(self, act: Act, ply: int) -> bool:
        """Name the unknown cards of earlier acts that this act shows; return whether there were any."""
        news = False
        for seat, card, kind in self.game.shows(act):
            news = self._name(seat, card, ply, kind) or news
        return news

    def _name(self, seat: Seat, card: Card, before: int, kind: type[Act]) -> bool:
        """Name the card of the seat's last act of a kind before a ply; return whether the card was unknown before."""
        if card == UNKNOWN:
            return False
        for entry in reversed(self.entries[:before]):
            if type(entry.act) is kind and entry.act.seat == seat:
                if entry.act.named() != (UNKNOWN,):
                    return False
                entry.act = with_card(entry.act, card)
                return True
        return False

    def _disclose(self, fact: CardsDisclosed) -> None:
        for ply, card in fact.plies.items():
            act = self.entries[ply].disclosed
            if isinstance(act, (CardPlayed, *self.game.laid)):
                self.entries[ply].disclosed = with_card(act, card)
        for n, entry in enumerate(self._dealings()):
            dealt = entry.disclosed
            if isinstance(dealt, CardsDealt):
                hands = {seat: batches[n] for seat, batches in fact.hands.items() if n < len(batches)}
                entry.disclosed = replace(dealt, hands={**dealt.hands, **hands})
        self._refold()

    def _dealings(self) -> list[Entry]:
        """Return the entries of the dealt batches, without those before a redeal."""
        batches: list[Entry] = []
        for entry in self.entries:
            if self.game.begins_again(entry.act):
                batches = []
            elif isinstance(entry.act, CardsDealt):
                batches.append(entry)
        return batches

    # --- questions ------------------------------------------------------------------------------

    def table(self) -> State:
        """Return a new state of the deal with only the cards that everybody at the table knows."""
        return table_state(self.rules, self.opened.dealer, self.acts)

    @property
    def caps_ruling(self) -> CapsRuled | None:
        """Return the last ruling on Caps that stands, or None."""
        return next((each for each in reversed(self.rulings) if isinstance(each, CapsRuled)), None)

    @property
    def violation(self) -> ViolationRuled | None:
        """Return the last ruling on a breach that stands, or None."""
        return next((each for each in reversed(self.rulings) if isinstance(each, ViolationRuled)), None)

    @property
    def abandoned(self) -> bool:
        """Return whether the deal does not count: it was abandoned, or annulled by a ruling."""
        return self.given_up or any(isinstance(each, DealAnnulled) for each in self.rulings)

    def _meant(self, lifted: RulingLifted) -> Ruling | None:
        """Return the last standing ruling that the fact lifts, or None."""
        named = lifted.ruling, lifted.seat, lifted.code
        return next((each for each in reversed(self.rulings) if called(each) == named), None)

    def verdicts(self) -> list[Verdict]:
        """Return the verdict on every act of the effective record, by all cards that are known now."""
        s = self.rules.start(self.opened.dealer)
        verdicts = []
        for entry in self.entries:
            verdicts.append(self.rules.judge(s, entry.act))
            self.rules.apply(s, entry.act)
        return verdicts

    def broken(self) -> dict[int, Refusal]:
        """Return the refusals of the acts that certainly broke a rule, by ply."""
        return {ply: verdict for ply, verdict in enumerate(self.verdicts()) if isinstance(verdict, Refusal)}

    @property
    def over(self) -> bool:
        """Return whether the deal has a settlement or was abandoned."""
        return self.abandoned or self.settlement is not None

    @property
    def provisional(self) -> bool:
        """Return whether the deal has a result that not every team has confirmed."""
        seating = self.rules.ruleset.seating
        agreed = {seating.team(seat) for seat in self.confirmed}
        return self.settlement is not None and not self.abandoned and agreed != set(seating.teams)

    def unnoticed(self, viewer: Viewer) -> int:
        """Return the number of stored facts that are hidden from the viewer. No act at the table is wholly hidden."""
        return sum(1 for stamp, fact in self.notes if stamp.version and hide(fact, viewer) is None)

    def placed(self) -> list[tuple[Stamp, Fact, int | None]]:
        """Return the stamp, the fact and the current ply of each note.

        The ply of a retraction is the place where the act was. It is None for a note that is not about one act.
        """
        placed: list[tuple[Stamp, Fact, int | None]] = []
        for n, (stamp, fact) in enumerate(self.notes):
            ply = None
            if isinstance(fact, EntryAmended | EntryInserted | EntryRetracted | IrregularityNoted):
                ply, gone = fact.ply, isinstance(fact, EntryRetracted)
                for _, later in self.notes[n + 1 :]:
                    if isinstance(later, EntryInserted):
                        ply += later.ply < ply or (later.ply == ply and not gone)
                    elif isinstance(later, EntryRetracted):
                        gone = gone or later.ply == ply
                        ply -= later.ply < ply
            placed.append((stamp, fact, ply))
        return placed

    def until(self, ply: int) -> Record:
        """Return the record up to and including a ply, with the notes about its acts; without acts at -1.

        Cards that only later acts show are unknown in it; disclosed cards are known. It has no settlement and no
        rulings. Returns the record itself if the ply is the last one.
        """
        if ply >= len(self.entries) - 1:
            return self
        draft = self.draft()
        del draft.entries[ply + 1 :]
        draft.notes = [(stamp, fact) for stamp, fact, at in self.placed() if at is not None and at <= ply]
        draft.settlement, draft.rulings = None, []
        draft._refold()
        return draft

    # --- commands -------------------------------------------------------------------------------

    def act(self, act: Act, *, as_it_happened: bool = False, seat: Seat | None = None) -> list[Proposal]:
        """Return the facts of an act at the table: the act, the acts that it compels, and the settlement.

        Raises `Refused` if the act breaks a rule, unless ``as_it_happened`` is set. ``seat``: a player in this seat
        records the act. Then it is refused only by what the seat knows; an act that breaks a rule by hidden cards is
        recorded as it happened, with the refusal in ``broke``.
        """
        if closed := self._closed(act):
            raise Refused(closed)
        if seat is not None:
            refusal = self._seen_by(seat, act)
            if refusal is not None and not as_it_happened:
                raise Refused(refusal)
            as_it_happened = True
        act = self.game.fill(self.state, self.game.as_found(self.state, act) if seat is not None else act)
        verdict = self.rules.judge(self.state, act)
        broke = verdict if isinstance(verdict, Refusal) else None
        if broke is not None and (not as_it_happened or broke.code in ("unknown-seat", "unknown-card")):
            raise Refused(broke)
        s = self.state.copy()
        self.rules.apply(s, act)
        return [Proposal(act, broke), *self._consequences(s, act), *self._settling(s)]

    def _consequences(self, s: State, act: Act) -> list[Proposal]:
        """Return the acts that are added automatically after an act applied to ``s`` (`domain.engine.consequences`).

        An added act that breaks a rule by hidden cards is added all the same, with the refusal in ``broke``.
        """
        if self.rules.compels(s) is None:
            # The record knows everything that the table knows: if it compels nothing, neither does the table.
            return []
        proposals = []
        table = self.table()
        self.rules.apply(table, hide_act(act, PUBLIC))
        while (owed := consequence(self.rules, s, table)) is not None:
            verdict = self.rules.judge(s, owed)
            proposals.append(Proposal(owed, verdict if isinstance(verdict, Refusal) else None))
            apply_both(self.rules, s, table, owed)
        return proposals

    def refusal(self, act: Act) -> Refusal | None:
        """Return the refusal that `act` would raise for an act at the table; None if it would raise none."""
        verdict = self._closed(act) or self.rules.judge(self.state, self.game.fill(self.state, act))
        return verdict if isinstance(verdict, Refusal) else None

    def _closed(self, act: Act) -> Refusal | None:
        """Return the refusal of every act after the deal was abandoned or awarded; None before."""
        if self.abandoned or (self.settlement is not None and not self.state.outcome):
            if self.abandoned:
                return refuse("deal-over", act.seat, "{who} acted after the deal was abandoned")
            return refuse("deal-over", act.seat, "{who} acted after the deal was awarded")
        return None

    def onward(self, act: Act, *, as_it_happened: bool = False) -> Iterator[list[Proposal]]:
        """Yield the facts of the act and of the acts around it that a scribe need not write (`domain.engine.onward`).

        The caller must fold each list before it takes the next one. Raises `Refused` as `act` does.
        """
        for earlier in implied(self.rules, self.state, self.table(), act):
            yield self.act(earlier, as_it_happened=as_it_happened)
        yield self.act(act, as_it_happened=as_it_happened)
        while not self.over and (next_ := foregone(self.rules, self.state, self.table())) is not None:
            # An act that breaks a rule only by hidden cards is flagged, not refused.
            yield self.act(next_, as_it_happened=True)

    def _seen_by(self, seat: Seat, act: Act) -> Refusal | None:
        """Return the refusal of an act by the cards that a seat knows, or None."""
        if act.seat != seat:
            return refuse("not-your-seat", act.seat, "{who} acts for itself")
        s = self.rules.start(self.opened.dealer)
        for entry in self.entries:
            self.rules.apply(s, hide_act(entry.act, seat))
        verdict = self.rules.judge(s, act)
        return verdict if isinstance(verdict, Refusal) else None

    def amend(self, ply: int, now: Act, why: str) -> list[Proposal]:
        """Replace the act at a ply that the recorder entered wrongly."""
        was = self._at(ply).entered
        self._check_words(now)
        if was == now:
            raise Refused(refuse("no-change", now.seat, "ply {ply} reads so already", ply=ply))
        return self._corrected([EntryAmended(ply, was, now, why)])

    def insert(self, ply: int, now: Act, why: str) -> list[Proposal]:
        """Insert an act that the recorder missed, before the one at ``ply``."""
        if ply != len(self.entries):
            self._at(ply)
        self._check_words(now)
        return self._corrected([EntryInserted(ply, now, why)])

    def retract(self, ply: int, why: str, *, onward: bool = False) -> list[Proposal]:
        """Remove an act that never happened, with the acts that it compelled.

        If the act itself was compelled, the act that compelled it is removed too. ``onward``: remove every later act.
        """
        self._at(ply)
        compelled = self.compelled()
        while ply in compelled:
            ply -= 1
        last = ply
        while last + 1 in compelled:
            last += 1
        if onward:
            last = len(self.entries) - 1
        return self._corrected([EntryRetracted(n, self.entries[n].entered, why) for n in range(last, ply - 1, -1)])

    def disclose(self, fact: CardsDisclosed) -> list[Proposal]:
        """Name cards that the record did not know. Raises `Refused` if they do not fit the known ones."""
        for ply, card in fact.plies.items():
            act = self._at(ply).act
            if not isinstance(act, (CardPlayed, *self.game.laid)):
                raise Refused(refuse("disclosure", None, "ply {ply} has no card of its own", ply=ply))
            self._fits(Term("ply {ply}", {"ply": ply}), act.named()[0], card)
        dealings = self._dealings()
        for seat, batches in fact.hands.items():
            if seat not in self.rules.place or len(batches) > len(dealings):
                receiver = SeatLetter(seat) if seat in self.rules.place else seat
                raise Refused(refuse("disclosure", seat, "no such hand was dealt to {seat}", seat=receiver))
            for n, (batch, entry) in enumerate(zip(batches, dealings, strict=False)):
                known = entry.act.hands.get(seat, ()) if isinstance(entry.act, CardsDealt) else ()
                if len(batch) != len(known):
                    raise Refused(
                        refuse(
                            "disclosure",
                            seat,
                            "batch {number} of {seat} has {count} cards",
                            number=n + 1,
                            seat=SeatLetter(seat),
                            count=len(known),
                        )
                    )
                missing = [card for card in known if card != UNKNOWN and card not in batch]
                if missing:
                    raise Refused(
                        refuse(
                            "disclosure",
                            seat,
                            "{seat} was dealt {card}, which is not among these",
                            seat=SeatLetter(seat),
                            card=CardCode(missing[0], self.rules.faces),
                        )
                    )
                for card in batch:
                    batch_of = Term("batch {number} of {seat}", {"number": n + 1, "seat": SeatLetter(seat)})
                    self._fits(batch_of, UNKNOWN, card)
        self._agrees(fact)
        return self._corrected([fact])

    def _agrees(self, fact: CardsDisclosed) -> None:
        """Raise `Refused` if a disclosure puts a card in two places."""
        draft = self.draft()
        before = draft.misplaced()
        draft.fold(fact, Stamp())
        if news := draft.misplaced() - before:
            cards = card_codes(sorted(news), self.rules.faces, ", ")
            raise Refused(refuse("disclosure", None, "{cards} cannot be there: it is elsewhere", cards=cards))

    def misplaced(self) -> set[Card]:
        """Return the cards in two places: dealt twice, played twice, or laid or played by another hand."""
        misplaced: set[Card] = set()
        dealt: dict[Card, Seat] = {}
        for entry in self._dealings():
            for seat, cards in entry.act.hands.items() if isinstance(entry.act, CardsDealt) else ():
                for card in cards:
                    if card != UNKNOWN and dealt.setdefault(card, seat) != seat:
                        misplaced.add(card)
                misplaced |= {card for card in cards if card != UNKNOWN and cards.count(card) > 1}
        played: set[Card] = set()
        for entry in self.entries:
            act = entry.act
            if self.game.begins_again(act):
                played = set()
            if isinstance(act, self.game.laid):
                laid = [card for card in act.named() if card != UNKNOWN]
                misplaced |= {card for card in laid if dealt.setdefault(card, act.seat) != act.seat}
            if isinstance(act, CardPlayed) and act.card != UNKNOWN:
                if act.card in played or dealt.get(act.card, act.seat) != act.seat:
                    misplaced.add(act.card)
                played.add(act.card)
        return misplaced

    def _check_words(self, act: Act) -> None:
        """Raise `Refused` if the game lacks the seat or a card of an act."""
        if act.seat not in self.rules.place:
            raise Refused(no_seat(act.seat, self.rules.seats))
        for card in act.named():
            self._fits(SeatName(act.seat), UNKNOWN, card)

    def _fits(self, where: Value, known: Card, card: Card) -> None:
        if card not in self.rules.tables.bit and card != UNKNOWN:
            raise Refused(refuse("unknown-card", None, "{where}: {card} is not in this pack", where=where, card=card))
        if known not in (UNKNOWN, card):
            faces = self.rules.faces
            raise Refused(
                refuse(
                    "disclosure",
                    None,
                    "{where} is {known}, not {card}",
                    "amend it instead",
                    where=where,
                    known=CardCode(known, faces),
                    card=CardCode(card, faces),
                )
            )

    def note(self, fact: IrregularityNoted) -> list[Proposal]:
        """Note a breach that the cards do not show."""
        self._at(fact.ply)
        return [Proposal(fact)]

    def rule_caps(self, ruling: CapsRuled) -> list[Proposal]:
        """Rule on a Caps call, or on its absence, and settle the deal again if the result changes."""
        if ruling.verdict not in VERDICTS:
            raise Refused(
                refuse(
                    "caps-verdict",
                    ruling.seat,
                    "{verdict} is no verdict",
                    "one of {verdicts}",
                    verdict=repr(ruling.verdict),
                    verdicts=Listing(tuple(VERDICTS)),
                )
            )
        caller = self.game.caps_caller(self.state)
        if caller is None:
            raise Refused(refuse("wrong-stage", ruling.seat, "Caps has no place in this game"))
        if ruling.seat not in self.rules.place:
            raise Refused(no_seat(ruling.seat, self.rules.seats))
        code, verdict = "caps-verdict", repr(ruling.verdict)
        if ruling.verdict == "missing" and caller != NOBODY:
            refusal = refuse(code, ruling.seat, "the verdict {verdict} does not fit: a call was made", verdict=verdict)
            raise Refused(refusal)
        if ruling.verdict != "missing" and caller == NOBODY:
            refusal = refuse(code, ruling.seat, "the verdict {verdict} does not fit: no call was made", verdict=verdict)
            raise Refused(refusal)
        if caller != NOBODY and self.rules.place[ruling.seat] != caller:
            raise Refused(refuse(code, ruling.seat, "the call was {caller}'s", caller=self.rules.names[caller]))
        return [Proposal(ruling), *self._settling(self.state, caps=ruling)]

    def rule_violation(self, ruling: ViolationRuled) -> list[Proposal]:
        """Rule that a rule was broken, and settle the deal again if the result changes."""
        if ruling.seat not in self.rules.place:
            raise Refused(no_seat(ruling.seat, self.rules.seats))
        return [Proposal(ruling), *self._settling(self.state, violation=ruling)]

    def annul(self, why: str) -> list[Proposal]:
        """Rule that the deal does not count, finished or not. Raises `Refused` if it is abandoned or annulled."""
        if self.abandoned:
            raise Refused(refuse("deal-over", None, "the deal was abandoned already"))
        return [Proposal(DealAnnulled(why))]

    def lift(self, lifted: RulingLifted) -> list[Proposal]:
        """Take back a ruling, and its effect on the settlement."""
        if self._meant(lifted) is None:
            rulings = tuple(" ".join(filter(None, called(each))) for each in self.rulings)
            if not rulings:
                raise Refused(refuse("no-ruling", lifted.seat, "no such ruling stands in this deal", "none stands"))
            raise Refused(
                refuse(
                    "no-ruling",
                    lifted.seat,
                    "no such ruling stands in this deal",
                    "these stand: {rulings}",
                    rulings=Listing(rulings),
                )
            )
        draft = self.draft()
        draft.fold(lifted, Stamp())
        return [Proposal(lifted), *draft._settling(draft.state)]

    def confirm(self, seat: Seat) -> list[Proposal]:
        """Confirm the result for the player in a seat."""
        if seat not in self.rules.place:
            raise Refused(no_seat(seat, self.rules.seats))
        if self.settlement is None or self.abandoned:
            raise Refused(refuse("no-result", seat, "there is no result to confirm"))
        if seat in self.confirmed:
            raise Refused(refuse("confirmed", seat, "{who} has confirmed this result already"))
        return [Proposal(DealConfirmed(seat))]

    def abandon(self, why: str) -> list[Proposal]:
        """Abandon the deal, which then does not count."""
        if self.over:
            raise Refused(refuse("deal-over", None, "the deal is over already"))
        return [Proposal(DealAbandoned(why))]

    # --- helpers of commands ----------------------------------------------------------------------

    def _at(self, ply: int) -> Entry:
        if not 0 <= ply < len(self.entries):
            raise Refused(no_ply(ply, 0, len(self.entries) - 1))
        return self.entries[ply]

    def compelled(self) -> set[int]:
        """Return the plies of acts that follow automatically (`domain.engine.consequences`)."""
        return {ply for ply, (owed, entry) in enumerate(self._due()) if entry is not None and owed == entry.act}

    def _due(self) -> Iterator[tuple[Act | None, Entry | None]]:
        """Yield for each ply the act that is compelled there, or None, and the entry; at the end None for the entry.

        The caller may amend, insert or remove entries between two steps.
        """
        s, table = self.rules.start(self.opened.dealer), self.rules.start(self.opened.dealer)
        for ply in count():
            owed = consequence(self.rules, s, table)
            yield owed, self.entries[ply] if ply < len(self.entries) else None
            if ply >= len(self.entries):
                return
            apply_both(self.rules, s, table, self.entries[ply].act)

    def _corrected(self, facts: Sequence[Fact]) -> list[Proposal]:
        """Return the corrections, with the compelled acts and the settlement that follow from them."""
        draft = self.draft()
        for fact in facts:
            draft.fold(fact, Stamp())
        proposals = [Proposal(fact) for fact in facts]
        for fact in draft._recompelled(self._neglected()):
            draft.fold(fact, Stamp())
            proposals.append(Proposal(fact))
        return proposals + self._settling(draft.state)

    def _neglected(self) -> set[int]:
        """Return the versions of the entries that stand at a ply where another act was compelled."""
        return {
            entry.stamp.version
            for owed, entry in self._due()
            if entry is not None and owed is not None and owed != entry.act
        }

    def _recompelled(self, neglected: set[int]) -> Iterable[Fact]:
        """Yield the corrections that enter newly compelled acts.

        ``neglected``: versions of entries at which a compelled act was missing before (`_neglected`); they stay.
        """
        why = "follows from the correction"
        for ply, (owed, entry) in enumerate(self._due()):
            if owed is not None and (entry is None or (entry.act != owed and entry.stamp.version not in neglected)):
                if entry is None or type(entry.act) is not type(owed):
                    yield EntryInserted(ply, owed, why)
                else:
                    yield EntryAmended(ply, entry.entered, owed, why)

    def _settling(
        self, s: State, caps: CapsRuled | None = None, violation: ViolationRuled | None = None
    ) -> list[Proposal]:
        """Return the new settlement, or `DealReopened` if there is none any more; empty if nothing changes."""
        settled = settle(s, caps or self.caps_ruling, violation or self.violation)
        if settled == self.settlement:
            return []
        if settled is None:
            return [Proposal(DealReopened("what had ended the deal was taken back"))]
        return [Proposal(settled)]

    def draft(self) -> Record:
        """Return an independent copy of the record without its notes, for trying a correction."""
        draft = Record(self.opened, self.stamp, self.rules)
        draft.entries = [replace(entry, corrections=list(entry.corrections)) for entry in self.entries]
        draft.rulings = list(self.rulings)
        draft.settlement = self.settlement
        draft.confirmed = dict(self.confirmed)
        draft._refold()
        return draft
