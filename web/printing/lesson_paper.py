"""A chapter of a lesson as it is printed: questions on the front, answers on the back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask_babel import gettext

from api.languages import reader
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from domain.lesson import facts
from replay.lessons import payloads
from replay.lessons.leaving_out import BIDS, leave_out, parts_left_out
from replay.lessons.positions import ChapterReader, record_of_source
from replay.lessons.questions import kind_of
from replay.notation.actions import write_action
from web.lessons.answers import call_in_words, in_words
from web.printing.cards import in_suits, printed, suit_sign
from web.wording import words
from web.wording.spoken import table_words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.lesson.commands import NewChapter, NewLesson
    from domain.lesson.facts import Question
    from replay.lessons.positions import PlacedStep, Position
    from web.printing.cards import Suit


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand of a seat: its known cards, and the number of the others."""

    seat: Seat
    suits: Sequence[Suit]
    unknown: int


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal at a step, as its viewer knows it. It has no points and no settlement, which questions ask for."""

    hands: Sequence[Hand]
    """The hands of which cards are known."""
    facts: Sequence[tuple[str, str]]
    """Labels and values: who dealt, the contract, the trump."""
    callers: Sequence[Seat]
    """The seats in the order of the auction."""
    calls: Sequence[Sequence[Sequence[str]]]
    """The rows of each auction: a call for each of these seats, empty where it has none. Left out if as above."""
    tricks: Sequence[tuple[str, Mapping[Seat, str], Seat]]
    """For each trick its number, the card of each seat, and who won it; the last may be incomplete."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question. ``right`` is empty if the teacher marks it."""

    right: Sequence[str]
    reasons: Sequence[str]
    by_author: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A step as it is printed."""

    step: Mapping[str, Any]
    """The step as a pupil gets it (`replay.lessons.payloads`)."""
    diagram: Diagram | None
    """The deal, if it is not the same as above."""
    number: int
    """The number of the question; 0 if the step asks none."""
    cards: Sequence[str]
    """The cards of the viewer's hand, for a question that is answered by a card."""
    acts: Sequence[tuple[int, str]]
    """The acts so far with their plies, for a question about the record; only cards where bids are left out."""
    answers: Answers | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A chapter on paper."""

    number: int
    title: str
    game: Ruleset
    front: Sequence[Item]
    back: Sequence[Item]
    """The part after the questions: the solution in the author's words, and all hands."""


def sheet_of(lesson: NewLesson, number: int, *, all_hands: bool = False, first: int = 1) -> Sheet:
    """Return a chapter as it is printed. ``all_hands``: the diagrams show them; ``first``: the first question's number.

    A text right after a question, and what is shown with all hands, belongs to the solution. Raises `Declined` for a
    chapter that the lesson has not, or whose deal does not allow a step.
    """
    language = reader()
    if not 1 <= number <= len(lesson.chapters):
        raise payloads.no_chapter(number)
    chapter = lesson.chapters[number - 1]
    front: list[Item] = []
    back: list[Item] = []
    shown: Position | None = None
    questioned: Position | None = None
    auction: Sequence[Sequence[Sequence[str]]] = ()
    game = record_of_source(chapter.source).rules.ruleset
    title = chapter.translations.get(language.locale, {}).get("title", chapter.title)
    for placed, whole in _with_all_hands(chapter):
        step, position = placed.new.step, placed.position
        payload = payloads.placed_payload(lesson, number, placed, language.locale)
        question = step.question
        if not (payload.get("html") or question or step.kind == facts.REVEAL or payload.get("acts")):
            continue
        solves = position.viewer == ARBITER or (step.kind == facts.TEXT and position == questioned)
        diagram = None
        if position != shown and position.acts:
            view = leave_out(whole.view(), parts_left_out(chapter.source)) if all_hands else payload["view"]
            diagram = _diagram(game, view)
            shown, auction, before = position, diagram.calls, auction
            if auction == before:
                diagram = replace(diagram, calls=())
            if not _shows_cards(view) and not diagram.calls:
                diagram = None
        if question:
            questioned = position
        item = Item(
            payload,
            diagram,
            first if question else 0,
            _cards(game, payload["view"]) if question and question.kind == "card" else (),
            _acts(position, parts_left_out(chapter.source)) if question and question.kind == "breach" else (),
            _answers(question, position) if question else None,
        )
        first += 1 if question else 0
        (back if solves else front).append(item)
    return Sheet(number, title, game, front, back)


def _acts(position: Position, left_out: Collection[str]) -> list[tuple[int, str]]:
    """Return the acts up to a position with their plies; only the cards played if bids are left out."""
    acts = enumerate(position.acts)
    return [(ply, write_action(act)) for ply, act in acts if BIDS not in left_out or isinstance(act, CardPlayed)]


