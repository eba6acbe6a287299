"""The recorder's state of a deal as JSON: the view, and every act that may be recorded next.

The recorder's page knows no rules. It gets the acts as choices of two kinds. An ``act`` can be sent as it is; it comes
with its sentence and verdict. A ``template`` has something left to fill in: ``pick`` one card, ``fill`` the cards of
some seats, ``order`` several cards, ``number``. The cards that the seat to act may play are a ``pad`` of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, asdict, fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from domain.audit.offenders import find_visible_breaches
from domain.engine.cards import UNKNOWN
from domain.engine.consequences import apply_both, apply_consequences, table_state
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.hiding import SCRIBE
from domain.engine.onward import find_implied_passes
from domain.engine.refusals import Possible, Refusal
from domain.engine.state import NOBODY
from domain.engine.templates import CardOfEach, Number, OneCard, OneSet, SomeCards, SomeNumbers, Template, one_card
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from replay.frames import refusal
from replay.notation.actions import SENTENCES, write_action
from replay.sentence_fields import sentence_fields
from replay.views import settlement, view_at
from replay.visible_breaches import visible_breaches
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.refusals import Verdict
    from domain.engine.rules import Rules
    from domain.engine.state import State
    from domain.record.record import Record
    from replay.words import Language

Plain: TypeAlias = dict[str, Any]

LEGAL: Final = "legal"
POSSIBLE: Final = "possible"
REFUSED: Final = "refused"

GROUPS: Final[dict[type[Act], str]] = {
    PackShuffled: "deal", PackCut: "deal", CardsDealt: "deal", RedealDemanded: "deal",
    BidMade: "bid", Passed: "bid", PartnerAsked: "bid", ContractBid: "bid", Doubled: "bid", Redoubled: "bid",
    IndicatorPlaced: "trump", IndicatorTakenBack: "trump", TrumpOpened: "trump", TrumpClosed: "trump",
    PartnerCardNamed: "trump",
    CardPlayed: "card",
    FaceDownInspected: "owed", CardsRevealed: "owed", IndicatorRevealed: "owed", PointsCounted: "owed",
    WeisDetailed: "owed", WeisConceded: "owed", WeisShown: "owed",
    DoubleAnnounced: "say", MarriageDeclared: "say", CapsConceded: "say",
    WeisDeclared: "say", WeisScored: "say", WeisDemanded: "say", StoeckClaimed: "say",
    CapsCalled: "call", SpoiltTrumpsDeclared: "call",
}  # fmt: skip
"""The group of each kind of act on the recorder's page."""

SPEECHLESS: Final[tuple[Act, ...]] = (
    Passed(""), PackCut("", None), PackCut("", 0), PartnerAsked(""), RedealDemanded(""), TrumpClosed(""),
    FaceDownInspected("", trumps=False), FaceDownInspected("", trumps=True), SpoiltTrumpsDeclared(""),
    SpoiltTrumpsDeclared("", upheld=False), CapsConceded(""), DoubleAnnounced(""), Doubled(""), Redoubled(""),
    WeisConceded(""), StoeckClaimed(""),
)  # fmt: skip
"""Acts that need only a seat, so that they can always be recorded, legal or not."""


