"""The ``hearthkin`` command."""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from proxy import logs
from proxy.config import Config, ConfigError, load, load_or_create
from proxy.versions import supported_releases
from proxy.wire.address import Address, parse_address

if TYPE_CHECKING:
    from proxy.asking import Ask
    from proxy.track_plot import Colour

log = logging.getLogger(__name__)


class AddressType(click.ParamType[Address]):
    name = "host:port"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        try:
            return parse_address(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


ADDRESS = AddressType()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hearthkin")
def main() -> None:
    """Companions with feelings for any Minecraft Java server: no mod, no plugin."""


@main.command()
@click.option("--server", type=ADDRESS, help="The Minecraft server behind Hearthkin.")
@click.option("--listen", type=ADDRESS, help="Where players join.")
@click.option(
    "--config", "config_path", type=click.Path(path_type=Path, dir_okay=False), default=Path("hearthkin.toml"),
    show_default=True, help="Written with comments when it doesn't exist.",
)  # fmt: skip
@click.option(
    "--record", type=click.Path(path_type=Path, file_okay=False), help="Record each session into this folder."
)
@click.option("--verbose", is_flag=True, help="Show debug lines and every packet by name.")
@click.option("--inspect", type=ADDRESS, help="Open a port that answers questions about the tracked world.")
def run(
    server: Address | None,
    listen: Address | None,
    config_path: Path,
    record: Path | None,
    verbose: bool,
    inspect: Address | None,
) -> None:
    """Stand in front of a Minecraft server."""
    try:
        config, created = load_or_create(config_path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    logs.set_up(config.log_level, verbose=verbose)
    if created:
        log.info("wrote %s: your companions are described there", config_path)
    config = _with_addresses(config, server, listen)
    from twisted.internet import reactor

    from proxy.app import Hearthkin

    _serve(reactor, Hearthkin(reactor, config, record=record, verbose=verbose), inspect)


@main.command()
@click.option(
    "--listen", type=ADDRESS, default="127.0.0.1:25565", show_default=True, help="Where players join."
)
@click.option(
    "--saves", type=click.Path(path_type=Path, file_okay=False), default=Path("saves/demo"), show_default=True,
    help="Where the demo's companions are kept.",
)  # fmt: skip
@click.option(
    "--record", type=click.Path(path_type=Path, file_okay=False), help="Record each session into this folder."
)
@click.option("--verbose", is_flag=True, help="Show debug lines and every packet by name.")
@click.option("--inspect", type=ADDRESS, help="Open a port that answers questions about the tracked world.")
def demo(listen: Address, saves: Path, record: Path | None, verbose: bool, inspect: Address | None) -> None:
    """Join a small embedded world with two companions."""
    logs.set_up("info", verbose=verbose)
    from twisted.internet import reactor

    from proxy.app import Hearthkin
    from proxy.demo import companions
    from proxy.demo.server import DemoServer

    server = DemoServer(reactor)
    port = server.listen(interface="127.0.0.1", port=0)
    config = Config.model_validate(
        {
            "server": {"address": f"127.0.0.1:{port}"},
            "listen": {"address": str(listen)},
            "saves": {"folder": saves},
            "npc": companions(),
        }
    )
    _serve(reactor, Hearthkin(reactor, config, record=record, verbose=verbose), inspect, server.stop)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--listen", type=ADDRESS, help="Play it in real time to clients that join here.")
def replay(file: Path, listen: Address | None) -> None:
    """Feed a capture into the tracker and print a summary as JSON, or play it to a real client."""
    from proxy.capture.reader import CaptureError

    logs.set_up("warning" if listen is None else "info")
    try:
        if listen is not None:
            from twisted.internet import reactor

            from proxy.capture.serve import serve

            serve(reactor, file, listen)
            return
        from rich.console import Console
        from rich.progress import Progress

        from proxy.capture.replay import replay as feed

        with Progress(console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task("replaying", total=None)
            summary = feed(file, lambda done, total: progress.update(bar, completed=done, total=total))
        click.echo(json.dumps(summary, indent=2, sort_keys=True))
    except (CaptureError, OSError) as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@click.argument("target", type=click.Path(path_type=Path))
def anonymize(source: Path, target: Path) -> None:
    """Copy a capture without player names, UUIDs, chat and addresses."""
    from proxy.capture.anonymize import anonymize as copy
    from proxy.capture.reader import CaptureError

    try:
        click.echo(json.dumps(copy(source, target), indent=2, sort_keys=True))
    except (CaptureError, OSError) as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("npc", required=False)
@click.option("--inspect", type=ADDRESS, help="The inspection port of a running Hearthkin.")
@click.option(
    "--from", "source", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Read a track that --json wrote, instead of asking.",
)  # fmt: skip
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it: png, svg or pdf.")
@click.option(
    "--colour", type=click.Choice(["speed", "tick"]), default="speed", show_default=True,
    help="What the colours of its way tell.",
)  # fmt: skip
@click.option("--json", "target", type=click.Path(path_type=Path, dir_okay=False), help="Keep it in a file.")
def track(
    npc: str | None,
    inspect: Address | None,
    source: Path | None,
    plot: Path | None,
    colour: Colour,
    target: Path | None,
) -> None:
    """Tell or draw where companion NPC went lately, and why."""
    from proxy.track import TrackError, fetch, load, save
    from proxy.track_plot import describe, write_plot

    try:
        if source is not None and inspect is None and npc is None:
            found = load(source)
        elif source is None and inspect is not None and npc is not None:
            found = fetch(npc, inspect)
        else:
            raise click.UsageError("give either NPC with --inspect, or --from alone")
        if target is not None:
            save(found, target)
        if plot is not None:
            write_plot(found, plot, colour)
    except (TrackError, ModuleNotFoundError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(describe(found))


@contextmanager
def _asking(address: Address) -> Iterator[Ask]:
    """As :func:`proxy.asking.asking`, with what goes wrong as an error of the command."""
    from proxy.asking import AskError, asking

    try:
        with asking(address) as ask:
            yield ask
    except AskError as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("npc")
@click.option("--inspect", type=ADDRESS, required=True, help="The inspection port of a running Hearthkin.")
@click.option("--watch", is_flag=True, help="Look once a second, until Ctrl-C.")
def mood(npc: str, inspect: Address, watch: bool) -> None:
    """Show what companion NPC feels."""
    from rich.console import Console

    from proxy.mood import fetch_feelings, watch_feelings
    from proxy.mood_chart import show

    try:
        with _asking(inspect) as ask:
            show(watch_feelings(ask, npc) if watch else [fetch_feelings(ask, npc)], Console())
    except KeyboardInterrupt:
        pass  # that is how to stop watching


@main.command()
@click.argument("npc")
@click.option("--inspect", type=ADDRESS, required=True, help="The inspection port of a running Hearthkin.")
def behavior(npc: str, inspect: Address) -> None:
    """Show what companion NPC does of its own accord, and what may follow."""
    from rich.console import Console

    from proxy.behavior import fetch_behavior, table_of

    with _asking(inspect) as ask:
        Console().print(table_of(fetch_behavior(ask, npc)))


@main.command()
@click.argument("npc")
@click.option("--inspect", type=ADDRESS, required=True, help="The inspection port of a running Hearthkin.")
def memory(npc: str, inspect: Address) -> None:
    """Show what companion NPC remembers and knows of whom, and whom it has in view."""
    from rich.console import Console

    from proxy.memory import fetch_memory, view_of

    with _asking(inspect) as ask:
        Console().print(view_of(fetch_memory(ask, npc)))


@main.command("simulate-emotion")
@click.argument("script", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it: png, svg or pdf.")
def simulate_emotion(script: Path, plot: Path | None) -> None:
    """Play a scripted day to characters and tell or draw what each of them feels."""
    from npc.emotion import TEMPERAMENTS
    from npc.emotion.day import live
    from proxy.emotion_plot import describe, write_plot
    from proxy.emotion_script import load_script

    try:
        day = load_script(script)
        histories = {
            key: live(TEMPERAMENTS[key], day.events, day.start, day.end) for key in day.personalities
        }
        if plot is not None:
            write_plot(day, histories, plot)
    except (ConfigError, ModuleNotFoundError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(describe(histories))


@main.command("emote-sheet")
@click.argument("clips", nargs=-1)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Draw it: png, svg or pdf."
)
@click.option("--release", default="1.20.4", show_default=True, help="The version of the client that looks.")
@click.option(
    "--config", "config_path", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Whose clips there are too.",
)  # fmt: skip
def emote_sheet(clips: tuple[str, ...], out: Path, release: str, config_path: Path | None) -> None:
    """Draw how CLIPS (all of them unless named) look to a client."""
    from npc.emotes import shipped_clips
    from proxy.emote_sheet import SheetError, make_sheet

    try:
        known = load(config_path).repertoire().clips if config_path is not None else shipped_clips()
        shown = make_sheet(clips, release, known, out)
    except (ConfigError, SheetError, ModuleNotFoundError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{out}: {', '.join(shown)} as a client of {release} sees them")


@main.command("check-config")
@click.argument("file", type=click.Path(path_type=Path))
def check_config(file: Path) -> None:
    """Say whether a configuration can be used."""
    try:
        config = load(file)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{file}: fine, {len(config.npc)} companion(s)")


def _with_addresses(config: Config, server: Address | None, listen: Address | None) -> Config:
    changes: dict[str, Any] = {}
    if server is not None:
        changes["server"] = config.server.model_copy(update={"address": server})
    if listen is not None:
        changes["listen"] = config.listen.model_copy(update={"address": listen})
    return config.model_copy(update=changes)


def _serve(reactor: Any, app: Any, inspect: Address | None, stop_too: Any = None) -> None:
    """Run until Ctrl-C or SIGTERM; then save and say so."""
    from twisted.internet.error import CannotListenError

    from nbt.store import StoreError
    from proxy.heap import settle_heap

    try:
        address = app.start()
        if inspect is not None:
            click.echo(f"Inspect on {app.inspect(inspect)}")
    except CannotListenError as error:
        raise click.ClickException(
            f"can't listen on {error.interface}:{error.port}: {error.socketError}; choose another with --listen"
        ) from None
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Listening on {address} for Minecraft {supported_releases()}")
    click.echo(f"In Minecraft: Multiplayer, Direct Connection, {address}. Ctrl-C stops and saves.")
    sys.stdout.flush()
    reactor.addSystemEventTrigger("before", "shutdown", app.stop)
    if stop_too is not None:
        reactor.addSystemEventTrigger("before", "shutdown", stop_too)
    reactor.callWhenRunning(_stop_on_signals, reactor)
    settle_heap()
    reactor.run()


def _stop_on_signals(reactor: Any) -> None:
    """Ctrl-C and SIGTERM stop once; a second one while everything is being saved changes nothing."""
    stopping = False

    def stop(signum: int, frame: object) -> None:
        nonlocal stopping
        if not stopping:
            stopping = True
            reactor.callFromThread(reactor.stop)

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


if __name__ == "__main__":
    main()
