"""The pages of slates: a list, the slate with its keypad, and the pages that correct it. They work without a script."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext

from api.callers import RECORDER, SLATE, caller
from api.clock import now
from api.commands import metadata
from api.lists import catalogue
from api.people import sessions
from api.people.attempt_limits import slate_limit
from api.people.registered_players import registered
from api.people.secrets import count
from api.permissions import EVERYBODY, SCRIBES, allow, home_club
from api.problems import forbidden
from api.replicas import from_replica
from api.requests.failures import problem_of
from api.resources.slates import decision, open_place
from api.services import ledger, services
from api.slates import is_listed, may_write, names_of, with_registered
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.slate.commands import preset
from domain.slate.games import GAMES, parse_game
from domain.slate.line import FULL
from domain.slate.teams import read_teams
from replay import chalk
from replay.slates import corrections, short_names, team_names
from replay.words import slates as slate_words
from web.forms.previews import keep_form
from web.languages import reader
from web.venues import show_times_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from werkzeug.wrappers import Response

    from domain.slate.aggregate import Slate
    from store.tables.catalogue import Row

blp = Blueprint("slates_page", __name__)

MOST: Final = 100
"""The most slates on a page."""
MOST_READ: Final = 1000
"""The most slates that are read for a page: those of guests are in no list."""
MOST_OF_GUEST: Final = 10
"""The most slates on which a browser writes without an account, the newest."""
GUEST: Final = "guest"
"""The sender of what somebody without an account writes."""
CORRECT: Final = "correct"
INSERT: Final = "insert"
REMOVE: Final = "remove"


@blp.get("/slates")
@allow(EVERYBODY)
@from_replica
def slates() -> str:
    """Show the newest slates, of one club with ``?club=``, and for recorders and guests the form for a new one.

    Those of a guest are shown to the browser that opened them, and to nobody else.
    """
    club = as_id(request.args.get("club"))
    who = caller()
    row = catalogue().find(club) if club else None
    show_times_of(club)
    newest = islice(catalogue().rows("slate", club=club), MOST_READ)
    writes = who.role in SCRIBES and not who.reads_only
    home = (club if who.everywhere else as_id(home_club(who))) if writes else None
    return render_template(
        "slates/list.html",
        club=row if row and row.kind == "club" else None,
        rows=[*([] if club or who.token else _own_rows()), *islice(filter(is_listed, newest), MOST)],
        opens=writes or not who.token,
        guest=not who.token,
        chalk=chalk,
        presets={f"{game}:{key}": slate_words.preset_name(reader(), game, key) for game, key in _presets()},
        clubs=catalogue().page("club", limit=200).rows if writes and who.everywhere else (),
        tables=catalogue().page("table", club=home, limit=200).rows if home and _chooses_table() else (),
        game_name=lambda key: slate_words.game_name(reader(), key),
    )


def _presets() -> Iterator[tuple[str, str]]:
    """Yield each game with each of its presets."""
    return ((game, key) for game, rules in GAMES.items() for key in rules.PRESETS)


def _chooses_table() -> bool:
    """Return whether the caller may choose a table: a recorder of one table has that one."""
    return not (caller().role == RECORDER and "table" in caller().scope)


@blp.post("/slates")
@allow(EVERYBODY)
def open_() -> Response:
    """Open a slate, and show it. Without an account it belongs to no club, and this browser alone writes on it.

    The browser goes on writing on the newest of those that it opened before.
    """
    form, who = request.form, caller()
    game, _, key = form.get("preset", "").partition(":")
    if who.token and who.role not in SCRIBES:
        raise forbidden(sentence("Slates are opened by scribes and officials, or by somebody who is not signed in."))
    sent = metadata({}) if who.token else {**metadata({}), "by": GUEST}
    table, club = open_place(as_id(form.get("table")), as_id(form.get("club"))) if who.token else (None, None)
    terms = preset(game, key)
    has = registered(services(), club).has
    typed = read_teams({team: form.get(f"team-{team}", "") for team in parse_game(game, terms).teams}, has)
    teams, players = with_registered(services(), club, *typed)
    event = form.get("event", "")[:200]
    if not who.token:
        count(slate_limit(), is_guess=False)
    saved = ledger().slates.open(game, terms, club=club, table=table, teams=teams, players=players, event=event, **sent)
    answer = redirect(url_for(".show", slate_id=saved.id), 303)
    if not who.token:
        own = " ".join([str(saved.id), *_slates_of_guest()][:MOST_OF_GUEST])
        sessions.begin(answer, RECORDER, GUEST, {SLATE: own}, lifetime=sessions.KEPT, kept=True)
    return answer


def _slates_of_guest() -> list[str]:
    """Return the ids of the slates on which this browser writes without an account, the newest first."""
    token = sessions.current()
    return token.scope.get(SLATE, "").split() if token else []


def _own_rows() -> list[Row]:
    """Return the rows of the slates on which this browser writes without an account, the newest first."""
    own = _slates_of_guest()
    rows = {str(row.id): row for row in catalogue().find_all([UUID(each) for each in own])} if own else {}
    return [rows[each] for each in own if each in rows]


@blp.get("/slates/<uuid:slate_id>")
@allow(EVERYBODY)
@from_replica
def show(slate_id: UUID) -> str:
    """Show a slate: totals, lines, what is left to play, and for its recorders the keypad."""
    return _page(ledger().slates.get(slate_id))


def _page(slate: Slate) -> str:
    events = ledger().repository.history(slate.id)
    club = slate.opened.club
    show_times_of(club)
    return render_template(
        "slates/slate.html",
        club=catalogue().find(UUID(club)) if club else None,
        corrections=corrections(events),
        writes=may_write(slate.id),
        by_guest=SLATE in caller().scope,
        only_by_address=not (club or slate.opened.table),
        typed_team=_typed_team(slate),
        chalk=chalk,
        strokes_of=lambda team: chalk.strokes_of(row.scored[team] for row in slate.score.rows),
        **_shown(slate),
    )


def _typed_team(slate: Slate) -> str:
    """Return the team whose points are typed: that of the last line, so that the page never changes it by itself."""
    rows = slate.score.rows
    return rows[-1].line.team if rows else slate.game.teams[0]


def registered_of(slate: Slate) -> dict[str, str]:
    """Return the names of the registered players of a slate, by id, in the order of the teams."""
    names = names_of(catalogue(), slate)
    return {each: names[each] for team in slate.game.teams for each in slate.players.get(team, ()) if each in names}


def _shown(slate: Slate) -> dict[str, Any]:
    """Return what every page of a slate shows: the slate, the names of its teams, and words for it."""
    names, language = names_of(catalogue(), slate), reader()
    teams = team_names(slate, names)
    return {
        "short": short_names(slate, names),
        "slate": slate,
        "full": FULL,
        "match": gettext("Match (%(points)s)", points=FULL + slate.game.match_bonus),
        "teams": teams,
        "registered": registered_of(slate),
        "game_name": slate_words.game_name(language, slate.opened.game),
        "contract": lambda name: slate_words.contract_name(language, name),
        "standing": lambda seen: slate_words.result(language, seen.status, seen.winners, teams, seen.score.turn),
        "summary": slate_words.terms_summary(language, slate.game.plain()),
    }


@blp.post("/slates/<uuid:slate_id>/lines")
@allow(SCRIBES, within="slate_id")
def write(slate_id: UUID) -> Any:
    """Write the line of a deal; show the slate again, with the problem if there is one."""
    return _done(slate_id, lambda: ledger().slates.write(slate_id, _line(), **metadata({})))


@blp.post("/slates/<uuid:slate_id>/lines/<int:number>/remove")
@allow(SCRIBES, within="slate_id")
def undo(slate_id: UUID, number: int) -> Any:
    """Remove a line."""
    return _done(slate_id, lambda: ledger().slates.remove(slate_id, number, **metadata({})))


@blp.post("/slates/<uuid:slate_id>/stop")
@allow(SCRIBES, within="slate_id")
def stop(slate_id: UUID) -> Any:
    """Stop the game, or make the slate void."""
    void = "void" in request.form
    return _done(slate_id, lambda: ledger().slates.stop(slate_id, void=void, **metadata({})))


@blp.post("/slates/<uuid:slate_id>/reopen")
@allow(SCRIBES, within="slate_id")
def reopen(slate_id: UUID) -> Any:
    """Undo a stop."""
    return _done(slate_id, lambda: ledger().slates.reopen(slate_id, **metadata({})))


@blp.post("/slates/<uuid:slate_id>/teams")
@allow(SCRIBES, within="slate_id")
def name_teams(slate_id: UUID) -> Any:
    """Name the teams. A name that was not changed keeps the players that it stands for.

    Names of registered players of the club stand for these players.
    """
    form = request.form

    def command() -> None:
        slate = ledger().slates.get(slate_id)
        typed = {team: form.get(f"team-{team}", "").strip() for team in slate.game.teams}
        shown = team_names(slate, names_of(catalogue(), slate))
        kept = {team for team, text in typed.items() if text == shown[team]}
        has = registered(services(), as_id(slate.opened.club)).has
        teams, players = read_teams({team: text for team, text in typed.items() if team not in kept}, has)
        teams |= {team: name for team, name in slate.teams.items() if team in kept}
        players |= {team: list(names) for team, names in slate.players.items() if team in kept}
        teams, players = with_registered(services(), as_id(slate.opened.club), teams, players)
        ledger().slates.name_teams(slate_id, teams, players, **metadata({}))

    return _done(slate_id, command)


def _done(slate_id: UUID, command: Callable[[], object]) -> Any:
    """Run a command and redirect to the slate."""
    command()
    return redirect(url_for(".show", slate_id=slate_id), 303)


# --- corrections ----------------------------------------------------------------------------------


@blp.get("/slates/<uuid:slate_id>/lines/<int:number>")
@allow(SCRIBES, within="slate_id")
def line(slate_id: UUID, number: int) -> str:
    """Show the form that corrects a line or, with ``?insert=``, writes a forgotten deal in front of it."""
    slate = _with_line(slate_id, number)
    mode = INSERT if "insert" in request.args else CORRECT
    return _line_page(slate, number, mode, {} if mode == INSERT else _fields(slate, number))


@blp.post("/slates/<uuid:slate_id>/lines/<int:number>")
@allow(SCRIBES, within="slate_id")
def change_line(slate_id: UUID, number: int) -> Any:
    """Show what a change of a line would change, or carry it out."""
    form = request.form
    slate, mode = _with_line(slate_id, number), form.get("mode", CORRECT)
    data, why = ({} if mode == REMOVE else _line()), form.get("why", "")[:200]
    try:
        if form.get("do") == "save":
            _save(slate_id, number, mode, data, why)
            return redirect(url_for(".show", slate_id=slate_id), 303)
        after = ledger().slates.preview(slate_id, decision(_change(number, mode, data)), now())
    except Declined as declined:
        problem = problem_of(declined)
        page = _line_page(slate, number, mode, request.form, problem=problem.body())
        return page, problem.status
    return _line_page(slate, number, mode, request.form, after=after)


def _save(slate_id: UUID, number: int, mode: str, data: Mapping[str, Any], why: str) -> None:
    slates = ledger().slates
    if mode == REMOVE:
        slates.remove(slate_id, number, why, **metadata({}))
    elif mode == INSERT:
        slates.write(slate_id, data, number, **metadata({}))
    else:
        slates.correct(slate_id, number, data, why, **metadata({}))


def _change(number: int, mode: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change as `decision` takes it."""
    if mode == REMOVE:
        return {"number": number}
    return {"line": data, "before": number} if mode == INSERT else {"line": data, "number": number}


