"""The browsers of older phones, as far as a new Chromium can stand in for them.

``docs/browsers.md`` says from which versions on Nought works. What one of these lacks gets another name in the styles
and pages that are sent, so that Chromium does not know it either, and is taken out of the objects of JavaScript before
the scripts of a page run. Chromium's own layout and style sheet stay new: this shows where a page depends on something
newer, not how it looks to the pixel.
"""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import BrowserContext, Route

STYLES: Final = {
    r"\blight-dark\(": "Safari 17.5, Chrome 123, Firefox 120",
    r"\bcolor-mix\(": "Safari 16.2, Chrome 111, Firefox 113",
    r"\bpopover-open\b": "Safari 17, Chrome 114, Firefox 125",
    r"(?<=:)has\(": "Firefox 121",
    r"(?<=@)container\b": "Safari 16",
    r"\bcontainer-(?=type|name)": "Safari 16",
    r"(?<=\d)cq(?=[iwhb]|min|max)": "Safari 16",
    r"(?<=\d)[dsl]v(?=[hwib])": "Chrome 108",
    r"(?<=float: )inline-(?=start|end)": "Chrome 118",
    r"\boverscroll-behavior": "Safari 16",
    r"\btext-wrap\b": "Safari 17.4, Chrome 114, Firefox 121",
    r"\bscrollbar-(?=width|color|gutter)": "Safari 18.2, Chrome 121",
    r"\bsize-adjust\b": "Safari 17",
    r"(?<=\()scripting\b": "Safari 17, Chrome 120",
}
"""Features that our styles use and at least one of the browsers lacks, with the versions that first knew it. Each needs
a fallback beside it, or is a nicety that nobody misses."""

UNUSED_STYLES: Final = (
    r"^\s*&|\{\s*&", r"@layer\b", r"@scope\b", r"@property\b", r"@starting-style\b", r"\boklch\(|\boklab\(|\blch\(",
    r"\bround\(|\bsin\(|\bcos\(|\blinear\(", r"\bsubgrid\b", r"\bfield-sizing\b", r"\binterpolate-size\b",
    r"nth-(?:last-)?child\([^()]* of ", r"\(\s*(?:width|height|inline-size)\s*[<>]", r":user-(?:in)?valid\b",
    r":open\b", r"\banchor\(", r"\bif\(", r"\boverflow(?:-[xy])?: clip", r"\btransition-behavior\b", r"\brgb\(from\b",
)  # fmt: skip
"""Features that those browsers lack and our styles do without."""

OBJECTS: Final[dict[str, list[str]]] = {
    "Array.prototype": ["toSorted", "toReversed", "toSpliced"],
    "Array": ["fromAsync"],
    "Object": ["groupBy"],
    "Map": ["groupBy"],
    "Promise": ["withResolvers"],
    "Set.prototype": ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"],
    "String.prototype": ["isWellFormed", "toWellFormed"],
    "AbortSignal": ["timeout", "any"],
    "Intl": ["Segmenter", "DurationFormat"],
    "URL": ["canParse"],
    "Response": ["json"],
    "HTMLElement.prototype": ["popover", "showPopover", "hidePopover", "togglePopover"],
    "HTMLButtonElement.prototype": ["popoverTargetElement", "popoverTargetAction", "commandForElement"],
    "HTMLFormElement.prototype": ["requestSubmit"],
    "HTMLDialogElement.prototype": ["requestClose"],
    "Element.prototype": ["checkVisibility", "setHTMLUnsafe", "moveBefore", "ariaLabel", "ariaExpanded", "role"],
    "Document.prototype": ["startViewTransition", "adoptedStyleSheets"],
    "Navigator.prototype": ["userActivation", "wakeLock", "vibrate", "share"],
    "window": ["requestIdleCallback", "scheduler", "navigation", "URLPattern"],
}
"""Features of JavaScript that iOS 15.6, Chrome 105 or Firefox 115 lack."""

UNUSED_SYNTAX: Final = (
    r"\(\?<[=!]",  # looking behind in a regular expression: Safari 16.4
    r"/[dgimsuy]*v[dgimsuy]*[.,;)]",  # its flag v: Safari 17, Chrome 112, Firefox 116
    r"\bstatic \{",  # Safari 16.4
    r"\bfor await\b",  # of a stream: Chrome 124, no Safari
    r"\bimport\b.* with \{",
    r"new FormData\(\w[^)]*,",  # with a button: Safari 16.4, Chrome 112
    r"\bawait using\b|^\s*using ",
)
"""Features that they do not know or do otherwise, and our scripts do without."""

LACKING: Final = """(objects) => {
  for (const [path, names] of Object.entries(objects)) {
    const object = path.split(".").reduce((one, name) => one?.[name], window);
    for (const name of names) delete object[name];
  }
  const NewFormData = window.FormData;
  window.FormData = class extends NewFormData { constructor(form) { super(...(form ? [form] : [])); } };
  const { supports } = CSS;
  CSS.supports = (...condition) => !/container|popover|dvh/.test(condition) && supports.apply(CSS, condition);
}"""


def aged(css: str) -> str:
    """Return a style sheet as an older browser reads it: what it does not know has names that nobody knows."""
    for known in STYLES:
        css = re.sub(known, r"x-\g<0>", css)
    return css


def grow_old(context: BrowserContext) -> None:
    """Let the pages of a browser lack what older browsers lack."""
    context.add_init_script(f"({LACKING})({json.dumps(OBJECTS)})")
    context.route(re.compile(r"/static/.*\.css$"), _send_style)
    context.route(lambda url: "/static/" not in url, _send_page)


def _send_style(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=aged(answer.text()))


def _send_page(route: Route) -> None:
    if route.request.resource_type != "document":
        return route.fallback()
    answer = route.fetch(max_redirects=0)
    return route.fulfill(response=answer, body=re.sub(r"\spopover(?=[\s>=])", " x-popover", answer.text()))
