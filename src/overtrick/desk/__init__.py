"""The scoring desk: one function for each thing that a scorer does, used by every front door."""