def desk(record: Record, ply: int | None = None, seat: Seat | None = None, language: Language = ENGLISH) -> Plain:
    """Return the recorder's state for the next act of a record, or for another act at ``ply``.

    ``seat``: the seat whose cards are on the pad; None for the seat to act. The result contains all that officials may
    see.
    """
    rules = record.rules
    s = record.state
    if ply is not None:
        s = rules.start(record.opened.dealer)
        for entry in record.entries[:ply]:
            rules.apply(s, entry.act)
    table = table_state(rules, record.opened.dealer, record.acts[:ply])
    opened = record.opened
    game = rules.ruleset
    payload: Plain = {
        "ruleset": {"key": game.key, "name": game.name, "points_scale": "0.1" if game.has_decimals else "1"},
        "seats": list(rules.seats),
        "teams": {team: list(game.seating.of_team(team)) for team in game.seating.teams},
        "players": opened.players,
        "dealer": opened.dealer,
        "number": opened.number,
        "pack": {"suits": game.pack.suits, "ranks": game.pack.ranks[::-1], "total": game.points_in_play},
        "plies": len(record.entries),
        "ply": len(record.entries) if ply is None else ply,
        "view": view_at(record, SCRIBE, len(record.entries) - 1 if ply is None else ply - 1),
        "after": {rules.seats[n]: rules.seats[after] for n, after in enumerate(s.right)},
        "width": s.width,
        "laid": len(s.trick),
        "gone": rules.tables.cards(s.gone),
        "unnamed": dict(zip(game.seating.teams, s.unnamed, strict=True)),
        "twice": sorted(record.find_misplaced_cards()),
        "over": record.over,
        "tables": asdict(game.game.trick_tables(s)),
        "bids": [plain(act) for act in rules.stages[s.stage].bids()],
        "choices": [],
        "breaches": visible_breaches(record, language),
        "words": examples(rules),
        "always": [plain(replace(act, seat=rules.seats[0])) for act in SPEECHLESS if _has_kind(rules, act)],
    }
    if (turn := rules.to_act(s)) is not None:
        payload["turn"] = turn
    if s.maker != NOBODY and isinstance(s.contract(), int):
        payload["needed"] = game.game.points_needed(s)
        payload["makers"] = [name for place, name in enumerate(rules.seats) if s.makers() >> place & 1]
    if record.settlement is not None:
        payload["settlement"] = settlement(record.settlement)
        payload["confirmed"] = sorted(record.confirmed)
    if record.entries:
        payload["undo"] = undo(record)
    if ply is None and record.over and not (record.settlement and s.outcome == "played"):
        return payload
    payload["choices"] = choices(rules, s)
    if (rest := everybody_else_passes(rules, s)) is not None:
        payload["rest"] = rest
    if (open_pad := pad(rules, s, table, seat, language)) is not None:
        payload["pad"] = open_pad
    return payload


def plain(act: Act) -> Plain:
    """Return an act as the API takes it: its type, its seat, and the fields that differ from their defaults."""
    payload: Plain = {"type": type(act).__name__}
    for field in fields(act):
        value = getattr(act, field.name)
        empty = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name == "seat" or value != empty:
            payload[field.name] = value
    return payload


def examples(rules: Rules) -> list[str]:
    """Return an example sentence for each kind of act of the game."""
    return [sentence.example for sentence in SENTENCES if any(sentence.kind in judges for judges in rules.judges)]


def undo(record: Record) -> Plain:
    """Return the scribe's latest entry: its first ply, its first act, and the sentences of all its acts."""
    entries = record.entries
    stamp = entries[-1].stamp
    first = len(entries) - 1
    while first and (entries[first - 1].stamp.at, entries[first - 1].stamp.by) == (stamp.at, stamp.by):
        first -= 1
    acts = [write_action(entry.entered) for entry in entries[first:]]
    return {"ply": first, "act": plain(entries[first].entered), "acts": acts}


def entries(record: Record, language: Language = ENGLISH) -> Plain:
    """Return every act of the effective record with its earlier versions, and the retracted acts.

    ``broke``: the rule that the act broke, by what the record knew of the cards then or by what everybody saw since.
    """
    compelled = record.compelled_plies()
    seen = {breach.ply: breach.broke for breach in find_visible_breaches(record)}
    rows: list[Plain] = []
    for ply, (entry, judged) in enumerate(zip(record.entries, record.verdicts(), strict=True)):
        row: Plain = {"ply": ply, "act": write_action(entry.entered), "at": entry.stamp.at, "by": entry.stamp.by}
        row["was"] = [write_action(change.was) for change in entry.corrections if change.was is not None]
        row["compelled"] = ply in compelled
        if (broke := judged if isinstance(judged, Refusal) else seen.get(ply)) is not None:
            row["broke"] = refusal(broke, language)
        rows.append(row)
    retracted = [
        {"was": write_action(change.was), "ply": change.ply, "why": change.why, "at": change.stamp.at}
        for change in record.retracted
        if change.was is not None
    ]
    return {"entries": rows, "retracted": retracted}


