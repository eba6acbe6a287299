"""Make the deal of a chapter: from a record, a hand file, a worked hand, or terms of composed or drawn hands.

Random hands are drawn here, once, when an author asks for them. The source holds the hands, so reading draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.engine.facts import CardsDealt, DealOpened, DealSettled
from domain.engine.refusals import Refused
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.worded import value_of
from domain.games.catalogue import UnknownRuleset
from domain.kernel.errors import Declined
from domain.lesson.facts import COMPOSED, DEAL, DRAWN, HAND, WORKED, Source
from replay.lessons.leaving_out import FIELDS as LEFT_OUT
from replay.notation import DealDocument, NotationError, read_hand
from replay.notation.archive import to_archived
from replay.notation.document import Item, record_of
from replay.positions.position import PositionError
from replay.positions.whole_hands import HandsError, Rest, cards_in, no_seat
from replay.table import Table
from replay.worked_hands import worked_document, worked_names

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.rules import Rules
    from domain.record.record import Record

TRIES: Final = 20_000
"""The most hands drawn until some fulfil all conditions."""
MOST_CONDITIONS: Final = 20


class Condition(msgspec.Struct, forbid_unknown_fields=True):
    """A condition on the cards of a seat or of a side. A bound that is left out does not limit.

    ``suit``: the length of this suit is limited; if it is empty, the card points are.
    """

    of: str
    """A seat, or a side such as ``NS``."""
    suit: str = ""
    at_least: int = 0
    at_most: int = 1_000_000


class Terms(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The terms of composed or drawn hands. The fields from ``maker`` on are those of `Table.position`."""

    ruleset: str
    dealer: str = ""
    changes: dict[str, Any] = {}
    hands: dict[str, str] = {}
    """Cards by seat. Drawn hands hold at least these."""
    rest: str = "pack"
    """The cards of composed hands that are not given: ``pack`` or ``unknown``."""
    seed: str = ""
    """The seed of drawn hands; empty for composed ones. The same seed and conditions draw the same hands."""
    conditions: list[Condition] = []
    maker: str = ""
    bid: int | str = ""
    indicator: str = ""
    trump: str = ""
    opened: bool = False
    partner: str = ""
    auction: str = ""
    tricks: list[str] = []
    acts: list[str] = []
    """Acts after the hands are set, without a maker; without any, the pack is cut and dealt for the first bids."""
    without: list[str] = []
    """The parts that the table leaves out, since the lesson has not explained them: ``bids``, ``trump``, ``points``."""


def of_record(record: Record, deal: str, version: int, first: int = 0, last: int | None = None) -> Source:
    """Return the source for plies ``first`` to ``last`` of a recorded deal at a version.

    The names of players, times and notes are left out: a lesson holds none.

    Raises `Declined` if the deal does not have these plies.
    """
    end = len(record.acts) - 1 if last is None else last
    if not (0 <= first <= end + 1 and end < len(record.acts)):
        raise Declined("lesson-source", "the deal has the entries 0 to {last}", last=len(record.acts) - 1)
    return Source(DEAL, _hand(record, end), first - 1, deal, version)


def of_hand_file(text: str) -> Source:
    """Return the source of a hand file. Raises `NotationError`."""
    return Source(HAND, _hand(record_of(read_hand(text))))


def of_worked_hand(name: str) -> Source:
    """Return the source of a worked hand. Raises `Declined` if there is none of this name."""
    document = worked_document(name)
    if document is None:
        raise Declined(
            "lesson-source",
            "there is no worked hand {name}; there are {names}",
            name=repr(name),
            names=", ".join(worked_names()),
        )
    return Source(WORKED, _hand(record_of(document)), name=name)


def of_terms(data: Mapping[str, Any]) -> Source:
    """Return the source of composed hands, or of drawn ones if the terms have a seed or conditions.

    Raises `Declined` if the terms cannot be read, or if no hands fit them.
    """
    try:
        terms = msgspec.convert(dict(data), Terms)
        table = _table(terms)
    except msgspec.ValidationError as error:
        raise Declined("lesson-source", "the terms of the hands cannot be read: {reason}", reason=str(error)) from None
    except (PositionError, NotationError, Refused, RulesetError, UnknownRuleset, ValueError) as error:
        raise Declined("lesson-source", "the hands cannot be set: {reason}", reason=value_of(error)) from None
    kept: dict[str, Any] = msgspec.to_builtins(terms)
    start = len(table.record.acts) - 1
    return Source(DRAWN if terms.seed else COMPOSED, _hand(table.record), start, terms=kept)


