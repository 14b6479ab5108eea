"""Keep the catalogues of translations in step with the code.

python tools/catalogues.py write     take new texts in, drop texts no longer used, compile.

python tools/catalogues.py check     fail if a text is missing, stale, untranslated, doubtful or not compiled.
"""

from __future__ import annotations

import gettext
import io
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

__all__ = ["extracted", "faults", "main", "write"]

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "overtrick"
LOCALES = SOURCE / "locales"
LANGUAGES = ("ru",)
HEADER = "# Overtrick in another language. Kept in step with the code by `make catalogues`."
FIELD = re.compile(r"\{(\w*)")


def extracted() -> Catalog:
    """Every text that the sources mark for translation."""
    template = Catalog(domain="overtrick", project="overtrick")
    for name, line, message, comments, context in extract_from_dir(SOURCE, [("**.py", "python")]):
        template.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return template


def _po(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "overtrick.po"


def _read(language: str) -> Catalog:
    path = _po(language)
    if not path.exists():
        born = datetime(2026, 1, 1, tzinfo=UTC)
        return Catalog(locale=language, domain="overtrick", project="overtrick", creation_date=born, revision_date=born)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="overtrick")


def _compiled(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def write(language: str) -> None:
    """Bring one catalogue up to date and compile it; translations that are there stay."""
    catalogue = _read(language)
    born = catalogue.creation_date
    catalogue.update(extracted(), no_fuzzy_matching=True)
    # The date of the run would make every run a change.
    catalogue.creation_date, catalogue.header_comment, catalogue.fuzzy = born, HEADER, False
    path = _po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, sort_output=True, no_location=True, ignore_obsolete=True, width=120)
    with path.open("rb") as file:
        path.with_suffix(".mo").write_bytes(_compiled(read_po(file, locale=language, domain="overtrick")))


def _texts(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(text) for text in value)  # type: ignore[attr-defined]


def _messages(compiled: bytes) -> dict[object, object]:
    catalogue = dict(vars(gettext.GNUTranslations(io.BytesIO(compiled)))["_catalog"])
    catalogue.pop("", None)  # the header names the version of Babel
    return catalogue


def faults(language: str) -> list[str]:
    """What is wrong with one catalogue, each in a line."""
    found: list[str] = []
    wanted = {_texts(message.id)[0]: message for message in extracted() if message.id}
    catalogue = _read(language)
    here = {_texts(message.id)[0]: message for message in catalogue if message.id}
    found += [f"not in the catalogue: {text!r}" for text in wanted if text not in here]
    found += [f"no longer in the code: {text!r}" for text in here if text not in wanted]
    for text, message in here.items():
        sources = [set(FIELD.findall(form)) for form in _texts(message.id)]
        forms = _texts(message.string)
        if not all(forms):
            found.append(f"not translated: {text!r}")
        elif message.fuzzy:
            found.append(f"doubtful: {text!r}")
        # A plural may leave its number out ("one board"), but may not name what the code does not give.
        elif isinstance(message.id, str) and set(FIELD.findall(forms[0])) != sources[0]:
            found.append(f"other placeholders in the translation: {text!r} -> {forms[0]!r}")
        elif any(set(FIELD.findall(form)) - set.union(*sources) for form in forms):
            found.append(f"placeholders that the code does not fill: {text!r}")
    compiled = _po(language).with_suffix(".mo")
    if not compiled.exists() or _messages(compiled.read_bytes()) != _messages(_compiled(catalogue)):
        found.append(f"{compiled.name} is not what {_po(language).name} compiles to")
    return found


def main(arguments: list[str]) -> int:
    """0 when all is well, 1 with the faults on standard error, 2 for wrong usage."""
    if arguments == ["write"]:
        for language in LANGUAGES:
            write(language)
        return 0
    if arguments != ["check"]:
        sys.stderr.write(__doc__ or "")
        return 2
    found = [f"{language}: {fault}" for language in LANGUAGES for fault in faults(language)]
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    if found:
        sys.stderr.write("run `make catalogues`, then translate what is empty\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
