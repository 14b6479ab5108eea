"""`python -m overtrick` is the same as `overtrick`."""

from __future__ import annotations

from overtrick.cli.main import main

__all__: list[str] = []

main()
