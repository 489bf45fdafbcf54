"""The commands by name, and the outermost edge: every error becomes a sentence and a code."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper

import click
from click.exceptions import Exit, NoSuchCommand

from gajah.cli.admin import admin
from gajah.cli.aei import aei
from gajah.cli.analyze import analyze
from gajah.cli.arena import arena
from gajah.cli.bench import bench
from gajah.cli.bot import bot
from gajah.cli.check import check
from gajah.cli.convert import convert
from gajah.cli.group import Group
from gajah.cli.interrupt import exit_code
from gajah.cli.library import explore, library
from gajah.cli.match import match
from gajah.cli.play.command import play
from gajah.cli.position import goal, svg, turns
from gajah.cli.review import review
from gajah.cli.service import service
from gajah.cli.site import site
from gajah.cli.stats import stats
from gajah.cli.text import BadInput, reason_of
from gajah.cli.train import train
from gajah.cli.web import web
from gajah.cli.worker import worker
from gajah.errors import IllegalTurn, NotationError, quoted, shown

_PROGRAM = "gajah"
_NO = 1
_BUG = 70
_BROKEN_PIPE = 141
# Between 0 and 1: at 0.67 --json would be taken for --version, at 0.9 --jsn is still --json.
_LIKENESS = 0.7


@click.group(
    cls=Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.option("--version", "show_version", is_flag=True, help="The same as version.")
@click.pass_context
def app(context: click.Context, show_version: bool) -> None:
    """The Arimaa workshop: play, make bots compete, study positions and games.

    Without a command: the app in the browser, as gajah web.

    Exit codes: 0, 1 (the answer is no, or the input is bad), 2 (wrong usage), 70 (a mistake in
    gajah itself), 130 (Ctrl-C).
    """
    if show_version:
        context.invoke(version)
        raise Exit
    if context.invoked_subcommand is None:
        context.invoke(web)


@click.command()
def version() -> None:
    """Say which version this is, and what it runs on."""
    # Imported here: it takes longer than the rest of the command.
    from importlib.metadata import version as version_of

    system = f"{platform.system()} {platform.machine()}"
    print(f"{_PROGRAM} {version_of(_PROGRAM)} (Python {platform.python_version()}, {system})")


for _command in (
    *(web, worker, bot, play, turns, goal, svg, analyze),
    *(check, review, service, convert, stats, bench),
    *(match, arena, explore, library),
    *(admin, site, aei, train, version),
):
    app.add_command(_command)


def main(args: Sequence[str] | None = None) -> int:
    """Run ``gajah`` with these arguments, or the process's own, and return its exit code."""
    _accept_every_character()
    try:
        code = _run(sys.argv[1:] if args is None else args)
        # A full disk or a reader that has gone is noticed here, not after the last line of code.
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        return _complain(_usage_sentence(error), error.exit_code, by=_command_of(error))
    except (BadInput, NotationError, IllegalTurn) as error:
        return _complain(str(error), _NO)
    except (KeyboardInterrupt, click.Abort) as ended:
        _discard_output()
        return exit_code(ended)
    except BrokenPipeError:
        _discard_output()
        return _BROKEN_PIPE
    except OSError as error:
        _discard_output()
        return _complain(_system_sentence(error), _NO)
    except Exception as error:
        return _report_bug(error)
    return code


def _run(args: Sequence[str]) -> int:
    try:
        # Not app(): it would end the process itself, in its own words.
        with app.make_context(_PROGRAM, list(args)) as context:
            app.invoke(context)
    except Exit as ended:
        return ended.exit_code
    return 0


def _usage_sentence(error: click.ClickException) -> str:
    """The parser's complaint as one sentence, with what was probably meant."""
    near: Sequence[str] = ()
    if isinstance(error, click.NoSuchOption):
        known = error.possibilities or ()
        near = get_close_matches(error.option_name, known, n=1, cutoff=_LIKENESS)
        sentence = f"no such option {shown(error.option_name)}"
    elif isinstance(error, NoSuchCommand):
        near = [quoted(each) for each in error.possibilities or ()]
        sentence = f"no such command {quoted(error.command_name)}"
    else:
        words = error.format_message().rstrip(".")
        sentence = words[:1].lower() + words[1:]
    if near:
        return f"{sentence}; did you mean {', '.join(near)}?"
    return sentence if sentence.endswith("?") else f"{sentence}; see {_command_of(error)} --help"


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else _PROGRAM


def _system_sentence(error: OSError) -> str:
    about = f"{shown(str(error.filename))}: " if error.filename else ""
    return f"{about}{reason_of(error)}"


def _report_bug(error: Exception) -> int:
    if os.environ.get("GAJAH_DEBUG"):
        traceback.print_exc()
    what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return _complain(
        f"a mistake in gajah itself ({shown(what)}); please report it with what you typed and "
        "what it prints when GAJAH_DEBUG=1 is set",
        _BUG,
    )


def _complain(sentence: str, code: int, *, by: str = _PROGRAM) -> int:
    if sys.stderr is not None:  # else it would go to stdout
        print(f"{by}: {sentence}", file=sys.stderr)
    return code


def _accept_every_character() -> None:
    """Let a character that the terminal lacks come out escaped instead of as an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Send what is still buffered nowhere: Python would try, and complain, when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
