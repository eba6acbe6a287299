"""Options that a form or a query sends (`web/templates/parts/options.html` has their controls)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.options import options

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from domain.options import Option


def read(form: MultiDict[str, str], kind: type) -> dict[str, Any]:
    """Return the options of a class that a form sends. A number that cannot be read is -1, which no option takes."""
    return {name: _value(form, name, each) for name, each in options(kind).items() if _is_sent(form, name, each)}


def is_field(name: str, kind: type) -> bool:
    """Return whether a field of a form is one of the options of a class."""
    return name.removeprefix("chooses_") in options(kind)


def _is_sent(form: MultiDict[str, str], name: str, option: Option) -> bool:
    if option.is_list and option.choices:
        return f"chooses_{name}" in form
    return bool(form.get(name, "").strip()) if option.is_number else name in form


def _value(form: MultiDict[str, str], name: str, option: Option) -> Any:
    if option.is_list and option.choices:
        return [each for each in option.choices if each in form.getlist(name)]
    if option.is_list:
        return [_whole(part) for part in form[name].replace(",", " ").split()]
    return _whole(form[name]) if option.is_number else form[name]


def _whole(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