def _shows_cards(view: Mapping[str, Any]) -> bool:
    """Return whether a view has a card that its viewer knows, in a hand or in a trick."""
    hands = any(card != "??" for hand in view["hands"].values() for card in hand)
    return hands or bool(view["trick"]["cards"]) or bool(view.get("tricks"))


def _with_all_hands(chapter: NewChapter) -> list[tuple[PlacedStep, Position]]:
    """Return the steps of a chapter, each with its position for a viewer of all hands."""
    whole = ChapterReader(chapter, all_hands=True).steps()
    return [(placed, seen.position) for placed, seen in zip(ChapterReader(chapter).steps(), whole, strict=True)]


def _answers(question: Question, position: Position) -> Answers:
    kind, language, game = kind_of(question), reader(), position.rules.ruleset
    right = kind.accepted(question, position)
    reasons = kind.reasons(right[0], question, position, language) if right else ()
    texts = [f"{each.text} {each.clause}".strip() for each in reasons]
    return Answers([in_words(question.kind, each, game) for each in right], texts, bool(question.accept))


# --- the diagram ----------------------------------------------------------------------------------


def _diagram(game: Ruleset, view: Mapping[str, Any]) -> Diagram:
    hands = []
    for seat, cards in view["hands"].items():
        known = [card for card in cards if card != "??"]
        if known:
            hands.append(Hand(seat, in_suits(game, known), len(cards) - len(known)))
    callers, auctions = _auctions(game, view)
    return Diagram(hands, list(_facts(game, view)), callers, auctions, list(_tricks(game, view)))


def _facts(game: Ruleset, view: Mapping[str, Any]) -> list[tuple[str, str]]:
    labels = table_words()["facts"]
    rows = [(labels["dealer"], words.seat(view["dealer"]))] if "dealer" in view else []
    if contract := view.get("contract"):
        bid = call_in_words(game, f"{contract['bid']} {contract.get('denomination', '')}".strip())
        name = labels["contract"] if "denomination" in contract else labels["bid"]
        times = f" ×{contract['factor']}" if contract.get("factor", 1) > 1 else ""
        rows.append((name, f"{words.bidder(contract['seat'])} {bid}{times}"))
    if trump := view.get("trump"):
        suit = suit_sign(game, trump["suit"]) if trump.get("suit") else ""
        form = labels["closed_unknown"] if not suit else labels["open" if trump.get("open") else "closed"]
        # Without bids nobody has heard of open and closed games either.
        rows.append((labels["trump"], form.replace("{suit}", suit) if "auction" in view else suit))
        if trump.get("indicator", "??") != "??":
            rows.append((labels["indicator"], printed(trump["indicator"], game)))
    if view.get("turn"):
        rows.append((labels["turn"], words.seat(view["turn"])))
    return [(name[:1].upper() + name[1:], value) for name, value in rows]


def _auctions(game: Ruleset, view: Mapping[str, Any]) -> tuple[list[Seat], list[list[list[str]]]]:
    """Return the seats in the order of the auction, and the rows of each auction of a deal."""
    calls = view.get("auction", {})
    if not calls:
        return [], []
    plies = sorted(map(int, calls))
    begins = view.get("auctions", plies[:1])
    seats = list(game.seating.seats)
    first = seats.index(calls[str(plies[0])].split(" ", 1)[0])
    order = seats[first:] + seats[:first]
    auctions: list[list[list[str]]] = []
    last = 0  # the column of the call before
    for ply in plies:
        seat, call = calls[str(ply)].split(" ", 1)
        column = order.index(seat)
        if ply in begins:
            auctions.append([])
        if ply in begins or column <= last:
            auctions[-1].append([""] * len(order))
        last = column
        auctions[-1][-1][column] = call_in_words(game, call)
    return order, auctions


def _tricks(game: Ruleset, view: Mapping[str, Any]) -> list[tuple[str, Mapping[Seat, str], Seat]]:
    rows = [(number, trick["cards"], trick.get("won", "")) for number, trick in view.get("tricks", {}).items()]
    if lying := view.get("trick", {}).get("cards"):
        rows.append((gettext("On the table"), lying, ""))
    return [(number, dict(_played(game, n, card) for n, card in enumerate(cards)), won) for number, cards, won in rows]


def _played(game: Ruleset, place: int, sentence: str) -> tuple[Seat, str]:
    """Return the seat and the card of a sentence; the card that was led is marked."""
    seat, card = sentence.split(" ", 1)
    shown = printed(card, game)
    return seat, f"▸ {shown}" if place == 0 else shown


def _cards(game: Ruleset, view: Mapping[str, Any]) -> list[str]:
    """Return the cards of the viewer's hand, with its indicator on the table."""
    seat = view["viewer"]
    held = [card for card in view["hands"].get(seat, ()) if card != "??"]
    indicator = view.get("trump", {}).get("indicator", "??") if view.get("maker") == seat else "??"
    return [printed(card, game) for card in dict.fromkeys([*held, indicator]) if card != "??"]
