"""Find whether one seat could be certain at one ply (000 "Caps"; 004 "Caps").

Programs use `find_owed_call`. The report (`domain.audit.caps.report`) examines every card of a deal and every seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from domain.audit.caps.examples import example_of
from domain.audit.caps.question import depends_on_call, question_of
from domain.audit.caps.search import LIMIT, Search
from domain.engine.cards import Card, Seat
from domain.engine.facts import CardPlayed
from domain.engine.knowledge.information import Gap, Knowledge, own_hands
from domain.engine.refusals import Refusal
from domain.engine.state import NOBODY
from domain.engine.words.values import Term
from domain.games.three04.acts import CapsCalled
from domain.games.three04.information import Three04Watcher
from domain.games.three04.rules import rules_of_304
from domain.games.three04.state import state_of_304

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.audit.caps.question import Question
    from domain.audit.caps.search import Line
    from domain.games.three04.state import Three04State
    from domain.record.record import Record

Certainty: TypeAlias = Literal["certain", "not-certain", "undecided"]

Why: TypeAlias = Literal["", "bound", "more-is-known", "unseen-by-the-record", "breach", "contradiction", "no-order"]
"""Why something is undecided; empty if it is decided.

``bound``: there are more continuations than the limit of the search. ``more-is-known``: the seat has knowledge that the
refuting deals leave out. ``unseen-by-the-record``: the seat saw cards that the record lacks. ``breach``: the seat saw a
breach, so that it can infer nothing from the rules any more. ``contradiction``: no deal fits the knowledge of the seat.
``no-order``: the stated order is not known.
"""

NONE: Final = "nobody-calls"
SLAM: Final = "slam"
NOT_PLAYED: Final = "not-played"
OTHER_GAME: Final = "other-game"
SPOILT: Final = "spoilt"
CALL_OPENS_TRUMP: Final = "caps.call_opens_trump"

IN_ALL: Final = 400_000
"""The most continuations searched for all questions of one deal together; see `EACH` for the questions after that."""

EACH: Final = 1_500
"""The most continuations searched for each question after `IN_ALL` is used up. Most questions need fewer."""


@dataclass(frozen=True, slots=True)
class Point:
    """A player before the act of a ply, and whether this player could be certain."""

    ply: int
    seat: Seat
    certainty: Certainty
    order: tuple[Card, ...] = ()
    """An order that is certain to win, if there is one."""
    why: Why = ""
    settles: tuple[Gap | Term, ...] = ()
    """The gaps in the record that would settle the question, or the breach that leaves it open."""


def exemption(record: Record) -> str:
    """Return the code for why nobody calls Caps in this deal; empty if somebody may."""
    if not record.rules.ruleset.game.with_caps:
        return OTHER_GAME
    state = state_of_304(record.state)
    if state.rules.ruleset.caps.teams == "nobody":
        return NONE
    if state.slam:
        return SLAM
    if record.state.outcome == "spoilt":
        return SPOILT
    begun = record.rules.stage_name(record.state) == "play"
    return "" if begun or any(isinstance(act, CardPlayed | CapsCalled) for act in record.acts) else NOT_PLAYED


@dataclass(frozen=True, slots=True)
class Play:
    """A card of the play: its ply, who played it, whether it led."""

    ply: int
    seat: int
    lead: bool


def plays_of(record: Record) -> list[Play]:
    """Return every card played, by any seat of the table."""
    rules = record.rules
    s = rules.start(record.opened.dealer)
    plays: list[Play] = []
    for ply, act in enumerate(record.acts):
        if isinstance(act, CardPlayed) and act.seat in rules.place:
            plays.append(Play(ply, rules.place[act.seat], not s.trick))
        rules.apply(s, act)
    return plays


def deadline(record: Record, plays: Sequence[Play], point: Point) -> int | None:
    """Return the ply before which a player certain at a point must call (B12); None if the record has none yet."""
    seat = record.rules.place[point.seat]
    after = [play for play in plays if play.ply >= point.ply]
    last = last_card(record, plays, seat)
    ends: list[int] = [] if last is None else [last]
    if not after:
        return None
    match rules_of_304(record.rules).ruleset.caps.grace:
        case "none":
            ends.append(after[0].ply)
        case "end_of_trick":
            ends += [play.ply for play in after if play.lead]
        case "until_next_own_lead":
            ends += [play.ply for play in after if play.lead and play.seat == seat]
    return min(ends, default=None)


def last_card(record: Record, plays: Sequence[Play], seat: int) -> int | None:
    """Return the ply at which the seat played its last card; None if it has not. A later call claims no trick."""
    plies = [play.ply for play in plays if play.seat == seat]
    return plies[-1] if len(plies) == record.state.rounds else None


def is_last_moment(record: Record, seat: Seat) -> bool:
    """Return whether a call that the seat owes now would be too late once another seat plays the next card.

    It says nothing about whether a call is owed. It is false right after a card of the seat itself, which tells the
    seat nothing new, and once the seat has let the moment pass at which it had to call (000 "Caps"; 004 "Caps"). Only
    what the seat knows decides that.
    """
    rules, s = record.rules, record.state
    if exemption(record) or record.over or rules.to_act(s) in (None, seat):
        return False
    last = record.acts[-1]
    examiner = Examiner(record, LIMIT, opens=False)
    if isinstance(last, CardPlayed) and last.seat == seat:
        return False
    if not examiner.may_be_asked(state_of_304(s), rules.place[seat]):
        return False
    grace = examiner.terms.grace
    if not (grace == "none" or (grace == "end_of_trick" and not s.trick)):
        return False
    return not find_owed_call(record, len(record.entries), seat, limit=EACH).late


class Examiner:
    """Answers for the seats of one deal whether they can be certain."""

    def __init__(self, record: Record, limit: int, opens: bool, in_all: int = IN_ALL) -> None:
        """``limit``: the most continuations searched for one question; ``in_all``: the most for all questions together,
        though each may use `EACH`. ``opens``: whether a call opens the trump."""
        self.record = record
        self.rules = rules_of_304(record.rules)
        self.limit = limit
        self.opens = opens
        self.terms = self.rules.ruleset.caps
        self.left = in_all
        """The number of continuations that may still be searched, for all questions together."""

    def may_be_asked(self, s: Three04State, place: int) -> bool:
        """Return whether cards are played, nobody has called, and the seat may owe a call."""
        return self.rules.stage_name(s) == "play" and s.caps_caller == NOBODY and self.may_owe(s, place)

    def may_owe(self, s: Three04State, place: int) -> bool:
        """Return whether the seat's side may call, has won every trick, and the seat has cards left."""
        team = self.rules.team
        if sum(s.tricks) != s.tricks[team[place]]:
            return False
        if team[place] != team[s.maker] and (self.terms.teams == "maker_only" or self.terms.external == "off"):
            return False
        return s.size(place) + (s.indicator_down and place == s.maker) > 0

    def point(self, watcher: Three04Watcher, place: int, s: Three04State, ply: int) -> Point:
        """Return the point of a seat before the act of a ply."""
        seat = self.rules.seats[place]
        knows = watcher.knowledge()
        undecided = self.undecidable(knows, watcher.state, s)
        if undecided:
            why, settles = undecided
            return Point(ply, seat, "undecided", why=why, settles=settles)
        question = question_of(self.rules, knows, watcher.state, self.opens)
        search = self.search(question, knows, ply)
        point = self.answer_point(Point(ply, seat, "not-certain"), search, knows)
        self.spend(search)
        return point

    def answer_point(self, point: Point, search: Search, knows: Knowledge) -> Point:
        """Return the point with the answer to its question."""
        answer = search.answer()
        if answer.verdict == "certain":
            return replace(point, certainty="certain", order=self.card_names(answer.order))
        if answer.verdict == "undecided":
            return replace(point, certainty="undecided", why="bound" if answer.why == "bound" else "more-is-known")
        if knows.gaps:
            return replace(point, certainty="undecided", why="unseen-by-the-record", settles=knows.gaps)
        return point

    def undecidable(
        self, knows: Knowledge, viewed: Three04State, s: Three04State
    ) -> tuple[Why, tuple[Gap | Term, ...]] | None:
        """Return why the question has no answer, and what would settle it; None if it can be searched."""
        if knows.breach:
            _, refusal = knows.breach
            return "breach", (Term(refusal.msgid, refusal.named),)
        held = s.size(knows.seat) + (s.indicator_down and s.maker == knows.seat)
        missed = any(not bit and not viewed.down >> n & 1 for n, bit in enumerate(viewed.trick))
        if missed or knows.hand.bit_count() != held:
            return "unseen-by-the-record", knows.gaps
        if not any(world.trump for world in knows.worlds):
            return ("unseen-by-the-record", knows.gaps) if knows.gaps else ("contradiction", ())
        return None

    def search(self, question: Question, knows: Knowledge, ply: int, limit: int = 0) -> Search:
        """Return the search for a question. ``limit``: the most continuations; 0 for what the deal has left."""

        def is_proved(order: tuple[int, ...], line: Line) -> bool:
            return example_of(self.record, ply, knows, question, line, order) is not None

        return Search(question, limit or min(self.limit, max(self.left, EACH)), is_proved)

    def spend(self, search: Search) -> None:
        """Subtract the continuations that a search used from the budget of the deal."""
        self.left -= search.limit - max(search.adversary.limit, 0)

    def card_names(self, order: Iterable[int]) -> tuple[Card, ...]:
        return tuple(self.rules.tables.card[card] for card in order)


