"""Rulesets as data: checked, changed by the name of a parameter, written as JSON values and read again.

Each parameter is named as in the table of contradictions and gaps (``auction4.minimum``, ``caps.grace`` …).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from itertools import chain
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from domain.engine.consistency import wrong_in_any_game
from domain.engine.game import GAMES, Game, game_of
from domain.engine.ruleset import Ruleset, RulesetError

G = TypeVar("G", bound=Ruleset)


LABELS: Final = frozenset({"key", "version", "name"})
"""The parts of a ruleset that name it. Everything else in it is a rule."""


MOST: Final = 1_000_000
"""No number of any ruleset is above this."""


def check(game: G) -> G:
    """Return the ruleset. Raises `RulesetError` if its parts do not fit together."""
    _build(type(game), plain(game), game.key)
    _check_numbers(game, game.key)
    for wrong in chain(wrong_in_any_game(game), game.game.wrong(game)):
        raise RulesetError(f"{game.key}: {wrong}")
    return game


def override(base: G, key: str, name: str, changes: Mapping[str, Any], version: int = 1) -> G:
    """A ruleset that differs from ``base`` in the named parameters only.

    A change may name one parameter (``pay.pcc.win``), or some of a group (``pay.pcc``: ``{"win": 5}``). Raises
    `RulesetError` for a parameter that does not exist, a value that does not fit, or a whole that makes no game.
    """
    data = plain(base)
    for path, value in spelled_out(base, changes).items():
        if path in base.game.retired:
            continue
        group = data
        *groups, parameter = path.split(".")
        for part in groups:
            group = group[part]
        group[parameter] = value
    whole: G = _build(type(base), {**data, "key": key, "name": name, "version": version}, key)
    return check(whole)


def spelled_out(base: Ruleset, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes parameter by parameter. Raises `RulesetError` for one that ``base`` does not have."""
    known = {path for path, _ in _flat(plain(base))} - LABELS
    values: dict[str, Any] = {}

    def spell(path: str, value: Any) -> None:
        if path in known or path in base.game.retired:
            _check_retired(base.game, path, value)
            if path in values:
                raise RulesetError(f"{path} is named twice")
            values[path] = value
        elif not (inside := sorted(each for each in known if each.startswith(f"{path}."))):
            raise RulesetError(f"there is no rule parameter {path!r}{_instead(path, known)}")
        elif not isinstance(value, dict):
            raise RulesetError(f"{path} is a group; its parameters are {', '.join(inside)}")
        else:
            for name, item in value.items():
                spell(f"{path}.{name}", item)

    for path, value in changes.items():
        spell(path, value)
    return values


def _instead(path: str, known: Iterable[str]) -> str:
    """Return the parameters of the same group, or else the groups, to suggest in an error."""
    group = path.partition(".")[0]
    near = sorted(other for other in known if other.startswith(f"{group}."))
    groups = sorted({other.partition(".")[0] for other in known})
    return f"; there are {', '.join(near)}" if near else f"; the groups are {', '.join(groups)}"


def plain(value: Any) -> Any:
    """Return a ruleset (or a part of one) as JSON values."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def parse(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `plain` wrote. Raises `RulesetError` if the data is no ruleset.

    Whether it makes a game that can be played is for `check`: what is recorded is read, whatever is asked of new
    rulesets since.
    """
    stages = data.get("stages")
    named = stages if isinstance(stages, list | tuple) else ()
    game = game_of(named)
    data = _completed(game, _without_retired(game, data))
    whole: Ruleset = _build(game.ruleset, data, str(data.get("key", "ruleset")))
    return whole


def _check_retired(game: Game, path: str, value: Any) -> None:
    """Raise `RulesetError` if the parameter is retired and this is not the value it had."""
    if path in game.retired and value != (only := game.retired[path]):
        raise RulesetError(f"{path} is {value!r}; the rule is always {only}, so leave {path} out")


