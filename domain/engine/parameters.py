"""Check rulesets, change their parameters by name, write them as JSON values and read them again.

Parameters have their names of the table of contradictions and gaps (``auction4.minimum``, ``caps.grace`` …).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, lru_cache
from itertools import chain
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from domain.engine.consistency import wrong_in_any_game
from domain.engine.game import GAMES, Game, game_of
from domain.engine.packs import PackError
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import Listing, Term, sentence

G = TypeVar("G", bound=Ruleset)


LABELS: Final = frozenset({"key", "version", "name"})
"""The fields that name a ruleset. All other fields are rules."""


MOST: Final = 1_000_000
"""The highest number that any parameter may have."""

REMEMBERED: Final = 256
"""The number of rulesets that `parse` remembers."""

LONGEST_REMEMBERED: Final = 20_000
"""The longest ruleset that `parse` remembers, in characters of JSON; the known ones have some 2,000."""


def check(game: G) -> G:
    """Return the ruleset after checking it. Raises `RulesetError` if its parts do not fit together."""
    _build(type(game), plain(game), game.key)
    return _check_values(game)


def _check_values(game: G) -> G:
    """Return the ruleset, whose values have the right types. Raises `RulesetError` if they do not fit together."""
    _check_numbers(game, game.key)
    for wrong in chain(wrong_in_any_game(game), game.game.wrong(game)):
        raise RulesetError(sentence("{key}: {wrong}", key=game.key, wrong=wrong))
    return game


def override(base: G, key: str, name: str, changes: Mapping[str, Any], version: int = 1) -> G:
    """Return a ruleset that differs from ``base`` in the named parameters only, with its own key, name and version.

    A change may name one parameter (``pay.pcc.win``), or some of a group (``pay.pcc``: ``{"win": 5}``). Raises
    `RulesetError` if a parameter does not exist, a value does not fit, or the new ruleset fails `check`.
    """
    data = plain(base)
    for path, value in spell_out(base, changes).items():
        if path in base.game.retired:
            continue
        group = data
        *groups, parameter = path.split(".")
        for part in groups:
            group = group[part]
        group[parameter] = value
    whole: G = _build(type(base), {**data, "key": key, "name": name, "version": version}, key)
    return _check_values(whole)


def spell_out(base: Ruleset, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes with groups split into single parameters.

    Raises `RulesetError` if ``base`` does not have a parameter, if one is named twice, or if the value of a group is
    no mapping.
    """
    known = {path for path, _ in _flat(plain(base))} - LABELS
    values: dict[str, Any] = {}

    def spell(path: str, value: Any) -> None:
        if path in known or path in base.game.retired:
            _check_retired(base.game, path, value)
            if path in values:
                raise RulesetError(sentence("{path} is named twice", path=path))
            values[path] = value
        elif not (inside := sorted(each for each in known if each.startswith(f"{path}."))):
            raise RulesetError(_unknown_parameter(path, known))
        elif not isinstance(value, dict):
            parameters = Listing(tuple(inside))
            raise RulesetError(
                sentence("{path} is a group; its parameters are {parameters}", path=path, parameters=parameters)
            )
        else:
            for name, item in value.items():
                spell(f"{path}.{name}", item)

    for path, value in changes.items():
        spell(path, value)
    return values


def _unknown_parameter(path: str, known: Iterable[str]) -> Term:
    """Return the sentence on an unknown parameter, with those of its group, or else with all groups."""
    group = path.partition(".")[0]
    near = sorted(other for other in known if other.startswith(f"{group}."))
    if near:
        names = Listing(tuple(near))
        return sentence("there is no rule parameter {path}; there are {names}", path=repr(path), names=names)
    names = Listing(tuple(sorted({other.partition(".")[0] for other in known})))
    return sentence("there is no rule parameter {path}; the groups are {names}", path=repr(path), names=names)


def plain(value: Any) -> Any:
    """Return a ruleset, or a part of a ruleset, as JSON values."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def parse(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `plain` wrote. Raises `RulesetError` if the data is no ruleset.

    The parameters are not checked against each other (`check` does that), so that a stored ruleset can be read even if
    new rulesets have to meet stricter conditions. The same content gives the same object, which is built once.
    """
    try:
        text = json.dumps(data)
    except (TypeError, ValueError, RecursionError):
        return _parse(data)  # refused, with what is wrong
    return _parse_text(text) if len(text) <= LONGEST_REMEMBERED else _parse(data)


@lru_cache(maxsize=REMEMBERED)
def _parse_text(text: str) -> Ruleset:
    return _parse(json.loads(text))


def _parse(data: Mapping[str, Any]) -> Ruleset:
    stages = data.get("stages")
    named = stages if isinstance(stages, list | tuple) else ()
    game = game_of(named)
    data = _add_earlier(game, _drop_retired(game, data))
    whole: Ruleset = _build(game.ruleset, data, str(data.get("key", "ruleset")))
    return whole


