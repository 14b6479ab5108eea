"""Write the pages of the documentation that are made from the product's own tables: python docs/make_pages.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from overtrick.score.history import history_page

PAGES: dict[str, Callable[[], str]] = {
    "explanation/history.md": history_page,
}


def main() -> None:
    """Write every page where it belongs."""
    here = Path(__file__).parent
    for name, make in PAGES.items():
        page = here / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
