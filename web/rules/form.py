"""The form in which a club changes the rules of a game: a field for each parameter, and the changes in what is sent."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, is_dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from domain.engine.parameters import LABELS, MOST, plain, types_of
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import Listing, Term, sentence
from web.wording.parameter_names import NAMES, choice_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.engine.words.values import Value

STRUCTURE: Final = frozenset({"pack", "stages", "seating"})
"""The parameters that make another game: its cards, its seats, its course. They are changed by the API alone."""
PREFIX: Final = "p."
"""The beginning of the names of fields of parameters, so that no parameter is taken for another field."""
NOTHING: Final = "none"
YES_OR_NO: Final = ("true", "false")
YES: Final = sentence("yes")
NO: Final = sentence("no")


@dataclass(frozen=True, slots=True)
class Field:
    """The field of one parameter. ``options``: its possible values, as they are sent; empty for a number."""

    path: str
    value: str
    options: tuple[str, ...] = ()
    may_be_empty: bool = False
    """Whether no number at all is a value."""

    @property
    def name(self) -> str:
        """Return the name of the field in the form."""
        return f"{PREFIX}{self.path}"

    @property
    def title(self) -> Term:
        """Return the name of the parameter in its group."""
        return NAMES[self.path]

    def in_words(self, value: str) -> Value:
        """Return a value of this field as people read it."""
        if self.options == YES_OR_NO:
            return YES if value == "true" else NO
        return choice_of(self.path, value)


def fields_of(game: Ruleset) -> dict[str, list[Field]]:
    """Return the fields of a game by their groups (`web.wording.parameter_names.GROUPS`)."""
    groups: dict[str, list[Field]] = {}
    for field in _fields(game, ""):
        groups.setdefault(field.path.rpartition(".")[0], []).append(field)
    return groups


def _fields(part: Any, group: str) -> Iterator[Field]:
    parent: type = type(part)
    for name, kind in types_of(parent).items():
        if not group and name in STRUCTURE | LABELS:
            continue
        path, value = f"{group}{name}", getattr(part, name)
        if is_dataclass(value):
            yield from _fields(value, f"{path}.")
        elif kind is bool:
            yield Field(path, sent_value(value), YES_OR_NO)
        elif get_origin(kind) is Literal:
            yield Field(path, sent_value(value), tuple(map(sent_value, get_args(kind))))
        elif kind is int or set(get_args(kind)) == {int, NoneType}:
            yield Field(path, sent_value(value), may_be_empty=kind is not int)


def changes_in(base: Ruleset, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the parameters whose fields differ from the base, with their values.

    Raises `RulesetError` if a field holds no possible value.
    """
    changes: dict[str, Any] = {}
    for fields in fields_of(base).values():
        for field in fields:
            sent = form.get(field.name, field.value).strip()
            if (sent or NOTHING) != (field.value or NOTHING):
                changes[field.path] = _value(base, field, sent)
    return changes


def _value(base: Ruleset, field: Field, sent: str) -> Any:
    if field.options:
        if sent not in field.options:
            raise RulesetError(
                sentence(
                    "{path} is {value}; allowed: {choices}",
                    path=field.path,
                    value=repr(sent),
                    choices=Listing(field.options),
                )
            )
        kept = _kept(base, field.path)
        return sent == "true" if isinstance(kept, bool) else sent
    if not sent and field.may_be_empty:
        return None
    if not re.fullmatch(r"\d{1,7}", sent) or int(sent) > MOST:
        raise RulesetError(
            sentence(
                "{path} is {value}; a number from 0 to {most} is needed", path=field.path, value=repr(sent), most=MOST
            )
        )
    return int(sent)


def _kept(base: Ruleset, path: str) -> Any:
    """Return the value of a parameter of the base."""
    value = plain(base)
    for part in path.split("."):
        value = value[part]
    return value


def sent_value(value: Any) -> str:
    """Return a value as the form sends it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def key_of(name: str) -> str:
    """Return a key made of a name: "Lagoon fives" is ``lagoon-fives``; empty if the name has no Latin letter."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:64].strip("-")
