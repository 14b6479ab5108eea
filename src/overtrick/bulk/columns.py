"""One column of a frame as numbers: whole numbers, small codes, or places in a list of labels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from overtrick.bulk.codes import I8, I32, I64
from overtrick.bulk.form import BAD, NO_CODE, NO_NUMBER
from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = [
    "check_kind",
    "clipped",
    "labels",
    "odd_labels",
    "one_array",
    "small_codes",
    "sorted_labels",
    "trimmed",
    "whole_numbers",
]

_NUMBER_DIGITS = 18
_POINT_NOUGHT = re.compile(r"\.0+$")
_LARGEST = 2**63 - 1


def check_kind(kind: pa.DataType, name: str) -> None:
    """Raise InputError for a column that holds neither numbers nor text nor nothing.

    >>> check_kind(pa.int32(), "board")
    """
    numbers = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_null(kind)
    if not numbers and not _is_text(kind):
        raise InputError(_("column {name} holds {kind}; whole numbers or text are wanted").format(name=name, kind=kind))


def one_array(column: pa.ChunkedArray) -> pa.Array:
    """The chunks of a column as one array, with one dictionary where it has dictionaries."""
    if column.num_chunks == 1:
        return column.chunk(0)
    if pa.types.is_dictionary(column.type):
        if any(chunk.dictionary.null_count for chunk in column.chunks):  # which Arrow does not unify
            words = [chunk.dictionary.take(chunk.indices) for chunk in column.chunks]
            column = pa.chunked_array(words, column.type.value_type)
        else:
            column = column.unify_dictionaries()
    whole = column.combine_chunks()
    return pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole


def trimmed(array: pa.Array) -> pa.Array:
    """Labels without blanks at their ends, and nothing for one of blanks alone; other arrays as they are."""
    if pa.types.is_dictionary(array.type) and _is_text(array.type):
        words = trimmed(array.dictionary)
        if words.equals(array.dictionary):
            return array
        return words.take(array.indices)
    if not _is_text(array.type) or pa.types.is_string_view(array.type):
        return array
    bare = pc.utf8_trim_whitespace(array)
    return pc.if_else(pc.equal(bare, ""), None, bare)


def whole_numbers(array: pa.Array, name: str) -> tuple[I64, npt.NDArray[np.bool_] | None, npt.NDArray[np.bool_] | None]:
    """Values, where there is none, and where it is no whole number; None for a mask of nothing.

    Raises InputError where the column holds another kind of thing.
    """
    kind = array.type
    if pa.types.is_uint64(kind) and len(array):
        values = _numpy(pc.fill_null(array, 0))
        bad = values > _LARGEST
        if bad.any():
            return np.where(bad, 0, values).astype(np.int64), _numpy(pc.is_null(array)), bad
    if pa.types.is_null(kind):
        return np.zeros(len(array), np.int64), np.ones(len(array), np.bool_), None
    if pa.types.is_integer(kind):
        if array.null_count == 0:
            return array.to_numpy(zero_copy_only=False), None, None
        return _numpy(pc.fill_null(array, 0)), _numpy(pc.is_null(array)), None
    if pa.types.is_floating(kind):
        return _from_floats(_numpy(pc.fill_null(array.cast(pa.float64()), np.nan)))
    if _is_text(kind):
        places, words = _words(array, name)
        found = [_parse(word) for word in words]
        values = np.array([value if isinstance(value, int) else 0 for value in found] + [0], np.int64)
        none = np.array([value is None for value in found] + [True], np.bool_)
        bad = np.array([value is False for value in found] + [False], np.bool_)
        return values[places], none[places], bad[places]
    raise InputError(_("column {name} holds {kind}; whole numbers are wanted").format(name=name, kind=kind))


def _from_floats(
    values: npt.NDArray[Any],
) -> tuple[I64, npt.NDArray[np.bool_] | None, npt.NDArray[np.bool_] | None]:
    """Frames of pandas have whole numbers with gaps as floats."""
    none = np.isnan(values)
    bad = ~none & ((values != np.floor(values)) | (np.abs(values) > 2.0**53))
    return np.where(none | bad, 0, values).astype(np.int64), none, bad


def _parse(word: str | None) -> int | bool | None:
    """A number; None where there is nothing, False where there is something else."""
    text = (word or "").strip()
    if not text:
        return None
    text = _POINT_NOUGHT.sub("", text)  # as pandas writes whole numbers of columns with gaps
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= _NUMBER_DIGITS else False


def small_codes(array: pa.Array, name: str, words: Callable[[str], int], top: int) -> I8:
    """Codes from 0 to `top`, 255 for nothing and 254 for what is none; `words` gives the code of a text."""
    if _is_text(array.type):
        places, found = _words(array, name)
        known = [NO_CODE if word is None or not word.strip() else words(word) for word in found]
        known = [code if 0 <= code <= top or code == NO_CODE else BAD for code in known]
        return np.array([*known, NO_CODE], np.uint8)[places]
    values, none, bad = whole_numbers(array, name)
    if values.dtype == np.uint8 and none is None:
        over = (values > top) & (values != NO_CODE)
        return np.where(over, BAD, values).astype(np.uint8) if over.any() else values.astype(np.uint8, copy=False)
    wrong = (values < 0) | ((values > top) & (values != NO_CODE))
    codes = np.where(wrong, BAD, values).astype(np.uint8)
    if bad is not None:
        codes[bad] = BAD
    if none is not None:
        codes[none] = NO_CODE
    return codes


def labels(array: pa.Array, name: str) -> tuple[I64, pa.Array | None, npt.NDArray[np.bool_] | None]:
    """Places in a list of labels (-1 for nothing), that list, and where it is no label.

    Whole numbers from 0 are labels of their own, and the list is None then.
    """
    if not _is_text(array.type):
        values, none, bad = whole_numbers(array, name)
        if len(values) == 0 or (values.min() >= 0 and values.max() < 2**31):
            return (values if none is None else np.where(none, -1, values)).astype(np.int64, copy=False), None, bad
        found, places = np.unique(values, return_inverse=True)
        own = pa.array([str(value) for value in found.tolist()], pa.string())
        return (places if none is None else np.where(none, -1, places)).astype(np.int64), own, bad
    places, words = _words(array, name)
    keys: dict[str, int] = {}
    codes = [-1 if word is None or not word.strip() else keys.setdefault(word.strip(), len(keys)) for word in words]
    return np.array([*codes, -1], np.int64)[places], pa.array(list(keys), pa.string()), None


def sorted_labels(array: pa.Array, name: str) -> tuple[I32, tuple[str, ...], npt.NDArray[np.bool_] | None]:
    """Places in a sorted list of labels, in which nothing is a label too, that list, and where it is no label."""
    places, names, bad = labels(array, name)
    found, codes = np.unique(places, return_inverse=True)
    texts = ["" if code < 0 else str(code) if names is None else str(names[code].as_py()) for code in found.tolist()]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    rank = np.empty(len(texts), np.int32)
    rank[order] = np.arange(len(texts), dtype=np.int32)
    return rank[codes], tuple(sorted(texts)), bad


def odd_labels(array: pa.Array, name: str) -> npt.NDArray[np.bool_] | None:
    """Where a column that is kept as it stands holds a number that is not whole; None where it does nowhere.

    Raises InputError for text that is not UTF-8.
    """
    if pa.types.is_floating(array.type):
        return whole_numbers(array, name)[2]
    if _is_text(array.type):
        try:
            array.validate(full=True)
        except pa.ArrowInvalid:
            raise _no_utf8(name) from None
    return None


def _no_utf8(name: str) -> InputError:
    return InputError(_("column {name} holds text that is not written in UTF-8").format(name=name))


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _words(array: pa.Array, name: str) -> tuple[I64, list[str | None]]:
    """Each row's place in the list of distinct words; where a row has nothing, the place behind the last.

    Raises InputError for text that is not UTF-8.
    """
    if not pa.types.is_dictionary(array.type):
        if pa.types.is_string_view(array.type):
            array = array.cast(pa.large_string())
        array = array.dictionary_encode()
    try:
        words = array.dictionary.to_pylist()
    except UnicodeDecodeError:
        raise _no_utf8(name) from None
    places = array.indices
    if places.null_count:
        places = pc.fill_null(places.cast(pa.int64()), len(words))
    return places.to_numpy(zero_copy_only=False), words


def _numpy(array: pa.Array) -> npt.NDArray[Any]:
    found: npt.NDArray[Any] = array.to_numpy(zero_copy_only=False)
    return found


def clipped(values: I64, none: npt.NDArray[np.bool_] | None) -> I32:
    """Whole numbers of 32 bits, with the number that stands for nothing where there is none."""
    small = np.clip(values, NO_NUMBER + 1, 2**31 - 1).astype(np.int32)
    if none is not None:
        small[none] = NO_NUMBER
    return small
