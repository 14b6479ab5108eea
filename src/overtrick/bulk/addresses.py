"""Whether the service at an address is the one that is wanted, found out in seconds before a library waits for it."""

from __future__ import annotations

import socket

from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["PATIENCE", "first_words", "no_answer", "no_such_service"]

PATIENCE = 10.0
"""Seconds in which a service must answer."""

_HEAD = 8


def first_words(host: str, port: int, said: bytes = b"") -> bytes | None:
    """The first eight bytes that a service sends, fewer where it ends, None where it is silent; `said` is sent first.

    Raises OSError where nobody listens.
    """
    with socket.create_connection((host, port), timeout=PATIENCE) as link:
        found = b""
        try:
            link.sendall(said)
            while len(found) < _HEAD:
                more = link.recv(_HEAD - len(found))
                if not more:
                    break
                found += more
        except TimeoutError:
            return found or None
        except ConnectionError:
            return found
        return found


def no_answer(what: str, address: object, fault: object) -> InputError:
    """The fault of an address where nobody listens.

    >>> str(no_answer("Dask", "tcp://head:1", "Connection refused"))
    'no scheduler of Dask answers at tcp://head:1: Connection refused'
    """
    return InputError(
        _("no scheduler of {what} answers at {address}: {fault}").format(what=what, address=address, fault=fault)
    )


def no_such_service(what: str, address: object) -> InputError:
    """The fault of an address where something else listens.

    >>> str(no_such_service("Dask", "tcp://head:80"))
    'what listens at tcp://head:80 is no scheduler of Dask'
    """
    return InputError(_("what listens at {address} is no scheduler of {what}").format(what=what, address=address))
