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
    text = bundled("js/page.js", sources)
    assert re.findall(r"^// (.*)", text, re.MULTILINE) == ["js/dom.js", "js/part/table.js", "js/page.js"]
    assert "return { make, wait, Part };" in text
    assert "const { show: shown } = $js_part_table_js;" in text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)


def test_a_module_that_is_imported_later_is_there_already() -> None:
    sources = {
        "js/page.js": 'const { print } = await import("./print.js");\n',
        "js/print.js": "export const print = () => {};\n",
    }
    assert "await Promise.resolve($js_print_js)" in bundled("js/page.js", sources)


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


def test_the_replay_comes_in_one_file() -> None:
    body = all_assets()["js/replay.bundle.js"].body.decode()
    assert body.count("customElements.define(") == 1
    assert "// js/replay/handout.js" in body
