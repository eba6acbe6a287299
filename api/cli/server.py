"""`serve` and `demo`: the server, and a club evening to try it with.

What they run is imported when they run, so that their help is as quick as any.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

import click

from api.cli.parts import books
from api.cli.parts.addresses import HOST, PORT, browser_host
from api.cli.parts.terminal import say

port_option = click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The port to listen on."
)


analysis_workers_option = click.option(
    "--analysis-workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    envvar="NOUGHT_ANALYSIS_WORKERS",
    show_envvar=True,
    help="Processes that analyse deals once they are settled, at a low priority; 0 for none.",
)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen on; 0.0.0.0 is all addresses.")
@port_option
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Worker processes.")
@analysis_workers_option
@click.option("--embedded", "embed", is_flag=True, help="Use an embedded Postgres instead of NOUGHT_DSN.")
@books.data_option
def serve(host: str, port: int, workers: int, analysis_workers: int, embed: bool, data: Path | None) -> None:
    """Serve the pages, and the HTTP API with its /docs.

    Prints one line of JSON for each request on standard error. An empty NOUGHT_LOG in the environment turns this off.

    \b
    NOUGHT_DSN=postgresql://nought@db/nought nought serve --host 0.0.0.0
    nought serve --embedded
    """
    from api.cli.accounts import outside_settings
    from api.cli.parts.serving import held_port, print_first_link, serve_until_stopped
    from api.requests import logs

    address = outside_settings().url or f"http://{browser_host(host)}:{port}"
    os.environ.setdefault(logs.VARIABLE, "requests")
    with held_port(host, port), books.settings(data, embed=embed or data is not None, keep=True) as settings:
        print_first_link(settings, address)
        serve_until_stopped(settings, host, port, workers, analysis_workers)


@click.command()
@port_option
@click.option("--deals", type=click.IntRange(1, 1000), default=None, help="Number of deals of the evening.")
@click.option("--no-serve", is_flag=True, help="Stop after recording.")
@analysis_workers_option
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    envvar="NOUGHT_DATA",
    help="The folder of the data; it survives restarts.",
)
def demo(port: int, deals: int | None, no_serve: bool, analysis_workers: int, data: Path | None) -> None:
    """Record and serve a club evening on this machine.

    Starts a Postgres of its own in a folder that survives restarts. Records an evening of generated deals (304, and a
    match of Sidi Barrani), a lesson on one of them and a class, then serves the pages until Ctrl-C. A second start
    adds nothing twice.

    \b
    nought demo
    nought demo --deals 12 --no-serve --data /tmp/evening
    """
    from api.cli import evening
    from api.cli.accounts import outside_settings
    from api.cli.parts.serving import held_port, serve_until_stopped
    from api.people.accounts import link
    from api.services import Services
    from store.migrations import migrate
    from store.postgres import embedded

    # Wrong settings would end every worker at its start.
    address = (not no_serve and outside_settings().url) or f"http://{HOST}:{port}"
    with nullcontext() if no_serve else held_port(HOST, port), embedded.start(data) as server:
        settings = books.embedded_settings(server)
        migrate(settings)
        services = Services.build(settings)
        try:
            evening.record(services, deals)
            if not no_serve:
                _, secret = services.tokens.issue("admin", "demo", timedelta(hours=12))
                accounts = services.accounts
                official = accounts.of_login("demo") or accounts.add("demo", "Demo", "admin", {}, "the demo")
                sign_in = link(services, official, address)
                as_player = link(services, evening.open_player(services), address)
                teaching = evening.open_class(services, str(official.id))
        finally:
            services.ledger.close()
        say(f"\nThe data is in {server.folder} and survives restarts.")
        evening.suggest_commands(server.folder)
        if no_serve:
            return

        def show_links() -> None:
            click.echo(f"\nServing {address}  (documentation: /docs; Ctrl-C stops)")
            click.echo(f"Administrator's token for the next 12 hours: {secret}")
            click.echo(f"Open this link to sign in as administrator; it works once: {sign_in}")
            click.echo(f"Open this link in another browser to see it as a player: {as_player}\n")
            evening.show_club(address)
            evening.show_teaching(address, teaching)

        say("Starting the server …")
        with server.kept_running():
            serve_until_stopped(settings, HOST, port, 2, analysis_workers, show_links)


COMMANDS = (demo, serve)
