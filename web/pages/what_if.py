"""The page of a deal judged by another ruleset: which acts break a rule there, and what it would pay."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request
from flask_babel import gettext as _

from api.deals import access as deal_access
from api.front.kinds import heavy
from api.games import game
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.replicas import from_replica
from domain.engine.hiding import ARBITER
from domain.games.catalogue import RULESETS
from replay.frames import refusal
from replay.notation.actions import write_action
from replay.what_if import OtherGame, check_table, what_if
from replay.words.places import place_of
from web.languages import reader
from web.page import private_page
from web.rules import rulebooks
from web.wording import words
from web.wording.spoken import reasons_of_results

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from domain.engine.facts import DealSettled
    from domain.engine.refusals import Refusal
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Record
    from replay.what_if import WhatIf

blp = Blueprint("what_if_page", __name__)


@blp.get("/deals/<uuid:deal_id>/what-if")
@allow(EVERYBODY)
@heavy
@from_replica
def show(deal_id: UUID) -> Response:
    """Show the deal by the rules of ``?ruleset=``, or an overview of all rulesets, to readers who may see all hands."""
    record = deal_access.get(deal_id, ARBITER).record
    opened, played = record.opened, record.rules.ruleset
    rulesets = list(_rulesets(record))
    key = request.args.get("ruleset", "")
    return private_page(
        "what-if.html",
        deal=deal_id,
        opened=opened,
        played=played,
        place=partial(place_of, reader(), record),
        played_address=rulebooks.address(played, opened.club),
        rulesets=rulesets,
        chosen=key,
        judged=_judged(record, key) if key else None,
        overview=[] if key else [_in_short(what_if(record, each)) for each in rulesets],
    )


def _rulesets(record: Record) -> Iterator[Ruleset]:
    """Yield the other rulesets that can judge the deal: the club's own, then the known ones."""
    played = record.rules.ruleset
    club = rulebooks.club_of(record.opened.club)
    own = [club.ruleset(key) for key, house in sorted(club.houses.items()) if not house.withdrawn_at] if club else []
    for each in (*own, *RULESETS.values()):
        try:
            check_table(played, each)
        except OtherGame:
            continue
        if each != played:
            yield each


def _judged(record: Record, key: str) -> dict[str, Any]:
    """Return what the page shows of the deal under one ruleset. Raises `Problem` if the ruleset cannot judge it."""
    played = record.rules.ruleset
    try:
        result = what_if(record, game(key, record.opened.club))
    except OtherGame as unfit:
        raise Problem("other-game", unfit.sentence) from None
    other = result.ruleset
    club = rulebooks.club_of(record.opened.club)
    known = rulebooks.address(played, record.opened.club)
    return {
        "ruleset": other,
        "address": rulebooks.book_address(club, other.key),
        "differences": rulebooks.differences_address(club, played.key, other.key) if known else None,
        "same": result.same,
        "over": result.settled is not None,
        "newly_broken": _breaches(record, result.newly_broken, other),
        "no_longer_broken": _breaches(record, result.no_longer_broken, played),
        "rows": list(_rows(result, played)),
    }


def _in_short(result: WhatIf) -> dict[str, Any]:
    """Return a row of the overview."""
    return {
        "ruleset": result.ruleset,
        "same": result.same,
        "newly_broken": len(result.newly_broken),
        "no_longer_broken": len(result.no_longer_broken),
        "pays_the_same": result.settled == result.settles,
        "pays": _pays(result.settles) if result.settles else None,
    }


def _breaches(record: Record, broken: dict[int, Refusal], ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the acts that break a rule, each with its ply, its sentence, and the rulebook's chapter about it.

    An act that the game does not have breaks no rule of a document.
    """
    rows = []
    for ply, broke in broken.items():
        row = {"ply": ply, "act": write_action(record.acts[ply]), **refusal(broke, reader())}
        if broke.clause.document == "architecture":
            row["clause"] = ""
        else:
            row["address"] = rulebooks.address(ruleset, record.opened.club, str(broke.clause))
        rows.append(row)
    return rows


def _rows(result: WhatIf, played: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the settlements side by side: label, by the deal's own rules, by the other rules."""
    one, other = result.settled, result.settles
    if one is None or other is None:
        return
    yield _("Result"), _outcome(one), _outcome(other)
    for label, left, right in (
        (_("Points"), _points(one, played), _points(other, result.ruleset)),
        (_("Tokens"), _signed(one.tokens), _signed(other.tokens)),
        (_("Score"), _plain(one.score), _plain(other.score)),
    ):
        for team in dict.fromkeys((*left, *right)):
            yield f"{label}, {words.team(team)}", left.get(team, "0"), right.get(team, "0")
    left_reasons, right_reasons = _reasons(one), _reasons(other)
    if left_reasons or right_reasons:
        yield _("Reasons"), left_reasons, right_reasons


def _outcome(settled: DealSettled) -> str:
    """Return the result of a deal in words: the bid made or failed, else the outcome."""
    if settled.made is None:
        return words.result(settled.outcome)
    return words.result("made" if settled.made else "failed")


def _points(settled: DealSettled, ruleset: Ruleset) -> dict[str, str]:
    if not any(settled.points.values()):
        return {}
    return {team: ruleset.format_points(points) for team, points in settled.points.items()}


def _signed(tokens: dict[str, int]) -> dict[str, str]:
    return {team: f"{amount:+d}" for team, amount in tokens.items()} if any(tokens.values()) else {}


def _plain(score: dict[str, int]) -> dict[str, str]:
    return {team: str(points) for team, points in score.items()}


def _reasons(settled: DealSettled) -> str:
    sentences = reasons_of_results()
    return " ".join(sentences[code] for code in settled.reasons if code in sentences)


def _pays(settled: DealSettled) -> str:
    """Return what each team gains in a deal: "North and South +2, East and West -2"; empty if nobody gains anything."""
    gains = _signed(settled.tokens) or _plain(settled.score)
    return ", ".join(f"{words.team(team)} {gain}" for team, gain in gains.items())
