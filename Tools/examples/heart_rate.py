#!/usr/bin/env python3
"""Saves heart rates in a Dyad node and reads them back: how an app in another language talks to it.

README.md beside this file says how to make the app known to the node, and how to generate the
modules that this one imports.
"""

import argparse
import math
import os
import pathlib
import sys
import time
import uuid

import grpc

from dyad.v1 import columns_pb2, samples_pb2, store_pb2, store_pb2_grpc

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
UNIT = "count/min"
# Instants are seconds since 2001-01-01 UTC.
SECONDS_TO_2001 = 978_307_200


# Writing: the plainest columns do, whatever the node makes of them to save room.


def same(value, count):
    """A column that has one number in every row."""
    return columns_pb2.IntColumn(values=[value], counts=[count])


def instants(seconds):
    return columns_pb2.TimeColumn(seconds=columns_pb2.DoubleColumn(raw=seconds))


def heart_rates(rates, end):
    """A run of heart rates, one a minute, of which the last was taken at `end`."""
    count = len(rates)
    times = [end - 60.0 * (count - 1 - row) for row in range(count)]
    return samples_pb2.SampleRun(
        type=HEART_RATE,
        count=count,
        uuids=columns_pb2.UuidColumn(
            base_indexes=same(0, 1),
            counts=same(count, 1),
            raw=b"".join(uuid.uuid4().bytes for _ in rates),
        ),
        starts=instants(times),
        ends=instants(times),
        quantities=samples_pb2.QuantityColumn(
            values=columns_pb2.DoubleColumn(raw=rates), units=[UNIT], unit_indexes=same(0, count)
        ),
        # The node puts the app in the place of whatever is said here.
        sources=[samples_pb2.SourceRevision(bundle_identifier="heart.rates")],
        source_indexes=same(0, count),
        device_indexes=same(0, count),
    )


# Reading: what comes back is packed; columns.proto says how.


def wrapped(number):
    """The number modulo 2^64, in two's complement."""
    return (number + 2**63) % 2**64 - 2**63


def integers(column):
    counts = column.counts or [1] * len(column.values)
    steps = [value for value, times in zip(column.values, counts) for _ in range(times)]
    if column.transform == columns_pb2.IntColumn.PLAIN:
        return [wrapped(column.bias + step) for step in steps]
    row, step, rows = column.start, column.bias, []
    for change in steps:
        if column.transform == columns_pb2.IntColumn.DELTA_OF_DELTA:
            step = wrapped(step + change)
            row = wrapped(row + step)
        else:
            row = wrapped(row + column.bias + change)
        rows.append(row)
    return rows


def doubles(column):
    if column.HasField("scaled"):
        return [number / 10**column.decimals for number in integers(column.scaled)]
    if column.HasField("bits"):
        patterns = [(bits << column.shift) % 2**64 for bits in integers(column.bits)]
        return list(memoryview(b"".join(p.to_bytes(8, sys.byteorder) for p in patterns)).cast("d"))
    return list(column.raw)


def start_times(run):
    if run.starts.HasField("ticks"):
        return [tick / run.starts.ticks_per_second for tick in integers(run.starts.ticks)]
    return doubles(run.starts.seconds)


def show(runs):
    for run in runs:
        units = [run.quantities.units[index] for index in integers(run.quantities.unit_indexes)]
        for start, value, unit in zip(start_times(run), doubles(run.quantities.values), units):
            taken = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + SECONDS_TO_2001))
            print(f"{taken}  {value:g} {unit}", flush=True)


# The calls.


def converse(store, credentials, rates, follows):
    wanted = store_pb2.RequestAuthorizationRequest(
        share=[HEART_RATE], read=[HEART_RATE], no_wait=True
    )
    if not store.RequestAuthorization(wanted, metadata=credentials).is_decided:
        print("Waiting for the owner's decision: 'dyad requests' shows the request.", file=sys.stderr)
        wanted.no_wait = False
        store.RequestAuthorization(wanted, metadata=credentials)

    if rates:
        run = heart_rates(rates, math.floor(time.time()) - SECONDS_TO_2001)
        store.Save(store_pb2.SaveRequest(runs=[run]), metadata=credentials)

    # Where the feed begins is asked before what is there: what is saved in between is shown twice, and
    # never left out.
    page = store_pb2.ChangesResponse(has_more=follows)
    while page.has_more:
        page = store.Changes(
            store_pb2.ChangesRequest(types=[HEART_RATE], anchor=page.anchor), metadata=credentials
        )
    query = store_pb2.QueryRequest(
        type=HEART_RATE, order=[store_pb2.SortKey(key=store_pb2.SortKey.START)]
    )
    for response in store.Query(query, metadata=credentials):
        show(response.runs)
    if follows:
        request = store_pb2.ChangesRequest(types=[HEART_RATE], anchor=page.anchor)
        for page in store.Follow(request, metadata=credentials):
            show(page.added)


def main():
    home = pathlib.Path.home()
    runtime = pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", home / ".local/share"))
    configuration = pathlib.Path(os.environ.get("XDG_CONFIG_HOME", home / ".config"))
    parser = argparse.ArgumentParser(description="Saves heart rates in a Dyad node and reads them back.")
    parser.add_argument("rates", nargs="*", type=float, help="beats a minute, the last taken now")
    parser.add_argument("--app", default="heart.rates", help="the app's bundle identifier")
    parser.add_argument("--socket", type=pathlib.Path, default=runtime / "dyad/app.sock")
    parser.add_argument("--token", type=pathlib.Path, help="the file that has the app's token")
    parser.add_argument("--follow", action="store_true", help="then show what is saved, until stopped")
    options = parser.parse_args()
    token = (options.token or configuration / f"dyad/apps/{options.app}.token").read_text().strip()

    with grpc.insecure_channel(f"unix:{options.socket.absolute()}") as channel:
        credentials = [("authorization", f"Bearer {token}")]
        try:
            converse(store_pb2_grpc.StoreStub(channel), credentials, options.rates, options.follow)
        except grpc.RpcError as error:
            sys.exit(f"{error.code().name}: {error.details()}")
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
