"""Answers to the questions of lessons, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from flask_babel import gettext

from web.printing.cards import printed, suit_sign
from web.wording import words
from web.wording.spoken import table_words

if TYPE_CHECKING:
    from flask import Flask

    from domain.engine.ruleset import Ruleset


CONTRACT: Final = re.compile(r"(\d+) (\S+)")
"""A contract of a Jass in the notation: ``100 S``, ``80 undenufe``."""


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
            return str(gettext("Step %(ply)s: %(clause)s", ply=ply, clause=clause))
        case _:
            return answer


def holder(name: str) -> str:
    """Return who holds a card, by the name that answers write: a seat, ``pack`` or ``none``."""
    names = {"none": gettext("Nobody: it was played"), "pack": gettext("Nobody yet: it is in the pack")}
    return str(names.get(name) or words.seat(name))


def register(app: Flask) -> None:
    """Let templates use these functions as filters."""
    app.jinja_env.filters.update(answer_in_words=in_words, holder=holder, printed=printed)


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
    return str(names.get(call, call))
