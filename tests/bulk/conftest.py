"""A cluster of Dask and a session of Spark, each of two processes, started once for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="package")
def dask_client() -> Iterator[Any]:
    pytest.importorskip("distributed", reason="the engine dask needs distributed")
    from distributed import Client

    from overtrick.bulk import dask_engine

    with dask_engine.processes(2) as cluster, Client(cluster, set_as_default=False) as found:
        yield found


@pytest.fixture(scope="package")
def spark_session() -> Iterator[Any]:
    """The session that the engine makes for itself, kept open for all tests, as it takes long to start."""
    pytest.importorskip("pyspark", reason="the engine spark needs pyspark")
    from overtrick.bulk import spark_engine

    home = spark_engine.java_home()
    if home is None or (spark_engine.java_version(home) or 17) < 17:
        pytest.skip("the engine spark needs Java 17 or newer")
    with spark_engine.session_of(None, 2) as found:
        yield found