# --- choices --------------------------------------------------------------------------------------


def choices(rules: Rules, s: State) -> list[Plain]:
    """Return the choices of all seats, the seat to act first, without the cards to play."""
    payloads: list[Plain] = []
    for seat in sorted(rules.seats, key=lambda each: (rules.place[each] - max(s.turn, 0)) % rules.seat_count):
        acts = [act for act in rules.legal(s, seat) if not isinstance(act, CardPlayed)]
        unfilled = [each for each in templates(rules, s, seat, acts) if isinstance(each.values, ENTERED)]
        replaced = {type(each.act) for each in unfilled if not isinstance(each.values, Number)}
        for act in acts:
            # The template replaces the acts of its kind: it takes their values and more.
            instead = [each for each in unfilled if type(each.act) is type(act) and type(act) in replaced]
            if instead or type(act) in replaced:
                payloads += [choice_of_template(rules, s, template) for template in instead]
            else:
                payloads.append(choice(rules, s, act))
            unfilled = [each for each in unfilled if each not in instead]
        payloads += [choice_of_template(rules, s, each) for each in unfilled]
    return payloads


def templates(rules: Rules, s: State, seat: Seat, acts: Iterable[Act]) -> list[Template]:
    """Return the templates of a seat. One template with a card to pick replaces the acts with one card each."""
    result = [each for each in rules.templates(s, seat) if not isinstance(each.act, UNSEEN)]
    for kind in (IndicatorPlaced, PartnerCardNamed):
        if any(isinstance(act, kind) for act in acts) and not any(isinstance(each.act, kind) for each in result):
            act = kind(seat)
            result.append(Template(act, "card", one_card(rules, s, act)))
    return result


UNSEEN: Final = (CardPlayed, PackShuffled, FaceDownInspected, IndicatorTakenBack)
"""Acts without a template on the page: nobody at the table has seen their cards, or they are on the pad."""

ENTERED: Final = (Number, SomeNumbers, OneCard, SomeCards, OneSet, CardOfEach)
"""The kinds of values that a scribe fills in; not the hands of a deal, which nobody at the table has seen."""


def choice(rules: Rules, s: State, act: Act) -> Plain:
    """Return the choice of an act that can be sent as it is."""
    return {
        "kind": "act",
        "act": plain(act),
        **sentence_fields(write_action(act)),
        "verdict": verdict(rules.judge(s, act)),
        "group": group(rules, s, act),
    }


def group(rules: Rules, s: State, act: Act) -> str:
    """Return the group of an act: ``owed`` for Weis that the seat must score before the next card, else by its kind."""
    owed = isinstance(act, WeisScored) and bool(s.owed) and act.seat == rules.to_act(s)
    return "owed" if owed else GROUPS[type(act)]


def choice_of_template(rules: Rules, s: State, template: Template) -> Plain:
    """Return the choice of a template: its act, and the values that can fill its field."""
    act = template.act
    payload: Plain = {
        "kind": "template",
        "act": plain(act),
        **sentence_fields(write_action(act)),
        "group": group(rules, s, act),
    }
    field = template.field
    match template.values:
        case Number(least, most):
            payload["number"] = {"field": field, "least": least, "most": most}
        case SomeNumbers(first, more, most):
            payload["numbers"] = {"field": field, "first": list(first), "more": list(more), "most": most}
        case OneCard(sure, may):
            payload["pick"] = {"field": field, "cards": _split(sure, may)}
        case SomeCards(count, sure, may):
            payload["order"] = {"field": field, "count": count, "cards": _split(sure, may)}
        case OneSet(sets):
            cards = dict.fromkeys(card for each in sets for card in each)
            payload["order"] = {"field": field, "cards": _split((), cards), "sets": [list(each) for each in sets]}
        case CardOfEach(seats):
            payload["fill"] = {"field": field, "seats": {seat: _split((), cards) for seat, cards in seats.items()}}
    return payload


