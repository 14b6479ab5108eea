"""The spine: from the facts of an event, under stated conditions, to its standing, in one pass forward."""

from __future__ import annotations

from overtrick.scorer.event import score_event

__all__ = ["score_event"]