def _table(terms: Terms) -> Table:
    if strange := set(terms.without) - LEFT_OUT.keys():
        raise HandsError("a table leaves out {parts}, not {part}", parts=", ".join(LEFT_OUT), part=repr(min(strange)))
    changes = terms.changes or None
    if terms.conditions and not terms.seed:
        raise HandsError("conditions need a seed, so that the same hands can be drawn again")
    hands: dict[Seat, Any] = dict(terms.hands)
    if terms.seed:
        rules = Table.open(terms.ruleset, terms.dealer, changes=changes).rules
        hands = draw(rules, terms)
    rest: Rest = "unknown" if terms.rest == "unknown" else "pack"
    if not terms.maker:
        table = Table.open(terms.ruleset, terms.dealer, hands=hands, rest=rest, changes=changes)
        return table.do(*terms.acts) if terms.acts else _dealt(table)
    if terms.seed and terms.tricks:
        raise HandsError("drawn hands have no tricks yet")
    if terms.seed and terms.indicator and not terms.opened:
        hands[terms.maker] = [card for card in hands[terms.maker] if card != terms.indicator]
    return Table.position(
        terms.ruleset,
        hands,
        maker=terms.maker,
        bid=terms.bid,
        dealer=terms.dealer,
        indicator=terms.indicator,
        trump=terms.trump,
        opened=terms.opened,
        partner=terms.partner,
        auction=terms.auction,
        tricks=terms.tricks,
        rest=rest,
        changes=changes,
    )


def _dealt(table: Table) -> Table:
    """Return the table with the pack cut, or the cut declined, and the first cards dealt."""
    while table.stage in ("cut", "deal") and (legal := table.legal()):
        declined = [act for act in legal if table.rules.ruleset.game.is_declining(act)]
        act = (declined or legal)[0]
        table.do(CardsDealt(act.seat) if isinstance(act, CardsDealt) else act)
    return table


def draw(rules: Rules, terms: Terms, tries: int = TRIES) -> dict[Seat, list[Card]]:
    """Draw hands that fulfil the conditions, all such hands with the same probability.

    Raises `HandsError` if the conditions cannot be read, or if none of ``tries`` hands fulfils them.
    """
    fixed = {seat: cards_in(terms.hands.get(seat, "")) for seat in rules.seats}
    if terms.maker and terms.indicator and terms.indicator not in fixed.get(terms.maker, []):
        fixed[terms.maker].append(terms.indicator)
    if strange := terms.hands.keys() - rules.place.keys():
        raise HandsError(no_seat(min(strange), rules))
    named = [card for cards in fixed.values() for card in cards]
    if len(set(named)) < len(named) or not set(named) <= rules.tables.bit.keys():
        raise HandsError("every card is in one hand, and of the pack of the game")
    if any(len(cards) > rules.hand_size for cards in fixed.values()):
        raise HandsError("a hand has {size} cards", size=rules.hand_size)
    checks = [_check(rules, condition) for condition in terms.conditions[:MOST_CONDITIONS]]
    rest = [card for card in rules.tables.bit if card not in named]
    rng = Random(terms.seed)  # noqa: S311 - no secret: whoever has the seed shall draw the same hands
    for _ in range(tries):
        rng.shuffle(rest)
        left = iter(rest)
        hands = {seat: [*cards, *islice(left, rules.hand_size - len(cards))] for seat, cards in fixed.items()}
        if all(least <= value(hands) <= most for value, least, most in checks):
            return hands
    raise HandsError("none of {tries} hands drawn fulfils all conditions: ask for less", tries=tries)


def _check(rules: Rules, condition: Condition) -> tuple[Any, int, int]:
    """Return the number that a condition limits, as a function of the hands, and its bounds.

    Raises `HandsError` if the condition names no seat, side or suit of the game.
    """
    teams = rules.ruleset.seating.teams
    if condition.of in rules.place:
        seats = [condition.of]
    elif condition.of in teams:
        seats = [seat for seat in rules.seats if rules.ruleset.seating.team(seat) == condition.of]
    else:
        raise HandsError(
            "{name} is no seat and no side: {names}", name=repr(condition.of), names=", ".join((*rules.seats, *teams))
        )
    if condition.suit and condition.suit not in rules.tables.suit:
        raise HandsError("{name} is no suit: {suits}", name=repr(condition.suit), suits=", ".join(rules.tables.suit))

    def value(hands: Mapping[Seat, list[Card]]) -> int:
        cards = [card for seat in seats for card in hands[seat]]
        if condition.suit:
            return sum(card[1] == condition.suit for card in cards)
        return sum(rules.points[rules.tables.bit[card]] for card in cards)

    return value, condition.at_least, condition.at_most


def _hand(record: Record, last: int | None = None) -> dict[str, Any]:
    """Return a deal up to a ply as a line of the archive, without names, times and notes."""
    acts = record.acts if last is None else record.acts[: last + 1]
    items = [Item(act) for act in acts]
    if len(acts) == len(record.acts) and isinstance(record.settlement, DealSettled):
        items.append(Item(record.settlement))
    opened = DealOpened(record.opened.ruleset, record.opened.dealer)
    hand: dict[str, Any] = msgspec.to_builtins(to_archived(DealDocument(opened, tuple(items))))
    return hand
