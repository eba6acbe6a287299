"""The command ``nought``: one module for each group of things one can do."""

from api.cli.main import main

__all__ = ["main"]
