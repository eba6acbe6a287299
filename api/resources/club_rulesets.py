"""A club's own rulesets: known ones with some rules changed, each under a key, version after version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields, validate

from api import openapi, recording
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.permissions import EVERYBODY, OFFICE
from api.problems import Problem
from api.resources.rulesets import TEXT, rulebook_of
from api.services import services
from api.serving import as_seen
from domain.club.facts import RulesetNamed
from domain.engine.parameters import parse, plain
from domain.engine.rulebook.differences import differences
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
    from domain.ledger.commands import Saved

blp = Blueprint("club_rulesets", __name__, url_prefix="/api/v1/clubs", description="The rulesets of a club's own")
ONE = "/<uuid:club_id>/rulesets/<string(maxlength=64):key>"


class VersionQuery(Command):
    """Which version."""

    version = fields.Integer(
        validate=validate.Range(1, 100_000), metadata={"description": "the newest one if left out"}
    )


@blp.get("/<uuid:club_id>/rulesets")
@blp.response(200, ClubRulesetList, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_rulesets(club_id: UUID) -> Response:
    """The club's own rulesets as they stand, withdrawn ones among them. The ETag is what If-Match takes."""
    club = services().ledger.clubs.get_club(club_id)
    body = {"items": [_line(house) for _, house in sorted(club.houses.items())]}
    return as_seen(ClubRulesetList().dump(body), recording.etag(club.version))


@blp.post("/<uuid:club_id>/rulesets")
@blp.arguments(NameRuleset)
@blp.response(201, SavedRulesetAnswer)
@blp.commands(OFFICE, within="club_id")
def name_ruleset(told: dict[str, Any], club_id: UUID) -> recording.Answer:
    """Name a ruleset of the club's own; under a key that it has used before, the next version.

    Deals and matches that are opened for the club with this key are then played by it. Those that were opened
    before keep the rules they began with.
    """
    ledger = services().ledger
    saved = recording.on_record(
        told,
        lambda sent: ledger.clubs.name_ruleset(
            club_id, told["key"], told["name"], told["base"], told["changes"], told["note"], **sent
        ),
    )
    body, status, headers = recording.saved(saved, f"/api/v1/clubs/{club_id}/rulesets/{told['key']}")
    return {**body, "ruleset": _named(saved)}, status, headers


@blp.get(ONE)
@blp.response(200, ClubRulesetAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_ruleset(club_id: UUID, key: str) -> Response:
    """A ruleset of the club's own: what it changes, in every version it has had, and the newest one whole."""
    club = services().ledger.clubs.get_club(club_id)
    house = _house(club, key)
    versions = [_version(each.named) | {"at": each.at, "note": each.named.note or None} for each in house.versions]
    body = {**_line(house), "ruleset": house.newest.ruleset, "versions": versions}
    return as_seen(ClubRulesetAnswer().dump(body), recording.etag(club.version))


@blp.post(f"{ONE}/withdraw")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id")
def withdraw_ruleset(told: dict[str, Any], club_id: UUID, key: str) -> recording.Answer:
    """Open nothing more by it, until it is named again. What was played by it stays."""
    ledger = services().ledger
    _house(ledger.clubs.get_club(club_id), key)
    saved = recording.on_record(told, lambda sent: ledger.clubs.withdraw_ruleset(club_id, key, told["why"], **sent))
    return recording.saved(saved, f"/api/v1/clubs/{club_id}/rulesets/{key}", 200)


@blp.get(f"{ONE}/rulebook")
@blp.arguments(VersionQuery, location="query")
@blp.response(200, Rulebook, headers=ETAG)
@blp.response(200, openapi.TEXT, content_type=TEXT, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_rulebook(asked: dict[str, Any], club_id: UUID, key: str) -> Response:
    """A ruleset of the club's own in plain words, each sentence with its source.

    With `Accept: text/plain` as text to read.
    """
    return rulebook_of(_game(services().ledger.clubs.get_club(club_id), key, asked.get("version")))


@blp.get(f"{ONE}/differences/<string(maxlength=64):other>")
@blp.arguments(VersionQuery, location="query")
@blp.response(200, Differences, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_differences(asked: dict[str, Any], club_id: UUID, key: str, other: str) -> Response:
    """In what a ruleset of the club's own differs from another: its own in its newest version, or a known one."""
    club = services().ledger.clubs.get_club(club_id)
    game = _game(club, key, asked.get("version"))
    try:
        against = club.ruleset(other)
    except UnknownRuleset as unknown:
        raise Problem("not-found", str(unknown)) from None
    return as_seen(plain(differences(game, against)))


def _house(club: Club, key: str) -> House:
    """The ruleset of that key, for a path that names it."""
    if key not in club.houses:
        own = f"its own: {', '.join(sorted(club.houses))}" if club.houses else "it has named none"
        raise Problem("not-found", f"the club has no ruleset {key} of its own; {own}")
    return club.houses[key]


def _game(club: Club, key: str, version: int | None) -> Ruleset:
    """A version of it, ready to be looked at."""
    house = _house(club, key)
    if version is not None and version > len(house.versions):
        raise Problem("not-found", f"{key} has versions 1 to {len(house.versions)}")
    return parse(house.version(version).ruleset)


def _line(house: House) -> dict[str, Any]:
    """A ruleset as it stands."""
    return {
        "key": house.key,
        **_version(house.newest),
        "withdrawn_at": house.withdrawn_at or None,
        "why": house.why or None,
    }


def _version(named: RulesetNamed) -> dict[str, Any]:
    """What one version is called, and what it changes."""
    told = ("version", "name", "base", "base_version", "changes")
    return {name: getattr(named, name) for name in told}


def _named(saved: Saved) -> dict[str, Any]:
    """The ruleset that a command named."""
    fact = saved.events[0].fact
    assert isinstance(fact, RulesetNamed)  # noqa: S101
    return {"key": fact.key, "version": fact.version, "name": fact.name}
