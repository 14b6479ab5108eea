"""One deal, and what it is worth under a code of laws."""
