"""The house keeps its order: rooms, public names, what is imported and when."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick

HOME = Path(overtrick.__file__).parent
MODULES = sorted(
    module.name for module in pkgutil.walk_packages([str(HOME)], "overtrick.") if not module.name.endswith("__main__")
)
# Front doors may need click and rich; every other room must do without.
PURE = [name for name in MODULES if name.split(".")[1] not in {"cli", "desk", "report"}]


def _names(module: str) -> list[str] | None:
    """The literal `__all__`, read without running the module; empty for a bare docstring, `None` where lacking."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    body = ast.parse(Path(spec.origin).read_text("utf-8")).body
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign)
            return [str(name) for name in ast.literal_eval(node.value)]
    return [] if len(body) == 1 else None


def _order(name: str) -> tuple[int, list[tuple[int, str]]]:
    """As the linter sorts: constants, classes, the rest; numbers inside a name by their value."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    parts = re.findall(r"\d+|\D+", name)
    return kind, [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _fresh(code: str) -> str:
    """What a fresh interpreter prints, with nothing imported but what the code asks for."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_is_public(module: str) -> None:
    names = _names(module)
    assert names is not None, f"{module} has no __all__"
    assert names == sorted(names, key=_order)
    loaded = importlib.import_module(module)
    assert [name for name in names if not hasattr(loaded, name)] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_described(module: str) -> None:
    loaded = importlib.import_module(module)
    assert loaded.__doc__
    for name in _names(module) or []:
        value = getattr(loaded, name)
        if isinstance(value, type) or inspect.isroutine(value):
            assert value.__doc__, f"{module}.{name} has no docstring"


def test_import_loads_no_front_door_and_nothing_heavy() -> None:
    heavy = {"click", "rich", "numpy", "polars", "asyncio", "http", "sqlite3", "xml.etree.ElementTree", "overtrick.cli"}
    loaded = set(_fresh("import sys, overtrick; print(*sys.modules)").split())
    assert loaded & heavy == set()


def test_the_library_needs_only_the_standard_library() -> None:
    blocked = "import sys; sys.modules['click'] = sys.modules['rich'] = None; "
    _fresh(blocked + f"import {', '.join(PURE)}")


def test_the_wheel_is_typed_and_brings_its_data() -> None:
    assert (HOME / "py.typed").exists()
    assert (HOME / "data" / "demo" / "tuesday.csv").exists()
    assert (HOME / "locales" / "ru" / "LC_MESSAGES" / "overtrick.mo").exists()


@pytest.mark.skipif("OVERTRICK_WHEEL" not in os.environ, reason="only `make test` promises the wheel")
def test_the_wheel_is_what_is_tested() -> None:
    assert "site-packages" in HOME.parts


def test_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert overtrick.__version__ == version("overtrick")
