"""The commands on disputes.

The effects of a ruling on the deal, its match, its encounter and the standings are saved in the transaction of the
ruling; so is their reversal, when the ruling is withdrawn or overturned. A preview runs the same code without saving.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Unpack
from uuid import UUID

import msgspec

from domain.dispute import facts
from domain.dispute.aggregate import Dispute, check_code, no_side, text
from domain.dispute.facts import WHOLE, DisputeOpened, Entries, EvidenceGiven, Ruling, RulingSigned
from domain.dispute.remedies import why_useless
from domain.dispute.state import APPEALED, Official
from domain.engine.facts import CapsRuled, DealAnnulled, ResultAssigned, RulingLifted, ViolationRuled
from domain.engine.refusals import Refused, no_ply
from domain.engine.words.values import SeatLetter, sentence
from domain.kernel.aggregate import Aggregate
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Request, Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.moments import moment
from domain.kernel.ports import Attachment
from domain.kernel.repository import Draft, new_id
from domain.match.aggregate import Match
from domain.options import spare
from domain.record.aggregate import Deal
from domain.record.entries import ruling_key
from domain.tournament.aggregate import Tournament
from domain.tournament.rulings.adjustments import adjust, withdraw_adjustment
from domain.tournament.rulings.decisions import lift_ruling, rule_result
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from domain.dispute.facts import Remedy
    from domain.engine.cards import Seat
    from domain.kernel.repository import Repository
    from domain.match.commands import Matches
    from domain.record.entries import Ruling as OnDeal
    from domain.record.record import Proposal, Record
    from domain.tournament.results.commands import Encounters

LARGEST: Final = 2 * 1024 * 1024
"""The most bytes of an attachment."""
MEDIA: Final = {
    "application/pdf": (b"%PDF-",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/webp": (b"RIFF",),
    "text/plain": (),
}
"""The media types of files that may be attached, each with the possible first bytes of such a file."""
APPEAL_MINUTES: Final = 30
MOST_APPEAL_MINUTES: Final = 60 * 24 * 14
A_RULING: Final = "a ruling in a dispute"


@dataclass(slots=True)
class RulingAggregates:
    """The aggregates that a ruling may change: the deal, its match, encounter and tournament."""

    deal: Deal
    match: Match | None = None
    encounter: Encounter | None = None
    tournament: Tournament | None = None
    adjustments: list[int] = field(default_factory=list)
    """The numbers of the ruling's penalties in the tournament."""

    @property
    def changed(self) -> tuple[Aggregate, ...]:
        """Return the aggregates with pending events."""
        aggregates = (self.deal, self.match, self.encounter, self.tournament)
        return tuple(each for each in aggregates if each is not None and each.pending)