def _with_line(slate_id: UUID, number: int) -> Slate:
    """Return a slate. Raises `Declined` if it does not have the line."""
    slate = ledger().slates.get(slate_id)
    if number not in slate.lines:
        raise Declined("not-found", "the slate has no line {number}", number=number)
    return slate


def _line_page(slate: Slate, number: int, mode: str, fields: Mapping[str, Any], **more: Any) -> str:
    if request.method == "POST":
        keep_form(request.path)
    return render_template(
        "slates/line.html",
        number=number,
        mode=mode,
        fields=fields,
        row=next(each for each in slate.score.rows if each.number == number),
        **_shown(slate),
        **more,
    )


def _fields(slate: Slate, number: int) -> dict[str, Any]:
    """Return the fields of the form with the values of a line."""
    line = slate.lines[number]
    fields = {"announcer": line.announcer, "team": line.team, "contract": line.contract, "points": str(line.points)}
    fields |= {"stoeck": line.stoeck, "out": line.out, "match": "yes" if line.match else ""}
    fields["others"] = "" if line.others is None else str(line.others)
    return fields | {f"weis-{team}": str(points) for team, points in line.weis.items()}


@blp.get("/slates/<uuid:slate_id>/terms")
@allow(SCRIBES, within="slate_id")
def terms(slate_id: UUID) -> str:
    """Show the form for the terms of a slate."""
    slate = ledger().slates.get(slate_id)
    return _terms_page(slate, slate.game.plain())


