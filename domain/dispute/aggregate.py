"""The aggregate of one dispute: claim, agreed facts, ruling, appeal, end.

A dispute never stops the play: deal, match and tournament go on whatever its status. The methods under "decisions"
return facts and change nothing; `domain.dispute.commands` carries out the effects of a ruling on other aggregates.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.dispute import facts
from domain.dispute.facts import (
    AppealDecided,
    AppealLodged,
    ClaimWorded,
    DisputeClosed,
    DisputeOpened,
    DisputeWithdrawn,
    EvidenceGiven,
    FactStated,
    FactTicked,
    Ruling,
    RulingSigned,
    RulingWithdrawn,
)
from domain.dispute.state import (
    APPEALED,
    FINAL,
    OPEN,
    RULED,
    STATUS_WORDS,
    WITHDRAWN,
    Appeal,
    Official,
    Piece,
    SignedRuling,
    Statement,
)
from domain.engine.refusals import CLAUSES
from domain.engine.words.values import sentence
from domain.games.catalogue import RULESETS
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.dispute.facts import Remedy
    from domain.engine.words.values import Term
    from domain.kernel.events import Recorded

KINDS: Final = (
    facts.NOTHING, facts.UNDO, facts.REPLAY, facts.VIOLATION, facts.CAPS, facts.ASSIGN, facts.RESULT,
    facts.PENALTY, facts.WARNING,
)  # fmt: skip
LONGEST: Final = 4000
"""The most characters of a text."""
MOST: Final = 100
"""The most facts, and the most pieces of evidence, of one dispute."""
MOST_OF_A_SIDE: Final = 40
"""The most facts, and the most pieces of evidence, from one side, so that no side uses up the limit of all."""
MOST_WORDS_OF_A_SIDE: Final = 200
"""The most entries of one side: claims worded, facts stated and ticked, evidence given."""
MOST_FILES_OF_A_SIDE: Final = 8
MOST_BYTES_OF_A_SIDE: Final = 8 * 1024 * 1024
"""The most bytes of all files of one side together."""
MOST_PENDING_OF_A_SIDE: Final = 3
"""The most disputes about one deal that players of one side may have open at the same time."""
MOST_DISPUTES_OF_A_SIDE: Final = 10
"""The most disputes about one deal that players of one side may ever open. Officials may open more on their behalf."""


class Dispute(ListedAggregate):
    """One dispute in the record book. A decision that is not possible now raises `Declined` with the reason."""

    NAME = sentence("dispute")
    OPENING = DisputeOpened
    opened: DisputeOpened

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.claim = self.code = self.clause = ""
        self.status = OPEN
        self.stated: dict[int, Statement] = {}
        """The stated facts by number."""
        self.evidence: dict[int, Piece] = {}
        self.words: Counter[str] = Counter()
        """The number of entries of each side (`MOST_WORDS_OF_A_SIDE`)."""
        self.signed: SignedRuling | None = None
        """The ruling that stands, or None."""
        self.overturned: SignedRuling | None = None
        """The ruling that was replaced on appeal, or None."""
        self.appeal: Appeal | None = None
        self.closed_at = ""

    def fold(self, event: Recorded) -> None:
        fact, number, at, by = event.fact, event.originator_version, event.at, event.by
        match fact:
            case DisputeOpened(claim=claim, code=code, clause=clause):
                self.opened = fact
                self.claim, self.code, self.clause = claim, code, clause
            case ClaimWorded(claim, code, clause):
                self.claim, self.code, self.clause = claim, code, clause
                self.words[self.opened.side] += 1
            case FactStated(side, text):
                self.words[side] += 1
                self.stated[number] = Statement(number, side, text, by, at, {side: True} if side else {})
            case FactTicked(which, side, agrees):
                self.words[side] += 1
                stated = self.stated[which]
                self.stated[which] = replace(stated, ticks={**stated.ticks, side: agrees})
            case EvidenceGiven():
                self.words[fact.side] += 1
                self.evidence[number] = Piece(number, fact, by, at)
            case RulingSigned():
                instead = self.appeal is not None and self.appeal.decided is not None
                self.overturned = self.signed if instead else None
                self.signed, self.status = SignedRuling(fact, by, at), FINAL if instead else RULED
            case RulingWithdrawn():
                self.signed, self.status = None, OPEN
            case AppealLodged():
                self.appeal, self.status = Appeal(fact, at, by), APPEALED
            case AppealDecided():
                assert self.appeal is not None  # noqa: S101 - only an appeal is decided
                self.appeal = replace(self.appeal, decided=fact, decided_at=at, decided_by=by)
                self.status, self.closed_at = FINAL, at
            case DisputeWithdrawn():
                self.status, self.closed_at = WITHDRAWN, at
            case DisputeClosed():
                self.status, self.closed_at = FINAL, at

    # --- questions --------------------------------------------------------------------------------

    @property
    def standing(self) -> RulingSigned | None:
        """Return the `RulingSigned` of the ruling that stands, or None."""
        return self.signed.fact if self.signed else None

    @property
    def deal(self) -> UUID:
        """Return the id of the disputed deal."""
        return UUID(self.opened.deal)

    @property
    def tournament(self) -> UUID | None:
        """Return the id of the tournament that the deal was played in, or None."""
        return as_id(self.opened.tournament)

    @property
    def agreed(self) -> list[Statement]:
        """Return the stated facts that every side agrees with."""
        return [each for each in self.stated.values() if all(each.ticks.get(side) for side in self.opened.sides)]

    def can_appeal(self, at: str) -> bool:
        """Return whether a side may appeal at a time, given in its stored form."""
        until = self.signed.fact.appeal_until if self.signed else ""
        return self.status == RULED and at <= until

    @property
    def case(self) -> dict[str, Any] | None:
        """Return the entry for the casebook; None before the dispute is final, or if its ruling is not published.

        Names of people and of clubs' own rulesets are left out.
        """
        if self.status != FINAL or self.signed is None or not self.signed.ruling.casebook:
            return None
        ruling, decided = self.signed.ruling, self.appeal.decided if self.appeal else None
        return {
            "text": ruling.casebook,
            "code": ruling.code,
            "clause": ruling.clause,
            "ruleset": self.opened.game if self.opened.game in RULESETS else "",
            "remedies": [each.kind for each in ruling.remedies],
            "appeal": None if decided is None else "upheld" if decided.upheld else "overturned",
            "month": self.closed_at[:7],
        }

    def listing(self) -> Listing:
        opened = self.opened
        data: dict[str, Any] = {
            "status": self.status,
            "deal": opened.deal,
            "match": opened.match,
            "table": opened.table,
            "encounter": opened.encounter,
            "tournament": opened.tournament,
            "round": opened.round,
            "number": opened.number,
        }
        if self.case:
            data["case"] = self.case
        return Listing(self.id, self.KIND, as_id(opened.club), self.deal, "", self.opened_at, data)

    # --- decisions: the claim -----------------------------------------------------------------------

    def word(self, claim: str, code: str, clause: str) -> ClaimWorded:
        """Word the claim in full, before a ruling. Raises `Declined` if it is empty or unchanged."""
        self._check_no_ruling()
        self._check_word_count(self.opened.side)
        if not claim:
            raise Declined("claim", "a claim says something")
        fact = ClaimWorded(text(claim), check_code(code), text(clause, 200))
        if (fact.claim, fact.code, fact.clause) == (self.claim, self.code, self.clause):
            raise Declined("same-claim", "the claim says that already")
        return fact

    def state(self, side: str, statement: str) -> FactStated:
        """State a fact for a side, or for an official (``side`` empty)."""
        self._check_hearing()
        if not statement:
            raise Declined("fact", "a fact says something")
        self._check_word_count(side)
        if len(self.stated) >= MOST:
            raise Declined("too-many-facts", "a dispute has up to {most} facts", most=MOST)
        if side and sum(each.side == side for each in self.stated.values()) >= MOST_OF_A_SIDE:
            raise Declined(
                "too-many-facts", "{side} states up to {most} facts in a dispute", side=side, most=MOST_OF_A_SIDE
            )
        return FactStated(self._check_side(side, official=True), text(statement))

    def tick(self, number: int, side: str, *, agrees: bool) -> FactTicked:
        """Agree with a stated fact, or contest it, for a side."""
        self._check_hearing()
        self._check_word_count(side)
        if number not in self.stated:
            raise Declined("not-found", "there is no fact {number} in this dispute", number=number)
        if self.stated[number].ticks.get(self._check_side(side)) is agrees:
            raise Declined("same-tick", "{side} has said so already", side=side)
        return FactTicked(number, side, agrees)

    def give(self, evidence: EvidenceGiven) -> EvidenceGiven:
        """Give evidence, for a side or an official (``side`` empty). Returns the given fact."""
        self._check_hearing()
        self._check_side(evidence.side, official=True)
        text(evidence.text)
        if not (evidence.text or evidence.sha256 or evidence.entries != facts.WHOLE):
            raise Declined("evidence", "evidence points at acts, says something, or is a file")
        if len(self.evidence) >= MOST:
            raise Declined("too-much-evidence", "a dispute has up to {most} pieces of evidence", most=MOST)
        self._check_evidence(evidence)
        if evidence.sha256 and any(piece.given.sha256 == evidence.sha256 for piece in self.evidence.values()):
            raise Declined("same-file", "this file was handed in already")
        return evidence

    def withdraw(self, side: str, why: str) -> DisputeWithdrawn:
        """Withdraw the claim, for the side that made it."""
        self._check_no_ruling()
        if self._check_side(side) != self.opened.side:
            raise Declined("dispute-side", "the claim is {side}'s: only they withdraw it", side=self.opened.side)
        return DisputeWithdrawn(side, text(why))

    # --- decisions: the ruling ----------------------------------------------------------------------

    def check(self, ruling: Ruling, *, appealed: bool = False) -> None:
        """Raise `Declined` if a ruling is incomplete or has impossible remedies, or if it is not the time for one.

        ``appealed``: the ruling replaces another one on appeal; then the status is not checked.
        """
        if not appealed:
            self._check_no_ruling()
        if not ruling.reason:
            raise Declined("why", "a ruling says why")
        text(ruling.reason)
        text(ruling.casebook)
        check_code(ruling.code)
        text(ruling.clause, 200)
        if not ruling.remedies:
            raise Declined("remedy", "a ruling says what follows: {remedies}", remedies=", ".join(KINDS))
        kinds = [each.kind for each in ruling.remedies]
        if facts.NOTHING in kinds and len(kinds) > 1:
            raise Declined("remedy", "a ruling that changes nothing has no other remedy")
        if len(kinds) > MOST:
            raise Declined("remedy", "a ruling has up to {most} remedies", most=MOST)
        for each in ruling.remedies:
            self._check_remedy(each)

    def _check_remedy(self, remedy: Remedy) -> None:
        kind = remedy.kind
        text(remedy.note, 500)
        if kind not in KINDS:
            raise Declined(
                "remedy", "{kind} is no remedy; there are {remedies}", kind=repr(kind), remedies=", ".join(KINDS)
            )
        if kind in (facts.VIOLATION, facts.CAPS) and remedy.seat is None:
            raise Declined("remedy", "{kind}: say which seat", kind=kind)
        if kind == facts.VIOLATION and not check_code(remedy.code):
            raise Declined("remedy", "violation: say which rule was broken, by its code")
        if kind in (facts.RESULT, facts.PENALTY) and self.tournament is None:
            raise Declined(
                "remedy", "{kind}: the deal was not played in a tournament, so no standings change", kind=kind
            )

    def withdraw_ruling(self, why: str) -> RulingWithdrawn:
        """Withdraw the ruling, which must not be final."""
        if self.status != RULED:
            raise Declined(
                "not-ruled",
                "the dispute is {status}: only a ruling that is not final is withdrawn",
                status=STATUS_WORDS[self.status],
            )
        if not why:
            raise Declined("why", "to take back a ruling, say why")
        return RulingWithdrawn(text(why))

    def lodge(self, side: str, grounds: str, at: str) -> AppealLodged:
        """Appeal for a side, at a time in its stored form. Raises `Declined` if the appeal is late or not possible."""
        self._check_side(side)
        if self.status != RULED or self.signed is None:
            raise Declined(
                "not-ruled",
                "the dispute is {status}: there is no ruling to appeal against",
                status=STATUS_WORDS[self.status],
            )
        until = self.signed.fact.appeal_until
        if not until:
            raise Declined("appeal-late", "no appeal is possible against this ruling")
        if at > until:
            raise Declined("appeal-late", "an appeal was possible until {time}", time=until)
        if not grounds:
            raise Declined("why", "an appeal says why")
        return AppealLodged(side, text(grounds))

    def decide(self, by: Official, reason: str, *, upheld: bool) -> AppealDecided:
        """Decide the appeal. Raises `Declined` if the official may be the one who signed the ruling."""
        if self.status != APPEALED or self.signed is None:
            raise Declined(
                "not-appealed",
                "the dispute is {status}: there is no appeal to decide on",
                status=STATUS_WORDS[self.status],
            )
        first = self.signed
        if first.is_by(by):
            raise Declined(
                "appeal-other",
                "{official} signed the ruling: another official decides on the appeal, by an account or a token that"
                " {official} did not hand out",
                official=first.by,
            )
        if not reason:
            raise Declined("why", "a decision says why")
        return AppealDecided(upheld, text(reason), by.account)

    def close(self, at: str) -> DisputeClosed:
        """Make the ruling final. Raises `Declined` while a side may appeal."""
        if self.status != RULED:
            raise Declined(
                "not-ruled",
                "the dispute is {status}: a ruling becomes final that nobody appealed",
                status=STATUS_WORDS[self.status],
            )
        if self.can_appeal(at) and self.signed:
            raise Declined("appeal-runs", "a side may appeal until {time}", time=self.signed.fact.appeal_until)
        return DisputeClosed()

    # --- checks -------------------------------------------------------------------------------------

    def _check_no_ruling(self) -> None:
        if self.status != OPEN:
            raise Declined(
                "dispute-ruled",
                "the dispute is {status}: this was possible until it was ruled on",
                status=STATUS_WORDS[self.status],
            )

    def _check_hearing(self) -> None:
        if self.status not in (OPEN, APPEALED):
            raise Declined(
                "dispute-ruled",
                "the dispute is {status}: nothing more is heard, unless a side appeals",
                status=STATUS_WORDS[self.status],
            )

    def _check_word_count(self, side: str) -> None:
        if side and self.words[side] >= MOST_WORDS_OF_A_SIDE:
            raise Declined(
                "too-many-words",
                "{side} has said {number} things in this dispute: enough",
                side=side,
                number=MOST_WORDS_OF_A_SIDE,
            )

    def _check_evidence(self, evidence: EvidenceGiven) -> None:
        side = evidence.side
        self._check_word_count(side)
        own = [piece.given for piece in self.evidence.values() if piece.given.side == side]
        if not side:
            return
        if len(own) >= MOST_OF_A_SIDE:
            raise Declined(
                "too-much-evidence",
                "{side} gives up to {most} pieces of evidence in a dispute",
                side=side,
                most=MOST_OF_A_SIDE,
            )
        if evidence.sha256 and sum(bool(each.sha256) for each in own) >= MOST_FILES_OF_A_SIDE:
            raise Declined(
                "too-many-files",
                "{side} hands in up to {most} files in a dispute",
                side=side,
                most=MOST_FILES_OF_A_SIDE,
            )
        if sum(each.size for each in own) + evidence.size > MOST_BYTES_OF_A_SIDE:
            raise Declined(
                "files-too-large",
                "the files that {side} hands in have up to {most} MiB together",
                side=side,
                most=MOST_BYTES_OF_A_SIDE // 2**20,
            )

    def _check_side(self, side: str, *, official: bool = False) -> str:
        if side not in self.opened.sides and not (official and not side):
            raise no_side(side or sentence("of no name"), self.opened.sides)
        return side


def no_side(side: str | Term, sides: Iterable[str]) -> Declined:
    """Return the error for a side that does not play. ``sides``: those that play."""
    return Declined("side", "there is no side {side}; they are {sides}", side=side, sides=", ".join(sides))


def text(content: str, most: int = LONGEST) -> str:
    """Return the text. Raises `Declined` if it is too long."""
    if len(content) > most:
        raise Declined("text-long", "a text has up to {most} characters, not {number}", most=most, number=len(content))
    return content


def check_code(code: str) -> str:
    """Return a refusal code, or the empty string, unchanged. Raises `Declined` for an unknown code."""
    if code and code not in CLAUSES:
        raise Declined("code", "{code} is no code of a rule", code=repr(code))
    return code
