"""The same work as the bulk engine in DuckDB's SQL: score, matchpoints, cross-IMPs, Butler, totals and places.

The same columns are written, and lines that seat somebody twice are looked for, as the engine does.

Scores and IMPs come from look-up tables made of the core's; a board is a histogram of its scores; cross-IMP totals
are added over the common denominator of an event, so that they are exact here too. Run alone it does nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bulk_archive import CONTRACTS, SEATS

# Vulnerability by board number (Law 2): bit 0 North-South, bit 1 East-West.
LINES = """
create temp table lines as
select r.filename as file, r.file_row_number as row, r.event, r.board, r.round, r."table", r.ns, r.ew, r.outcome,
    r.ns_award, r.ew_award,
    coalesce(s.points, case when r.outcome = 'passed-out' then 0 end) as points
from (
    select *, ((board - 1) % 16 + ((board - 1) % 16) // 4) % 4 as vul
    from read_parquet($files, filename = true, file_row_number = true)
) r
left join scores s on r.contract = s.contract and r.declarer = s.declarer and r.vul = s.vul and r.tricks = s.tricks
"""
TWICE = """
select count(*) from (
    select 1 from lines where ns is not null group by event, board, ns having count(*) > 1
    union all
    select 1 from lines where ew is not null group by event, board, ew having count(*) > 1
)
"""
# k scores dropped at each end as npm bridge-scorer does; seen counts the scores before and up to this one.
BOARDS = """
create temp table boards as
with counts as (
    select event, board, points, count(*) as c from lines where points is not null group by all
), places as (
    select *, sum(c) over below - c as low, sum(c) over (partition by event, board) as n
    from counts window below as (partition by event, board order by points)
), dropped as (
    select *, case when n > 3 then (n + 4) // 15 + 1 else 0 end as k from places
), middles as (
    select event, board, sum(points * greatest(least(low + c, n - k) - greatest(low, k), 0)) as total,
        any_value(n - 2 * k) as kept
    from dropped group by event, board
), data as (
    select event, board, (total + 100005 * kept) // (10 * kept) * 10 - 100000 as datum from middles
), crossed as (
    select a.event, a.board, a.points, sum(b.c * i.imps) as ximp
    from counts a join counts b on a.event = b.event and a.board = b.board
    join imps i on i.difference = a.points - b.points
    group by all
), expected as (
    select event, max(rows) as expected from (
        select event, board, count(*) as rows from lines where points is not null or ns_award is not null
        group by event, board
    ) group by event
)
select p.event, p.board, p.points, cast(p.n as int) as n, cast(e.expected as int) as expected,
    cast(2 * p.low + p.c - 1 as int) as mp, cast(x.ximp as int) as ximp, cast(i.imps as int) as butler,
    cast(d.datum as int) as datum
from places p
join crossed x on x.event = p.event and x.board = p.board and x.points = p.points
join data d on d.event = p.event and d.board = p.board
join expected e on e.event = p.event
join imps i on i.difference = p.points - cast(d.datum as int)
"""
SCORED = """
create temp table scored as
select l.*, b.n, b.expected, b.mp, b.ximp, b.butler, b.datum
from lines l left join boards b on l.event = b.event and l.board = b.board and l.points = b.points
"""
RESULTS = """
copy (
    select file, row, event, board, round, "table", ns, ew, outcome, points, n, expected,
        mp, 2 * (n - 1) - mp as ew_mp, ximp, butler, datum
    from scored
) to $target (format parquet, compression zstd)
"""
# Awards under IMPs, in thousandths: average plus is 3 IMPs, ten per cent off the average are as much.
GROUPS = """
create temp table groups as
with halves as (
    select event, 'NS' as direction, ns as key, n, ximp, ns_award as award from scored
    union all
    select event, 'EW', ew, n, -ximp, ew_award from scored
)
select event, direction, key, greatest(coalesce(n - 1, 1), 1) as divisor, count(*) as boards,
    sum(coalesce(ximp * 1000, case award when -3 then 3000 when -2 then 0 when -1 then -3000
        else (award - 5000) * 3 end)) as total
from halves where key is not null and (ximp is not null or award is not null) group by all
"""
TOTALS = """
copy (
    with common as (
        select event, list_reduce(list(distinct cast(divisor as hugeint)), lambda x, y: lcm(x, y)) as den
        from groups group by event
    ), sums as (
        select g.event, g.direction, g.key, sum(g.boards) as boards, sum(g.total * (c.den // g.divisor)) as num,
            any_value(c.den) * 1000 as den
        from groups g join common c on c.event = g.event group by all
    ), least as (
        select event, list_reduce(list(distinct cast(boards as hugeint)), lambda x, y: lcm(x, y)) as full
        from sums group by event
    )
    select s.event, s.direction, s.key, cast(s.boards as int) as boards,
        (s.num // gcd(s.num, s.den))::bigint as total_num, (s.den // gcd(s.num, s.den))::bigint as total_den,
        cast(rank() over (partition by s.event, s.direction order by s.num * (f.full // s.boards) desc) as int) as place
    from sums s join least f on f.event = s.event
) to $target (format parquet, compression zstd)
"""


def _tables(connection: Any) -> None:
    """The look-up tables, from the core's."""
    import numpy as np
    import pyarrow as pa

    from overtrick.bulk.tables import scores_under
    from overtrick.compare.imps import imps

    full = scores_under("duplicate-2017").full
    contract, declarer, vul, tricks = (part.ravel() for part in np.indices(full.shape))
    scores = pa.table(
        {
            "contract": np.array(CONTRACTS)[contract],
            "declarer": np.array(SEATS)[declarer],
            "vul": vul.astype(np.int32),
            "tricks": tricks.astype(np.uint8),
            "points": full.ravel(),
        }
    )
    differences = range(-16_000, 16_001, 10)
    steps = pa.table({"difference": list(differences), "imps": [int(imps(value)) for value in differences]})
    connection.register("scores_in", scores)
    connection.register("imps_in", steps)
    connection.execute("create temp table scores as select * from scores_in where contract <> 'PASS'")
    connection.execute("create temp table imps as select difference::int as difference, imps::int as imps from imps_in")


def score_in_sql(files: list[Path], results: Path, totals: Path, *, spare: Path, seats: bool = True) -> None:
    """Parquet in, results and totals out, by DuckDB alone; `seats` tells whether to look who sits somewhere twice."""
    import duckdb

    with duckdb.connect(config={"temp_directory": str(spare)}) as connection:
        _tables(connection)
        connection.execute("set preserve_insertion_order = false")
        connection.execute(LINES, {"files": [str(path) for path in files]})
        assert not seats or connection.execute(TWICE).fetchone() == (0,)
        connection.execute(BOARDS)
        connection.execute(SCORED)
        connection.execute(GROUPS)
        connection.execute(RESULTS, {"target": str(results)})
        connection.execute(TOTALS, {"target": str(totals)})
