"""Answers to the questions of lessons, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from flask_babel import gettext

from web.printing.cards import printed, suit_sign
from web.wording import words
from web.wording.spoken import table_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from domain.engine.ruleset import Ruleset


CONTRACT: Final = re.compile(r"(\d+) (\S+)")
"""A contract of a Jass in the notation: ``100 S``, ``80 undenufe``."""
SLAMS: Final = ("pcc", "half", "full")
"""The bids to win every trick."""


def in_words(kind: str, answer: str, game: Ruleset) -> str:
    """Return an answer to a question of a kind, from its written form, in the reader's language."""
    match kind:
        case "card":
            return printed(answer, game)
        case "bid":
            return call_in_words(game, answer)
        case "caps" | "game":
            names = {
                "yes": gettext("Yes"),
                "no": gettext("No"),
                "open": gettext("Open"),
                "closed": gettext("Closed"),
            }
            return str(names.get(answer, answer))
        case "holder":
            return ", ".join(holder(each) for each in answer.split())
        case "points" | "settle":
            numbers = answer.split()
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            return ", ".join(f"{words.team(team)} {number.replace('-', '−')}" for team, number in pairs)
        case "breach" if answer == "none":
            return str(gettext("No breach of the rules."))
        case "breach":
            ply, clause = answer.split(" ", 1)
            return str(gettext("Entry %(ply)s: %(clause)s", ply=ply, clause=clause))
        case _:
            return answer


def holder(name: str) -> str:
    """Return who holds a card, by the name that answers write: a seat, ``pack`` or ``none``."""
    names = {"none": gettext("Nobody: it was played"), "pack": gettext("Nobody yet: it is in the pack")}
    return str(names.get(name) or words.seat(name))


def register(app: Flask) -> None:
    """Let templates use these functions as filters."""
    app.jinja_env.filters.update(
        answer_in_words=in_words, holder=holder, printed=printed, calls_by_kind=calls_by_kind, call_label=call_label
    )


def calls_by_kind(calls: Sequence[str]) -> dict[str, list[str]]:
    """Return the calls of an auction by the way in which they are chosen.

    ``bids``: each is a button. ``numbers`` and ``denominations``: of a contract the number is chosen first. ``others``:
    the calls that are no bid.
    """
    contracts = [match.groups() for call in calls if (match := CONTRACT.fullmatch(call))]
    return {
        "bids": [call for call in calls if call.isdecimal() or call in SLAMS],
        "numbers": list(dict.fromkeys(number for number, _ in contracts)),
        "denominations": list(dict.fromkeys(denomination for _, denomination in contracts)),
        "others": [call for call in calls if call[0].isalpha() and call not in SLAMS],
    }


def call_label(call: str, game: Ruleset) -> str:
    """Return the label of the button for a call, or for a denomination."""
    labels = {
        "pass": gettext("Pass"),
        "redeal": gettext("Redeal"),
        "double": gettext("Double"),
        "redouble": gettext("Redouble"),
    }
    if call in labels:
        return str(labels[call])
    if call == "ask" or call.startswith("ask "):
        partner = words.seat(call[4:]) if call[4:] else ""
        return str(gettext("Ask partner {partner}")).replace("{partner}", partner).strip()
    return call_in_words(game, call)


def call_in_words(game: Ruleset, call: str) -> str:
    """Return a call of an auction, without its seat, in the reader's language."""
    names = table_words()["calls"]
    call = call.removeprefix("bid ")
    if call.isdecimal():
        return game.format_points(int(call))
    if contract := CONTRACT.fullmatch(call):
        number, denomination = contract.groups()
        return f"{number} {names.get(denomination) or suit_sign(game, denomination)}"
    if call.startswith("ask "):
        return str(names["ask_whom"]).replace("{whom}", words.seat(call[4:]))
    return str(gettext("Redeal") if call == "redeal" else names.get(call, call))
