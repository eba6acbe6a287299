"""Texts that pages share with the API are in the reader's language."""

from __future__ import annotations

from html import unescape

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from tests.cases import full
from tests.http.people import People
from tests.http.tournament_requests import draw, tournament
from tests.pages.conftest import PHONE, Open, fits
from tests.pages.deals import take_in
from web.languages import LANGUAGES, language_of

SAMPLED = ["en", "ta", full("si"), full("gsw")]


def page(people: People, path: str, language: str) -> str:
    """Return the text of a page as an administrator reads it in a language."""
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    answer = people.anybody.app.test_client().get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.fixture(scope="module")
def cup(people: People) -> str:
    """Return a tournament of which a round is drawn."""
    identity: str = tournament(people.admin, 2)
    draw(people.admin, identity)
    return identity


@pytest.fixture(scope="module")
def revoked(people: People) -> str:
    """Return a deal in which a seat revoked."""
    return take_in(people, 17)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Round 1 was drawn: "),
        ("gsw", "Durchgang 1 isch usglost: "),
        ("ta", "சுற்று 1 அமைக்கப்பட்டது: "),
        ("si", "වටය 1 යුගල කළා: "),
    ],
)
def test_the_log_of_a_tournament(people: People, cup: str, language: str, words: str) -> None:
    assert words in page(people, f"/tournaments/{cup}/log", language)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ">304 for eight<"), ("gsw", ">304 für acht<"), ("ta", ">304, எட்டுப் பேருக்கு<"), ("si", ">304, අටදෙනෙකුට<")],
)
def test_the_name_of_a_ruleset(people: People, language: str, words: str) -> None:
    assert words in page(people, "/deals", language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "1 breach is certain."),
        full("gsw", "1 Regelbruch isch sicher."),
        ("ta", "1 விதி மீறல் உறுதி."),
        full("si", "නීති කැඩීම් 1 ක් නිශ්චිතයි."),
    ],
)
def test_the_findings_of_an_audit(people: People, revoked: str, language: str, words: str) -> None:
    """Hand 17: South plays a diamond to a heart and holds another heart."""
    assert words in page(people, f"/deals/{revoked}/audit", language)


@pytest.mark.parametrize(
    ("language", "place", "pairing"),
    [
        ("en", "First of two with 0 points, ", "In the first round the upper half of the list meets the lower half; "),
        full("gsw", "1. vo 2 mit 0 Pünkt, ", "Im erschte Durchgang spilt di ober Hälfti vo de Lischte gäge di under; "),
        ("ta", "0 புள்ளிகள் பெற்ற 2 பேரில் 1-வது இடம், ", "முதல் சுற்றில் பட்டியலின் மேல்பாதி கீழ்ப்பாதியைச் சந்திக்கும்; "),
        full("si", "ලකුණු 0 ලැබූ 2 දෙනාගෙන් 1 වන ස්ථානය, ", "පළමු වටයේදී ලැයිස්තුවේ ඉහළ අඩ පහළ අඩ හමුවේ; "),
    ],
)
def test_the_reasons_of_places_and_pairings_on_pages_and_in_the_api(
    people: People, cup: str, language: str, place: str, pairing: str
) -> None:
    client = people.anybody.app.test_client()
    headers = {"Accept-Language": language}
    api = f"/api/v1/tournaments/{cup}"
    standings = client.get(f"{api}/standings", headers=headers)
    row = standings.json["items"][0]
    steps = client.get(f"{api}/standings/{row['entry']}", headers=headers)
    drawn = client.get(f"{api}/rounds/1", headers=headers)
    for answer in (standings, steps, drawn):
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.vary
    assert row["why"].startswith(place)
    assert row["why"] in unescape(page(people, f"/tournaments/{cup}/standings", language))
    paper = f"/tournaments/{cup}/papers/standings"
    assert row["why"] in unescape(page(people, paper, language))
    entry = unescape(page(people, f"/tournaments/{cup}/entries/{row['entry']}", language))
    assert all(step in entry for step in steps.json["steps"])
    reason = drawn.json["encounters"][0]["why"]
    assert reason.startswith(pairing)
    assert reason in unescape(page(people, f"/tournaments/{cup}/rounds/1", language))


REFUSALS = {
    "en": "South played eight of diamonds, but holds a card of the suit led; allowed: 9H",
    "gsw": "Süde hät Egge-Achti gspilt und hetti vo de uusgspilte Farb no gha; erlaubt: 9♥",
}


