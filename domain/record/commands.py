"""The commands on deals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Unpack

from domain.club.aggregates import Club, Table
from domain.club.commands import ruleset_content
from domain.engine.facts import DealOpened, SealOpened
from domain.engine.parameters import plain
from domain.engine.refusals import Refused
from domain.kernel.changes import make_command
from domain.kernel.commands import Request, Saved, Sent, SentTo, request
from domain.kernel.errors import Declined, KeyReused
from domain.kernel.repository import Draft, new_id
from domain.record.aggregate import Deal, check_opening, check_words
from domain.record.errors import ActRefused
from domain.record.record_seals import find_closed_seals, is_shown, opening_facts
from domain.record.seal import Seal, seal_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.cards import Seat
    from domain.engine.facts import (
        Act,
        CapsRuled,
        CardsDisclosed,
        CardSealed,
        IrregularityNoted,
        RulingLifted,
        ViolationRuled,
    )
    from domain.engine.ruleset import Ruleset
    from domain.kernel.changes import Content
    from domain.kernel.repository import Repository
    from domain.match.commands import Matches
    from domain.record.record import Proposal

P = ParamSpec("P")


def change_record(
    words: str, content: Content | None = None
) -> Callable[[Callable[Concatenate[Deals, Deal, P], list[Proposal]]], Callable[Concatenate[Deals, UUID, P], Saved]]:
    """Make a command to a deal out of the method that decides what its record proposes (`domain.kernel.changes`)."""

    def save(deals: Deals, sent: Request, deal_id: UUID, decide: Callable[[Deal], list[Proposal]]) -> Saved:
        return deals.change(sent, deal_id, lambda deal: deal.take_all(decide(deal), *sent.stamp))

    return make_command(Deal.KIND, words, content, save)


class Deals:
    """Commands on deals: open one, record its acts, correct them, rule, confirm."""

    def __init__(self, repository: Repository, clubs: Clubs, matches: Matches) -> None:
        self._repository = repository
        self._clubs = clubs
        self._matches = matches

    def get(self, deal_id: UUID, version: int | None = None) -> Deal:
        """Return a deal as it stands, or as it stood at a version."""
        return self._repository.get(Deal, deal_id, version)

    def open(
        self,
        ruleset: str | Ruleset | None = None,
        dealer: Seat | None = None,
        *,
        deal_id: UUID | None = None,
        match: UUID | None = None,
        dealer_reason: str = "",
        table: UUID | None = None,
        club: UUID | None = None,
        players: Mapping[Seat, str] | None = None,
        number: int = 1,
        event: str = "",
        source: str = "",
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a deal. A deal outside a match needs ``ruleset`` (read as in `Matches.open`) and ``dealer``.

        A deal in a match takes over the ruleset, the number and the club, and also the players, the table and the event
        if they are not given. The default dealer is the next one in turn; another dealer needs a ``dealer_reason``.
        """
        opened = DealOpened(
            ruleset=ruleset_content(ruleset) if ruleset is not None else {},
            dealer=dealer or "",
            players=dict(players or {}),
            number=number,
            table=self._repository.known_id(Table, table),
            club=self._repository.known_id(Club, club),
            event=event.strip(),
            source=source.strip(),
            note=note.strip(),
        )
        command = request("", sent, "open deal", opened, deal_id, match, dealer_reason)

        def draft() -> Draft:
            deal = Deal(deal_id or new_id(command.at))
            if match is None:
                self._clubs.check_table(opened.club, opened.table)
                whole = opened
                if ruleset is not None:
                    whole = replace(opened, ruleset=plain(self._clubs.ruleset(ruleset, opened.club, opened.table)))
                deal.take(_complete(whole), *command.stamp)
                return (deal,)
            parent = self._matches.get(match)
            begun = parent.begin(str(deal.id), dealer, dealer_reason.strip())
            self._clubs.check_table(parent.opened.club, opened.table)
            agreed = parent.opened.ruleset
            if ruleset is not None and ruleset != agreed["key"]:
                agreed = plain(self._clubs.ruleset(ruleset, parent.opened.club))
            deal.take(parent.complete_opening(replace(opened, ruleset=agreed), begun), *command.stamp)
            parent.take(begun, command.at, command.by)
            return deal, parent

        return self._repository.execute(command, None, draft)

    def act(
        self,
        deal_id: UUID,
        acts: Sequence[Act],
        *,
        as_it_happened: bool = False,
        seat: Seat | None = None,
        onward: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Record one or several acts at the table: all of them, or none.

        Acts that the rules compel next, and the settlement, are recorded too. Raises `ActRefused` for the first act
        that breaks a rule, unless ``as_it_happened`` is set. ``seat``: a player records for this seat; only refusals
        that follow from that seat's knowledge are raised (`Record.act`). ``onward``: also record the acts around each
        act that a scribe need not write down (`Record.onward`).

        Raises `Declined` if ``acts`` is empty.
        """
        if not acts:
            raise Declined("empty", "there is nothing to record")
        content = ("act", list(acts), as_it_happened, seat, *(("onward",) if onward else ()))
        command = request(f"deal {deal_id}", sent, *content)

        def decide(deal: Deal) -> None:
            for index, act in enumerate(acts):
                last = len(deal.record.entries) - 1
                try:
                    check_words(deal.record.rules, act)
                    if onward:
                        for proposals in deal.record.onward(act, as_it_happened=as_it_happened):
                            deal.take_all(proposals, *command.stamp)
                    else:
                        proposals = deal.record.act(act, as_it_happened=as_it_happened, seat=seat)
                        deal.take_all(proposals, *command.stamp)
                except Refused as refused:
                    raise ActRefused(refused.refusal, index, deal.record.until(last)) from None

        return self.change(command, deal_id, decide)

    @change_record("amend")
    def amend(self, deal: Deal, ply: int, now: Act, why: str = "", **_: Unpack[SentTo]) -> list[Proposal]:
        """Replace the act at a ply that the recorder entered wrongly."""
        check_words(deal.record.rules, now)
        return deal.record.amend(ply, now, why)

    @change_record("insert", lambda ply, now, why, shift: [ply, now, why, *(["shift"] if shift else [])])
    def insert(
        self, deal: Deal, ply: int, now: Act, why: str = "", *, shift: bool = False, **_: Unpack[SentTo]
    ) -> list[Proposal]:
        """Insert an act that the recorder missed, before the one at ``ply``.

        ``shift``: give the following cards to the next seats (`Record.insert`).
        """
        check_words(deal.record.rules, now)
        return deal.record.insert(ply, now, why, shift=shift)

    @change_record("retract", lambda ply, why, onward: [ply, why, *(["onward"] if onward else [])])
    def retract(
        self, deal: Deal, ply: int, why: str = "", *, onward: bool = False, **_: Unpack[SentTo]
    ) -> list[Proposal]:
        """Remove the act at a ply and the acts it compelled; with ``onward`` also every later act."""
        return deal.record.retract(ply, why, onward=onward)

    @change_record("disclose")
    def disclose(self, deal: Deal, cards: CardsDisclosed, **_: Unpack[SentTo]) -> list[Proposal]:
        """Name cards that the record did not know."""
        check_words(deal.record.rules, cards)
        return deal.record.disclose(cards)

    @change_record("note")
    def note_irregularity(self, deal: Deal, irregularity: IrregularityNoted, **_: Unpack[SentTo]) -> list[Proposal]:
        """Note a breach that the cards do not show."""
        check_words(deal.record.rules, irregularity)
        return deal.record.note(irregularity)

    @change_record("rule caps")
    def rule_caps(self, deal: Deal, ruling: CapsRuled, **_: Unpack[SentTo]) -> list[Proposal]:
        """Rule on a Caps call, or on its absence."""
        check_words(deal.record.rules, ruling)
        return deal.record.rule_caps(ruling)

    @change_record("rule violation")
    def rule_violation(self, deal: Deal, ruling: ViolationRuled, **_: Unpack[SentTo]) -> list[Proposal]:
        """Rule that a rule was broken."""
        check_words(deal.record.rules, ruling)
        return deal.record.rule_violation(ruling)

    @change_record("lift ruling")
    def lift_ruling(self, deal: Deal, lifted: RulingLifted, **_: Unpack[SentTo]) -> list[Proposal]:
        """Take back a ruling on a deal."""
        return deal.record.lift(lifted)

    @change_record("confirm")
    def confirm(self, deal: Deal, seat: Seat, **_: Unpack[SentTo]) -> list[Proposal]:
        """Confirm the result for the player in a seat."""
        return deal.record.confirm(seat)

    @change_record("abandon")
    def abandon(self, deal: Deal, why: str = "", **_: Unpack[SentTo]) -> list[Proposal]:
        """Abandon the deal, which then does not count."""
        return deal.record.abandon(why)

    @change_record("withdraw", lambda why, unplayed, _of_import: [why, unplayed])
    def withdraw(
        self,
        deal: Deal,
        why: str = "",
        *,
        unplayed: bool = False,
        of_import: UUID | None = None,
        **_: Unpack[SentTo],
    ) -> list[Proposal]:
        """Withdraw a deal that should not be in the record book: it leaves all lists, its match and its tournament.

        ``unplayed``: only if no card and no bid is recorded yet (`Record.is_unplayed`); else raises `Declined`.
        ``of_import``: the import that is withdrawn with all its deals.
        """
        if unplayed and not deal.record.is_unplayed:
            raise Declined("deal-begun", "cards or bids are recorded in this deal")
        return deal.record.withdraw(why.strip(), str(of_import) if of_import else "")

    def restore(
        self,
        deal_id: UUID,
        why: str = "",
        *,
        only: Callable[[Deal], bool] | None = None,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """End a withdrawal that was wrong: the deal is in lists, its match and its tournament again.

        ``only``: restore the deal only if this is true of it. Raises `Declined` if it is not, if the deal is not
        withdrawn, or if the match has another deal of its number by now.
        """
        command = request(f"deal {deal_id}", sent, "restore", why)

        def take(deal: Deal) -> None:
            if only and not only(deal):
                raise Declined("deal-not-withdrawn", "this deal is not withdrawn")
            deal.take_all(deal.record.restore(why.strip()), *command.stamp)

        return self.change(command, deal_id, take, is_withdrawn=True)

    def change(
        self, request: Request, deal_id: UUID, decide: Callable[[Deal], None], *, is_withdrawn: bool = False
    ) -> Saved:
        """Save the facts that a command to a deal decides, and the consequences in its match, in one transaction.

        ``is_withdrawn``: the command is to a withdrawn deal; all other commands are to deals that are not.
        """

        def draft(deal: Deal) -> Draft:
            settled, abandoned = deal.record.settlement, deal.record.abandoned
            provisional = deal.record.provisional
            decide(deal)
            self._open_due(deal, request)
            if request.device_at:
                deal.note_device_time(request.device_at)
            if deal.record.abandoned != abandoned or deal.record.settlement != settled:
                restored = abandoned and not deal.record.abandoned
                return deal, *self._matches.follow(deal, request, restored=restored)
            if provisional and not deal.record.provisional:
                return deal, *self._matches.agree(deal, request)
            return (deal,)

        return self.execute(request, deal_id, draft, is_withdrawn=is_withdrawn)

    def execute(
        self, request: Request, deal_id: UUID, draft: Callable[[Deal], Draft], *, is_withdrawn: bool = False
    ) -> Saved:
        """Save the draft of a command to a deal, or return its earlier answer. Raises `KeyReused` or `Conflict`.

        The keys of earlier commands are looked up in the deal itself (`Deal.keys`).
        """

        def decide() -> Draft | Saved:
            deal = self.get(deal_id)
            if request.key in deal.keys:
                if answer := self._repository.earlier_answer(request):
                    return answer
                deal = self.get(deal_id)  # as a new leader has it, which may lack what the old one showed
                if request.key in deal.keys:
                    raise KeyReused(request.key)
            request.check_version(deal_id, deal.version - deal.record.count_unnoticed(request.viewer))
            if is_withdrawn:
                deal.check_withdrawn()
            else:
                deal.check_not_withdrawn()
            return draft(deal)

        return self._repository.save_until_done(request, deal_id, decide)

    def _open_due(self, deal: Deal, request: Request) -> None:
        """Open the sealed cards that are public now: the indicator was shown, or all hands are."""
        for seal in find_closed_seals(deal.record):
            if deal.shown or is_shown(deal.record, seal):
                self.open_seal(deal, seal, request)

    def open_seal(self, deal: Deal, seal: CardSealed, request: Request) -> None:
        """Record the sealed card and the salt that proves it."""
        kept = self._repository.get(Seal, seal_id(deal.id, seal.digest)).kept
        opening = SealOpened(kept.seat, kept.digest, kept.card, kept.salt)
        deal.take_all(opening_facts(deal.record, opening, seal), *request.stamp)


def _complete(opened: DealOpened) -> DealOpened:
    """Return the opening of a deal outside a match. Raises `Declined` if it is not complete."""
    if not opened.ruleset or not opened.dealer:
        raise Declined("deal-incomplete", "outside a match a deal needs a ruleset and a dealer")
    check_opening(opened)
    return opened
