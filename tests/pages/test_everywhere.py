"""Every page has four languages, two looks and any width, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask, url_for
from playwright.sync_api import Page

from replay.lessons.built_in import lesson_named
from replay.lessons.file import to_plain
from replay.puzzles.file import built_in
from tests.cases import cases, full
from tests.http.classes import a_class
from tests.http.people import People, opened
from tests.http.tournament_requests import done, draw, report, tournament
from tests.pages.conftest import DESK, OF_COLOURS, PHONE, Open, accessible
from tests.pages.evening import Evening, an_evening
from tests.pages.reading import Sheet, read
from tests.pages.test_imports_page import an_import
from web.languages import COOKIE as LANGUAGE

NO_PAGES = {
    "assets.asset", "record.worker", "record.manifest", "news.feed", "messages_page.calendar",
    "screens.slides", "papers.draw_pdf", "papers.sheets_pdf",
    "papers.boards_pdf", "papers.travellers_pdf", "papers.standings_pdf", "papers.standings_csv", "papers.results_pdf",
    "papers.players_pdf",
    "own_page.evening_picture", "own_page.show_evening", "own_page.show_result", "own_page.show_deal",
    "sections_page.standings_csv",
    "disputes_page.paper_pdf", "classes_page.answers", "lesson_paper.paper_pdf", "tournaments_page.fair_file",
    "oembed.offer", "people_pages.own_file", "who_sees_page.robots",
    "link_pictures.site", "link_pictures.deal", "link_pictures.problem", "link_pictures.lesson",
    "link_pictures.tournament",
    "tournament_desk.sealed", "issuer.begin", "issuer.finish",
}  # fmt: skip
"""Routes of the pages that nobody reads."""

LENGTHS = {"signing_in.with_link": 43, "mail_links.show": 43, "player_joining.invitation": 22}
"""The characters of the secrets in paths, where they are not those of a table's card."""

OF_BOARDS = {"tournament_boards.boards", "tournament_boards.board"}
"""The pages of a duplicate's boards; the tournament here has none: see `test_boards_pages`."""

SMALL_FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((field) => field.checkVisibility() && !["checkbox", "radio", "range", "submit"].includes(field.type)
    && parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML.slice(0, 100))"""
"""The fields into which an iPhone zooms when they are tapped."""
FAULTS = """() => {
  const said = (part) => part.getAttribute("aria-label")?.trim() || part.getAttribute("aria-labelledby")
    || part.getAttribute("title") || part.textContent.trim() || part.querySelector("img[alt]:not([alt=''])");
  const named = (field) => [...field.labels].some((label) => label.textContent.trim())
    || field.getAttribute("aria-label")?.trim() || field.getAttribute("aria-labelledby") || field.getAttribute("title");
  const all = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  const ids = [...document.querySelectorAll("[id]")].map((part) => part.id);
  const levels = all("h1, h2, h3, h4, h5, h6").map((part) => Number(part.tagName[1]));
  const start = (part) => part.outerHTML.slice(0, 100);
  return [
    ...all("input:not([type=hidden]):not([type=submit]), select, textarea").filter((each) => !named(each)).map(start),
    ...all("button, a[href], summary").filter((each) => !said(each)).map(start),
    ...all("img:not([alt]), [role=img]:not([aria-label]):not([aria-labelledby])").map(start),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `two of ${id}`),
    ...(all("h1").length ? [] : ["no h1"]),
    ...levels.flatMap((level, n) => n && level > levels[n - 1] + 1 ? [`h${level} below h${levels[n - 1]}`] : []),
  ];
}"""
"""The faults that stop a screen reader first. Every page is searched for them; axe-core takes longer."""
RAW_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
"""A time as programs write it."""
WIDTHS = (360, 768, 1280)
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
OF_ROOMS = {
    "/", "/learn/02-following-suit/1/4", "/classes/ID", "/practice/ID", "/clubs/ID", "/players/ID", "/record/ID",
    "/account", "/tournaments/ID/desk/round", "/deals/ID", "/disputes/ID", "/slates/ID",
}  # fmt: skip
"""A page of most rooms, which a browser opens every day on a phone."""
ALL = bool(os.environ.get("NOUGHT_FULL"))
SAMPLED = ["en", full("ta"), full("si"), full("gsw")]


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    """A club's evening; the club also has a ruleset of its own."""
    played = an_evening(people, deals=8 if ALL else 2)
    house = {"key": "fives", "name": "Fives", "base": "304", "changes": {"redeal.threshold": 20}}
    assert people.admin.post(f"/clubs/{played.club}/rulesets", house).status_code == 201
    return played