@blp.post("/slates/<uuid:slate_id>/terms")
@allow(SCRIBES, within="slate_id")
def change_terms(slate_id: UUID) -> Any:
    """Show what other terms would change, or change them."""
    slate = ledger().slates.get(slate_id)
    chosen = _terms(slate.game.plain())
    try:
        if request.form.get("do") == "save":
            ledger().slates.change_terms(slate_id, chosen, request.form.get("why", "")[:200], **metadata({}))
            return redirect(url_for(".show", slate_id=slate_id), 303)
        after = ledger().slates.preview(slate_id, decision({"terms": chosen}), now())
    except Declined as declined:
        problem = problem_of(declined)
        return _terms_page(slate, chosen, problem=problem.body()), problem.status
    return _terms_page(slate, chosen, after=after)


def _terms_page(slate: Slate, chosen: Mapping[str, Any], **more: Any) -> str:
    if request.method == "POST":
        # The names of contracts are in the language that is left.
        contracts = "\n".join(f"{name} {factor}" for name, factor in chosen["contracts"])
        keep_form(request.path, contracts=contracts)
    orders = {key: slate_words.order_name(reader(), key) for key in slate_words.ORDERS}
    return render_template("slates/terms.html", chosen=chosen, orders=orders, **_shown(slate), **more)


