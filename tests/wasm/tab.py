"""What tests of a page without a server ask it, in Node.js."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from gajah.web.games.tree import GameTree
from gajah.web.wire.errors import Refusal
from tests.wasm.asking import WASM

SCRIPT = Path(__file__).parent / "records-in-node.js"

NEAR_GOAL = "g [" + " " * 7 + "r" + "R" + " " * 55 + "]"


def tried(ask: Any) -> Any:
    """The answer, or the refusal's code and text."""
    try:
        return ask()
    except Refusal as refusal:
        return {"code": refusal.code, "text": refusal.text}


def in_node(questions: list[dict[str, Any]]) -> list[Any]:
    """What the page's modules answer."""
    done = subprocess.run(
        ["node", str(SCRIPT), str(WASM)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers


def shapes(tree: GameTree, review: Any = None) -> list[Any]:
    """The nodes as a page gets them."""
    return [shape.model_dump() for shape in tree.shapes(review)]
