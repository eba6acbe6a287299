"""A refused field says in the reader's language what is needed; so does a game that nobody knows."""

from __future__ import annotations

import pytest

from domain.games.catalogue import UnknownRuleset
from replay.words.values import translate
from tests.cases import cases, full
from tests.http.people import People
from web.languages import language_of

PIN = {
    "en": "A PIN has 4 to 8 digits.",
    "ta": "PIN 4 முதல் 8 இலக்கங்கள் வரை இருக்க வேண்டும்.",
    "si": "PIN එකක ඉලක්කම් 4 සිට 8 දක්වා තිබිය යුතුය.",
    "gsw": "E PIN hät 4 bis 8 Ziffere.",
}
SAMPLED = [full(*pin) if pin[0] in ("si", "gsw") else pin for pin in PIN.items()]


@pytest.mark.parametrize(("language", "rule"), SAMPLED)
def test_a_pin_of_another_length_is_refused_with_the_rule(people: People, language: str, rule: str) -> None:
    deal, headers = people.deal(), {"Accept-Language": language}
    with cases() as case:
        for pin in ("12", "123456789", "12a4", ""):
            for path in ("pins", "confirmations"):
                with case(f"{path} {pin!r}"):
                    answer = people.admin.post(f"/deals/{deal}/{path}", {"seat": "E", "pin": pin}, headers=headers)
                    assert (answer.status_code, answer.json["code"], answer.json["detail"]) == (422, "shape", rule)
                    assert answer.json["errors"] == {"json": {"pin": [rule]}}


def test_what_is_wrong_with_a_field_is_in_the_readers_language(people: People) -> None:
    bodies = (
        ("/clubs", {"name": "x" * 201}, "Length must be between 1 and 200."),
        ("/clubs", {}, "Missing data for required field."),
        ("/clubs", {"name": "  "}, "Must be printable, and more than spaces."),
    )
    with cases() as case:
        for path, body, english in bodies:
            with case(english):
                texts = {
                    language: str(people.admin.post(path, body, headers={"Accept-Language": language}).json["errors"])
                    for language in PIN
                }
                assert english in texts["en"]
                assert len(set(texts.values())) == 4


def test_a_game_that_nobody_knows_is_refused_in_the_readers_language(people: People) -> None:
    texts = set()
    for language in PIN:
        headers = {"Accept-Language": language}
        answer = people.admin.post("/deals", {"ruleset": "whist", "dealer": "S"}, headers=headers)
        assert (answer.status_code, answer.json["code"]) == (422, "unknown-ruleset")
        assert "whist" in answer.json["detail"]
        texts.add(answer.json["detail"].partition("304")[0])
        texts.add(
            translate(language_of(language), UnknownRuleset("whist", ["lagoon-fives"]).sentence).partition("304")[0]
        )
    assert len(texts) == 8


@pytest.mark.parametrize(("language", "rule"), SAMPLED)
def test_the_page_of_a_table_says_how_long_a_pin_is(people: People, language: str, rule: str) -> None:
    table = people.table()
    deal = people.deal(table=table)
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    browser, path = people.app.test_client(), f"/tables/{table}/results"
    assert browser.get(path, headers=headers).status_code == 200
    for action in (f"{deal}/pins", f"{deal}/confirm"):
        refused = browser.post(f"{path}/{action}", headers=headers, data={"seat": "E", "pin": "12"})
        assert (refused.status_code, rule in refused.text) == (422, True), action
