"""One board: scores compared with one another."""
