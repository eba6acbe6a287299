"""Errors that people read are sentences with values, which the catalogues translate; none is built as English text."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from uuid import UUID

import pytest

import domain
from domain.engine.refusals import Refused, refuse
from domain.games.catalogue import UnknownRuleset
from domain.kernel.errors import Declined, NotFound
from replay.positions.whole_hands import HandsError
from replay.words.values import translate
from tests.catalogues import used
from web.catalogues import ERRORS, PROBLEMS
from web.languages import language_of

ROOT = Path(domain.__path__[0]).parent
TAKING = ERRORS | PROBLEMS


def messages_of(path: Path) -> list[tuple[int, ast.expr]]:
    """Return the message of each error that a module makes, with its line."""
    messages = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKING:
            place = TAKING[node.func.id][0] - 1
            if place < len(node.args):
                messages.append((node.lineno, node.args[place]))
    return messages


@pytest.mark.parametrize("package", ["domain", "analysis", "replay", "api", "web"])
def test_no_error_is_built_as_english_text(package: str) -> None:
    """Plain words (`style.md`): one voice, in every language."""
    sentences = {text for message in used() for text in ([message.id] if isinstance(message.id, str) else message.id)}
    wrong = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for line, message in messages_of(path):
            where = f"{path.relative_to(ROOT)}:{line}"
            match message:
                case ast.JoinedStr() | ast.BinOp() | ast.IfExp():
                    wrong.append(f"{where} is put together as a text")
                case ast.Call(func=ast.Name(id="str" | "repr")):
                    wrong.append(f"{where} takes the English text of another error, not its sentence")
                case ast.Constant(value=str(text)) if text and text not in sentences:
                    wrong.append(f"{where} is in no catalogue: {text}")
    assert not wrong, "\n".join(wrong)


def test_the_values_of_a_sentence_are_not_read_as_places_for_values() -> None:
    """A name may have braces."""
    error = Declined("entry-name", "{name} plays already", name="{name} {0}")
    assert str(error) == "{name} {0} plays already"
    assert translate(language_of("ta"), error.sentence)


def test_an_error_is_the_same_in_another_process() -> None:
    """Subclasses take other arguments than the sentence, of which an exception is made anew by default."""
    errors = [
        Refused(refuse("bid-too-low", "E", "{who} bid {bid}", "at least 160", bid=150)),
        Declined("name", "{what} must not be empty", what="a name"),
        NotFound("deal", UUID(int=7)),
        UnknownRuleset("305"),
        HandsError("{card} is in two places", card="JS"),
    ]
    for error in errors:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301, our own bytes
        assert type(again) is type(error)
        assert (str(again), again.code, again.__dict__) == (str(error), error.code, error.__dict__)
