"""Results written to files: a site, PBN, USEBIO. Each says in a line what it wrote."""

from __future__ import annotations

from pathlib import Path

from overtrick.formats.files import write_whole
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.standing import Standing

__all__ = ["write_pbn", "write_site", "write_usebio"]


def write_site(standing: Standing, folder: Path | None) -> list[str]:
    """A small web site in a folder; nothing without one."""
    if folder is None:
        return []
    from overtrick.report import html

    pages = html.site(standing, folder)
    return [
        ngettext("{count} page written to {site}", "{count} pages written to {site}", len(pages)).format(
            count=len(pages), site=folder
        )
    ]


def write_pbn(standing: Standing, path: Path | None) -> list[str]:
    """PBN 2.1, with what it cannot hold told first; nothing without a path."""
    if path is None:
        return []
    from overtrick.formats.pbn_write import dumps_pbn, not_held_by_pbn

    write_whole(path, dumps_pbn(standing.event, standing=standing))
    return [*map(str, not_held_by_pbn(standing.event)), _("results written to {path}").format(path=path)]


def write_usebio(standing: Standing, path: Path | None) -> list[str]:
    """USEBIO 1.2; nothing without a path."""
    if path is None:
        return []
    from overtrick.formats.usebio_write import dumps_usebio

    write_whole(path, dumps_usebio(standing.event, standing=standing))
    return [_("results written to {path}").format(path=path)]
