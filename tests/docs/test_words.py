"""Plain words: names are nouns of the field, and the glossary's words are those of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

from tests.cases import FULL
from tests.docs.test_architecture import PRODUCT, ROOT, section

BANNED_NAMES = {
    "told": "payload, params, body",
    "said": "text, output, sentence",
    "found": "what it is: row, deal, event",
    "asked": "query",
    "wanted": "conditions",
    "eyes": "viewer",
    "twin": "copy",
    "ghost": "placeholder card",
    "ghosts": "placeholder cards",
    "ring": "module",
    "looking": "what is inside",
    "hearing": "what is inside",
    "recording": "what is inside",
}
"""Names for data, functions and modules, and what is better."""

BANNED_PHRASES = (
    "says itself", "the first first", "no such eyes", "through whose eyes", "put it up", "let it stand",
    "not by the rules", "no model of the bidding", "more to search by", "comes by itself", "looks at this deal",
    "by which right", "whoever can bear", "by what right", "seat's eyes", "other eyes", "there is to say",
    "make no game", "promised by a digest", "goes its own way", "what holds what", "what stays open", "the own ",
)  # fmt: skip

BANNED_BEGINNING = re.compile(r"(?:What|Who|Whoever|Whatever|Whose|That|Where|How)\b")
"""The beginnings of docstrings that name nothing: a docstring begins with a verb or with the thing itself."""

WITH_BANNED_NAMES = re.compile(rf"\b(?:{'|'.join(BANNED_NAMES)})\b")
TEXTS = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|^\s*#.*', re.MULTILINE)
TEXT_WITH_QUESTION_WORD = re.compile(rf"[\"'](?:\s|\\[nt]|\\\n)*{BANNED_BEGINNING.pattern}")

PLAIN_PACKAGES = (*PRODUCT, "analysis", "bots", "benchmarks", "scripts", "simulation")
"""Every package, with all packages in it, keeps to both lists."""

NAMED_PACKAGES = (*PLAIN_PACKAGES, "tests")
"""The packages that keep to the list of names, the tests among them."""

PLAIN_SCRIPTS = "web/static/js"
"""The folder of the scripts that keep to the list of names."""

PLAIN_PAGES = (
    "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "docs/architecture.md", "docs/audit.md", "docs/backups.md",
    "docs/analysis.md", "docs/caps.md", "docs/commands.md", "docs/extending.md", "docs/fair-deals.md",
    "docs/formats.md",
    "docs/hall.md", "docs/internals.md", "docs/knowledge.md", "docs/operating.md", "docs/python.md",
    "docs/replay.md", "docs/scores.md", "docs/simulation.md", "docs/teaching-api.md", "docs/teaching.md",
    "docs/club-year.md", "docs/tournaments.md", "docs/trust.md", "docs/views.md", "docs/webhooks.md",
    "docs/README.md", "docs/browsers.md", "docs/recording.md", "docs/serving.md", "docs/tour.md",
    "docs/stability.md", "docs/players.md",
    "SECURITY.md",
)  # fmt: skip
"""The documents that keep to the list of phrases: all but generated ones."""


def modules(package: str) -> Iterator[Path]:
    """The modules of a package, and of the packages in it."""
    paths = sorted((ROOT / package).rglob("*.py"))
    assert paths, f"there is no package {package}"
    yield from paths


def sources(package: str) -> Iterator[tuple[Path, str]]:
    """The modules of a package with their texts. To parse all takes seconds: the everyday run searches them first."""
    for path in modules(package):
        yield path, path.read_text()


def names(source: str) -> Iterator[str]:
    """Everything that a module gives a name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of a module, of its classes and functions, and those below names."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


DECLARED = re.compile(r"\b(?:const|let|var|class|function\*?)\s+(\w+)|\bcatch \((\w+)\)|(\w+)\s*=>")
LISTED = re.compile(
    r"\b(?:const|let|var)\s*[\[{]([^=]*)[\]}]\s*="  # const { one, other: name } =
    r"|\bfunction\*?\s*\w*\(([^)]*)\)"  # function name(one, other)
    r"|\(([^()]*)\)\s*=>"  # (one, other) =>
    r"|^\s+(?:async |get |set |static )*#?\w+\(([^)]*)\) \{",  # name(one, other) {
    re.MULTILINE,
)
METHOD = re.compile(r"^\s+(?:async |get |set |static )*#?(\w+)\([^)]*\) \{", re.MULTILINE)


