"""Run the notebooks in `examples`, in Jupyter's own kernel and with no browser.

`python tools/notebook.py check` runs each of them and fails on any error; with `write` instead, what they show is kept
in them too. Needs nbclient, nbformat and ipykernel.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["execute", "main", "notebooks"]

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SECONDS = 600
"""The most that one cell may take, on a machine that does other things too."""


def notebooks() -> list[Path]:
    """Every notebook that is to run."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def execute(path: Path) -> Any:
    """The notebook with what its cells show when they run from top to bottom, in its own folder.

    Raises `nbclient.exceptions.CellExecutionError` for a cell that fails, with its code and its traceback.
    """
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    place = {"metadata": {"path": str(path.parent)}}
    # times and counters of a run are no news, and would change the file every time
    client = NotebookClient(
        book,
        timeout=SECONDS,
        kernel_name="python3",
        resources=place,
        record_timing=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    return client.execute()


def main(arguments: Sequence[str]) -> int:
    """Run all notebooks, or those named; the exit code, 1 where one fails."""
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    if not arguments or arguments[0] not in ("check", "write"):
        print("usage: python tools/notebook.py check|write [NOTEBOOK ...]", file=sys.stderr)
        return 2
    failed = 0
    for path in [Path(name).resolve() for name in arguments[1:]] or notebooks():
        try:
            book = execute(path)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            failed += 1
            continue
        if arguments[0] == "write":
            _keep(book, path)
        cells = sum(cell.cell_type == "code" for cell in book.cells)
        print(f"{path.name}: {cells} cells ran")
    return 1 if failed else 0


def _keep(book: Any, path: Path) -> None:
    """Write the notebook with its outputs; which Python ran them is left out."""
    import nbformat

    book.metadata.pop("language_info", None)
    path.write_text(nbformat.writes(book) + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
