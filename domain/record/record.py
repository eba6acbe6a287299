"""The record of one deal, with its commands: acts at the table, corrections, rulings and confirmations.

A command changes nothing: it returns the facts to store, or raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.consequences import apply_both, consequence
from domain.engine.facts import (
    Act,
    CapsRuled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealReopened,
    DealRestored,
    DealSettled,
    DealWithdrawn,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
    ResultAssigned,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.onward import find_implied_acts, find_obvious_act
from domain.engine.refusals import Refusal, Refused, no_ply, no_seat, refuse
from domain.engine.rules import settle, settle_as_assigned
from domain.engine.state import NOBODY, State
from domain.engine.words.values import CardCode, Listing, SeatLetter, SeatName, Term, Value, card_codes
from domain.record.entries import Entry, Stamp, ruling_key
from domain.record.folding import FoldedDeal
from domain.record.shift import insert_and_shift

VERDICTS: Final = ("right", "early", "late", "missing")
"""The verdicts of an arbiter on a Caps call, or on its absence."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A fact to store. ``broke``: the refusal of an act that is recorded as it happened, against a rule."""

    fact: Fact
    broke: Refusal | None = None


class Record(FoldedDeal):
    """One deal, folded from its facts, and the commands on it."""

    # --- commands -------------------------------------------------------------------------------

    def act(self, act: Act, *, as_it_happened: bool = False, seat: Seat | None = None) -> list[Proposal]:
        """Return the facts of an act at the table: the act, the acts that it compels, and the settlement.

        Raises `Refused` if the act breaks a rule, unless ``as_it_happened`` is set. ``seat``: a player in this seat
        records the act. Then it is refused only by what the seat knows; an act that breaks a rule by hidden cards is
        recorded as it happened, with the refusal in ``broke``.
        """
        if closed := self._refusal_after_end(act):
            raise Refused(closed)
        if seat is not None:
            refusal = self._refusal_by_seat(seat, act)
            if refusal is not None and not as_it_happened:
                raise Refused(refusal)
            as_it_happened = True
        act = self.game.fill(self.state, self.game.with_result(self.state, act) if seat is not None else act)
        verdict = self.rules.judge(self.state, act)
        broke = verdict if isinstance(verdict, Refusal) else None
        if broke is not None and (not as_it_happened or broke.code in ("unknown-seat", "unknown-card")):
            raise Refused(broke)
        s = self.state.copy()
        self.rules.apply(s, act)
        return [Proposal(act, broke), *self._consequences(s, act), *self._settle_again(s)]

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
        verdict = self._refusal_after_end(act) or self.rules.judge(self.state, self.game.fill(self.state, act))
        return verdict if isinstance(verdict, Refusal) else None

    def _refusal_after_end(self, act: Act) -> Refusal | None:
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
        for earlier in find_implied_acts(self.rules, self.state, self.table(), act):
            yield self.act(earlier, as_it_happened=as_it_happened)
        yield self.act(act, as_it_happened=as_it_happened)
        while not self.over and (next_ := find_obvious_act(self.rules, self.state, self.table())) is not None:
            # An act that breaks a rule only by hidden cards is flagged, not refused.
            yield self.act(next_, as_it_happened=True)

    def _refusal_by_seat(self, seat: Seat, act: Act) -> Refusal | None:
        """Return the refusal of an act by the cards that a seat knows, or None."""
        if act.seat != seat:
            return refuse("not-your-seat", act.seat, "only the player in the seat may act for {who}")
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
            raise Refused(refuse("no-change", now.seat, "entry {ply} is already recorded like this", ply=ply))
        return self._complete_corrections([EntryAmended(ply, was, now, why)])

    def insert(self, ply: int, now: Act, why: str, *, shift: bool = False) -> list[Proposal]:
        """Insert an act that the recorder missed, before the one at ``ply``.

        ``shift``: give the following cards to the next seats (`domain.record.shift`).
        """
        if ply != len(self.entries):
            self._at(ply)
        self._check_words(now)
        facts = insert_and_shift(self, ply, now, why) if shift else [EntryInserted(ply, now, why)]
        return self._complete_corrections(facts)

    def retract(self, ply: int, why: str, *, onward: bool = False) -> list[Proposal]:
        """Remove an act that never happened, with the acts that it compelled.

        If the act itself was compelled, the act that compelled it is removed too. ``onward``: remove every later act.
        """
        self._at(ply)
        compelled = self.compelled_plies()
        while ply in compelled:
            ply -= 1
        last = ply
        while last + 1 in compelled:
            last += 1
        if onward:
            last = len(self.entries) - 1
        return self._complete_corrections(
            [EntryRetracted(n, self.entries[n].entered, why) for n in range(last, ply - 1, -1)]
        )

    def disclose(self, fact: CardsDisclosed) -> list[Proposal]:
        """Name cards that the record did not know. Raises `Refused` if they do not fit the known ones."""
        for ply, card in fact.plies.items():
            act = self._at(ply).act
            if not isinstance(act, (CardPlayed, *self.game.laid)):
                raise Refused(refuse("disclosure", None, "entry {ply} has no card to disclose", ply=ply))
            self._check_fits(Term("entry {ply}", {"ply": ply}), act.list_cards()[0], card)
        dealings = self._dealings()
        for seat, batches in fact.hands.items():
            if seat not in self.rules.place or len(batches) > len(dealings):
                receiver = SeatLetter(seat) if seat in self.rules.place else seat
                raise Refused(refuse("disclosure", seat, "no such cards were dealt to {seat}", seat=receiver))
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
                            "{seat} was dealt {card}, which is not among the cards disclosed",
                            seat=SeatLetter(seat),
                            card=CardCode(missing[0], self.rules.faces),
                        )
                    )
                for card in batch:
                    batch_of = Term("batch {number} of {seat}", {"number": n + 1, "seat": SeatLetter(seat)})
                    self._check_fits(batch_of, UNKNOWN, card)
        self._check_disclosure(fact)
        return self._complete_corrections([fact])

    def _check_disclosure(self, fact: CardsDisclosed) -> None:
        """Raise `Refused` if a disclosure puts a card in two places."""
        draft = self.draft()
        before = draft.find_misplaced_cards()
        draft.fold(fact, Stamp())
        if news := draft.find_misplaced_cards() - before:
            cards = card_codes(sorted(news), self.rules.faces, ", ")
            raise Refused(refuse("disclosure", None, "already recorded elsewhere: {cards}", cards=cards))

    def _check_words(self, act: Act) -> None:
        """Raise `Refused` if the game lacks the seat or a card of an act."""
        if act.seat not in self.rules.place:
            raise Refused(no_seat(act.seat, self.rules.seats))
        for card in act.list_cards():
            self._check_fits(SeatName(act.seat), UNKNOWN, card)

    def _check_fits(self, where: Value, known: Card, card: Card) -> None:
        if card not in self.rules.tables.bit and card != UNKNOWN:
            raise Refused(refuse("unknown-card", None, "{where}: {card} is not in this pack", where=where, card=card))
        if known not in (UNKNOWN, card):
            faces = self.rules.faces
            raise Refused(
                refuse(
                    "disclosure",
                    None,
                    "{where} is {known}, not {card}",
                    "amend the entry instead",
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
                    "{verdict} is not a verdict",
                    "allowed: {verdicts}",
                    verdict=repr(ruling.verdict),
                    verdicts=Listing(tuple(VERDICTS)),
                )
            )
        caller = self.game.caps_caller(self.state)
        if caller is None:
            raise Refused(refuse("wrong-stage", ruling.seat, "this game has no Caps"))
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
            raise Refused(refuse(code, ruling.seat, "{caller} made the call", caller=self.rules.names[caller]))
        return [Proposal(ruling), *self._settle_again(self.state, caps=ruling)]

    def settle(self) -> list[Proposal]:
        """Settle a deal whose settlement was left open until a ruling was possible; empty if nothing changes."""
        return self._settle_again(self.state)

    def rule_violation(self, ruling: ViolationRuled) -> list[Proposal]:
        """Rule that a rule was broken, and settle the deal again if the result changes."""
        if ruling.seat not in self.rules.place:
            raise Refused(no_seat(ruling.seat, self.rules.seats))
        return [Proposal(ruling), *self._settle_again(self.state, violation=ruling)]

    def assign(self, ruling: ResultAssigned) -> list[Proposal]:
        """Rule what each team gains, and settle the deal so, finished or not. Raises `Refused` for other teams."""
        if self.abandoned:
            raise Refused(refuse("deal-over", None, "the deal has already been abandoned"))
        teams = self.rules.ruleset.seating.teams
        if ruling.gains.keys() != set(teams):
            raise Refused(
                refuse(
                    "assigned-teams", None, "a result says what each team gains: {teams}", teams=Listing(tuple(teams))
                )
            )
        return [Proposal(ruling), *self._settle_again(self.state, assigned=ruling)]

    def annul(self, why: str) -> list[Proposal]:
        """Rule that the deal does not count, finished or not. Raises `Refused` if it is abandoned or annulled."""
        if self.abandoned:
            raise Refused(refuse("deal-over", None, "the deal has already been abandoned"))
        return [Proposal(DealAnnulled(why))]

    def lift(self, lifted: RulingLifted) -> list[Proposal]:
        """Take back a ruling, and its effect on the settlement."""
        if self._find_ruling(lifted) is None:
            rulings = tuple(" ".join(filter(None, ruling_key(each))) for each in self.rulings)
            if not rulings:
                raise Refused(
                    refuse("no-ruling", lifted.seat, "this deal has no such ruling", "rulings in force: none")
                )
            raise Refused(
                refuse(
                    "no-ruling",
                    lifted.seat,
                    "this deal has no such ruling",
                    "rulings in force: {rulings}",
                    rulings=Listing(rulings),
                )
            )
        draft = self.draft()
        draft.fold(lifted, Stamp())
        return [Proposal(lifted), *draft._settle_again(draft.state)]

    def confirm(self, seat: Seat) -> list[Proposal]:
        """Confirm the result for the player in a seat."""
        if seat not in self.rules.place:
            raise Refused(no_seat(seat, self.rules.seats))
        if self.settlement is None or self.abandoned:
            raise Refused(refuse("no-result", seat, "there is no result to confirm"))
        if seat in self.confirmed:
            raise Refused(refuse("confirmed", seat, "{who} has already confirmed this result"))
        return [Proposal(DealConfirmed(seat))]

    def abandon(self, why: str) -> list[Proposal]:
        """Abandon the deal, which then does not count."""
        if self.over:
            raise Refused(refuse("deal-over", None, "the deal is already over"))
        return [Proposal(DealAbandoned(why))]

    @property
    def is_unplayed(self) -> bool:
        """Return whether nothing is recorded but the shuffle, the cut, and a dealing whose cards nobody named."""
        acts = (entry.act for entry in self.entries)
        return all(
            isinstance(act, PackShuffled | PackCut | CardsDealt) and set(act.list_cards()) <= {UNKNOWN} for act in acts
        )

    def withdraw(self, why: str, of_import: str = "") -> list[Proposal]:
        """Withdraw the deal, which should not be in the record book. ``of_import``: withdrawn with all its deals."""
        return [Proposal(DealWithdrawn(why, of_import))]

    def restore(self, why: str) -> list[Proposal]:
        """End the deal's withdrawal (`Deal.check_withdrawn`)."""
        return [Proposal(DealRestored(why))]

    # --- helpers of commands ----------------------------------------------------------------------

    def _at(self, ply: int) -> Entry:
        if not 0 <= ply < len(self.entries):
            raise Refused(no_ply(ply, 0, len(self.entries) - 1))
        return self.entries[ply]

    def compelled_plies(self) -> set[int]:
        """Return the plies of acts that follow automatically (`domain.engine.consequences`)."""
        return {
            ply for ply, (owed, entry) in enumerate(self._compelled_acts()) if entry is not None and owed == entry.act
        }

    def _compelled_acts(self) -> Iterator[tuple[Act | None, Entry | None]]:
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

    def _complete_corrections(self, facts: Sequence[Fact]) -> list[Proposal]:
        """Return the corrections, with the compelled acts and the settlement that follow from them."""
        draft = self.draft()
        for fact in facts:
            draft.fold(fact, Stamp())
        proposals = [Proposal(fact) for fact in facts]
        for fact in draft._correct_compelled_acts(self._neglected_entries()):
            draft.fold(fact, Stamp())
            proposals.append(Proposal(fact))
        return proposals + self._settle_again(draft.state)

    def _neglected_entries(self) -> set[int]:
        """Return the versions of the entries that stand at a ply where another act was compelled."""
        return {
            entry.stamp.version
            for owed, entry in self._compelled_acts()
            if entry is not None and owed is not None and owed != entry.act
        }

    def _correct_compelled_acts(self, neglected: set[int]) -> Iterable[Fact]:
        """Yield the corrections that enter newly compelled acts.

        ``neglected``: the result of `_neglected_entries` before the correction; these entries stay.
        """
        why = "follows from the correction"
        for ply, (owed, entry) in enumerate(self._compelled_acts()):
            if owed is not None and (entry is None or (entry.act != owed and entry.stamp.version not in neglected)):
                if entry is None or type(entry.act) is not type(owed):
                    yield EntryInserted(ply, owed, why)
                else:
                    yield EntryAmended(ply, entry.entered, owed, why)

    @property
    def due_settlement(self) -> DealSettled | None:
        """Return the settlement that follows from the acts and the rulings; None if the deal is not over by them."""
        if self.assigned is not None:
            return settle_as_assigned(self.state, self.assigned)
        return settle(self.state, self.caps_ruling, self.violation)

    def _settle_again(
        self,
        s: State,
        caps: CapsRuled | None = None,
        violation: ViolationRuled | None = None,
        assigned: ResultAssigned | None = None,
    ) -> list[Proposal]:
        """Return the new settlement, or `DealReopened` if there is none any more; empty if nothing changes.

        An assigned result counts before all other rulings.
        """
        if (given := assigned or self.assigned) is not None:
            settled: DealSettled | None = settle_as_assigned(s, given)
        else:
            settled = settle(s, caps or self.caps_ruling, violation or self.violation)
        if settled == self.settlement:
            return []
        if settled is None:
            return [Proposal(DealReopened("what had ended the deal was taken back"))]
        return [Proposal(settled)]
