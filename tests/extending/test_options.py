"""An option is declared once, in the class that holds it: every surface has it without naming it again."""

from __future__ import annotations

from dataclasses import dataclass

import click
import pytest
from click.testing import CliRunner
from flask import Flask, render_template_string
from werkzeug.datastructures import MultiDict

from api.cli.disputes import disputes
from api.cli.parts.options import given, options_of
from api.cli.series import series
from api.cli.tournament.common import tournament
from domain.dispute.facts import Ruling
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from domain.kernel.option_checks import check, cleaned
from domain.options import choice, content, number, options, spare, text, values
from domain.series.terms import SeriesTerms
from domain.tournament.entries.file import COLUMNS
from domain.tournament.state import EntryDetails
from schemas.base import Answer, Command
from schemas.disputes import RulingSchema
from schemas.options import names_of, with_options
from schemas.tournaments.answers import EntryAnswer
from schemas.tournaments.commands import SetDetails
from schemas.tournaments.entry_files import EntryFileLine
from tests.cases import cases
from web.languages import text_of
from web.options import is_field, read


@dataclass(frozen=True)
class Lunch:
    """A made-up thing with an option of each kind."""

    plates: int = number(2, sentence("Plates"), least=1, most=9)
    price: int | None = number(None, sentence("Price"), most=999)
    rows: tuple[int, ...] = number((3, 1), sentence("Rows"), most=5, longest=4)
    dish: str = choice("rice", sentence("Dish"), ("rice", "hoppers"))
    sides: tuple[str, ...] = choice(("dhal",), sentence("Sides"), ("dhal", "sambol"))
    note: str = text("", sentence("Note"), most=20, is_spare=True)


NAMES = ["plates", "price", "rows", "dish", "sides", "note"]
WORDS = {"rice": "Rice", "hoppers": "Hoppers", "dhal": "Dhal", "sambol": "Sambol"}


def test_an_option_is_checked_as_it_is_declared() -> None:
    check(Lunch, {"plates": 9, "price": None, "rows": [1], "dish": "rice", "sides": [], "note": "x" * 20}, "lunch")
    wrong = {"plates": [0, 10, "2", True], "price": [-1, 1000], "rows": [[], [1] * 5, [6], 3], "dish": ["soup", 1],
             "sides": [["dhal", "dhal"], ["soup"], "dhal"], "note": ["x" * 21, 5]}  # fmt: skip
    with cases() as case:
        for name, refused in wrong.items():
            for value in refused:
                with case(name, value), pytest.raises(Declined, match=name) as error:
                    check(Lunch, {name: value}, "lunch")
                assert error.value.code == "lunch"
    with pytest.raises(Declined, match="readable"):
        cleaned(Lunch(note="a\u0007b"), "lunch")
    assert cleaned(Lunch(note="  hot "), "lunch").note == "hot"


def test_an_option_that_was_added_later_is_left_out_of_what_is_stored_while_it_is_empty() -> None:
    assert spare(Lunch, "lunch.") == ("lunch.note",)
    assert content(Lunch()) == [2, None, (3, 1), "rice", ("dhal",)]
    assert content(Lunch(note="hot")) == [2, None, (3, 1), "rice", ("dhal",), {"note": "hot"}]


def test_a_request_an_answer_and_a_command_line_have_the_options_of_a_class() -> None:
    @dataclass(frozen=True)
    class Small:
        plates: int = number(2, sentence("Plates"), least=1, most=9, about="how many", example=3)
        note: str = text("", sentence("Note"), most=20)

    @with_options(Small)
    class Order(Command):
        """An order."""

    @with_options(Small)
    class Bill(Answer):
        """A bill."""

    assert names_of(Small) == "`plates`, `note`"
    assert Order().load({}) == {"plates": 2, "note": ""}
    assert Order().validate({"plates": 10, "note": "x" * 21}).keys() == {"plates", "note"}
    assert Order().fields["plates"].metadata == {"description": "how many", "example": 3}
    assert Bill().dump({"plates": 4}) == {"plates": 4}

    @with_options(Lunch)
    class Meal(Command):
        """A meal."""

    assert Meal().load({}) == values(Lunch())
    wrong = {"plates": "2", "rows": [6], "dish": "soup", "sides": ["soup"], "note": 5}
    assert Meal().validate(wrong).keys() == wrong.keys()

    @click.command()
    @options_of(Lunch)
    def order(**named: object) -> None:
        click.echo(Lunch(**given(Lunch, named)))  # type: ignore[arg-type]

    run = CliRunner().invoke
    named = ["--plates", "3", "--rows", "4, 2", "--dish", "hoppers", "--sides", "dhal", "--sides", "sambol"]
    assert "plates=3, price=None, rows=[4, 2], dish='hoppers', sides=('dhal', 'sambol')" in run(order, named).output
    assert "plates=2" in run(order, []).output
    assert [run(order, bad).exit_code for bad in (["--plates", "0"], ["--rows", "4;2"], ["--dish", "soup"])] == [2] * 3


def test_a_form_has_a_control_for_each_option_and_what_it_sends_is_read() -> None:
    app = Flask("web", root_path="web")
    app.jinja_env.globals.update(_=str)
    app.jinja_env.filters["sentence"] = text_of
    template = (
        '{% from "parts/options.html" import control with context %}'
        "{% for name, option in options.items() %}{{ control(name, option, option.default, words) }}{% endfor %}"
    )
    with app.test_request_context():
        page = render_template_string(template, options=options(Lunch), words=WORDS)
    with cases() as case:
        for name, option in options(Lunch).items():
            with case(name):
                assert f'name="{name}"' in page
                assert str(option.label) in page
    sent = MultiDict([("plates", "4"), ("price", ""), ("rows", "3, 2 1"), ("dish", "rice"), ("chooses_sides", "yes"),
                      ("sides", "sambol"), ("note", "hot"), ("other", "x")])  # fmt: skip
    assert read(sent, Lunch) == {"plates": 4, "rows": [3, 2, 1], "dish": "rice", "sides": ["sambol"], "note": "hot"}
    assert read(MultiDict([("plates", "many")]), Lunch) == {"plates": -1}
    assert [is_field(name, Lunch) for name in ("note", "chooses_sides", "other")] == [True, True, False]


def parameters(group: click.Group, name: str) -> set[str]:
    return {each.name or "" for each in group.commands[name].params}


def test_every_surface_has_the_terms_of_a_series_the_options_of_a_ruling_and_the_details_of_an_entry() -> None:
    surfaces = {
        "series open": (SeriesTerms, parameters(series, "open")),
        "series terms": (SeriesTerms, parameters(series, "terms")),
        "disputes rule": (Ruling, parameters(disputes, "rule")),
        "disputes decide": (Ruling, parameters(disputes, "decide")),
        "a ruling in the API": (Ruling, set(RulingSchema().fields)),
        "tournament details": (EntryDetails, parameters(tournament, "details")),
        "details in the API": (EntryDetails, set(SetDetails().fields)),
        "an entry in the API": (EntryDetails, set(EntryAnswer().fields)),
        "a line of a file in the API": (EntryDetails, set(EntryFileLine().fields)),
        "the columns of a file": (EntryDetails, COLUMNS),
    }
    with cases() as case:
        for surface, (kind, names) in surfaces.items():
            with case(surface):
                assert options(kind).keys() <= names
    assert values(EntryDetails(1850, "Lagoon")) == {"rating": 1850, "club": "Lagoon"}
