"""For all tests: no deadline for an example of Hypothesis, as a busy machine says nothing about the code."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("overtrick", deadline=None)
settings.load_profile("overtrick")
