"""The commands by name, and the outermost edge: every error becomes a sentence and a code."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper
from typing import Annotated

import typer

from gajah.cli import (
    admin,
    aei,
    analyze,
    arena,
    bench,
    check,
    convert,
    library,
    match,
    position,
    review,
    service,
    site,
    stats,
    train,
    web,
    worker,
)
from gajah.cli.interrupt import exit_code
from gajah.cli.play.command import play
from gajah.cli.text import BadInput, reason_of
from gajah.errors import IllegalTurn, NotationError, shown

_PROGRAM = "gajah"
_NO = 1
_BUG = 70
_BROKEN_PIPE = 141
# Between 0 and 1: at 0.67 --json would be taken for --version, at 0.9 --jsn is still --json.
_LIKENESS = 0.7

app = typer.Typer(
    name=_PROGRAM,
    # Rich's help and tracebacks cost more time to import than everything else together.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(web.web)
app.command()(worker.worker)
app.command()(play)
app.command()(position.turns)
app.command()(position.goal)
app.command()(position.svg)
app.command()(analyze.analyze)
app.command()(check.check)
app.command()(review.review)
app.command()(service.service)
app.command()(convert.convert)
app.command()(stats.stats)
app.command()(bench.bench)
app.command()(match.match)
app.add_typer(arena.app)
app.command()(library.explore)
app.add_typer(library.app)
app.add_typer(admin.app)
app.add_typer(site.app)
app.command()(aei.aei)
app.command(context_settings=train.CONTEXT)(train.train)


@app.command()
def version() -> None:
    """Say which version this is, and what it runs on."""
    # Imported here: it takes longer than the rest of the command.
    from importlib.metadata import version as version_of

    system = f"{platform.system()} {platform.machine()}"
    print(f"{_PROGRAM} {version_of(_PROGRAM)} (Python {platform.python_version()}, {system})")


@app.callback(invoke_without_command=True)
def gajah(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="The same as version.")] = False,
) -> None:
    """The Arimaa workshop: play, make bots compete, study positions and games.

    Without a command: the app in the browser, as gajah web.

    Exit codes: 0, 1 (the answer is no, or the input is bad), 2 (wrong usage), 70 (a mistake in
    gajah itself), 130 (Ctrl-C).
    """
    if show_version:
        version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        web.web()


def main(args: Sequence[str] | None = None) -> int:
    """Run ``gajah`` with these arguments, or the process's own, and return its exit code."""
    _accept_every_character()
    try:
        code = _run(sys.argv[1:] if args is None else args)
        # A full disk or a reader that has gone is noticed here, not after the last line of code.
        if sys.stdout is not None:
            sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(_usage_sentence(error), error.exit_code, by=_command_of(error))
    except (BadInput, NotationError, IllegalTurn) as error:
        return _complain(str(error), _NO)
    except (KeyboardInterrupt, typer.Abort) as ended:
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
    command = typer.main.get_command(app)
    try:
        # Not command(): it would end the process itself, in its own words.
        with command.make_context(_PROGRAM, list(args)) as context:
            command.invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    return 0


def _usage_sentence(error: typer.TyperException) -> str:
    """The parser's complaint as one sentence, with what was probably meant."""
    option = getattr(error, "option_name", "")
    if known := getattr(error, "possibilities", None):
        near = get_close_matches(option, known, n=1, cutoff=_LIKENESS)
        meant = f"; did you mean {near[0]}?" if near else ""
        return f"no such option {shown(option)}{meant or _help_hint(error)}"
    words = error.format_message().rstrip(".").replace("Value error, ", "")
    sentence = (words[:1].lower() + words[1:]).replace("no such option: ", "no such option ")
    if sentence.endswith("?"):
        return sentence.replace(". Did you mean", "; did you mean")
    return sentence + _help_hint(error)


def _help_hint(error: typer.TyperException) -> str:
    return f"; see {_command_of(error)} --help"


def _command_of(error: typer.TyperException) -> str:
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