def _split(sure: Iterable[str], may: Iterable[str]) -> Plain:
    """Return cards by verdict."""
    return {LEGAL: list(sure), POSSIBLE: list(may)}


def verdict(judged: Verdict) -> str:
    """Return ``legal``, ``possible`` or ``refused`` for a verdict."""
    if judged is None:
        return LEGAL
    return POSSIBLE if isinstance(judged, Possible) else REFUSED


def everybody_else_passes(rules: Rules, s: State) -> list[Plain] | None:
    """Return the passes, at least two, that would end the auction; else None."""
    stage = s.stage
    s = s.copy()
    passes: list[Plain] = []
    while s.stage == stage and (seat := rules.to_act(s)) is not None:
        act = Passed(seat)
        if act not in rules.legal(s, seat):
            return None
        passes.append(plain(act))
        rules.apply(s, act)
    return passes if len(passes) > 1 else None


# --- the pad --------------------------------------------------------------------------------------


def pad(rules: Rules, s: State, table: State, seat: Seat | None, language: Language = ENGLISH) -> Plain | None:
    """Return the pad: the cards that a seat may play now, or next if nobody makes a call first; else None.

    ``ways``: the ways to play a card: face up, face down, or as the trump indicator. ``cards``: for each card the index
    of its best way, then the verdict on each way. ``refusals``: why a card would break a rule, ``refused_ways``: why
    an unseen card would, by the name of the way. ``implied``: the acts that playing a card implies; there is no pad if
    one of them would be against the rules.
    """
    implied: list[Act] = []
    if not _is_card_turn(rules, s):
        implied = find_implied_passes(rules, s, table)
        s, table = s.copy(), table.copy()
        for act in implied:
            if isinstance(rules.judge(s, act), Refusal):
                return None
            apply_both(rules, s, table, act)
            apply_consequences(rules, s, table)
        if not _is_card_turn(rules, s):
            return None
    whose = seat if seat in rules.place else rules.seats[s.turn]
    ways = _ways(rules, s, whose)
    cards: dict[str, list[Any]] = {}
    refusals: dict[str, Plain] = {}
    for card in (*rules.tables.bit, UNKNOWN):
        verdicts = [rules.judge(s, replace(way, card=card)) for way in ways]
        best = min(range(len(ways)), key=lambda n: (LEGAL, POSSIBLE, REFUSED).index(verdict(verdicts[n])))
        cards[card] = [best, *map(verdict, verdicts)]
        if isinstance(broke := verdicts[best], Refusal):
            refusals[card] = refusal(broke, language)
    unseen = [(way, rules.judge(s, replace(way, card=UNKNOWN))) for way in ways]
    return {
        "seat": whose,
        "ways": [{"name": _way(way), "act": plain(way)} for way in ways],
        "cards": cards,
        "refusals": refusals,
        "refused_ways": {_way(way): refusal(broke, language) for way, broke in unseen if isinstance(broke, Refusal)},
        "implied": [plain(act) for act in implied],
    }


def _is_card_turn(rules: Rules, s: State) -> bool:
    """Return whether the seat to act plays a card now."""
    turn = rules.to_act(s)
    return turn is not None and any(isinstance(act, CardPlayed) for act in rules.legal(s, turn))


def _ways(rules: Rules, s: State, seat: Seat) -> list[CardPlayed]:
    """Return the ways in which a seat can play a card: face up; in 304 also face down, and as the indicator."""
    ways = [CardPlayed(seat)]
    if _has_kind(rules, IndicatorPlaced(seat)):
        ways.append(CardPlayed(seat, down=True))
    for act in rules.legal(s, seat):
        if isinstance(act, CardPlayed) and act.indicator:
            ways.append(replace(act, card=UNKNOWN))
    return ways


def _way(act: CardPlayed) -> str:
    if act.indicator:
        return "indicator down" if act.down else "indicator"
    return "down" if act.down else "up"


def _has_kind(rules: Rules, act: Act) -> bool:
    """Return whether the game has acts of this kind."""
    return any(type(act) in judges for judges in rules.judges)
