"""Scripts with all their modules in one file."""

from __future__ import annotations

import re

import pytest

from web.assets import all_assets
from web.bundles import bundled


def test_a_module_stands_once_and_before_those_that_import_it() -> None:
    sources = {
        "js/page.js": 'import { show as shown } from "./part/table.js";\nimport { make } from "./dom.js";\nshown();\n',
        "js/part/table.js": 'import { make } from "../dom.js";\nexport const show = (what) => make(what);\n',
        "js/dom.js": "export function make() {}\nexport async function wait() {}\nexport class Part {}\n",
    }
    text = bundled("js/page.js", sources)["js/page.bundle.js"]
    assert re.findall(r"^// (.*)", text, re.MULTILINE) == ["js/dom.js", "js/part/table.js", "js/page.js"]
    assert "return { make, wait, Part };" in text
    assert "const { show: shown } = $js_part_table_js;" in text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)


def test_comments_in_lines_of_their_own_are_not_sent() -> None:
    source = (
        '// Of us.\n/** Make a part:\n    of `kind`. */\nexport function make() {\n  // why\n  return "//a"; // b\n}'
    )
    text = bundled("js/a.js", {"js/a.js": source})["js/a.bundle.js"]
    assert text == (
        '// js/a.js\nconst $js_a_js = (() => {\nfunction make() {\n  return "//a"; // b\n}\nreturn { make };\n})();\n'
    )


def test_a_module_that_is_imported_when_needed_has_a_file_that_shares_the_modules_of_the_first() -> None:
    sources = {
        "js/page.js": 'import { make } from "./dom.js";\nconst { print } = await import("./part/print.js");\n',
        "js/part/print.js": 'import { make as build } from "../dom.js";\nexport const print = () => build();\n',
        "js/dom.js": "export function make() {}\n",
    }
    files = bundled("js/page.js", sources)
    assert list(files) == ["js/page.bundle.js", "js/part/print.bundle.js"]
    first, later = files.values()
    assert 'await import("./part/print.bundle.js")' in first
    assert first.endswith("export { $js_page_js, $js_dom_js };\n")
    assert later == (
        'import { $js_dom_js } from "./../page.bundle.js";\n'
        "const { make: build } = $js_dom_js;\nexport const print = () => build();\n"
    )


def test_a_module_that_is_imported_when_needed_brings_no_other_with_it() -> None:
    sources = {
        "js/page.js": 'await import("./print.js");\n',
        "js/print.js": 'import { make } from "./dom.js";\n',
        "js/dom.js": "export function make() {}\n",
    }
    with pytest.raises(ValueError, match=r"js/print\.js imports js/dom\.js"):
        bundled("js/page.js", sources)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export default 1;", "export default"),
        ('import * as all from "./b.js";', r"import \*"),
        ("export let n = 0;", "export let"),
        ('import { n } from "./a.js";', "imports itself"),
    ],
)
def test_what_no_bundle_can_be_made_with_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        bundled("js/a.js", {"js/a.js": text, "js/b.js": ""})


def test_the_replay_comes_in_one_file_but_for_the_analysis() -> None:
    body = all_assets()["js/replay.bundle.js"].body.decode()
    assert body.count("customElements.define(") == 1
    assert "// js/replay/handout.js" in body
    assert "// js/replay/analysis.js" not in body
    assert b"export class Analysis" in all_assets()["js/replay/analysis.bundle.js"].body
