"""Print the technical report from the documentation site as a PDF.

python tools/report_pdf.py SITE FILE
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

# Black on white, the page alone: what leads to other pages is of no use on paper.
_PAPER = """
@media print {
  .md-header, .md-tabs, .md-sidebar, .md-footer, .md-top, .headerlink { display: none !important; }
  .md-content__inner { margin: 0 !important; }
  table, pre, img { break-inside: avoid; }
}
"""


def print_report(site: Path, file: Path) -> None:
    """Write the report of a site as a PDF."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="light")
        page.goto((site / "report.html").resolve().as_uri())
        page.add_style_tag(content=_PAPER)
        margin = {"top": "2cm", "bottom": "2cm", "left": "2cm", "right": "2cm"}
        page.pdf(path=file, format="A4", margin=margin, scale=0.8)  # type: ignore[arg-type]
        browser.close()


if __name__ == "__main__":
    print_report(Path(sys.argv[1]), Path(sys.argv[2]))
