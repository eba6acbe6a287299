"""A club's own rulesets: known ones with some rules changed, each under a key, version after version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields, validate

from api import commands, openapi
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.permissions import EVERYBODY, OFFICE
from api.problems import Problem
from api.resources.rulesets import TEXT, rulebook_of
from api.responses import json_response
from api.services import ledger
from domain.club.facts import RulesetNamed
from domain.engine.parameters import parse, plain
from domain.engine.rulebook.differences import differences
from domain.engine.words.values import Listing, sentence
from domain.engine.words.worded import value_of
from domain.games.catalogue import UnknownRuleset
from schemas.answers import ClubRulesetAnswer, ClubRulesetList, SavedAnswer, SavedRulesetAnswer
from schemas.base import Command
from schemas.commands import NameRuleset, Why
from schemas.rulebooks import Differences, Rulebook

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.club.aggregates import Club, House
    from domain.engine.ruleset import Ruleset
    from domain.kernel.commands import Saved

blp = Blueprint("club_rulesets", __name__, url_prefix="/api/v1/clubs", description="A club's own rulesets")
ONE = "/<uuid:club_id>/rulesets/<string(maxlength=64):key>"


class VersionQuery(Command):
    """The version of a ruleset."""

    version = fields.Integer(
        validate=validate.Range(1, 100_000), metadata={"description": "the newest one if left out"}
    )


@blp.get("/<uuid:club_id>/rulesets")
@blp.answers(ClubRulesetList)
@blp.reads(EVERYBODY)
def list_rulesets(club_id: UUID) -> Response:
    """List the club's own rulesets, withdrawn ones too. The ETag is for If-Match."""
    club = ledger().clubs.get_club(club_id)
    body = {"items": [_line(house) for _, house in sorted(club.houses.items())]}
    return json_response(ClubRulesetList().dump(body), commands.etag(club.version, stream=club_id))


@blp.post("/<uuid:club_id>/rulesets")
@blp.arguments(NameRuleset)
@blp.response(201, SavedRulesetAnswer)
@blp.commands(OFFICE, within="club_id")
def name_ruleset(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Add a ruleset of the club's own, or the next version of one that has this key.

    New deals and matches of the club with this key are played by it. Earlier ones keep the rules they began with.
    """
    saved = commands.run(
        params,
        lambda sent: ledger().clubs.name_ruleset(
            club_id, params["key"], params["name"], params["base"], params["changes"], params["note"], **sent
        ),
    )
    body, status, headers = commands.answer(saved, f"/api/v1/clubs/{club_id}/rulesets/{params['key']}")
    return {**body, "ruleset": _named_payload(saved)}, status, headers


@blp.get(ONE)
@blp.answers(ClubRulesetAnswer)
@blp.reads(EVERYBODY)
def get_ruleset(club_id: UUID, key: str) -> Response:
    """Get a ruleset of the club's own: the newest version whole, and the changes of every version."""
    club = ledger().clubs.get_club(club_id)
    house = get_house(club, key)
    versions = [
        _version(version.named) | {"at": version.at, "note": version.named.note or None} for version in house.versions
    ]
    body = {**_line(house), "ruleset": house.newest.ruleset, "versions": versions}
    return json_response(ClubRulesetAnswer().dump(body), commands.etag(club.version, stream=club_id))


@blp.post(f"{ONE}/withdraw")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id")
def withdraw_ruleset(params: dict[str, Any], club_id: UUID, key: str) -> commands.Answer:
    """Withdraw a ruleset: nothing new is played by it until it is named again. Earlier deals stay as they are."""
    get_house(ledger().clubs.get_club(club_id), key)
    saved = commands.run(params, lambda sent: ledger().clubs.withdraw_ruleset(club_id, key, params["why"], **sent))
    return commands.answer(saved, f"/api/v1/clubs/{club_id}/rulesets/{key}", 200)


@blp.get(f"{ONE}/rulebook")
@blp.arguments(VersionQuery, location="query")
@blp.response(200, Rulebook, headers=ETAG)
@blp.answers(openapi.TEXT, content_type=TEXT)
@blp.reads(EVERYBODY)
@heavy
def get_rulebook(query: dict[str, Any], club_id: UUID, key: str) -> Response:
    """Get the rulebook of a club's ruleset, each sentence with its source. `Accept: text/plain` returns text."""
    return rulebook_of(get_version(ledger().clubs.get_club(club_id), key, query.get("version")))


@blp.get(f"{ONE}/differences/<string(maxlength=64):other>")
@blp.arguments(VersionQuery, location="query")
@blp.answers(Differences)
@blp.reads(EVERYBODY)
@heavy
def get_differences(query: dict[str, Any], club_id: UUID, key: str, other: str) -> Response:
    """Compare a club's ruleset with another: the newest version of one of its own, or a known one."""
    club = ledger().clubs.get_club(club_id)
    game = get_version(club, key, query.get("version"))
    try:
        against = club.ruleset(other)
    except UnknownRuleset as unknown:
        raise Problem("not-found", value_of(unknown)) from None
    return json_response(plain(differences(game, against)))


def get_house(club: Club, key: str) -> House:
    """Return the club's ruleset of this key. Raises `Problem` (404) if there is none."""
    if key not in club.houses:
        own = sentence("it has named none")
        if club.houses:
            own = sentence("its own: {keys}", keys=Listing(tuple(sorted(club.houses))))
        raise Problem("not-found", sentence("the club has no ruleset {key} of its own; {own}", key=key, own=own))
    return club.houses[key]


def get_version(club: Club, key: str, version: int | None) -> Ruleset:
    """Return a version of a club's ruleset; the newest if ``version`` is None. Raises `Problem` (404)."""
    house = get_house(club, key)
    if version is not None and version > len(house.versions):
        raise Problem("not-found", sentence("{key} has versions 1 to {last}", key=key, last=len(house.versions)))
    return parse(house.version(version).ruleset)


def _line(house: House) -> dict[str, Any]:
    """Return a row of the list: the newest version, and whether it is withdrawn."""
    return {
        "key": house.key,
        **_version(house.newest),
        "withdrawn_at": house.withdrawn_at or None,
        "why": house.why or None,
    }


def _version(named: RulesetNamed) -> dict[str, Any]:
    """Return the name of a version and its changes."""
    columns = ("version", "name", "base", "base_version", "changes")
    return {name: getattr(named, name) for name in columns}


def _named_payload(saved: Saved) -> dict[str, Any]:
    """Return key, version and name of the ruleset that a command added."""
    fact = saved.events[0].fact
    assert isinstance(fact, RulesetNamed)  # noqa: S101 - each command of rulesets adds one
    return {"key": fact.key, "version": fact.version, "name": fact.name}
