"""Who may do what, where. One table; nothing else in the API looks at a role to allow or refuse a route."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from flask import current_app, request

from api.callers import ADMIN, ARBITER, DIRECTOR, RECORDER, SEAT, VIEWER, Caller, Place, caller
from api.problems import Problem, forbidden
from api.services import services
from api.sessions import SAFE
from domain import hiding
from domain.ledger.errors import NotFound
from replay.views import may_see

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from domain.hiding import Viewer
    from domain.record import Record
    from store.catalogue import Row

ROLES: Final = (ADMIN, DIRECTOR, ARBITER, RECORDER, SEAT, VIEWER)
EVERYBODY: Final = frozenset(ROLES)
KEEPERS: Final = frozenset({ADMIN})
OFFICE: Final = frozenset({ADMIN, DIRECTOR})
BENCH: Final = frozenset({ADMIN, DIRECTOR, ARBITER})
SCRIBES: Final = frozenset({ADMIN, DIRECTOR, RECORDER})
OFFICIALS: Final = frozenset({ADMIN, DIRECTOR, ARBITER, RECORDER})
PLAYERS: Final = frozenset({SEAT})
TABLE: Final = frozenset({ADMIN, DIRECTOR, RECORDER, SEAT})
AT_TABLE: Final = TABLE | OFFICIALS


@dataclass(frozen=True, slots=True)
class Permission:
    """The roles that may, and the name of the path's id whose place the token must be good for.

    What the body names is checked by `api.named`; without such an id, where the new thing will be by `require`.
    """

    roles: frozenset[str]
    within: str = ""
    needs_caller: bool = True
    """False where the answer is the same for everybody: then nobody is looked up, and no database is needed."""


SAME_FOR_ALL: Final = Permission(EVERYBODY, needs_caller=False)

PERMISSIONS: Final[dict[str, Permission]] = {
    "health.health": SAME_FOR_ALL,
    "health.ready": SAME_FOR_ALL,
    "docs.page": SAME_FOR_ALL,
    "docs.script": SAME_FOR_ALL,
    "api-docs.openapi_json": SAME_FOR_ALL,
    "problems.list_kinds": SAME_FOR_ALL,
    "problems.get_kind": SAME_FOR_ALL,
    "rulesets.list_rulesets": SAME_FOR_ALL,
    "rulesets.get_ruleset": SAME_FOR_ALL,
    "rulesets.get_rulebook": SAME_FOR_ALL,
    "rulesets.get_differences": SAME_FOR_ALL,
    # who plays where
    "clubs.list_clubs": Permission(EVERYBODY),
    "clubs.get_club": Permission(EVERYBODY),
    "clubs.open_club": Permission(KEEPERS),
    "clubs.rename_club": Permission(OFFICE, "club_id"),
    "club_rulesets.list_rulesets": Permission(EVERYBODY),
    "club_rulesets.get_ruleset": Permission(EVERYBODY),
    "club_rulesets.get_rulebook": Permission(EVERYBODY),
    "club_rulesets.get_differences": Permission(EVERYBODY),
    "club_rulesets.name_ruleset": Permission(OFFICE, "club_id"),
    "club_rulesets.withdraw_ruleset": Permission(OFFICE, "club_id"),
    "players.list_players": Permission(EVERYBODY),
    "players.get_player": Permission(EVERYBODY),
    "players.register_player": Permission(OFFICE),
    "players.rename_player": Permission(OFFICE, "player_id"),
    "tables.list_tables": Permission(EVERYBODY),
    "tables.get_table": Permission(EVERYBODY),
    "tables.open_table": Permission(OFFICE),
    "tables.delay_broadcast": Permission(BENCH, "table_id"),
    "matches.list_matches": Permission(EVERYBODY),
    "matches.get_match": Permission(EVERYBODY),
    "matches.open_match": Permission(SCRIBES),
    "matches.end_match": Permission(SCRIBES, "match_id"),
    # tournaments
    "tournaments.list_tournaments": Permission(EVERYBODY),
    "tournaments.get_tournament": Permission(EVERYBODY),
    "tournaments.get_log": Permission(EVERYBODY),
    "tournaments.open_tournament": Permission(OFFICE),
    "tournaments.change_terms": Permission(OFFICE, "tournament_id"),
    "tournaments.name_tables": Permission(OFFICE, "tournament_id"),
    "tournaments.draw_lots": Permission(OFFICE, "tournament_id"),
    "tournaments.promise_lots": Permission(OFFICE, "tournament_id"),
    "tournaments.adjust": Permission(BENCH, "tournament_id"),
    "tournaments.withdraw_adjustment": Permission(BENCH, "tournament_id"),
    "tournaments.end_tournament": Permission(OFFICE, "tournament_id"),
    "tournaments.reopen_tournament": Permission(OFFICE, "tournament_id"),
    "entries.make_entry": Permission(OFFICE, "tournament_id"),
    "entries.change_entry": Permission(OFFICE, "tournament_id"),
    "entries.withdraw_entry": Permission(OFFICE, "tournament_id"),
    "entries.return_entry": Permission(OFFICE, "tournament_id"),
    "entries.set_seeds": Permission(OFFICE, "tournament_id"),
    "rounds.draw_round": Permission(OFFICE, "tournament_id"),
    "rounds.check_round": Permission(OFFICE, "tournament_id"),
    "rounds.get_round": Permission(EVERYBODY),
    "rounds.redraw_round": Permission(OFFICE, "tournament_id"),
    "rounds.close_round": Permission(OFFICE, "tournament_id"),
    "rounds.reopen_round": Permission(OFFICE, "tournament_id"),
    "encounters.get_encounter": Permission(EVERYBODY),
    "encounters.get_log": Permission(EVERYBODY),
    "encounters.enter_result": Permission(SCRIBES, "encounter_id"),
    "encounters.correct_result": Permission(SCRIBES, "encounter_id"),
    "encounters.withdraw_result": Permission(SCRIBES, "encounter_id"),
    "encounters.confirm_result": Permission(TABLE, "encounter_id"),
    "encounters.rule_forfeit": Permission(BENCH, "encounter_id"),
    "encounters.lift_forfeit": Permission(BENCH, "encounter_id"),
    "encounters.give_artificial_score": Permission(BENCH, "encounter_id"),
    "encounters.withdraw_artificial_score": Permission(BENCH, "encounter_id"),
    "encounters.change_seats": Permission(SCRIBES, "encounter_id"),
    "encounters.seat_match": Permission(SCRIBES, "encounter_id"),
    "encounters.adopt_match": Permission(SCRIBES, "encounter_id"),
    "standings.get_standings": Permission(EVERYBODY),
    "standings.get_standing": Permission(EVERYBODY),
    "packs.commit_packs": Permission(OFFICE, "tournament_id"),
    "packs.get_packs": Permission(EVERYBODY),
    "packs.get_sealed": Permission(OFFICE, "tournament_id"),
    "packs.open_packs": Permission(OFFICE, "tournament_id"),
    # deals
    "deals.list_deals": Permission(EVERYBODY),
    "deals.get_deal": Permission(EVERYBODY),
    "deals.open_deal": Permission(SCRIBES),
    "deals.abandon_deal": Permission(SCRIBES, "deal_id"),
    "desks.get_desk": Permission(SCRIBES, "deal_id"),
    "desks.list_entries": Permission(SCRIBES, "deal_id"),
    "actions.act": Permission(TABLE, "deal_id"),
    "corrections.amend": Permission(SCRIBES, "deal_id"),
    "corrections.insert": Permission(SCRIBES, "deal_id"),
    "corrections.retract": Permission(SCRIBES, "deal_id"),
    "corrections.undo": Permission(SCRIBES, "deal_id"),
    "corrections.preview": Permission(SCRIBES, "deal_id"),
    "disclosures.disclose": Permission(SCRIBES, "deal_id"),
    "irregularities.note": Permission(OFFICIALS, "deal_id"),
    "rulings.rule_caps": Permission(BENCH, "deal_id"),
    "rulings.rule_violation": Permission(BENCH, "deal_id"),
    "rulings.lift_ruling": Permission(BENCH, "deal_id"),
    "notes.write_note": Permission(OFFICIALS, "deal_id"),
    "notes.retract_note": Permission(OFFICIALS, "deal_id"),
    "confirmations.confirm": Permission(TABLE, "deal_id"),
    "seals.list_seals": Permission(EVERYBODY),
    "seals.seal_indicator": Permission(PLAYERS, "deal_id"),
    "seals.open_seals": Permission(TABLE | BENCH, "deal_id"),
    "pins.list_pins": Permission(TABLE, "deal_id"),
    "pins.set_pin": Permission(TABLE, "deal_id"),
    "pins.clear_pin": Permission(BENCH, "deal_id"),
    # what can be seen of a deal is a question of the viewer: see `may_look`
    "views.get_view": Permission(EVERYBODY),
    "views.get_views": Permission(EVERYBODY),
    "replays.get_replay": Permission(EVERYBODY),
    "streams.follow_deal": Permission(EVERYBODY),
    "streams.follow_table": Permission(EVERYBODY),
    "streams.get_now": Permission(EVERYBODY),
    "timelines.get_timeline": Permission(EVERYBODY),
    "events.list_events": Permission(EVERYBODY),
    "events.feed": Permission(KEEPERS),
    "knowledge.get_knowledge": Permission(EVERYBODY),
    "shuffles.get_shuffle": Permission(EVERYBODY),
    "notes.list_notes": Permission(EVERYBODY),
    "archives.export_deal": Permission(EVERYBODY),
    "what-if.get_what_if": Permission(EVERYBODY),
    # the log: what of a deal is in it, is for those who may see all hands
    "log.get_checkpoint": Permission(EVERYBODY),
    "log.list_checkpoints": Permission(EVERYBODY),
    "log.get_inclusion": Permission(EVERYBODY),
    "log.get_consistency": Permission(EVERYBODY),
    "log.get_key": Permission(EVERYBODY),
    "bundles.get_bundle": Permission(EVERYBODY),
    "audits.get_audit": Permission(EVERYBODY),
    "archives.export_hand": Permission(EVERYBODY),
    "archives.import_deals": Permission(OFFICE),
    # disputes: what is told of one is a question of who is there: see `api.hearing`
    "disputes.list_disputes": Permission(EVERYBODY),
    "disputes.get_dispute": Permission(EVERYBODY),
    "disputes.get_file": Permission(EVERYBODY),
    "disputes.get_casebook": Permission(EVERYBODY),
    "disputes.open_dispute": Permission(AT_TABLE, "deal_id"),
    "disputes.word_claim": Permission(AT_TABLE, "dispute_id"),
    "disputes.state_fact": Permission(AT_TABLE, "dispute_id"),
    "disputes.tick_fact": Permission(AT_TABLE, "dispute_id"),
    "disputes.give_evidence": Permission(AT_TABLE, "dispute_id"),
    "disputes.attach": Permission(AT_TABLE, "dispute_id"),
    "disputes.withdraw_dispute": Permission(AT_TABLE, "dispute_id"),
    "disputes.lodge_appeal": Permission(AT_TABLE, "dispute_id"),
    "disputes.preview": Permission(BENCH, "dispute_id"),
    "disputes.sign_ruling": Permission(BENCH, "dispute_id"),
    "disputes.withdraw_ruling": Permission(BENCH, "dispute_id"),
    "disputes.decide_appeal": Permission(BENCH, "dispute_id"),
    "disputes.close_dispute": Permission(BENCH, "dispute_id"),
    # tokens
    "tokens.issue": Permission(OFFICE),
    "tokens.list_tokens": Permission(OFFICE),
    "tokens.revoke": Permission(OFFICE, "token_id"),
    "tokens.who_am_i": Permission(EVERYBODY),
}
"""Every route of the API by its endpoint. An application with a route that nobody decided about does not start."""

EXTENSION: Final = "nought.permissions"


def allow(app: Flask, more: Mapping[str, Permission] = PERMISSIONS) -> None:
    """Let an application's guard know these routes; all it has must be known then."""
    table = app.extensions.setdefault(EXTENSION, {})
    table |= more
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    if forgotten := endpoints ^ table.keys():
        raise TypeError(f"nobody said who may use {', '.join(sorted(forgotten))}")


