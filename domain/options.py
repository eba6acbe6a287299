"""Options: fields that people set, such as the terms of a series. Each is declared once, in the class that holds it.

Checks (`domain.kernel.option_checks`), schemas (`schemas.options`), command lines (`api.cli.parts.options`) and the
controls of forms (`web/templates/parts/options.html`) are made from the declaration: a new option is one line there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, TypeVar

from domain.engine.words.texts import unfit_in_a_line
from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from domain.engine.words.values import Term

T = TypeVar("T")
LONGEST_LINE: Final = 200
"""The most characters of a text that stands on one line."""


@dataclass(frozen=True, slots=True)
class Option:
    """The declaration of an option."""

    label: Term
    """Its name in words, as forms and logs have it."""
    default: Any
    is_number: bool
    """Whether it is a whole number, else a text."""
    most: int
    """The largest number, or the most characters of a text."""
    least: int
    choices: tuple[str, ...]
    """The only values that a text may have; empty if it is free."""
    longest: int
    """The most values of a list; 0 if it is not a list."""
    about: str
    """A description for the API and the command line."""
    example: Any
    is_spare: bool
    """Whether it was added when such things were stored already: while empty it is left out of what is stored."""

    @property
    def is_list(self) -> bool:
        """Return whether it is a list of such values."""
        return self.longest > 0

    def fault(self, name: str, value: Any) -> Term | None:
        """Return why a value is not legal; None if it is. ``name``: the name of the option."""
        if self.default is None and value is None:
            return None
        if self.is_list:
            return self._list_fault(name, value)
        if self.is_number:
            if not self._is_number(value):
                return sentence(
                    "{name} is a whole number from {least} to {most}", name=name, least=self.least, most=self.most
                )
            return None
        return self._choice_fault(name, value) if self.choices else self._text_fault(name, value)

    def _choice_fault(self, name: str, value: Any) -> Term | None:
        if value in self.choices:
            return None
        return sentence("{name} is one of {choices}", name=name, choices=", ".join(self.choices))

    def _text_fault(self, name: str, value: Any) -> Term | None:
        if not isinstance(value, str) or len(value) > self.most:
            return sentence("{name} is a text of up to {most} characters", name=name, most=self.most)
        if self.most <= LONGEST_LINE and (code := unfit_in_a_line(value)):
            return sentence(
                "{what} must be readable on one line: {text} has the character {code}",
                what=self.label,
                text=ascii(value[:60]),
                code=code,
            )
        if value and not any(map(str.isprintable, value)):
            return sentence("{what} must be readable: {text} is not", what=self.label, text=ascii(value[:60]))
        return None

    def _list_fault(self, name: str, value: Any) -> Term | None:
        listed = value if isinstance(value, list | tuple) else None
        if self.choices:
            if listed is None or any(each not in self.choices for each in listed) or len(set(listed)) < len(listed):
                return sentence("{name} are some of {choices}, each once", name=name, choices=", ".join(self.choices))
        elif listed is None or not 1 <= len(listed) <= self.longest or not all(map(self._is_number, listed)):
            return sentence(
                "{name} are 1 to {count} whole numbers from {least} to {most}",
                name=name,
                count=self.longest,
                least=self.least,
                most=self.most,
            )
        return None

    def _is_number(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


def number(
    default: int | tuple[int, ...] | None, label: Term, *, most: int, least: int = 0, longest: int = 0,
    about: str = "", example: Any = None, is_spare: bool = False,
) -> Any:  # fmt: skip
    """Declare an option that is a whole number or, with ``longest``, a list of them. The rest: see `Option`."""
    return _declare(label, default, True, most, least, (), longest, about, example, is_spare)


def text(default: str, label: Term, *, most: int, about: str = "", example: Any = None, is_spare: bool = False) -> Any:
    """Declare an option that is a free text of up to ``most`` characters."""
    return _declare(label, default, False, most, 0, (), 0, about, example, is_spare)


def choice(
    default: str | tuple[str, ...], label: Term, choices: tuple[str, ...], *, about: str = "",
    is_spare: bool = False,
) -> Any:  # fmt: skip
    """Declare an option that is one of the choices or, with a list as its default, some of them in their order."""
    longest = len(choices) if isinstance(default, tuple) else 0
    return _declare(label, default, False, 0, 0, choices, longest, about, None, is_spare)


def _declare(label: Term, default: Any, *rest: Any) -> Any:
    return field(default=default, metadata={"option": Option(label, default, *rest)})


def options(kind: type[Any]) -> dict[str, Option]:
    """Return the options that a dataclass declares, by name, in their order."""
    return {each.name: each.metadata["option"] for each in fields(kind) if "option" in each.metadata}


def spare(kind: type, path: str = "") -> tuple[str, ...]:
    """Return the names of the options that are left out of stored facts while empty (`Fact.SPARE`), below a path."""
    return tuple(f"{path}{name}" for name, each in options(kind).items() if each.is_spare)


def values(holder: Any, kind: type | None = None) -> dict[str, Any]:
    """Return the options of an object by name: those of its class, or of a class that it derives from."""
    return {name: getattr(holder, name) for name in options(kind or type(holder))}


def taken(kind: type[T], given: dict[str, Any]) -> T:
    """Return an object of a class with options, which are taken out of the arguments of a command."""
    return kind(**{name: given.pop(name) for name in options(kind) if name in given})


def content(holder: Any) -> list[Any]:
    """Return the options of an object for the content of a request (`change`); a spare one only if it is set."""
    given = options(type(holder)).items()
    whole = [getattr(holder, name) for name, each in given if not each.is_spare]
    set_later = {name: getattr(holder, name) for name, each in given if each.is_spare and getattr(holder, name)}
    return [*whole, *([set_later] if set_later else [])]
