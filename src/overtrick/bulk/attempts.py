"""What a worker does with one part, on this machine or another: a bad part is told of, and the others go on.

Workers import this module anew, so nothing happens when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from errno import EDQUOT, ENOSPC
from typing import Any

from overtrick.errors import ConditionsError, InputError, MissingExtra, OvertrickError, RecordError
from overtrick.i18n import gettext as _
from overtrick.version import VERSION

__all__ = ["Attempt", "Failed", "lacking", "other_version"]


@dataclass(frozen=True, slots=True)
class Failed:
    """A part that gave nothing, and why in words.

    `stops` is a fault that every part would meet, such as a full disk or an extra that the workers do not have.
    """

    part: Any
    reason: str
    stops: OvertrickError | OSError | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A piece of work that gives back what it did with a part, or `Failed`; it can be sent to other machines.

    >>> Attempt(len)("abc")
    3
    """

    work: Callable[[Any], Any]
    version: str = VERSION

    def __call__(self, part: Any) -> Any:
        """Do the work on one part. Faults in the program itself are raised."""
        if self.version != VERSION:
            fault = other_version(VERSION, self.version)
            return Failed(part, str(fault), fault)
        try:
            return self.work(part)
        except (InputError, RecordError) as bad:
            return Failed(part, str(bad))
        except OvertrickError as bad:
            return Failed(part, str(bad), bad)
        except ModuleNotFoundError as bad:
            missing = lacking(bad.name or str(bad))
            return Failed(part, str(missing), missing)
        except OSError as bad:
            full = bad.errno in (ENOSPC, EDQUOT)
            reason = bad.strerror or str(bad)
            return Failed(part, f"{bad.filename}: {reason}" if bad.filename else reason, bad if full else None)
        except MemoryError:
            return Failed(part, _("a worker has not enough memory for it"))


def lacking(package: str) -> MissingExtra:
    """The fault of a worker without something that the work wants.

    >>> str(lacking("polars"))
    "the workers have no polars; install the same there as here: pip install 'overtrick[bulk]'"
    """
    return MissingExtra(
        _("the workers have no {package}; install the same there as here: pip install 'overtrick[bulk]'").format(
            package=package
        )
    )


def other_version(there: str, here: str) -> ConditionsError:
    """The fault of a worker that would do the work in another way.

    >>> str(other_version("0.1.0", "0.2.0"))
    'a worker has Overtrick 0.1.0, this is 0.2.0; both must be the same'
    """
    return ConditionsError(
        _("a worker has Overtrick {there}, this is {here}; both must be the same").format(there=there, here=here)
    )
