"""One event: totals, victory points, places."""