# --- forms ----------------------------------------------------------------------------------------


def _line() -> dict[str, Any]:
    """Return the line of the form, without empty fields."""
    form = request.form
    line: dict[str, Any] = {
        name: form[name] for name in ("announcer", "team", "contract", "stoeck", "out") if form.get(name)
    }
    if form.get("cell"):
        line["announcer"], _, line["contract"] = form["cell"].partition(" ")
    line |= {name: _whole(form[name]) for name in ("points", "others") if form.get(name, "").strip()}
    if "match" in form:
        line["match"] = True
        line.pop("points", None)
    weis = {team: _whole(form[f"weis-{team}"]) for team in ("A", "B", "C") if form.get(f"weis-{team}", "").strip()}
    return {**line, "weis": weis} if weis else line


def _terms(present: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of the form, which has a field for each of the present terms."""
    form = request.form
    chosen: dict[str, Any] = {}
    for name, value in present.items():
        if isinstance(value, bool):
            chosen[name] = name in form
        elif isinstance(value, int):
            chosen[name] = _whole(form.get(name, "0") or "0")
        elif isinstance(value, list):
            chosen[name] = [_contract(each) for each in form.get(name, "").splitlines() if each.strip()]
        else:
            chosen[name] = form.get(name, value)
    return chosen


def _contract(text: str) -> list[Any]:
    """Return the name and the factor of a contract written as ``Roses 2``; the factor is 1 if there is none."""
    name, _, factor = text.strip().rpartition(" ")
    factor = factor.removeprefix("×")
    if not name or not (factor.isascii() and factor.isdigit()):
        name, factor = text.strip(), "1"
    return [slate_words.contract_by_name(reader(), name), _whole(factor)]


def _whole(text: str) -> int:
    """Return a whole number; -1, which no field takes, for any other text."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1