@pytest.mark.parametrize("language", SAMPLED)
def test_a_breach_is_said_alike_in_every_answer_of_the_api_and_on_pages(
    people: People, revoked: str, language: str
) -> None:
    client = people.anybody.app.test_client()
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}

    def answer(path: str) -> TestResponse:
        response = client.get(f"/api/v1/deals/{revoked}/{path}", headers=headers)
        assert response.status_code == 200, response.text
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in response.vary
        return response

    broken = [entry["broke"]["message"] for entry in answer("entries").json["entries"] if "broke" in entry]
    frames = [frame["broke"]["message"] for frame in answer("replays/arbiter").json["frames"] if "broke" in frame]
    acts = [act["broke"]["message"] for act in answer("timeline?viewer=arbiter").json["acts"] if "broke" in act]
    assert broken == frames == acts != []
    assert broken[0] == REFUSALS.get(language, broken[0])
    assert (broken[0] == REFUSALS["en"]) == (language == "en")
    finding = answer("audit").json["breaches"]["findings"][0]
    assert broken[0].startswith(finding["what"])
    assert finding["what"] in unescape(page(people, f"/deals/{revoked}/audit", language))


@pytest.mark.parametrize("language", SAMPLED)
def test_the_preview_of_a_correction_says_in_the_language_what_would_break_a_rule(
    people: People, revoked: str, language: str
) -> None:
    client = people.anybody.app.test_client()
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    entries = client.get(f"/api/v1/deals/{revoked}/entries", headers=headers).json["entries"]
    ply = next(entry["ply"] for entry in entries if "broke" in entry)
    response = client.post(
        f"/api/v1/deals/{revoked}/corrections/preview",
        json={"correction": "retract", "ply": ply - 1},
        headers=headers,
    )
    assert response.status_code == 200, response.text
    assert response.headers["Content-Language"] == language
    english = client.post(
        f"/api/v1/deals/{revoked}/corrections/preview",
        json={"correction": "retract", "ply": ply - 1},
        headers={**headers, "Accept-Language": "en"},
    )
    assert response.json["broken"]
    for row, other in zip(response.json["broken"], english.json["broken"], strict=True):
        assert row["code"] == other["code"]
        assert (row["message"] == other["message"]) == (language == "en")


@pytest.mark.parametrize("path", ["entries", full("desk"), full("replays/arbiter")])
def test_each_language_has_its_own_etag_and_english_is_what_nobody_asked_another_for(
    people: People, revoked: str, path: str
) -> None:
    client = people.anybody.app.test_client()
    own = {"Authorization": f"Bearer {people.admin.secret}"}
    url = f"/api/v1/deals/{revoked}/{path}"
    plain = client.get(url, headers=own)
    tags = {}
    for language in (*LANGUAGES, *LANGUAGES):
        headers = own | {"Accept-Language": language}
        response = client.get(url, headers=headers)
        tags[language] = response.headers["ETag"]
        assert client.get(url, headers=headers | {"If-None-Match": tags[language]}).status_code == 304
        if language == "en":
            assert (response.data, response.headers["ETag"]) == (plain.data, plain.headers["ETag"])
    assert len(set(tags.values())) == len(LANGUAGES)


def test_the_etag_of_a_language_is_taken_by_if_match(people: People) -> None:
    deal = people.deal()
    client = people.anybody.app.test_client()
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": "ta"}
    tag = client.get(f"/api/v1/deals/{deal}/desk", headers=headers).headers["ETag"]
    act = {"act": "E cut 9"}
    for stale in ('"7-ta"', '"7"'):
        refused = client.post(f"/api/v1/deals/{deal}/actions", json=act, headers=headers | {"If-Match": stale})
        assert refused.status_code == 412, refused.text
    done = client.post(f"/api/v1/deals/{deal}/actions", json=act, headers=headers | {"If-Match": tag})
    assert done.status_code in (200, 422), done.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_problem_of_the_api_is_told_in_the_language(people: People, revoked: str, language: str) -> None:
    words = language_of(language)
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    client = people.anybody.app.test_client()
    last = len(client.get(f"/api/v1/deals/{revoked}/entries", headers=headers).json["entries"])
    answer = client.get(f"/api/v1/deals/{revoked}/desk?ply=999", headers=headers)
    problem = answer.json
    assert (answer.status_code, problem["code"], answer.headers["Content-Language"]) == (422, "ply", language)
    assert problem["title"] == words.gettext("There is no such entry")
    assert problem["detail"] == words.gettext("there is no entry {ply}").format(ply=999)
    assert problem["allowed"] == words.gettext("the steps are {first} to {last}").format(first=0, last=last)
    assert (problem["detail"] == "there is no entry 999") == (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_program_could_do_next_is_told_in_english(people: People, revoked: str, language: str) -> None:
    headers = {
        "Authorization": f"Bearer {people.admin.secret}",
        "Accept-Language": language,
        "If-Match": '"1"',
    }
    answer = people.anybody.app.test_client().post(f"/api/v1/deals/{revoked}/undo", json={}, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (412, "version")
    assert answer.json["next"] == "Look at the record again, then send the new ETag."


@pytest.mark.full
@pytest.mark.parametrize("language", [full("en"), "ta", full("si"), full("gsw")])
def test_the_link_to_sign_in_is_never_cut_off(open_page: Open, language: str) -> None:
    home = open_page("/", viewport=PHONE, extra_http_headers={"Accept-Language": language})
    link = home.locator("header .enter")
    expect(link).to_be_visible()
    assert link.evaluate("each => each.scrollWidth <= each.clientWidth")
    fits(home)
