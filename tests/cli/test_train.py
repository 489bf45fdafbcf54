"""``gajah train`` is ``python -m gajah.train``."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import gajah_here, python

# As on a machine where the extra ``train`` is not installed.
WITHOUT_TORCH = """
import sys
sys.modules["torch"] = None
from gajah.cli import main
sys.exit(main(["train", "run"]))
"""


def test_the_commands_of_training_explain_themselves() -> None:
    done = gajah_here("train", "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("usage: gajah train")
    assert "--minutes" in gajah_here("train", "run", "-h").out


def test_wrong_usage_and_bad_input_have_their_own_codes(tmp_path: Path) -> None:
    assert gajah_here("train", "fly").code == 2
    missing = tmp_path / "none.pt"
    done = gajah_here("train", "export", str(missing), str(tmp_path / "net.npz"))
    assert (done.code, done.sentence) == (1, f"gajah train: there is no checkpoint {missing}")


def test_without_pytorch_one_is_told_what_to_install() -> None:
    done = python("-c", WITHOUT_TORCH)
    assert (done.code, done.sentence) == (
        1,
        "gajah: training needs PyTorch: pip install 'gajah[train]'",
    )
