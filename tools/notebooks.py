"""Notebooks as pages of the documentation site, executed."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

# For a cell, and for the start of a kernel, on a machine that does much else.
_PATIENCE_S = 240


def run_notebook(path: Path, folder: Path) -> str:
    """Execute a notebook; its text and outputs as Markdown, its pictures as files in a folder.

    Raises nbclient's CellExecutionError.
    """
    notebook = nbformat.read(path, as_version=4)
    # Sockets in the file system: other users of the machine cannot listen. In a folder of their
    # own, since each kernel calls them the same.
    with tempfile.TemporaryDirectory() as own:
        config = Config({"KernelManager": {"transport": "ipc", "ip": f"{own}/kernel"}})
        client = NotebookClient(
            notebook, timeout=_PATIENCE_S, startup_timeout=_PATIENCE_S, config=config
        )
        # What a cell writes to stderr is among its outputs. The rest is what the kernel says
        # itself, such as that its sockets are closed while it ends.
        client.execute(stderr=subprocess.DEVNULL)
    parts = []
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(_fenced("python", cell.source))
            picture = folder / f"{path.stem}-{number}.svg"
            parts += [_shown(output, picture) for output in cell.outputs]
    return "\n\n".join(parts) + "\n"


def _shown(output: nbformat.NotebookNode, picture: Path) -> str:
    if output.output_type == "stream":
        return _fenced("text", output.text)
    if (drawing := output.data.get("image/svg+xml")) is None:
        return _fenced("text", output.data["text/plain"])
    picture.write_text(drawing, encoding="utf-8")
    return f"![The board]({picture.name})"


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
