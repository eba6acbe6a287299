"""Templates as sentences with a gap: ``W cut {depth}``, ``S caps {order}``, ``E shows W={W}``; and as JSON.

With an allowed value in its gap a template is a sentence that the rules accept. A value is cards separated by spaces, a
number, or the hands of a deal as in ``E:JH 9H N:7C 8C``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.templates import CardOfEach, HandOfEach, Number, OneCard, OneSet, SomeCards, SomeNumbers, Template
from replay.notation.actions import write_action


def write_template(template: Template) -> str:
    """Return the sentence of a template, with its gap."""
    act, field = template.act, template.field
    match template.values:
        case Number():
            return write_action(_with(template, 1)).removesuffix("1") + f"{{{field}}}"
        case OneCard():
            return write_action(act).replace(UNKNOWN, f"{{{field}}}")
        case CardOfEach(seats):
            sentence = write_action(act)
            for seat in seats:
                sentence = sentence.replace(f"{seat}={UNKNOWN}", f"{seat}={{{seat}}}")
            return sentence
        case SomeCards() | OneSet():
            return f"{write_action(_with(template, ()))} {{{field}}}"
        case SomeNumbers():
            return write_action(_with(template, (1,))).removesuffix("1") + f"{{{field}}}"
        case HandOfEach():
            return f"{write_action(_with(template, {}))} {{{field}}}"


def _with(template: Template, value: Any) -> Act:
    """Return the act with any value, allowed or not."""
    act: Act = replace(template.act, **{template.field: value})
    return act


def plain_template(template: Template) -> dict[str, Any]:
    """Return a template as JSON: its sentence as ``say``, and the values that can fill the gap."""
    payload = {"say": write_template(template)}
    match template.values:
        case Number(least, most):
            return payload | {"number": {"least": least, "most": most}}
        case OneCard(sure, may):
            return payload | {"card": {"sure": list(sure), "may": list(may)}}
        case SomeCards(count, sure, may):
            return payload | {"cards": {"count": count, "sure": list(sure), "may": list(may)}}
        case OneSet(sets):
            return payload | {"sets": [list(cards) for cards in sets]}
        case SomeNumbers(first, more, most):
            return payload | {"numbers": {"first": list(first), "more": list(more), "most": most}}
        case CardOfEach(seats):
            return payload | {"seats": {seat: list(cards) for seat, cards in seats.items()}}
        case HandOfEach(seats, size, cards):
            return payload | {"hands": {"seats": list(seats), "size": size, "cards": list(cards)}}
