"""Names of rulesets: the key and version, the changes to another ruleset, or all parameters.

A version of a ruleset always means the same rules. A changed ruleset of the catalogue gets a new version, and files
that name the old version are refused, so that none is read by other rules.
"""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from functools import lru_cache
from types import NoneType
from typing import Any, Final, cast, get_args

import msgspec

from domain.engine.parameters import check, find_differences, override, parse, plain, types_of
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import sentence
from domain.engine.words.worded import value_of
from domain.games.catalogue import RULESETS, UnknownRuleset, ruleset
from domain.games.three04.ruleset import Three04Ruleset
from replay.notation.errors import NotationError

NAME: Final = re.compile(r"(?P<key>\S+)(\s+v(?P<version>\d{1,9}))?")
NONE: Final = "none"
"""The word for None, for parameters that are a number or None."""

Named = str | dict[str, Any]


def name_ruleset(resolved: dict[str, Any]) -> Named:
    """Return the shortest name that `read_ruleset` reads as the same ruleset."""
    return _name_ruleset(msgspec.json.encode(resolved))


@lru_cache(maxsize=256)
def _name_ruleset(resolved: bytes) -> Named:
    try:
        given = parse(msgspec.json.decode(resolved))
    except (RulesetError, TypeError) as e:
        raise NotationError(
            sentence("the ruleset of this deal does not fit together: {reason}", reason=value_of(e))
        ) from e
    known = RULESETS.get(given.key)
    if known == given:
        return _name(given)
    base = _base(given)
    named = {"base": _name(base), "key": given.key, "name": given.name, "version": given.version}
    changes = {path: NONE if value is None else value for path, (_, value) in find_differences(base, given).items()}
    return {**named, "changes": changes}


def read_ruleset(named: Named) -> dict[str, Any]:
    """Return the resolved ruleset of a name. Raises `NotationError` if there is no such ruleset."""
    if isinstance(named, str):
        return plain_of(_find_ruleset(named))
    try:
        if "base" not in named:
            return plain_of(check(parse({group: _parse_none(group, value) for group, value in named.items()})))
        return plain_of(_read_changed(named))
    except (RulesetError, TypeError, ValueError) as e:
        raise NotationError(sentence("the ruleset does not fit together: {reason}", reason=value_of(e))) from e


@lru_cache(maxsize=64)
def _plain(known: Ruleset) -> dict[str, Any]:
    data: dict[str, Any] = plain(known)
    return data


def plain_of(known: Ruleset) -> dict[str, Any]:
    """Return the ruleset as JSON. Callers must not change it: the same ruleset gives the same object."""
    return _plain(known)


def _name(known: Ruleset) -> str:
    return f"{known.key} v{known.version}"


def _find_ruleset(name: str) -> Ruleset:
    m = NAME.fullmatch(name.strip())
    if m is None:
        raise NotationError(
            sentence("{name} names no ruleset: write its key, and its version if you know it: 304 v1", name=repr(name))
        )
    try:
        known = ruleset(m["key"])
    except UnknownRuleset as e:
        raise NotationError(value_of(e)) from None
    if m["version"] and int(m["version"]) != known.version:
        raise NotationError(
            sentence(
                "ruleset {key} is known in version {known}, not {version}",
                key=repr(m["key"]),
                known=known.version,
                version=m["version"],
            )
        )
    return known


def _base(given: Ruleset) -> Ruleset:
    """Return the ruleset of the catalogue, of the same game, that differs least from a given one."""
    family = [known for known in RULESETS.values() if type(known) is type(given)]
    return min(family, key=lambda known: len(find_differences(known, given)))


def _read_changed(named: dict[str, Any]) -> Ruleset:
    unknown = sorted(set(named) - {"base", "key", "name", "version", "changes"})
    if unknown or not isinstance(named["base"], str) or not isinstance(named.get("changes", {}), dict):
        problem = f"not {', '.join(unknown)}" if unknown else "base is a name, changes a table"
        raise NotationError(f"a ruleset has base, key, name, version and changes; {problem}")
    base = _find_ruleset(named["base"])
    changes = {path: _parse_none(path, value) for path, value in named.get("changes", {}).items()}
    key = named.get("key", f"{base.key}-house")
    return override(base, key, named.get("name", base.name), changes, named.get("version", 1))


# --- None, for which TOML has no word -------------------------------------------------------------


@lru_cache(maxsize=256)
def _may_be_none(path: str) -> bool:
    """Return whether a parameter may be None. No such parameter has words as values."""
    kind: Any = Three04Ruleset
    for name in path.split("."):
        if not is_dataclass(kind):
            return False
        kind = types_of(cast("type", kind)).get(name)
    return NoneType in get_args(kind)


def _parse_none(path: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _parse_none(f"{path}.{name}", item) for name, item in value.items()}
    return None if value == NONE and _may_be_none(path) else value
