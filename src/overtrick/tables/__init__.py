"""Facts printed in the Laws and regulations, as data with their sources."""
