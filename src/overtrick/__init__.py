"""Contract bridge scoring."""
__version__ = "0.1.0"
