"""Asks DuckDB for statistics by the day, or a question: the peer of dyad-bench's stats and sql benchmarks.

The rows are those that dyad-bench saved: start and end in milliseconds since 2001, a value and a source
(0 is above 1). No row lies across the edge of a day, so that no query here has to divide any by days.
"""

import argparse
import os
import time

import duckdb

FIRST = 473385600.0
DAY = f"CAST(floor((began - {FIRST}) / 86400) AS INTEGER)"

DAILY = {
    "steps": f"SELECT {DAY} AS day, sum(value) FROM sample GROUP BY day ORDER BY day",
    "rates": f"SELECT {DAY} AS day, avg(value), min(value), max(value) FROM sample GROUP BY day ORDER BY day",
}

# Rows of source 0 do not overlap each other, so how much of a row of source 1 they cover is the
# difference of two sums over all rows of source 0 before an instant. Each sum is found by the last row
# that began until then, which for a column in order is the quickest that DuckDB knows.
BOTH = f"""
WITH higher AS (
  SELECT began, ended, sum(ended - began) OVER (ORDER BY began) - (ended - began) AS before
  FROM sample WHERE source = 0),
lower AS (SELECT began, ended, value FROM sample WHERE source = 1),
from_start AS (
  SELECT lower.began, lower.ended, lower.value,
    coalesce(higher.before + least(lower.began, higher.ended) - higher.began, 0) AS covered
  FROM lower ASOF LEFT JOIN higher ON higher.began <= lower.began),
to_end AS (
  SELECT from_start.began, from_start.ended, from_start.value,
    coalesce(higher.before + least(from_start.ended, higher.ended) - higher.began, 0)
      - from_start.covered AS covered
  FROM from_start ASOF LEFT JOIN higher ON higher.began <= from_start.ended),
counted AS (
  SELECT began, value FROM sample WHERE source = 0
  UNION ALL
  SELECT began, value * (ended - began - covered) / (ended - began) FROM to_end)
SELECT {DAY} AS day, sum(value) FROM counted GROUP BY day ORDER BY day
"""


def load(connection, folder):
    connection.execute("CREATE TABLE sample (began DOUBLE, ended DOUBLE, value DOUBLE, source UTINYINT)")
    # In the order of time, which suits the peer best.
    connection.execute(
        "INSERT INTO sample SELECT column0 / 1000.0, column1 / 1000.0, column2, column3 "
        f"FROM read_csv('{folder}/rows-*.csv', header = false) ORDER BY column0"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["steps", "rates", "both", "sql"])
    parser.add_argument("folder")
    parser.add_argument("--question")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if (arguments.kind == "sql") != (arguments.question is not None):
        parser.error("sql needs a --question, and nothing else has one")
    file = f"{arguments.folder}/rows.duckdb" if arguments.kind == "sql" else ":memory:"
    is_loaded = os.path.exists(file)
    connection = duckdb.connect(file)
    connection.execute("SET threads = 2")
    if not is_loaded:
        load(connection, arguments.folder)
        connection.execute("CHECKPOINT")
    query = {"both": BOTH, "sql": arguments.question}.get(arguments.kind) or DAILY[arguments.kind]
    best = float("inf")
    for _ in range(arguments.rounds):
        begin = time.perf_counter()
        rows = connection.execute(query).fetchall()
        best = min(best, time.perf_counter() - begin)
    print("seconds", best)
    if arguments.kind == "sql":
        print("answer", rows[0][0])
        return
    for day, *values in rows:
        print("day", FIRST + day * 86400, *values)


main()