def guard() -> None:
    """Before each request: may this caller do this, to the thing that the path names?"""
    permission = current_app.extensions[EXTENSION].get(request.endpoint)
    if permission is None or not permission.needs_caller:
        return
    who = caller()
    if who.reads_only and request.method not in SAFE:
        raise forbidden("This token is for looking only.")
    if permission.roles is EVERYBODY:
        return
    if who.role not in permission.roles:
        if not who.token:
            raise Problem("token-needed", headers={"WWW-Authenticate": "Bearer"})
        raise forbidden(f"A token of the role {who.role} does not allow this.")
    if permission.within:
        identity = (request.view_args or {})[permission.within]
        if not (who.everywhere or who.covers(_place(who, permission.within, identity))):
            raise elsewhere(who)


def require(*places: Place) -> None:
    """Everything that the body names must lie where the caller's token is good."""
    who = caller()
    if not all(who.covers(place) for place in places):
        raise elsewhere(who)


def own_club() -> UUID | None:
    """The club that a director's things belong to, and a club's recorder's, unless the body says otherwise."""
    who = caller()
    own = who.role == DIRECTOR or (who.role == RECORDER and who.club_wide)
    return UUID(who.scope["club"]) if own else None


def home_club(who: Caller) -> str | None:
    """The id of the club that the caller's scope lies in; None if it lies in none."""
    if "club" in who.scope:
        return who.scope["club"]
    identity = who.scope.get("table") or who.scope.get("deal")
    return place_of(UUID(identity)).club if identity else None


