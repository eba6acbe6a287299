"""What a view says besides cards, as sentences for people: calls, contracts, Weis, results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from domain.engine.faces import faces_of
from domain.engine.seats import seat_name
from domain.engine.state import NOBODY
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import BidMade
from domain.games.three04.slams import NAMES
from replay.notation.actions import parse_action

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Record
    from replay.views import View

OWED: Final = {
    "inspection": "to look at the face-down cards",
    "reveal": "to turn cards up",
    "count": "to count the points",
    "weis": "to say what it scores for Weis",
    "display": "to show its Weis",
    "stoeck": "to claim Stöck, or let it go",
}
QUESTIONS: Final = {
    "cards": "to say how many cards its Weis has",
    "top": "to say which is the highest card of its Weis",
    "trump": "to say whether its Weis is in trumps",
}


def names(seats: list[str], last: str = "and") -> str:
    """``South and North``."""
    told = [seat_name(seat) for seat in seats]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} {last} {told[-1]}"


def turn(view: View) -> str:
    """Who acts, and what is asked of it."""
    if "turn" not in view:
        return ""
    question = view.get("weis", {}).get("question")
    asked = QUESTIONS[question] if question else OWED.get(view.get("owed", ""), "to act")
    return f"{seat_name(view['turn'])} {asked}"


def call(sentence: str, game: Ruleset) -> str:
    """A call without its seat, as people say it."""
    match parse_action(sentence):
        case ContractBid(_, points, denomination):
            return f"{points} {faces_of(game).contract(denomination)}"
        case BidMade(_, bid):
            return game.written(bid) if isinstance(bid, int) else NAMES.get(bid, bid)
    return sentence.split(maxsplit=1)[1]


def contract(view: View, game: Ruleset) -> str:
    """Who bid what: “South 100 roses, doubled”; “West Half Court”."""
    made = view["contract"]
    bid = made["bid"]
    if "denomination" in made:
        words = f"{bid} {faces_of(game).contract(made['denomination'])}"
        if made["factor"] > 1:
            words += f", {game.game.doubled(game, made['factor'])}"
        return f"{seat_name(made['seat'])} {words}"
    return f"{seat_name(view['maker'])} {NAMES.get(bid) or game.written(bid)}"


def doubling(view: View) -> str:
    """Who may still double the highest bid, or redouble it."""
    bid = view.get("contract", {})
    told = [
        f"{names(bid[key], 'or')} may {word}"
        for key, word in (("may_double", "double"), ("may_redouble", "redouble"))
        if key in bid
    ]
    return ", ".join(told)


def calls(view: View, game: Ruleset) -> Iterator[str]:
    """What follows from the contract, and what was called during the play: partners, sleepers, Double, marriages."""
    faces = faces_of(game)
    if partner := view.get("partner"):
        card = faces.card(partner["card"])
        holder = seat_name(partner["seat"]) if "seat" in partner else ""
        if holder == seat_name(view["maker"]):
            yield f"The card of the partner is {card}: {holder} plays alone"
        else:
            yield f"The card of the partner is {card}{f': {holder} has it' if holder else ''}"
    if asleep := view.get("asleep"):
        yield f"{names(asleep)} {'takes' if len(asleep) == 1 else 'take'} no part in the play"
    for marriage in view.get("marriages", ()):
        yield f"{seat_name(marriage['seat'])} showed a marriage of {faces.suits[marriage['suit']].word}, " + (
            f"worth {game.written(marriage['points'])}"
        )
    if "double" in view:
        yield f"{seat_name(view['double']['seat'])} announced Double"


def weis(view: View, game: Ruleset) -> Iterator[str]:
    """What was said and shown of Weis, and Stöck."""
    faces = faces_of(game)
    told = view.get("weis", {})
    if declared := told.get("declared"):
        yield ", ".join(f"{seat_name(each['seat'])} declared {each['value']}" for each in declared)
    for answer in told.get("talk", ()):
        yield f"{seat_name(answer['seat'])} {_answer(answer, game)}"
    for each in told.get("scored", ()):
        values = " and ".join(map(str, each["values"]))
        yield f"{seat_name(each['seat'])} scores {values or 'nothing'}"
    if demanded := told.get("demanded"):
        yield f"{seat_name(demanded['by'])} demands to see the {demanded['value']} of {seat_name(demanded['of'])}"
    for shown in told.get("shown", ()):
        what = f"its {shown['value']}" if "value" in shown else "its Weis"
        yield f"{seat_name(shown['seat'])} showed {what}: {', '.join(faces.card(card) for card in shown['cards'])}"
    if stoeck := view.get("stoeck"):
        yield f"{seat_name(stoeck['seat'])} scores Stöck, {stoeck['points']}"


def _answer(answer: View, game: Ruleset) -> str:
    """One answer in the talk about whose Weis is best."""
    if "conceded" in answer:
        return "concedes"
    if "cards" in answer:
        return f"has {answer['cards']} cards"
    if "top" in answer:
        return f"has the {faces_of(game).ranks[answer['top']].word} at the top"
    return f"has it {'' if answer['trump'] else 'not '}in trumps"


# --- results ----------------------------------------------------------------------------------------

REASONS: Final = {
    "marriages": "",
    "double-made": "Double made",
    "double-failed": "Double failed",
}
"""Codes of a settlement that need other words than their own; empty: told in another way."""


def result(record: Record, view: View, settled: View) -> tuple[str, list[str]]:
    """How a deal was settled: the main thing first, then the numbers. ``view`` is the arbiter's last."""
    game = record.rules.ruleset
    if settled["outcome"] == "played" and "score" in settled:
        return _jass(view, settled, game), _scores(view, settled, game)
    if settled["outcome"] not in ("played", "awarded"):
        return _spaced(settled["outcome"]), ["nothing to score" if "score" in settled else "nothing to pay"]
    if settled["outcome"] == "awarded":
        told = ["awarded"]
    else:
        told = [_bid(view, settled), *(REASONS.get(code, _spaced(code)) for code in settled["reasons"][1:])]
    numbers = _taken(record, view, settled)
    if any(settled["tokens"].values()):
        numbers.append("tokens " + ", ".join(f"{team} {tokens:+d}" for team, tokens in settled["tokens"].items()))
    else:
        numbers.append("nothing to pay")
    return ", ".join(filter(None, told)), numbers