@pytest.fixture(scope="module")
def cup(people: People, evening: Evening) -> str:
    """A tournament in its first round; a result of entry 1 awaits the confirmation of its opponents."""
    new_cup = tournament(people.admin, 6, club=evening.club)
    met = next(table for table in draw(people.admin, new_cup)["encounters"] if ["1"] in table["sides"])
    report(people.admin, met["id"], 7, 4)
    return new_cup


@pytest.fixture(scope="module")
def dispute(people: People, evening: Evening) -> str:
    """A dispute that was ruled on."""
    claim = {"side": "NS", "ply": 20, "claim": "East looked.", "code": "revoke"}
    identity = opened(people.admin.post(f"/deals/{evening.deals[0]['id']}/disputes", claim))
    done(people.admin, f"/disputes/{identity}/facts", {"text": "There was a mirror."})
    done(
        people.admin,
        f"/disputes/{identity}/ruling",
        {"remedies": [{"kind": "warning", "seat": "E"}], "reason": "It was."},
    )
    return identity


def every_path(app: Flask, people: People, evening: Evening, table: str, cup: str, dispute: str) -> Iterator[str]:
    """Every page of the site, and one that is not there."""
    practice = people.anybody.post("/practices", {"ruleset": "304", "seat": "E"}).json["id"]
    content = lesson_named("02-following-suit")
    assert content is not None
    lesson = opened(people.admin.post("/lessons", {"lesson": to_plain(content)}))
    league = opened(people.admin.post("/series", {"name": "Winter league", "club": evening.club}))
    assert people.admin.post(f"/series/{league}/evenings", {"tournament": cup}).status_code == 200
    slate = opened(people.admin.post("/slates", {"game": "coiffeur", "club": evening.club, "teams": {"A": "Vreni"}}))
    done(people.admin, f"/slates/{slate}/lines", {"contract": "roses", "points": 97})
    room = a_class(people, lesson="02-following-suit")
    known = {
        "class_id": room.id,
        "class_code": room.code,
        "club_id": evening.club,
        "player_id": evening.player,
        "match_id": evening.match,
        "deal_id": evening.deals[0]["id"],
        "table_id": table,
        "tournament_id": cup,
        "dispute_id": dispute,
        "thing_id": dispute,
        "number": 1,
        "table": 1,
        "entry": 1,
        "level": "names-for-members",
        "secret": "",
        "code": "A" * 10,
        "name": "35-whose-weis-is-best",
        "key": "304-doso-viso",
        "own": "fives",
        "other": "sidi-barrani",
        "lesson": "02-following-suit",
        "chapter": 1,
        "step": 4,
        "practice_id": practice,
        "lesson_id": lesson,
        "series_id": league,
        "slate_id": slate,
        "puzzle_id": next(iter(built_in())),
        "import_id": an_import(people, evening.club),
    }
    yield "/nothing-here"
    for rule in app.url_map.iter_rules():
        is_page = app.view_functions[rule.endpoint].__module__.startswith("web.")
        if "GET" not in (rule.methods or ()) or not is_page or rule.endpoint in NO_PAGES | OF_BOARDS:
            continue
        assert rule.arguments <= known.keys(), f"{rule.rule}: say what its path may hold"
        with app.test_request_context():
            arguments = {name: known[name] for name in rule.arguments}
            if "secret" in arguments:
                arguments["secret"] = "A" * LENGTHS.get(rule.endpoint, 10)
            yield url_for(rule.endpoint, **arguments)