class Disputes:
    """Commands on disputes. ``side`` is a team of the deal, or empty for an official."""

    def __init__(self, repository: Repository, matches: Matches, encounters: Encounters) -> None:
        self._repository = repository
        self._matches = matches
        self._encounters = encounters

    def get(self, dispute_id: UUID, version: int | None = None) -> Dispute:
        """Return a dispute as it stands, or as it stood at a version."""
        return self._repository.get(Dispute, dispute_id, version)

    # --- claims -------------------------------------------------------------------------------------

    def open(
        self,
        deal_id: UUID,
        side: str,
        ply: int = -1,
        until: int | None = None,
        *,
        claim: str = "",
        code: str = "",
        clause: str = "",
        seat: Seat | None = None,
        on_behalf: bool = False,
        dispute_id: UUID | None = None,
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a dispute: claim a breach in the acts from ``ply`` to ``until``, or in the deal as a whole (-1).

        ``until``: None for one act. The claim may be worded later (`word_claim`), so that the play can go on.
        """
        wording = claim.strip(), code, clause.strip()
        command = request("", sent, "open dispute", deal_id, side, ply, until, *wording, seat, on_behalf, dispute_id)

        def begin() -> Draft:
            deal = self._repository.get(Deal, deal_id)
            record = deal.record
            seating = record.rules.ruleset.seating
            if side not in seating.teams:
                raise no_side(repr(side), seating.teams)
            if seat is not None and (seat not in seating.seats or seating.team(seat) != side):
                raise Declined("seat", "{seat} does not play for {side}", seat=SeatLetter(seat), side=side)
            match = self._matches.of_deal(deal)
            table = self._table_of(match)
            opened = DisputeOpened(
                deal=str(deal_id),
                game=str(record.opened.ruleset.get("key", "")),
                side=side,
                sides=tuple(seating.teams),
                seat=seat,
                on_behalf=on_behalf,
                claim=text(wording[0]),
                code=check_code(code),
                clause=text(wording[2], 200),
                entries=entries_of(record, ply, until),
                match=str(match.id) if match else None,
                encounter=str(table.id) if table else None,
                tournament=table.setting.tournament if table else None,
                round=table.setting.round if table else 0,
                number=table.setting.table if table else 0,
                club=record.opened.club,
                table=record.opened.table,
            )
            dispute = Dispute(dispute_id or new_id(command.at))
            dispute.take(opened, *command.stamp)
            return (dispute,)

        return self._repository.execute(command, None, begin)

    @change(Dispute, "word", lambda claim, code, clause: [claim.strip(), code, clause.strip()])
    def word_claim(
        self, dispute: Dispute, claim: str, code: str = "", clause: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Word the claim in full, or reword it."""
        return dispute.word(claim.strip(), code, clause.strip())

    @change(Dispute, "fact")
    def state_fact(self, dispute: Dispute, side: str, statement: str, **_: Unpack[SentTo]) -> Decided:
        """State a fact. A side agrees with its own fact; no side has answered the fact of an official yet."""
        return dispute.state(side, statement.strip())

    @change(Dispute, "tick")
    def tick_fact(self, dispute: Dispute, number: int, side: str, *, agrees: bool, **_: Unpack[SentTo]) -> Decided:
        """Agree with a stated fact, or contest it, for a side."""
        return dispute.tick(number, side, agrees=agrees)

    @change(Dispute, "evidence")
    def give_evidence(
        self,
        dispute: Dispute,
        side: str,
        statement: str = "",
        ply: int = -1,
        until: int | None = None,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Give evidence, for a side or an official: the acts from ``ply`` to ``until``, a text, or both."""
        entries = entries_of(self._repository.get(Deal, dispute.deal).record, ply, until) if ply >= 0 else WHOLE
        return dispute.give(EvidenceGiven(side, statement.strip(), entries))

    @change(
        Dispute,
        "attach",
        lambda side, file, media_type, body, statement: [side, file, media_type, sha256(body).hexdigest(), statement],
    )
    def attach(
        self, dispute: Dispute, side: str, file_name: str, media_type: str, body: bytes, statement: str = "",
        **_: Unpack[SentTo],
    ) -> Decided:  # fmt: skip
        """Attach a file, for a side or an official: a picture, a PDF or a plain text, of up to `LARGEST` bytes."""
        check_file(media_type, body)
        digest, named = sha256(body).hexdigest(), name(file_name, sentence("the name of a file"))
        dispute.attached = (Attachment(dispute.id, digest, media_type, body),)
        return dispute.give(EvidenceGiven(side, statement.strip(), WHOLE, named, media_type, len(body), digest))

    @change(Dispute, "withdraw")
    def withdraw(self, dispute: Dispute, side: str, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Withdraw the claim, for the side that made it."""
        return dispute.withdraw(side, why.strip())

    # --- rulings ------------------------------------------------------------------------------------

    def sign_ruling(
        self,
        dispute_id: UUID,
        ruling: Ruling,
        *,
        account: str = "",
        persons: tuple[str, ...] = (),
        appeal_minutes: int = APPEAL_MINUTES,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Sign a ruling and carry it out. ``appeal_minutes``: the minutes in which a side may appeal; 0 for no appeal.

        ``account`` and ``persons``: see `Official`.

        Raises `Declined` for a wrong number of minutes, and `Declined` or `Refused` where the ruling is not possible.
        """
        if not 0 <= appeal_minutes <= MOST_APPEAL_MINUTES:
            raise Declined("appeal-terms", "an appeal is possible for 0 to {most} minutes", most=MOST_APPEAL_MINUTES)

        def decide(dispute: Dispute, command: Request) -> RulingAggregates:
            dispute.check(ruling)
            touched = self._apply_ruling(dispute, None, ruling, command)
            until = _later(command.at, appeal_minutes) if appeal_minutes else ""
            signed = RulingSigned(ruling, account, until, tuple(touched.adjustments), persons)
            dispute.take(signed, *command.stamp)
            return touched

        return self._save_ruling(dispute_id, sent, ("sign", _plain(ruling), appeal_minutes), decide)

    def withdraw_ruling(self, dispute_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Withdraw the ruling and all its effects."""

        def decide(dispute: Dispute, command: Request) -> RulingAggregates:
            fact = dispute.withdraw_ruling(why.strip())
            touched = self._apply_ruling(dispute, dispute.standing, None, command)
            dispute.take(fact, *command.stamp)
            return touched

        return self._save_ruling(dispute_id, sent, ("withdraw ruling", why), decide)

    @change(Dispute, "appeal")
    def lodge_appeal(self, dispute: Dispute, side: str, grounds: str, **sent: Unpack[SentTo]) -> Decided:
        """Record the appeal of a side. The ruling stands until the appeal is decided.

        Raises `Declined` if the time for an appeal is over, or the side may not appeal.
        """
        return dispute.lodge(side, grounds.strip(), moment(sent["at"]))

    def decide_appeal(
        self,
        dispute_id: UUID,
        reason: str,
        ruling: Ruling | None = None,
        *,
        account: str = "",
        persons: tuple[str, ...] = (),
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Decide an appeal: uphold the ruling (``ruling`` None) or replace it. The decision is final.

        Raises `Declined` if the official may be the one who signed the ruling.
        """

        def decide(dispute: Dispute, command: Request) -> RulingAggregates | None:
            official = Official(command.by, account, persons)
            fact = dispute.decide(official, reason.strip(), upheld=ruling is None)
            if ruling is None:
                dispute.take(fact, *command.stamp)
                return None
            dispute.check(ruling, appealed=True)
            touched = self._apply_ruling(dispute, dispute.standing, ruling, command)
            dispute.take(fact, *command.stamp)
            dispute.take(RulingSigned(ruling, account, "", tuple(touched.adjustments), persons), *command.stamp)
            return touched

        return self._save_ruling(dispute_id, sent, ("decide", reason, _plain(ruling)), decide)

    @change(Dispute, "close")
    def close(self, dispute: Dispute, **sent: Unpack[SentTo]) -> Decided:
        """Make the ruling final. Raises `Declined` while a side may appeal."""
        return dispute.close(moment(sent["at"]))

    def preview_ruling(
        self, dispute_id: UUID, ruling: Ruling, *, by: str, at: str
    ) -> tuple[RulingAggregates, RulingAggregates]:
        """Return the aggregates that a ruling may change, before and after it, without saving.

        During an appeal the ruling replaces the current one. Raises `Declined` or `Refused` where signing would.
        """
        command = request("", {"by": by, "at": at}, "preview")
        dispute = self._repository.get(Dispute, dispute_id)
        appealed = dispute.status == APPEALED
        dispute.check(ruling, appealed=appealed)
        before = self._get_aggregates(dispute)
        return before, self._apply_ruling(dispute, dispute.standing if appealed else None, ruling, command)

    # --- helpers ------------------------------------------------------------------------------------

    def _save_ruling(
        self,
        dispute_id: UUID,
        sent: SentTo,
        content: tuple[Any, ...],
        decide: Callable[[Dispute, Request], RulingAggregates | None],
    ) -> Saved:
        """Save a command to the dispute and its changes of other aggregates in one transaction."""
        command = request(f"dispute {dispute_id}", sent, *content)

        def draft() -> Draft:
            dispute = self._repository.get_expected(command, Dispute, dispute_id)
            touched = decide(dispute, command)
            return dispute, *(touched.changed if touched else ())

        return self._repository.execute(command, dispute_id, draft)

    def _get_aggregates(self, dispute: Dispute) -> RulingAggregates:
        """Return the aggregates that a ruling may change, as they are stored."""
        deal = self._repository.get(Deal, dispute.deal)
        match = self._matches.of_deal(deal)
        tournament = self._repository.get(Tournament, dispute.tournament) if dispute.tournament else None
        return RulingAggregates(deal, match, self._table_of(match), tournament)

    def _table_of(self, match: Match | None) -> Encounter | None:
        """Return the encounter that a match is played for; None if there is none, or its round was drawn again."""
        table = self._repository.get(Encounter, match.encounter) if match and match.encounter else None
        return table if match and table and table.match == str(match.id) else None

    def _apply_ruling(
        self, dispute: Dispute, lifted: RulingSigned | None, ruling: Ruling | None, command: Request
    ) -> RulingAggregates:
        """Return the aggregates as changed after one ruling is lifted, or another signed, or both."""
        touched = self._get_aggregates(dispute)
        before = touched.deal.record.settlement, touched.deal.record.abandoned
        for each in lifted.ruling.remedies if lifted else ():
            if (on_deal := _on_deal(each)) is not None:
                lift = RulingLifted(*ruling_key(on_deal), each.note or A_RULING)
                if _is_standing(touched.deal.record, lift):
                    touched.deal.take_all(touched.deal.record.lift(lift), command.at, command.by)
        for each in ruling.remedies if ruling else ():
            if each.kind == facts.UNDO and (useless := why_useless(touched.deal.record, each.kind)) is not None:
                raise Declined("remedy", "undo: {reason}", reason=useless)
            if (on_deal := _on_deal(each)) is not None:
                touched.deal.take_all(_rule_on(touched.deal.record, on_deal), command.at, command.by)
        record = touched.deal.record
        if (record.settlement, record.abandoned) != before:
            for changed in self._matches.follow(touched.deal, command, restored=before[1] and not record.abandoned):
                if isinstance(changed, Match):
                    touched.match = changed
                elif isinstance(changed, Encounter):
                    touched.encounter = changed
        self._at_the_table(touched, dispute, lifted, ruling, command)
        self._in_the_standings(touched, lifted, ruling, command)
        return touched

    def _at_the_table(
        self,
        touched: RulingAggregates,
        dispute: Dispute,
        lifted: RulingSigned | None,
        ruling: Ruling | None,
        command: Request,
    ) -> None:
        """Take back the lifted ruling's results of the encounter, and enter those of the new ruling."""
        table = touched.encounter
        if table is None:
            if ruling and any(each.kind == facts.RESULT for each in ruling.remedies):
                raise Declined("remedy", "result: the table is not played any more, for the round was drawn anew")
            return
        for fact in lift_ruling(table, dispute.id) if lifted else ():
            table.take(fact, command.at, command.by)
        for each in ruling.remedies if ruling else ():
            if each.kind == facts.RESULT:
                game = self._encounters.game_of(table)
                for fact in rule_result(table, game, dispute.id, each.sheet, each.board):
                    table.take(fact, command.at, command.by)

    def _in_the_standings(
        self, touched: RulingAggregates, lifted: RulingSigned | None, ruling: Ruling | None, command: Request
    ) -> None:
        """Withdraw the penalties of the lifted ruling, and add those of the new ruling."""
        tournament = touched.tournament
        if tournament is None:
            return
        for number in lifted.adjustments if lifted else ():
            if number in tournament.adjustments:
                tournament.take(withdraw_adjustment(tournament, number, A_RULING), command.at, command.by)
        round_ = touched.encounter.setting.round if touched.encounter else 0
        for each in ruling.remedies if ruling else ():
            if each.kind == facts.PENALTY:
                fact = adjust(tournament, each.entrant, each.amount, each.unit, round_, each.note or A_RULING)
                tournament.take(fact, command.at, command.by)
                touched.adjustments.append(tournament.version)


def entries_of(record: Record, ply: int, until: int | None = None) -> Entries:
    """Return the range of acts from ``ply`` to ``until`` by versions; `WHOLE` for -1. ``until``: None for one act.

    Raises `Refused` for an unknown ply, `Declined` if ``until`` is before ``ply``.
    """
    if ply < 0:
        return WHOLE
    last = len(record.entries) - 1
    for each in (ply, ply if until is None else until):
        if not 0 <= each <= last:
            raise Refused(no_ply(each, 0, last))
    if until is not None and until < ply:
        raise Declined("plies", "entries {first} to {last} are no range", first=ply, last=until)
    return record.entries[ply].stamp.version, record.entries[ply if until is None else until].stamp.version


def plies_of(record: Record, entries: Entries) -> tuple[int, int] | None:
    """Return the current first and last ply of a range; None for the deal as a whole, or if both acts are retracted."""
    if entries == WHOLE:
        return None
    there = [n for n, entry in enumerate(record.entries) if entry.stamp.version in entries]
    return (there[0], there[-1]) if there else None


def check_file(media_type: str, body: bytes) -> None:
    """Raise `Declined` if a file has no allowed media type, does not begin as its type does, is empty or too large."""
    if media_type not in MEDIA:
        raise Declined(
            "file-type",
            "{type} is not taken; {types} are",
            type=media_type or sentence("a file of no type"),
            types=", ".join(MEDIA),
        )
    if not body:
        raise Declined("file", "the file is empty")
    if len(body) > LARGEST:
        raise Declined("file-large", "the file has {number} bytes; the most is {most}", number=len(body), most=LARGEST)
    begins = MEDIA[media_type]
    if (begins and not body.startswith(begins)) or (media_type == "image/webp" and body[8:12] != b"WEBP"):
        raise Declined(
            "file-type",
            "the file is not what it says: it does not begin as {type} does",
            type=media_type,
        )
    if media_type == "text/plain":
        try:
            body.decode()
        except UnicodeDecodeError:
            raise Declined("file-type", "a plain text is written in UTF-8") from None


def _on_deal(remedy: Remedy) -> OnDeal | None:
    """Return the ruling on the deal that a remedy contains; None if the remedy does not change the deal."""
    why = remedy.note or A_RULING
    match remedy.kind:
        case facts.VIOLATION:
            return ViolationRuled(remedy.seat or "", remedy.code, why)
        case facts.CAPS:
            return CapsRuled(remedy.verdict, remedy.seat or "", why)
        case facts.ASSIGN:
            return ResultAssigned(remedy.gains, why)
        case facts.REPLAY:
            return DealAnnulled(why)
    return None


def _rule_on(record: Record, ruling: OnDeal) -> Iterable[Proposal]:
    match ruling:
        case ViolationRuled():
            return record.rule_violation(ruling)
        case CapsRuled():
            return record.rule_caps(ruling)
        case ResultAssigned():
            return record.assign(ruling)
    return record.annul(ruling.why)


def _is_standing(record: Record, lift: RulingLifted) -> bool:
    """Return whether the ruling to lift still stands: an official may have lifted it before."""
    return any(ruling_key(each) == (lift.ruling, lift.seat, lift.code) for each in record.rulings)


def _plain(ruling: Ruling | None) -> Any:
    """Return a ruling as JSON values, for the content of a command; a spare option only if it is set."""
    plain, left_out = msgspec.to_builtins(ruling), spare(Ruling)
    return plain and {name: value for name, value in plain.items() if value or name not in left_out}


def _later(at: str, minutes: int) -> str:
    return moment((datetime.fromisoformat(at) + timedelta(minutes=minutes)).isoformat())
