"""A club reads about the parameters of its ruleset in its own language, by the names of the form (docs/tour.md,
"Name your own rules")."""

from __future__ import annotations

import pytest

from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import Term
from domain.engine.words.worded import value_of
from domain.games.catalogue import RULESETS
from domain.games.house import house_ruleset
from replay.words.values import translate
from tests.cases import cases
from web.languages import LANGUAGES, language_of
from web.rules.form import YES_OR_NO, fields_of
from web.wording.parameter_names import CHOICES, GROUPS, NAMES, choice_of, with_names

WRONG = (
    ("304", {"bids.step_from_200": 7}),
    ("304", {"bids.step": 0}),
    ("304", {"auction4.minimum": 400}),
    ("304", {"redeal.threshold": 200}),
    ("304", {"redeal.max": 0}),
    ("304", {"pay.pcc.win": 5000}),
    ("304", {"match.tokens": 0}),
    ("304", {"match.pay_to": "bank"}),
    ("304", {"caps.bonus_before_trick": 1}),
    ("304", {"last_trick_bonus": 400}),
    ("304", {"double.bonus": 2}),
    ("304", {"closed.reveal_from": 251}),
    ("304", {"auction8.held": False, "auction8.minimum": 260}),
    ("304", {"bids.step": 10}),
    ("304", {"pack.ranks": "78QKTA9"}),
    ("304", {"pack.ranks": "78QKTA99"}),
    ("304", {"pack.suits": "SHDX"}),
    ("304", {}),
    ("sidi-barrani", {"double.factor": 1}),
    ("sidi-barrani", {"match.double_below": 3000}),
    ("sidi-barrani", {"match.target": 0}),
    ("sidi-barrani", {"stoeck.enabled": False, "stoeck.points": 30}),
    ("sidi-barrani", {"may_review_tricks": 12}),
)


def refusal(base: str, changes: dict[str, object]) -> Term:
    with pytest.raises(RulesetError) as refused:
        house_ruleset(RULESETS[base], "lagoon", "Lagoon", changes)
    fault = value_of(refused.value)
    assert isinstance(fault, Term)
    return fault


def test_every_parameter_of_the_form_has_a_name_in_its_group() -> None:
    fields = [field.path for game in RULESETS.values() for group in fields_of(game).values() for field in group]
    assert set(fields) == set(NAMES)
    assert {path.rpartition(".")[0] for path in fields} == set(GROUPS)


def test_every_value_that_is_chosen_is_in_words_of_every_language() -> None:
    chosen = {
        (field.path, option)
        for game in RULESETS.values()
        for group in fields_of(game).values()
        for field in group
        if field.options != YES_OR_NO
        for option in field.options
        if not option.replace(".", "").isdigit()
    }
    assert chosen == set(CHOICES)
    for path, option in chosen:
        words = choice_of(path, option)
        texts = {translate(language_of(code), words) for code in LANGUAGES}
        assert len(texts) == len(LANGUAGES), (path, option, texts)
        assert "_" not in str(words)


def test_a_refusal_is_told_in_every_language_by_the_names_of_the_form() -> None:
    with cases() as case:
        for base, changes in WRONG:
            sentence = refusal(base, changes)
            with case(base, changes):
                assert str(sentence).startswith(("lagoon: ", "lagoon.pack: ", "lagoon changes nothing"))
                texts = {translate(language_of(code), with_names(sentence)) for code in LANGUAGES}
                assert len(texts) == len(LANGUAGES)
                assert not [path for path in NAMES for text in texts if "." in path and path in text]


def test_programs_read_the_names_of_parameters_as_before() -> None:
    assert str(refusal("304", {"bids.step_from_200": 7})) == (
        "lagoon: auction8.minimum is 250, which nobody can bid: bids go up in steps of 10, above 200 of 7"
    )
    assert str(refusal("304", {"double.bonus": 2})) == (
        "lagoon: double.bonus says nothing here: it matters only where double.allowed"
    )