@pytest.mark.parametrize("language", SAMPLED)
def test_every_page_fits_any_width_and_everybody_can_use_it(
    open_page: Open,
    app: Flask,
    people: People,
    evening: Evening,
    cup: str,
    dispute: str,
    site: str,
    language: str,
) -> None:
    """axe-core looks at every page in English, as the other languages have the same elements.

    The everyday run opens a page of most rooms in English on a phone, in one of the looks in turn, and reads some of
    the others without a browser (below). axe-core looks at each, and at the colours of every fourth. The full run opens
    each page in every language, at three widths and in both looks, and axe-core looks at all.
    """
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    how = {"viewport": PHONE, "extra_http_headers": official, "reduced_motion": "reduce", "has_touch": True}
    page = open_page("/docs/rapidoc.js", **how)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    paths = [*every_path(app, people, evening, people.table(evening.club), cup, dispute)]
    opened = paths if ALL else [path for path in paths if ID.sub("ID", path) in OF_ROOMS]
    assert {ID.sub("ID", path) for path in opened} >= OF_ROOMS
    for n, path in enumerate(opened):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language, path
        for look in ("light", "dark") if ALL else (("light", "dark")[n % 2],):
            page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
            for size in (DESK, {"width": 768, "height": 1024}, PHONE) if ALL else (PHONE,):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (path, look, size)
            if language == "en":
                assert page.evaluate(FAULTS) == [], path
                accessible(page)
                if ALL or n % 4 == 0:
                    accessible(page, *OF_COLOURS)
        page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
        assert page.evaluate(SMALL_FIELDS) == [], path
        if language == "en":
            assert not RAW_TIME.search(page.locator("body").inner_text()), path
            if not path.startswith("/record"):  # its parts stay in place and scroll
                page.set_viewport_size({"width": 390, "height": 844})
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                assert page.evaluate("document.documentElement.scrollWidth") <= 390, (path, "large text")
    open_page.tolerated.append("40")  # type: ignore[attr-defined]


def opened_text(app: Flask, path: str, people: People) -> str:
    """The text of a page that is opened without a failure."""
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    answer = app.test_client().get(path, headers=headers, follow_redirects=True)
    assert answer.status_code < 500
    return answer.text


def faults_of(page: Sheet) -> Iterator[str]:
    """The faults of `FAULTS` that show in a page as the server writes it, and times as programs write them."""
    ids = [part.attribute("id") or "" for part in page.all("[id]")]
    yield from (f"two of {identity}" for identity, count in Counter(ids).items() if count > 1)
    labels = {part.attribute("for") for part in page.all("label[for]") if part.text()}
    within = {id(part) for label in page.all("label") if label.text() for part in label.wrapper.etree_element.iter()}
    for field in page.all("input:not([type=hidden]):not([type=submit]), select, textarea"):
        is_named = any(field.attribute(name) for name in ("aria-label", "aria-labelledby", "title"))
        if not is_named and field.attribute("id") not in labels and id(field.wrapper.etree_element) not in within:
            yield f"no name: {field.attribute('name')}"
    for part in page.all("button, a[href], summary"):
        is_named = any(part.attribute(name) for name in ("aria-label", "aria-labelledby", "title"))
        if not is_named and not part.text() and not any(image.attribute("alt") for image in part.all("img[alt]")):
            yield f"no words: {part.attribute('class')} {part.attribute('href')}"
    yield from (f"no alt: {image.attribute('src')}" for image in page.all("img:not([alt])"))
    if not page.all("h1"):
        yield "no h1"
    if time := RAW_TIME.search(page.text()):
        yield time[0]


def test_every_page_is_written_with_names_for_all_controls(
    app: Flask, people: People, evening: Evening, cup: str, dispute: str
) -> None:
    with cases() as case:
        for n, path in enumerate(every_path(app, people, evening, people.table(evening.club), cup, dispute)):
            if not ALL and (n % 3 or ID.sub("ID", path) in OF_ROOMS):
                continue  # in the full run, or opened in a browser
            if n % 2 and not ALL:  # to parse a page takes as long as to make it
                with case(path):
                    assert "<h1" in opened_text(app, path, people)
                continue
            with case(path):
                page = read(app, path, people.admin)
                assert page.status < 500
                assert page.one("html").attribute("lang") == "en"
                assert [*faults_of(page)] == []


@pytest.mark.full
@pytest.mark.parametrize("language", SAMPLED)
def test_the_header_of_a_reader_who_is_not_signed_in_fits_a_phone_in_one_row_and_breaks_with_large_text(
    open_page: Open, site: str, language: str
) -> None:
    page = open_page("/", viewport=PHONE)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    page.reload()
    parts = page.locator("header.site > :is(.mark, .to-nav, .who, .menu)")
    boxes = [box for each in parts.all() if (box := each.bounding_box())]
    assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    boxes = [box for each in parts.all() if (box := each.bounding_box())]
    assert max(box["x"] + box["width"] for box in boxes) <= PHONE["width"]