def place_of(identity: UUID | None) -> Place:
    """Where a club, a player, a table, a match or a deal is; nowhere if there is no such thing."""
    row = services().catalogue.find(identity) if identity else None
    return place_of_row(row) if row else Place()


def place_of_row(row: Row) -> Place:
    """Where a thing of the catalogue is."""
    club = str(row.club) if row.club else None
    match row.kind:
        case "club":
            return Place(str(row.id))
        case "table":
            return Place(club, str(row.id))
        case "deal":
            return Place(club, row.data.get("table"), str(row.id))
        case "match":
            return Place(club, row.data.get("table"))
        case "dispute":
            return Place(club, row.data.get("table"), row.data["deal"])
    return Place(club)


def _place(who: Caller, within: str, identity: UUID) -> Place:
    if within == "token_id":
        token = services().tokens.find(identity)
        return Place(token.scope.get("club") if token else None)
    if within == "deal_id" and who.scope.get("deal") == str(identity):
        return Place(deal=str(identity))
    if within == "encounter_id":
        return _table_of(identity)
    return place_of(identity)


def _table_of(encounter_id: UUID) -> Place:
    """Where a table of a tournament's round is; nowhere if there is no such thing."""
    try:
        setting = services().ledger.encounter(encounter_id).setting
    except NotFound:
        return Place()
    return Place(setting.club, setting.place)


