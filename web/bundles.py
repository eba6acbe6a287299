"""Scripts with all their modules in one file.

A browser has six connections to a server without HTTP/2, so that twenty modules take four round trips.
The modules stay as they are, but for their comments: each becomes a function that returns its exports, in the order of
the imports. A module that is imported only when it is needed, with ``import()``, has a file of its own, which takes
what it imports from the first file.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

IMPORT: Final = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<path>\.[^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
"""An import when it is needed."""
EXPORT: Final = re.compile(r"^export (?P<kind>(?:async )?function|class|const) (?P<name>\w+)", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
"""A comment in lines of its own: no browser needs it, and it is a quarter of what would be sent."""
OTHERWISE: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(entry: str, sources: Mapping[str, str]) -> dict[str, str]:
    """Return by their paths the file of a script with all its modules, and those of modules imported when needed.

    ``sources``: the text of each script by its path. Raises ValueError for a form of import or export that this module
    does not know, for circular imports, and for a module needed later that imports one that the first file lacks.
    """
    done: dict[str, bool] = {}
    text = "".join(_in_order(entry, sources, done, posixpath.dirname(entry)))
    later = sorted({_module(path, name) for path in done for name in LATER.findall(sources[path])})
    if later:
        text += f"export {{ {', '.join(map(_variable, done))} }};\n"
    return {bundle_of(entry): text} | {bundle_of(path): _later(path, sources[path], entry, done) for path in later}


def bundle_of(path: str) -> str:
    """Return the path of a script's file, which is in the same folder."""
    return path.removesuffix(".js") + ".bundle.js"


def _in_order(path: str, sources: Mapping[str, str], done: dict[str, bool], folder: str) -> Iterator[str]:
    """Yield the modules that a script needs and that are not there yet, then the script, for a file in a folder."""
    if done.get(path):
        return
    if path in done:
        raise ValueError(f"{path} imports itself by way of other modules")
    done[path] = False
    text = sources[path]
    for match in IMPORT.finditer(text):
        yield from _in_order(_module(path, match["path"]), sources, done, folder)
    done[path] = True
    yield _as_function(path, text, folder)


def _as_function(path: str, text: str, folder: str) -> str:
    names = [match["name"] for match in EXPORT.finditer(text)]
    text = IMPORT.sub(lambda match: _taken(path, match), text)
    text = LATER.sub(lambda match: f'import("{_relative(bundle_of(_module(path, match["path"])), folder)}")', text)
    text = COMMENT.sub("", EXPORT.sub(r"\g<kind> \g<name>", text))
    if other := OTHERWISE.search(text):
        raise ValueError(f"{path}: no bundle can be made with “{other[0]}”")
    return f"// {path}\nconst {_variable(path)} = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def _later(path: str, text: str, entry: str, there: Mapping[str, bool]) -> str:
    """Return a module that takes the modules that it imports from the file of a script."""
    file = _relative(bundle_of(entry), posixpath.dirname(path))

    def from_file(match: re.Match[str]) -> str:
        module = _module(path, match["path"])
        if module not in there:
            raise ValueError(f"{path} imports {module}, which is not in {bundle_of(entry)}")
        return f'import {{ {_variable(module)} }} from "{file}";\n{_taken(path, match)}'

    return IMPORT.sub(from_file, text)


def _taken(path: str, match: re.Match[str]) -> str:
    """Return the statement that takes over the names of an import."""
    names = (match["names"] or "").replace(" as ", ": ")
    return f"const {names} = {_variable(_module(path, match['path']))};" if names else ""


def _module(importer: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _relative(path: str, folder: str) -> str:
    """Return the name by which a file in a folder imports another."""
    return "./" + posixpath.relpath(path, folder)


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path)
