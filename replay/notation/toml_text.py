"""A writer of TOML for hand files: one line an action, long notes wrapped.

Hand-made because `tomli-w` writes neither comments nor chosen line breaks, and the layout of hand files is fixed.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

WIDTH: Final = 100
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_CONTROL: Final = re.compile(r'[\x00-\x1f\x7f"\\]')
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def key(name: str) -> str:
    """Return a key as TOML."""
    return name if _BARE.fullmatch(name) else string(name)


def dotted_key(*names: str) -> str:
    """Return a dotted key: ``deal.E``."""
    return ".".join(map(key, names))


def string(text: str) -> str:
    """Return a text as a TOML string on one line, in single quotes if that saves escapes."""
    if "'" not in text and '"' in text and not re.search(r"[\x00-\x08\x0a-\x1f\x7f]", text):
        return f"'{text}'"
    return '"' + _CONTROL.sub(_escape, text) + '"'


def _escape(m: re.Match[str]) -> str:
    return _ESCAPES.get(m[0], f"\\u{ord(m[0]):04X}")


def value(data: Any) -> str:
    """Return a value as TOML on one line. Raises TypeError if TOML has no word for it."""
    match data:
        case bool():
            return "true" if data else "false"
        case int() | float():
            return repr(data)
        case str():
            return string(data)
        case dict():
            inner = ", ".join(f"{key(name)} = {value(item)}" for name, item in data.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return "[" + ", ".join(map(value, data)) + "]"
    raise TypeError(f"a hand file has no word for {data!r}")


def day(text: str) -> str:
    """Return a date as a TOML date, any other text as a string."""
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            pass
    return string(text)


def prose(text: str) -> str:
    """Return a long text as a wrapped TOML string. Reading removes the line breaks of the wrapping, not its own."""
    if len(text) <= WIDTH and "\n" not in text:
        return string(text)
    lines = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        # A run of spaces cannot stand where a line is broken: leave such a paragraph in one piece.
        safe = all(words) or not paragraph
        lines += _wrap(words) if safe else [_escape_prose(paragraph)]
    return '"""\n' + "\n".join(lines) + '"""'


def _wrap(words: list[str]) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in map(_escape_prose, words):
        if line and len(line) + len(word) >= WIDTH:
            lines.append(line + " \\")
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _escape_prose(text: str) -> str:
    """Escape a text for triple quotes: control characters, backslashes and adjacent quotes."""
    escaped = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\\\t]", _escape, text)
    return re.sub(r'"(?=")|"$', '\\"', escaped)


# --- line numbers of the actions ------------------------------------------------------------------

_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{},\n]|[^\s\[\]{},"\'#]+',
    re.DOTALL,
)


def lines_of(name: str, text: str) -> list[int]:
    """Return the line on which each element of an array begins; empty if the array is not found."""
    start = re.search(rf"^[ \t]*{re.escape(name)}[ \t]*=[ \t]*\[", text, re.MULTILINE)
    if start is None:
        return []
    line = text.count("\n", 0, start.end()) + 1
    lines: list[int] = []
    depth, fresh = 1, True
    for m in _TOKEN.finditer(text, start.end()):
        sign = m[0]
        if sign == "\n":
            line += 1
            continue
        if sign.startswith("#"):
            continue
        if sign == "," and depth == 1:
            fresh = True
            continue
        if sign in "]}":
            depth -= 1
            if not depth:
                return lines
            continue
        if fresh:
            lines.append(line)
            fresh = False
        depth += sign in "[{"
        line += sign.count("\n")
    return []