def elsewhere(who: Caller) -> Problem:
    """The answer for something that is not where the caller's token is good, whether it is there or not."""
    where = ", ".join(sorted(who.scope)) or "scope"
    return forbidden(f"This is not within the {where} of this token, or it is not there.")


# --- through whose eyes ---------------------------------------------------------------------------


def own_viewer(who: Caller, place: Place) -> Viewer:
    """Whose view of a deal is the caller's own."""
    if who.role == VIEWER or not who.covers(place):
        return hiding.PUBLIC
    if who.role == SEAT:
        return who.scope["seat"]
    return hiding.SCRIBE if who.role == RECORDER else hiding.ARBITER


def check_seat(deal_id: UUID, viewer: Viewer) -> None:
    """A seat's token is for that seat of its deals, and for what everybody sees; it never shows another's."""
    who = caller()
    if who.role == SEAT and viewer not in (hiding.PUBLIC, own_viewer(who, _place(who, "deal_id", deal_id))):
        raise forbidden("A seat's token shows what that seat sees of its own deals, and what everybody sees.")


def may_look(who: Caller, place: Place, viewer: Viewer, record: Record) -> bool:
    """Whether the caller may look at a deal through these eyes.

    After the deal everybody may see all hands, so every seat's view as well; the scribe's stays the officials'.
    """
    if viewer in (hiding.PUBLIC, own_viewer(who, place)):
        return True
    if who.role in BENCH and who.covers(place):
        return True
    return who.role != SEAT and viewer != hiding.SCRIBE and all_may_see(record)


def all_may_see(record: Record) -> bool:
    """Whether the hands are shown to everybody by now."""
    return may_see(hiding.ARBITER, record)