# --- one seat at one ply -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Owed:
    """The answer whether a seat owes a call of Caps before the act of a ply."""

    state: Literal["owed", "not-owed", "undecided"]
    order: tuple[Card, ...] = ()
    """An order that is certain to win, if a call is owed."""
    since: int | None = None
    """The ply from which on the seat could be certain; None if it could not be so far."""
    until: int | None = None
    """The ply before which the seat had to call by ``caps.grace``; None if the record has no such ply yet."""
    why: str = ""
    """For ``not-owed``: why nobody calls (`exemption`), the code that bars the call, or ``not-certain``. For
    ``undecided``: see `Why`."""
    settles: tuple[Gap | Term, ...] = ()
    """The gaps in the record that would settle the question, or the breach that leaves it open."""
    rests_on: tuple[str, ...] = ()
    """The parameters whose other value would change the answer: ``caps.call_opens_trump``."""

    @property
    def late(self) -> bool:
        """Return whether the record has reached the ply before which the call had to come."""
        return self.until is not None


def find_owed_call(record: Record, ply: int, seat: Seat, *, limit: int = LIMIT) -> Owed:
    """Return whether a seat owes a call of Caps before the act of a ply, and why; ``len(record.entries)`` means now.

    The hands come from the whole record, as in the report. Raises `LookupError` if the deal has no such seat or ply.
    """
    rules = record.rules
    if seat not in rules.place or not 0 <= ply <= len(record.entries):
        raise LookupError(f"there is no seat {seat} at ply {ply}; plies are 0 to {len(record.entries)}")
    if exempt := exemption(record):
        return Owed("not-owed", why=exempt)
    place = rules.place[seat]
    rules = rules_of_304(rules)
    watcher = Three04Watcher(record, seat, own_hands(record))
    opens = rules.ruleset.caps.call_opens_trump
    examiner, other = Examiner(record, limit, opens), Examiner(record, limit, not opens)
    s = state_of_304(rules.start(record.opened.dealer))
    first: Point | None = None
    for n, act in enumerate(record.acts[:ply]):
        if isinstance(act, CardPlayed) and not s.owed and first is None and examiner.may_be_asked(s, place):
            point = examiner.point(watcher, place, s, n)
            first = point if point.certainty == "certain" else None
        rules.apply(s, act)
        watcher.see(act)
    if rules.stage_name(s) != "play":
        return Owed("not-owed", why=NOT_PLAYED)
    point = Point(ply, seat, "not-certain", why="no-order")
    barred = "" if examiner.may_be_asked(s, place) else _refusal_code(record, s, place)
    if not barred:
        point = examiner.point(watcher, place, s, ply)
    if point.certainty == "certain":
        first = first or point
    owed = Owed("not-owed", why=barred or "not-certain")
    if point.certainty == "certain":
        owed = Owed("owed", point.order)
    elif point.certainty == "undecided":
        owed = Owed("undecided", why=point.why, settles=point.settles)
    if not barred and depends_on_call(s, place):
        same = other.point(watcher, place, s, ply).certainty == point.certainty
        owed = owed if same else replace(owed, rests_on=(CALL_OPENS_TRUMP,))
    return replace(owed, since=first.ply, until=deadline(record, plays_of(record), first)) if first else owed


def _refusal_code(record: Record, s: Three04State, place: int) -> str:
    """Return the code that bars the seat from calling."""
    verdict = record.rules.judge(s, CapsCalled(record.rules.seats[place]))
    return verdict.code if isinstance(verdict, Refusal) else "not-certain"
