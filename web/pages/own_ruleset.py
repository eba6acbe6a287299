"""The page on which a club makes a ruleset of its own: a known game, the changed rules, the rulebook that follows.

It works without a script: one form shows the rules that follow, another names the ruleset.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Blueprint, redirect, request, url_for

from api import commands
from api.front.kinds import heavy
from api.permissions import OFFICE, allow
from api.resources.rulesets import ruleset_in_path
from api.services import ledger
from domain.engine.parameters import parse
from domain.engine.rulebook.differences import differences
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.worded import value_of
from domain.games.house import house_ruleset
from domain.kernel.errors import Declined
from web.forms.previews import lead_back
from web.languages import as_sentence
from web.page import private_page
from web.rules import rulebooks
from web.rules.form import PREFIX, changes_in, fields_of, key_of, sent_value
from web.wording.parameter_names import GROUPS, with_names

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from flask import Response
    from werkzeug.wrappers import Response as Answer

blp = Blueprint("own_ruleset", __name__)
KEPT: Final = ("base", "own", "key", "name", "note")
"""The fields that stay when the name of a ruleset is refused."""


@blp.get("/clubs/<uuid:club_id>/new-ruleset")
@allow(OFFICE, within="club_id")
@heavy
def form(club_id: UUID) -> Response:
    """Show the form; with ``?changed``, the rules that follow from the fields.

    ``?base=``: the known game that is changed. ``?own=``: a ruleset of the club, whose next version is made.
    """
    return _page(club_id, request.args)


@blp.post("/clubs/<uuid:club_id>/new-ruleset")
@allow(OFFICE, within="club_id")
def name(club_id: UUID) -> Answer | tuple[Response, int]:
    """Name the ruleset of the club, or its next version."""
    sent = request.form
    try:
        changes = msgspec.json.decode(sent.get("changes", "{}"), type=dict[str, Any])
        ledger().clubs.name_ruleset(
            club_id,
            sent.get("key", ""),
            sent.get("name", "")[:200],
            sent.get("base", ""),
            changes,
            sent.get("note", "")[:2000],
            **commands.metadata({}),
        )
    except (msgspec.DecodeError, RulesetError, Declined) as wrong:
        kept = {**_fields_of_changes(sent.get("changes", "")), **{each: sent[each] for each in KEPT if each in sent}}
        values: dict[str, Any] = {"changed": 1, **kept}
        lead_back(url_for(".form", club_id=club_id, **values))
        return _page(club_id, kept, _sentence(wrong)), 422
    return redirect(url_for("rules.show_own", club_id=club_id, own=sent["key"]), 303)


def _page(club_id: UUID, sent: Mapping[str, str], wrong: str = "") -> Response:
    club = ledger().clubs.get_club(club_id)
    house = club.houses.get(sent.get("own", ""))
    key = house.newest.base if house else sent.get("base", "304")
    base = ruleset_in_path(key)
    start = parse(house.newest.ruleset) if house else base
    title = sent.get("name", house.newest.name if house else "").strip()
    own_key = house.key if house else key_of(sent.get("key", "").strip() or title)
    changes: dict[str, Any] = {}
    compared = None
    if "changed" in sent and not wrong:
        try:
            # What the form leaves out is as in the ruleset that it began with.
            changes = changes_in(base, {**_values(start), **sent})
            made, changes = house_ruleset(base, own_key, title, changes)
            start, compared = made, differences(base, made)
        except RulesetError as error:
            wrong = _sentence(error)
    typed = {} if compared else sent
    groups = {
        group: [replace(field, value=typed.get(field.name, field.value)) for field in fields]
        for group, fields in fields_of(start).items()
    }
    kept = _values(base)
    return private_page(
        "rules/own-ruleset.html",
        club=club,
        own=house.key if house else "",
        base=base,
        groups=groups,
        group_names=GROUPS,
        kept=kept,
        same=[field.path for fields in groups.values() for field in fields if field.value == kept[field.name]],
        title=title,
        key=own_key,
        note=sent.get("note", ""),
        changes=msgspec.json.encode(changes).decode() if compared else "",
        chapters=rulebooks.by_chapter(compared) if compared else {},
        whole=rulebooks.sections(start) if compared else (),
        families=rulebooks.choices(None),
        wrong=wrong,
    )


def _fields_of_changes(text: str) -> dict[str, str]:
    """Return the fields of the form for the changes that were to be saved; none if they are no changes."""
    try:
        changes = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}
    return {f"{PREFIX}{path}": sent_value(value) for path, value in changes.items()}


def _values(game: Any) -> dict[str, str]:
    """Return the values of the fields of a game, by the fields' names."""
    return {field.name: field.value for fields in fields_of(game).values() for field in fields}


def _sentence(wrong: Exception) -> str:
    """Return why a ruleset is refused, with the names of the fields."""
    return as_sentence(with_names(value_of(wrong)))