def _without_retired(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the ruleset without its game's retired parameters. Raises `RulesetError` if one has another value."""

    def without(values: Mapping[str, Any], group: str) -> dict[str, Any]:
        rest = {}
        for name, value in values.items():
            path = f"{group}{name}"
            if path in game.retired:
                _check_retired(game, path, value)
            else:
                rest[name] = without(value, f"{path}.") if isinstance(value, dict) else value
        return rest

    return without(data, "")


def _completed(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in the parameters that a ruleset was stored without, as the rule was then.

    Only a ruleset that names all other parameters of the group was stored so. What somebody writes by hand leaves out
    more, and gets the defaults of today.
    """
    for path, value in game.earlier.items():
        group, _, name = path.partition(".")
        given = data.get(group)
        if (
            isinstance(given, dict)
            and name not in given
            and given.keys() == types_of(game.groups[group]).keys() - {name}
        ):
            data = {**data, group: {**given, name: value}}
    return data


def same_game(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Return whether two rulesets that `plain` wrote are one. A parameter that only the newer one names is no
    difference.
    """
    return a == b or parse(_with_newer(a, b)) == parse(_with_newer(b, a))


def _with_newer(data: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ruleset with the parameters that are newer than it and that only the other one names."""
    whole = dict(data)
    for path in (path for game in GAMES.values() for path in game.earlier):
        group, _, name = path.partition(".")
        values, newer = whole.get(group), other.get(group)
        if isinstance(values, dict) and isinstance(newer, dict) and name in newer:
            whole[group] = {name: newer[name], **values}
    return whole


def different(a: G, b: G) -> dict[str, tuple[Any, Any]]:
    """Return the parameters in which two rulesets differ, by name, with both values."""
    return {
        path: (value, other)
        for (path, value), (_, other) in zip(_flat(plain(a)), _flat(plain(b)), strict=True)
        if value != other and path not in LABELS
    }


def _flat(data: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in data.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name}.")
        else:
            rows.append((prefix + name, value))
    return rows


@lru_cache(maxsize=64)
def types_of(kind: type) -> dict[str, Any]:
    """Return the types of a ruleset's parameters, or of those of a group, by their names."""
    hints = get_type_hints(kind, localns={"Game": object})  # what a ruleset's ClassVar names is no parameter
    return {f.name: hints[f.name] for f in fields(kind)}


def _build(kind: Any, data: Any, path: str) -> Any:
    """Return one value of a ruleset from JSON, by its type. Raises `RulesetError` if it does not fit."""
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(data, dict):
            raise RulesetError(f"{path} is {data!r}; a group of parameters is needed")
        hints = types_of(kind)
        unknown = sorted(set(data) - set(hints))
        if unknown:
            raise RulesetError(f"{path}: there is no rule parameter {', '.join(unknown)}")
        needed = [f.name for f in fields(kind) if f.default is MISSING]
        if missing := [name for name in needed if name not in data]:
            raise RulesetError(f"{path}: {', '.join(missing)} must be told")
        values = {name: _build(hints[name], item, f"{path}.{name}") for name, item in data.items()}
        try:
            return kind(**values)
        except (TypeError, ValueError) as e:
            raise RulesetError(f"{path}: {e}") from e
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple):
            raise RulesetError(f"{path} is {data!r}; a list is needed")
        inner = get_args(kind)[0]
        return tuple(_build(inner, item, f"{path}[{n}]") for n, item in enumerate(data))
    if get_origin(kind) is Literal:
        if data not in get_args(kind):
            raise RulesetError(f"{path} is {data!r}; allowed: {', '.join(map(str, get_args(kind)))}")
        return data
    options = get_args(kind) or (kind,)
    if type(data) not in options:
        raise RulesetError(f"{path} is {data!r}; {' or '.join(WORDS[each] for each in options)} is needed")
    return data


WORDS: Final = {int: "a whole number", bool: "true or false", str: "a text", NoneType: "nothing"}
"""The kinds of values, as one says them."""


def _check_numbers(value: Any, path: str) -> None:
    """Raise `RulesetError` if a number is below 0 or above `MOST`."""
    if is_dataclass(value):
        for f in fields(value):
            _check_numbers(getattr(value, f.name), f"{path}.{f.name}")
    elif isinstance(value, tuple):
        for n, item in enumerate(value):
            _check_numbers(item, f"{path}[{n}]")
    elif isinstance(value, int) and not 0 <= value <= MOST:
        raise RulesetError(f"{path} is {value}; a number from 0 to {MOST} is needed")