@pytest.mark.full
@pytest.mark.parametrize("reader", ["official", "anonymous"])
def test_every_page_is_accessible_at_every_width_in_both_looks(
    open_page: Open, app: Flask, people: People, evening: Evening, cup: str, dispute: str, reader: str
) -> None:
    """By all rules of axe-core, for an official and for a reader who is not signed in."""
    headers = {"Authorization": f"Bearer {people.admin.secret}"} if reader == "official" else {}
    page = open_page("/docs/rapidoc.js", extra_http_headers=headers, reduced_motion="reduce")
    deal = evening.deals[0]["id"]
    moments = [f"/deals/{deal}?seat=all#27", f"/deals/{deal}/knowledge?seat=S&at=30", f"/deals/{deal}/seats?at=30"]
    paths = [*every_path(app, people, evening, people.table(evening.club), cup, dispute), *moments]
    with cases() as case:
        for path in paths:
            page.goto(path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                for look in ("light", "dark"):
                    page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
                    with case(path, width, look):
                        assert page.evaluate("document.documentElement.scrollWidth") <= width
                        accessible(page)
    open_page.tolerated.append("40")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_look_is_chosen_once_and_kept(open_page: Open) -> None:
    page = open_page("/learn")
    grounds = []
    for name in ("Light", "Dark"):
        page.get_by_label("Language and appearance").click()
        page.get_by_role("button", name=name).click()
        page.goto("/rules")
        assert page.locator("html").get_attribute("data-look") == name.lower()
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


@pytest.mark.full
def test_a_language_is_chosen_once_and_kept(open_page: Open) -> None:
    page = open_page("/learn")
    page.get_by_label("Language and appearance").click()
    page.get_by_role("button", name="தமிழ்").click()
    assert page.locator("html").get_attribute("lang") == "ta"
    page.goto("/rules")
    assert page.locator("html").get_attribute("lang") == "ta"


@pytest.mark.parametrize(("language", "font"), [("ta", "Noto Sans Tamil"), full("si", "Noto Sans Sinhala")])
def test_every_word_is_drawn_with_a_font_that_has_its_letters(
    open_page: Open, evening: Evening, site: str, language: str, font: str
) -> None:
    """Also where the device has none of its own, and the font came after the first look of the page."""
    page = open_page("/docs/rapidoc.js", viewport=DESK)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    page.goto(f"/deals/{evening.deals[0]['id']}/audit")
    page.evaluate("document.fonts.ready")
    browser = page.context.new_cdp_session(page)
    browser.send("DOM.enable")
    browser.send("CSS.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    for selector in ("h1", "h2", "header.site .who", "header.site nav a"):
        node = browser.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        used = browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert font in {each["familyName"] for each in used}, (selector, used)


def bytes_of(page: Page) -> int:
    """The bytes that the page and everything it needs took on the wire."""
    return int(
        page.evaluate(
            "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
            ".reduce((sum, each) => sum + each.transferSize, 0)"
        )
    )


@pytest.mark.parametrize(
    "path",
    [
        "/",
        full("/deals/{deal}/explore"),
        full("/rules/304"),
        full("/tournaments/{cup}/desk/tables"),
        full("/deals"),
        full("/deals/{deal}"),
        full("/deals/{deal}/knowledge"),
        full("/deals/{deal}/seats"),
        full("/deals/{deal}/what-if"),
        full("/rules"),
        full("/rules/sidi-barrani"),
        full("/rules/304/differences/304-cats"),
        full("/players/{player}"),
        full("/players/{player}/kept"),
        full("/clubs/{club}/people"),
        full("/clubs/{club}/who-sees"),
        full("/practice"),
        full("/record/{deal}"),
        full("/tournaments/{cup}/screen"),
        full("/tournaments/{cup}/papers/sheets/1"),
    ],
)
def test_a_first_page_is_light_and_nothing_comes_from_elsewhere(
    open_page: Open, people: People, evening: Evening, cup: str, site: str, path: str
) -> None:
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page("/docs/rapidoc.js", extra_http_headers=official)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(path.format(deal=evening.deals[0]["id"], player=evening.player, club=evening.club, cup=cup))
    page.wait_for_load_state("networkidle")
    assert urls
    assert all(url.startswith(site) for url in urls)
    assert bytes_of(page) < 150_000
