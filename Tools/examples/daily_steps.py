#!/usr/bin/env python3
"""Shows the steps of the last days from a Dyad node, and each day anew whenever it changes.

The node works them out: where a phone and a watch counted the same steps, they count once.
"""

import argparse
import datetime
import sys

import grpc

from dyad_store import NoNode, Store, moment


def midnights(days):
    """Where each of the last days begins here, and where the last of them ends."""
    today = datetime.datetime.combine(datetime.date.today(), datetime.time())
    return [today - datetime.timedelta(days=ago) for ago in range(days - 1, -2, -1)]


def main():
    parser = argparse.ArgumentParser(description="Shows the steps of the last days from a Dyad node.")
    parser.add_argument("--days", type=int, default=7, help="how many days, today included")
    parser.add_argument("--follow", action="store_true", help="then show what changes, until stopped")
    parser.add_argument("--app", default="daily.steps", help="the app's bundle identifier")
    parser.add_argument("--socket", help="the node's socket for apps")
    parser.add_argument("--token", help="the file that has the app's token")
    options = parser.parse_args()

    try:
        with Store(options.app, options.socket, options.token) as store:
            store.ask(read=["stepCount"])
            edges = midnights(options.days)
            answers = store.statistics("stepCount", edges, options.follow, cumulative_sum=True)
            for answer in answers:
                for start in answer.emptied:
                    print(f"{moment(start).date()}  no steps", flush=True)
                for day in answer.statistics:
                    print(f"{moment(day.start).date()}  {day.values.sum:g} steps", flush=True)
    except NoNode as error:
        sys.exit(str(error))
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
