"""Small files that the examples of the help pages speak of."""

from __future__ import annotations

__all__ = ["DEALS"]

# Each hand has one suit, so that every number of the double-dummy table is plain: all tricks in the suits of
# declarer's side, none elsewhere.
DEALS = """% PBN 2.1
[Event ""]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[DoubleDummyTricks "0d0d00d0d000d0d00d0d"]
"""
