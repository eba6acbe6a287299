"""English sentences for the parts of a view besides cards: calls, contracts, Weis, results."""

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

TASKS: Final = {
    "inspection": "to look at the face-down cards",
    "reveal": "to turn cards up",
    "count": "to count the points",
    "weis": "to say what it scores for Weis",
    "display": "to show its Weis",
    "stoeck": "to claim Stöck, or let it go",
}
"""Sentences for what a seat has to do, by the code in the view's ``owed``."""
QUESTIONS: Final = {
    "cards": "to say how many cards its Weis has",
    "top": "to say which is the highest card of its Weis",
    "trump": "to say whether its Weis is in trumps",
}


def names(seats: list[str], last: str = "and") -> str:
    """Return the names of some seats as a list in words: ``South and North``."""
    words = [seat_name(seat) for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def turn(view: View) -> str:
    """Return who acts next and what the seat has to do: ``South to act``; empty when nobody acts."""
    if "turn" not in view:
        return ""
    question = view.get("weis", {}).get("question")
    task = QUESTIONS[question] if question else TASKS.get(view.get("owed", ""), "to act")
    return f"{seat_name(view['turn'])} {task}"


def call(sentence: str, game: Ruleset) -> str:
    """Return a call as spoken, without its seat: ``100 roses``, ``double``."""
    match parse_action(sentence):
        case ContractBid(_, points, denomination):
            return f"{points} {faces_of(game).contract(denomination)}"
        case BidMade(_, bid):
            return game.format_points(bid) if isinstance(bid, int) else NAMES.get(bid, bid)
    return sentence.split(maxsplit=1)[1]


def contract(view: View, game: Ruleset) -> str:
    """Return the contract: “South 100 roses, doubled”; “West Half Court”."""
    made = view["contract"]
    bid = made["bid"]
    if "denomination" in made:
        words = f"{bid} {faces_of(game).contract(made['denomination'])}"
        if made["factor"] > 1:
            words += f", {game.game.name_double(game, made['factor'])}"
        return f"{seat_name(made['seat'])} {words}"
    return f"{seat_name(view['maker'])} {NAMES.get(bid) or game.format_points(bid)}"


def double_sentence(view: View) -> str:
    """Return who may double or redouble the highest bid; empty if nobody may."""
    bid = view.get("contract", {})
    clauses = [
        f"{names(bid[key], 'or')} may {word}"
        for key, word in (("may_double", "double"), ("may_redouble", "redouble"))
        if key in bid
    ]
    return ", ".join(clauses)


def calls(view: View, game: Ruleset) -> Iterator[str]:
    """Yield sentences about partners, seats that sit out, cards shown, marriages and Double."""
    faces = faces_of(game)
    if partner := view.get("partner"):
        card = faces.card(partner["card"])
        holder = seat_name(partner["seat"]) if "seat" in partner else ""
        if holder == seat_name(view["maker"]):
            yield f"The partner's card is {card}: {holder} plays alone"
        else:
            yield f"The partner's card is {card}{f': {holder} has it' if holder else ''}"
    if sleepers := view.get("asleep"):
        yield f"{names(sleepers)} {'takes' if len(sleepers) == 1 else 'take'} no part in the play"
    for seat, cards in view.get("exposed", {}).items():
        yield f"{seat_name(seat)} has shown {', '.join(faces.card(card) for card in cards)}"
    for marriage in view.get("marriages", ()):
        yield f"{seat_name(marriage['seat'])} showed a marriage of {faces.suits[marriage['suit']].word}, " + (
            f"worth {game.format_points(marriage['points'])}"
        )
    if "double" in view:
        yield f"{seat_name(view['double']['seat'])} announced Double"


def weis(view: View, game: Ruleset) -> Iterator[str]:
    """Yield sentences about Weis and Stöck: declared, compared, scored, shown."""
    faces = faces_of(game)
    payload = view.get("weis", {})
    if declared := payload.get("declared"):
        yield ", ".join(f"{seat_name(item['seat'])} declared {item['value']}" for item in declared)
    for answer in payload.get("talk", ()):
        yield f"{seat_name(answer['seat'])} {_answer(answer, game)}"
    for item in payload.get("scored", ()):
        values = " and ".join(map(str, item["values"]))
        yield f"{seat_name(item['seat'])} scores {values or 'nothing'}"
    if demanded := payload.get("demanded"):
        yield f"{seat_name(demanded['by'])} demands to see the {demanded['value']} of {seat_name(demanded['of'])}"
    for shown in payload.get("shown", ()):
        what = f"its {shown['value']}" if "value" in shown else "its Weis"
        yield f"{seat_name(shown['seat'])} showed {what}: {', '.join(faces.card(card) for card in shown['cards'])}"
    if stoeck := view.get("stoeck"):
        yield f"{seat_name(stoeck['seat'])} scores Stöck, {stoeck['points']}"


def _answer(answer: View, game: Ruleset) -> str:
    """Return the verb phrase for one answer in the comparison of Weis."""
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
"""Codes of a settlement whose words differ from the code; empty: another sentence says it."""


def result(record: Record, view: View, settlement: View) -> tuple[str, list[str]]:
    """Return how a deal was settled: a headline and a list of numbers in words. ``view`` is the arbiter's last."""
    game = record.rules.ruleset
    if settlement["outcome"] == "played" and "score" in settlement:
        return _jass(view, settlement, game), _scores(view, settlement, game)
    if settlement["outcome"] not in ("played", "awarded"):
        return _space(settlement["outcome"]), ["nothing to score" if "score" in settlement else "nothing to pay"]
    if settlement["outcome"] == "awarded":
        parts = ["awarded"]
    else:
        parts = [_bid(view, settlement), *(REASONS.get(code, _space(code)) for code in settlement["reasons"][1:])]
    numbers = _taken(record, view, settlement)
    if any(settlement["tokens"].values()):
        numbers.append("tokens " + ", ".join(f"{team} {tokens:+d}" for team, tokens in settlement["tokens"].items()))
    else:
        numbers.append("nothing to pay")
    return ", ".join(filter(None, parts)), numbers


def _space(code: str) -> str:
    return code.replace("-", " ").replace("_", " ")


def _bid(view: View, settlement: View) -> str:
    """Return whether the bid was made, and by whom where partners are chosen."""
    made = f"{_word(view) or 'bid'} {'made' if settlement.get('made') else 'failed'}"
    ally = view.get("partner", {}).get("seat")
    if ally is None:
        return made
    maker = view["maker"]
    return f"{made} by {seat_name(maker)} alone" if ally == maker else f"{made} by {names([maker, ally])}"


def _word(view: View) -> str:
    """Return the name of a bid to win every trick; empty for any other bid."""
    return NAMES.get(view.get("contract", {}).get("bid"), "")


def _taken(record: Record, view: View, settlement: View) -> list[str]:
    """Return the numbers that decided the bid: tricks or points, and the points needed if they differ from the bid."""
    game = record.rules.ruleset
    if _word(view):
        return ["tricks " + ", ".join(f"{team} {tricks}" for team, tricks in settlement["tricks"].items())]
    if not any(settlement["points"].values()):
        return []
    parts = [
        "points " + ", ".join(f"{team} {game.format_points(points)}" for team, points in settlement["points"].items())
    ]
    needed = game.game.points_needed(record.state)
    if record.state.maker != NOBODY and record.state.outcome and needed != record.state.bid:
        parts.append(f"{game.format_points(needed)} needed")
    return parts


def _jass(view: View, settlement: View, game: Ruleset) -> str:
    seat = view["contract"]["seat"]
    points = settlement["points"].get(game.seating.team(seat))
    match = " and all tricks" if "match" in settlement["reasons"] and points else ""
    words = contract(view, game).removeprefix(seat_name(seat))
    sentence = f"{seat_name(seat)} {'made' if settlement.get('made') else 'failed with'}{words}"
    return sentence if points is None else f"{sentence}: {points} points{match}"


def _scores(view: View, settlement: View, game: Ruleset) -> list[str]:
    """Return each team's score and its parts. A file may give a team's score without its points."""
    lines = []
    weis = view.get("weis", {})
    stoeck = view.get("stoeck", {})
    for team, score in settlement["score"].items():
        if team not in settlement["points"]:
            lines.append(f"{team} {score}")
            continue
        parts = {"in tricks": settlement["points"][team]}
        if weis.get("team") == team:
            parts["Weis"] = sum(sum(item["values"]) for item in weis.get("scored", ()))
        if stoeck and game.seating.team(stoeck["seat"]) == team:
            parts["Stöck"] = stoeck["points"]
        if contract := score - sum(parts.values()):
            parts["contract"] = contract
        lines.append(f"{team} {score} ({', '.join(f'{number} {part}' for part, number in parts.items())})")
    return [f"score {lines[0]}", *lines[1:]]
