"""Messages about the fields of a request, in the reader's language.

The messages come from the schemas: those of marshmallow, and those of the fields with a rule of their own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.values import Term, sentence
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.words import Language

RULES: Final = (
    sentence("A PIN has {least} to {most} digits.", least="", most=""),
    sentence("A key has up to {most} small letters, digits and hyphens.", most=""),
    sentence("A seat is a letter such as E, or a number."),
    sentence("A card is its rank and its suit, as in JH."),
)
"""The rules that say what a person has to type."""
MESSAGES: Final = (
    *RULES,
    sentence("Missing data for required field."),
    sentence("Field may not be null."),
    sentence("Not a valid integer."),
    sentence("Not a valid number."),
    sentence("Not a valid string."),
    sentence("Not a valid datetime."),
    sentence("Not a valid date."),
    sentence("Not a valid UUID."),
    sentence("Not a valid boolean."),
    sentence("Not a valid list."),
    sentence("Not a valid mapping type."),
    sentence("Invalid input type."),
    sentence("Invalid value."),
    sentence("Unknown field."),
    sentence("String does not match expected pattern."),
    sentence("Shorter than minimum length {least}.", least=""),
    sentence("Longer than maximum length {most}.", most=""),
    sentence("Length must be between {least} and {most}.", least="", most=""),
    sentence("Must be greater than or equal to {least} and less than or equal to {most}.", least="", most=""),
    sentence("Must be greater than or equal to {least}.", least=""),
    sentence("Must be less than or equal to {most}.", most=""),
    sentence("Must be one of: {choices}.", choices=""),
    sentence("Must be printable, and more than spaces."),
    sentence("Must not hold control characters."),
)
"""The messages that a caller may meet; any other stays in English."""


def _pattern(message: Term) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(message.msgid)), re.DOTALL)


PATTERNS: Final = [(_pattern(message), message) for message in MESSAGES]


def in_words(messages: Any, language: Language) -> Any:
    """Return the messages of the fields with text keys, as JSON needs, in a language."""
    if isinstance(messages, dict):
        return {str(key)[:200]: in_words(value, language) for key, value in messages.items()}
    if isinstance(messages, list | tuple):
        return [in_words(item, language) for item in messages]
    known = _read(str(messages))
    return translate(language, known) if known else str(messages)


def rule_of(messages: Any) -> Term | None:
    """Return the rule that the first field with a rule of its own breaks; None if none does."""
    rules = {rule.msgid for rule in RULES}
    return next((known for text in _texts(messages) if (known := _read(text)) and known.msgid in rules), None)


def _read(text: str) -> Term | None:
    """Return a message as a sentence; None if it is not known."""
    for pattern, message in PATTERNS:
        if match := pattern.fullmatch(text):
            return Term(message.msgid, match.groupdict())
    return None


def _texts(messages: Any) -> Iterator[str]:
    if isinstance(messages, dict | list | tuple):
        for each in messages.values() if isinstance(messages, dict) else messages:
            yield from _texts(each)
    else:
        yield str(messages)
