#!/usr/bin/env python3
"""Shows the steps of the last days from a Dyad node, and each day anew whenever it changes.

The node works them out: where a phone and a watch counted the same steps, they count once. README.md
beside this file says how to make the app known, and how to generate the modules.
"""

import argparse
import datetime
import os
import pathlib
import sys

import grpc

from dyad.v1 import store_pb2, store_pb2_grpc

STEPS = "HKQuantityTypeIdentifierStepCount"
# Instants are seconds since 2001-01-01 UTC.
SECONDS_TO_2001 = 978_307_200


def midnights(days):
    """Where each of the last days begins here, and where the last of them ends."""
    today = datetime.date.today()
    for ago in range(days - 1, -2, -1):
        midnight = datetime.datetime.combine(today - datetime.timedelta(days=ago), datetime.time())
        yield midnight.timestamp() - SECONDS_TO_2001


def day(start):
    return datetime.datetime.fromtimestamp(start + SECONDS_TO_2001).date().isoformat()


def show(response):
    for start in response.emptied:
        print(f"{day(start)}  no steps", flush=True)
    for statistics in response.statistics:
        print(f"{day(statistics.start)}  {statistics.values.sum:g} steps", flush=True)


def converse(store, credentials, days, follows):
    wanted = store_pb2.RequestAuthorizationRequest(read=[STEPS], no_wait=True)
    if not store.RequestAuthorization(wanted, metadata=credentials).is_decided:
        print("Waiting for the owner's decision: 'dyad requests' shows the request.", file=sys.stderr)
        wanted.no_wait = False
        store.RequestAuthorization(wanted, metadata=credentials)
    request = store_pb2.StatisticsRequest(
        type=STEPS, cumulative_sum=True, edges=store_pb2.BucketEdges(edges=midnights(days))
    )
    ask = store.FollowStatistics if follows else store.Statistics
    for response in ask(request, metadata=credentials):
        show(response)


def main():
    home = pathlib.Path.home()
    runtime = pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", home / ".local/share"))
    configuration = pathlib.Path(os.environ.get("XDG_CONFIG_HOME", home / ".config"))
    parser = argparse.ArgumentParser(description="Shows the steps of the last days from a Dyad node.")
    parser.add_argument("--days", type=int, default=7, help="how many days, today included")
    parser.add_argument("--app", default="daily.steps", help="the app's bundle identifier")
    parser.add_argument("--socket", type=pathlib.Path, default=runtime / "dyad/app.sock")
    parser.add_argument("--token", type=pathlib.Path, help="the file that has the app's token")
    parser.add_argument("--follow", action="store_true", help="then show what changes, until stopped")
    options = parser.parse_args()
    token = (options.token or configuration / f"dyad/apps/{options.app}.token").read_text().strip()

    with grpc.insecure_channel(f"unix:{options.socket.absolute()}") as channel:
        credentials = [("authorization", f"Bearer {token}")]
        try:
            converse(store_pb2_grpc.StoreStub(channel), credentials, options.days, options.follow)
        except grpc.RpcError as error:
            sys.exit(f"{error.code().name}: {error.details()}")
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