def script_names(source: str) -> Iterator[str]:
    """Everything that a script gives a name: variables, functions, classes, methods and parameters."""
    for match in (*DECLARED.finditer(source), *METHOD.finditer(source)):
        yield from filter(None, match.groups())
    for match in LISTED.finditer(source):
        yield from re.findall(r"(?<!(?<!\.)\.)\b\w+\b(?!\s*:)", match[match.lastindex or 0])


def test_the_names_of_a_script_are_found() -> None:
    source = """
        const one = 1;
        const [two, { three: four }] = list.map((five) => five);
        export async function six(seven, { eight, nine: ten } = {}, ...eleven) { try {} catch (twelve) {} }
        class Thirteen {
          async #fourteen(fifteen) {
            return list.map(sixteen => sixteen.told);
          }
        }
    """
    words = {"one", "two", "four", "five", "six", "seven", "eight", "ten", "eleven", "twelve", "Thirteen"}
    assert words | {"fourteen", "fifteen", "sixteen"} <= {*script_names(source)}
    assert not {"three", "nine", "told", "map"} & {*script_names(source)}


def test_no_script_has_a_banned_name() -> None:
    paths = sorted((ROOT / PLAIN_SCRIPTS).rglob("*.js"))
    assert len(paths) >= 40
    banned = [
        f"{path.relative_to(ROOT)}: {name}, better: {BANNED_NAMES[name]}"
        for path in paths
        for name in sorted({path.stem, *script_names(path.read_text())} & BANNED_NAMES.keys())
    ]
    assert banned == []


def test_no_module_of_a_plain_package_and_no_test_has_a_banned_name() -> None:
    banned = [
        f"{path.relative_to(ROOT)}: {name}, better: {BANNED_NAMES[name]}"
        for package in NAMED_PACKAGES
        for path, source in sources(package)
        if FULL or path.stem in BANNED_NAMES or WITH_BANNED_NAMES.search(TEXTS.sub("", source))
        for name in sorted({path.stem, *names(source)} & BANNED_NAMES.keys())
    ]
    assert banned == []


def test_no_plain_package_or_page_has_a_phrase_of_our_own() -> None:
    paths = [*(path for package in PLAIN_PACKAGES for path in modules(package)), *(ROOT / page for page in PLAIN_PAGES)]
    phrases = [
        f"{path.relative_to(ROOT)}: {phrase}"
        for path in paths
        for text in [re.sub(r"\s+", " ", path.read_text().lower())]
        for phrase in BANNED_PHRASES
        if phrase in text
    ]
    assert phrases == []


def test_docstrings_of_every_kind_are_found() -> None:
    source = '''
        """One."""
        NAME = 1
        """Two."""
        class Thing:
            """Three."""
            def method(self):
                """Four."""
                self.part = "no"
                """Five."""
    '''
    assert {*docstrings(dedent(source))} == {"One.", "Two.", "Three.", "Four.", "Five."}


def test_no_docstring_of_a_plain_package_begins_with_a_question_word() -> None:
    question_words = [
        f"{path.relative_to(ROOT)}: {text.strip().splitlines()[0]}"
        for package in PLAIN_PACKAGES
        for path, source in sources(package)
        if FULL or TEXT_WITH_QUESTION_WORD.search(source)
        for text in docstrings(source)
        if BANNED_BEGINNING.match(text.strip())
    ]
    assert question_words == []


def test_every_word_of_the_glossary_is_a_word_of_the_code() -> None:
    rows = re.findall(r"^\| ([\w, ]+) \| ", section("Words"), re.MULTILINE)
    words = [word for row in rows for word in row.split(", ") if word != "word"]
    assert len(words) >= 20
    assert len(words) == len(set(words))
    code = " ".join(path.read_text().lower() for top in PRODUCT for path in (ROOT / top).rglob("*.py"))
    assert [word for word in words if not re.search(rf"\b{word.replace(' ', '[ _]?')}", code)] == []
