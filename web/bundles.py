"""Scripts with all their modules in one file.

A browser has six connections to a server without HTTP/2, so that twenty modules take four round trips.
The modules stay as they are: each becomes a function that returns its exports, in the order of the imports.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

IMPORT: Final = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<path>\.[^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
"""An import when it is needed; in one file, the module is there already."""
EXPORT: Final = re.compile(r"^export (?P<kind>(?:async )?function|class|const) (?P<name>\w+)", re.MULTILINE)
OTHERWISE: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(entry: str, sources: Mapping[str, str]) -> str:
    """Return a script and all modules that it imports as one module. ``sources``: the text of each script by its path.

    Raises ValueError for a form of import or export that this module does not know, and for circular imports.
    """
    return "".join(_in_order(entry, sources, {}))


def _in_order(path: str, sources: Mapping[str, str], done: dict[str, bool]) -> Iterator[str]:
    """Yield the modules that a script needs and that are not there yet, then the script."""
    if done.get(path):
        return
    if path in done:
        raise ValueError(f"{path} imports itself by way of other modules")
    done[path] = False
    text = sources[path]
    for match in (*IMPORT.finditer(text), *LATER.finditer(text)):
        yield from _in_order(_module(path, match["path"]), sources, done)
    done[path] = True
    yield _as_function(path, text)


def _as_function(path: str, text: str) -> str:
    names = [match["name"] for match in EXPORT.finditer(text)]
    text = IMPORT.sub(lambda match: _taken(path, match), text)
    text = LATER.sub(lambda match: f"Promise.resolve({_variable(_module(path, match['path']))})", text)
    text = EXPORT.sub(r"\g<kind> \g<name>", text)
    if other := OTHERWISE.search(text):
        raise ValueError(f"{path}: no bundle can be made with “{other[0]}”")
    return f"// {path}\nconst {_variable(path)} = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def _taken(path: str, match: re.Match[str]) -> str:
    """Return the statement that takes over the names of an import."""
    names = (match["names"] or "").replace(" as ", ": ")
    return f"const {names} = {_variable(_module(path, match['path']))};" if names else ""


def _module(importer: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path)
