"""``python -m gajah`` is ``gajah``, and here it begins."""

import sys

_INTERRUPTED = 130


def main() -> int:
    """Run ``gajah``; the process's exit code."""
    try:
        # It takes a moment, in which Ctrl-C must not be answered with a traceback either.
        from gajah.cli import main as run

        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED


def aei() -> int:
    """Run ``gajah aei``, for programs that start an engine by one name."""
    sys.argv.insert(1, "aei")
    return main()


if __name__ == "__main__":
    sys.exit(main())
