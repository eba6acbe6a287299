"""Names in lists: of games, deals, matches, teams and players, from the rows of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import g
from flask_babel import gettext

from api.services import ledger, services
from domain.engine.faces import suit_names
from domain.engine.seats import Seating
from domain.games.catalogue import RULESETS, STANDARD
from domain.kernel.ids import as_id
from replay.words import slates
from web.languages import reader
from web.wording import words
from web.wording.spoken import suit_sheet as sheet_of
from web.wording.spoken import suits_named

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from flask import Flask

JOINT = " & "
"""Between the players of a team."""


def game(data: Mapping[str, Any]) -> str:
    """Return the name of the game of a deal or a match: of a catalogue's ruleset, or of a club's own."""
    own = data.get("own_game")
    return str(own["name"] or data["ruleset"]) if own else words.game(data.get("ruleset", ""))


def seating(data: Mapping[str, Any]) -> Seating:
    """Return the seats and teams of a deal or a match; of a row without them, those of 304."""
    if own := data.get("own_game"):
        return Seating(tuple(own["seats"]), tuple(own["teams"]))
    return RULESETS.get(data.get("ruleset", ""), STANDARD).seating


def player(name: str) -> str:
    """Return the name of a player; ``name`` is a registered player's id, or the name itself."""
    identity = as_id(name)
    if identity is None:
        return name
    titles: dict[str, str] = g.setdefault("player_titles", {})
    if name not in titles:
        row = services().catalogue.find(identity)
        titles[name] = row.title if row and row.kind == "player" else name
    return titles[name]


def team(data: Mapping[str, Any], code: str) -> str:
    """Return the name of a team: its own, else its players', else that of its seats."""
    own = (data.get("teams") or {}).get(code)
    if own:
        return str(own)
    seats = seating(data).of_team(code) if code in seating(data).teams else ()
    players = [player(name) for seat in seats if (name := (data.get("players") or {}).get(seat))]
    return JOINT.join(players) or words.team(code)


def sides(data: Mapping[str, Any]) -> str:
    """Return the players of a deal or a match, side by side: "Anula & Farook – Nimal & Ravi"; empty without names."""
    if not any((data.get("players") or {}).values()) and not data.get("teams"):
        return ""
    return " – ".join(team(data, code) for code in seating(data).teams)


def match_title(data: Mapping[str, Any]) -> str:
    """Return the title of a match: its teams."""
    return " – ".join(team(data, code) for code in seating(data).teams)


def slate_title(data: Mapping[str, Any]) -> str:
    """Return the title of a slate: its teams."""
    return " – ".join(_slate_teams(data).values())


def slate_result(data: Mapping[str, Any]) -> str:
    """Return who has won the game of a slate, which need not be who has more points; empty until it is over."""
    if data["status"] != "over":
        return ""
    return slates.result(reader(), data["status"], data["winners"], _slate_teams(data), "")


def _slate_teams(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the teams of a slate, by code. A team without a name has those of its players."""
    players = data.get("players") or {}
    return {
        code: data["teams"].get(code) or JOINT.join(map(player, players.get(code, ()))) or code
        for code in data["totals"]
    }


def balance(data: Mapping[str, Any]) -> str:
    """Return the balance of a match in the order of its title: "7 – 0"."""
    return " – ".join(str(data["balance"].get(code, "")) for code in seating(data).teams)


def deal_title(data: Mapping[str, Any]) -> str:
    """Return the title of a deal: its event, and its number or, in a duplicate, its board."""
    called = deal_number(data)
    return f"{data['event']}, {called}" if data.get("event") else called


def deal_number(data: Mapping[str, Any]) -> str:
    """Return the number of a deal as words; in a duplicate, the number of its board."""
    number = data.get("number") or 0
    boards = _boards(data.get("match"))
    if 0 < number <= len(boards):
        return str(gettext("Board %(number)s", number=boards[number - 1]))
    return str(gettext("Deal %(number)s", number=number))


def _boards(match: str | None) -> tuple[int, ...]:
    """Return the boards of a match at a table of a duplicate, in the order of its deals; empty for any other match."""
    identity = as_id(match)
    if identity is None:
        return ()
    boards: dict[UUID, tuple[int, ...]] = g.setdefault("boards_of_matches", {})
    if identity not in boards:
        row = services().catalogue.find(identity)
        encounter = as_id(row.data.get("encounter")) if row else None
        boards[identity] = ledger().encounters.get(encounter).setting.boards if encounter else ()
    return boards[identity]


def contract(data: Mapping[str, Any]) -> str:
    """Return the contract with its player; empty while the record has none."""
    played = data.get("contract")
    if not played:
        return ""
    name = (data.get("players") or {}).get(played["seat"])
    who, called = player(name) if name else words.seat(played["seat"]), bid(data)
    if "suit" not in played:
        return str(gettext("%(who)s: %(bid)s", who=who, bid=called))
    suit = words.NO_SUITS.get(played["suit"]) or suits_named(_suits(data)).get(played["suit"], played["suit"])
    return str(gettext("%(who)s: %(bid)s, %(suit)s", who=who, bid=called, suit=suit))


def bid(data: Mapping[str, Any]) -> str:
    """Return the bid of a deal's contract: its name, or its number as the game writes it."""
    return words.bid(_number_of_bid(data))


def bid_short(data: Mapping[str, Any]) -> str:
    """Return the bid of a deal's contract in a few letters."""
    return words.bid_short(_number_of_bid(data))


def _number_of_bid(data: Mapping[str, Any]) -> object:
    called, own = data["contract"]["bid"], data.get("own_game")
    decimals = own.get("decimals") if own else RULESETS.get(data.get("ruleset", ""), STANDARD).has_decimals
    return f"{called / 10:.1f}" if decimals and isinstance(called, int) else called


def double(data: Mapping[str, Any]) -> str:
    """Return whether an announced Double was made (000 "Tamil Nadu version")."""
    return str(gettext("Double made") if data["double"] == "made" else gettext("Double failed"))


def suit_sheet(data: Mapping[str, Any]) -> str:
    """Return the file of the signs of the suits of a deal's pack."""
    return f"img/{sheet_of(_suits(data).values())}"


def _suits(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the English names of the suits of a deal's pack, by their letters."""
    own = data.get("own_game")
    return own["suits"] if own else suit_names(RULESETS.get(data.get("ruleset", ""), STANDARD))


def register(app: Flask) -> None:
    """Let templates use these functions as filters of a row's data."""
    filters = (
        contract,
        bid_short,
        double,
        sides,
        suit_sheet,
        deal_number,
        match_title,
        slate_title,
        slate_result,
        deal_title,
        balance,
    )
    app.jinja_env.filters.update({each.__name__: each for each in filters})
    app.jinja_env.filters.update(game_name=game, team_name=team, player_name=player)