def _spaced(code: str) -> str:
    return code.replace("-", " ").replace("_", " ")


def _bid(view: View, settled: View) -> str:
    """Whether the bid was made, and with whose help."""
    made = f"{_word(view) or 'bid'} {'made' if settled.get('made') else 'failed'}"
    ally = view.get("partner", {}).get("seat")
    if ally is None:
        return made
    maker = view["maker"]
    return f"{made} by {seat_name(maker)} alone" if ally == maker else f"{made} by {names([maker, ally])}"


def _word(view: View) -> str:
    """The bid as one says it, if it was to win every trick."""
    return NAMES.get(view.get("contract", {}).get("bid"), "")


def _taken(record: Record, view: View, settled: View) -> list[str]:
    """What decided it: tricks where all had to be won, else points, and how many were needed if not those bid."""
    game = record.rules.ruleset
    if _word(view):
        return ["tricks " + ", ".join(f"{team} {tricks}" for team, tricks in settled["tricks"].items())]
    if not any(settled["points"].values()):
        return []
    told = ["points " + ", ".join(f"{team} {game.written(points)}" for team, points in settled["points"].items())]
    needed = game.game.needed(record.state)
    if record.state.maker != NOBODY and record.state.outcome and needed != record.state.bid:
        told.append(f"{game.written(needed)} needed")
    return told


def _jass(view: View, settled: View, game: Ruleset) -> str:
    seat = view["contract"]["seat"]
    points = settled["points"].get(game.seating.team(seat))
    match = " and all tricks" if "match" in settled["reasons"] and points else ""
    words = contract(view, game).removeprefix(seat_name(seat))
    told = f"{seat_name(seat)} {'made' if settled.get('made') else 'failed with'}{words}"
    return told if points is None else f"{told}: {points} points{match}"


def _scores(view: View, settled: View, game: Ruleset) -> list[str]:
    """What makes up each team's score; a file may tell one of a team whose points it does not tell."""
    told = []
    weis = view.get("weis", {})
    stoeck = view.get("stoeck", {})
    for team, score in settled["score"].items():
        if team not in settled["points"]:
            told.append(f"{team} {score}")
            continue
        parts = {"in tricks": settled["points"][team]}
        if weis.get("team") == team:
            parts["Weis"] = sum(sum(each["values"]) for each in weis.get("scored", ()))
        if stoeck and game.seating.team(stoeck["seat"]) == team:
            parts["Stöck"] = stoeck["points"]
        if contract := score - sum(parts.values()):
            parts["contract"] = contract
        told.append(f"{team} {score} ({', '.join(f'{n} {what}' for what, n in parts.items())})")
    return [f"score {told[0]}", *told[1:]]
