"""The formats there are, recognised by what a file holds and never by its name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from overtrick.errors import FormatError
from overtrick.formats.acbl_json import loads_acbl_json, sniff_acbl_json
from overtrick.formats.acblscore import loads_acblscore, sniff_acblscore
from overtrick.formats.bbo_travellers import loads_bbo_pages, loads_bbo_travellers, sniff_bbo_travellers
from overtrick.formats.bdc import loads_bdc, sniff_bdc
from overtrick.formats.bdc_write import dumps_bdc
from overtrick.formats.bos import loads_bos, sniff_bos
from overtrick.formats.bridgewebs import loads_bridgewebs, sniff_bridgewebs
from overtrick.formats.bridgewebs_write import dumps_bridgewebs
from overtrick.formats.bws import loads_bws, loads_received, sniff_bws, sniff_received
from overtrick.formats.bws_write import dumps_bws
from overtrick.formats.deals_bri import loads_bri, sniff_bri
from overtrick.formats.deals_csv import loads_deals_csv, sniff_deals_csv
from overtrick.formats.deals_dge import loads_dge, sniff_dge
from overtrick.formats.deals_dlm import dumps_dlm, loads_dlm, sniff_dlm
from overtrick.formats.deals_dup import dumps_dup, loads_dup, sniff_dup
from overtrick.formats.deals_rzd import loads_rzd, sniff_rzd
from overtrick.formats.event_json import loads_event, sniff_event
from overtrick.formats.event_json_write import dumps_event
from overtrick.formats.files import LARGEST, file_bytes, too_large
from overtrick.formats.folder import folder_files
from overtrick.formats.jfr import loads_jfr, loads_many, sniff_jfr
from overtrick.formats.kind import Format
from overtrick.formats.kops import loads_kops, loads_kops_pages, sniff_kops
from overtrick.formats.lin import loads_lin, sniff_lin
from overtrick.formats.nzscorer import loads_nzscorer, sniff_nzscorer
from overtrick.formats.offered import offered
from overtrick.formats.pbn import loads_pbn, sniff_pbn
from overtrick.formats.results_csv import loads_csv, missing_columns, sniff_csv
from overtrick.formats.salliere import loads_salliere, sniff_salliere
from overtrick.formats.text import decode
from overtrick.formats.usebio import loads_usebio, sniff_usebio
from overtrick.formats.write_bos import dumps_bos
from overtrick.formats.write_csv import dumps_csv
from overtrick.formats.write_nzscorer import dumps_nzscorer
from overtrick.formats.write_salliere import dumps_salliere
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Reading
from overtrick.model.standing import Standing

__all__ = [
    "FORMATS",
    "LARGEST",
    "Format",
    "dump",
    "dumps",
    "format_named",
    "format_of_name",
    "formats",
    "load",
    "load_together",
    "loads",
    "recognise",
]

GROUP = "overtrick.formats"
"""The entry points under which other packages offer a `Format`."""

_DUPLIMATE = "Jannersten, papers on Duplimate files; files of dealing machines"

FORMATS: tuple[Format, ...] = (
    Format("usebio", "USEBIO 1.0-1.3", "EBU, usebio_v1_2.dtd", sniff_usebio, loads_usebio),
    Format("bws-csv", "Bridgemate results as CSV", "Bridgemate developers' guide 37", sniff_received, loads_received),
    Format("csv", "results CSV", "Overtrick", sniff_csv, loads_csv, write=dumps_csv, suffix=".csv"),
    Format(
        "event",
        "event file of Overtrick (JSON)",
        "Overtrick, docs/reference/event-file.md",
        sniff_event,
        loads_event,
        write=dumps_event,
        suffix=".json",
    ),
    Format("nzscorer", "NZ Scorer XML", "files of NZ Scorer", sniff_nzscorer, loads_nzscorer, write=dumps_nzscorer),
    Format("acbl-json", "my.acbl.org page data", "pages of my.acbl.org", sniff_acbl_json, loads_acbl_json),
    Format(
        "bbo-travellers",
        "traveller pages of Bridge Base Online",
        "pages of BBO",
        sniff_bbo_travellers,
        loads_bbo_travellers,
        read_many=loads_bbo_pages,
    ),
    Format("kops", "KoPS pages", "pages of KoPS", sniff_kops, loads_kops, read_many=loads_kops_pages),
    Format("jfr", "JFR Pary pages", "pages of JFR Pary 4.1", sniff_jfr, loads_jfr, read_many=loads_many),
    Format("bos", "BOS results.txt", "Jannersten, help of BOS", sniff_bos, loads_bos, write=dumps_bos),
    Format("salliere", "salliere CSV", "files of salliere", sniff_salliere, loads_salliere, write=dumps_salliere),
    Format(
        "bridgewebs",
        "BridgeWebs CSV",
        "BridgeWebs, guide on the CSV format",
        sniff_bridgewebs,
        loads_bridgewebs,
        write=dumps_bridgewebs,
    ),
    Format("pbn", "PBN 2.0 and 2.1", "T. Verkaik, Portable Bridge Notation 2.1", sniff_pbn, loads_pbn),
    Format("lin", "LIN of Bridge Base Online", "files of BBO and RealBridge", sniff_lin, loads_lin),
    Format(
        "bws",
        "Bridgemate database (.bws)",
        "Bridgemate developers' guide 37",
        sniff_data=sniff_bws,
        read_data=loads_bws,
        write_data=dumps_bws,
        suffix=".bws",
    ),
    Format(
        "acblscore",
        "ACBLscore game file (.AC?)",
        "files of ACBLscore 8",
        sniff_data=sniff_acblscore,
        read_data=loads_acblscore,
    ),
    Format("dlm", "Duplimate hands (.dlm)", _DUPLIMATE, sniff_dlm, loads_dlm, write=dumps_dlm, suffix=".dlm"),
    Format(
        "dup",
        "Duplimate hands (.dup)",
        _DUPLIMATE,
        sniff_data=sniff_dup,
        read_data=loads_dup,
        write_data=dumps_dup,
        suffix=".dup",
    ),
    Format("deals-csv", "hands as CSV", _DUPLIMATE, sniff_deals_csv, loads_deals_csv),
    Format(
        "bdc",
        "Bridgemate Data Connector messages",
        "Bridge Systems, Data Connector developers' guide",
        sniff_bdc,
        loads_bdc,
        write=dumps_bdc,
    ),
    Format("bri", "hands as card numbers (.bri)", _DUPLIMATE, sniff_data=sniff_bri, read_data=loads_bri),
    Format("dge", "hands as suit signs (.dge)", _DUPLIMATE, sniff_data=sniff_dge, read_data=loads_dge),
    Format("rzd", "packed hands (.rzd)", _DUPLIMATE, sniff_data=sniff_rzd, read_data=loads_rzd),
)
"""The formats that come with Overtrick."""


def formats() -> tuple[Format, ...]:
    """All formats: those that come with Overtrick, and those that other packages offer.

    >>> [one.key for one in formats()][:3]
    ['usebio', 'bws-csv', 'csv']
    """
    return FORMATS + _offered()


def _offered() -> tuple[Format, ...]:
    return offered(GROUP, {one.key for one in FORMATS})


def recognise(text: str) -> Format | None:
    """The format of a text, or None. Other packages are asked only where no own format knows it.

    >>> recognise("board,ns,ew,contract").key, recognise("Dear all")
    ('csv', None)
    """
    for one in FORMATS:
        if one.knows(text):
            return one
    return next((one for one in _offered() if one.knows(text)), None)


def _recognise_data(data: bytes) -> Format | None:
    for one in FORMATS:
        if one.knows_data(data):
            return one
    return next((one for one in _offered() if one.knows_data(data)), None)


def format_named(key: str) -> Format:
    """The format of a key. Raises FormatError, with the keys that there are.

    >>> format_named("PBN").name
    'PBN 2.0 and 2.1'
    """
    wanted = key.strip().casefold()
    for one in FORMATS:
        if one.key == wanted:
            return one
    for one in _offered():
        if one.key == wanted:
            return one
    known = ", ".join(one.key for one in formats())
    raise FormatError(_("no format {key}; known: {known}").format(key=repr(key), known=known))


def format_of_name(path: str | Path) -> Format | None:
    """The format in which a file of that name is written, by its ending; None where no writer goes by it.

    >>> format_of_name("out/tuesday.lin").key, format_of_name("notes.doc")
    ('lin', None)
    """
    name = Path(path).name.casefold()
    fitting = [one for one in formats() if one.writes and one.suffix and name.endswith(one.suffix)]
    return max(fitting, key=lambda one: len(one.suffix), default=None)


def loads(
    data: bytes,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading:
    r"""The reading of a file's bytes. `language` is that of contracts and seats, `number` what a bare number counts.

    Raises FormatError for data that are empty, too large, binary, or of no known format.

    >>> loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n").counts.taken
    1
    """
    if len(data) > largest:
        raise FormatError(too_large(len(data), largest))
    one = format_named(format) if format else _recognise_data(data)
    if one is not None and one.read_data is not None:
        return one.read_data(data, language=language, number=number)
    decoded = decode(data, encoding=encoding)
    if not decoded.text.strip():
        raise FormatError(_("the file is empty"))
    one = one or recognise(decoded.text)
    if one is None:
        raise FormatError(_unknown(decoded.text))
    return one.read_text(decoded, language=language, number=number)


def _unknown(text: str) -> str:
    first = next(line for line in text.split("\n") if line.strip()).strip()
    if wanted := missing_columns(text):
        return _("as a results CSV the file lacks the columns {wanted}; found: {found}").format(
            wanted=", ".join(wanted), found=first[:200]
        )
    known = ", ".join(known.name for known in formats())
    return _("the file begins with {first}, which is no known format; known: {known}").format(
        first=repr(first[:60]), known=known
    )


def load(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading:
    """The reading of a file, or of a folder whose files are one event. See `loads`; the path goes before every error.

    Raises FormatError also for a file that is missing or not to be opened, and for a folder of another kind.
    """
    if Path(path).is_dir():
        return _load_folder(Path(path), format, encoding, language, number, largest)
    data = file_bytes(path, largest)
    try:
        reading = loads(data, format=format, encoding=encoding, language=language, number=number, largest=largest)
        return _named_after(Path(path).name, data, reading, encoding=encoding, language=language, number=number)
    except FormatError as fault:
        raise FormatError(str(fault), str(path)) from None


def dumps(event: Event, *, format: str, standing: Standing | None = None, edition: str = "") -> str:
    """The event as text in a format; numbers of a standing stand beside the results where the format has a place.

    Raises FormatError for a format that is no text, or is not written.

    >>> dumps(Event("Tuesday"), format="csv").splitlines()[1]
    'Tuesday,,,,,'
    """
    return format_named(format).dumps(event, standing=standing, edition=edition)


def dump(
    event: Event, path: str | Path, *, format: str | None = None, standing: Standing | None = None, edition: str = ""
) -> None:
    """Write the event to a file, whole or not at all, in the format named, or else in that of the file's ending.

    Raises FormatError where neither tells the format, and where the file cannot be written.
    """
    one = format_named(format) if format else format_of_name(path)
    if one is None:
        endings = ", ".join(f"{one.suffix} ({one.key})" for one in formats() if one.writes and one.suffix)
        raise FormatError(
            _("the name does not tell the format; endings are {endings}").format(endings=endings), str(path)
        )
    one.dump(event, path, standing=standing, edition=edition)


def _named_after(
    name: str, data: bytes, reading: Reading, *, encoding: str | None, language: str, number: str
) -> Reading:
    """The reading once more with the name of its file, for formats whose files are parts that go by name."""
    one = next((one for one in FORMATS if one.key == reading.format and one.named), None)
    if one is None or one.read_many is None:
        return reading
    return one.read_many({name: data}, encoding=encoding, language=language, number=number)


def load_together(
    paths: Sequence[str | Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading | None:
    """The reading of several files that are parts of one event; None where they are not, and each is an event.

    Raises FormatError for parts that cannot be read.

    >>> load_together([]) is None
    True
    """
    several = [one for one in FORMATS if one.named and format in (None, one.key)]
    if len(paths) < 2 or not several or len({Path(path).name for path in paths}) < len(paths):
        return None
    files: dict[str, bytes] = {}
    for path in paths:
        try:
            if Path(path).stat().st_size + sum(map(len, files.values())) > largest:
                return None
            files[Path(path).name] = Path(path).read_bytes()
        except (OSError, ValueError):
            return None  # told where the file is read alone
    for one in several:
        if one.read_many and all(one.knows(data[:20_000].decode("latin-1")) for data in files.values()):
            return one.read_many(files, encoding=encoding, language=language, number=number)
    return None


def _load_folder(
    path: Path, format: str | None, encoding: str | None, language: str, number: str, largest: int
) -> Reading:
    files = folder_files(path, largest)
    for one in [format_named(format)] if format else formats():
        if one.read_many is None:
            continue
        try:
            return one.read_many(files, encoding=encoding, language=language, number=number)
        except FormatError:
            continue
    raise FormatError(_("this is a directory, and its files are no event of several files; name a file"), str(path))