def _check_retired(game: Game, path: str, value: Any) -> None:
    """Raise `RulesetError` if the parameter is retired and ``value`` is not its one possible value."""
    if path in game.retired and value != (only := game.retired[path]):
        raise RulesetError(
            sentence(
                "{path} is {value}; the rule is always {only}, so leave {path} out",
                path=path,
                value=repr(value),
                only=str(only),
            )
        )


def _drop_retired(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the ruleset without retired parameters. Raises `RulesetError` if one has not its one possible value."""

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


def _add_earlier(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the ruleset with each parameter that it was stored without, at the value that was the rule then.

    A stored ruleset names all other parameters of the group. One that is written by hand usually leaves out more and
    gets the current defaults.
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


def without_newer(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a ruleset written by `plain` without the newer parameters that leave the game as it was before them.

    So the digest of a ruleset stays the same when a parameter is added whose default is the earlier rule.
    """
    game = parse(data).game
    for path, value in game.earlier.items():
        group, _, name = path.partition(".")
        given = data.get(group)
        default = next(f.default for f in fields(game.groups[group]) if f.name == name)
        if isinstance(given, dict) and given.get(name) == value == default:
            data = {**data, group: {key: each for key, each in given.items() if key != name}}
    return data


def is_same_game(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Return whether two rulesets written by `plain` are equal.

    If only one of them names a newer parameter (`Game.earlier`), the parameter does not count as a difference.
    """
    return a == b or parse(_with_newer(a, b)) == parse(_with_newer(b, a))


def _with_newer(data: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ruleset ``data`` with the newer parameters (`Game.earlier`) that only ``other`` names."""
    whole = dict(data)
    for path in (path for game in GAMES.values() for path in game.earlier):
        group, _, name = path.partition(".")
        values, newer = whole.get(group), other.get(group)
        if isinstance(values, dict) and isinstance(newer, dict) and name in newer:
            whole[group] = {name: newer[name], **values}
    return whole


def find_differences(a: G, b: G) -> dict[str, tuple[Any, Any]]:
    """Return the differences of two rulesets: mapping of parameter to its value in each."""
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


@cache
def types_of(kind: type) -> dict[str, Any]:
    """Return the types of the parameters of a ruleset class, or of the class of a group, by their names."""
    hints = get_type_hints(kind, localns={"Game": object})  # the type of the ClassVar is no parameter
    return {f.name: hints[f.name] for f in fields(kind)}


def _build(kind: Any, data: Any, path: str) -> Any:
    """Return the JSON value ``data`` as a value of the type ``kind``. Raises `RulesetError` if it does not fit."""
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(data, dict):
            raise RulesetError(
                sentence("{path} is {value}; a group of parameters is needed", path=path, value=repr(data))
            )
        hints = types_of(kind)
        unknown = sorted(set(data) - set(hints))
        if unknown:
            names = Listing(tuple(unknown))
            raise RulesetError(sentence("{path}: there is no rule parameter {names}", path=path, names=names))
        needed = [f.name for f in fields(kind) if f.default is MISSING]
        if missing := [name for name in needed if name not in data]:
            names = Listing(tuple(missing))
            raise RulesetError(sentence("{path}: {names} must be given", path=path, names=names))
        values = {name: _build(hints[name], item, f"{path}.{name}") for name, item in data.items()}
        try:
            return kind(**values)
        except PackError as e:
            raise RulesetError(sentence("{path}: {wrong}", path=path, wrong=Term(e.message, e.values))) from e
        except (TypeError, ValueError) as e:
            raise RulesetError(sentence("{path}: {wrong}", path=path, wrong=str(e))) from e
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple):
            raise RulesetError(sentence("{path} is {value}; a list is needed", path=path, value=repr(data)))
        inner = get_args(kind)[0]
        return tuple(_build(inner, item, f"{path}[{n}]") for n, item in enumerate(data))
    if get_origin(kind) is Literal:
        if data not in get_args(kind):
            choices = Listing(tuple(map(str, get_args(kind))))
            raise RulesetError(
                sentence("{path} is {value}; allowed: {choices}", path=path, value=repr(data), choices=choices)
            )
        return data
    options = get_args(kind) or (kind,)
    if type(data) not in options:
        kinds = Listing(tuple(WORDS[each] for each in options), " or ")
        raise RulesetError(sentence("{path} is {value}; {needed} is needed", path=path, value=repr(data), needed=kinds))
    return data


WORDS: Final = {
    int: sentence("a whole number"), bool: sentence("true or false"), str: sentence("a text"),
    NoneType: sentence("nothing"),
}  # fmt: skip
"""The types of single values, in words for error messages."""


def _check_numbers(value: Any, path: str) -> None:
    """Raise `RulesetError` if a number is below 0 or above `MOST`."""
    if is_dataclass(value):
        for f in fields(value):
            _check_numbers(getattr(value, f.name), f"{path}.{f.name}")
    elif isinstance(value, tuple):
        for n, item in enumerate(value):
            _check_numbers(item, f"{path}[{n}]")
    elif isinstance(value, int) and not 0 <= value <= MOST:
        raise RulesetError(
            sentence("{path} is {value}; a number from 0 to {most} is needed", path=path, value=value, most=MOST)
        )
